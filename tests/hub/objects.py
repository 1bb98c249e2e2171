"""Git objects as the Hub keeps them: files, folders and commits, each with the id git gives it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import PurePosixPath

FIRST_COMMIT = datetime(2025, 1, 1, tzinfo=UTC)


def git_id(kind: str, content: bytes) -> str:
    """The SHA-1 git names an object of this kind with (git-scm.com/book, "Git Objects")."""
    return hashlib.sha1(b"%s %d\0%s" % (kind.encode(), len(content), content)).hexdigest()


@dataclass(frozen=True)
class Blob:
    """A file. Git holds its content, or, if it is in LFS, a pointer to the content."""

    content: bytes
    is_lfs: bool = False

    @cached_property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @cached_property
    def pointer(self) -> bytes:
        return b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %d\n" % (
            self.sha256.encode(),
            len(self.content),
        )

    @cached_property
    def blob_id(self) -> str:
        return git_id("blob", self.pointer if self.is_lfs else self.content)

    @property
    def etag(self) -> str:
        """What the Hub tells one version of a file from another by."""
        return self.sha256 if self.is_lfs else self.blob_id


def folder_ids(files: Mapping[str, Blob]) -> dict[str, str]:
    """Every folder that the files make up, with the id of its git tree; "" is the root."""
    entries: dict[str, list[tuple[str, str, str]]] = {"": []}
    for path, blob in files.items():
        for parent in PurePosixPath(path).parents:
            entries.setdefault(folder_name(parent), [])
        place = PurePosixPath(path)
        entries[folder_name(place.parent)].append((place.name, "100644", blob.blob_id))
    ids = {}
    for folder in sorted(entries, key=lambda name: (name.count("/"), name), reverse=True):
        if folder:
            ids[folder] = tree_id(entries[folder])
            place = PurePosixPath(folder)
            entries[folder_name(place.parent)].append((place.name, "40000", ids[folder]))
    return {**ids, "": tree_id(entries[""])}


def folder_name(path: PurePosixPath) -> str:
    return "" if path == PurePosixPath() else path.as_posix()


def tree_id(entries: list[tuple[str, str, str]]) -> str:
    """Git sorts a folder's entries as if the names of folders ended in a slash."""
    entries = sorted(entries, key=lambda entry: entry[0] + "/" * (entry[1] == "40000"))
    lines = (f"{mode} {name}\0".encode() + bytes.fromhex(oid) for name, mode, oid in entries)
    return git_id("tree", b"".join(lines))


@dataclass(frozen=True)
class Commit:
    """The files at one moment. `number` counts the repository's commits and sets the clock."""

    files: Mapping[str, Blob] = field(repr=False)
    title: str
    description: str = ""
    parent: str | None = None
    number: int = 0

    @property
    def date(self) -> datetime:
        return FIRST_COMMIT + timedelta(seconds=self.number)

    @cached_property
    def folders(self) -> dict[str, str]:
        return folder_ids(self.files)

    @cached_property
    def oid(self) -> str:
        who = f"Ada <ada@example.org> {int(self.date.timestamp())} +0000"
        parent = f"parent {self.parent}\n" if self.parent else ""
        message = f"{self.title}\n\n{self.description}".rstrip("\n")
        head = f"tree {self.folders['']}\n{parent}author {who}\ncommitter {who}\n\n"
        return git_id("commit", f"{head}{message}\n".encode())
