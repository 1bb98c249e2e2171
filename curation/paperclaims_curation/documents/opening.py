"""Open documents, compressed or not, and list those of a folder."""

from __future__ import annotations

import codecs
import io
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import BinaryIO, cast

from paperclaims_curation.problem import BadInputError, PaperclaimsError

STANDARD_INPUT = Path("-")
"""Stands for standard input."""
HEAD_SIZE = 64 * 1024
"""How much of a document is looked at to recognise its format, in bytes."""
SUFFIXES = (
    *(".atom", ".bib", ".bibtex", ".csv", ".jl", ".json", ".jsonl", ".markdown", ".md", ".medline"),
    *(".nbib", ".ndjson", ".parquet", ".pq", ".ris", ".tab", ".text", ".tsv", ".txt", ".xml"),
)
"""What the names of documents in a folder end in; `.gz` or `.zst` may follow."""

_GZIP = b"\x1f\x8b"
# A frame to be skipped may come first.
_ZSTD = (b"\x28\xb5\x2f\xfd", *(bytes((n, 0x2A, 0x4D, 0x18)) for n in range(0x50, 0x60)))
_FOREIGN = {
    b"PK\x03\x04": "a ZIP archive or an Office document; unpack it, or save it as CSV",
    b"\xd0\xcf\x11\xe0": "an Office document; save it as CSV",
    b"%PDF-": "a PDF",
    b"BZh91AY&": "compressed with bzip2; unpack it",
    b"\xfd7zXZ\0": "compressed with xz; unpack it",
    b"7z\xbc\xaf\x27\x1c": "a 7z archive; unpack it",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"version https://git-lfs.": "a pointer of Git LFS; fetch the file itself with git lfs pull",
}


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """A document that is open for reading, from its beginning."""

    name: str
    """The file's name in lower case without `.gz` or `.zst`; empty for standard input."""
    stream: io.BufferedReader
    """Its decompressed bytes; seekable only where it is a plain file."""


@dataclass(frozen=True, slots=True)
class LeftAside:
    """A file in a folder that is not read."""

    path: Path
    reason: str
    """Why, in one line."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The documents that paths name."""

    paths: tuple[Path, ...]
    left_aside: tuple[LeftAside, ...]


class _Source(io.RawIOBase):
    """Reads through a function; a read gives fewer bytes than asked for only at the end."""

    def __init__(self, read: Callable[[int], bytes], label: str) -> None:
        self._read = read
        self._label = label

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        count = 0
        while count < len(buffer) and (piece := self._next(len(buffer) - count)):
            buffer[count : count + len(piece)] = piece
            count += len(piece)
        return count

    def _next(self, size: int) -> bytes:
        try:
            return self._read(size)
        except OSError as error:
            if error.errno is not None:
                raise
            # From the decompressor, which raises it again when it is asked again.
            raise BadInputError(
                f"{self._label}: the compressed file is damaged or cut short; get it anew"
            ) from error


def _buffered(read: Callable[[int], bytes], label: str) -> io.BufferedReader:
    return io.BufferedReader(_Source(read, label), HEAD_SIZE)


def _decompressed(stream: io.BufferedReader, label: str) -> io.BufferedReader:
    head = stream.peek(4)[:4]
    is_gzip = head.startswith(_GZIP)
    if not is_gzip and not head.startswith(_ZSTD):
        return stream
    import pyarrow as pa

    decompressor = pa.CompressedInputStream(stream, "gzip" if is_gzip else "zstd")
    return _buffered(decompressor.read, label)


class _File(io.FileIO):
    """A file that its context closes, though a text wrapper around it may be gone before."""

    def _dealloc_warn(self, source: object) -> None:
        """No warning: nothing is left open."""


def _open_file(path: Path) -> io.BufferedReader:
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode):
        what = "a folder" if stat.S_ISDIR(mode) else "not a regular file; pipe it in, named -"
        raise PaperclaimsError(f"{path}: is {what}")
    return io.BufferedReader(_File(path), HEAD_SIZE)


def _plain_name(path: PurePath) -> str:
    return path.name.lower().removesuffix(".gz").removesuffix(".zst")


@contextmanager
def open_document(path: Path) -> Iterator[OpenDocument]:
    """Open a file or, for `-`, standard input; gzip and zstandard are told by their first bytes.

    Compressed data that turn out damaged or cut short are a `BadInputError` of the read that
    comes to them.

    Raises:
        PaperclaimsError: the file is missing, is no regular file or cannot be read.
        BadInputError: it is of a kind that no format takes, or damaged at its very beginning.
    """
    is_named = path != STANDARD_INPUT
    label = str(path) if is_named else "standard input"
    with ExitStack() as stack:
        try:
            if is_named:
                received = stack.enter_context(_open_file(path))
            elif sys.stdin is None:
                raise PaperclaimsError("standard input is closed; name a file")
            else:
                received = _buffered(sys.stdin.buffer.read, label)
            stream = _decompressed(received, label)
            head = stream.peek(HEAD_SIZE)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise PaperclaimsError(
                f"{label}: {reason}; check the name and the permissions"
            ) from error
        if what := next((what for magic, what in _FOREIGN.items() if head.startswith(magic)), None):
            raise BadInputError(f"{label}: is {what}")
        yield OpenDocument(_plain_name(path) if is_named else "", stream)


def peek_head(stream: BinaryIO) -> str:
    r"""The first 64 KiB of a stream as text, which stay in it: line ends `\n`, no byte order mark.

    The stream is one of `open_document` of which nothing was read. Bytes that are not of the
    encoding come as U+FFFD.
    """
    head = cast("io.BufferedReader", stream).peek(HEAD_SIZE)[:HEAD_SIZE]
    encoding = "utf-16" if head[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    # A character that is cut in half at the end is left out.
    text = codecs.getincrementaldecoder(encoding)("replace").decode(head)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _fault(path: Path, root: str) -> str | None:
    """Why a file of the folder `root` (a real path) is not read; null if it is."""
    if not path.exists():
        return "is a link that leads nowhere"
    if not Path(os.path.realpath(path)).is_relative_to(root):
        return "is a link that leads out of the folder; name the file itself"
    if not path.is_file():
        return "is a link to a folder" if path.is_dir() else "is not a regular file"
    if PurePath(_plain_name(path)).suffix not in SUFFIXES:
        return "no format has names of that ending; name the file itself if it is a document"
    return None


def _files(folder: Path) -> list[Path]:
    """The visible files and links in a folder and its folders, sorted; links come last."""

    def fail(error: OSError) -> None:
        raise PaperclaimsError(
            f"{error.filename}: {(error.strerror or str(error)).lower()}; check the permissions"
        ) from error

    found = []
    for parent, folders, files in os.walk(folder, onerror=fail):
        inside = [Path(parent, name) for name in (*folders, *files) if not name.startswith(".")]
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [path for path in inside if path.is_symlink() or not path.is_dir()]
    return sorted(found, key=lambda path: (path.is_symlink(), path))


def list_documents(paths: Iterable[Path]) -> Listing:
    """The documents that paths name, each once: files as they are, folders with all that is in them.

    In folders, hidden files and folders, links that lead out and files whose names no format has
    are left aside. The files of a folder come in the order of their names.

    Raises:
        PaperclaimsError: a folder cannot be read, or holds no document.
    """
    documents: list[Path] = []
    left_aside: list[LeftAside] = []
    seen: set[str] = set()

    def add(path: Path) -> bool:
        real = "-" if path == STANDARD_INPUT else os.path.realpath(path)
        is_new = real not in seen
        seen.add(real)
        return is_new

    for path in paths:
        if path == STANDARD_INPUT or not path.is_dir():
            documents += [path] if add(path) else []
            continue
        faults = {file: _fault(file, os.path.realpath(path)) for file in _files(path)}
        left_aside += [LeftAside(file, reason) for file, reason in faults.items() if reason]
        good = [file for file, reason in faults.items() if reason is None]
        if not good:
            raise PaperclaimsError(
                f"{path}: holds no document; their names end in {', '.join(SUFFIXES)}"
            )
        documents += sorted(file for file in good if add(file))
    return Listing(tuple(documents), tuple(left_aside))
