"""Bring record files into canonical form."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from paperclaims_curation.recordfile.canonical import canonical_text
from paperclaims_curation.recordfile.reading import RecordFile
from paperclaims_curation.recordfile.tree import Mapping
from paperclaims_curation.recordfile.writing import write_text_atomically


def fix_files(files: Iterable[RecordFile]) -> list[Path]:
    """Rewrite the files that can be parsed and are not in canonical form; the paths of those."""
    fixed = []
    for file in files:
        if not isinstance(file.root, Mapping):
            continue
        text = canonical_text(file)
        if text.encode("utf-8") != file.content:
            write_text_atomically(file.path, text)
            fixed.append(file.path)
    return fixed
