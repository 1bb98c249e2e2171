"""YAML text to a tree that keeps every string as written and knows every position.

YAML 1.2 core rules: `NO`, `on`, `12:30` and `2025-12-01` are strings, numbers keep their
digits as `Decimal`. Duplicate keys, aliases, tags, several documents and very large or deep
files are refused. U+0085, U+2028 and U+2029 are ordinary characters, as YAML 1.2 has them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

import yaml
import yaml.resolver
from yaml.cyaml import CParser  # type: ignore[attr-defined]

from paperclaims_curation.problem import Loc, Place
from paperclaims_curation.recordfile.plainvalues import SIZE_LIMIT, resolve_plain
from paperclaims_curation.recordfile.yamlhints import explain

DEPTH_LIMIT = 20


@dataclass(slots=True)
class Scalar:
    """A single value."""

    value: str | int | bool | Decimal | None
    style: str | None
    """The quote mark, `|` or `>`; null for a plain value."""
    place: Place
    start: int
    """Offset in the text, code points."""
    end: int


@dataclass(slots=True)
class Sequence:
    """A list."""

    flow: bool
    place: Place
    start: int
    end: int = 0
    items: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Mapping:
    """Keys and values."""

    flow: bool
    place: Place
    start: int
    end: int = 0
    keys: dict[str, Scalar] = field(default_factory=dict)
    values: dict[str, Node] = field(default_factory=dict)


Node = Scalar | Sequence | Mapping


class YamlError(Exception):
    """The text is not the YAML that a record may be."""

    def __init__(self, code: str, message: str, place: Place, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.place = place
        self.hint = hint


_FORBIDDEN = re.compile(
    "[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\ufeff\\ufffe\\uffff]|[\\ud800-\\udfff]"
)
_BREAKS = "\x85\u2028\u2029"


def place_at(text: str, start: int, end: int | None = None) -> Place:
    """The place of the offsets in the text, code points."""

    def position(offset: int) -> tuple[int, int]:
        return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1

    return Place(*position(start), *position(start + 1 if end is None else end))


def _place(event: Any) -> Place:
    start, end = event.start_mark, event.end_mark
    return Place(start.line + 1, start.column + 1, end.line + 1, end.column + 1)


class _Parser(CParser, yaml.resolver.BaseResolver):
    """Events only: tags and aliases are seen before anything is built from them."""

    def __init__(self, text: str) -> None:
        CParser.__init__(self, text)
        yaml.resolver.BaseResolver.__init__(self)


class _Builder:
    def __init__(self, text: str) -> None:
        self.text = text
        self.root: Node | None = None
        self.open: list[Sequence | Mapping] = []
        self.keys: list[str | None] = []
        """Of each open mapping, the key whose value comes next."""
        shielded = [char for char in _BREAKS if char in text]
        # libyaml takes these for line breaks; stand-ins keep them as content and the lines right.
        # A stand-in is neither in the text nor written there as an escape.
        lowered = text.lower() if shielded else ""
        free = (
            chr(code)
            for code in range(0xE000, 0xF900)
            if chr(code) not in text and f"{code:04x}" not in lowered
        )
        stand_ins = dict(zip(shielded, free, strict=False))
        self.shield = str.maketrans(stand_ins)
        self.unshield = str.maketrans({stand: char for char, stand in stand_ins.items()})

    def events(self) -> Iterator[Any]:
        parser = _Parser(self.text.translate(self.shield))
        last: Any = None
        try:
            while parser.check_event():
                event = parser.get_event()
                last = event if isinstance(event, yaml.ScalarEvent) else last
                yield event
        except yaml.MarkedYAMLError as error:
            explanation = explain(self.text, error, last)
            place = place_at(self.text, min(explanation.offset, len(self.text)))
            message = f"not valid YAML: {explanation.message}"
            raise YamlError("yaml-syntax", message, place, explanation.hint) from error
        finally:
            parser.dispose()

    def scalar(self, event: Any) -> Scalar:
        raw: str = event.value.translate(self.unshield)
        value = resolve_plain(raw) if event.style in (None, "") else raw
        node = Scalar(
            value, event.style or None, _place(event), event.start_mark.index, event.end_mark.index
        )
        if isinstance(value, str) and "\0" in value:
            raise YamlError("yaml-character", "NUL character in a value", node.place, "remove it")
        return node

    def refuse(self, event: Any) -> None:
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            message = "anchors and aliases (& and *) are not allowed here"
            hint = "write the value out; put text that begins with & or * in single quotes"
            raise YamlError("yaml-alias", message, _place(event), hint)
        if event.tag is not None:
            message = "tags (!) are not allowed here"
            hint = "remove the tag; put text that begins with ! in single quotes"
            raise YamlError("yaml-tag", message, _place(event), hint)

    def build(self) -> Node | None:
        document_count = 0
        for event in self.events():
            end = event.end_mark.index
            if isinstance(event, yaml.DocumentStartEvent):
                document_count += 1
                if document_count > 1:
                    message = "a second document begins here"
                    hint = "keep one record a file; remove the line ---"
                    raise YamlError("yaml-documents", message, _place(event), hint)
            elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
                self.open.pop().end = end
                self.keys.pop()
            elif isinstance(event, yaml.NodeEvent):
                self.refuse(event)
                self.add(self.node(event))
        return self.root

    def node(self, event: Any) -> Node:
        if isinstance(event, yaml.ScalarEvent):
            return self.scalar(event)
        kind = Sequence if isinstance(event, yaml.SequenceStartEvent) else Mapping
        return kind(bool(event.flow_style), _place(event), event.start_mark.index)

    def add(self, node: Node) -> None:
        parent = self.open[-1] if self.open else None
        if isinstance(parent, Mapping):
            key = self.keys[-1]
            if key is None:
                self.keys[-1] = self.key(parent, node)
                return
            parent.values[key] = node
            self.keys[-1] = None
        elif isinstance(parent, Sequence):
            parent.items.append(node)
        else:
            self.root = node
        if not isinstance(node, Scalar):
            if len(self.open) >= DEPTH_LIMIT:
                message = f"lists and keys are nested deeper than {DEPTH_LIMIT}"
                raise YamlError("yaml-depth", message, node.place, "check the brackets")
            self.open.append(node)
            self.keys.append(None)

    def key(self, parent: Mapping, node: Node) -> str:
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            message = "a list or keys stand where a key is expected"
            if isinstance(node, Scalar):
                message = f"{self.text[node.start : node.end] or 'nothing'} stands where a key is expected"
            hint = "a key is a field's name, then a colon"
            if parent.flow:
                hint = "a comma inside { } parts entries: put a text with a comma in single quotes"
            raise YamlError("yaml-key", message, node.place, hint)
        if node.value in parent.keys:
            first = parent.keys[node.value].place.line
            message = f"key {node.value} stands here a second time (first in line {first})"
            hint = "keep one of them"
            if len(self.open) > 1 and isinstance(self.open[-2], Sequence):
                hint += ", or begin a new entry with `- `"
            raise YamlError("yaml-duplicate-key", message, node.place, hint)
        parent.keys[node.value] = node
        return node.value


def parse_tree(text: str) -> Node | None:
    """Parse YAML text; null for a text without any value.

    Raises:
        YamlError: the text is not valid YAML, or uses what records may not use.
    """
    if len(text) > SIZE_LIMIT:
        message = f"the file is larger than {SIZE_LIMIT} characters"
        raise YamlError("yaml-size", message, Place(1, 1, 1, 1), "a record file holds one abstract")
    bad = _FORBIDDEN.search(text)
    if bad:
        message = f"character U+{ord(bad.group()):04X} is not allowed as it stands"
        hint = "remove it, or write it as an escape in double quotes"
        if bad.group() == "\0":
            hint = "remove it; if the file was saved as UTF-16, save it as UTF-8"
        raise YamlError("yaml-character", message, place_at(text, bad.start()), hint)
    return _Builder(text).build()


def to_data(node: Node | None) -> Any:
    """The plain Python data of a tree: dict, list, str, int, Decimal, bool, None."""
    if isinstance(node, Mapping):
        return {key: to_data(value) for key, value in node.values.items()}
    if isinstance(node, Sequence):
        return [to_data(item) for item in node.items]
    return None if node is None else node.value


def find_node(root: Node | None, loc: Loc) -> tuple[Node | Scalar | None, bool]:
    """The node at a path, and whether the whole path was found.

    Parts that are no keys (such as the tag of a discriminated union) are passed over; if the
    path leads out of the tree, the deepest node on it is given. A path that ends in a key that
    the schema does not know gives the key itself.
    """
    node = root
    complete = True
    for part in loc:
        if isinstance(node, Mapping) and isinstance(part, str) and part in node.values:
            node, complete = node.values[part], True
        elif isinstance(node, Sequence) and isinstance(part, int) and part < len(node.items):
            node, complete = node.items[part], True
        else:
            complete = False
    return node, complete
