"""Decode one JSON value without loss; behind one that is damaged, find where to go on."""

from __future__ import annotations

import re
from decimal import Decimal
from json import JSONDecodeError, JSONDecoder
from typing import Any

from paperclaims_curation.documents.entry import Unreadable
from paperclaims_curation.problem import Place

_LONGEST_ESCAPE = len(r"\ud83d\udc69")
_OPEN_LIMIT = 10_000
_FIRST_KEY = re.compile(r'\{\s*"[^"\n]*"\s*:')
_SCALAR = re.compile(r"[^,\]}\n]++")
# A string ends with its line at the latest, so that a missing quote spoils one line only.
_TOKEN = re.compile(r'"(?:[^"\\\n]++|\\.)*+"?|[\[\]{}]')


class RepeatedKeyError(ValueError):
    """A key stands twice in an object, with different values: one of them would be lost."""


DecodingError = (ValueError, RecursionError)
"""What `decode` raises."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        for key, value in pairs:
            if values[key] != value:
                raise RepeatedKeyError(key[:60])
    return values


def _no_number(name: str) -> None:
    """Read `NaN` and `Infinity`, which some writers know, as null."""


_DECODER = JSONDecoder(
    strict=False, parse_constant=_no_number, object_pairs_hook=_unique, parse_float=Decimal
)
_TEXTUAL_DECODER = JSONDecoder(
    strict=False,
    parse_constant=_no_number,
    object_pairs_hook=_unique,
    parse_float=str,
    parse_int=str,
)


def decode(text: str, start: int) -> tuple[Any, int]:
    """The value that begins at `start`, and the index behind it.

    Numbers are whole or decimal, without loss; in a value with one too large for both, text.

    Raises:
        JSONDecodeError: it is not valid JSON.
        RepeatedKeyError: an object has two values for a key.
        RecursionError: it is nested too deeply.
    """
    try:
        return _DECODER.raw_decode(text, start)
    except (JSONDecodeError, RepeatedKeyError):
        raise
    except (ValueError, ArithmeticError):
        return _TEXTUAL_DECODER.raw_decode(text, start)


def describe(error: Exception, place: Place) -> Unreadable:
    """The part that an error of `decode` makes."""
    match error:
        case RepeatedKeyError():
            message = f"the key {error.args[0]!r} stands twice, with different values"
            return Unreadable(place, message, "keep one of the two")
        case JSONDecodeError():
            said = error.msg[:1].lower() + error.msg[1:].rstrip(": ")
            hint = "correct it here, or have a JSON library write the document"
            return Unreadable(place, f"not valid JSON: {said}", hint)
        case _:
            hint = "take away what is nested so deeply"
            return Unreadable(place, "nested too deeply to be read", hint)


def is_certain(error: Exception, text: str) -> bool:
    """Whether an error of `decode` remains one however the text goes on."""
    if not isinstance(error, JSONDecodeError):
        return True
    is_in_string = error.msg.startswith("Unterminated")
    return not is_in_string and error.pos < len(text) - _LONGEST_ESCAPE


def find_next(text: str, at: int, line_start: int, error_at: int) -> int | None:
    """The index where to go on behind the damaged value at `at`, in a line from `line_start`."""
    before = text[max(line_start, 0) : at]
    opening = _FIRST_KEY.match(text, at)
    if opening and not before.strip():
        # The next value begins as this one does: in the same column and with the same key.
        first = f"\n{before}{opening[0]}"
        found = text.find(first, max(at, error_at - len(first)))
        if found >= 0:
            return found
    end = _find_last_bracket(text, at)
    if end is None and opening:
        found = text.find(opening[0], max(at + 1, error_at))
        end = found if found >= 0 else None
    return end


def _find_last_bracket(text: str, at: int) -> int | None:
    """The index behind the value at `at`, as its brackets tell; null if it goes on."""
    if text[at] not in "[{":
        match = _TOKEN.match(text, at) or _SCALAR.match(text, at)
        return match.end() if match else at + 1
    open_ones: list[str] = []
    for token in _TOKEN.finditer(text, at):
        char = token[0][0]
        if char in "[{":
            open_ones.append(char)
            if len(open_ones) > _OPEN_LIMIT:
                return None
        elif char in "]}":
            opener = "[" if char == "]" else "{"
            if opener not in open_ones:
                return token.start()
            while open_ones.pop() != opener:
                pass
            if not open_ones:
                return token.end()
    return None
