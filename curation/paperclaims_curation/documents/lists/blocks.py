"""Lines of plain text or Markdown to blocks: paragraphs, headings, rules, and what is no text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from io import TextIOBase
from itertools import chain, islice

from paperclaims_curation.documents.entry import Skipped, Unreadable
from paperclaims_curation.documents.text import has_damage
from paperclaims_curation.patterns import lazy_pattern
from paperclaims_curation.problem import Place

BLOCK_LENGTH_LIMIT = 16 * 1024 * 1024
"""In code points: a longer paragraph comes in pieces, so that memory stays bounded."""
SUMMARY_LEVEL = 7
"""The level of a `<summary>`, below all headings."""

_FRONT_MATTER_LIMIT = 500
_FENCE = lazy_pattern(r"\s{0,3}(`{3,}|~{3,})[^`]*$")
_HEADING = lazy_pattern(r"\s{0,3}(#{1,6})(?:\s+|(?<=##)(?=[^\s#]))(.*?)\s*#*\s*$", re.DOTALL)
_HTML_HEADING = lazy_pattern(r"\s*<h([1-6])\b[^<>]*>(.*?)</h\1>\s*$", re.DOTALL | re.IGNORECASE)
_SUMMARY = lazy_pattern(r"\s*(?:<details[^<>]*>\s*)?<summary[^<>]*>(.*)", re.DOTALL | re.IGNORECASE)
_SUMMARY_END = lazy_pattern(r"</summary>", re.IGNORECASE)
_SUMMARY_LINES = 30
_LONGEST_TITLE = 300
# Tags that hold nothing on their line: they part paragraphs, as blank lines do.
_BARE_TAGS = lazy_pattern(
    r"\s*(?:</?(?:details|summary|p|div|center|ul|ol|li|br|hr|section|article|blockquote|a|span|dl|dd)\b"
    r"[^<>]*>\s*)+",
    re.IGNORECASE,
)
_RULE = lazy_pattern(
    r"\s{0,3}(?:(?:[-*_=~─━]\s?){3,}|={3,}.{1,80}={3,}|-{3,}.{1,80}-{3,}|%%-.*)\s*"
)
# `\\` alone, or with the address of the paper.
_LISTING_MARK = lazy_pattern(r"\\\\(?:\s*\(\s*https?://.*\))?")
_EDGE = r"(?:</?(?:p|div|details|blockquote|li|dd)\b[^<>]*>\s*)+"
_EDGE_TAGS_BEFORE = lazy_pattern(rf"\s*{_EDGE}", re.IGNORECASE)
_EDGE_TAGS_AFTER = lazy_pattern(rf"\s*{_EDGE}$", re.IGNORECASE)
_UNDERLINE = lazy_pattern(r"\s{0,3}(={3,}|-{3,})\s*")
_DEFINITION = lazy_pattern(r"\s{0,3}\[[^\]^][^\]]*\]:\s*<?(?:https?:|mailto:|[#/.])\S*")
_TABLE_ROW = lazy_pattern(r"\s{0,3}\|.*\|\s*", re.DOTALL)
_QUOTE = lazy_pattern(r"[ \t]{0,3}>(?![ \t]?\d)[ \t]?")
_COMMENT = lazy_pattern(r"<!--.*?-->")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a document."""

    number: int
    """Counted from 1."""
    text: str
    """With its line end; marks of quotation and tags around it are taken off."""


class Kind(Enum):
    """What a block is."""

    TEXT = "text"
    HEADING = "heading"
    RULE = "rule"
    TABLE = "table"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together."""

    kind: Kind
    lines: tuple[Line, ...]
    title: str = ""
    """Of a heading: its text without marks."""
    level: int = 0
    """Of a heading, from 1."""
    is_cut: bool = False
    """Whether the paragraph goes on in the next block."""

    @property
    def text(self) -> str:
        """The trimmed text; of a heading, without its marks."""
        return self.title or "".join(line.text for line in self.lines).strip()

    @property
    def place(self) -> Place:
        """From its first visible character to the end of that line."""
        return place_of(self.lines[0])


def place_of(line: Line) -> Place:
    """From the first visible character of a line to its end."""
    column = len(line.text) - len(line.text.lstrip()) + 1
    return Place(line.number, column, line.number, max(column, len(line.text.rstrip()) + 1))


def one_line(text: str) -> str:
    """A text as one line that can be written anywhere."""
    return " ".join(text.replace("\0", " ").encode(errors="replace").decode().split())


def iter_lines(stream: TextIOBase) -> Iterator[Line]:
    r"""The lines of a text; a line beyond `BLOCK_LENGTH_LIMIT` comes in pieces of one number.

    What cannot be decoded comes as a lone surrogate, as `open_text` has it.
    """
    number = 1
    while True:
        try:
            text = stream.readline(BLOCK_LENGTH_LIMIT)
        except UnicodeError:
            yield Line(number, "\udcff")
            return
        if not text:
            return
        yield Line(number, text)
        number += text.endswith(("\n", "\r"))


def _skip_front_matter(lines: Iterator[Line]) -> Iterator[Line]:
    """The lines behind a head in YAML or TOML."""
    held = list(islice(lines, 2))
    mark = held[0].text.strip() if held else ""
    if mark in ("---", "+++") and len(held) > 1 and re.match(r"[\w-]+\s*[:=]|#", held[1].text):
        for line in lines:
            if line.text.strip() in (mark, "..." if mark == "---" else mark):
                held = []
                break
            held.append(line)
            if len(held) > _FRONT_MATTER_LIMIT:
                break
    yield from held
    yield from lines


def _unclosed(line: Line, what: str, end: str) -> Unreadable:
    message = f"{what} is not closed: nothing behind it was read"
    return Unreadable(place_of(line), message, f"write {end} where it ends")


class _Reader:
    """Reads the blocks of a document one after another."""

    def __init__(self, lines: Iterator[Line]) -> None:
        self._lines = lines
        self._held: list[Line] = []
        self._length = 0
        self._is_quoted = False

    def __iter__(self) -> Iterator[Block | Unreadable]:
        while (line := next(self._lines, None)) is not None:
            yield from self._read(self._without_quote(line))
        yield from self._end_paragraph()

    def _end_paragraph(self, *, is_cut: bool = False) -> Iterator[Block]:
        if self._held:
            is_table = all(_TABLE_ROW.fullmatch(line.text) for line in self._held)
            yield Block(Kind.TABLE if is_table else Kind.TEXT, tuple(self._held), is_cut=is_cut)
        self._held, self._length = [], 0

    def _without_quote(self, line: Line) -> Line:
        # Within a paragraph that does not begin with `>`, a line may begin with the sign: `> 0.05`.
        if not self._held:
            self._is_quoted = bool(_QUOTE.match(line.text))
        return Line(line.number, _QUOTE.sub("", line.text, count=1)) if self._is_quoted else line

    def _read(self, line: Line) -> Iterator[Block | Unreadable]:
        text = line.text
        stripped = text.strip()
        if stripped.startswith("<!--"):
            yield from self._end_paragraph()
            yield from self._skip_comment(line)
        elif fence := _FENCE.match(text):
            yield from self._end_paragraph()
            yield from self._skip_code(line, fence[1])
        elif not stripped or _DEFINITION.match(text) or _BARE_TAGS.fullmatch(text):
            yield from self._end_paragraph()
        elif heading := self._read_heading(line):
            yield from self._end_paragraph()
            yield heading
        elif _UNDERLINE.fullmatch(text) and (heading := self._underline(stripped[0])):
            yield heading
        elif _RULE.fullmatch(text) or self._is_listing_mark(stripped):
            yield from self._end_paragraph()
            yield Block(Kind.RULE, (line,))
        else:
            yield from self._hold(line)

    def _is_listing_mark(self, stripped: str) -> bool:
        r"""Whether a line is one of the `\\` that part the fields and the abstract in arXiv's mails."""
        if not _LISTING_MARK.fullmatch(stripped):
            return False
        return not self._held or ":" in self._held[0].text[:20] or stripped.endswith(")")

    def _hold(self, line: Line) -> Iterator[Block]:
        text = line.text
        opened = _EDGE_TAGS_BEFORE.match(text)
        if opened:
            yield from self._end_paragraph()
            text = text[opened.end() :]
        bare = _EDGE_TAGS_AFTER.sub("", text) if text.rstrip().endswith(">") else text
        if bare.strip():
            self._held.append(Line(line.number, bare))
            self._length += len(bare)
        if bare is not text and len(bare) < len(text):
            yield from self._end_paragraph()
        elif self._length >= BLOCK_LENGTH_LIMIT:
            yield from self._end_paragraph(is_cut=True)

    def _read_heading(self, line: Line) -> Block | None:
        if match := _HEADING.fullmatch(line.text):
            level, text = len(match[1]), match[2]
        elif match := _HTML_HEADING.fullmatch(line.text):
            level, text = int(match[1]), match[2]
        elif match := _SUMMARY.fullmatch(line.text):
            level, text = SUMMARY_LEVEL, self._read_summary(line.number, match[1])
        else:
            return None
        text = _COMMENT.sub("", text).strip()
        return Block(Kind.HEADING, (line,), text, level) if text else None

    def _read_summary(self, number: int, text: str) -> str:
        for _ in range(_SUMMARY_LINES):
            if _SUMMARY_END.search(text) or (line := next(self._lines, None)) is None:
                break
            text += line.text
            number = line.number
        text, *rest = _SUMMARY_END.split(text, maxsplit=1)
        if rest and rest[0].strip():
            self._lines = chain([Line(number, rest[0])], self._lines)
        return text

    def _underline(self, mark: str) -> Block | None:
        if len(self._held) != 1 or len(text := self._held[0].text.strip()) > _LONGEST_TITLE:
            return None
        if mark == "-" and text.endswith((".", "。")):
            return None
        line, self._held, self._length = self._held[0], [], 0
        return Block(Kind.HEADING, (line,), text, 1 if mark == "=" else 2)

    def _skip_comment(self, first: Line) -> Iterator[Block | Unreadable]:
        line: Line | None = first
        while line is not None:
            _, closed, rest = line.text.partition("-->")
            if closed:
                yield from self._read(Line(line.number, rest)) if rest.strip() else ()
                return
            line = next(self._lines, None)
        yield _unclosed(first, "the comment", "-->")

    def _skip_code(self, first: Line, fence: str) -> Iterator[Block | Unreadable]:
        for line in self._lines:
            text = line.text.strip()
            if text.startswith(fence) and not text.strip(fence[0]):
                yield Block(Kind.CODE, (first,))
                return
        yield _unclosed(first, "the code block", fence)


def iter_blocks(lines: Iterator[Line]) -> Iterator[Block | Unreadable]:
    """The blocks of a document; front matter, comments and definitions of links are left out.

    What is not closed is `Unreadable`, and the last part.
    """
    yield from _Reader(_skip_front_matter(lines))


def skip(block: Block, reason: str) -> Skipped | Unreadable:
    """A block that is no abstract."""
    if has_damage(block.text):
        return Unreadable(
            block.place,
            "the text holds bytes that are not UTF-8, or NUL characters",
            "save the document as UTF-8, then import it again",
        )
    return Skipped(block.place, one_line(block.text.split("\n", 1)[0]), reason)


def too_long(block: Block) -> Unreadable:
    """A paragraph, or an entry, without end."""
    message = f"longer than {BLOCK_LENGTH_LIMIT >> 20} million characters without an end"
    return Unreadable(block.place, message, "part the abstracts by blank lines")
