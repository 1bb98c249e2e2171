"""The name that a document has in the folder of sources."""

from __future__ import annotations

import filecmp
import hashlib
import os
import re
import sys
from pathlib import Path

from paperclaims_curation.documents.opening import STANDARD_INPUT
from paperclaims_curation.problem import BadInputError
from paperclaims_schema.vocabularies import SourceFormat

_HASH_LENGTH = 8
_SUFFIXES = {
    SourceFormat.PLAIN: ".txt",
    SourceFormat.CSV: ".csv",
    SourceFormat.BIBTEX: ".bib",
    SourceFormat.RIS: ".ris",
    SourceFormat.NBIB: ".nbib",
    SourceFormat.PARQUET: ".parquet",
    **dict.fromkeys(
        (SourceFormat.PUBMED_XML, SourceFormat.ARXIV, SourceFormat.OAI_PMH, SourceFormat.ACL),
        ".xml",
    ),
}
# Control characters and line separators, and what stands for bytes that are not text.
_UNFIT = re.compile("[\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]|[\\ud800-\\udfff]")


def check_name(path: Path) -> None:
    """Refuse a name that no record could give and no message could show.

    Raises:
        BadInputError: the path has such a name.
    """
    if path.name.strip() and not _UNFIT.search(str(path)):
        return
    advice = "rename the file"
    if sys.getfilesystemencoding() != "utf-8":
        advice += ", or set PYTHONUTF8=1 if it is in UTF-8"
    raise BadInputError(f"{str(path)!a}: a name needs visible UTF-8 characters; {advice}")


def _compression(path: Path) -> str:
    with path.open("rb") as stream:
        head = stream.read(2)
    return {b"\x1f\x8b": ".gz", b"\x28\xb5": ".zst"}.get(head, "")


def _short_hash(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()[:_HASH_LENGTH]


class SourceNames:
    """Finds names in the sources, for documents that are there already and for new ones."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._claimed: dict[str, Path] = {}

    def find(self, path: Path, content: Path, format_: SourceFormat) -> str:
        """The name of the document `path`, whose bytes lie in the file `content`.

        A document in the folder has its own name. Another one keeps its file name; if a different
        document has that already, a part of its hash is added.

        Raises:
            BadInputError: a link of that name leads out of the folder.
        """
        # Unlike Path.resolve, this takes links that lead in a circle.
        base = Path(os.path.realpath(self._folder))
        if path != STANDARD_INPUT:
            inside = Path(os.path.realpath(path))
            if inside.is_relative_to(base):
                return inside.relative_to(base).as_posix()
        name = path.name
        if path == STANDARD_INPUT:
            suffix = _SUFFIXES.get(format_, ".json") + _compression(content)
            name = f"stdin-{_short_hash(content)}{suffix}"
        if not self._is_free(name, content):
            stem, dot, suffix = name.partition(".")
            name = f"{stem}-{_short_hash(content)}{dot}{suffix}"
            if not self._is_free(name, content):
                raise BadInputError(
                    f"{path}: {self._folder / name} is a different document; rename the new one"
                )
        self._claimed[name] = content
        return name

    def _is_free(self, name: str, content: Path) -> bool:
        """Whether no other document has the name."""
        if name in self._claimed:
            return filecmp.cmp(self._claimed[name], content, shallow=False)
        kept = self._folder / name
        if not os.path.lexists(kept):
            return True
        if not Path(os.path.realpath(kept)).is_relative_to(os.path.realpath(self._folder)):
            raise BadInputError(f"{kept}: leads out of the folder; put the file itself there")
        return kept.is_file() and filecmp.cmp(kept, content, shallow=False)
