"""Deal new records out to the splits."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from types import MappingProxyType
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


def split_digest(seed: str, normalised: str) -> bytes:
    """What decides the split of a new record: a seeded hash of its normalised abstract."""
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
    new: Mapping[str, str],
    placed: Mapping[str, Placed],
    shares: SplitShares,
    versions: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Assignment]:
    """The splits of new records, given and returned by record id; abstracts are normalised.

    In an empty collection the records are dealt out in the order of their seeded hash so that
    the shares are met; otherwise each goes by its own hash. Near-duplicates go together, and
    with the record that is already placed; so does a new record with the record of another
    version of its paper (`versions`). The order of `new` does not matter.
    """
    digests = {record_id: split_digest(shares.seed, text) for record_id, text in new.items()}
    twins = find_twins(new, {record_id: old.normalised for record_id, old in placed.items()})
    splits = {record_id: old.split for record_id, old in placed.items()}
    return deal_splits(digests, twins, splits, shares, versions)


def deal_splits(
    digests: Mapping[str, bytes],
    twins: Mapping[str, Sequence[Twin]],
    placed: Mapping[str, Split],
    shares: SplitShares,
    versions: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Assignment]:
    """As `assign_splits`, from the digests and near-duplicates of the new records."""
    later_versions: dict[str, list[str]] = {}
    for later, earlier in versions.items():
        later_versions.setdefault(earlier, []).append(later)
    leaders: dict[str, str] = {}
    members: dict[str, list[str]] = {}
    old_splits: dict[str, Split] = {}
    first_twins: dict[str, Twin] = {}
    for record_id in sorted(digests, key=digests.__getitem__):
        found = twins.get(record_id, ())
        others = [twin.record_id for twin in found]
        others += [versions[record_id]] if record_id in versions else []
        # The record that names this one as another version may come before it in the order.
        others += later_versions.get(record_id, [])
        old = [other for other in others if other in placed]
        joined = {leaders[other] for other in others if other in leaders}
        leader = min(joined, key=digests.__getitem__, default=record_id)
        for other in joined - {leader}:
            for member in members.pop(other):
                leaders[member] = leader
                members[leader].append(member)
        leaders[record_id] = leader
        members.setdefault(leader, []).append(record_id)
        if old:
            old_splits[record_id] = placed[old[0]]
        told = [twin for twin in found if twin.record_id in placed or twin.record_id in leaders]
        told = [twin for twin in told if twin.record_id in placed] or told
        if told:
            first_twins[record_id] = told[0]

    splits: dict[str, Split] = {}
    for record_id, split in old_splits.items():
        splits.setdefault(leaders[record_id], split)
    free = [r for r, leader in leaders.items() if r == leader and r not in splits]
    if placed:
        splits |= {record_id: _split_by_hash(digests[record_id], shares) for record_id in free}
    else:
        splits |= _deal_first(free, shares)
    return {r: Assignment(splits[leaders[r]], first_twins.get(r)) for r in digests}
