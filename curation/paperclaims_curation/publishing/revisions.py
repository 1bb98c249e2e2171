"""Find a release by the name that a user gives it: a folder or a git revision."""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from paperclaims_curation.collection import CONFIG_NAME, Collection, open_collection
from paperclaims_curation.problem import PaperclaimsError
from paperclaims_curation.publishing.snapshots import Snapshot, read_snapshot

_ADVICE = "name the folder of a release, or a commit, tag or branch"


def _git(collection: Collection, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    command = ["git", "-C", str(collection.root), *arguments]
    try:
        return subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - a list, no shell
    except FileNotFoundError as error:
        raise PaperclaimsError(
            "git is not installed; name the folders of two releases instead"
        ) from error


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[0].removeprefix("fatal: ") if lines else "git failed"


def _find_object(collection: Collection, name: str) -> str | None:
    """The id of a commit or folder, if git knows it."""
    # A revision that begins with a dash would be taken for an option.
    done = _git(collection, "rev-parse", "--verify", "--quiet", "--end-of-options", name)
    return done.stdout.decode("ascii").strip() if not done.returncode else None


def read_revision(collection: Collection, revision: str) -> Snapshot:
    """The release that is committed at a git revision of the collection's repository.

    Raises:
        PaperclaimsError: there is no git, no repository, no such revision or no release in it.
    """
    inside = _git(collection, "rev-parse", "--is-inside-work-tree")
    if inside.returncode:
        raise PaperclaimsError(
            f"{collection.root}: {_said(inside)}; name the folders of two releases instead"
        )
    commit = _find_object(collection, f"{revision}^{{commit}}")
    if commit is None:
        raise PaperclaimsError(f"{revision}: neither a folder nor a git revision; {_ADVICE}")
    path = collection.release_folder.relative_to(collection.root).as_posix()
    if _find_object(collection, f"{commit}:./{path}") is None:
        raise PaperclaimsError(
            f"{revision}: has no release at {collection.release_folder}; {_ADVICE}"
        )
    with TemporaryDirectory(prefix="paperclaims-") as temporary:
        archive = Path(temporary, "release.zip")
        # Names in the archive are relative to the collection.
        done = _git(collection, "archive", "--format=zip", f"--output={archive}", commit, path)
        if done.returncode:
            raise PaperclaimsError(f"{revision}: {_said(done)}; {_ADVICE}")
        with ZipFile(archive) as zipped:
            zipped.extractall(temporary)
        return read_snapshot(Path(temporary, path), revision)


def find_release(collection: Collection, name: str) -> Snapshot:
    """The release of that name: a release's or a collection's folder, else a git revision.

    Raises:
        PaperclaimsError: there is none, or it is damaged.
    """
    folder = Path(name)
    if not folder.is_dir():
        return read_revision(collection, name)
    if (folder / CONFIG_NAME).is_file():
        folder = open_collection(folder).release_folder
    return read_snapshot(folder, name)
