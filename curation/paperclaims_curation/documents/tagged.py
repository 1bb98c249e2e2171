"""Records of lines that begin with a tag: what RIS, Web of Science and MEDLINE documents hold.

The parser `rispy` is not used for RIS: it wants the whole document or a whole record, joins two
records if the line `ER` between them is missing, drops a second line `AB` and paragraphs, and
knows tags only with exactly two spaces behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from paperclaims_curation.documents.entry import Unreadable
from paperclaims_curation.documents.text import open_text
from paperclaims_curation.problem import Place

RECORD_LENGTH_LIMIT = 1 << 22
"""In code points: more is no record but damage; it is passed over, not held in memory."""


@dataclass(slots=True)
class Record:
    """The tagged lines of one record, in order."""

    place: Place
    """Where its first line stands."""
    values: list[tuple[str, list[str]]] = field(default_factory=list)
    """Tag, and the lines of its value, without the spaces around them."""
    length: int = 0
    """In code points, line ends included."""
    is_closed: bool = False
    """Whether a line that ends the record was seen."""
    ends_in_line: bool = False
    """Whether the document breaks off inside the record's last line."""

    def add(self, tag: str, text: str) -> None:
        """Begin a value."""
        self.values.append((tag, [text.strip()]))

    def extend(self, text: str) -> None:
        """Go on with the last value."""
        if self.values:
            self.values[-1][1].append(text.strip())

    def has(self, *tags: str) -> bool:
        """Whether one of the tags occurs."""
        return any(tag in tags for tag, _ in self.values)

    def texts(self, *tags: str) -> list[str]:
        r"""The non-empty values of the tags in the order of the record, lines parted by `\n`."""
        joined = ("\n".join(lines).strip() for tag, lines in self.values if tag in tags)
        return [text for text in joined if text]

    def lines(self, *tags: str) -> list[str]:
        """The non-empty lines of all values of the tags, in the order of the record."""
        return [line for tag, lines in self.values if tag in tags for line in lines if line]

    def first(self, *tags: str) -> str | None:
        """The first non-empty value of the first tag that has one."""
        return next((text for tag in tags for text in self.texts(tag)), None)


Line = tuple[str, str]
"""A tag and the text behind it."""


def iter_lines(stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """The lines of a document with their numbers, line ends kept."""
    text = open_text(stream)
    number = 1
    try:
        while line := text.readline(RECORD_LENGTH_LIMIT):
            yield number, line
            number += line.endswith(("\n", "\r"))
    except UnicodeDecodeError:
        yield number, "\udcff"  # UTF-16 that breaks off: damage for whoever looks at the value


def iter_records(
    lines: Iterable[tuple[int, str]],
    split_line: Callable[[str], Line | None],
    begins_record: Callable[[str, Record | None, bool], bool],
    end_tags: Iterable[str] = (),
) -> Iterator[Record | Unreadable]:
    """The records of numbered lines; in place of one that is too long, an `Unreadable` part.

    `split_line` gives tag and text of a line, or null if it goes on with the line before;
    `begins_record` whether a tag begins a record, given the record so far (null if none) and
    whether a blank line stands before.
    """
    record: Record | None = None
    after_blank = False
    for number, line in lines:
        tagged = split_line(line)
        if tagged is None:
            after_blank = not line.strip()
            if record is not None and not record.is_closed:
                record.extend(line)
                _count(record, line)
            continue
        tag, text = tagged
        if begins_record(tag, record, after_blank) or record is None or record.is_closed:
            if record is not None:
                yield _finish(record)
            width = len(line.rstrip("\r\n"))
            record = Record(Place(number, 1, number, width + 1))
        after_blank = False
        if tag in end_tags:
            record.is_closed = True
        else:
            record.add(tag, text)
        _count(record, line)
    if record is not None:
        yield _finish(record)


def _count(record: Record, line: str) -> None:
    record.length += len(line)
    record.ends_in_line = not line.endswith(("\n", "\r"))
    if record.length > RECORD_LENGTH_LIMIT:
        record.values.clear()


def _finish(record: Record) -> Record | Unreadable:
    if record.length <= RECORD_LENGTH_LIMIT:
        return record
    return Unreadable(
        record.place,
        f"a record of {record.length:,} characters; {RECORD_LENGTH_LIMIT:,} are allowed",
        "give every record its own beginning and end",
    )
