"""Lists without titles: each paragraph, or each line, is an abstract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from paperclaims_curation.documents.entry import Part, Unreadable
from paperclaims_curation.documents.lists.blocks import Block, Kind, skip, too_long
from paperclaims_curation.documents.lists.draft import Draft
from paperclaims_curation.documents.lists.fields import has_only_links, read_field
from paperclaims_curation.documents.lists.titles import is_heading

_NOTES = ("doi", "arxiv", "openreview", "code", "page", "keywords")


class AbstractReader:
    """Reads a document in which each paragraph, or each line, is an abstract."""

    def __init__(self, *, by_line: bool) -> None:
        self._by_line = by_line
        self._draft: Draft | None = None
        self._is_rest = False

    def read(self, parts: Iterable[Block | Unreadable]) -> Iterator[Part]:
        """The abstracts of the blocks, and what is left out."""
        for part in parts:
            if isinstance(part, Unreadable):
                yield from self._finish()
                yield part
            elif part.kind is Kind.TEXT:
                for block in self._pieces(part):
                    yield from self._read_text(block)
            elif part.kind is not Kind.RULE:
                yield from self._finish()
                yield skip(part, part.kind.value)
        yield from self._finish()

    def _pieces(self, block: Block) -> Iterator[Block]:
        if self._by_line:
            yield from (Block(Kind.TEXT, (line,)) for line in block.lines)
        else:
            yield block

    def _finish(self) -> Iterator[Part]:
        if self._draft:
            yield self._draft.finish()
        self._draft = None

    def _read_text(self, block: Block) -> Iterator[Part]:
        if block.is_cut or self._is_rest:
            yield from self._finish()
            yield from [] if self._is_rest else [too_long(block)]
            self._is_rest = block.is_cut
        elif self._draft and _has_only_notes(block):
            # A line of its own such as `Code: https://...` says something of the abstract above.
            self._draft.add_lines(block.lines)
        else:
            yield from self._finish()
            if is_heading(block.text) or _has_only_notes(block):
                yield skip(block, "heading")
            else:
                self._draft = Draft(block.place)
                self._draft.add_text(block.text)


def _has_only_notes(block: Block) -> bool:
    """Whether a block holds only links and fields that say something of an abstract."""
    fields = [read_field(line.text) for line in block.lines]
    return all(
        field.key in _NOTES if field else has_only_links(line.text)
        for field, line in zip(fields, block.lines, strict=True)
    )
