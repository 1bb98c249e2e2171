"""Rules about amounts: unit, qualifier and order agree with the words, and none is given twice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache

from paperclaims_curation.numbers import find_numbers
from paperclaims_curation.patterns import lazy_pattern
from paperclaims_curation.problem import Loc, format_loc
from paperclaims_curation.recordfile.writing import quoted
from paperclaims_curation.validating.rule import Example, Finding, RecordContext, RecordRule
from paperclaims_schema.claim import Claim
from paperclaims_schema.quantity import (
    VALUE_FIELDS,
    FromToQuantity,
    IntervalQuantity,
    Quantity,
    RatioQuantity,
    SymbolicQuantity,
    VerbalQuantity,
)
from paperclaims_schema.vocabularies import Qualifier, QuantityRole

_PERCENT = r"[%\uff05\u066a\ufe6a]|(?i:\bper\s?cents?\b|\bpercentage)"
_POINT = r"(?i:\bpoints?\b)|\bpp\b|\bp\.p\."
_FACTOR = (
    r"\\times|[×✕]|\d\$?\s?[xX](?![^\W_])"
    r"|(?i:\btimes\b|fold\b|\b(?:twice|thrice|half|halv\w+|quarters?|thirds?)\b)"
    r"|(?i:\b(?:doubl|tripl|quadrupl)\w+)"
)
_PATTERNS = {"percent": _PERCENT, "percentage_point": _POINT, "times": _FACTOR}
_MARKS = {unit: lazy_pattern(pattern) for unit, pattern in _PATTERNS.items()}
# Numbers that share the mark after the last of them: `19 and 20.4%`, `58.0 ± 0.4 points`.
_LISTED = r"(?:[\s\d.,;:$()±/–-]|\\pm|\\,|and|or|to|versus|vs)*?\\?"
_SHARED = {unit: lazy_pattern(f"{_LISTED}(?:{pattern})") for unit, pattern in _PATTERNS.items()}
# Or they share the words before the first: `by factors of 2 and 3`, `accuracy (%) of 7.5`.
_HEADS = {
    "percent": lazy_pattern(r"\((?:in )?\\?%|\bin (?:\\?%|percent)"),
    "percentage_point": lazy_pattern(r"\((?:in )?(?:pp\b|points)|\bin (?:percentage )?points"),
    "times": lazy_pattern(r"\bfactors?\b"),
}

_QUALIFIERS = {
    Qualifier.UP_TO: r"\bup to\b|\bat most\b|\b(?:no|not) (?:more|greater|larger) than\b|\bwithin\b"
    r"|\bas (?:much|many|low|few|little|high) as\b|\bdown to\b|\bmaximum\b|≤|⩽|\\le(?:q|qslant)?(?![a-z])",
    Qualifier.AT_LEAST: r"\bat least\b|\b(?:no|not) (?:fewer|less) than\b|\bminimum\b|≥|⩾"
    r"|\\ge(?:q|qslant)?(?![a-z])",
    Qualifier.MORE_THAN: r"\bover\b|(?<!no )(?<!not )\b(?:more|greater|larger|higher) than\b|\babove\b"
    r"|\bbeyond\b|\bexceed\w*|\bin excess of\b|\bupwards? of\b|(?<![-=])>|\\gt(?![a-z])|[\dKMBT]\+\Z",
    Qualifier.LESS_THAN: r"\bunder\b|\bbelow\b|(?<!no )(?<!not )\b(?:less|fewer|lower|smaller) than\b"
    r"|<|\\lt(?![a-z])",
    Qualifier.ABOUT: r"(?<!\w)~|\\sim|\\approx|[≈∼≃]|\babout\b|\bapprox|\baround\b|\broughly\b|\bnearly\b"
    r"|\balmost\b|\bclose to\b",
}
_WORDS = {word: lazy_pattern(pattern, re.IGNORECASE) for word, pattern in _QUALIFIERS.items()}
_SIGNS = lazy_pattern(r"[<>≤≥⩽⩾]|\\[lg](?:t|e|eq|eqslant)(?![a-z])")
_ENGLISH = frozenset(("the", "of", "and", "to", "we", "in", "with", "for"))
_ENGLISH_SHARE = 0.08
"""So many of the words of an English text are among the commonest."""
_ASSERTED = (QuantityRole.RESULT, QuantityRole.REFERENCE)


def _quantities(context: RecordContext) -> Iterator[tuple[Loc, Claim, Quantity]]:
    """The quantities whose words were found: of the others, nothing can be said."""
    for index, claim in enumerate(context.record.claims):
        for position, quantity in enumerate(claim.quantities):
            loc = ("claims", index, "quantities", position)
            if format_loc((*loc, "text")) not in context.unfound:
                yield loc, claim, quantity


@lru_cache(maxsize=4)
def _is_english(text: str) -> bool:
    """Whether the words of other languages need not be thought of."""
    words = text.lower().split()
    return sum(map(_ENGLISH.__contains__, words)) >= _ENGLISH_SHARE * len(words)


def _evidence(claim: Claim) -> str:
    return " ".join(quote.quote for quote in claim.evidence)


def _is_shared(unit: str, claim: Claim, text: str) -> bool:
    """Whether the evidence gives a unit to several amounts at once, this one among them."""
    for quote in claim.evidence:
        ends = (match.end() for match in re.finditer(re.escape(text), quote.quote))
        if any(_SHARED[unit].match(quote.quote, end) for end in ends):
            return True
    return bool(_HEADS[unit].search(_evidence(claim)))


def _marked_unit(quantity: Quantity) -> str | None:
    """The unit that the marks in a text, or the form, leave no choice about."""
    unit, text = quantity.unit, quantity.text
    if _MARKS["percentage_point"].search(text):
        # Points of a scale that is no percentage are a unit as written.
        return "percentage_point" if unit in {None, "count", *_MARKS} else None
    if _MARKS["percent"].search(text):
        return "percent"
    is_ratio = isinstance(quantity, RatioQuantity)
    if is_ratio and (_MARKS["times"].search(text) or unit in {None, "count", *_MARKS}):
        return "times"
    return None


def _check_units(context: RecordContext) -> Iterator[Finding]:
    english = _is_english(context.record.abstract)
    for loc, claim, quantity in _quantities(context):
        if isinstance(quantity, (SymbolicQuantity, VerbalQuantity)):
            continue
        unit, marked = quantity.unit, _marked_unit(quantity)
        at = (*loc, "text" if unit is None else "unit")
        if marked is not None:
            if unit != marked:
                message = f"the unit of {quoted(quantity.text)} is {marked}, not {unit or 'null'}"
                yield Finding(at, message, f"write unit: {marked}")
        elif (
            english
            and unit in _MARKS
            and not _MARKS[unit].search(quantity.text)
            and not _is_shared(unit, claim, quantity.text)
        ):
            message = f"{quoted(quantity.text)} does not say {unit}"
            hint = "write what the words give, count for a number of things; or extend the text"
            yield Finding(at, message, hint)


def _qualifiers_in(quantity: Quantity) -> set[Qualifier]:
    text = quantity.text
    numbers = find_numbers(text)
    # What follows the last number is its unit; only `50+` says more.
    head = text[: numbers[-1].end + 1] if numbers else text
    if isinstance(quantity, IntervalQuantity):
        head = _SIGNS.sub(" ", head)
    return {word for word, pattern in _WORDS.items() if pattern.search(head)}


def _check_qualifiers(context: RecordContext) -> Iterator[Finding]:
    english = _is_english(context.record.abstract)
    for loc, claim, quantity in _quantities(context):
        if isinstance(quantity, SymbolicQuantity):
            continue
        given, found = quantity.qualifier, _qualifiers_in(quantity)
        at = (*loc, "qualifier" if "qualifier" in quantity.model_fields_set else "text")
        if found and given not in found:
            words = " or ".join(sorted(found))
            message = f"{quoted(quantity.text)} says {words}, the qualifier is {given}"
            yield Finding(at, message, f"write qualifier: {words}")
        elif (
            not found
            and given is not Qualifier.EXACT
            and english
            # A qualifier that stands elsewhere in the sentence is in the field, not in the text.
            and not _WORDS[given].search(_evidence(claim))
        ):
            message = f"neither {quoted(quantity.text)} nor the evidence says {given}"
            yield Finding(at, message, "leave qualifier out")


def _check_order(context: RecordContext) -> Iterator[Finding]:
    for loc, _, quantity in _quantities(context):
        if not isinstance(quantity, FromToQuantity):
            continue
        numbers = find_numbers(quantity.text)
        values = [number.value for number in numbers]
        pair = [quantity.value_from, quantity.value]
        # `to 5 from 3` names the new level first.
        between = quantity.text[numbers[0].end : numbers[-1].start] if numbers else ""
        if values[1:2] and re.search(r"\bfrom\b", between):
            values.reverse()
        if values != pair and values == pair[::-1]:
            message = f"{quoted(quantity.text)} goes from {values[0]:f} to {values[1]:f}"
            hint = f"write value_from: {values[0]:f} and value: {values[1]:f}"
            yield Finding((*loc, "value_from"), message, hint)


def _check_repeated(context: RecordContext) -> Iterator[Finding]:
    spans = context.spans
    for index, claim in enumerate(context.record.claims):
        seen: list[tuple[int, int]] = []
        for position, quantity in enumerate(claim.quantities):
            loc = ("claims", index, "quantities", position, "text")
            if loc not in spans:
                continue
            start, end = spans[loc]
            if any(start < other_end and other_start < end for other_start, other_end in seen):
                message = f"{quoted(quantity.text)} is part of another quantity of {claim.id}"
                yield Finding(loc, message, "remove one of the two, or correct `occurrence`")
            seen.append((start, end))


def _unstated(claim: Claim, quantity: Quantity) -> Iterator[str]:
    stated = {number.value for number in find_numbers(claim.statement)}
    written = {number.value for number in find_numbers(quantity.text)}
    for name in VALUE_FIELDS:
        value = getattr(quantity, name, None)
        # A value that is no number of its text is a finding of its own.
        if value is not None and Decimal(value) in written - stated:
            yield format(Decimal(value), "f")


def _check_stated(context: RecordContext) -> Iterator[Finding]:
    for loc, claim, quantity in _quantities(context):
        missing = [*_unstated(claim, quantity)] if quantity.role in _ASSERTED else []
        if missing:
            message = f"the statement of {claim.id} does not say {' and '.join(missing)}"
            hint = "give it there, or move the quantity to the claim it belongs to"
            yield Finding((*loc, "text"), message, hint)


RULES = (
    RecordRule(
        "number-unit",
        "The unit is the one in the text",
        "A percent sign or word means `percent`, points mean `percentage_point`, and the factor of "
        "a ratio (×, times, -fold, twice, half) is in `times`; no other text has these units, "
        "unless several numbers share one sign.",
        _check_units,
        example=Example("    unit: times\n", "    unit: percent\n"),
    ),
    RecordRule(
        "number-qualifier",
        "The qualifier is the one in the text",
        "Words such as `up to`, `over`, `at least`, `under` and `about` decide. Without them the "
        "qualifier is left out, unless one stands elsewhere in the evidence.",
        _check_qualifiers,
        example=Example("    qualifier: up_to\n", "    qualifier: more_than\n"),
    ),
    RecordRule(
        "number-order",
        "The old level comes before the new one",
        "In `from 2 to 1.5`, `value_from` is 2 and `value` is 1.5.",
        _check_order,
        example=Example(
            "- text: 'from 2 to 1.5'\n  value_from: 2\n  value: 1.5",
            "- text: 'from 2 to 1.5'\n  value_from: 1.5\n  value: 2",
            file=None,
        ),
    ),
    RecordRule(
        "quantity-repeated",
        "No amount is given twice in a claim",
        "The words of two quantities of a claim do not overlap.",
        _check_repeated,
        example=Example(
            "    unit: minutes\n",
            "    unit: minutes\n  - text: '15'\n    role: condition\n    form: level\n    value: 15\n",
        ),
    ),
    RecordRule(
        "quantity-not-in-statement",
        "A statement gives the amounts of its claim",
        "Each value of a quantity that is a result or a reference is a number of the statement, in "
        "digits or words.",
        _check_stated,
        example=Example("  statement: Sift sorts 7.0 kg of", "  statement: Sift sorts"),
    ),
)
