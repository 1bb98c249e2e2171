"""How values of a release are shown in one line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from paperclaims_curation.publishing.records import is_alike
from paperclaims_curation.reporting import one_line

_WIDTH = 80
"""Longer texts are cut: a line should stay readable."""
_CONTEXT = 20
"""Code points that are shown before and after what differs in a long text."""
_NAMES = ("id", "text", "code", "what")
"""The fields by which a struct without a name is known: annotator, span, exception, decision."""
_PLAIN = re.compile(r"[\w.+/:-]+")


def count(number: int, noun: str) -> str:
    """`1 record`, `2 records`, `2 passes`."""
    plural = f"{noun}es" if noun.endswith("s") else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def first(items: Sequence[str], limit: int = 3) -> str:
    """The first items in one line, and how many more there are."""
    more = [f"and {len(items) - limit} more"] if len(items) > limit else []
    return ", ".join([*items[:limit], *more])


def code_span(text: str) -> str:
    """The text as code in Markdown, whatever it holds."""
    fence = "`"
    while fence in text:
        fence += "`"
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{space}{one_line(text)}{space}{fence}"


def shorten(text: str, width: int = _WIDTH) -> str:
    """The text in one line, cut after `width` code points."""
    line = one_line(text)
    return line if len(line) <= width else f"{line[: width - 1]}…"


def _show(value: Any, *, in_full: bool = False) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    if isinstance(value, str):
        return value if _PLAIN.fullmatch(value) else f"'{shorten(value)}'"
    if isinstance(value, list):
        return f"[{first([_show(part, in_full=in_full) for part in value])}]"
    if isinstance(value, dict):
        return _show_fields(value, in_full=in_full)
    return shorten(str(value))


def _show_fields(fields: dict[str, Any], *, in_full: bool) -> str:
    """A struct by the field that names it, or in full: spans with offsets, others by all fields."""
    name = _words(fields)
    if name is not None and (not in_full or "start" in fields):
        kind = f" ({fields['kind']})" if "kind" in fields else ""
        place = f" at {fields['start']}" if in_full else ""
        return f"{_show(name)}{kind}{place}"
    given = {key: value for key, value in fields.items() if value not in (None, [])}
    return ", ".join(f"{key} {_show(value)}" for key, value in given.items())


def _common_length(old: str, new: str) -> int:
    """How many code points both have at their beginning."""
    pairs = zip(old, new, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(old), len(new)))


def _narrow(old: str, new: str) -> tuple[str, str]:
    """Two long texts around the stretch in which they differ, cut between words."""
    start = old.rfind(" ", 0, max(0, _common_length(old, new) - _CONTEXT)) + 1
    tails = old[start:][::-1], new[start:][::-1]
    end = tails[0].rfind(" ", 0, max(0, _common_length(*tails) - _CONTEXT)) + 1

    def cut(text: str) -> str:
        middle = shorten(text[start : len(text) - end])
        is_cut = end or middle.endswith("…")
        return ("…" if start else "") + middle.removesuffix("…") + ("…" if is_cut else "")

    return cut(old), cut(new)


def _left_over(values: list[Any], others: list[Any]) -> list[Any]:
    """The values that have no equal among the others, each other value taken once."""
    rest, left = list(others), []
    for value in values:
        place = next((i for i, other in enumerate(rest) if is_alike(value, other)), None)
        if place is None:
            left.append(value)
        else:
            del rest[place]
    return left


def _words(value: Any) -> Any:
    """The text by which a list's element is known."""
    if not isinstance(value, dict):
        return value
    return next((value[key] for key in _NAMES if value.get(key)), None)


def _show_lists(old: list[Any], new: list[Any]) -> str:
    """What went and what came; elements that stay are not repeated."""
    gone, come = _left_over(old, new), _left_over(new, old)
    if not gone and not come:
        return "in another order"
    if not gone or not come:
        return f"{'without' if gone else 'with'} {first([_show(part) for part in gone or come])}"
    texts = _words(gone[0]), _words(come[0])
    if len(gone) == len(come) == 1 and texts[0] != texts[1] and _are_long(*texts):
        return show_pair(*texts)
    before, after = ([_show(part) for part in parts] for parts in (gone, come))
    if sorted(before) == sorted(after):
        before, after = ([_show(part, in_full=True) for part in parts] for parts in (gone, come))
    return f"{first(before)} → {first(after)}"


def _are_long(old: Any, new: Any) -> bool:
    return isinstance(old, str) and isinstance(new, str) and max(len(old), len(new)) > _WIDTH


def show_pair(old: Any, new: Any) -> str:
    """An old and a new value; of long texts only what differs."""
    if isinstance(old, list) and isinstance(new, list):
        return _show_lists(old, new)
    if _are_long(old, new):
        before, after = _narrow(old, new)
        return f"'{before}' → '{after}'"
    return f"{_show(old)} → {_show(new)}"
