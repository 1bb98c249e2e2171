"""Put the words of the abstracts back into a release without them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from paperclaims_curation.building.card import CARD_NAME
from paperclaims_curation.building.parquet import content_sha256, read_tables, write_tables
from paperclaims_curation.building.swapping import replacing
from paperclaims_curation.building.textfree import is_text_free, read_full_hash, restore_words
from paperclaims_curation.documents.opening import list_documents
from paperclaims_curation.documents.reading import CleanEntry, reading_document
from paperclaims_curation.problem import BadInputError, PaperclaimsError
from paperclaims_schema.record import abstract_sha256


@dataclass(frozen=True, slots=True)
class Hydrated:
    """A release that has its words again."""

    folder: Path
    record_count: int
    content_sha256: str


def _find_texts(
    wanted: Container[str], documents: Iterable[Path], advance: Callable[[int], object]
) -> tuple[dict[str, str], dict[str, str]]:
    """The abstracts with wanted hashes, and what they were before they were cleaned."""
    abstracts: dict[str, str] = {}
    received: dict[str, str] = {}
    for path in list_documents(documents).paths:
        with reading_document(path) as reading:
            for part in reading.parts:
                advance(1)
                digest = abstract_sha256(part.abstract) if isinstance(part, CleanEntry) else ""
                if isinstance(part, CleanEntry) and digest in wanted:
                    abstracts[digest] = part.abstract
                    if part.received is not None:
                        received[digest] = part.received
    return abstracts, received


def hydrate(
    release: Path,
    documents: Iterable[Path],
    folder: Path,
    advance: Callable[[int], object] = lambda _count: None,
) -> Hydrated:
    """Write the full Parquet files of a release without words into `folder`, in one step.

    The abstracts are looked for in the documents, of any format that can be imported, and known by
    their hash.

    Raises:
        PaperclaimsError: a file is missing, or `folder` holds something.
        BadInputError: an abstract is not found, or the result is not the release it should be.
    """
    try:
        tables = read_tables(release)
    except (OSError, pa.ArrowException) as error:
        raise BadInputError(f"{release}: cannot be read: {error}") from error
    if not tables:
        raise PaperclaimsError(f"{release}: holds no release; name the folder with its README.md")
    if not is_text_free(tables):
        raise BadInputError(f"{release}: has its words already; use it as it is")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise PaperclaimsError(f"{folder}: is there already; name a new folder")
    wanted = {
        str(digest)
        for table in tables["records"].values()
        for digest in table.column("abstract_sha256").to_pylist()
    }
    abstracts, received = _find_texts(wanted, documents, advance)
    full = restore_words(tables, abstracts, received)
    digest = content_sha256(full)
    card = release / CARD_NAME
    expected = read_full_hash(card.read_text("utf-8", "replace")) if card.is_file() else None
    if expected not in {None, digest}:
        raise BadInputError(
            f"{release}: the result is not the release it was made from (content {digest}, not"
            f" {expected}); nothing was written: use the version of paperclaims that made it"
        )
    try:
        with replacing(folder) as new:
            write_tables(full, new)
    except OSError as error:
        where = error.filename or folder
        raise PaperclaimsError(
            f"{where}: {error.strerror or error}; nothing was written"
        ) from error
    return Hydrated(folder, len(wanted), digest)
