"""Verbatim quotes to spans of the abstract. Offsets count code points and are half-open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from paperclaims_curation.numbers import is_inside_number
from paperclaims_curation.recordfile.writing import quoted

Span = tuple[int, int]

_SHOWN_LENGTH = 80


class QuoteError(ValueError):
    """A quote does not lead to one span."""

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Region:
    """Where a quote is looked for."""

    abstract: str
    spans: tuple[Span, ...]
    name: str

    @classmethod
    def whole(cls, abstract: str) -> Region:
        """The whole abstract."""
        return cls(abstract, ((0, len(abstract)),), "the abstract")

    @classmethod
    def of_evidence(cls, abstract: str, spans: Sequence[Span]) -> Region:
        """The evidence of a claim."""
        return cls(abstract, tuple(spans), "the evidence of its claim")

    def occurrences(self, quote: str) -> list[int]:
        """The offsets at which the quote begins, overlapping ones too, in order."""
        return list(_occurrences(self, quote))


@lru_cache(maxsize=32)
def _occurrences(region: Region, quote: str) -> tuple[int, ...]:
    # The same words may be quoted many times.
    found = set()
    for start, end in region.spans:
        offset = region.abstract.find(quote, start, end)
        while offset >= 0:
            found.add(offset)
            offset = region.abstract.find(quote, offset + 1, end)
    return tuple(sorted(found))


@lru_cache(maxsize=32)
def _whole_occurrences(region: Region, quote: str) -> tuple[int, ...]:
    return tuple(
        start
        for start in _occurrences(region, quote)
        if not is_inside_number(region.abstract, start)
        and not is_inside_number(region.abstract, start + len(quote))
    )


def _context(abstract: str, start: int, end: int) -> str:
    before = abstract[max(0, start - 20) : start].rpartition("\n")[2]
    after = abstract[end : end + 20].partition("\n")[0]
    words, half = abstract[start:end], _SHOWN_LENGTH // 2
    if len(words) > _SHOWN_LENGTH:
        words = f"{words[:half]} … {words[-half:]}"
    return f"…{before}[{words}]{after}…"


def _show(quote: str) -> str:
    return quoted(quote, limit=_SHOWN_LENGTH)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _nearest(region: Region, quote: str) -> str | None:
    """The words of the region that a quote was probably meant to be."""
    # Only here: most quotes are found, and it takes a moment to load.
    from paperclaims_curation.recordfile.nearness import find_nearest

    found = [find_nearest(region.abstract, start, end, quote) for start, end in region.spans]
    return max(filter(None, found), default=(0.0, None))[1]


def choose_occurrence(
    region: Region, quote: str, occurrence: int | None, starts: Sequence[int]
) -> Span:
    """The span of the quote, out of the offsets at which it begins.

    Raises:
        QuoteError: it does not occur, not that often, or is not unique.
    """
    if not starts:
        nearest = _nearest(region, quote)
        hint = f"did you mean {quoted(nearest)}?" if nearest else "copy the words from the abstract"
        message = f"{_show(quote)} does not stand in {region.name}"
        raise QuoteError("span-not-found", message, hint)
    if occurrence is None and len(starts) > 1:
        places = "; ".join(
            f"{number}: {_context(region.abstract, start, start + len(quote))}"
            for number, start in enumerate(starts[:4], 1)
        )
        message = f"{_show(quote)} stands {_times(len(starts))} in {region.name}"
        raise QuoteError(
            "span-ambiguous", message, f"add `occurrence` with the number of the place: {places}"
        )
    if occurrence is not None and (occurrence > len(starts) or len(starts) == 1):
        message = f"occurrence {occurrence} of {_show(quote)}: it stands {_times(len(starts))} in {region.name}"
        hint = "leave occurrence out: the words stand only once"
        if len(starts) > 1:
            hint = f"use a number from 1 to {len(starts)}"
        raise QuoteError("span-occurrence", message, hint)
    start = starts[(occurrence or 1) - 1]
    return start, start + len(quote)


def find_quote(region: Region, quote: str, occurrence: int | None = None) -> Span:
    """The span of a quote in a region.

    Raises:
        QuoteError: it does not occur, not that often, or is not unique.
    """
    return choose_occurrence(region, quote, occurrence, region.occurrences(quote))


def find_amount(evidence: Region, text: str, occurrence: int | None = None) -> Span:
    """The span of a quantity's text inside its claim's evidence.

    Occurrences that begin or end inside a number are none: the 5 of 15 is not the amount 5.

    Raises:
        QuoteError: it does not occur, not that often, or is not unique.
    """
    starts, whole = _occurrences(evidence, text), _whole_occurrences(evidence, text)
    abstract = evidence.abstract
    if starts and not whole:
        message = f"{_show(text)} begins or ends inside a number of the abstract"
        raise QuoteError("quantity-cuts-number", message, "quote the whole number")
    if not starts and text in abstract:
        message = f"{_show(text)} does not stand in {evidence.name}, only elsewhere in the abstract"
        hint = "extend the evidence, or move the quantity to the claim it belongs to"
        raise QuoteError("quantity-outside-evidence", message, hint)
    return choose_occurrence(evidence, text, occurrence, whole)


def find_words(evidence: Region, abstract: str, text: str, occurrence: int | None = None) -> Span:
    """The span of a metric, baseline or condition: in the evidence, else in the whole abstract.

    Raises:
        QuoteError: it does not occur, not that often, or is not unique.
    """
    starts = evidence.occurrences(text)
    if starts:
        return choose_occurrence(evidence, text, occurrence, starts)
    return find_quote(Region.whole(abstract), text, occurrence)
