"""Keep other processes out while one changes a folder."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from paperclaims_curation.problem import PaperclaimsError

if sys.platform != "win32":
    import fcntl

_CONTENT = b"Held by a running paperclaims; left over if none runs.\n"
"""Tells a lock file that a killed process left from a file of the user."""


def _open(path: Path) -> tuple[int, bool]:
    """A descriptor of the lock file, and whether it was made just now."""
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o644)
    except FileExistsError:
        if not stat.S_ISREG(path.lstat().st_mode):
            raise _foreign(path) from None
        return os.open(path, os.O_RDWR), False
    os.write(descriptor, _CONTENT)
    return descriptor, True


def _foreign(path: Path) -> PaperclaimsError:
    return PaperclaimsError(
        f"{path}: was not made by paperclaims, which needs the name; move it away"
    )


def _is_own(descriptor: int, path: Path) -> bool:
    content = os.read(descriptor, len(_CONTENT) + 1)
    if content not in (b"", _CONTENT):
        raise _foreign(path)
    # An empty file may be that of a process killed before it could write, or the user's.
    return content == _CONTENT


def _take(path: Path, busy: str) -> tuple[int, bool]:
    """A locked descriptor, and whether the file is to be removed at the end."""
    while True:
        try:
            descriptor, is_new = _open(path)
        except FileNotFoundError:
            if path.parent.is_dir():
                continue  # its holder removed it just now
            raise
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # The file may be gone: its holder removes it at the end. Then it locks nothing.
            if os.path.samestat(os.fstat(descriptor), path.lstat()):
                return descriptor, is_new or _is_own(descriptor, path)
        except BlockingIOError:
            os.close(descriptor)
            raise PaperclaimsError(busy) from None
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(descriptor)
            raise
        os.close(descriptor)


@contextmanager
def locked(path: Path, busy: str) -> Iterator[None]:
    """Hold a lock file; the system lets go of it when the process dies.

    Args:
        path: The lock file, made if it is not there and removed at the end. A file of the user
            is left as it is.
        busy: The message if another process holds it.

    Raises:
        PaperclaimsError: another process holds it, or something else has its name.
        OSError: the lock file cannot be made.
    """
    if sys.platform == "win32":
        yield
        return
    descriptor, is_own = _take(path, busy)
    try:
        yield
    finally:
        if is_own:
            path.unlink(missing_ok=True)
        os.close(descriptor)
