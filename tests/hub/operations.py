"""What a commit does to the files, read from the lines the client sends."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import PurePosixPath
from typing import Any

from hub.exchange import Refusal
from hub.objects import Blob

GITATTRIBUTES = b"".join(
    b"%s filter=lfs diff=lfs merge=lfs -text\n" % pattern
    for pattern in (b"*.arrow", b"*.bin", b"*.parquet", b"*.zip")
)
LARGEST_REGULAR_FILE = 10 * 1024 * 1024  # bytes

Operation = tuple[str, Mapping[str, Any]]


@dataclass(frozen=True)
class CommitRequest:
    """The body of a commit: a header, and one operation a line."""

    title: str
    description: str
    parent: str | None
    operations: tuple[Operation, ...]


def read_commit(body: bytes) -> CommitRequest:
    """Read newline-delimited JSON; raises Refusal where the real Hub answers 400."""
    try:
        lines = [json.loads(line) for line in body.splitlines() if line.strip()]
        header, *operations = [(line["key"], line["value"]) for line in lines]
    except (ValueError, KeyError, TypeError) as error:
        raise Refusal(400, f"The commit cannot be read: {error}") from error
    if header[0] != "header" or not header[1].get("summary"):
        raise Refusal(400, "A commit begins with a header that has a summary")
    value = header[1]
    parent = value.get("parentCommit")
    return CommitRequest(value["summary"], value.get("description", ""), parent, tuple(operations))


def apply_operations(
    files: Mapping[str, Blob], operations: tuple[Operation, ...], uploads: Mapping[str, bytes]
) -> dict[str, Blob]:
    """The files after all operations; raises Refusal, and nothing has happened, if one cannot be."""
    after = dict(files)
    for key, value in operations:
        path = value["path"]
        if key == "file":
            after[path] = Blob(base64.b64decode(value["content"], validate=True))
        elif key == "lfsFile":
            content = uploads.get(value["oid"])
            if content is None or len(content) != value.get("size", len(content)):
                message = "Your push was rejected because an LFS pointer pointed to a file that"
                raise Refusal(400, f"{message} does not exist. Offending file: {path}")
            after[path] = Blob(content, is_lfs=True)
        elif key == "deletedFile":
            if after.pop(path, None) is None:
                message = f"A file with this name doesn't exist: {path}"
                raise Refusal(404, message, "EntryNotFound")
        elif key == "deletedFolder":
            below = [name for name in after if name.startswith(path.rstrip("/") + "/")]
            if not below:
                message = f"A folder with this name doesn't exist: {path}"
                raise Refusal(404, message, "EntryNotFound")
            for name in below:
                del after[name]
        else:
            raise Refusal(400, f"Unknown operation: {key}")
    return after


def upload_mode(files: Mapping[str, Blob], path: str, sample: bytes, size: int) -> str:
    """Whether a new file goes to git ("regular") or to LFS ("lfs").

    By the patterns in `.gitattributes`; else binary or large files go to LFS.
    """
    attributes = files.get(".gitattributes", Blob(b"")).content.decode()
    for line in attributes.splitlines():
        pattern, *settings = line.split() or [""]
        if "filter=lfs" in settings:
            name = path if "/" in pattern else PurePosixPath(path).name
            if fnmatch(name, pattern):
                return "lfs"
    return "lfs" if b"\0" in sample or size > LARGEST_REGULAR_FILE else "regular"
