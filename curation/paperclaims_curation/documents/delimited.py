"""Rows of delimited text: CSV and its kin, with what goes wrong in them."""

from __future__ import annotations

import csv
import re
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple, TextIO

FIELD_LIMIT = 1 << 20
"""Largest field, in code points: a larger one is a quotation mark that nobody closed."""
ROW_LIMIT = 16 << 20
"""Largest row and largest line, in code points."""
_TOO_LONG = "\0\n"
"""Stands for a line that is larger."""
_FEW = 4
"""Up to how many columns a line of prose may look like a row."""
_LINE_ENDS = ("\n", "\r")
_LOOSE_LIMIT = 64 * 1024
"""Largest row with stray quotation marks, in code points."""
_UNQUOTED = "\t\x1f"
"""Delimiters that stand in no text, so that many writers use no quotation marks with them."""


class Row(NamedTuple):
    """A row of a table, or what is wrong with it."""

    line: int
    """Where it begins, counted from 1."""
    fields: list[str]
    """As many as the table has columns; none if the row cannot be read."""
    message: str = ""
    """What is wrong, in one line."""


class Lines:
    """The lines of a text with their line ends; those of the last row can be put back."""

    def __init__(self, text: TextIO) -> None:
        self._text = text
        self._ahead: deque[str] = deque()
        self._number = 1
        self.taken: list[str] = []
        """The lines taken since `start_row`."""
        self._size = 0

    def start_row(self) -> int:
        """Forget the lines taken; the number of the line that comes next."""
        self._number += len(self.taken)
        self.taken.clear()
        self._size = 0
        return self._number

    def put_back(self, kept: int) -> None:
        """Put back the lines taken, except the first `kept`."""
        self._ahead.extendleft(reversed(self.taken[kept:]))
        del self.taken[kept:]

    def __iter__(self) -> Lines:
        return self

    def __next__(self) -> str:
        line = self._ahead.popleft() if self._ahead else self._text.readline(ROW_LIMIT)
        if not line:
            raise StopIteration
        self._size += len(line)
        if self._size >= ROW_LIMIT:
            if self.taken:
                self._ahead.appendleft(line)
                raise csv.Error("row too large")
            line = self._without_rest(line)
        self.taken.append(line)
        return line

    def _without_rest(self, line: str) -> str:
        """A line, or what stands for one that is too long; the rest of that is passed over."""
        piece = line
        while len(piece) == ROW_LIMIT and not piece.endswith(_LINE_ENDS):
            line, piece = _TOO_LONG, self._text.readline(ROW_LIMIT)
        return line


def _split_loosely(text: str, delimiter: str) -> tuple[list[str], bool]:
    """The fields of a row with stray quotation marks, and whether its last one is still open.

    A quotation mark closes a field only at the end or before a delimiter that no space follows, as
    it would in prose. One that stands where a field could begin is no part of a field. Without
    fields, the row cannot be read so either.
    """
    mark = re.escape(delimiter)
    end = rf"(?:{mark}(?! )|\Z)"
    inside = rf'(?:[^"]|""|(?<![{mark}\r\n])"(?! *(?:{end}|[\r\n])))*+'
    pattern = re.compile(rf'"({inside})" *(?={end})|((?!")[^{mark}\r\n]*+)(?={mark}|\Z)')
    is_open = re.compile(rf'"{inside}\Z')
    text = text.rstrip("\r\n")
    fields, position = [], 0
    while found := pattern.match(text, position):
        quoted, plain = found.groups()
        fields.append(plain if quoted is None else quoted.replace('""', '"'))
        position = found.end() + 1
        if found.end() == len(text):
            return fields, False
    return [], is_open.match(text, position) is not None


def _explain(error: csv.Error) -> str:
    text = str(error)
    if "limit" in text:
        return f"a field is larger than {FIELD_LIMIT >> 20} MiB: a quotation mark is not closed"
    if "unexpected end" in text:
        return "the table ends inside a field in quotation marks"
    if "too large" in text:
        return f"the row is larger than {ROW_LIMIT >> 20} MiB"
    return "a quotation mark is not closed, or stands in a quoted field without being doubled"


class Table:
    """The rows of delimited text below its headings; `heading` is their line.

    A row that breaks the rules of CSV is read with its stray quotation marks as text, if that
    makes it as wide as the headings. Behind one that cannot be read so either, lines are left out
    up to the next that is plainly a row: an open quotation mark takes no other rows with it, and
    the rest of a broken abstract does not become rows of its own.
    """

    def __init__(self, lines: Lines, heading: str, delimiter: str, width: int) -> None:
        self._lines = lines
        self._delimiter = delimiter
        self._width = width
        self._is_quoted = heading.startswith('"')
        has_spaces = f'{delimiter} "' in heading
        self._reader = csv.reader(
            lines, delimiter=delimiter, strict=True, skipinitialspace=has_spaces
        )
        self._is_torn = False

    def __iter__(self) -> Iterator[Row]:
        # A limit of the whole process; it is never lowered.
        csv.field_size_limit(max(FIELD_LIMIT, csv.field_size_limit()))
        broken: Row | None = None
        while row := self._next_row():
            if broken is not None:
                if row.message or not self._is_plainly_row(row.fields):
                    self._lines.put_back(1)
                    continue
                yield _left_out(broken, row.line)
                broken = None
            if row.message and self._is_torn:
                self._lines.put_back(1)
                broken = row
            else:
                yield row
        if broken is not None:
            yield _left_out(broken, self._lines.start_row())

    def _next_row(self) -> Row | None:
        """The next row that is not empty."""
        fields, message = [""], ""
        while not message and not any(fields):
            line = self._lines.start_row()
            try:
                fields = next(self._reader)
            except StopIteration:
                return None
            except csv.Error as error:
                fields, message = [], _explain(error)
        # Lines that follow may then be the rest of this row.
        self._is_torn = bool(message) or len(self._lines.taken) > 1
        if self._lines.taken[0] == _TOO_LONG:
            message = f"a line is larger than {ROW_LIMIT >> 20} MiB"
        fitting = self._fit(fields) or self._repair()
        if fitting:
            return Row(line, fitting)
        return Row(line, [], message or f"{len(fields)} fields under {self._width} headings")

    def _fit(self, fields: list[str]) -> list[str] | None:
        """The fields, if they are as many as the headings; empty ones may follow."""
        width = self._width
        return fields[:width] if len(fields) >= width and not any(fields[width:]) else None

    def _is_plainly_row(self, fields: list[str]) -> bool:
        """Whether the row just read cannot be a line of a broken abstract."""
        if not self._looks_like_row(fields):
            return False
        if self._is_quoted or self._width > _FEW:
            return True
        # With few columns, a line of prose may look like a row; hardly two lines on end.
        kept = len(self._lines.taken)
        try:
            following = self._fit(next(self._reader, []))
        except csv.Error:
            following = None
        self._lines.put_back(kept)
        return following is not None and self._looks_like_row(following)

    def _looks_like_row(self, fields: list[str]) -> bool:
        if self._is_quoted and not self._lines.taken[0].startswith('"'):
            return False
        # Prose has spaces behind its commas.
        return not any(field.startswith(" ") for field in fields)

    def _repair(self) -> list[str] | None:
        """The fields of a row in which quotation marks are plain text."""
        lines = self._lines
        if self._delimiter in _UNQUOTED:
            fields = self._fit(lines.taken[0].rstrip("\r\n").split(self._delimiter))
            if fields:
                lines.put_back(1)
                return fields
        fields, is_open = _split_loosely("".join(lines.taken), self._delimiter)
        for line in lines if is_open else ():
            if sum(map(len, lines.taken)) > _LOOSE_LIMIT:
                break
            if '"' in line:
                fields, is_open = _split_loosely("".join(lines.taken), self._delimiter)
                if not is_open:
                    break
        return self._fit(fields)


def _left_out(row: Row, end: int) -> Row:
    count = end - row.line - 1
    behind = f"; the next {count} lines are left out with it" if count > 1 else ""
    behind = "; the next line is left out with it" if count == 1 else behind
    return row._replace(message=row.message + behind)
