"""Replace a folder as a whole: readers see the old one or the new one, never a mixture.

Beside a folder `release` may lie, for the time of a build or after one that was killed:
`.release.lock` (held by a running build), `.release.building` (a new release that is not yet in
place, or an old one that is being deleted) and `.release.old` (the old release during the two
renames that stand in for an exchange). The next build clears them away.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paperclaims_curation.problem import PaperclaimsError

if sys.platform != "win32":
    import fcntl

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def _beside(folder: Path, what: str) -> Path:
    return folder.with_name(f".{folder.name}.{what}")


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Keep other builds of the same folder out; the system lets go when a process dies."""
    if sys.platform == "win32":
        yield
        return
    path = _beside(folder, "lock")
    while True:
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The file may be gone: its holder removes it at the end. Then it locks nothing.
            if path.exists() and os.path.samestat(os.fstat(descriptor), path.stat()):
                break
        except FileNotFoundError:
            pass
        except BlockingIOError:
            os.close(descriptor)
            raise PaperclaimsError(
                f"{folder}: another build is writing it; try again when that has ended"
            ) from None
        os.close(descriptor)
    try:
        yield
    finally:
        path.unlink()
        os.close(descriptor)


def _recover(folder: Path) -> None:
    """Undo or finish what a killed build left. Only under the lock."""
    old, building = _beside(folder, "old"), _beside(folder, "building")
    if old.exists() and not folder.exists():
        old.rename(folder)
    for leftover in (old, building):
        if leftover.exists():
            shutil.rmtree(leftover)


def _exchange(new: Path, folder: Path) -> bool:
    """Exchange two folders in one step; False where the system cannot."""
    if sys.platform != "linux":
        return False
    renameat2 = getattr(ctypes.CDLL(None), "renameat2", None)
    if renameat2 is None:
        return False
    paths = os.fsencode(new), os.fsencode(folder)
    result = renameat2(_AT_FDCWD, paths[0], _AT_FDCWD, paths[1], ctypes.c_uint(_RENAME_EXCHANGE))
    return bool(result == 0)


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync_tree(folder: Path) -> None:
    for directory, _, names in os.walk(folder):
        for name in names:
            _sync(Path(directory, name))
        _sync(Path(directory))


def _swap_in(new: Path, folder: Path) -> None:
    if sys.platform != "win32":
        _sync_tree(new)
    if not folder.exists():
        new.rename(folder)
    elif not _exchange(new, folder):
        old = _beside(folder, "old")
        folder.rename(old)
        new.rename(folder)
    if sys.platform != "win32":
        _sync(folder.parent)
    # The new release is in place: what cannot be deleted now is deleted by the next build.
    for leftover in (new, _beside(folder, "old")):
        shutil.rmtree(leftover, ignore_errors=True)


@contextmanager
def replacing(folder: Path) -> Iterator[Path]:
    """Yield a new empty folder that takes the place of `folder` in one step at the end.

    If the block raises, or deletes the new folder, `folder` stays as it is. If the process is
    killed, `folder` holds the old release or the new one; what lies beside it is cleared away
    the next time, and where the system cannot exchange folders, an old release moved aside is
    put back.

    Raises:
        PaperclaimsError: another process is replacing `folder`.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _lock(folder):
        _recover(folder)
        new = _beside(folder, "building")
        new.mkdir()
        try:
            yield new
        except BaseException:
            shutil.rmtree(new, ignore_errors=True)
            raise
        if new.exists():
            _swap_in(new, folder)
