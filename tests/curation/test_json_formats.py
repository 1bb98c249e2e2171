"""What holds for all formats that are written in JSON: none is taken for another, none breaks."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.formats import load_format, recognise_format
from paperclaims_schema.vocabularies import SourceFormat

CASES = Path(__file__).parents[1] / "cases" / "import"
FORMATS = [
    SourceFormat.OPENREVIEW,
    SourceFormat.OPENALEX,
    SourceFormat.SEMANTIC_SCHOLAR,
    SourceFormat.CROSSREF,
    SourceFormat.PAPERLISTS,
    SourceFormat.ARXIV_JSON,
    SourceFormat.JSON,
]
SAMPLES = [(word, path) for word in FORMATS for path in sorted((CASES / word.value).iterdir())]


def read(word: SourceFormat, content: bytes) -> list[Part]:
    return list(load_format(word).iter_parts(io.BufferedReader(io.BytesIO(content)), {}))


@pytest.mark.parametrize(("word", "path"), SAMPLES, ids=[path.name for _, path in SAMPLES])
def test_each_sample_is_recognised_by_its_content_alone(word: SourceFormat, path: Path) -> None:
    assert recognise_format(path.read_text(encoding="utf-8-sig"), "") is word


@given(
    st.sampled_from(SAMPLES),
    st.sampled_from(FORMATS),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), max_size=4),
    st.floats(0, 1),
)
@settings(max_examples=100, derandomize=True, deadline=None)
def test_damaged_and_cut_documents_end_in_parts(
    sample: tuple[SourceFormat, Path],
    word: SourceFormat,
    flips: list[tuple[float, int]],
    kept: float,
) -> None:
    content = bytearray(sample[1].read_bytes())
    for place, byte in flips:
        content[int(place * (len(content) - 1))] = byte
    parts = read(word, bytes(content[: int(kept * len(content))]))
    assert all(isinstance(part, Part) for part in parts)
    load_format(word).recognises(content.decode(errors="replace"), "")


KEYS = st.sampled_from(
    [
        "abstract",
        "title",
        "authors",
        "author",
        "name",
        "given",
        "family",
        "year",
        "content",
        "value",
        "forum",
        "replyto",
        "invitations",
        "venue",
        "venueid",
        "keywords",
        "license",
        "code",
        "abstract_inverted_index",
        "authorships",
        "locations",
        "text",
        "primary_location",
        "externalIds",
        "openAccessPdf",
        "annotations",
        "DOI",
        "issued",
        "date-parts",
        "container-title",
        "status",
        "track",
        "bibtex",
        "arxiv",
        "id",
        "authors_parsed",
        "versions",
        "categories",
        "comments",
        "doi",
        "url",
    ]
)
ODD_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 3000) | st.text(max_size=6) | st.floats(),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=8,
)


@given(st.sampled_from(FORMATS), st.dictionaries(KEYS, ODD_VALUES, min_size=1, max_size=8))
@settings(max_examples=150, derandomize=True, deadline=None)
def test_values_of_every_kind_under_every_key_end_in_parts(
    word: SourceFormat, value: dict[str, Any]
) -> None:
    for part in read(word, json.dumps([value]).encode()):
        assert isinstance(part, Part)
        if isinstance(part, Skipped):
            assert part.text
            assert "\n" not in part.text
        elif isinstance(part, Entry):
            assert part.abstract.strip()
            assert not isinstance(part.year, bool)
        else:
            assert isinstance(part, Unreadable)
