"""Damage that only a reader of the abstract can see: measured, and kept apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from .mutation import Kind, Mutation, Subject, edit, replace_value

_OPPOSITES = {"better": "worse", "worse": "better", "more": "less", "less": "more"}


def swap_baseline(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A baseline becomes another name that the same sentence holds."""
    document = subject.document
    names = [
        item["name"] for key in ("methods", "resources") for item in document.data.get(key, ())
    ]
    for scalar in document.matching(r"claims\.\d+\.baselines\.\d+\.text"):
        claim = document.data["claims"][int(scalar.path[1])]
        evidence = " ".join(
            quote if isinstance(quote, str) else quote["quote"] for quote in claim["evidence"]
        )
        for name in names:
            if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", evidence) and name not in scalar.value:
                yield replace_value(document, scalar, name)


def reverse_judgement(subject: Subject, random: Random) -> Iterator[Mutation]:
    """Better for worse, more for less."""
    for scalar in subject.document.matching(r"claims\.\d+\.relation"):
        if scalar.value in _OPPOSITES:
            yield replace_value(subject.document, scalar, _OPPOSITES[scalar.value])


def leave_out_claim(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A claim is not annotated."""
    document = subject.document
    claims = document.data.get("claims", [])
    for number, claim in enumerate(claims):
        block = document.blocks["claims", number]
        start = (
            block.start if len(claims) > 1 else document.line_start(document.key_start(("claims",)))
        )
        abstract = document.scalars["abstract",]
        at = (document.key_start(("abstract",)), document.text.index("\n", abstract.start) + 1)
        what = f"{claim['id']} left out: {claim['statement'][:60]}"
        yield edit(document, what, (start, block.end, ""), at=at)


KINDS = (
    Kind(
        "baseline swapped for another that the sentence names",
        (),
        swap_baseline,
        needs_reader=True,
        place="the baseline",
    ),
    Kind("better for worse", (), reverse_judgement, needs_reader=True, place="the relation"),
    Kind(
        "claim left out",
        ("number-uncovered",),
        leave_out_claim,
        needs_reader=True,
        place="the abstract",
    ),
)
