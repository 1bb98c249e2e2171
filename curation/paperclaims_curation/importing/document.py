"""Read documents as received."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paperclaims_curation.collection import Collection
from paperclaims_curation.importing.formats import FORMATS, Entry, Skipped
from paperclaims_curation.problem import BadInputError, PaperclaimsError
from paperclaims_curation.recordfile.reading import read_bytes


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


def _name_in_sources(path: Path, content: bytes, folder: Path) -> str:
    inside = path.resolve()
    if inside.is_relative_to(folder.resolve()):
        return inside.relative_to(folder.resolve()).as_posix()
    kept = folder / path.name
    if kept.exists() and read_bytes(kept) != content:
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
        BadInputError: a document is damaged, holds no abstract, or has the name of another.
    """
    if format_name not in FORMATS:
        raise PaperclaimsError(f"unknown format {format_name}; use one of: {', '.join(FORMATS)}")
    bibliography = collection.bibliography_path
    documents: dict[str, Document] = {}
    for path in paths:
        if bibliography is not None and path.resolve() == bibliography.resolve():
            raise BadInputError(f"{path}: this is the bibliography; name the documents only")
        content = read_bytes(path)
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
