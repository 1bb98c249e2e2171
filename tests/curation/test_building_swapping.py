"""A folder is replaced as a whole, whenever the process dies."""

from __future__ import annotations

import errno
import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from paperclaims_curation.building import swapping
from paperclaims_curation.building.swapping import replacing
from paperclaims_curation.problem import PaperclaimsError

# Replaces a folder, but dies, as if killed, when the named function is called the nth time.
CHILD = """
import os, sys
from pathlib import Path
from paperclaims_curation.building import swapping

folder, where, nth, before, exchange = sys.argv[1:]
if exchange == "no":
    swapping._exchange = lambda new, folder: False
if where != "nowhere":
    owner, name = (swapping, where) if "." not in where else (
        getattr(swapping, where.split(".")[0]), where.split(".")[1]
    )
    real, calls = getattr(owner, name), []

    def killed(*given, **named):
        calls.append(given)
        last = len(calls) == int(nth)
        if last and before == "before":
            os._exit(9)
        result = real(*given, **named)
        if last:
            os._exit(9)
        return result

    setattr(owner, name, killed)
with swapping.replacing(Path(folder)) as new:
    for number in range(3):
        (new / f"file{number}").write_text("new")
        if where == "nowhere" and number == int(nth):
            os._exit(9)
"""


def die(folder: Path, where: str, nth: int, moment: str, exchange: str) -> int:
    arguments = [str(folder), where, str(nth), moment, exchange]
    return subprocess.run([sys.executable, "-c", CHILD, *arguments], check=False).returncode


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


OLD = {f"file{number}": "old" for number in range(3)}
NEW = {f"file{number}": "new" for number in range(3)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "release"
    folder.mkdir()
    for name, text in OLD.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def replace(folder: Path) -> None:
    with replacing(folder) as new:
        for name, text in NEW.items():
            (new / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("where", "nth", "moment", "exchange", "expected"),
    [
        ("nowhere", 0, "-", "yes", OLD),
        ("nowhere", 2, "-", "yes", OLD),
        ("_sync_tree", 1, "before", "yes", OLD),
        ("_exchange", 1, "before", "yes", OLD),
        ("_exchange", 1, "after", "yes", NEW),
        ("remove_workspace", 1, "before", "yes", NEW),
        ("Path.rename", 1, "before", "no", OLD),
        # Between the two renames there is no folder: the next start puts the old one back.
        ("Path.rename", 1, "after", "no", None),
        ("Path.rename", 2, "before", "no", None),
        ("Path.rename", 2, "after", "no", NEW),
    ],
)
def test_a_kill_leaves_the_old_folder_or_the_new_one_whole(
    where: str,
    nth: int,
    moment: str,
    exchange: str,
    expected: dict[str, str] | None,
    folder: Path,
    tmp_path: Path,
) -> None:
    assert die(folder, where, nth, moment, exchange) == 9
    if expected is None:
        assert not folder.exists()
    else:
        assert contents(folder) == expected
    # What the kill left is cleared away at the next start, before anything else is done.
    with replacing(folder) as new:
        assert names(tmp_path) == [".release.building", ".release.lock", "release"]
        new.rmdir()
    assert contents(folder) == (expected or OLD)
    assert names(tmp_path) == ["release"]
    replace(folder)
    assert contents(folder) == NEW
    assert names(tmp_path) == ["release"]


def test_without_an_exchange_two_renames_do(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swapping, "_exchange", lambda *_: False)
    replace(folder)
    assert contents(folder) == NEW
    assert names(folder.parent) == ["release"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux exchanges folders")
def test_linux_exchanges_the_folders(folder: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    new.mkdir()
    assert swapping._exchange(new, folder)
    assert contents(new) == OLD
    assert not swapping._exchange(tmp_path / "missing", folder)


def test_a_second_build_of_the_folder_is_refused_while_one_runs(folder: Path) -> None:
    with replacing(folder):
        with pytest.raises(PaperclaimsError, match="release: another build is writing it"):
            replace(folder)
        assert (folder.parent / ".release.building").is_dir()
    assert contents(folder) == {}


def test_a_lock_file_that_a_killed_build_left_locks_nothing(folder: Path) -> None:
    die(folder, "nowhere", 0, "-", "yes")
    assert (folder.parent / ".release.lock").is_file()
    replace(folder)
    assert names(folder.parent) == ["release"]


def test_an_empty_file_in_place_of_the_lock_may_be_the_users_and_stays(folder: Path) -> None:
    (folder.parent / ".release.lock").touch()
    replace(folder)
    assert contents(folder) == NEW
    assert names(folder.parent) == [".release.lock", "release"]


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        (".release.building", "mine"),
        (".release.building", None),
        (".release.lock", "mine"),
        (".release.lock", None),
    ],
)
def test_a_file_or_folder_of_the_user_beside_the_release_is_refused_and_kept(
    name: str, inside: str | None, folder: Path
) -> None:
    own = folder.parent / name
    if inside is None:
        own.write_text("mine", encoding="utf-8")
    else:
        own.mkdir()
        (own / inside).write_text("mine", encoding="utf-8")
    with pytest.raises(PaperclaimsError, match=rf"{name}: was not made by paperclaims, .* away$"):
        replace(folder)
    assert contents(folder) == OLD
    assert names(folder.parent) == [name, "release"]
    kept = own if inside is None else own / inside
    assert kept.read_text(encoding="utf-8") == "mine"


def test_other_names_beside_the_release_are_nothing_to_a_build(folder: Path) -> None:
    old = folder.parent / ".release.old"
    old.mkdir()
    (old / "mine").touch()
    replace(folder)
    assert names(old) == ["mine"]


def test_a_link_in_place_of_the_workspace_is_not_followed(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / ".release.building").symlink_to("mine")
    with pytest.raises(PaperclaimsError, match="was not made by paperclaims"):
        replace(folder)
    assert (tmp_path / "mine").is_dir()


@pytest.mark.parametrize("failing", [1, 2])
def test_a_folder_that_cannot_be_replaced_stays_and_nothing_lies_beside_it(
    failing: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where the folder is a mount point."""
    real, calls = Path.rename, []

    def rename(old: Path, new: Path) -> Path:
        calls.append(old)
        if len(calls) == failing:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(old))
        return real(old, new)

    monkeypatch.setattr(swapping, "_exchange", lambda *_: False)
    monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises(OSError, match="busy"):
        replace(folder)
    assert contents(folder) == OLD
    assert names(folder.parent) == ["release"]


def test_a_lock_that_its_holder_removed_is_not_taken(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a third build could hold a new lock file at the same time."""
    real = fcntl.flock
    removed = []

    def flock(descriptor: int, operation: int) -> None:
        if not removed:
            removed.append(os.fstat(descriptor).st_ino)
            (folder.parent / ".release.lock").unlink()
        real(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", flock)
    with replacing(folder):
        assert (folder.parent / ".release.lock").is_file()
    assert names(folder.parent) == ["release"]


def test_neighbours_can_be_replaced_at_the_same_time(folder: Path) -> None:
    with replacing(folder) as new, replacing(folder.parent / "other") as other:
        (new / "a").touch()
        (other / "b").touch()
    assert names(folder) == ["a"]
    assert names(folder.parent / "other") == ["b"]


def test_a_new_folder_that_was_deleted_leaves_the_old_one(folder: Path) -> None:
    with replacing(folder) as new:
        new.rmdir()
    assert contents(folder) == OLD
    assert names(folder.parent) == ["release"]
