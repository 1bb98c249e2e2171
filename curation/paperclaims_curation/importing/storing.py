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
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from paperclaims_curation.collection import RECORD_SUFFIX, Collection
from paperclaims_curation.locking import locked
from paperclaims_curation.problem import PaperclaimsError
from paperclaims_curation.workspace import find_workspace, make_workspace, remove_workspace

_BINARY = getattr(os, "O_BINARY", 0)
_COMPLETE = "complete"
_PARTS = ("sources", "records", "updates")
_REPLACED = "replaced"
"""The old files of updated records, until the new ones are in place."""


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


def _sync_all() -> None:
    # One call for all files: one for each would take longer than everything else.
    if hasattr(os, "sync"):
        os.sync()


def _have_same_bytes(one: Path, other: Path) -> bool:
    return one.is_file() and other.is_file() and one.read_bytes() == other.read_bytes()


def _write(path: str, content: bytes) -> None:
    # Of every record, so without the detours of a stream.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o666)
    try:
        while content:
            content = content[os.write(descriptor, content) :]
    finally:
        os.close(descriptor)


def _replace(old: str, new: str) -> None:
    try:
        os.replace(old, new)  # noqa: PTH105
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        # The folder is on another file system.
        part = Path(new).with_name(".import.part")
        shutil.copyfile(old, part)
        _sync(part)
        part.replace(new)
        Path(old).unlink()


def _move(old: str, new: str, replaced: Path | None) -> None:
    """Move a file to where one is already: its own copy, or one that is the same as `replaced`."""
    if replaced and _have_same_bytes(Path(new), replaced):
        _replace(old, new)
        return
    # Killed between the last two steps of replacing; anything else is not ours to overwrite.
    if not _have_same_bytes(Path(new), Path(old)):
        raise FileExistsError(errno.EEXIST, "another file has its name", new)
    Path(old).unlink()


def _put_in_place(collection: Collection, moved: list[tuple[str, str]]) -> None:
    """Move the staged files to their folders, and note part and name of each before that."""
    for part in _PARTS:
        staged, folder = _staging(collection) / part, _folder(collection, part)
        names = sorted(path.name for path in staged.iterdir())
        there = {path.name for path in folder.iterdir()}
        for name in names:
            moved.append((part, name))
            old, new = f"{staged}/{name}", f"{folder}/{name}"
            if name in there:
                is_update = part == "updates"
                _move(old, new, _staging(collection) / _REPLACED / name if is_update else None)
            else:
                _replace(old, new)
        if names:
            _sync(folder)


def _take_back(collection: Collection, moved: list[tuple[str, str]]) -> None:
    """Undo what `_put_in_place` has done."""
    staging = _staging(collection)
    for part, name in reversed(moved):
        target = _folder(collection, part) / name
        if (staging / part / name).exists():
            continue
        if part == "updates":
            _replace(str(staging / _REPLACED / name), str(target))
        else:
            target.unlink()


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


def check_no_leftovers(collection: Collection) -> None:
    """See that no import is running or was killed: what is there would be half of it.

    Raises:
        PaperclaimsError: one is running or was killed.
    """
    if find_workspace(_staging(collection)):
        raise PaperclaimsError(
            f"{collection.root}: an import is running or was killed; import without --plan, which"
            " finishes or undoes that one first"
        )


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


def store(
    collection: Collection,
    sources: Mapping[str, Path],
    records: Iterable[tuple[str, str]],
    updates: Iterable[tuple[str, str]],
) -> None:
    """Add documents by name and records by id, and replace records: all or none.

    Only inside `importing_alone`. A document that is in the sources already is left as it is.

    Raises:
        OSError: a file cannot be written; nothing was.
    """
    for part in _PARTS:
        folder = _folder(collection, part)
        if os.path.lexists(folder) and not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, "is not a folder", str(folder))
        folder.mkdir(parents=True, exist_ok=True)
    staging = _staging(collection)
    moved: list[tuple[str, str]] = []
    try:
        make_workspace(staging)
        for part in (*_PARTS, _REPLACED):
            (staging / part).mkdir()
        for name, path in sources.items():
            if not (collection.sources_folder / name).exists():
                shutil.copyfile(path, staging / "sources" / name)
        for record_id, text in records:
            _write(f"{staging}/records/{record_id}{RECORD_SUFFIX}", text.encode("utf-8"))
        for record_id, text in updates:
            name = f"{record_id}{RECORD_SUFFIX}"
            shutil.copyfile(collection.record_path(record_id), staging / _REPLACED / name)
            _write(f"{staging}/updates/{name}", text.encode("utf-8"))
        _sync_all()
        (staging / _COMPLETE).touch()
        _sync(staging)
        _put_in_place(collection, moved)
    except BaseException:
        _take_back(collection, moved)
        _discard(staging)
        raise
    _discard(staging)
