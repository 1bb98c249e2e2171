"""Bring any readable record or pass file into canonical form, comments kept."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from paperclaims_curation.recordfile.quotes import Span
from paperclaims_curation.recordfile.reading import AuthoredFile, ModelT
from paperclaims_curation.recordfile.tree import Loc, Mapping, Node, Scalar, Sequence, to_data
from paperclaims_curation.recordfile.writing import (
    SCHEMA_LINE,
    VERBATIM_KEYS,
    format_data,
    to_plain,
)
from paperclaims_schema.record import Record

_COMMENT = re.compile(r"(?:^|(?<=[ \t\n]))#[^\n]*")


def _scalars(node: Node | None) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars(item)
    elif isinstance(node, Mapping):
        for key, value in node.values.items():
            yield node.keys[key]
            yield from _scalars(value)


def _starts(node: Node | None, loc: Loc) -> Iterator[tuple[int, Loc]]:
    if isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            if not isinstance(item, Mapping):
                yield item.start, (*loc, index)
            yield from _starts(item, (*loc, index))
    elif isinstance(node, Mapping):
        for key, value in node.values.items():
            yield node.keys[key].start, (*loc, key)
            yield from _starts(value, (*loc, key))


def _iter_comments(text: str, root: Node | None, rescued: list[Span]) -> Iterator[tuple[int, str]]:
    scalars = [(scalar.start, scalar.end) for scalar in _scalars(root) if scalar.end > scalar.start]
    inside = sorted([*scalars, *rescued])
    offset = 0
    for start, end in [*inside, (len(text), len(text))]:
        for match in _COMMENT.finditer(text, offset, max(offset, start)):
            yield match.start(), match.group().rstrip()
        offset = max(offset, end)


def _exists(data: Any, loc: Loc) -> bool:
    for part in loc:
        is_key = isinstance(data, dict) and part in data
        if is_key or (isinstance(data, list) and isinstance(part, int) and part < len(data)):
            data = data[part]
        else:
            return False
    return True


def _comments(text: str, root: Node | None, data: Any, rescued: list[Span]) -> dict[Loc, list[str]]:
    """The comments by the path that each stands above; a trailing one goes above its line."""
    starts = [(start, loc) for start, loc in _starts(root, ()) if _exists(data, loc)]
    comments: dict[Loc, list[str]] = {}
    for offset, comment in _iter_comments(text, root, rescued):
        if comment == SCHEMA_LINE:
            continue
        line_start = text.rfind("\n", 0, offset) + 1
        anchor = offset if not text[line_start:offset].strip() else line_start
        loc = next((loc for start, loc in starts if start >= anchor), ())
        comments.setdefault(loc, []).append(comment)
    return comments


class _Rescuer:
    """Takes verbatim words that YAML damaged from the file as written.

    Words are taken only if they stand in the abstract just as they are written.
    """

    def __init__(self, text: str, abstract: str) -> None:
        self.text = text
        self.abstract = abstract
        self.spans: list[Span] = []
        """The stretches of the file that were taken, offsets in code points."""

    def data(self, node: Node | None, key: str | None = None, *, flow: bool = False) -> Any:
        """The data of a tree; `key` is the one that it stands under."""
        if isinstance(node, Mapping):
            return self._mapping(node)
        if isinstance(node, Sequence):
            whole = self._flow_list(node) if key == "evidence" and node.flow else None
            if whole is not None:
                return [whole]
            return [self._item(item, key, flow=node.flow) for item in node.items]
        if node is None or node.style is not None or node.value is None or flow:
            return to_data(node)
        if key not in VERBATIM_KEYS:
            return to_data(node)
        return self._line(node) or to_data(node)

    def _take(self, start: int, end: int) -> str | None:
        words = self.text[start:end]
        stripped = words.strip()
        if not stripped or "\n" in stripped or stripped not in self.abstract:
            return None
        self.spans.append((start, end))
        return stripped

    def _line(self, node: Scalar) -> str | None:
        """`CHA beats #2 methods`, of which YAML reads `CHA beats`; and a number without quotes."""
        end = self.text.find("\n", node.end)
        end = len(self.text) if end < 0 else end
        if node.start == node.end or "\n" in self.text[node.start : node.end]:
            return None
        return self._take(node.start, end)

    def _flow_list(self, node: Sequence) -> str | None:
        """`[12] shows, that`, or `[FASTNET, the first one]`: words, not a list of them."""
        if not all(isinstance(item, Scalar) and item.style is None for item in node.items):
            return None
        return self._take(node.start, node.end) or self._take(node.start + 1, node.end - 1)

    def _item(self, node: Node, key: str | None, *, flow: bool) -> Any:
        if key == "evidence" and isinstance(node, Sequence) and node.flow:
            words = self._flow_list(node)
            if words is not None:
                return words
        if key == "evidence" and isinstance(node, Mapping) and len(node.keys) == 1 and not flow:
            # `Accuracy: 95%` is read as a key and a value.
            end = self.text.find("\n", node.start)
            words = self._take(node.start, len(self.text) if end < 0 else end)
            if words is not None:
                return words
        return self.data(node, key, flow=flow)

    def _mapping(self, node: Mapping) -> dict[str, Any]:
        data: dict[str, Any] = {}
        names = list(node.values)
        while names:
            name = names.pop(0)
            value = node.values[name]
            data[name] = self.data(value, name, flow=node.flow)
            if not node.flow or name not in VERBATIM_KEYS or not isinstance(value, Scalar):
                continue
            # `{text: fast, small}` is read as `text: fast` and a key `small` without a value.
            while names and value.style is None and to_data(node.values[names[0]]) is None:
                words = self._take(value.start, node.keys[names[0]].end)
                if words is None:
                    break
                data[name] = words
                names.pop(0)
        return data


def canonical_text(file: AuthoredFile[ModelT]) -> str:
    """The file's text in canonical form; of a file with findings, as far as it can be read.

    Raises:
        ValueError: the file cannot be parsed at all.
    """
    if not isinstance(file.root, Mapping):
        raise ValueError(f"{file.path} cannot be parsed")  # noqa: TRY004 - its text is at fault
    abstract = file.data.get("abstract")
    rescuer = _Rescuer(file.text, abstract if isinstance(abstract, str) else "")
    data = rescuer.data(file.root)
    # A file with findings is written as far as it can be understood.
    with contextlib.suppress(ValidationError):
        data = to_plain(file.model_type.model_validate(data))
    header = f"{SCHEMA_LINE}\n" if file.model_type is Record else ""
    comments = _comments(file.text, file.root, data, rescuer.spans)
    return header + format_data(data, comments)
