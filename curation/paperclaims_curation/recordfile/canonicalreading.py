"""Read files in canonical form, quickly; of any other file, nothing is said.

Most files are as the tool writes them. A reader that knows only that form takes a fraction of the
time of a YAML parser, and need not be trusted: its result counts only if writing it gives the very
text that was read, and what is written is read by the YAML parser as what was meant
(`tests/curation/test_canonicalreading.py`).
"""

from __future__ import annotations

import re
from typing import Any

from paperclaims_curation.recordfile.plainvalues import resolve_plain
from paperclaims_curation.recordfile.writing import SCHEMA_LINE

_KEY = re.compile(r"([a-z][a-z0-9_]*):(?: (.+))?")


class _OtherFormError(Exception):
    """The text is not in the form that this reader knows."""


class _Reader:
    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.next = 0

    def scalar(self, raw: str, indent: int) -> Any:
        """The value that begins with `raw`; a block's lines are indented by `indent`."""
        first = raw[0]
        if first == "'":
            if raw[-1] != "'" or len(raw) == 1:
                raise _OtherFormError
            return raw[1:-1].replace("''", "'")
        if first == "|":
            return self.block(raw, indent)
        if first in "[{":
            if raw not in {"[]", "{}"}:
                raise _OtherFormError
            return [] if first == "[" else {}
        if first in '">&*!%@`#' or " #" in raw or ": " in raw:
            raise _OtherFormError
        return resolve_plain(raw)

    def block(self, header: str, indent: int) -> str:
        if header not in {"|-", "|"}:
            raise _OtherFormError
        margin = " " * indent
        block = []
        while self.next < len(self.lines):
            line = self.lines[self.next]
            if line and not line.startswith(margin):
                break
            block.append(line[indent:])
            self.next += 1
        return "\n".join(block) + ("\n" if header == "|" else "")

    def value(self, raw: str | None, indent: int) -> Any:
        """The value behind a key whose lines are indented by `indent`."""
        if raw is not None:
            return self.scalar(raw, indent + 2)
        line = self.lines[self.next] if self.next < len(self.lines) else ""
        if line.startswith(" " * indent + "- "):
            return self.sequence(indent)
        return self.mapping(indent + 2)

    def sequence(self, indent: int) -> list[Any]:
        dash = " " * indent + "- "
        items = []
        while self.next < len(self.lines) and self.lines[self.next].startswith(dash):
            raw = self.lines[self.next][indent + 2 :]
            if _KEY.fullmatch(raw):
                items.append(self.mapping(indent + 2, in_item=True))
            else:
                self.next += 1
                items.append(self.scalar(raw, indent + 2))
        return items

    def mapping(self, indent: int, *, in_item: bool = False) -> dict[str, Any]:
        margin = " " * indent
        data: dict[str, Any] = {}
        while self.next < len(self.lines):
            line = self.lines[self.next]
            if not in_item and not line.startswith(margin):
                break
            in_item = False
            match = _KEY.fullmatch(line, indent)
            if match is None or match[1] in data:
                break
            self.next += 1
            data[match[1]] = self.value(match[2], indent)
        if not data:
            raise _OtherFormError
        return data


def read_canonical(text: str) -> dict[str, Any] | None:
    """The data of a text that is probably in canonical form; null if it is not."""
    header = f"{SCHEMA_LINE}\n"
    reader = _Reader(text.removeprefix(header).removesuffix("\n").split("\n"))
    try:
        data = reader.mapping(0)
    except (_OtherFormError, IndexError, ValueError, ArithmeticError):
        return None
    return data if reader.next == len(reader.lines) else None
