"""Rules about completeness: every number of an abstract is annotated or set aside with a reason."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator

from paperclaims_curation.numbers import find_numbers
from paperclaims_curation.patterns import lazy_pattern
from paperclaims_curation.problem import Place
from paperclaims_curation.recordfile.quotes import QuoteError, Region, Span, find_quote
from paperclaims_curation.recordfile.writing import quoted
from paperclaims_curation.validating.rule import Example, Finding, RecordContext, RecordRule
from paperclaims_schema.vocabularies import Status

_YEAR = r"(?:1[89]|20)\d\d[a-z]?"
_CITATION = lazy_pattern(rf"[(\[](?:[^()\[\]]*[A-Za-z][^()\[\]]*\b)?{_YEAR}[)\]]")


def _excepted(context: RecordContext) -> Iterator[tuple[int, Span]]:
    whole = Region.whole(context.record.abstract)
    for position, exception in enumerate(context.record.annotation.exceptions):
        if exception.text is not None:
            try:
                yield position, find_quote(whole, exception.text, exception.occurrence)
            except QuoteError:
                continue


def _names(context: RecordContext) -> Iterator[Span]:
    record = context.record
    names = {item.name for item in record.methods} | {item.name for item in record.resources}
    for name in names:
        for match in re.finditer(re.escape(name), record.abstract):
            yield match.span()


def _uncovered(context: RecordContext) -> Iterator[Span]:
    abstract = context.record.abstract
    if context.resolution.failures or context.record.annotation.status is Status.DRAFT:
        return
    covered = [
        span
        for loc, span in context.spans.items()
        if loc[0] == "links" or (len(loc) > 2 and loc[2] == "quantities")
    ]
    covered += [match.span() for match in _CITATION.finditer(abstract)]
    covered += [*_names(context), *(span for _, span in _excepted(context))]
    covered.sort(reverse=True)
    reach = 0
    for number in find_numbers(abstract):
        # Of the spans that begin before the number, the one that reaches farthest.
        while covered and covered[-1][0] <= number.start:
            reach = max(reach, covered.pop()[1])
        # "one" and "single" are articles more often than amounts.
        if number.end > reach and not (number.spelled and number.value == 1):
            yield number.start, number.end


def _place_finder(context: RecordContext) -> Callable[[int, int], Place | None]:
    """A function for the place of a stretch: an abstract may hold thousands of numbers."""
    abstract = context.record.abstract
    first = context.file.place_within(("abstract",), 0, 0)
    if first is None or (first.line, first.column) != (first.end_line, first.end_column):
        return lambda _start, _end: first  # The abstract is no literal block.
    lines = [0, *(match.end() for match in re.finditer("\n", abstract))]

    def position(offset: int) -> tuple[int, int]:
        line = bisect_right(lines, offset) - 1
        return first.line + line, first.column + offset - lines[line]

    return lambda start, end: Place(*position(start), *position(end))


def _check_numbers(context: RecordContext) -> Iterator[Finding]:
    abstract = context.record.abstract
    spans = [*_uncovered(context)]
    # Only a file with findings is parsed for its places.
    find_place = _place_finder(context) if spans else None
    for start, end in spans:
        around = abstract[max(0, start - 30) : end + 30].replace("\n", " ")
        message = f"the number {quoted(abstract[start:end])} is not annotated: …{around}…"
        hint = (
            "make it a quantity of its claim, or list it under annotation.exceptions "
            "with text and reason"
        )
        place = find_place(start, end) if find_place else None
        yield Finding(("abstract",), message, hint, place)


def _check_exceptions(context: RecordContext) -> Iterator[Finding]:
    whole = Region.whole(context.record.abstract)
    spans = dict(_excepted(context))
    numbers = find_numbers(context.record.abstract) if spans else ()
    starts = [number.start for number in numbers]
    for position, exception in enumerate(context.record.annotation.exceptions):
        loc = ("annotation", "exceptions", position, "text")
        if exception.text is None or exception.code is not None:
            continue
        if position not in spans:
            try:
                find_quote(whole, exception.text, exception.occurrence)
            except QuoteError as error:
                yield Finding(loc, str(error), error.hint)
            continue
        start, end = spans[position]
        first = bisect_left(starts, start)
        if first == len(numbers) or numbers[first].end > end:
            message = f"the exception {quoted(exception.text)} holds no number"
            yield Finding(loc, message, "remove it: there is nothing to set aside")


RULES = (
    RecordRule(
        "number-uncovered",
        "Every number of an annotated abstract is accounted for",
        "A number of the abstract belongs to a quantity, to the name of a listed method or "
        "resource, to a link or to a citation with its year; any other is listed under "
        "`annotation.exceptions` with its reason (background, year, enumeration). Drafts are "
        "not asked.",
        _check_numbers,
        example=Example(
            "  - text: '#1'\n    reason: An ordinal.\n",
            "",
            note="The abstract has `ranks it tool #1 on the beach`, and no quantity holds the 1.",
        ),
    ),
    RecordRule(
        "exception-unused",
        "Exceptions set something aside",
        "An entry under `annotation.exceptions` with a `text` names words of the abstract that "
        "hold a number; one with a `code` names a finding that there would be without it.",
        _check_exceptions,
        example=Example("  - text: '#1'", "  - text: 'the crew'", note="The words hold no number."),
    ),
)
