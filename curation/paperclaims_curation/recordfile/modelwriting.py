"""Models in canonical form, straight from their fields.

`writing` makes plain data of a model first, which files with comments need. This gives the same
text in half the time (`tests/curation/test_modelwriting.py`).
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from typing import Any, NamedTuple

from paperclaims_curation.recordfile.writing import SCHEMA_LINE, VERBATIM_KEYS, format_scalar
from paperclaims_schema.base import Model
from paperclaims_schema.claim import Quote
from paperclaims_schema.record import Record


class _Field(NamedTuple):
    name: str
    is_required: bool
    default: Any
    is_verbatim: bool


@cache
def _plan(model: type[Model]) -> tuple[_Field, ...]:
    infos = ((name, model.model_fields[name]) for name in model.ordered_fields())
    return tuple(
        _Field(name, info.is_required(), info.get_default(), name in VERBATIM_KEYS)
        for name, info in infos
    )


def _format_abstract(text: str) -> str:
    # In one line of ASCII, as most are, nothing needs a second look.
    if text.isascii() and text.isprintable() and text == text.strip():
        return f"|-\n  {text}"
    return format_scalar(text, 2, verbatim=True, block=True)


def _bare(value: Any) -> Any:
    """A word of a vocabulary as text, and a quote as its words where these are all it says."""
    if isinstance(value, Quote) and value.occurrence is None:
        return value.quote
    return value.value if isinstance(value, Enum) else value


def _write(model: Model, indent: int, lead: str, lines: list[str]) -> None:
    """Add the lines of a model whose keys are indented; `lead` stands before the first key."""
    margin = " " * indent
    values = model.__dict__
    for name, is_required, default, is_verbatim in _plan(type(model)):
        value = values[name]
        if not is_required and (value is default or value == default):
            continue
        kind = type(value)
        if kind is not str:
            value = _bare(value)
            if kind is tuple:
                lines.append(f"{lead}{name}:" if value else f"{lead}{name}: []")
                _write_items(value, indent, lines, is_verbatim=is_verbatim)
                lead = margin
                continue
            if isinstance(value, Model):
                lines.append(f"{lead}{name}:")
                count = len(lines)
                _write(value, indent + 2, f"{margin}  ", lines)
                if len(lines) == count:
                    lines[-1] += " {}"
                lead = margin
                continue
        elif name == "abstract":
            lines.append(f"{lead}abstract: {_format_abstract(value)}")
            continue
        lines.append(f"{lead}{name}: {format_scalar(value, indent + 2, verbatim=is_verbatim)}")
        lead = margin


def _write_items(
    items: tuple[Any, ...], indent: int, lines: list[str], *, is_verbatim: bool
) -> None:
    dash = " " * indent + "- "
    for value in items:
        item = value if type(value) is str else _bare(value)
        if isinstance(item, Model):
            _write(item, indent + 2, dash, lines)
        else:
            lines.append(dash + format_scalar(item, indent + 2, verbatim=is_verbatim))


def format_quickly(model: Model) -> str:
    """A record or pass as the text of its file, in canonical form: as `writing.format_model`.

    Raises:
        ValueError: a text holds NUL or a lone surrogate, which no file can keep.
    """
    lines = [SCHEMA_LINE] if isinstance(model, Record) else []
    _write(model, 0, "", lines)
    lines.append("")
    return "\n".join(lines)
