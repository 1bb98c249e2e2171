"""A folder in which a stage prepares its result, and that a killed process may leave behind."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

from paperclaims_curation.problem import PaperclaimsError

_MARKER = ".paperclaims"
"""The file that tells a workspace from a folder of the user; made first and removed last."""


def find_workspace(path: Path) -> bool:
    """Whether a killed process left a workspace.

    Raises:
        PaperclaimsError: something else has its name.
    """
    if not path.is_symlink():
        # A process may be killed just before it makes the marker, or just after removing it.
        if not path.exists() or (path.is_dir() and not any(path.iterdir())):
            return False
        if path.is_dir() and (path / _MARKER).is_file():
            return True
    raise PaperclaimsError(
        f"{path}: was not made by paperclaims, which needs the name; move it away"
    )


def make_workspace(path: Path) -> None:
    """Make a workspace where there is none."""
    path.mkdir(exist_ok=True)
    (path / _MARKER).touch()


def remove_workspace(path: Path) -> None:
    """Remove a workspace with all it holds; what cannot be removed is left for the next time."""
    marker = path / _MARKER
    with suppress(OSError):
        for inner in path.iterdir():
            if inner.is_dir() and not inner.is_symlink():
                shutil.rmtree(inner)
            elif inner != marker:
                inner.unlink()
        marker.unlink()
        path.rmdir()
