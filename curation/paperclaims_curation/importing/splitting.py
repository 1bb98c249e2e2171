"""Deal new records out to the splits."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from paperclaims_curation.collection import SplitShares
from paperclaims_curation.duplicates import Twin, find_twins
from paperclaims_schema.vocabularies import Split


class Placed(NamedTuple):
    """A record that has its split."""

    normalised: str
    """The normalised abstract."""
    split: Split


class Assignment(NamedTuple):
    """The split of a new record."""

    split: Split
    twin: Twin | None
    """The near-duplicate that was there first, if there is one."""


def _digest(seed: str, normalised: str) -> bytes:
    return hashlib.sha256(f"{seed}\n{normalised}".encode()).digest()


def _deal_first(ordered: Sequence[str], shares: SplitShares) -> dict[str, Split]:
    total = len(ordered)
    # Half rounds up, in whole numbers.
    train = (2 * total * shares.train + 100) // 200
    validation = min((2 * total * shares.validation + 100) // 200, total - train)
    test = total - train - validation
    splits = [Split.TRAIN] * train + [Split.VALIDATION] * validation + [Split.TEST] * test
    return dict(zip(ordered, splits, strict=True))


def _split_by_hash(digest: bytes, shares: SplitShares) -> Split:
    scaled = int.from_bytes(digest[:8], "big") * 100
    if scaled < shares.train << 64:
        return Split.TRAIN
    if scaled < (shares.train + shares.validation) << 64:
        return Split.VALIDATION
    return Split.TEST


def assign_splits(
    new: Mapping[str, str], placed: Mapping[str, Placed], shares: SplitShares
) -> dict[str, Assignment]:
    """The splits of new records, given and returned by record id; abstracts are normalised.

    In an empty collection the records are dealt out in the order of their seeded hash so that
    the shares are met; otherwise each goes by its own hash. Near-duplicates go together, and
    with the record that is already placed. The order of `new` does not matter.
    """
    digests = {record_id: _digest(shares.seed, text) for record_id, text in new.items()}
    all_twins = find_twins(new, {record_id: old.normalised for record_id, old in placed.items()})
    leaders: dict[str, str] = {}
    old_twins: dict[str, Twin] = {}
    first_twins: dict[str, Twin] = {}
    for record_id in sorted(new, key=digests.__getitem__):
        twins = [twin for twin in all_twins[record_id] if twin.record_id in leaders]
        joined = {leaders[twin.record_id] for twin in twins}
        leader = min(joined, key=digests.__getitem__, default=record_id)
        leaders[record_id] = leader
        if len(joined) > 1:
            leaders = {r: leader if known in joined else known for r, known in leaders.items()}
        if old := [twin for twin in all_twins[record_id] if twin.record_id in placed]:
            old_twins[record_id] = first_twins[record_id] = old[0]
        elif twins:
            first_twins[record_id] = twins[0]

    splits: dict[str, Split] = {}
    for record_id, twin in old_twins.items():
        splits.setdefault(leaders[record_id], placed[twin.record_id].split)
    free = [r for r, leader in leaders.items() if r == leader and r not in splits]
    if placed:
        splits |= {record_id: _split_by_hash(digests[record_id], shares) for record_id in free}
    else:
        splits |= _deal_first(free, shares)
    return {r: Assignment(splits[leaders[r]], first_twins.get(r)) for r in new}
