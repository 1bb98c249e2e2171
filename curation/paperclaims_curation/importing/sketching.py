"""Sketch the abstracts of an import beside everything else, in a thread."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from paperclaims_curation.duplicates import sketch_all

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_BATCH = 1024
"""So many abstracts are sketched at once."""
_BATCH_LENGTH = 4_000_000
"""In code points, all abstracts of a batch taken as long as its longest: bounds the memory."""


class Sketcher:
    """Takes abstracts one by one and sketches them in batches.

    What numpy does to many texts at once, it does while Python goes on elsewhere.
    """

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None
        self._waiting: dict[str, str] = {}
        self._longest = 0
        self._batches: list[tuple[list[str], Future[NDArray[np.uint64]]]] = []

    def add(self, record_id: str, normalised: str) -> None:
        """Take a normalised abstract; a later one for the same id takes its place."""
        self._waiting[record_id] = normalised
        self._longest = max(self._longest, len(normalised))
        count = len(self._waiting)
        if count >= _BATCH or count * self._longest >= _BATCH_LENGTH:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(1)
            future = self._pool.submit(sketch_all, [*self._waiting.values()])
            self._batches.append(([*self._waiting], future))
            self._waiting, self._longest = {}, 0

    def take(self) -> Mapping[str, NDArray[np.uint64]]:
        """The sketches by record id. Abstracts of the last, unfinished batch have none."""
        sketches: dict[str, NDArray[np.uint64]] = {}
        for record_ids, future in self._batches:
            sketches.update(zip(record_ids, future.result(), strict=True))
        for record_id in self._waiting:
            sketches.pop(record_id, None)
        self.close()
        return sketches

    def close(self) -> None:
        """Stop, and forget everything."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        self._pool, self._waiting, self._batches = None, {}, []
