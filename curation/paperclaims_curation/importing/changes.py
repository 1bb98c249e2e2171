"""What an import is going to write: texts of new and changed records, kept on disk till then."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryFile
from typing import Self

from paperclaims_curation.collection import Collection
from paperclaims_curation.documents.opening import STANDARD_INPUT
from paperclaims_curation.problem import BadInputError, PaperclaimsError
from paperclaims_curation.recordfile.reading import RecordFile, parse_file, read_bytes
from paperclaims_schema.record import Record
from paperclaims_schema.vocabularies import Split

_BUFFER_SIZE = 1 << 20


class Spool:
    """Keeps texts by record id on disk; the last one given for an id counts."""

    def __init__(self) -> None:
        self._file = TemporaryFile("w+b", prefix="paperclaims-")  # noqa: SIM115 - closed by close
        self._stretches: dict[str, tuple[int, int]] = {}
        self._end = 0
        self._is_at_end = True

    def close(self) -> None:
        """Forget all texts."""
        self._file.close()

    def put(self, record_id: str, text: str) -> None:
        """Keep a text."""
        if not self._is_at_end:
            self._file.seek(self._end)
            self._is_at_end = True
        size = self._file.write(text.encode("utf-8"))
        self._stretches[record_id] = self._end, size
        self._end += size

    def get(self, record_id: str) -> str | None:
        """The text that was kept for an id."""
        if record_id not in self._stretches:
            return None
        start, size = self._stretches[record_id]
        self._is_at_end = False
        self._file.seek(start)
        return self._file.read(size).decode("utf-8")

    def __iter__(self) -> Iterator[str]:
        """The ids in the order in which they were first given."""
        return iter(self._stretches)

    def __len__(self) -> int:
        return len(self._stretches)


def _state(path: Path) -> tuple[int, int]:
    status = path.stat()
    return status.st_size, status.st_mtime_ns


class Changes:
    """The records that an import adds and changes, and the documents that it keeps."""

    def __init__(self, collection: Collection) -> None:
        self._collection = collection
        self._kept = ExitStack()
        self.added = Spool()
        self.updated = Spool()
        self.sources: dict[str, Path] = {}
        """Name in the sources to the file with the document's bytes."""
        self._states: dict[Path, tuple[int, int]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.added.close()
        self.updated.close()
        self._kept.close()

    def content(self, path: Path) -> Path:
        """The file with a document's bytes: standard input is copied to one.

        Raises:
            PaperclaimsError: standard input is closed.
        """
        if path != STANDARD_INPUT:
            self._states[path] = _state(path)
            return path
        if sys.stdin is None:
            raise PaperclaimsError("standard input is closed; name a file")
        kept = self._kept.enter_context(NamedTemporaryFile(prefix="paperclaims-"))  # noqa: SIM115
        shutil.copyfileobj(sys.stdin.buffer, kept)
        kept.flush()
        return Path(kept.name)

    def check_sources(self) -> None:
        """See that the documents to be kept are those that were read.

        Raises:
            BadInputError: one was changed meanwhile.
        """
        for path in self.sources.values():
            if path in self._states and self._states[path] != _state(path):
                raise BadInputError(
                    f"{path}: was changed while it was read; nothing was imported; try again"
                )

    def read(self, record_id: str) -> RecordFile:
        """A record as it is to be: new, changed, or as the collection has it.

        Raises:
            PaperclaimsError: the file of the record cannot be read.
        """
        path = self._collection.record_path(record_id)
        text = self.added.get(record_id) or self.updated.get(record_id)
        return parse_file(path, read_bytes(path) if text is None else text.encode(), Record)

    def put(self, record_id: str, text: str) -> None:
        """Keep the changed text of a record, new or old."""
        (self.added if self.added.get(record_id) else self.updated).put(record_id, text)

    def iter_added(self, splits: dict[str, Split]) -> Iterator[tuple[str, str]]:
        """The ids and texts of the new records, each with its split."""
        for record_id in self.added:
            text = self.added.get(record_id) or ""
            # A key of its own line, which no text can begin.
            yield (
                record_id,
                text.replace("\nsplit: train\n", f"\nsplit: {splits[record_id]}\n", 1),
            )

    def iter_updated(self) -> Iterator[tuple[str, str]]:
        """The ids and texts of the changed records."""
        for record_id in self.updated:
            yield record_id, self.updated.get(record_id) or ""
