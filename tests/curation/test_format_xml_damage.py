"""Damaged documents of the formats in XML: only parts come, whatever the damage."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperclaims_curation.documents.entry import Entry, Skipped, Unreadable
from paperclaims_curation.documents.formats import load_format
from paperclaims_schema.vocabularies import SourceFormat

CASES = Path(__file__).parents[1] / "cases" / "import"
FORMATS = (SourceFormat.PUBMED_XML, SourceFormat.ARXIV, SourceFormat.OAI_PMH, SourceFormat.ACL)
SAMPLES = [(name, path) for name in FORMATS for path in sorted((CASES / name.value).iterdir())]


def parts_of(name: SourceFormat, content: bytes) -> list[Entry | Skipped | Unreadable]:
    parts = list(load_format(name).iter_parts(io.BytesIO(content), {}))
    assert all(isinstance(part, Entry | Skipped | Unreadable) for part in parts)
    entries = [part for part in parts if isinstance(part, Entry)]
    assert [entry.position for entry in entries] == list(range(1, len(entries) + 1))
    return parts


@pytest.mark.parametrize(("name", "path"), SAMPLES, ids=lambda value: Path(value).name)
@settings(max_examples=50, derandomize=True, deadline=None)
@given(data=st.data())
def test_flipped_bytes_give_parts_only(name: SourceFormat, path: Path, data: st.DataObject) -> None:
    content = bytearray(path.read_bytes())
    flips = st.tuples(st.integers(0, len(content) - 1), st.integers(0, 255))
    for index, byte in data.draw(st.lists(flips, min_size=1, max_size=5)):
        content[index] = byte
    parts_of(name, bytes(content))


@pytest.mark.parametrize(("name", "path"), SAMPLES, ids=lambda value: Path(value).name)
@settings(max_examples=50, derandomize=True, deadline=None)
@given(data=st.data())
def test_a_cut_document_gives_its_first_parts_and_a_problem(
    name: SourceFormat, path: Path, data: st.DataObject
) -> None:
    content = path.read_bytes().rstrip()
    size = data.draw(st.integers(0, len(content) - 1))
    *before, last = parts_of(name, content[:size])
    # Where two documents follow each other, the cut may lie between them.
    if isinstance(last, Unreadable):
        assert before == parts_of(name, content)[: len(before)]
    else:
        assert content[:size].rstrip().endswith(b"</PubmedArticleSet>")


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=50, derandomize=True, deadline=None)
@given(content=st.binary(max_size=200))
def test_any_bytes_give_parts_only(name: SourceFormat, content: bytes) -> None:
    parts_of(name, content)
    parts_of(name, b"<feed><entry><record><paper><Article>" + content)


@pytest.mark.parametrize(("name", "path"), SAMPLES, ids=lambda value: Path(value).name)
def test_utf_16_reads_as_utf_8_does(name: SourceFormat, path: Path) -> None:
    content = path.read_bytes()
    text = content.decode("latin-1" if b"ISO-8859-1" in content else "utf-8")
    assert parts_of(name, text.encode("utf-16")) == parts_of(name, content)


@pytest.mark.parametrize(("name", "path"), SAMPLES, ids=lambda value: Path(value).name)
def test_a_sample_is_of_its_own_format_only(name: SourceFormat, path: Path) -> None:
    head = path.read_text("utf-8", "replace")[:65536]
    assert [word for word in FORMATS if load_format(word).recognises(head, "")] == [name]
