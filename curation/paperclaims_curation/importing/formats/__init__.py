"""The formats of documents: one module each, with one function from text to entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from paperclaims_curation.importing.formats import plain
from paperclaims_curation.importing.formats.entry import Entry, Skipped

__all__ = ["FORMATS", "Entry", "Skipped"]

FORMATS: dict[str, Callable[[str], Iterator[Entry | Skipped]]] = {
    "plain": plain.iter_entries,
}
"""The words of `import --from`, each with its reader."""
