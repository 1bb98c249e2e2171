"""The bibliography of a collection: JSON Lines, one entry per abstract."""

from __future__ import annotations

import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from paperclaims_curation.collection import CONFIG_NAME, CollectionConfig
from paperclaims_curation.duplicates import normalise_abstract
from paperclaims_curation.problem import BadInputError, PaperclaimsError
from paperclaims_schema.base import Integer, Model, Text
from paperclaims_schema.record import Bibliography, Identifiers, Source, Url
from paperclaims_schema.vocabularies import Confidence

SIZE_LIMIT = 256 * 1024 * 1024
"""Largest bibliography that is read, in bytes."""


def _read_content(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        PaperclaimsError: the file is missing, is no regular file or cannot be read.
        BadInputError: it is larger than `SIZE_LIMIT`.
    """
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            what = "a folder; name the files in it" if stat.S_ISDIR(mode) else "not a regular file"
            raise PaperclaimsError(f"{path}: is {what}")
        with path.open("rb") as stream:
            content = stream.read(SIZE_LIMIT + 1)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise PaperclaimsError(f"{path}: {reason}; check the name and the permissions") from error
    if len(content) > SIZE_LIMIT:
        raise BadInputError(f"{path}: is larger than {SIZE_LIMIT >> 20} MiB; split it")
    return content


def _unify_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decode(content: bytes, path: Path) -> str:
    r"""The text of the file: line ends are `\n`, a byte order mark is dropped.

    Raises:
        BadInputError: it is not UTF-8, or holds a NUL character.
    """
    try:
        text = _unify_line_ends(content.decode("utf-8").removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        line = _unify_line_ends(content[: error.start].decode("utf-8")).count("\n") + 1
        raise BadInputError(
            f"{path}:{line}: not UTF-8 text (byte 0x{content[error.start]:02X} at offset"
            f" {error.start}); save it as UTF-8"
        ) from error
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise BadInputError(f"{path}:{line}: holds a NUL character; save it as UTF-8 text")
    return text


class BibliographyEntry(Model):
    """What is known about the paper of one abstract; null where it is not known."""

    document: Text
    """The file that holds the abstract."""
    position: Annotated[Integer, Field(ge=1)]
    """The abstract's place in that file, counted from 1."""
    first_words: Text
    """The first words of the abstract, to notice an entry that belongs elsewhere."""
    title: Text | None = None
    authors: tuple[Text, ...] | None = None
    venue_text: Text | None = None
    """The venue as the page gives it; not copied into the record."""
    track: Text | None = None
    presentation: Text | None = None
    primary_area: Text | None = None
    keywords: tuple[Text, ...] | None = None
    openreview_id: Text | None = None
    arxiv_id: Text | None = None
    code_url: Url | None = None
    code_url_source: Text | None = None
    """The page on which `code_url` was seen."""
    code_url_standing: Text | None = None
    """How `code_url` was seen; not copied into the record."""
    licence: Text | None = None
    """The licence of the abstract as seen."""
    licence_source: Text | None = None
    confidence: Confidence
    """How sure it is that the entry belongs to the abstract."""
    sources: tuple[Text, ...] = ()
    """The pages on which the fields were seen."""

    @property
    def identifiers(self) -> Identifiers:
        """The identifiers for the record."""
        return Identifiers(openreview=self.openreview_id, arxiv=self.arxiv_id)

    @property
    def source(self) -> Source:
        """The source for the record."""
        return Source(
            document=self.document,
            position=self.position,
            license=self.licence,
            license_source=self.licence_source,
            bibliography=Bibliography(confidence=self.confidence, sources=self.sources),
        )

    def fits(self, abstract: str) -> bool:
        """Whether the abstract begins with the entry's first words, case and spaces aside."""
        return normalise_abstract(abstract).startswith(normalise_abstract(self.first_words))


def _parse_entry(line: str, place: str) -> BibliographyEntry:
    try:
        entry = BibliographyEntry.model_validate_json(line)
        # Made here once, so that a damaged identifier is reported with its line.
        _ = entry.identifiers, entry.source
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        message = first["msg"].removeprefix("Value error, ")
        raise BadInputError(
            f"{place}: {key}: {message}" if key else f"{place}: {message}"
        ) from None
    for key, value in entry:
        texts = value if isinstance(value, tuple) else (value,)
        if any(isinstance(text, str) and "\0" in text for text in texts):
            raise BadInputError(f"{place}: {key}: holds a NUL character; remove it")
    return entry


def _check_words(entry: BibliographyEntry, config: CollectionConfig, place: str) -> None:
    for key, allowed in (("track", config.tracks), ("presentation", config.presentations)):
        word = getattr(entry, key)
        if word is not None and word not in allowed:
            raise BadInputError(
                f"{place}: {key}: {CONFIG_NAME} does not allow {word!r}; correct it here, or add"
                f" it to {key}s there"
            )


def read_bibliography(
    path: Path, config: CollectionConfig
) -> Mapping[tuple[str, int], BibliographyEntry]:
    """The entries of a collection's bibliography by document and position.

    Raises:
        PaperclaimsError: the file is missing or cannot be read.
        BadInputError: a line is no valid entry or has a word that the collection does not
            allow, or two are about the same abstract.
    """
    entries: dict[tuple[str, int], BibliographyEntry] = {}
    for number, line in enumerate(_decode(_read_content(path), path).split("\n"), 1):
        if not line.strip():
            continue
        place = f"{path}:{number}"
        entry = _parse_entry(line, place)
        _check_words(entry, config, place)
        key = (entry.document, entry.position)
        if key in entries:
            raise BadInputError(
                f"{place}: a second entry for abstract {entry.position} of {entry.document};"
                " keep one"
            )
        entries[key] = entry
    return entries
