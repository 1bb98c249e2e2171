"""Which words of an abstract a quote that is not found was probably meant to be."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rapidfuzz import fuzz

from paperclaims_curation.recordfile.variants import DOLLAR, find_variant, is_balanced
from paperclaims_curation.recordfile.words import is_inside_word, whole_words

LIKENESS = 80.0
"""From this similarity on (percent), other words are offered for a quote that is not found."""
_SENTENCE_MARKS = ".,;:!?。，；：！？"
_LONGEST = 3000
"""Longer quotes are not looked for: it would take minutes."""
_ELLIPSIS = re.compile(r"\s*(?:\[\s*)?(?:…|\.{3,})(?:\s*\])?\s*")
_LEAST_BALANCED = 60.0
"""Words are not made less alike than this for the sake of a bracket."""
_MARGIN = 60
"""How far beyond the first guess words are tried, in code points."""


def _starts(text: str, guess: int, first: int, last: int) -> Iterator[int]:
    is_paired = len(DOLLAR.findall(text)) % 2 == 0
    for offset in range(max(first, guess - _MARGIN), min(last, guess + _MARGIN) + 1):
        is_space = text[offset : offset + 1].isspace()
        in_formula = is_paired and len(DOLLAR.findall(text, 0, offset)) % 2
        if not is_space and not in_formula and not is_inside_word(text, offset):
            yield offset


def _ends(text: str, guess: int, first: int, last: int) -> Iterator[int]:
    for offset in range(max(first + 1, guess - _MARGIN), min(last, guess + _MARGIN) + 1):
        final = text[offset - 1]
        if (
            not final.isspace()
            and final not in _SENTENCE_MARKS
            and not is_inside_word(text, offset)
        ):
            yield offset


def _fold(text: str) -> str:
    folded = text.lower()
    return folded if len(folded) == len(text) else text


def _around_ellipsis(text: str, first: int, last: int, pieces: list[str]) -> tuple[int, int] | None:
    """The whole stretch from the first to the last of the pieces that an ellipsis joins."""
    start = end = -1
    for piece in pieces:
        found = _nearest_span(text, max(first, end), last, piece)
        if found is None:
            return None
        _, begin, end = found
        start = begin if start < 0 else start
    return start, end


def _nearest_span(text: str, first: int, last: int, quote: str) -> tuple[float, int, int] | None:
    exact = text.find(quote, first, last)
    if exact >= 0:
        return 100.0, *whole_words(text, exact, exact + len(quote))
    wanted, whole = _fold(quote), _fold(text)
    guess = fuzz.partial_ratio_alignment(wanted, whole[first:last], score_cutoff=LIKENESS)
    if guess is None or len(quote) > 2 * (last - first):
        return None
    begin, finish = first + guess.dest_start, first + guess.dest_end
    if len(quote) > last - first:
        begin, finish = first, last
    ends = list(_ends(text, finish, first, last))

    def rank(span: tuple[int, int]) -> tuple[bool, float]:
        words = text[slice(*span)]
        score = fuzz.ratio(wanted, whole[slice(*span)])
        return score >= _LEAST_BALANCED and is_balanced(words), score

    starts = _starts(text, begin, first, last)
    spans = ((start, end) for start in starts for end in ends if end > start)
    best = max(spans, key=rank, default=None)
    return (rank(best)[1], *best) if best else None


def find_nearest(text: str, first: int, last: int, quote: str) -> tuple[float, str] | None:
    """The words between two offsets that a quote was probably meant to be, and how alike they are.

    They are whole words, without the mark that ends a sentence, and with both partners of each bracket and dollar sign where that is possible. For a quote that leaves
    words out with an ellipsis, they reach from its first words to its last.
    """
    if variant := find_variant(text, [(first, last)], quote):
        return 100.0, variant.rstrip(_SENTENCE_MARKS)
    if len(quote) > _LONGEST:
        return None
    if _ELLIPSIS.search(quote):
        pieces = [piece for piece in _ELLIPSIS.split(quote) if piece]
        stretch = _around_ellipsis(text, first, last, pieces) if pieces else None
        return (100.0, text[stretch[0] : stretch[1]]) if stretch else None
    found = _nearest_span(text, first, last, quote)
    return (found[0], text[found[1] : found[2]]) if found else None
