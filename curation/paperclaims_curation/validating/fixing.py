"""Bring record files into canonical form."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import unified_diff

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


def find_fixes(files: Iterable[AuthoredFile[ModelT]]) -> list[tuple[AuthoredFile[ModelT], str]]:
    """The files that can be read whole and are not in canonical form, with the text to be."""
    fixes = []
    for file in files:
        if not _can_be_written(file):
            continue
        try:
            text = canonical_text(file)
        except ValueError:
            # What no schema knows may have no canonical form; the findings say what is wrong.
            continue
        if text.encode("utf-8") != file.content:
            fixes.append((file, text))
    return fixes


def apply_fixes(fixes: Iterable[tuple[AuthoredFile[ModelT], str]]) -> None:
    """Write the texts."""
    for file, text in fixes:
        write_text_atomically(file.path, text)


def format_diff(file: AuthoredFile[ModelT], text: str) -> str:
    """What a fix changes, as a unified diff."""
    old = file.content.decode("utf-8", "replace").splitlines(keepends=True)
    lines = unified_diff(old, text.splitlines(keepends=True), str(file.path), str(file.path), n=1)
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
