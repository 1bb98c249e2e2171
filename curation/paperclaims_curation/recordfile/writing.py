"""The one canonical form of record and pass files, and writing that is never half done."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from paperclaims_curation.problem import Loc
from paperclaims_curation.recordfile.plainvalues import is_safe_plain
from paperclaims_schema.base import Model
from paperclaims_schema.claim import Quote
from paperclaims_schema.record import Record

SCHEMA_LINE = "# yaml-language-server: $schema=../../schema/record.schema.json"

VERBATIM_KEYS = frozenset(("abstract", "evidence", "metric", "quote", "text"))
"""Keys whose strings are words of the abstract: never plain, since YAML damages them silently."""

_LONGEST_KEY = 1000
"""YAML reads no longer key without a question mark."""

Comments = Mapping[Loc, list[str]]

# What libyaml does not read as it stands; U+0085, U+2028 and U+2029 are among it on purpose.
_UNPRINTABLE = re.compile(
    "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\ufeff\\ufffe\\uffff]|[\\ud800-\\udfff]"
)
_UNWRITABLE = re.compile("[\0\ud800-\udfff]")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


class AsWritten(str):
    """A plain value that stays as it stands in a file, since what it means is not known."""

    __slots__ = ()


def _escape(match: re.Match[str]) -> str:
    char = match.group()
    code = ord(char)
    short = _ESCAPES.get(char)
    if short:
        return short
    return f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}"


def _double_quoted(text: str) -> str:
    escaped = re.sub(r'[\\"\n\t]', _escape, text)
    return '"' + _UNPRINTABLE.sub(_escape, escaped) + '"'


def _single_quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def quoted(text: str, limit: int | None = None) -> str:
    """A text in single quotes as a file has it, its middle left out beyond `limit` characters."""
    if limit is not None and len(text) > limit:
        half = limit // 2
        text = f"{text[:half]} … {text[-half:]}"
    return _single_quoted(text)


def _literal_block(text: str, indent: int) -> str | None:
    """The text as a literal block, or null where a block could not keep it exactly."""
    lines = text.rstrip("\n").split("\n")
    if not lines[0] or any(line != line.rstrip(" \t") or line[:1] == "\t" for line in lines):
        return None
    trailing = len(text) - len(text.rstrip("\n"))
    chomping = "-" if trailing == 0 else "" if trailing == 1 else "+"
    header = "|" + ("2" if lines[0][0] == " " else "") + chomping
    margin = " " * indent
    body = "\n".join(margin + line if line else "" for line in lines)
    return f"{header}\n{body}" + "\n" * max(0, trailing - 1)


def _format_other(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return format(value, "f") if isinstance(value, Decimal) else str(value)


def format_scalar(value: object, indent: int, *, verbatim: bool, block: bool = False) -> str:
    """One value in canonical form, for a place at which blocks are indented by `indent`.

    Raises:
        ValueError: the text holds NUL or a lone surrogate, which no file can keep.
    """
    if not isinstance(value, str):
        return _format_other(value)
    text = str(value)
    # Most texts are of printable characters only, and nothing has to be looked for in them.
    if not text.isprintable() and _UNPRINTABLE.search(text):
        if _UNWRITABLE.search(text):
            raise ValueError("a text with NUL or lone surrogates cannot be written")
        return _double_quoted(text)
    if "\n" in text or block:
        literal = _literal_block(text, indent)
        if literal is not None:
            return literal
        return _double_quoted(text)
    if not verbatim and is_safe_plain(text):
        return text
    return _single_quoted(text)


@lru_cache(maxsize=1024)
def _format_key(key: str) -> str:
    if not key.isprintable() or len(key) > _LONGEST_KEY:
        raise ValueError("a key that is no field name has no canonical form")
    return key if is_safe_plain(key) else _single_quoted(key)


class Formatter:
    """Plain data to lines of canonical YAML, with the comments that belong to each path."""

    def __init__(self, comments: Comments | None = None) -> None:
        self.comments = comments or {}
        self.lines: list[str] = []

    def comment(self, loc: Loc, indent: int) -> None:
        """Add the comments that belong to a path."""
        self.lines.extend(" " * indent + line for line in self.comments.get(loc, ()))

    def _add(self, text: str) -> None:
        if "\n" in text:
            self.lines.extend(text.split("\n"))
        else:
            self.lines.append(text)

    def _value(self, prefix: str, value: Any, loc: Loc, indent: int, *, verbatim: bool) -> None:
        # Most values are texts, and this is done for every value of every file.
        if type(value) is str:
            text = format_scalar(value, indent, verbatim=verbatim, block=loc == ("abstract",))
            self._add(prefix + text)
        elif isinstance(value, AsWritten):
            self._add(prefix + value)
        elif isinstance(value, dict) and value:
            if prefix.endswith("- "):
                self.mapping(value, loc, indent, first=prefix)
            else:
                self.lines.append(prefix.rstrip())
                self.mapping(value, loc, indent)
        elif isinstance(value, list) and prefix.endswith("- "):
            raise ValueError("a list in a list has no canonical form")
        elif isinstance(value, list) and value:
            self.lines.append(prefix.rstrip())
            self.sequence(value, loc, indent - 2, verbatim=verbatim)
        elif isinstance(value, (dict, list)):
            self.lines.append(prefix + ("{}" if isinstance(value, dict) else "[]"))
        else:
            self._add(prefix + format_scalar(value, indent, verbatim=verbatim))

    def mapping(
        self, data: Mapping[str, Any], loc: Loc, indent: int, first: str | None = None
    ) -> None:
        """Add the lines of a mapping; `first` stands before its first key."""
        margin = " " * indent
        for key, value in data.items():
            at = (*loc, key)
            if self.comments and first is None:
                self.comment(at, indent)
            prefix = f"{margin if first is None else first}{_format_key(key)}: "
            self._value(prefix, value, at, indent + 2, verbatim=key in VERBATIM_KEYS)
            first = None

    def sequence(self, data: list[Any], loc: Loc, indent: int, *, verbatim: bool) -> None:
        """Add the lines of a list, its dashes at `indent`."""
        dash = " " * indent + "- "
        for index, value in enumerate(data):
            at = (*loc, index)
            if self.comments:
                self.comment(at, indent)
                if isinstance(value, dict) and value:
                    # The comment of an item's first key would stand between dash and key.
                    self.comment((*at, next(iter(value))), indent)
            self._value(dash, value, at, indent + 2, verbatim=verbatim)


def format_data(data: Mapping[str, Any], comments: Comments | None = None) -> str:
    """Plain data in canonical form."""
    formatter = Formatter(comments)
    formatter.mapping(data, (), 0)
    formatter.comment((), 0)
    return "\n".join(formatter.lines) + "\n"


@cache
def _field_plan(model: type[Model]) -> tuple[tuple[str, bool, Any], ...]:
    """Of each field in the order of a file: its name, whether it is required, and its default."""
    infos = ((name, model.model_fields[name]) for name in model.ordered_fields())
    return tuple((name, info.is_required(), info.get_default()) for name, info in infos)


def to_plain(value: Any) -> Any:
    """A model as plain data in canonical order; what equals its default is left out."""
    if type(value) is str:
        return value
    if isinstance(value, Quote) and value.occurrence is None:
        return value.quote
    if isinstance(value, Model):
        plain = {}
        for name, is_required, default in _field_plan(type(value)):
            item = getattr(value, name)
            if is_required or item != default:
                plain[name] = to_plain(item)
        return plain
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    return value.value if isinstance(value, Enum) else value


def format_model(model: Model) -> str:
    """A record or pass as the text of its file, in canonical form."""
    header = f"{SCHEMA_LINE}\n" if isinstance(model, Record) else ""
    return header + format_data(to_plain(model))


@contextlib.contextmanager
def _removed_on_failure(path: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def write_text_atomically(path: Path, text: str) -> None:
    """Write a file in one step: a reader sees the old text or the new one, never a part.

    Raises:
        OSError: the file cannot be written; the old one is untouched.
    """
    # The file that a link leads to is written, and the link stays.
    path = path.resolve() if path.is_symlink() else path
    path.parent.mkdir(parents=True, exist_ok=True)
    # Most commands write nothing.
    import tempfile

    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".tmp")
    temporary = Path(name)
    with _removed_on_failure(temporary):
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        temporary.chmod(mode)
        temporary.replace(path)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
