"""Read the values of a JSON document one after the other, wherever the document keeps them.

They may be JSON Lines, values one behind the other, a list at the top, or a list under a key such
as `results` or `message.items`; an object around nothing of the kind is itself a value. Only one
value is in memory at a time, and behind a damaged one the reader goes on with the next.

No streaming parser does all of this: ijson ends at the first damage and at `NaN`, has no places,
and writes `?` for half a surrogate pair.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Any, BinaryIO, TextIO

from paperclaims_curation.documents.entry import Unreadable
from paperclaims_curation.documents.jsondecoding import (
    DecodingError,
    decode,
    describe,
    find_next,
    is_certain,
)
from paperclaims_curation.documents.text import open_text
from paperclaims_curation.problem import Place

Found = tuple[Place, Any]
"""Where a value begins, and the value."""

VALUE_LENGTH_LIMIT = 2**24
"""In code points: a longer value is passed over, not held in memory."""
_CHUNK_LENGTH = 2**18
_CHUNK_LENGTH_LIMIT = 2**21
_FIRST_LINE_LENGTH_LIMIT = 2**20
_DEPTH_LIMIT = 4

# The keys under which interfaces, databases and people keep lists, and those of objects around.
_LISTS = frozenset(
    (
        *("results", "notes", "data", "items", "papers", "works", "records", "documents", "docs"),
        *("articles", "entries", "hits", "publications", "submissions", "recommendedPapers"),
        *("rows", "result", "entry", "collection"),
    )
)
_AROUND = frozenset(
    (
        *("message", "response", "data", "results", "hits", "result", "payload"),
        *("resultList", "search-results"),
    )
)

_GAP = re.compile(r"[\s,\ufeff]*+")
_NEXT_LINE = re.compile(r"\s*\{")
_BLANK = " \t\r\n,\ufeff"
_CUT_HINT = "fetch the document anew if it was cut off, or correct it here"


def iter_values(stream: BinaryIO, marks: AbstractSet[str]) -> Iterator[Found | Unreadable]:
    """The values of a document in order.

    An object with one of the keys in `marks` is a value; it is not searched for values inside.
    """
    return _Document(open_text(stream), marks).iter_values()


class _Document:
    """The text of a document from where the reader is, as far as it has been looked at."""

    def __init__(self, stream: TextIO, marks: AbstractSet[str]) -> None:
        self._stream = stream
        self._marks = marks
        self._text = ""
        self._at = 0
        self._line = 1
        self._line_start = 0
        self._is_read = False
        self._is_given_up = False

    def iter_values(self) -> Iterator[Found | Unreadable]:
        first = self._peek()
        if first and first != "[" and self._is_of_lines():
            yield from self._iter_lines()
        while not self._is_given_up and (char := self._peek()):
            if char == "{":
                yield from self._iter_object()
            elif char == "[":
                yield from self._iter_list()
            else:
                yield self._give_up("here begins no object and no list")

    def _place(self, at: int | None = None) -> Place:
        """Where the reader is, or the index `at` ahead of it."""
        line, start = self._line, self._line_start
        at = self._at if at is None else at
        if newlines := self._text.count("\n", self._at, at):
            line, start = line + newlines, self._text.rindex("\n", self._at, at) + 1
        return Place(line, at - start + 1, line, at - start + 1)

    def _read_more(self) -> None:
        rest = self._text[self._at :]
        # With a value that is long, more at a time: the text is looked through anew each time.
        chunk = self._stream.read(min(max(_CHUNK_LENGTH, len(rest)), _CHUNK_LENGTH_LIMIT))
        self._is_read = not chunk
        self._text, self._line_start, self._at = rest + chunk, self._line_start - self._at, 0

    def _move(self, to: int) -> None:
        """Go on to the index `to`."""
        if newlines := self._text.count("\n", self._at, to):
            self._line += newlines
            self._line_start = self._text.rindex("\n", self._at, to) + 1
        self._at = to

    def _peek(self) -> str:
        """Pass over white space and commas; the character behind them, empty at the end."""
        while True:
            if match := _GAP.match(self._text, self._at):
                self._move(match.end())
            if self._at < len(self._text) or self._is_read:
                return self._text[self._at : self._at + 1]
            self._read_more()

    def _give_up(self, message: str) -> Unreadable:
        """Read nothing further."""
        self._is_given_up = True
        return Unreadable(
            self._place(), message if self._peek() else "the document ends too early", _CUT_HINT
        )

    def _find_line_end(self, limit: int) -> int:
        """The index of the line end; without one within `limit`, that of the end of the text."""
        while (end := self._text.find("\n", self._at)) < 0:
            if self._is_read or len(self._text) - self._at > limit:
                return len(self._text)
            self._read_more()
        return end

    def _is_of_lines(self) -> bool:
        """Whether each line is a value: the first is one, or is damaged and others follow."""
        end = self._find_line_end(_FIRST_LINE_LENGTH_LIMIT)
        try:
            decode(self._text[self._at : end], 0)
        except DecodingError:
            length = end - self._at
            self._read_more()
            is_open = self._text[:length].rstrip()[-1:] in {"{", "[", ",", ":"}
            return not is_open and _NEXT_LINE.match(self._text, length) is not None
        return end < len(self._text) or self._is_read

    def _iter_lines(self) -> Iterator[Found | Unreadable]:
        while self._at < len(self._text) or not self._is_read:
            end = self._find_line_end(VALUE_LENGTH_LIMIT)
            if end - self._at <= VALUE_LENGTH_LIMIT:
                yield from self._iter_line(self._text[self._at : end])
            else:
                yield _describe_length(self._place())
                while end == len(self._text) and not self._is_read:
                    self._move(end)
                    end = self._find_line_end(_CHUNK_LENGTH)
            self._move(min(end + 1, len(self._text)))

    def _iter_line(self, line: str) -> Iterator[Found | Unreadable]:
        text = line.strip(_BLANK)
        at = 0
        while at < len(text):
            try:
                value, at = decode(text, at)
            except DecodingError as error:
                before = len(line) - len(line.lstrip(_BLANK))
                column = 1 + before + int(getattr(error, "pos", at))
                yield describe(error, Place(self._line, column, self._line, column))
                return
            yield from self._unwrap(Place(self._line, 1, self._line, len(line) + 1), value)
            if at < len(text) and (match := _GAP.match(text, at)):
                at = match.end()

    def _is_marked(self, value: Any) -> bool:
        return isinstance(value, dict) and not self._marks.isdisjoint(value)

    def _unwrap(
        self, place: Place, value: Any, depth: int = 0, *, is_item: bool = False
    ) -> Iterator[Found]:
        """A value, or those that it is a list of or an object around."""
        inside: list[Any] | None = None
        if depth < _DEPTH_LIMIT and isinstance(value, list):
            # As an item of another list, one of bare values is a row.
            is_row = is_item and bool(value) and not any(map(_is_nested_or_null, value))
            inside = None if is_row else value
        elif depth < _DEPTH_LIMIT and isinstance(value, dict) and not self._is_marked(value):
            # An empty list is a result without entries, if it is what the document is about.
            inside = [
                item
                for key, item in value.items()
                if (isinstance(item, list) and key in _LISTS and (item or depth == 0))
                or (isinstance(item, dict) and (key in _AROUND or self._is_marked(item)))
            ] or None
        if inside is None:
            yield place, value
        else:
            for item in inside:
                yield from self._unwrap(place, item, depth + 1, is_item=inside is value)

    def _iter_list(self) -> Iterator[Found | Unreadable]:
        """The values of the list in front of the reader."""
        self._move(self._at + 1)
        while (char := self._peek()) != "]":
            if not char or char in "}:":
                yield self._give_up("not valid JSON: expecting a value of the list")
            elif isinstance(found := self._take(), Unreadable):
                yield found
            else:
                yield from self._unwrap(*found, depth=1, is_item=True)
            if self._is_given_up:
                return
        self._move(self._at + 1)

    def _iter_object(self, depth: int = 1) -> Iterator[Found | Unreadable]:
        """The values in the object in front of the reader, or that object itself."""
        place = self._place()
        self._move(self._at + 1)
        members: dict[str, Any] = {}
        is_around = False
        while self._peek() != "}":
            name = self._take_key()
            if name is None:
                yield self._give_up("not valid JSON: expecting a key in quotes and its value")
            elif self._leads_inside(name, depth) and not self._is_marked(members):
                is_around = True
                is_list = self._peek() == "["
                yield from self._iter_list() if is_list else self._iter_object(depth + 1)
            elif isinstance(found := self._take(), Unreadable):
                yield found
            elif self._is_marked(found[1]) and (is_around or not members):
                # An object of entries by their names.
                is_around = True
                yield found
            else:
                members[name] = found[1]
            if self._is_given_up:
                return
        self._move(self._at + 1)
        if not is_around or self._is_marked(members):
            yield from self._unwrap(place, members, depth)

    def _leads_inside(self, name: str, depth: int) -> bool:
        char = self._peek()
        return (char == "[" and name in _LISTS) or (
            char == "{" and name in _AROUND and depth < _DEPTH_LIMIT
        )

    def _take_key(self) -> str | None:
        """The key in front of the reader, who goes on to its value; null if both are not there."""
        found = self._take() if self._peek() == '"' else None
        if found is None or isinstance(found, Unreadable) or self._peek() != ":":
            return None
        self._move(self._at + 1)
        char = self._peek()
        return None if not char or char in "]}:" else str(found[1])

    def _take(self) -> Found | Unreadable:
        """The value in front of the reader, who goes on behind it, damaged or not."""
        place = self._place()
        while True:
            is_all = self._is_read or len(self._text) - self._at > VALUE_LENGTH_LIMIT
            try:
                value, end = decode(self._text, self._at)
            except DecodingError as error:
                if is_all or is_certain(error, self._text):
                    error_at: int = getattr(error, "pos", self._at)
                    behind = find_next(self._text, self._at, self._line_start, error_at)
                    if behind is not None and not (self._is_read and behind == len(self._text)):
                        unreadable = describe(error, self._place(error_at))
                        self._move(behind)
                        return unreadable
            else:
                if end < len(self._text) or self._is_read:
                    self._move(end)
                    return place, value
            if is_all:
                self._is_given_up = True
                return _describe_end(place) if self._is_read else _describe_length(place)
            self._read_more()


def _is_nested_or_null(value: Any) -> bool:
    return value is None or isinstance(value, dict | list)


def _describe_end(place: Place) -> Unreadable:
    return Unreadable(place, "the document ends in the middle of this value", _CUT_HINT)


def _describe_length(place: Place) -> Unreadable:
    message = f"longer than {VALUE_LENGTH_LIMIT:,} characters"
    return Unreadable(place, message, "take the texts of whole papers out of the document")
