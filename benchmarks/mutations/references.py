"""Damage to what a claim says and refers to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from .amounts import WORDS
from .mutation import Kind, Mutation, Subject, edit, quoted, replace_value

_NUMBER = re.compile(rf"(?<![\w.,$^-])(?:\d+(?:[.,]\d+)*|{'|'.join(WORDS)})(?![\w-])")


def garble(word: str, random: Random) -> str:
    """A word with a letter left out or two letters exchanged."""
    place = random.randrange(max(1, len(word) - 1))
    if random.random() < 0.5 or word[place : place + 1] == word[place + 1 : place + 2]:
        return word[:place] + word[place + 1 :]
    return word[:place] + word[place + 1] + word[place] + word[place + 2 :]


def change_stated_number(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A number in a statement is another number."""
    for scalar in subject.document.matching(r"claims\.\d+\.statement"):
        raw = subject.document.text[scalar.start : scalar.end]
        for number in _NUMBER.finditer(raw):
            if number[0] in WORDS:
                other = random.choice([word for word in WORDS if word != number[0]])
            else:
                digit = random.choice([i for i, c in enumerate(number[0]) if c.isdigit()])
                choice = sorted(set("123456789") - {number[0][digit]})
                other = number[0][:digit] + random.choice(choice) + number[0][digit + 1 :]
            start, end = scalar.start + number.start(), scalar.start + number.end()
            what = f"{scalar.name}: {number[0]} -> {other} in {scalar.value[:60]}"
            yield edit(subject.document, what, (start, end, other), at=(scalar.start,))


def change_subject(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A subject that is misspelt, or that of another record."""
    document = subject.document
    names = {
        item["name"] for key in ("methods", "resources") for item in document.data.get(key, ())
    }
    others = [
        claim["subject"] for other in subject.others for claim in other.data.get("claims", [])
    ]
    for scalar in document.matching(r"claims\.\d+\.subject"):
        for words in (garble(scalar.value, random), random.choice(others)):
            if words not in names and words not in document.abstract:
                yield edit(
                    document,
                    f"{scalar.name}: {scalar.value} -> {words}",
                    (scalar.start, scalar.end, quoted(words)),
                )


def change_baseline(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A baseline in words that are not the abstract's."""
    document = subject.document
    others = [
        item["text"]
        for other in subject.others
        for claim in other.data.get("claims", [])
        for item in claim.get("baselines", ())
    ]
    for scalar in document.matching(r"claims\.\d+\.baselines\.\d+\.text"):
        shuffled = " ".join(reversed(scalar.value.split()))
        for words in (random.choice(others), shuffled, f"the {scalar.value} method"):
            if words not in document.abstract:
                yield replace_value(document, scalar, words)


def change_dataset(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A dataset that is misspelt, or that only another record lists."""
    document = subject.document
    names = {item["name"] for item in document.data.get("resources", ())}
    others = [
        item["name"]
        for other in subject.others
        for item in other.data.get("resources", ())
        if item["name"] not in names
    ]
    for scalar in document.matching(r"claims\.\d+\.datasets\.\d+"):
        words = garble(scalar.value, random)
        if words not in names:
            yield edit(
                document,
                f"{scalar.name}: {scalar.value} -> {words}",
                (scalar.start, scalar.end, words),
            )
    for number, claim in enumerate(document.data.get("claims", [])):
        if "datasets" not in claim:
            after = "conditions" if "conditions" in claim else "certainty"
            place = document.line_start(document.key_start(("claims", number, after)))
            name = random.choice(others)
            made = edit(
                document,
                f"claims.{number}.datasets: {name} added",
                (place, place, f"  datasets:\n  - {name}\n"),
            )
            lines = frozenset(line + 1 for line in made.lines or ())
            yield Mutation(made.what, made.files, lines, made.record)


def repeat_claim_id(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A claim takes the id of another one."""
    document = subject.document
    ids = list(document.matching(r"claims\.\d+\.id"))
    for scalar in ids:
        for other in ids:
            if other is not scalar:
                at = (scalar.start, other.start)
                yield replace_value(document, scalar, other.value, at=at)


KINDS = (
    Kind(
        "number in a statement changed",
        ("number-in-statement",),
        change_stated_number,
        place="the statement",
    ),
    Kind("subject that is no listed name nor phrase", ("reference-subject",), change_subject),
    Kind("baseline text not in the abstract", ("span-not-found",), change_baseline),
    Kind("dataset that is no listed resource", ("reference-dataset",), change_dataset),
    Kind("claim id used twice", ("id-claim",), repeat_claim_id, place="one of the two ids"),
)
