"""Lists in which each entry begins in the same way: with a title, a number, a label, a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from paperclaims_curation.documents.entry import Part, Skipped, Unreadable
from paperclaims_curation.documents.lists.blocks import (
    BLOCK_LENGTH_LIMIT,
    Block,
    Kind,
    Line,
    place_of,
    skip,
    too_long,
)
from paperclaims_curation.documents.lists.draft import Draft
from paperclaims_curation.documents.lists.events import Style
from paperclaims_curation.documents.lists.fields import find_links, read_field, read_section
from paperclaims_curation.documents.lists.layout import Layout
from paperclaims_curation.documents.lists.names import read_names
from paperclaims_curation.documents.lists.segments import Segmenter, split_summary
from paperclaims_curation.documents.lists.titles import is_heading


class EntryReader:
    """Reads entries that all begin in the same way."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._draft: Draft | None = None
        self._segmenter = Segmenter(layout)
        self._length = 0
        self._waiting: list[Line] = []

    def read(self, parts: Iterable[Block | Unreadable]) -> Iterator[Part]:
        """The entries of the blocks, and what is left out."""
        for part in parts:
            if isinstance(part, Unreadable):
                yield from self._finish()
                yield part
            elif part.kind is Kind.TEXT:
                yield from self._read_text(part)
            elif part.kind is Kind.HEADING:
                yield from self._read_heading(part)
            elif part.kind is Kind.RULE:
                yield from self._read_rule()
            else:
                yield skip(part, part.kind.value)
        yield from self._finish()

    def _finish(self) -> Iterator[Part]:
        if self._draft is not None:
            part = self._draft.finish()
            if isinstance(part, Skipped) and self._layout.style in (Style.BARE, Style.RULE):
                part = Skipped(part.place, part.text, "heading")
            yield part
        self._draft = None

    def _begin(self, line: Line, title: str | None) -> Iterator[Part]:
        yield from self._finish()
        self._draft = Draft(place_of(line), has_summary=self._layout.has_summaries)
        if title:
            title_alone, authors = split_summary(title)
            if self._layout.has_names and (names := read_names(title, is_marked=True)):
                title_alone, authors = "", names
            self._draft.add_title(title_alone)
            self._draft.authors = authors
            if title_alone != title:
                self._draft.links += find_links(title)

    def _read_rule(self) -> Iterator[Part]:
        if self._layout.style is Style.RULE:
            yield from self._finish()
        elif self._draft and self._draft.has_text:
            self._draft.is_over = True

    def _read_heading(self, block: Block) -> Iterator[Part]:
        section, draft = read_section(block.title), self._draft
        if self._layout.is_heading(block.level) and section in (None, "title"):
            yield from self._begin(block.lines[0], block.title)
        elif draft and section:
            draft.begin_section(section)
        elif draft and block.level > self._layout.level > 0 and read_names(block.title):
            draft.authors = draft.authors or read_names(block.title)
        elif draft and block.level > self._layout.level > 0:
            if not draft.has_text:
                draft.add_text(block.title, "aside")
            elif "abstract" in draft.texts:
                draft.section = "dropped"
            else:
                draft.add_text(block.lines[0].text.strip())
        elif self._layout.style is Style.RULE and not draft:
            yield from self._begin(block.lines[0], block.title)
        else:
            yield from self._finish()
            yield skip(block, "heading")

    def _read_text(self, block: Block) -> Iterator[Part]:
        if block.is_cut:
            yield from self._finish()
            yield too_long(block)
            return
        for segment in self._segmenter.split(block, self._draft):
            if segment.begins:
                yield from self._begin(segment.begins, segment.title)
                self._length = 0
            if self._draft and not self._draft.is_over:
                self._draft.add_lines([*self._waiting, *segment.lines])
                self._waiting = []
            elif self._layout.style is Style.LABEL and _are_fields(segment.lines):
                # `arXiv: ...` may come before `Title: ...`.
                self._waiting = segment.lines
            elif segment.lines:
                left = Block(Kind.TEXT, tuple(segment.lines))
                yield skip(left, "heading" if is_heading(left.text) else "outside entries")
        self._length += len(block.text)
        if self._draft and self._length > BLOCK_LENGTH_LIMIT:
            yield too_long(block)
            self._draft = None


def _are_fields(lines: list[Line]) -> bool:
    return all(read_field(line.text) for line in lines)
