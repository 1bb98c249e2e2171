"""CSV and its kin: tables with a column of abstracts, from Scopus, Web of Science and others."""

from __future__ import annotations

import csv
import io
import re
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import BinaryIO, NamedTuple

from paperclaims_curation.documents.citations import number_entries
from paperclaims_curation.documents.columns import find_columns, find_missing_column, make_entry
from paperclaims_curation.documents.delimited import Lines, Table
from paperclaims_curation.documents.entry import Part, Skipped, Unreadable
from paperclaims_curation.documents.text import open_text
from paperclaims_curation.problem import Place
from paperclaims_schema.vocabularies import CleaningStep

CLEANING = (
    CleaningStep.LINE_ENDS,
    CleaningStep.MARKUP,
    CleaningStep.ENTITIES,
    CleaningStep.ABSTRACT_LABEL,
    CleaningStep.COPYRIGHT,
)

_DELIMITERS = ",;\t|"
_NO_DELIMITER = "\x1f"
"""Of a table with one column: no text has it."""
_LINES_ABOVE = 10
"""Among how many lines the headings are looked for: some exports begin with words about them."""
_ROWS_TRIED = 5
"""Of how many rows one has to be as wide as the headings."""
_DECLARATION = re.compile(r"\"?sep=(.)\"?\s*", re.IGNORECASE)
_QUOTES = "close or double the quotation mark; the rows behind it are read"


class _Headings(NamedTuple):
    names: list[str]
    delimiter: str
    line: str
    """The line itself."""
    number: int
    found: Mapping[str, str]


def _find_headings(lines: Lines, columns: Mapping[str, str]) -> _Headings | None:
    """The first line that names a column of abstracts, else the first line; taken with all above."""
    lines.start_row()
    with suppress(csv.Error):  # a large row may follow
        deque(islice(lines, _LINES_ABOVE), maxlen=0)
    ahead = list(lines.taken)
    delimiters, first, begin = _DELIMITERS, None, 0
    if ahead and (declared := _DECLARATION.fullmatch(ahead[0])):
        delimiters, begin = declared[1], 1
    for index in range(begin, len(ahead)):
        candidates = []
        for delimiter in delimiters if ahead[index].strip() else "":
            reader = csv.reader(ahead[index:], delimiter=delimiter)
            try:
                names = [name.strip() for name in next(reader)]
            except csv.Error:
                continue
            while names and not names[-1]:
                names.pop()
            found = find_columns(names, columns)
            headings = _Headings(names, delimiter, ahead[index], index + 1, found)
            candidates.append((len(found), len(names), index + reader.line_num, headings))
        best = max(candidates, key=lambda candidate: candidate[:2], default=None)
        first = first or best
        if best and "abstract" in best[3].found:
            first = best
            break
    if first is None:
        return None
    lines.put_back(first[2])
    return first[3]


def recognises(head: str, name: str) -> bool:
    """Whether the name says so, or one of the first lines is the headings of such a table."""
    if name.endswith((".csv", ".tsv", ".tab")):
        return True
    lines = Lines(io.StringIO(head, newline=""))
    headings = _find_headings(lines, {})
    if headings is None or len(headings.names) < 2 or "abstract" not in headings.found:
        return False
    if len(headings.found) == 1 and any(len(name.split()) > 4 for name in headings.names):
        return False  # prose
    rows = list(islice(_table(lines, headings), _ROWS_TRIED))
    return not rows or any(row.fields for row in rows)


def _table(lines: Lines, headings: _Headings) -> Table:
    count = len(headings.names)
    delimiter = headings.delimiter if count > 1 else _NO_DELIMITER
    return Table(lines, headings.line, delimiter, count)


def _place(line: int) -> Place:
    return Place(line, 1, line, 1)


def _read(lines: Lines, columns: Mapping[str, str]) -> Iterator[Part]:
    headings = _find_headings(lines, columns)
    if headings is None or not headings.names:
        yield Unreadable(_place(1), "the table is empty", "give a table with headings")
        return
    names, place = headings.names, _place(headings.number)
    if missing := find_missing_column(names, columns, place):
        yield missing
        return
    indexes = {field: names.index(name) for field, name in headings.found.items()}
    for row in _table(lines, headings):
        if row.message:
            hint = _QUOTES if "quot" in row.message else "correct the row, or remove it"
            yield Unreadable(_place(row.line), row.message, hint)
        elif row.fields == names:
            yield Skipped(_place(row.line), " ".join(" ".join(names).split()), "heading")
        else:
            values = {field: row.fields[index] for field, index in indexes.items()}
            yield make_entry(values, _place(row.line))


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The rows as parts; their places are their first lines."""
    lines = Lines(open_text(stream))
    try:
        yield from number_entries(_read(lines, columns))
    except UnicodeDecodeError as error:
        message = f"the rest cannot be read: {error}"
        yield Unreadable(_place(lines.start_row()), message, "save the document as UTF-8")
