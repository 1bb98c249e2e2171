"""Damage to amounts: values, units, qualifiers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from .document import Document, Path, Scalar
from .mutation import Kind, Mutation, Subject, edit, replace_value

VALUES = r"claims\.\d+\.quantities\.\d+\.(?:value|value_from|value_to|denominator)"
# A total below its count, or an end below its beginning, is refused by the form of the amount.
NUMBER = ("number-not-in-text", "schema-value")
VALUE_NAMES = ("value_from", "value", "value_to", "denominator")
A_VALUE = "a value of the amount"
WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


def _values(document: Document) -> Iterator[Scalar]:
    yield from document.matching(VALUES)


def _write(subject: Subject, scalar: Scalar, value: str) -> Mutation:
    scalars = subject.document.scalars
    values = [scalars.get((*scalar.path[:-1], name)) for name in VALUE_NAMES]
    at = [value.start for value in values if value is not None]
    return replace_value(subject.document, scalar, value, at=at)


def _changed(subject: Subject, scalar: Scalar, values: set[str]) -> Iterator[Mutation]:
    for value in sorted(values - {scalar.value}):
        # A leading zero would be damage of another kind.
        if value and not re.match(r"0\d|\.|$", value) and not value.endswith("."):
            yield _write(subject, scalar, value)


def swap_digits(subject: Subject, random: Random) -> Iterator[Mutation]:
    """Two neighbouring digits change places."""
    for scalar in _values(subject.document):
        given = scalar.value
        yield from _changed(
            subject,
            scalar,
            {
                given[:i] + given[i + 1] + given[i] + given[i + 2 :]
                for i in range(len(given) - 1)
                if given[i : i + 2].isdigit()
            },
        )


def drop_digit(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A digit is left out."""
    for scalar in _values(subject.document):
        given = scalar.value
        shorter = {given[:i] + given[i + 1 :] for i in range(len(given)) if given[i].isdigit()}
        yield from _changed(subject, scalar, shorter)


def _shift(digits: str, places: int) -> str:
    """The number with its point moved to the right (or, if negative, to the left)."""
    whole, _, part = digits.partition(".")
    if places > 0:
        part = part.ljust(places, "0")
        whole, part = whole + part[:places], part[places:]
    else:
        whole = whole.rjust(1 - places, "0")
        whole, part = whole[:places], whole[places:] + part
    whole = whole.lstrip("0") or "0"
    return f"{whole}.{part}" if part else whole


def factor_ten(subject: Subject, random: Random) -> Iterator[Mutation]:
    """The number is ten times too large or too small."""
    for scalar in _values(subject.document):
        yield from _changed(subject, scalar, {_shift(scalar.value, 1), _shift(scalar.value, -1)})


def change_sign(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A minus sign appears."""
    for scalar in _values(subject.document):
        yield _write(subject, scalar, f"-{scalar.value}")


def separator_as_point(subject: Subject, random: Random) -> Iterator[Mutation]:
    """37,000 is read as 37.000."""
    document = subject.document
    for path, quantity in document.quantities():
        found = re.search(r"\d{1,3},\d{3}\b", quantity["text"])
        if found and (*path, "value") in document.scalars:
            scalar = document.scalars[(*path, "value")]
            yield _write(subject, scalar, found[0].replace(",", "."))


def percent_as_fraction(subject: Subject, random: Random) -> Iterator[Mutation]:
    """7.0% is written as 0.070."""
    document = subject.document
    for path, quantity in document.quantities():
        if quantity.get("unit") == "percent":
            for name in ("value", "value_from"):
                if (*path, name) in document.scalars:
                    scalar = document.scalars[(*path, name)]
                    yield _write(subject, scalar, _shift(scalar.value, -2))


def change_unit(subject: Subject, random: Random) -> Iterator[Mutation]:
    """Another unit."""
    for scalar in subject.document.matching(r"claims\.\d+\.quantities\.\d+\.unit"):
        for unit in ("percent", "percentage_point", "times", "count"):
            if unit != scalar.value:
                yield replace_value(subject.document, scalar, unit)


def drop_qualifier(subject: Subject, random: Random) -> Iterator[Mutation]:
    """`up_to` or `more_than` is left out."""
    document = subject.document
    for path, quantity in document.quantities():
        if quantity.get("qualifier") in {"up_to", "more_than"}:
            block = document.blocks[(*path, "qualifier")]
            what = f"{quantity['text']}: qualifier {quantity['qualifier']} left out"
            at = document.scalars[(*path, "text")].start
            yield edit(document, what, (block.start, block.end, ""), at=(at,))


def _exchange(document: Document, path: Path, one: str, other: str) -> Iterator[Mutation]:
    first, second = (document.scalars.get((*path, name)) for name in (one, other))
    if first and second and first.value != second.value:
        yield edit(
            document,
            f"{first.name} {first.value} <-> {other} {second.value}",
            (first.start, first.end, second.value),
            (second.start, second.end, first.value),
            at=(first.start, second.start),
        )


def swap_k_and_n(subject: Subject, random: Random) -> Iterator[Mutation]:
    """12 out of 10 for 10 out of 12."""
    for path, _ in subject.document.quantities():
        yield from _exchange(subject.document, path, "value", "denominator")


def change_denominator(subject: Subject, random: Random) -> Iterator[Mutation]:
    """Another total."""
    for scalar in subject.document.matching(r".*\.denominator"):
        for step in (1, 2, 10):
            yield _write(subject, scalar, str(int(scalar.value) + step))


def reverse_from_to(subject: Subject, random: Random) -> Iterator[Mutation]:
    """Old and new level change places."""
    for path, _ in subject.document.quantities():
        yield from _exchange(subject.document, path, "value_from", "value")


def reverse_interval(subject: Subject, random: Random) -> Iterator[Mutation]:
    """Lower and upper end change places."""
    for path, _ in subject.document.quantities():
        yield from _exchange(subject.document, path, "value", "value_to")


def change_text_and_value(subject: Subject, random: Random) -> Iterator[Mutation]:
    """The same wrong number in `text` and `value`."""
    document = subject.document
    for path, quantity in document.quantities():
        value = document.scalars.get((*path, "value"))
        text = document.scalars[(*path, "text")]
        if value is None:
            continue
        if quantity["text"] in WORDS[:-1]:
            place = WORDS.index(quantity["text"])
            words, number = WORDS[place + 1], str(place + 3)
        elif text.value.count(value.value) == 1:
            digit = random.choice([i for i, c in enumerate(value.value) if c.isdigit()])
            other = random.choice(sorted(set("123456789") - {value.value[digit]}))
            number = value.value[:digit] + other + value.value[digit + 1 :]
            words = text.value.replace(value.value, number)
        else:
            continue
        raw = "'" + words.replace("'", "''") + "'"
        yield edit(
            document,
            f"{text.name}: {text.value} -> {words}, value {value.value} -> {number}",
            (text.start, text.end, raw),
            (value.start, value.end, number),
            at=(text.start, value.start),
        )


KINDS = (
    Kind("digits swapped", NUMBER, swap_digits, A_VALUE),
    Kind("digit dropped", NUMBER, drop_digit, A_VALUE),
    Kind("factor ten", NUMBER, factor_ten, A_VALUE),
    Kind("sign", NUMBER, change_sign, A_VALUE),
    Kind("thousands separator read as a point", NUMBER, separator_as_point, A_VALUE),
    Kind("percent as fraction", NUMBER, percent_as_fraction, A_VALUE),
    Kind("unit changed", ("number-unit",), change_unit),
    Kind(
        "`up to` or `over` dropped from the qualifier",
        ("number-qualifier",),
        drop_qualifier,
        place="the amount's text",
    ),
    Kind(
        "k and n swapped",
        NUMBER,
        swap_k_and_n,
        place=A_VALUE,
    ),
    Kind("denominator changed", NUMBER, change_denominator, A_VALUE),
    Kind("from and to reversed", ("number-order",), reverse_from_to, place=A_VALUE),
    Kind(
        "interval reversed",
        ("number-order", "schema-value"),
        reverse_interval,
        place=A_VALUE,
    ),
    Kind(
        "`text` and `value` damaged together",
        (
            "span-not-found",
            "quantity-outside-evidence",
            "quantity-cuts-number",
            "quantity-repeated",
            "schema-value",
        ),
        change_text_and_value,
        place="the text or the value",
    ),
)
