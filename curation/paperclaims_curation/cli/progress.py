"""A progress bar, on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(
    unit: str, *, quiet: bool, total: int | None = None
) -> Iterator[Callable[[int], object]]:
    """A function that is told how many more are done; it shows them if standard error is a terminal."""
    if quiet or not sys.stderr.isatty():
        yield lambda _count: None
        return
    # Only here: it takes a moment to load.
    from tqdm import tqdm

    with tqdm(total=total, unit=f" {unit}", leave=False, delay=1, file=sys.stderr) as bar:
        yield bar.update
