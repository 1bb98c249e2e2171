"""Build the release, or say whether the committed one is current."""

from __future__ import annotations

import filecmp
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from paperclaims_curation.agreement.report import Agreement
from paperclaims_curation.building.card import CARD_NAME, MARKER
from paperclaims_curation.building.croissant import CROISSANT_NAME
from paperclaims_curation.building.parquet import (
    DATA_FOLDER,
    DataFile,
    content_sha256,
    data_path,
    describe_files,
    read_tables,
    write_tables,
)
from paperclaims_curation.building.picture import PICTURE_NAME
from paperclaims_curation.building.swapping import replacing
from paperclaims_curation.building.tables import build_tables
from paperclaims_curation.building.textfree import mark_card, remove_words
from paperclaims_curation.building.texts import release_texts
from paperclaims_curation.collection import SPLITS_NAME, CollectionConfig
from paperclaims_curation.problem import BadInputError, PaperclaimsError, Problem, Severity
from paperclaims_schema.tables import SPLITS, TABLES, AnnotationRow, RecordRow

_FOLDERS = {DATA_FOLDER, *(f"{DATA_FOLDER}/{config}" for config in TABLES)}
TOP_FILES = (CARD_NAME, CROISSANT_NAME, SPLITS_NAME, PICTURE_NAME)
"""The files of a release beside its data; without claims there is no picture."""
_FILES = {
    *TOP_FILES,
    *(data_path(config, split) for config in TABLES for split in SPLITS),
}


@dataclass(frozen=True, slots=True)
class Release:
    """A release that was built."""

    folder: Path
    files: tuple[DataFile, ...]
    """The Parquet files, with their row counts."""
    content_sha256: str
    is_changed: bool
    """Whether the folder holds anything else than before."""


def _write_release(
    records: Sequence[RecordRow],
    passes: Sequence[AnnotationRow],
    config: CollectionConfig,
    folder: Path,
    *,
    agreement: Agreement | None,
    without_text: bool = False,
) -> tuple[tuple[DataFile, ...], str]:
    tables = build_tables(records, passes)
    full_digest = content_sha256(tables)
    if without_text:
        tables = remove_words(tables)
    write_tables(tables, folder)
    data_files, digest = describe_files(folder), content_sha256(tables)
    texts = release_texts(
        records,
        passes,
        config,
        data_files,
        digest,
        agreement=agreement,
        # The answers quote the abstracts.
        with_answers=not without_text,
    )
    for name, text in texts.items():
        is_marked = without_text and name == CARD_NAME
        (folder / name).write_bytes(mark_card(text, full_digest) if is_marked else text)
    return data_files, digest


def _paths(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir()}


def release_files(folder: Path) -> dict[str, Path]:
    """The files of a release by their paths in it, with slashes."""
    return {path: folder / path for path in sorted(_paths(folder) & _FILES)}


def _is_same(new: Path, old: Path) -> bool:
    return old.is_file() and filecmp.cmp(new, old, shallow=False)


def _differing(new: Path, old: Path) -> set[str]:
    """The paths of files that only one folder has or whose bytes differ."""
    common = _paths(new) & _paths(old)
    changed = {path for path in common if not _is_same(new / path, old / path)}
    return changed | (_paths(new) ^ _paths(old))


def _leads_nowhere(path: Path) -> bool:
    return path.is_symlink() and not path.exists()


def _resolve(folder: Path) -> Path:
    """The folder itself, where a link is named.

    Raises:
        PaperclaimsError: no folder can have the name.
    """
    try:
        str(folder).encode("utf-8")
    except UnicodeEncodeError:
        # Neither Parquet nor a message can hold such a name.
        shown = os.fsencode(folder).decode("utf-8", "backslashreplace")
        raise PaperclaimsError(
            f"{shown}: the name is not UTF-8 text; name another folder"
        ) from None
    target = Path(os.path.realpath(folder))
    if target.is_symlink():
        raise PaperclaimsError(f"{folder}: is a link that leads to itself; name another folder")
    return target


def _first_foreign(folder: Path) -> str | None:
    """The first path that is no part of a release, if there is one."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        is_folder = path.is_dir() and not path.is_symlink()
        # A link that leads nowhere holds nothing that could be lost.
        if name not in (_FOLDERS if is_folder else _FILES) and not _leads_nowhere(path):
            return name
    return None


def _refuse_foreign_folder(folder: Path) -> None:
    """A release is replaced as a whole: whatever else lies there would be lost."""
    if not folder.exists():
        return
    advice = "name an empty folder, a new one or a release"
    if not folder.is_dir():
        raise PaperclaimsError(f"{folder}: is not a folder; {advice}")
    if not any(folder.iterdir()):
        return
    card = folder / CARD_NAME
    if not card.is_file() or f"\n{MARKER}:\n".encode() not in card.read_bytes():
        raise PaperclaimsError(f"{folder}: is neither empty nor a release; {advice}")
    if foreign := _first_foreign(folder):
        raise PaperclaimsError(
            f"{folder}: holds {foreign}, which is no part of a release and would be lost; "
            "move it away or name another folder"
        )


def build_release(
    records: Sequence[RecordRow],
    passes: Sequence[AnnotationRow],
    config: CollectionConfig,
    folder: Path,
    *,
    agreement: Agreement | None = None,
    without_text: bool = False,
) -> Release:
    """Build the release beside `folder` and put it in its place in one step.

    Without text, it has no words of the abstracts; `hydrate` puts them back. The same rows,
    configuration and locked packages give the same bytes; if `folder` holds them
    already, it is not touched.

    Raises:
        PaperclaimsError: `folder` holds something else than a release, cannot be written, or is
            being written by another build.
        BadInputError: the records do not allow a release.
    """
    target = _resolve(folder)
    try:
        _refuse_foreign_folder(target)
        with replacing(target) as new:
            data_files, digest = _write_release(
                records, passes, config, new, agreement=agreement, without_text=without_text
            )
            is_changed = not target.exists() or bool(_differing(new, target))
            if not is_changed:
                shutil.rmtree(new)
    except OSError as error:
        where = error.filename or folder
        raise PaperclaimsError(
            f"{where}: {error.strerror or error}; the release is as it was"
        ) from error
    return Release(folder, data_files, digest, is_changed)


def _has_same_content(
    records: Sequence[RecordRow],
    passes: Sequence[AnnotationRow],
    config: CollectionConfig,
    new: Path,
    folder: Path,
    *,
    agreement: Agreement | None,
) -> bool:
    """Whether the release differs from the new one only in how its Parquet was written."""
    if _paths(new) != _paths(folder):
        return False
    try:
        digest, data_files = content_sha256(read_tables(folder)), describe_files(folder)
    except (OSError, pa.ArrowException, BadInputError):
        return False
    if digest != content_sha256(read_tables(new)):
        return False
    # The card and the Croissant file name sizes and hashes: those of the committed files count.
    texts = release_texts(records, passes, config, data_files, digest, agreement=agreement)
    return all(
        (folder / name).is_file() and (folder / name).read_bytes() == text
        for name, text in texts.items()
    )


def _kind(path: Path) -> str:
    if _leads_nowhere(path):
        return "a link that leads nowhere"
    if path.is_dir():
        return "a folder"
    return "a file" if path.is_file() else "neither a file nor a folder"


def check_release(
    records: Sequence[RecordRow],
    passes: Sequence[AnnotationRow],
    config: CollectionConfig,
    folder: Path,
    *,
    agreement: Agreement | None = None,
) -> list[Problem]:
    """Findings if the release in `folder` is not what would be built now; nothing is changed.

    Other bytes with the same content (another version of pyarrow) are a warning.

    Raises:
        PaperclaimsError: `folder` has a name that no folder can have.
        BadInputError: the records do not allow a release.
    """
    if not _resolve(folder).is_dir():
        is_there = os.path.lexists(folder)
        return [
            Problem(
                code="release-missing",
                message=f"is not a folder but {_kind(folder)}"
                if is_there
                else "there is no release",
                file=str(folder),
                hint=("move it away, then " if is_there else "") + "build it: paperclaims build",
            )
        ]
    with TemporaryDirectory(prefix="paperclaims-") as temporary:
        new = Path(temporary)
        _write_release(records, passes, config, new, agreement=agreement)
        differing = sorted(_differing(new, folder))
        if not differing:
            return []
        built = _paths(new)
        if _has_same_content(records, passes, config, new, folder, agreement=agreement):
            return [
                Problem(
                    code="release-bytes",
                    message=f"same content, but {len(differing)} files have other bytes",
                    file=str(folder),
                    severity=Severity.WARNING,
                    hint="install the versions of constraints.txt, then: paperclaims build",
                )
            ]
    problems = []
    for path in differing:
        if path not in built:
            message = "is not part of the release any more"
        elif not os.path.lexists(folder / path):
            message = "is missing from the release"
        elif not (folder / path).is_file():
            message = f"is {_kind(folder / path)}"
        else:
            message = "is not what the records give now"
        problems.append(
            Problem(
                code="release-stale",
                message=message,
                file=str(folder / path),
                hint="build it anew: paperclaims build",
            )
        )
    return problems
