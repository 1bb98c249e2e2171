"""Tell when two abstracts are the same, or nearly.

Not every text is compared with every other. Each has a sketch: the smallest hashes of its pieces
of eight characters. Of a piece that two texts have in common, both sketches tend to hold the hash.
Texts whose sketches share enough are candidates, and only these are compared.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

# Commands that compare no abstracts must start without these.
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEAR_DUPLICATE_RATIO = 90.0
"""From this similarity of the normalised texts on (percent), abstracts are near-duplicates."""

SKETCH_SIZE = 64
"""How many hashes a sketch holds."""

_GRAM = 8
_PIECES = ((3, 3), (24, 4), (_GRAM + SKETCH_SIZE, _GRAM))
"""From which length of the shorter text on pairs are found by pieces of which length.

Texts that are too short for a full sketch have too few pieces of eight characters that an edit
spares. Unequal near-duplicates of any length have a piece of three in common.
"""
_PROBES = 20
"""How many of its hashes a text is looked up by: the rarest of those that another text has too."""
_FRACTION = 8
"""Candidates share at least one in so many of the hashes that they could share."""
_CROWD = 256
"""Where more texts have one hash, the others are compared with the first of them only."""
_BLOCK = 512
"""How many texts are looked up at once: bounds the memory."""
_BATCH = 50_000
"""How many pairs are compared at once: bounds the memory."""
_FILLER = 2**64 - 1
_LAST = 2**63 - 1
_STRETCH = (200 - NEAR_DUPLICATE_RATIO) / NEAR_DUPLICATE_RATIO
"""How many times as long as the other the longer one of two near-duplicates can be."""


class Twin(NamedTuple):
    """A near-duplicate."""

    record_id: str
    """The record that is nearly the same."""
    ratio: float
    """How alike the normalised texts are, in percent (normalised indel similarity)."""


def normalise_abstract(abstract: str) -> str:
    """The abstract in Unicode NFKC, case folded, with single spaces: equal texts are duplicates."""
    return " ".join(unicodedata.normalize("NFKC", abstract).casefold().split())


def _hash_characters(characters: NDArray[np.uint32], gram: int) -> NDArray[np.uint64]:
    """The hash of each piece of `gram` code points, in the order of the text."""
    import numpy as np

    count = max(len(characters) - gram + 1, 0)
    hashes = characters[:count].astype(np.uint64)
    # A polynomial of the code points modulo 2^64. Its bits are then mixed so that the order of the
    # hashes has nothing to do with that of the characters.
    for place in range(1, gram):
        hashes *= 0x9E3779B97F4A7C15
        hashes += characters[place : place + count]
    hashes ^= hashes >> 30
    hashes *= 0xBF58476D1CE4E5B9
    hashes ^= hashes >> 27
    return hashes


def _hash_pieces(text: str, gram: int, size: int) -> NDArray[np.uint64]:
    """The smallest hashes of the text's pieces of `gram` characters, rising, then fillers."""
    import numpy as np

    smallest = np.full(size, _FILLER, dtype=np.uint64)
    if len(text) < gram:
        return smallest
    characters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    hashes = _hash_characters(characters, gram)
    hashes.sort()
    distinct = hashes[np.append(True, hashes[1:] != hashes[:-1])][:size]
    smallest[: len(distinct)] = distinct
    return smallest


def sketch(normalised: str) -> NDArray[np.uint64]:
    """The sketch of a normalised abstract: 64 hashes, rising.

    It is the same in every process and on every machine. Where a text has fewer different pieces
    of eight characters, the largest number stands in the places that are left.
    """
    return _hash_pieces(normalised, _GRAM, SKETCH_SIZE)


def sketch_all(normalised: Sequence[str]) -> NDArray[np.uint64]:
    """The sketches of many abstracts, as rows.

    As quick as one by one, but in few steps, during which other threads go on. The memory is about
    30 bytes for each character of the longest, times how many they are.
    """
    import numpy as np

    lengths = np.array([len(text) for text in normalised])
    counts = np.maximum(lengths - _GRAM + 1, 0)
    rows = np.full((len(lengths), max(int(counts.max(initial=0)), SKETCH_SIZE)), _FILLER, np.uint64)
    encoded = "".join(normalised).encode("utf-32-le", "surrogatepass")
    characters = np.frombuffer(encoded, dtype="<u4")
    hashes = _hash_characters(characters, _GRAM)
    starts = np.cumsum(lengths) - lengths
    for row, start, count in zip(rows, starts.tolist(), counts.tolist(), strict=True):
        row[:count] = hashes[start : start + count]
    rows.sort(axis=1)
    rows[:, 1:][rows[:, 1:] == rows[:, :-1]] = _FILLER
    rows.partition(SKETCH_SIZE - 1, axis=1)
    smallest = rows[:, :SKETCH_SIZE].copy()
    smallest.sort(axis=1)
    return smallest


def _count_shared(ones: NDArray[np.int32], others: NDArray[np.int32]) -> NDArray[np.int64]:
    """How many groups each row has in common with the same row of the others."""
    import numpy as np

    both = np.concatenate([ones, others], axis=1)
    both.sort(axis=1)
    same = (both[:, 1:] == both[:, :-1]) & (both[:, 1:] >= 0)
    counts: NDArray[np.int64] = same.sum(axis=1)
    return counts


def _pair_up(
    hashes: NDArray[np.uint64], lengths: NDArray[np.int64], old_count: int
) -> NDArray[np.int64]:
    """The pairs of rows that share enough of their hashes, as two columns, the lower row first.

    Pairs among the first `old_count` rows are left out, and those whose lengths differ too much.
    A hash that only one row has says nothing: its piece is that text's own, or garbled. Of the
    others the rarest say most, and common phrases little. But each row is looked up by its rarest
    hashes however common they are, so that many copies of one text do not hide each other.
    """
    import numpy as np

    count, width = hashes.shape
    order = np.argsort(hashes, axis=None, kind="stable")
    ranked = hashes.ravel()[order]
    starts = np.flatnonzero(np.append(True, ranked[1:] != ranked[:-1]))
    sizes = np.diff(starts, append=len(ranked))
    shared = (sizes > 1) & (ranked[starts] != _FILLER)
    groups = np.empty(count * width, dtype=np.int32)
    groups[order] = np.repeat(np.where(shared, np.arange(len(sizes)), -1), sizes)
    groups = groups.reshape(count, width)
    members = (order // width).astype(np.int32)
    del order, ranked

    # The size above, the group below: in the order of rarity.
    probes = np.where(groups < 0, _LAST, sizes[groups] << 32 | groups)
    probes.partition(min(_PROBES, width) - 1, axis=1)
    probes = probes[:, :_PROBES].copy()
    known = np.count_nonzero(groups >= 0, axis=1)
    shortest = (lengths / _STRETCH).astype(np.int64)
    longest = (lengths * _STRETCH).astype(np.int64) + 1
    found = []
    for start in range(0, count, _BLOCK):
        block = probes[start : start + _BLOCK]
        rows, columns = np.nonzero(block != _LAST)
        probed = block[rows, columns] & 0xFFFFFFFF
        rows += start
        compared = np.minimum(sizes[probed], _CROWD)
        first = np.repeat(rows, compared)
        offsets = starts[probed] - np.cumsum(compared) + compared
        second = members[np.arange(len(first)) + np.repeat(offsets, compared)]
        fit = lengths[second] >= np.repeat(shortest[rows], compared)
        fit &= lengths[second] <= np.repeat(longest[rows], compared)
        fit &= (first != second) & (np.maximum(first, second) >= old_count)
        pairs, hits = np.unique(first[fit] * count + second[fit], return_counts=True)
        first, second = np.divmod(pairs, count)
        enough = hits >= np.bincount(rows)[first] // _FRACTION
        first, second = first[enough], second[enough]
        enough = _count_shared(groups[first], groups[second]) >= (
            np.minimum(known[first], known[second]) // _FRACTION
        )
        first, second = first[enough], second[enough]
        found.append(np.minimum(first, second) * count + np.maximum(first, second))
    return np.stack(np.divmod(np.unique(np.concatenate(found)), count), axis=1)


def _find_candidates(
    texts: Sequence[str], sketches: Mapping[str, NDArray[np.uint64]], old_count: int
) -> NDArray[np.int64]:
    """Pairs of texts that may be near-duplicates, each once; not among the first `old_count`."""
    import numpy as np

    lengths = np.array([len(text) for text in texts])
    found = [np.empty((0, 2), dtype=np.int64)]
    for (shortest, gram), (end, _) in pairwise((*_PIECES, (int(lengths.max()) + 1, 0))):
        # The longer text of a pair may be of the next length already.
        longest = int((end - 1) * _STRETCH) + 1
        rows = np.flatnonzero((lengths >= shortest) & (lengths <= longest)).tolist()
        if len(rows) < 2:
            continue
        if gram == _GRAM:
            made = ((texts[row], sketches.get(texts[row])) for row in rows)
            hashes = np.stack([sketch(text) if given is None else given for text, given in made])
        else:
            hashes = np.stack([_hash_pieces(texts[row], gram, longest) for row in rows])
        pairs = _pair_up(hashes, lengths[rows], bisect_left(rows, old_count))
        pairs = np.array(rows)[pairs]
        found.append(pairs[lengths[pairs].min(axis=1) < end])
    return np.concatenate(found)


def _iter_confirmed(
    texts: Sequence[str], pairs: NDArray[np.int64]
) -> Iterator[tuple[int, int, float]]:
    """Those pairs of texts that are near-duplicates, with their ratios."""
    import numpy as np
    from rapidfuzz import fuzz, process

    for start in range(0, len(pairs), _BATCH):
        batch = pairs[start : start + _BATCH].tolist()
        ratios = process.cpdist(
            [texts[first] for first, _ in batch],
            [texts[second] for _, second in batch],
            scorer=fuzz.ratio,
            score_cutoff=NEAR_DUPLICATE_RATIO,
            dtype=np.float64,
            workers=-1,
        )
        for index in np.flatnonzero(ratios).tolist():
            yield *batch[index], float(ratios[index])


def _iter_pairs(
    texts: Mapping[str, str],
    others: Mapping[str, str],
    sketches: Mapping[str, NDArray[np.uint64]],
) -> Iterator[tuple[str, str, float]]:
    ids: dict[str, str] = {}
    made: dict[str, NDArray[np.uint64]] = {}
    old_count = 0
    for mapping in (others, texts):
        old_count = len(ids)
        for record_id in sorted(mapping):
            text = mapping[record_id]
            first = ids.setdefault(text, record_id)
            if first != record_id:
                yield first, record_id, 100.0
            if record_id in sketches:
                made[text] = sketches[record_id]
    if len(ids) > max(old_count, 1):
        distinct, firsts = [*ids], [*ids.values()]
        candidates = _find_candidates(distinct, made, old_count)
        for one, other, ratio in _iter_confirmed(distinct, candidates):
            yield firsts[one], firsts[other], ratio


def find_twins(
    texts: Mapping[str, str],
    others: Mapping[str, str],
    sketches: Mapping[str, NDArray[np.uint64]] = MappingProxyType({}),
) -> dict[str, list[Twin]]:
    """The near-duplicates of each text among all of them and the others; best first.

    The texts are normalised, and given and returned by record id; no id is in both mappings. The
    order of the mappings does not matter. Sketches that were made before, by record id too, save
    the time to make them.

    Of equal texts only the first is compared with different ones, and the rest have it as their
    only twin: the others come first, then the texts, each in the order of their ids. Of a crowd of
    more than 256 texts that are all nearly the same, each is compared with the first ones only, in
    the same order. So n copies do not have n * n twins.
    """
    twins: dict[str, list[Twin]] = {record_id: [] for record_id in texts}
    for first, second, ratio in _iter_pairs(texts, others, sketches):
        for record_id, other in ((first, second), (second, first)):
            if record_id in twins:
                twins[record_id].append(Twin(other, ratio))
    for found in twins.values():
        found.sort(key=lambda twin: (-twin.ratio, twin.record_id))
    return twins
