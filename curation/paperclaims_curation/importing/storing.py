"""Write what an import makes: all of it or nothing, whenever the process dies.

In the collection lie, for the time of an import or after one that was killed, `.import.lock`
and the workspace `.import.staging`. All files are written there first. From the moment the file
`complete` is among them, the import counts as done: what is not yet in its place is put there,
if need be at the start of the next import. Without that file, nothing has happened.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from paperclaims_curation.collection import RECORD_SUFFIX, Collection
from paperclaims_curation.locking import locked
from paperclaims_curation.problem import PaperclaimsError
from paperclaims_curation.workspace import find_workspace, make_workspace, remove_workspace

_COMPLETE = "complete"
_PARTS = ("sources", "records")


def _staging(collection: Collection) -> Path:
    return collection.root / ".import.staging"


def _folder(collection: Collection, part: str) -> Path:
    return collection.sources_folder if part == "sources" else collection.records_folder


def _sync(path: Path) -> None:
    if os.name == "posix":
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _write(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    _sync(path)


def _move(old: Path, new: Path) -> None:
    if os.path.lexists(new):
        # Killed between the last two steps below; anything else is not ours to overwrite.
        if not new.is_file() or new.read_bytes() != old.read_bytes():
            raise FileExistsError(errno.EEXIST, "another file has its name", str(new))
        old.unlink()
        return
    try:
        old.rename(new)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        # The folder is on another file system.
        part = new.with_name(".import.part")
        shutil.copyfile(old, part)
        _sync(part)
        part.rename(new)
        old.unlink()


def _put_in_place(collection: Collection, moved: list[tuple[Path, Path]]) -> None:
    """Move the staged files to their folders, and note each in `moved`."""
    for part in _PARTS:
        staged = sorted((_staging(collection) / part).iterdir())
        for path in staged:
            target = _folder(collection, part) / path.name
            _move(path, target)
            moved.append((path, target))
        if staged:
            _sync(_folder(collection, part))


def _discard(staging: Path) -> None:
    # First of all: half of the staged files must not count as an import.
    (staging / _COMPLETE).unlink(missing_ok=True)
    remove_workspace(staging)


def _recover(collection: Collection) -> None:
    """Finish or undo what a killed import left. Only under the lock."""
    staging = _staging(collection)
    if not find_workspace(staging):
        return
    if (staging / _COMPLETE).exists():
        try:
            _put_in_place(collection, [])
        except OSError as error:
            where = error.filename2 or error.filename
            raise PaperclaimsError(
                f"{where}: an interrupted import cannot be finished: {error.strerror}"
            ) from error
    _discard(staging)


@contextmanager
def importing_alone(collection: Collection) -> Iterator[None]:
    """Keep other imports out, after finishing or undoing one that was killed.

    Raises:
        PaperclaimsError: another import is running, or a killed one cannot be finished.
    """
    busy = f"{collection.root}: another import is running; try again when that has ended"
    try:
        with locked(collection.root / ".import.lock", busy):
            _recover(collection)
            yield
    except OSError as error:
        where = error.filename2 or error.filename or collection.root
        raise PaperclaimsError(
            f"{where}: {(error.strerror or str(error)).lower()}; nothing was imported"
        ) from error


def store(collection: Collection, sources: Mapping[str, bytes], records: Mapping[str, str]) -> None:
    """Add documents by file name and records by id: all or none. Only inside `importing_alone`.

    Raises:
        OSError: a file cannot be written; nothing was.
    """
    contents = {
        "sources": sources,
        "records": {f"{name}{RECORD_SUFFIX}": text.encode() for name, text in records.items()},
    }
    if not any(contents.values()):
        return
    for part in _PARTS:
        folder = _folder(collection, part)
        if os.path.lexists(folder) and not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "is not a folder", str(folder))
        folder.mkdir(parents=True, exist_ok=True)
    staging = _staging(collection)
    moved: list[tuple[Path, Path]] = []
    try:
        make_workspace(staging)
        for part in _PARTS:
            (staging / part).mkdir()
            for name, content in contents[part].items():
                _write(staging / part / name, content)
            _sync(staging / part)
        _write(staging / _COMPLETE, b"")
        _sync(staging)
        _put_in_place(collection, moved)
    except BaseException:
        for path, target in reversed(moved):
            _move(target, path)
        _discard(staging)
        raise
    _discard(staging)
