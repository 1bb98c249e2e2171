"""Plain text and Markdown: lists of abstracts, with or without titles, numbers and bullets.

In a document without titles, blank lines part the abstracts, and a short line that does not end
as a sentence does is a heading. Whether entries begin with a title, a number or otherwise is told
from the first 64 KiB. The line breaks within an abstract are its author's and stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import BinaryIO

from paperclaims_curation.documents.citations import number_entries
from paperclaims_curation.documents.entry import Part, Unreadable
from paperclaims_curation.documents.lists.abstracts import AbstractReader
from paperclaims_curation.documents.lists.blocks import Block, iter_blocks, iter_lines
from paperclaims_curation.documents.lists.entries import EntryReader
from paperclaims_curation.documents.lists.events import Style
from paperclaims_curation.documents.lists.layout import choose_layout
from paperclaims_curation.documents.lists.pubmed import is_pubmed_text, read_pubmed_text
from paperclaims_curation.documents.text import open_text
from paperclaims_schema.vocabularies import CleaningStep

CLEANING = (CleaningStep.LINE_ENDS, CleaningStep.ABSTRACT_LABEL, CleaningStep.COPYRIGHT)

HEAD_LENGTH = 64 * 1024
"""In code points: how much of a document is read to see how it is laid out."""


def recognises(head: str, name: str) -> bool:
    """Always: what no other format knows is a list."""
    return True


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The abstracts of a list, and what is no abstract, in order."""
    yield from number_entries(_iter_parts(stream))


def _iter_parts(stream: BinaryIO) -> Iterator[Part]:
    parts = iter_blocks(iter_lines(open_text(stream)))
    head: list[Block | Unreadable] = []
    length = 0
    while length < HEAD_LENGTH and (part := next(parts, None)) is not None:
        head.append(part)
        length += len(part.text) if isinstance(part, Block) else 0
    yield from _read_list([part for part in head if isinstance(part, Block)], chain(head, parts))


def _read_list(head: list[Block], parts: Iterator[Block | Unreadable]) -> Iterator[Part]:
    if is_pubmed_text(head):
        return read_pubmed_text(parts)
    layout = choose_layout(head)
    if layout.style in (Style.PARAGRAPH, Style.LINE):
        return AbstractReader(by_line=layout.style is Style.LINE).read(parts)
    return EntryReader(layout).read(parts)
