"""The quick writer of models gives the text of the one that makes plain data first."""

from __future__ import annotations

from pathlib import Path

import pytest

from paperclaims_curation.collection import open_collection
from paperclaims_curation.recordfile.modelwriting import format_quickly
from paperclaims_curation.recordfile.reading import read_pass, read_record
from paperclaims_curation.recordfile.writing import format_model
from paperclaims_schema.record import Record

ROOT = Path(__file__).parents[2]
ODD = [
    "yes",
    "1.5",
    "a: b",
    "#1",
    "x\ny",
    " edge ",
    "'",
    "\u2028",
    "\u0085",
    "🙂",
    "null",
    "- x",
    "٣",
]


@pytest.mark.real
@pytest.mark.parametrize("folder", [ROOT / "tests/toy", ROOT / "dataset"], ids=["toy", "real"])
def test_records_and_passes_are_written_alike(folder: Path) -> None:
    collection = open_collection(folder)
    files = [
        *map(read_record, collection.record_paths()),
        *map(read_pass, collection.pass_paths()),
    ]
    for file in files:
        assert file.model is not None
        assert format_quickly(file.model) == format_model(file.model)


@pytest.mark.parametrize("text", ODD)
def test_odd_texts_are_written_alike(text: str) -> None:
    given = read_record(ROOT / "tests/toy/records/toy-pebblebank.yaml").model
    assert given is not None
    words = {"title": f"x{text}", "venue": text if text.strip() else "v", "abstract": f"A{text}."}
    record = given.model_copy(update={**words, "keywords": (text, "k")})
    assert format_quickly(record) == format_model(record)


def test_what_no_file_can_keep_is_refused() -> None:
    given = read_record(ROOT / "tests/toy/records/toy-pebblebank.yaml").model
    assert given is not None
    for text in ("a\0b", "a\ud800b"):
        with pytest.raises(ValueError, match="cannot be written"):
            format_quickly(Record.model_copy(given, update={"title": text}))
