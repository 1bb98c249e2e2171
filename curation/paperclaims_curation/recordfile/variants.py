"""Words that are those of an abstract but for case, spaces, marks, LaTeX or Unicode form."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from rapidfuzz import fuzz

from paperclaims_curation.recordfile.words import is_inside_word, whole_words

DOLLAR = re.compile(r"(?<!\\)(?:\\\\)*\$")
_PARTNERS = {")": "(", "]": "[", "}": "{"}
_MARGIN = 60
"""How far before and after words their markup is looked for, in code points."""
# Commands that only change how words look; they stand on either side of words without a meaning.
_MARKUP = r"\\(?:text(?:bf|it|tt|sc|rm|sf)?|emph|math(?:bf|it|rm|cal|bb|sf)|left|right)(?![A-Za-z])"
_OPENED = re.compile(rf"{_MARKUP}\Z")
_MARKUP_BEFORE = re.compile(rf"(?:{_MARKUP}|[${{}}])+\Z")
_MARKUP_AFTER = re.compile(rf"(?:{_MARKUP}|[${{}}])+")
_SENTENCE_END = re.compile(r"[.!?]\s|\n")
_VARIANT = re.compile(
    rf"""
    (?P<markup>(?:{_MARKUP}|(?<!\\)[${{}}])+)
    | \\(?P<accent>["'`^~])\{{?\\?(?P<letter>[A-Za-z])\}}?
    | \\(?P<command>[A-Za-z]+)
    | \\(?P<escaped>[%&$\#_{{}}])
    | (?P<nothing>[\u200b\u2060\ufeff\u00ad\ufe0e\ufe0f])
    | (?P<space>(?:\s|\\[,;:!\ ])+)
    | (?P<dash>-{{2,3}}|[\u2010-\u2015\u2212])
    | (?P<dots>\[\s*(?:\.{{3,}}|…)\s*\]|\.{{3,}}|…)
    | (?P<double>[“”„‟«»″]|``|\'\')
    | (?P<single>[‘’‚‛ʼ′`´])
    """,
    re.VERBOSE,
)
_PLAIN = {"space": " ", "dash": "-", "dots": "...", "double": '"', "single": "'"}
_ACCENTS = dict(zip("\"'`^~", "\u0308\u0301\u0300\u0302\u0303", strict=True))
_SIGNS = {"times": "×", "pm": "±", "cdot": "·", "sim": "∼", "approx": "≈", "to": "→"}
_SIGNS |= {"le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "dots": "...", "ldots": "..."}


def is_balanced(words: str) -> bool:
    """Whether every bracket and every dollar sign of LaTeX has its partner."""
    opened: list[str] = []
    for char in re.sub(r"\\.", "", words):
        if char in "([{":
            opened.append(char)
        elif char in _PARTNERS and (not opened or opened.pop() != _PARTNERS[char]):
            return False
    return not opened and len(DOLLAR.findall(words)) % 2 == 0


def _plain_sign(command: str) -> str:
    """The character that a LaTeX command stands for; an unknown command stays what it is."""
    kind = "CAPITAL" if command[0].isupper() else "SMALL"
    try:
        return unicodedata.lookup(f"GREEK {kind} LETTER {command.upper()}")
    except KeyError:
        return _SIGNS.get(command, f"\\{command}")


def _plain(match: re.Match[str]) -> str:
    kind = str(match.lastgroup)
    if kind in {"markup", "nothing"}:
        return ""
    if kind == "letter":
        return match["letter"] + _ACCENTS[match["accent"]]
    return match["escaped"] or _PLAIN.get(kind) or _plain_sign(match["command"])


def _iter_plain(text: str) -> Iterator[tuple[str, int, int]]:
    offset = 0
    for match in [*_VARIANT.finditer(text), None]:
        end = len(text) if match is None else match.start()
        yield from ((text[index], index, index + 1) for index in range(offset, end))
        if match is not None:
            yield _plain(match), *match.span()
            offset = match.end()


@lru_cache(maxsize=4)
def _plain_text(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """A text without case, spaces and markup, and where each of its characters comes from."""
    plain: list[str] = []
    origins: list[tuple[int, int]] = []
    space: tuple[int, int] | None = None
    for words, start, end in _iter_plain(text):
        if words == " ":
            space = start, end
        elif words:
            # Between digits a space parts two numbers.
            if space and plain and plain[-1].isdecimal() and words.isdecimal():
                plain.append(" ")
                origins.append(space)
            folded = unicodedata.normalize("NFD", unicodedata.normalize("NFD", words).casefold())
            plain += folded
            origins += [(start, end)] * len(folded)
            space = None
    return "".join(plain), tuple(origins)


def _find_alike(text: str, spans: Sequence[tuple[int, int]], plain: str) -> tuple[int, int] | None:
    """The one stretch inside the spans that reads as a plain text does, if it cuts no word."""
    whole, origins = _plain_text(text)
    begins: set[int] = set()
    for first, last in spans:
        low, high = bisect_left(origins, (first, -1)), bisect_left(origins, (last, -1))
        begin = whole.find(plain, low, high)
        while begin >= 0 and len(begins) < 2:
            begins.add(begin)
            begin = whole.find(plain, begin + 1, high)
    if len(begins) != 1:
        return None
    begin = begins.pop()
    end = begin + len(plain)
    start, stop = origins[begin][0], origins[end - 1][1]
    is_cut = origins[begin - 1 : begin] == origins[begin : begin + 1]
    is_cut |= origins[end - 1 : end] == origins[end : end + 1]
    return None if is_cut or whole_words(text, start, stop) != (start, stop) else (start, stop)


def _around_gaps(text: str, spans: Sequence[tuple[int, int]], plain: str) -> tuple[int, int] | None:
    """The stretch in which words of one sentence stand for each ellipsis of a plain text."""
    found = [_find_alike(text, spans, piece) for piece in plain.split("...") if piece]
    pieces = [piece for piece in found if piece is not None]
    gaps = [(left[1], right[0]) for left, right in pairwise(pieces)]
    is_one = all(
        left < right and not _SENTENCE_END.search(text, left, right) for left, right in gaps
    )
    return (pieces[0][0], pieces[-1][1]) if pieces == found and is_one else None


def _with_markup(text: str, start: int, end: int, quote: str) -> tuple[int, int] | None:
    """The stretch with the markup at its edges that belongs to it."""
    before = _MARKUP_BEFORE.search(text, max(0, start - _MARGIN), start)
    after = _MARKUP_AFTER.match(text, end)
    starts = range(before.start() if before else start, start + 1)
    ends = range(end, (after.end() if after else end) + 1)
    is_any = not is_balanced(quote)
    spans = [
        (first, last)
        for first in starts
        for last in ends
        if not is_inside_word(text, first)
        and not _OPENED.search(text, max(0, first - _MARGIN), first)
        and (is_any or is_balanced(text[first:last]))
    ]
    return max(spans, key=lambda span: fuzz.ratio(text[slice(*span)], quote), default=None)


def find_variant(text: str, spans: Sequence[tuple[int, int]], quote: str) -> str | None:
    r"""The one stretch of a text, inside one of the spans, that a quote certainly means.

    Both differ only in case, spaces, quote marks, dashes, composed characters or LaTeX (`\%` for
    `%`); or the quote has an ellipsis for words of the same sentence. Null if there is none, or
    if there are several.
    """
    plain, _ = _plain_text(quote)
    if not any(map(str.isalnum, plain)):
        return None
    found = _find_alike(text, spans, plain)
    if found is None and "..." in plain:
        found = _around_gaps(text, spans, plain)
    span = None if found is None else _with_markup(text, *found, quote)
    return None if span is None else text[slice(*span)]
