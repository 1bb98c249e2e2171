"""Where entries begin within the paragraphs of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from paperclaims_curation.documents.lists.blocks import Block, Line
from paperclaims_curation.documents.lists.draft import Draft
from paperclaims_curation.documents.lists.events import Style
from paperclaims_curation.documents.lists.fields import (
    begins_with_abstract,
    has_abstract_label,
    has_only_links,
    read_field,
    read_section,
)
from paperclaims_curation.documents.lists.items import dedent, has_title, lines_behind, split_items
from paperclaims_curation.documents.lists.layout import Layout
from paperclaims_curation.documents.lists.names import read_names
from paperclaims_curation.documents.lists.titles import (
    clean_title,
    is_heading,
    may_be_title,
    reads_as_title,
    split_emphasis,
    split_lead,
)
from paperclaims_curation.patterns import lazy_pattern

_LONGEST_TITLE = 300
# What stands behind the title in one line with it: ` - Names - [[pdf]](...)`, `(Oral)`, `<br>Names`.
_SUMMARY = lazy_pattern(
    r"\s*(?P<title><(?P<tag>b|strong)\b[^<>]*>.*?</(?P=tag)>|(?P<bold>\*\*|__).+?(?P=bold)|\[[^\[\]]+\]\([^()\s]+\))"
    r"(?P<rest>\s*(?:[-–—|(\[<\n]|by\b).*)",
    re.DOTALL | re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Segment:
    """Lines of one entry within a block."""

    lines: list[Line]
    begins: Line | None = None
    """The line on which an entry begins, if one does."""
    title: str | None = None


def split_summary(text: str) -> tuple[str, tuple[str, ...]]:
    """Title and authors of `**Title** - Names - [[pdf]](...)`; without the marks, all is title."""
    match = _SUMMARY.fullmatch(text)
    if not match:
        return text, ()
    rest = re.sub(
        r"!?\[+[^\[\]]*\]+\([^()\s]*\)\]?|<a\b.*?</a>", "\n", match["rest"], flags=re.DOTALL
    )
    pieces = re.split(r"\s[-–—|]\s|<[^<>]*>|\n", f" {rest.strip()} ")
    pieces = [text for piece in pieces if (text := piece.strip()) and text[0] not in "(["]
    name = read_names(clean_title(match["title"])[0], is_marked=True)
    if name and (title := next(filter(reads_as_title, pieces), None)):
        # `**Name** (Town) - Title`
        return title, name
    names = (read_names(piece, is_marked=True) for piece in pieces)
    return match["title"], next(filter(None, names), ())


class Segmenter:
    """Divides paragraphs where entries begin."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._width = 0

    def split(self, block: Block, draft: Draft | None) -> Iterator[Segment]:
        """The segments of a paragraph behind what is known of the entry before."""
        lines, first = list(block.lines), block.lines[0]
        match self._layout.style:
            case Style.NUMBER | Style.BULLET:
                yield from self._split_items(lines, draft)
            case Style.LABEL:
                yield from _split_labels(lines)
            case Style.BOLD if _is_bold_title(first.text):
                yield Segment(lines[1:], first, first.text)
            case Style.LEAD if lead := split_lead(block.text):
                yield Segment(lines_behind(lines, lead[1]), first, lead[0])
            case Style.BARE if _begins_bare(lines, draft):
                yield Segment(lines[1:], first, first.text)
            case Style.ABSTRACT if _begins_abstract(block):
                yield Segment(lines, first)
            case Style.RULE if draft is None and has_title(lines):
                yield Segment(lines[1:], first, first.text)
            case Style.RULE if draft is None:
                yield Segment(lines, first)
            case _:
                yield Segment(lines)

    def _split_items(self, lines: list[Line], draft: Draft | None) -> Iterator[Segment]:
        numbered = self._layout.style is Style.NUMBER
        for marker, held in split_items(lines, numbered=numbered):
            if marker is None or (marker.indent > self._layout.indent + 1 and draft):
                yield Segment([dedent(line, self._width) for line in held])
                continue
            self._width = marker.width
            first = Line(held[0].number, held[0].text[marker.width :])
            inside = [first, *(dedent(line, marker.width) for line in held[1:])]
            text = "".join(line.text for line in inside).strip()
            if lead := split_lead(text):
                yield Segment(lines_behind(inside, lead[1]), held[0], lead[0])
            elif self._is_item_title(inside):
                yield Segment(inside[1:], held[0], first.text)
            else:
                yield Segment(inside, held[0])

    def _is_item_title(self, lines: list[Line]) -> bool:
        text = lines[0].text.strip()
        if split_emphasis(text) or _SUMMARY.fullmatch(text) or has_only_links(text):
            return True
        if len(lines) == 1:
            return is_heading(text) or (self._layout.is_titled and len(text) <= _LONGEST_TITLE)
        return has_title(lines) and not (read_field(text) or has_abstract_label(text))


def _is_bold_title(text: str) -> bool:
    title = split_emphasis(text)
    return bool(title) and not read_section(title or "") and not read_field(text)


def _split_labels(lines: list[Line]) -> Iterator[Segment]:
    fields = [read_field(line.text) for line in lines]
    starts = [n for n, found in enumerate(fields) if found and found.key == "title"]
    if starts and all(fields[: starts[0]]):
        # `arXiv: ...` may come before the title.
        starts[0] = 0
    if not starts or starts[0]:
        yield Segment(lines[: starts[0] if starts else None])
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        yield Segment(lines[start:end], lines[start])


def _begins_bare(lines: list[Line], draft: Draft | None) -> bool:
    text = lines[0].text.strip()
    if read_field(text) or has_only_links(text):
        return False
    if draft and not draft.has_text and read_names(text):
        return False
    if len(lines) == 1:
        return may_be_title(text) and not text[0].islower() and read_section(text) is None
    return has_title(lines)


def _begins_abstract(block: Block) -> bool:
    found = read_field(block.lines[0].text)
    return bool(found and found.key == "abstract") or begins_with_abstract(block.text)
