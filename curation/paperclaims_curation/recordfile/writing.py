"""The one canonical form of record and pass files, and writing that is never half done."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import Enum
from pathlib import Path
from typing import Any

import yaml.resolver

from paperclaims_curation.recordfile.tree import Loc, resolve_plain
from paperclaims_schema.base import Model
from paperclaims_schema.claim import Quote
from paperclaims_schema.record import Record

SCHEMA_LINE = "# yaml-language-server: $schema=../../schema/record.schema.json"

VERBATIM_KEYS = frozenset(("abstract", "evidence", "metric", "quote", "text"))
"""Keys whose strings are words of the abstract: never plain, since YAML damages them silently."""

_LONGEST_KEY = 1000
"""YAML reads no longer key without a question mark."""

Comments = Mapping[Loc, list[str]]

# What libyaml reads as it stands; U+0085, U+2028 and U+2029 are left out on purpose.
_UNPRINTABLE = re.compile(
    "[^\\t\\n\\x20-\\x7e\\xa0-\\u2027\\u202a-\\ud7ff\\ue000-\\ufefe\\uff00-\\ufffd\\U00010000-\\U0010ffff]"
)
_UNSAFE_PLAIN = re.compile(r"^[-?:,\[\]{}#&*!|>'\"%@`=<~\s]|: |:$|\s#|\s$|[\t\n\xa0]|^\.\.\.")
_YAML_1_1 = yaml.resolver.Resolver()
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


def _is_safe_plain(text: str) -> bool:
    if _UNSAFE_PLAIN.search(text) or resolve_plain(text) is not text:
        return False
    # Readers that follow YAML 1.1 must see a string as well.
    tag = _YAML_1_1.resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    return bool(tag == "tag:yaml.org,2002:str")


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


def format_scalar(value: object, indent: int, *, verbatim: bool, block: bool = False) -> str:
    """One value in canonical form, for a place at which blocks are indented by `indent`.

    Raises:
        ValueError: the text holds NUL or a lone surrogate, which no file can keep.
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, int):
        return str(value)
    text = str(value)
    if "\0" in text or re.search("[\ud800-\udfff]", text):
        raise ValueError("a text with NUL or lone surrogates cannot be written")
    if _UNPRINTABLE.search(text):
        return _double_quoted(text)
    if "\n" in text or block:
        literal = _literal_block(text, indent)
        if literal is not None:
            return literal
        return _double_quoted(text)
    if not verbatim and text and _is_safe_plain(text):
        return text
    return _single_quoted(text)


class Formatter:
    """Plain data to lines of canonical YAML, with the comments that belong to each path."""

    def __init__(self, comments: Comments | None = None) -> None:
        self.comments = comments or {}
        self.lines: list[str] = []

    def comment(self, loc: Loc, indent: int) -> None:
        """Add the comments that belong to a path."""
        self.lines.extend(" " * indent + line for line in self.comments.get(loc, ()))

    def _value(self, prefix: str, value: Any, loc: Loc, indent: int) -> None:
        if isinstance(value, dict) and value:
            if prefix.endswith("- "):
                self.mapping(value, loc, indent, first=prefix)
            else:
                self.lines.append(prefix.rstrip())
                self.mapping(value, loc, indent)
        elif isinstance(value, list) and prefix.endswith("- "):
            raise ValueError("a list in a list has no canonical form")
        elif isinstance(value, list) and value:
            self.lines.append(prefix.rstrip())
            self.sequence(value, loc, indent - 2)
        elif isinstance(value, (dict, list)):
            self.lines.append(prefix + ("{}" if isinstance(value, dict) else "[]"))
        else:
            keys = [part for part in loc if isinstance(part, str)]
            verbatim = bool(keys) and keys[-1] in VERBATIM_KEYS
            block = loc == ("abstract",)
            text = str(value)
            if not isinstance(value, AsWritten):
                text = format_scalar(value, indent, verbatim=verbatim, block=block)
            self.lines.extend((prefix + text).split("\n"))

    def mapping(
        self, data: Mapping[str, Any], loc: Loc, indent: int, first: str | None = None
    ) -> None:
        """Add the lines of a mapping; `first` stands before its first key."""
        for key, value in data.items():
            at = (*loc, key)
            if first is None:
                self.comment(at, indent)
            margin = " " * indent if first is None else first
            first = None
            if not key.isprintable() or len(key) > _LONGEST_KEY:
                raise ValueError("a key that is no field name has no canonical form")
            name = key if _is_safe_plain(key) else _single_quoted(key)
            self._value(f"{margin}{name}: ", value, at, indent + 2)

    def sequence(self, data: list[Any], loc: Loc, indent: int) -> None:
        """Add the lines of a list, its dashes at `indent`."""
        for index, value in enumerate(data):
            at = (*loc, index)
            self.comment(at, indent)
            if isinstance(value, dict) and value:
                # The comment of an item's first key would stand between dash and key.
                self.comment((*at, next(iter(value))), indent)
            self._value(" " * indent + "- ", value, at, indent + 2)


def format_data(data: Mapping[str, Any], comments: Comments | None = None) -> str:
    """Plain data in canonical form."""
    formatter = Formatter(comments)
    formatter.mapping(data, (), 0)
    formatter.comment((), 0)
    return "\n".join(formatter.lines) + "\n"


def to_plain(value: Any) -> Any:
    """A model as plain data in canonical order; what equals its default is left out."""
    if isinstance(value, Quote) and value.occurrence is None:
        return value.quote
    if isinstance(value, Model):
        plain = {}
        for name in type(value).ordered_fields():
            info = type(value).model_fields[name]
            item = getattr(value, name)
            if info.is_required() or item != info.get_default():
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
