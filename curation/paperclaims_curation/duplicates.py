"""Tell when two abstracts are the same, or nearly."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import NamedTuple

from rapidfuzz import fuzz, process

NEAR_DUPLICATE_RATIO = 90.0
"""From this similarity of the normalised texts on (percent), abstracts are near-duplicates."""


class Twin(NamedTuple):
    """A near-duplicate."""

    record_id: str
    """The record that is nearly the same."""
    ratio: float
    """How alike the normalised texts are, in percent (normalised indel similarity)."""


def normalise_abstract(abstract: str) -> str:
    """The abstract in Unicode NFKC, case folded, with single spaces: equal texts are duplicates."""
    return " ".join(unicodedata.normalize("NFKC", abstract).casefold().split())


def find_twins(normalised: str, others: Mapping[str, str]) -> list[Twin]:
    """The near-duplicates of a normalised abstract among others, given by record id; best first."""
    found = process.extract(
        normalised,
        others,
        scorer=fuzz.ratio,
        score_cutoff=NEAR_DUPLICATE_RATIO,
        limit=None,
    )
    twins = (Twin(record_id, ratio) for _, ratio, record_id in found)
    return sorted(twins, key=lambda twin: (-twin.ratio, twin.record_id))
