"""Damage to keys, words of the vocabularies and the writing of values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from .mutation import Kind, Mutation, Subject, edit, replace_value
from .references import garble

_VOCABULARY = (
    r"contributions\.\d+|methods\.\d+\.role|resources\.\d+\.(?:kind|role)|split"
    r"|claims\.\d+\.(?:type|relation|measure|certainty)"
    r"|claims\.\d+\.(?:baselines|conditions)\.\d+\.kind"
    r"|claims\.\d+\.quantities\.\d+\.(?:role|form|qualifier|change|direction|aggregation|bound)"
    r"|links\.\d+\.(?:kind|origin)|availability\.(?:code|data|model)"
    r"|annotation\.status|annotation\.annotators\.\d+\.kind|source\.bibliography\.confidence"
    r"|track|presentation"
)
_ADDRESS = r"links\.\d+\.(?:url|seen_on)|source\.license_source|source\.bibliography\.sources\.\d+"


def misspell_key(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A key with a letter too few or two letters exchanged."""
    for key in subject.document.keys:
        word = garble(key.word, random)
        if word != key.word and word:
            what = f"key {'.'.join(map(str, key.path))} -> {word}"
            yield edit(subject.document, what, (key.start, key.end, word))


def misspell_word(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A word of a vocabulary with a letter too few or two letters exchanged."""
    for scalar in subject.document.matching(_VOCABULARY):
        word = garble(scalar.value, random)
        if word not in {scalar.value, "null"}:
            yield replace_value(subject.document, scalar, word)


def repeat_key(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A line with a key and its value is there twice."""
    document = subject.document
    for key in document.keys:
        scalar = document.scalars.get(key.path)
        if scalar is not None and scalar.style != "|":
            indent = " " * (key.start - document.line_start(key.start))
            line = f"\n{indent}{document.text[key.start : scalar.end]}"
            made = edit(
                document,
                f"{scalar.name} twice",
                (scalar.end, scalar.end, line),
                at=(key.start,),
            )
            lines = made.lines or frozenset()
            yield Mutation(made.what, made.files, lines | {max(lines) + 1}, made.record)


def unquote(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A plain value with a colon or a number sign in it."""
    document = subject.document
    for scalar in document.matching(r"title|claims\.\d+\.(?:statement|subject)|keywords\.\d+"):
        if scalar.style is None and " " in scalar.value:
            spaces = [place.start() for place in re.finditer(" ", scalar.value)]
            place = random.choice(spaces)
            for mark in (":", " #"):
                words = scalar.value[:place] + mark + scalar.value[place + (mark == " #") :]
                yield replace_value(document, scalar, words)
    for scalar in document.scalars.values():
        if scalar.style == "'" and re.search(r": | #", scalar.value):
            what = f"{scalar.name} without quotation marks: {scalar.value[:60]}"
            yield edit(document, what, (scalar.start, scalar.end, scalar.value))
    for scalar in document.quotes:
        if scalar.value[0] not in "[{*&!|>%@`'\"-" and " " in scalar.value:
            spaces = [place.start() for place in re.finditer(" ", scalar.value)]
            place = random.choice(spaces)
            words = f"{scalar.value[:place]} #{scalar.value[place + 1 :]}"
            what = f"{scalar.name} without quotation marks: {words[:60]}"
            yield edit(document, what, (scalar.start, scalar.end, words))


def arxiv_as_number(subject: Subject, random: Random) -> Iterator[Mutation]:
    """The arXiv id without its quotation marks."""
    for scalar in subject.document.matching(r"identifiers\.arxiv"):
        what = f"arxiv: {scalar.value} as a number"
        yield edit(subject.document, what, (scalar.start, scalar.end, scalar.value))


def year_as_text(subject: Subject, random: Random) -> Iterator[Mutation]:
    """The year in quotation marks."""
    for scalar in subject.document.matching("year"):
        what = f"year: '{scalar.value}'"
        yield edit(subject.document, what, (scalar.start, scalar.end, f"'{scalar.value}'"))


def reformat_date(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A date in another notation: records hold none, outside free texts."""
    for scalar in subject.document.scalars.values():
        found = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", scalar.value)
        if found:
            value = f"{found[3]}/{found[2]}/{found[1]}"
            yield replace_value(subject.document, scalar, value)


def address_with_stop(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A URL with the full stop of its sentence."""
    for scalar in subject.document.matching(_ADDRESS):
        yield replace_value(subject.document, scalar, f"{scalar.value}.")


KINDS = (
    Kind("misspelt key", ("schema-unknown-key",), misspell_key, place="the key"),
    Kind("misspelt vocabulary word", ("schema-vocabulary", "source-words"), misspell_word),
    Kind("duplicate key", ("yaml-duplicate-key",), repeat_key, place="one of the two keys"),
    Kind(
        "plain scalar with `#` or `: `",
        ("yaml-syntax", "yaml-comment", "schema-value", "style-canonical"),
        unquote,
    ),
    Kind("arXiv id as a number", ("schema-value",), arxiv_as_number),
    Kind("year as text", ("schema-value",), year_as_text),
    Kind("date reformatted", ("schema-value",), reformat_date),
    Kind("URL with trailing full stop", ("schema-value",), address_with_stop),
)
