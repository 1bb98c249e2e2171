"""What the blocks at the beginning of a list do: begin an entry in some style, hold a text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from paperclaims_curation.documents.lists.blocks import Block, Kind, Line
from paperclaims_curation.documents.lists.fields import (
    Field,
    begins_with_abstract,
    has_abstract_label,
    has_only_links,
    is_structure,
    read_field,
    read_section,
)
from paperclaims_curation.documents.lists.items import (
    are_asides,
    holds_text,
    is_field_item,
    split_items,
)
from paperclaims_curation.documents.lists.titles import (
    Marker,
    begins_with_title,
    indent_of,
    is_heading,
    may_be_title,
    read_marker,
    split_emphasis,
    split_lead,
)


class Style(Enum):
    """What begins an entry."""

    PARAGRAPH = "each paragraph is an abstract"
    LINE = "each line is an abstract"
    LABEL = "a line `Title: ...`"
    HEADING = "a heading"
    BOLD = "a line in bold"
    LEAD = "words in bold at the beginning of a paragraph"
    NUMBER = "a number"
    BULLET = "a bullet"
    BARE = "a short line that is no sentence"
    ABSTRACT = "the word Abstract"
    RULE = "a rule between entries"


@dataclass(frozen=True, slots=True)
class Event:
    """What a block, or an item of a list, does."""

    style: Style | None
    """The style by which it could begin an entry; null if it cannot."""
    has_text: bool = False
    level: int = 0
    title: str = ""
    names_abstract: bool = False
    names_summary: bool = False
    indent: int = 0
    """Of an item, or of a paragraph."""


def read_events(block: Block) -> Iterator[Event]:
    """What a block does; an item of a list does it for itself."""
    if block.kind is Kind.RULE:
        yield Event(Style.RULE)
    elif block.kind is Kind.HEADING:
        section = read_section(block.title)
        if section not in (None, "title"):
            yield _labelled(None, [section or ""])
        elif not is_structure(block.title):
            yield Event(Style.HEADING, level=block.level, title=block.title)
    elif block.kind is Kind.TEXT:
        fields = [read_field(line.text) for line in block.lines]
        if fields[0] and fields[0].key == "unknown" and split_lead(block.text):
            fields[0] = None
        is_list = _begins_list(block.lines[0])
        if not is_list and (fields[0] or any(f and f.key == "title" for f in fields)):
            yield _read_fields(block, fields)
        elif is_list:
            yield from _read_items(list(block.lines))
        elif not all(f or has_only_links(n.text) for f, n in zip(fields, block.lines, strict=True)):
            yield _read_paragraph(block)


def _labelled(style: Style | None, keys: list[str], *, has_text: bool = False) -> Event:
    names_abstract, names_summary = "abstract" in keys, "summary" in keys
    return Event(style, has_text, names_abstract=names_abstract, names_summary=names_summary)


def _read_fields(block: Block, fields: list[Field | None]) -> Event:
    keys = [field.key for field in fields if field]
    has_text = any(
        field.key in ("abstract", "summary") and field.value for field in fields if field
    )
    has_text |= any(
        not f and not has_only_links(n.text) for f, n in zip(fields, block.lines, strict=True)
    )
    style = Style.LABEL if "title" in keys else Style.ABSTRACT if keys[0] == "abstract" else None
    return _labelled(style, keys, has_text=has_text)


def _begins_list(line: Line) -> bool:
    marker = read_marker(line.text)
    return marker is not None and not is_field_item(line, marker)


def _read_items(lines: list[Line]) -> Iterator[Event]:
    first = read_marker(lines[0].text)
    numbered = first is not None and first.number is not None
    style = Style.NUMBER if numbered else Style.BULLET
    for marker, held in split_items(lines, numbered=numbered):
        title, has_text = _read_item(marker, held)
        keys = [field.key for line in held if (field := read_field(line.text))]
        event = _labelled(style if marker else None, keys, has_text=has_text)
        yield replace(event, title=title, indent=marker.indent if marker else 0)


def _read_item(marker: Marker | None, lines: list[Line]) -> tuple[str, bool]:
    first = lines[0].text[marker.width if marker else 0 :].strip()
    is_title = is_heading(first) or split_emphasis(first) is not None
    return (first, holds_text(lines[1:])) if is_title else ("", True)


def _read_paragraph(block: Block) -> Event:
    lines, text = block.lines, block.text
    first = lines[0].text.strip()
    if len(lines) == 1 and read_section(text) == "abstract":
        return Event(Style.ABSTRACT, names_abstract=True)
    if (title := split_emphasis(first)) is not None:
        return Event(Style.BOLD, holds_text(lines[1:]), title=title)
    if split_lead(text):
        return Event(Style.LEAD, has_text=True)
    if begins_with_abstract(text):
        return Event(Style.ABSTRACT, has_text=True, names_abstract=has_abstract_label(text))
    if may_be_title(first) and not holds_text(lines[1:]):
        return Event(Style.BARE, title=first)
    if are_asides(lines):
        return Event(Style.BARE, title=first)
    if begins_with_title(lines):
        return Event(Style.BARE, has_text=True, title=first)
    return Event(None, has_text=True, indent=indent_of(lines[0].text))
