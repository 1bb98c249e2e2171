"""Remember which records were found clean, so that this need not be found out again.

A verdict is an empty file in the user's cache, named after the hash of all that it depends on: the
tool itself, and every file that is read to check one record. If any of it changes, the name is
another one and the record is checked again. The folder can be deleted at any time.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from paperclaims_curation.layout import (
    CONFIG_NAME,
    RECORD_SUFFIX,
    SOURCES_NAME,
    SPLITS_NAME,
    Layout,
)

# A known verdict must be found without loading the models.
if TYPE_CHECKING:
    from paperclaims_schema.record import Record

PACKAGES = ("paperclaims", "paperclaims_curation", "paperclaims_schema")
"""What a verdict depends on, byte for byte; of other packages, on the version."""
_SIZE_LIMIT = 1 << 20
"""A larger record file is for the validator to refuse, in bytes."""
_KEPT = 40
"""How many verdicts each of the 256 folders holds."""
_DOCUMENT = re.compile(rb"^  document: ([A-Za-z0-9._-]+)$", re.MULTILINE)


class Basis(NamedTuple):
    """What a verdict on a record rests on."""

    root: Path
    """The folder of the collection."""
    name: Path
    """The record as the user names it: a path or a record id."""
    document: str
    """The source document, as far as it can be told without parsing the record."""
    digest: str
    """SHA-256 of everything, in hexadecimal digits."""


def _sources_of(package: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(package):
        folders.sort()
        for name in sorted(names):
            if name.endswith((".py", ".jinja")):
                yield Path(folder, name)


def _describe_tool() -> Iterator[bytes]:
    """The code that runs: this tool's own, and which versions of the libraries there are."""
    yield f"{sys.version} {sys.flags}".encode()
    for place in filter(os.path.isdir, sys.path):
        with os.scandir(place) as entries:
            names = sorted(entry.name for entry in entries if entry.name.endswith(".dist-info"))
        yield os.fsencode("\n".join((place, *names)))
    from importlib.util import find_spec

    for package in PACKAGES:
        spec = find_spec(package)
        for folder in (spec and spec.submodule_search_locations) or ():
            for path in _sources_of(Path(folder)):
                yield os.fsencode(path)
                yield path.read_bytes()


def _describe_data(root: Path, name: Path) -> tuple[str, list[bytes]] | None:
    """The source document, and the parts of the collection that decide about a record."""
    layout = Layout(root)
    path = layout.find_named(name)
    if path is None or path.suffix != RECORD_SUFFIX or path.stat().st_size > _SIZE_LIMIT:
        return None
    if path.resolve().is_relative_to(layout.passes_folder.resolve()):
        return None  # A pass is checked together with its record.
    record, config = path.read_bytes(), (root / CONFIG_NAME).read_bytes()
    documents = _DOCUMENT.findall(record)
    if len(documents) != 1:
        return None
    folder = (root / _sources_folder(config)).resolve()
    document = (folder / documents[0].decode()).resolve()
    if not document.is_file():
        return None
    with document.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").digest()
    splits = layout.release_folder.resolve() / SPLITS_NAME
    published = splits.read_bytes() if splits.is_file() else b""
    where = os.fsencode(document.relative_to(folder))  # A ValueError, if it lies elsewhere.
    return documents[0].decode(), [os.fsencode(path), record, config, where, digest, published]


def _sources_folder(config: bytes) -> str:
    import tomllib

    data: dict[str, Any] = tomllib.loads(config.decode("utf-8-sig"))
    return str(data.get("sources", {}).get("folder", SOURCES_NAME))


def find_basis(root: Path, name: Path) -> Basis | None:
    """What a verdict on a record of a collection rests on; null if none is kept of it.

    None is kept of a pass, or where it is not plain on which document it depends.
    """
    try:
        found = _describe_data(root, name)
        if found is None:
            return None
        document, parts = found
        digest = hashlib.sha256()
        for part in (*_describe_tool(), *parts):
            digest.update(len(part).to_bytes(8, "big") + part)
    except (OSError, ValueError, RecursionError, AttributeError):
        # What is damaged is not clean, and the validator says why.
        return None
    return Basis(root, name, document, digest.hexdigest())


def _cache_folder() -> Path:
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # Relative ones are invalid, and to be ignored (XDG Base Directory Specification).
    base = base if base.is_absolute() else Path.home() / ".cache"
    return base / "paperclaims" / "verdicts"


def _path_of(basis: Basis) -> Path:
    return _cache_folder() / basis.digest[:2] / basis.digest[2:]


def is_known_clean(basis: Basis) -> bool:
    """Whether nothing was found when the very same was checked before."""
    with suppress(OSError, RuntimeError):
        return _path_of(basis).is_file()
    return False


def keep_clean(basis: Basis, record: Record) -> None:
    """Keep that nothing was found in a record; where it cannot be written down, nothing happens.

    Nothing is kept of a record that depends on other records, or on another document than was
    thought, nor if something changed while the record was checked.
    """
    if record.versions or record.source.document != basis.document:
        return
    if find_basis(basis.root, basis.name) != basis:
        return
    with suppress(OSError, RuntimeError):
        path = _path_of(basis)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        kept = sorted(path.parent.iterdir(), key=lambda other: other.stat().st_mtime_ns)
        for other in kept[:-_KEPT]:
            other.unlink()
