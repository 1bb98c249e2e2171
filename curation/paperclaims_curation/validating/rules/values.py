"""Rules about numbers: every value is read from its text, every stated number from the evidence."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from paperclaims_curation.numbers import find_numbers
from paperclaims_curation.problem import format_loc
from paperclaims_curation.recordfile.writing import quoted
from paperclaims_curation.validating.rule import Example, Finding, RecordContext, RecordRule
from paperclaims_schema.quantity import VALUE_FIELDS
from paperclaims_schema.record import Record


def _as_written(value: Decimal) -> str:
    return format(value, "f")


def _check_values(context: RecordContext) -> Iterator[Finding]:
    for index, claim in enumerate(context.record.claims):
        for position, quantity in enumerate(claim.quantities):
            at = ("claims", index, "quantities", position)
            if format_loc((*at, "text")) in context.unfound:
                continue
            found = [number.value for number in find_numbers(quantity.text)]
            for name in VALUE_FIELDS:
                value = getattr(quantity, name, None)
                if value is None:
                    continue
                loc = (*at, name)
                written = [_as_written(number) for number in found]
                if Decimal(value) not in found:
                    message = f"{name} {_as_written(Decimal(value))} is not a number in the text {quoted(quantity.text)}"
                    hint = f"the text holds {', '.join(written)}" if written else None
                    yield Finding(loc, message, hint or "the text holds no number")
                elif _as_written(Decimal(value)) not in written:
                    like = " or ".join(dict.fromkeys(t for t in written if Decimal(t) == value))
                    message = (
                        f"{name} {_as_written(Decimal(value))} does not keep the digits of the text"
                    )
                    yield Finding(loc, message, f"write {like}: the precision is data")


def _stated_numbers(statement: str, record: Record) -> Iterator[tuple[str, Decimal]]:
    names = {item.name for item in record.methods} | {item.name for item in record.resources}
    for name in sorted(names, key=len, reverse=True):
        statement = statement.replace(name, "\N{OBJECT REPLACEMENT CHARACTER}" * len(name))
    for number in find_numbers(statement):
        word = statement[number.start : number.end]
        # "one" is mostly a pronoun or an article; it is never worth a finding.
        if not (number.spelled and number.value == 1):
            yield word, number.value


def _check_statements(context: RecordContext) -> Iterator[Finding]:
    for index, claim in enumerate(context.record.claims):
        # An amount is searched by itself too: in a script without spaces its digits touch letters.
        texts = [quote.quote for quote in claim.evidence]
        texts += [quantity.text for quantity in claim.quantities]
        evidence = {number.value for text in texts for number in find_numbers(text)}
        for word, value in _stated_numbers(claim.statement, context.record):
            if value not in evidence:
                message = f"the statement says {word}, the evidence of the claim does not"
                hint = "correct the number, or extend the evidence"
                yield Finding(("claims", index, "statement"), message, hint)


RULES = (
    RecordRule(
        "number-not-in-text",
        "Every value can be read from its text",
        "`value`, `value_from`, `value_to` and `denominator` are read again from the quantity's "
        "`text` at every build: percent as written, thousands separators left out, number words "
        "and magnitude letters as numbers, digits kept (7.0 is not 7).",
        _check_values,
        example=Example("    value: 7.0", "    value: 7", note="The quantity's text is `7.0 kg`."),
    ),
    RecordRule(
        "number-in-statement",
        "Every number of a statement stands in the evidence",
        "A statement adds nothing: each number in it, in digits or words, is one of the numbers in "
        "the evidence. Numbers in the names of listed methods and resources do not count.",
        _check_statements,
        example=Example(
            "  statement: Sift is up to 2 times faster than Sieve.",
            "  statement: Sift is up to 3 times faster than Sieve.",
            note="The evidence is `Sift is up to $2\\times$ faster than Sieve`.",
        ),
    ),
)
