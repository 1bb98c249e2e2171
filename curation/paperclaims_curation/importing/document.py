"""Read documents as received."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paperclaims_curation.collection import Collection
from paperclaims_curation.importing.formats import FORMATS, Entry, Skipped
from paperclaims_curation.problem import BadInputError, PaperclaimsError

SIZE_LIMIT = 256 * 1024 * 1024
"""Largest document that is read, in bytes."""

# Control characters and line separators, and what stands for bytes that are not text.
_UNFIT = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Document:
    """A document as received."""

    path: Path
    """The file as the user named it."""
    name: str
    """The file in the sources folder."""
    content: bytes
    """The file's bytes."""
    entries: tuple[Entry, ...]
    skipped: tuple[Skipped, ...]


def read_content(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        PaperclaimsError: the file is missing, is no regular file or cannot be read.
        BadInputError: it is larger than `SIZE_LIMIT`.
    """
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            what = "a folder; name the files in it" if stat.S_ISDIR(mode) else "not a regular file"
            raise PaperclaimsError(f"{path}: is {what}")
        with path.open("rb") as stream:
            content = stream.read(SIZE_LIMIT + 1)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise PaperclaimsError(f"{path}: {reason}; check the name and the permissions") from error
    if len(content) > SIZE_LIMIT:
        raise BadInputError(f"{path}: is larger than {SIZE_LIMIT >> 20} MiB; split it")
    return content


def _unify_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def decode_document(content: bytes, path: Path) -> str:
    r"""The text of a document: line ends are `\n`, a byte order mark is dropped.

    Raises:
        BadInputError: it is not UTF-8, or holds a NUL character.
    """
    try:
        text = _unify_line_ends(content.decode("utf-8").removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        line = _unify_line_ends(content[: error.start].decode("utf-8")).count("\n") + 1
        raise BadInputError(
            f"{path}:{line}: not UTF-8 text (byte 0x{content[error.start]:02X} at offset"
            f" {error.start}); save it as UTF-8"
        ) from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise BadInputError(f"{path}:{line}: holds a NUL character; save it as UTF-8 text")
    return text


def _check_name(path: Path) -> None:
    """Refuse a name that no record could give and no message could show."""
    if path.name.strip() and not _UNFIT.search(str(path)):
        return
    advice = "rename the file"
    if sys.getfilesystemencoding() != "utf-8":
        advice += ", or set PYTHONUTF8=1 if it is in UTF-8"
    raise BadInputError(f"{str(path)!a}: a name needs visible UTF-8 characters; {advice}")


def _real(path: Path) -> Path:
    # Unlike Path.resolve, this takes links that lead in a circle.
    return Path(os.path.realpath(path))


def _name_in_sources(path: Path, content: bytes, folder: Path) -> str:
    inside, base = _real(path), _real(folder)
    if inside.is_relative_to(base):
        return inside.relative_to(base).as_posix()
    kept = folder / path.name
    if os.path.lexists(kept):
        if not _real(kept).is_relative_to(base):
            raise BadInputError(
                f"{path}: {kept} leads out of the folder; put the file itself there"
            )
        if read_content(kept) != content:
            raise BadInputError(
                f"{path}: {kept} is a different document of that name; rename the new one"
            )
    return path.name


def read_documents(
    collection: Collection, paths: Iterable[Path], format_name: str
) -> tuple[Document, ...]:
    """Read documents, each once, in the order of their names.

    Raises:
        PaperclaimsError: a file is missing or cannot be read, or the format is unknown.
        BadInputError: a document is damaged, holds no abstract, or has the name of another or
            one that no record can give.
    """
    if format_name not in FORMATS:
        raise PaperclaimsError(f"unknown format {format_name}; use one of: {', '.join(FORMATS)}")
    bibliography = collection.bibliography_path
    documents: dict[str, Document] = {}
    for path in paths:
        _check_name(path)
        if bibliography is not None and _real(path) == _real(bibliography):
            raise BadInputError(f"{path}: this is the bibliography; name the documents only")
        content = read_content(path)
        parts = tuple(FORMATS[format_name](decode_document(content, path)))
        entries = tuple(part for part in parts if isinstance(part, Entry))
        if not entries:
            raise BadInputError(f"{path}: holds no abstract; is it a {format_name} document?")
        name = _name_in_sources(path, content, collection.sources_folder)
        if name in documents and documents[name].content != content:
            raise BadInputError(
                f"{path}: {documents[name].path} is a different document of that name; rename one"
            )
        skipped = tuple(part for part in parts if isinstance(part, Skipped))
        documents.setdefault(name, Document(path, name, content, entries, skipped))
    return tuple(documents[name] for name in sorted(documents))
