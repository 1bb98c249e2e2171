"""Tell when two abstracts are the same, or nearly."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

# Only the import of documents compares abstracts: other commands must start without these.
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEAR_DUPLICATE_RATIO = 90.0
"""From this similarity of the normalised texts on (percent), abstracts are near-duplicates."""

_PROFILE_SIZE = 128
_BLOCK = 256
_BATCH = 50_000
"""How many pairs are compared at once: bounds the memory."""


class Twin(NamedTuple):
    """A near-duplicate."""

    record_id: str
    """The record that is nearly the same."""
    ratio: float
    """How alike the normalised texts are, in percent (normalised indel similarity)."""


def normalise_abstract(abstract: str) -> str:
    """The abstract in Unicode NFKC, case folded, with single spaces: equal texts are duplicates."""
    return " ".join(unicodedata.normalize("NFKC", abstract).casefold().split())


def _profiles(texts: Sequence[str]) -> NDArray[np.float64]:
    """How often each character stands in each text; rare ones are counted together."""
    import numpy as np

    profiles = np.zeros((len(texts), _PROFILE_SIZE))
    for row, text in enumerate(texts):
        characters = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        profiles[row] = np.bincount(characters % _PROFILE_SIZE, minlength=_PROFILE_SIZE)
    return profiles


def _iter_candidates(texts: Sequence[str], count: int) -> Iterator[tuple[int, int]]:
    """Pairs that may be near-duplicates, `first < second`, the first among the first `count`.

    Each insertion or deletion that makes one text of the other changes one count by one, so
    texts whose counts differ by more than the allowed number are told apart without a look at
    the order of their characters.
    """
    import numpy as np
    from scipy.spatial.distance import cdist

    profiles = _profiles(texts)
    lengths = profiles.sum(axis=1)
    # One more: the ratio is compared in floating point.
    share = (100 - NEAR_DUPLICATE_RATIO) / 100
    for start in range(0, count, _BLOCK):
        stop = min(start + _BLOCK, count)
        distances = cdist(profiles[start:stop], profiles[start:], "cityblock")
        allowed = share * (lengths[start:stop, None] + lengths[None, start:]) + 1
        for first, second in np.argwhere(np.triu(distances <= allowed, k=1)):
            yield start + int(first), start + int(second)


def find_twins(texts: Mapping[str, str], others: Mapping[str, str]) -> dict[str, list[Twin]]:
    """The near-duplicates of each text among all of them and the others; best first.

    The texts are normalised, and given and returned by record id; no id is in both mappings.
    """
    if len(texts) + len(others) < 2:
        return {record_id: [] for record_id in texts}
    import numpy as np
    from rapidfuzz import fuzz, process

    twins: dict[str, list[Twin]] = {record_id: [] for record_id in texts}
    ids, all_texts = [*texts, *others], [*texts.values(), *others.values()]
    pairs = _iter_candidates(all_texts, len(texts))
    while batch := list(islice(pairs, _BATCH)):
        ratios = process.cpdist(
            [all_texts[first] for first, _ in batch],
            [all_texts[second] for _, second in batch],
            scorer=fuzz.ratio,
            score_cutoff=NEAR_DUPLICATE_RATIO,
            dtype=np.float64,
            workers=-1,
        )
        for index in np.flatnonzero(ratios):
            (first, second), ratio = batch[index], float(ratios[index])
            twins[ids[first]].append(Twin(ids[second], ratio))
            if second < len(texts):
                twins[ids[second]].append(Twin(ids[first], ratio))
    for found in twins.values():
        found.sort(key=lambda twin: (-twin.ratio, twin.record_id))
    return twins
