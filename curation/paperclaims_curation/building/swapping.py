"""Replace a folder as a whole: readers see the old one or the new one, never a mixture.

Beside a folder `release` may lie, for the time of a build or after one that was killed:
`.release.lock` (held by a running build) and `.release.building`, a workspace. In it lie `new`
(a new release that is not yet in place, or an old one that is being deleted) and `old` (the old
release during the two renames that stand in for an exchange). The next build clears them away.
Other files and folders of these names are not touched.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paperclaims_curation.locking import locked
from paperclaims_curation.workspace import find_workspace, make_workspace, remove_workspace

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2


def _beside(folder: Path, what: str) -> Path:
    return folder.with_name(f".{folder.name}.{what}")


def _clear(folder: Path, workspace: Path) -> None:
    """Remove the workspace, and put back an old release that was moved aside."""
    old = workspace / "old"
    if old.exists() and not folder.exists():
        old.rename(folder)
    remove_workspace(workspace)


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
        folder.rename(new.with_name("old"))
        new.rename(folder)
    if sys.platform != "win32":
        _sync(folder.parent)


@contextmanager
def replacing(folder: Path) -> Iterator[Path]:
    """Yield a new empty folder that takes the place of `folder` in one step at the end.

    If the block raises, or deletes the new folder, or the new folder cannot be put in place,
    `folder` stays as it is. If the process is killed, `folder` holds the old release or the new
    one; what lies beside it is cleared away the next time, and where the system cannot exchange
    folders, an old release moved aside is put back.

    Raises:
        PaperclaimsError: another process is replacing `folder`, or something else has the name
            of the workspace or lock beside it.
        OSError: the new folder cannot be put in place.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    workspace = _beside(folder, "building")
    busy = f"{folder}: another build is writing it; try again when that has ended"
    with locked(_beside(folder, "lock"), busy):
        if find_workspace(workspace):
            _clear(folder, workspace)
        make_workspace(workspace)
        try:
            new = workspace / "new"
            new.mkdir()
            yield new
            if new.exists():
                _swap_in(new, folder)
        finally:
            _clear(folder, workspace)
