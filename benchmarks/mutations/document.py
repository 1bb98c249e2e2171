"""A record file as text with the place of every scalar, read with plain PyYAML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import yaml

Path = tuple[str | int, ...]
QUOTED_SLOTS = re.compile(
    r"(?:(?:tasks|methods|resources|claims|links)\.\d+\.evidence\.\d+(?:\.quote)?"
    r"|claims\.\d+\.metric(?:\.quote)?"
    r"|claims\.\d+\.(?:baselines|conditions|quantities)\.\d+\.text"
    r"|annotation\.exceptions\.\d+\.text)"
)
"""The paths at which words of the abstract stand."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value of the file."""

    path: Path
    value: str
    start: int
    """Where the value begins in the text, quotation marks included; code points."""
    end: int
    """Where it ends; exclusive."""
    style: str | None
    """`'`, `"`, `|`, `>`, or null for a plain one."""

    @property
    def name(self) -> str:
        """The path with dots: `claims.0.quantities.1.value`."""
        return ".".join(map(str, self.path))

    @property
    def key(self) -> str:
        """The key under which the value stands, also if in a list."""
        return next(str(part) for part in reversed(self.path) if isinstance(part, str))


@dataclass(frozen=True, slots=True)
class Block:
    """A mapping or sequence of the file, or one entry of a list: whole lines."""

    path: Path
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the file."""

    path: Path
    word: str
    start: int
    end: int


class Document:
    """The text of a record file, and what stands where."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self.scalars: dict[Path, Scalar] = {}
        self.blocks: dict[Path, Block] = {}
        self.keys: list[Key] = []
        node = yaml.compose(text, Loader=yaml.BaseLoader)
        self._walk(node, ())
        self.data: Any = yaml.load(text, Loader=yaml.BaseLoader)

    def _walk(self, node: Any, path: Path) -> None:
        start, end = node.start_mark.index, node.end_mark.index
        if isinstance(node, yaml.ScalarNode):
            self.scalars[path] = Scalar(path, node.value, start, end, node.style)
            end = self.text.find("\n", end if node.style != "|" else end - 1) + 1
        elif end < len(self.text):
            end = self.line_start(end)
        self.blocks[path] = Block(path, self.line_start(start), end)
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                at = (*path, key.value)
                self.keys.append(Key(at, key.value, key.start_mark.index, key.end_mark.index))
                self._walk(value, at)
        elif isinstance(node, yaml.SequenceNode):
            for number, value in enumerate(node.value):
                self._walk(value, (*path, number))

    def line_start(self, offset: int) -> int:
        """The offset at which the line around `offset` begins."""
        return self.text.rfind("\n", 0, offset) + 1

    @property
    def abstract(self) -> str:
        """The abstract."""
        return str(self.data["abstract"])

    @cached_property
    def quotes(self) -> list[Scalar]:
        """The words of the abstract that the record quotes, on one line each."""
        return [
            scalar
            for scalar in self.scalars.values()
            if scalar.style == "'" and QUOTED_SLOTS.fullmatch(scalar.name)
        ]

    def matching(self, pattern: str) -> Iterator[Scalar]:
        """The values whose dotted path matches a pattern whole."""
        for scalar in self.scalars.values():
            if re.fullmatch(pattern, scalar.name):
                yield scalar

    def quantities(self) -> Iterator[tuple[Path, dict[str, Any]]]:
        """The amounts with their paths."""
        for number, claim in enumerate(self.data.get("claims", [])):
            for place, quantity in enumerate(claim.get("quantities", [])):
                yield ("claims", number, "quantities", place), quantity

    def key_start(self, path: Path) -> int:
        """Where the key at the end of a path begins."""
        return next(key.start for key in self.keys if key.path == path)
