"""Items of lists, and lines that only say something of an abstract."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO

from paperclaims_curation.documents.lists.blocks import Line
from paperclaims_curation.documents.lists.fields import has_only_links, read_field
from paperclaims_curation.documents.lists.names import read_names
from paperclaims_curation.documents.lists.titles import (
    Marker,
    begins_with_title,
    is_heading,
    may_be_title,
    read_marker,
)

_MOST_ASIDES = 6
_SHORT_VALUE = 120
"""In code points: behind an unknown label in bold, more than this is an abstract behind a title."""


def is_note(line: Line) -> bool:
    """Whether a line holds a field, links or names, and no abstract."""
    if field := read_field(line.text):
        return field.key not in ("abstract", "summary") or not field.value
    return has_only_links(line.text) or bool(read_names(line.text))


def holds_text(lines: Iterable[Line]) -> bool:
    """Whether lines hold more than fields, links and names."""
    return not all(map(is_note, lines))


def is_field_item(line: Line, marker: Marker) -> bool:
    """Whether an item of a list is a field or links, as in `- **DOI:** ...`, and no entry."""
    text = line.text[marker.width :]
    field = read_field(text)
    if field and field.key == "unknown":
        return len(field.value) < _SHORT_VALUE and not field.value.endswith(".")
    return (field is not None and field.key != "title") or has_only_links(text)


def split_items(lines: Sequence[Line], *, numbered: bool) -> list[tuple[Marker | None, list[Line]]]:
    """The items of a list in a paragraph. Lines before the first one have no marker.

    An item begins at most as far in as the first one; its number, within a paragraph, is the next.
    """
    items: list[tuple[Marker | None, list[Line]]] = []
    base: Marker | None = None
    last = 0
    for line in lines:
        marker = read_marker(line.text)
        if marker and (marker.number is not None) == numbered and not is_field_item(line, marker):
            fits = base is None or marker.indent <= base.indent + 1
            number = marker.number or 0
            if fits and (not items or not numbered or number == last + 1 or number == last == 1):
                items.append((marker, [line]))
                base, last = base or marker, number
                continue
        if items:
            items[-1][1].append(line)
        else:
            items.append((None, [line]))
    return items


def are_asides(lines: Sequence[Line]) -> bool:
    """Whether lines are names, institutions and addresses, each for itself, or one short line.

    An abstract ends as a sentence does, or is longer, or has lines that begin within a sentence.
    """
    texts = [line.text.strip() for line in lines]
    return len(texts) <= _MOST_ASIDES and all(
        is_heading(text) and (len(texts) == 1 or "@" in text or not text[0].islower())
        for text in texts
    )


def has_title(lines: Sequence[Line]) -> bool:
    """Whether the first line is a title: no text follows, or it was broken before it was full."""
    if not may_be_title(lines[0].text.strip()):
        return False
    rest = [line for line in lines[1:] if not is_note(line)]
    if not rest or (len(rest) < len(lines) - 1 and is_note(lines[1])):
        return True
    return begins_with_title(lines)


def lines_behind(lines: list[Line], text: str) -> list[Line]:
    """The lines of a text that ends others, without what stands before it."""
    whole = "".join(line.text for line in lines)
    start = len(whole.rstrip()) - len(text)
    number = lines[0].number + whole[:start].count("\n")
    return [Line(number + n, part) for n, part in enumerate(StringIO(whole[start:], newline=""))]


def dedent(line: Line, width: int) -> Line:
    """A line of an item without the indentation that the item gives it."""
    text = line.text
    kept = 0
    while kept < min(width, len(text)) and text[kept] in " \t":
        kept += 1
    return Line(line.number, text[kept:])
