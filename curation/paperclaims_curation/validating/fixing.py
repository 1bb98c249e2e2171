"""Bring record files into canonical form."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from paperclaims_curation.recordfile.canonical import canonical_text
from paperclaims_curation.recordfile.reading import AuthoredFile, ModelT
from paperclaims_curation.recordfile.tree import Mapping
from paperclaims_curation.recordfile.writing import write_text_atomically


def _can_be_written(file: AuthoredFile[ModelT]) -> bool:
    """Whether everything the file says is known: a text that was cut or changed is left alone."""
    return isinstance(file.root, Mapping) and not any(
        problem.code in {"yaml-comment", "yaml-escape"} and problem.fix is None
        for problem in file.problems
    )


def fix_files(files: Iterable[AuthoredFile[ModelT]]) -> list[Path]:
    """Rewrite the files that can be read whole and are not in canonical form; their paths."""
    fixed = []
    for file in files:
        if not _can_be_written(file):
            continue
        text = canonical_text(file)
        if text.encode("utf-8") != file.content:
            write_text_atomically(file.path, text)
            fixed.append(file.path)
    return fixed
