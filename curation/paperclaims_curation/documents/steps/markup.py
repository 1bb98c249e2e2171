"""Take the tags out of a text: blocks become lines, titles become labels, formulas stay."""

from __future__ import annotations

import re
from enum import IntEnum

from paperclaims_curation.documents.steps.mathml import Node, lower_text, raise_text, write_formula
from paperclaims_curation.documents.steps.tags import (
    DROPPED,
    LABEL,
    LINE,
    PARAGRAPH,
    SPACE,
    Tag,
    find_tags,
)


class _Gap(IntEnum):
    """What parts two pieces of text; the widest counts, and a label keeps what follows beside it."""

    NONE = 0
    SPACE = 1
    LINE = 2
    PARAGRAPH = 3
    AFTER_LABEL = 4


_DEEPEST_FORMULA = 50
_GAPS = {_Gap.SPACE: " ", _Gap.LINE: "\n", _Gap.PARAGRAPH: "\n\n", _Gap.AFTER_LABEL: " "}


class _Writer:
    """Puts the pieces of a text together."""

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._gap = _Gap.NONE
        self._label_start: int | None = None
        self._has_new_line = False

    def add(self, text: str) -> None:
        if self._gap:
            text = text.lstrip()
        if not text:
            return
        if self._gap:
            self._trim()
            self._pieces += [_GAPS[self._gap]] if self._pieces else []
            self._gap = _Gap.NONE
        self._pieces.append(text)
        self._has_new_line = False

    def part(self, gap: _Gap) -> None:
        self._gap = max(gap, self._gap)

    def break_line(self) -> None:
        self.part(_Gap.PARAGRAPH if self._has_new_line else _Gap.LINE)
        self._has_new_line = True

    def begin_label(self) -> None:
        self.part(_Gap.PARAGRAPH)
        self._label_start = len(self._pieces)

    def end_label(self) -> None:
        start, self._label_start = self._label_start, None
        if start is None:
            return
        label = "".join(self._pieces[start:])
        del self._pieces[start:]
        if not label.strip():
            return
        label = label.rstrip(" \t\n.:：")
        self._pieces.append(label if label.endswith(("?", "!")) else f"{label}:")
        self._gap = _Gap.AFTER_LABEL

    def text(self) -> str:
        return "".join(self._pieces)

    def _trim(self) -> None:
        while self._pieces:
            self._pieces[-1] = self._pieces[-1].rstrip()
            if self._pieces[-1]:
                return
            self._pieces.pop()


def _read_formula(text: str, tags: list[Tag], number: int) -> Node | None:
    """The tree of a formula; null if its tags do not fit into each other."""
    stack = [Node(tags[number].name, tags[number].attributes)]
    end = tags[number].end
    while number + 1 < len(tags):
        number += 1
        tag = tags[number]
        stack[-1].content.append(text[end : tag.start])
        end = tag.end
        if tag.kind == "close":
            if stack[-1].name != tag.name:
                return None
            node = stack.pop()
            if not stack:
                return node
        elif tag.kind != "aside":
            node = Node(tag.name, tag.attributes)
            stack[-1].content.append(node)
            stack += [node] if tag.kind == "open" else []
        if len(stack) > _DEEPEST_FORMULA:
            return None
    return None


def _link(inside: str, address: str) -> str:
    """A link's text with its address, where that is not the text anyway."""
    bare = re.sub(r"^https?://(?:www\.)?|/$", "", address)
    if not re.match(r"https?://", address) or bare in inside or not inside.strip():
        return inside
    return f"{inside} ({address})"


def remove_tags(text: str) -> str:
    """The text without its tags, comments and CDATA marks.

    Blocks become lines and paragraphs, the title of a section becomes `Title: ` before its text, as
    in PubMed; exponents keep a mark, links their address. What only looks like a tag stays: `p <
    0.05`, `Map<K, V>`, `<think>`, `a<b>c`.
    """
    if "<" not in text:
        return text
    text = re.sub(r"<!\[CDATA\[(.*?)\]\]>", r"\1", text, flags=re.DOTALL) if "]]>" in text else text
    tags = find_tags(text)
    if not tags:
        return text
    writer = _Writer()
    _write(text, tags, writer)
    return writer.text().strip()


def _write(text: str, tags: list[Tag], writer: _Writer) -> None:
    end, number = 0, 0
    while number < len(tags):
        tag = tags[number]
        writer.add(text[end : tag.start])
        end = tag.end
        shown = _show_whole(text, tags, number)
        if shown is None or tag.partner is None:
            _mark(tag, writer)
        else:
            writer.add(shown)
            number = tag.partner
            end = tags[number].end
        number += 1
    writer.add(text[end:])


def _show_whole(text: str, tags: list[Tag], number: int) -> str | None:
    """What stands for an element as a whole; null if its parts are written one by one."""
    tag = tags[number]
    if tag.kind != "open" or tag.partner is None:
        return None
    last = tags[tag.partner]
    if tag.name in DROPPED:
        return ""
    if tag.name == "math":
        formula = _read_formula(text, tags, number)
        return None if formula is None else write_formula(formula)
    if tag.name == "alternatives":
        # The same formula twice: in TeX and in MathML.
        for inner in tags[number + 1 : number + 4]:
            if inner.name == "tex-math" and inner.kind == "open" and inner.partner is not None:
                return text[inner.end : tags[inner.partner].start].strip()
    if tag.partner > number + 1:
        return None
    inside = text[tag.end : last.start]
    if tag.name == "sup":
        return raise_text(inside)
    if tag.name == "sub":
        return lower_text(
            inside, text[max(0, tag.start - 1) : tag.start], text[last.end : last.end + 1]
        )
    return _link(inside, tag.attributes["href"]) if "href" in tag.attributes else None


def _mark(tag: Tag, writer: _Writer) -> None:
    """Break where a block begins or ends."""
    if tag.name in LABEL and tag.kind == "open":
        writer.begin_label()
    elif tag.name in LABEL and tag.kind == "close":
        writer.end_label()
    elif tag.name in ("br", "break"):
        writer.break_line()
    elif tag.name in LINE:
        writer.part(_Gap.LINE)
    elif tag.name in PARAGRAPH:
        writer.part(_Gap.PARAGRAPH)
        label = tag.attributes.get("label", "").strip().rstrip(":")
        if tag.name == "abstracttext" and label and label.upper() != "UNLABELLED":
            writer.begin_label()
            writer.add(label)
            writer.end_label()
    elif tag.name in SPACE:
        writer.part(_Gap.SPACE)
