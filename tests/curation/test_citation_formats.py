"""What holds for BibTeX, RIS, MEDLINE and CSL-JSON alike."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.formats import bibtex, csl, nbib, ris

CASES = Path(__file__).parents[1] / "cases" / "import"
MODULES = {"bibtex": bibtex, "ris": ris, "nbib": nbib, "csl": csl}
SAMPLES = sorted(path for name in MODULES for path in (CASES / name).iterdir())
RECORDS = {
    "bibtex": "@misc{{k{0}, title = {{T}}, abstract = {{We see {0} toys.}}}}\n",
    "ris": "TY  - JOUR\nTI  - T\nAB  - We see {0} toys.\nER  - \n\n",
    "nbib": "PMID- {0}\nTI  - T\nAB  - We see {0} toys.\nSO  - T.\n\n",
    "csl": '{{"id": "{0}", "title": "T", "abstract": "We see {0} toys."}}\n',
}


class Repeating(io.RawIOBase):
    """A record over and over again, with its number in it; nothing is kept."""

    def __init__(self, record: str, count: int) -> None:
        self._pieces = (record.format(number).encode() for number in range(count))
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while len(self._rest) < len(buffer) and (piece := next(self._pieces, b"")):
            self._rest += piece
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


def read(module: ModuleType, content: bytes) -> Iterator[Part]:
    return module.iter_parts(io.BufferedReader(io.BytesIO(content)), {})


def texts(part: Part) -> Iterator[str]:
    for field in fields(part):
        value = getattr(part, field.name)
        yield from (value if isinstance(value, tuple) else (value,))


def check(parts: list[Part]) -> None:
    entries = [part for part in parts if isinstance(part, Entry)]
    assert [entry.position for entry in entries] == list(range(1, len(entries) + 1))
    assert all(entry.abstract.strip() for entry in entries)
    for part in parts:
        assert part.place.line >= 1
        assert part.place.column >= 1
        for text in texts(part):
            if isinstance(text, str):
                text.encode()  # no half characters, nor bytes that are no text
                assert "\0" not in text
    shown = [part.text for part in parts if isinstance(part, Skipped)]
    shown += [part.message for part in parts if isinstance(part, Unreadable)]
    assert all(text and "\n" not in text and "\r" not in text for text in shown)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_each_sample_is_recognised_as_its_format_and_no_other(path: Path) -> None:
    head = path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    found = [name for name, module in MODULES.items() if module.recognises(head, path.name.lower())]
    assert found == [path.parent.name]


@settings(max_examples=150, derandomize=True, deadline=None)
@given(data=st.data())
def test_damaged_and_cut_documents_end_in_parts_and_never_in_an_error(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(SAMPLES))
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(0, 5))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(content)))
    module = data.draw(st.sampled_from(list(MODULES.values())))
    for reader in (MODULES[path.parent.name], module):
        check(list(read(reader, bytes(content[:cut]))))


@settings(max_examples=50, derandomize=True, deadline=None)
@given(text=st.text(max_size=60), encoding=st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_any_text_in_any_encoding_ends_in_parts(text: str, encoding: str) -> None:
    for module in MODULES.values():
        check(list(read(module, text.encode(encoding))))
        check(list(read(module, text.encode(encoding)[:-1])))


@pytest.mark.parametrize("name", MODULES)
def test_a_document_cut_inside_an_abstract_reports_it(name: str) -> None:
    record = RECORDS[name].format(7)
    if name == "nbib":
        record = record.replace("TI", "OWN - NLM\nTI")
    content = (record + record).encode()
    start = content.rindex(b"We see")
    for cut in range(start, start + len(b"We see 7 toys.")):
        *whole, last = read(MODULES[name], content[:cut])
        assert [type(part) for part in whole] == [Entry], content[:cut]
        assert isinstance(last, Unreadable), content[:cut]


@pytest.mark.parametrize("name", MODULES)
def test_memory_does_not_grow_with_the_document(name: str) -> None:
    record = RECORDS[name].replace("toys", "toys " * 2000)
    peaks = []
    for count in (100, 500):
        tracemalloc.start()
        parts = MODULES[name].iter_parts(io.BufferedReader(Repeating(record, count)), {})
        assert sum(isinstance(part, Entry) for part in parts) == count
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] - peaks[0] < 400 * len(record) / 4
