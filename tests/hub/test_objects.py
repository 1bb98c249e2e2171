"""The ids of the loopback Hub are git's own."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hub.objects import Blob, Commit

FILES = {
    "a": b"",
    "a.b/c": "naïve 🙂\n".encode(),
    "a-b": b"\0\1",
    "data.txt": b"sorts before data/",
    "data/claims/test.parquet": b"PAR1",
    "data/claims/train.parquet": b"PAR1PAR1",
}


@pytest.fixture
def in_git(tmp_path: Path) -> dict[str, str]:
    """The ids that git gives to the commit, its folders and its files."""
    commit = toy_commit()
    when = f"{int(commit.date.timestamp())} +0000"
    who = {
        f"GIT_{role}_{key}": value
        for role in ("AUTHOR", "COMMITTER")
        for key, value in {"NAME": "Ada", "EMAIL": "ada@example.org", "DATE": when}.items()
    }
    nobody = {"HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"]}

    def git(*arguments: str) -> str:
        command = ["git", "-c", "core.autocrlf=false", *arguments]
        done = subprocess.run(
            command, cwd=tmp_path, env={**nobody, **who}, check=True, capture_output=True, text=True
        )
        return done.stdout

    git("init", "--quiet")
    for path, content in FILES.items():
        place = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    git("add", ".")
    git("commit", "--quiet", "--no-gpg-sign", "-m", f"{commit.title}\n\n{commit.description}")
    listing = git("ls-tree", "-r", "-t", "HEAD").splitlines()
    ids = {line.split("\t")[1]: line.split()[2] for line in listing}
    return {**ids, "": git("rev-parse", "HEAD^{tree}").strip(), "HEAD": git("rev-parse", "HEAD")}


def toy_commit() -> Commit:
    files = {path: Blob(content) for path, content in FILES.items()}
    return Commit(files, "Add toys — all", "Two lines\nof text", number=7)


def test_files_folders_and_commits_have_the_ids_of_git(in_git: dict[str, str]) -> None:
    commit = toy_commit()
    ours = {path: blob.blob_id for path, blob in commit.files.items()}
    assert {**ours, **commit.folders, "HEAD": f"{commit.oid}\n"} == in_git


def test_git_holds_a_pointer_to_a_file_in_lfs() -> None:
    # printf '%s\n' 'version https://git-lfs.github.com/spec/v1' "oid sha256:$(printf PAR1 |
    # sha256sum | cut -c-64)" 'size 4' | git hash-object --stdin
    blob = Blob(b"PAR1", is_lfs=True)
    assert blob.pointer.decode().splitlines() == [
        "version https://git-lfs.github.com/spec/v1",
        f"oid sha256:{blob.sha256}",
        "size 4",
    ]
    assert blob.blob_id == Blob(blob.pointer).blob_id != Blob(b"PAR1").blob_id
    assert blob.etag == blob.sha256
