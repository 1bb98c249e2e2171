"""The blocks of a BibTeX document, one at a time, and the fields of a block.

The parser `bibtexparser` reads whole documents, and rejects or misreads entries that programs
write and others accept: without a key, with two commas or none, with a value that ends in two
backslashes, with quotation marks inside `"{..}"`. It is used for names only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import BinaryIO

from paperclaims_curation.documents.citations import show
from paperclaims_curation.documents.entry import Unreadable
from paperclaims_curation.documents.text import open_text
from paperclaims_curation.problem import Place

BLOCK_LENGTH_LIMIT = 1 << 22
"""In code points: more is no entry but damage; it is passed over, not held in memory."""
_CHUNK_LENGTH = 1 << 16

_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_MARK = re.compile(r"\\.|[{}\"()]", re.DOTALL)
_BLOCK_START = re.compile(r"(?<![\w.\\@])@\s*([A-Za-z][\w-]*)\s*([{(])")
_UNFINISHED = re.compile(r"@\s*+[\w-]*+\s*+$|\\$")
# What surely begins another block although the one before is still open.
_SURE_START = re.compile(
    r"[ \t]*@[ \t]*(?:(?:string|preamble|comment)[ \t]*[{(]"
    r"|[a-z]+[ \t]*[{(][ \t]*[^\s,{}=]*[ \t]*(?:,|\r?$))",
    re.IGNORECASE,
)
_STRAY_FIELD = re.compile(r"[\s,}]*[A-Za-z][\w-]*[ \t]*=[ \t]*[{\"]")

_KEY = re.compile(r"([^,={}\"]*+)(?:,|$)|\s*+([^\s,={}\"]++)\s(?=\s*+[\w-]++\s*+=)")
_BETWEEN = re.compile(r"(?:[\s,]++|%[^\r\n]*+[\r\n])*+")
_FIELD = re.compile(rf"{_BETWEEN.pattern}([^\s=,{{}}\"#()%][^=,{{}}\"#()\r\n]*+)\s*+=\s*+")
_JOIN = re.compile(r"\s*#\s*")
_BARE = re.compile(r"[^\s,#{}\"=()]*")


class BrokenBlockError(Exception):
    """A block that cannot be read; the message says why."""


@dataclass(slots=True)
class Block:
    """What stands between the delimiters of `@kind{...}`."""

    kind: str
    """In lower case: `article`, `string`, `preamble`. Comments are no blocks."""
    place: Place
    """Where `@kind{` stands."""
    closing: str
    """The delimiter that ends it."""
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    depth: int = 0
    in_quotes: bool = False

    def extend(self, text: str, start: int) -> int:
        """Go on with the text; where it goes on behind the block, -1 if the block does not end."""
        # BibTeX counts braces, quoted or not. A parenthesis may stand in a quoted value.
        end = None
        for mark in (_BRACE if self.closing == "}" else _MARK).finditer(text, start):
            char = mark[0]
            if char == self.closing and not self.depth and not self.in_quotes:
                end = mark.start()
                break
            if char == '"' and not self.depth:
                self.in_quotes = not self.in_quotes
            self.depth = max(0, self.depth + (char == "{") - (char == "}"))
        if self.kind != "comment":
            self.pieces.append(text[start:end])
            self.length += len(self.pieces[-1])
        return -1 if end is None else end + 1


def iter_blocks(stream: BinaryIO) -> Iterator[Block | Unreadable]:
    """The blocks of a document. What stands between them is passed over, as BibTeX does."""
    scanner = _Scanner()
    for place, text in _iter_chunks(stream):
        yield from scanner.scan(place, text)
    if scanner.block is not None:
        yield _explain_open(scanner.block)


class _Scanner:
    def __init__(self) -> None:
        self.block: Block | None = None
        """The open one."""
        self._is_lost = False
        """Inside something too long: only what surely begins a block ends it."""
        self._has_stray = False
        """Whether a stray field was reported since the last block."""

    def scan(self, place: Place, text: str) -> Iterator[Block | Unreadable]:
        if place.column == 1:
            yield from self._begin_line(place, text)
        position = 0
        while position >= 0 and not self._is_lost:
            if self.block is None:
                position = self._find_start(place, text, position)
            else:
                position = self.block.extend(text, position)
                yield from self._finish(is_closed=position >= 0)

    def _begin_line(self, place: Place, text: str) -> Iterator[Unreadable]:
        if _SURE_START.match(text):
            self._is_lost = False
            if self.block is not None and self.block.kind != "comment":
                yield _explain_open(self.block)
                self.block = None
        elif self.block is None and not self._has_stray and _STRAY_FIELD.match(text):
            self._has_stray = True
            yield _explain_stray(place)

    def _find_start(self, place: Place, text: str, position: int) -> int:
        match = _BLOCK_START.search(text, position)
        if match is None or "%" in text[position : match.start()]:
            return -1
        closing = ")" if match[2] == "(" else "}"
        self.block = Block(match[1].lower(), _move(place, text, match), closing)
        self._has_stray = False
        return match.end()

    def _finish(self, *, is_closed: bool) -> Iterator[Block | Unreadable]:
        block = self.block
        if block is None:
            return
        self._is_lost = block.length > BLOCK_LENGTH_LIMIT
        if self._is_lost:
            yield _explain_long(block)
        elif is_closed and block.kind != "comment":
            yield block
        if self._is_lost or is_closed:
            self.block = None


def _iter_chunks(stream: BinaryIO) -> Iterator[tuple[Place, str]]:
    """Lines, or pieces of overlong ones, with the places where they begin."""
    text = open_text(stream)
    line, column = 1, 1
    try:
        while chunk := text.readline(_CHUNK_LENGTH):
            if _UNFINISHED.search(chunk):
                chunk += text.readline(_CHUNK_LENGTH)  # so that no `@article {` is cut in two
            yield Place(line, column, line, column), chunk
            ends = _count_lines(chunk)
            line += ends
            column = 1 if chunk.endswith(("\n", "\r")) else column * (not ends) + len(chunk)
    except UnicodeDecodeError:
        # UTF-16 that breaks off: an entry with damage reports it.
        yield Place(line, column, line, column), "\n@broken{, abstract = {\udcff}}"


def _count_lines(text: str) -> int:
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def _move(place: Place, text: str, match: re.Match[str]) -> Place:
    ends = _count_lines(text[: match.start()])
    start = text.rfind("\n", 0, match.start()) + 1 if ends else 1 - place.column
    column = match.start() - start + 1
    line = place.line + ends
    return Place(line, column, line, column + len(match[0]))


def _explain_open(block: Block) -> Unreadable:
    return Unreadable(
        block.place,
        f"@{block.kind} is not closed: a brace or quotation mark is missing,"
        " or the document breaks off",
        "balance the braces and quotation marks of this block",
    )


def _explain_long(block: Block) -> Unreadable:
    return Unreadable(
        block.place,
        f"@{block.kind} is longer than {BLOCK_LENGTH_LIMIT:,} characters",
        "balance the braces and quotation marks of this block",
    )


def _explain_stray(place: Place) -> Unreadable:
    return Unreadable(
        place,
        "a field outside of any entry: the entry before is closed too early,"
        " or the beginning of this one is damaged",
        "balance the braces before, or begin the entry with `@article{key,`",
    )


def read_key(text: str) -> tuple[str, int]:
    """The citation key of an entry, and where it ends; empty and 0 if there is none."""
    match = _KEY.match(text)
    return ((match[1] or match[2] or "").strip(), match.end()) if match else ("", 0)


def read_fields(text: str, start: int, macros: Mapping[str, str]) -> dict[str, str]:
    """The fields of a block behind its key: names in lower case, values without delimiters, not stripped.

    Of two fields with one name the first counts, unless it is empty. Macros are written out; the
    name of one that is not in `macros` stays.

    Raises:
        BrokenBlockError: what stands there are no fields.
    """
    fields: dict[str, str] = {}
    length = 0
    position = start
    while match := _FIELD.match(text, position):
        name = match[1].strip().lower()
        try:
            value, position = _read_value(text, match.end(), macros)
        except BrokenBlockError as error:
            raise BrokenBlockError(f"the value of `{show(name[:40])}` {error}") from None
        length += len(value)
        if length > BLOCK_LENGTH_LIMIT:
            raise BrokenBlockError("its macros write out to too long a text")
        if not fields.get(name, "").strip():
            fields[name] = value
    if rest := text[_BETWEEN.match(text, position).end() :]:  # type: ignore[union-attr]
        raise BrokenBlockError(f"there should be `name = value`, not `{show(rest[:40])}`")
    return fields


def _read_value(text: str, position: int, macros: Mapping[str, str]) -> tuple[str, int]:
    pieces: list[str] = []
    length = 0
    while True:
        if text[position : position + 1] in {"{", '"'}:
            end = find_closing(text, position)
            if end < 0:
                raise BrokenBlockError("is not closed")
            pieces.append(text[position + 1 : end])
            position = end + 1
        else:
            word = _BARE.match(text, position)[0]  # type: ignore[index]
            pieces.append(macros.get(word.lower(), word))
            position += len(word)
        length += len(pieces[-1])
        if length > BLOCK_LENGTH_LIMIT:
            raise BrokenBlockError("is too long with its macros written out")
        match = _JOIN.match(text, position)
        if match is None:
            return "".join(pieces), position
        position = match.end()


def find_closing(text: str, start: int) -> int:
    """The index of the mark that closes the brace or quotation mark at `start`; -1 if none does."""
    closing = "}" if text[start] == "{" else '"'
    depth = 0
    for mark in _MARK.finditer(text, start + 1):
        char = mark[0]
        if char == closing and not depth:
            return mark.start()
        depth += (char == "{") - (char == "}")
        if depth < 0:
            break
    return -1
