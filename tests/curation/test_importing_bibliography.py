"""The bibliography of a collection."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from paperclaims_curation.collection import CollectionConfig
from paperclaims_curation.importing.bibliography import BibliographyEntry, read_bibliography
from paperclaims_curation.problem import BadInputError, PaperclaimsError

ENTRY = {"document": "a.txt", "position": 1, "first_words": "We show", "confidence": "certain"}


CONFIG = CollectionConfig.model_validate(
    {
        "name": "toy",
        "title": "Toy",
        "version": "0.1.0",
        "license": "CC-BY-4.0",
        "rules_version": "1.3",
        "tracks": ["main"],
        "presentations": ["oral", "poster"],
        "splits": {"seed": "toy", "train": 30, "validation": 20, "test": 50},
    }
)


def read(path: Path) -> Mapping[tuple[str, int], BibliographyEntry]:
    return read_bibliography(path, CONFIG)


def write(folder: Path, *lines: object) -> Path:
    path = folder / "bibliography.jsonl"
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text(text + "\n", encoding="utf-8")
    return path


def test_entries_are_found_by_document_and_position(tmp_path: Path) -> None:
    second = ENTRY | {"position": 2, "title": "T"}
    entries = read(write(tmp_path, ENTRY, "", second))
    assert set(entries) == {("a.txt", 1), ("a.txt", 2)}
    assert entries["a.txt", 1].title is None
    assert entries["a.txt", 2].title == "T"


def test_first_words_fit_whatever_their_case_and_spaces(tmp_path: Path) -> None:
    entry = read(write(tmp_path, ENTRY))["a.txt", 1]
    assert entry.fits("WE  show\nthat A.")
    assert not entry.fits("They show that A.")


def test_an_identifier_and_the_source_become_those_of_the_record(tmp_path: Path) -> None:
    line = ENTRY | {
        "arxiv_id": "2510.15304",
        "openreview_id": "enhFXzKii4",
        "licence": "CC-BY-4.0",
        "licence_source": "https://a.org",
        "sources": ["https://b.org"],
    }
    entry = read(write(tmp_path, line))["a.txt", 1]
    assert entry.identifiers.model_dump() == {
        "openreview": "enhFXzKii4",
        "arxiv": "2510.15304",
        "doi": None,
    }
    assert entry.source.model_dump(exclude_defaults=True) == {
        "document": "a.txt",
        "position": 1,
        "license": "CC-BY-4.0",
        "license_source": "https://a.org",
        "bibliography": {"confidence": "certain", "sources": ("https://b.org",)},
    }


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"document": ', r":2: Invalid JSON: EOF while parsing"),
        ('{"document": "\\ud800"}', r":2: Invalid JSON: "),
        ("[1]", r":2: Input should be an object"),
        (ENTRY | {"position": 0}, r":2: position: Input should be greater than or equal to 1"),
        (ENTRY | {"titel": "T"}, r":2: titel: Extra inputs are not permitted"),
        (ENTRY | {"position": 2, "arxiv_id": "x"}, r":2: arxiv: String should match pattern"),
        (ENTRY | {"position": 2, "licence": "MIT"}, r":2: license and license_source go together"),
        (ENTRY | {"position": 2, "title": "a\0b"}, r":2: title: holds a NUL character; remove it"),
        (ENTRY | {"position": 2, "authors": ["A", "\0"]}, r":2: authors: holds a NUL character"),
        (ENTRY | {"position": 2, "track": "mian"}, r":2: track: .* does not allow 'mian'; correct"),
        (ENTRY | {"position": 2, "presentation": "talk"}, r":2: .* add it to presentations there"),
        (ENTRY, r":2: a second entry for abstract 1 of a\.txt; keep one"),
    ],
)
def test_a_broken_line_is_named_in_one_line(tmp_path: Path, line: object, message: str) -> None:
    path = write(tmp_path, ENTRY, line)
    with pytest.raises(BadInputError, match=rf"bibliography\.jsonl{message}") as raised:
        read(path)
    assert "\n" not in str(raised.value)


def test_a_missing_bibliography_is_named(tmp_path: Path) -> None:
    with pytest.raises(PaperclaimsError, match=r"none\.jsonl: no such file"):
        read(tmp_path / "none.jsonl")
