"""The bibliography of a collection: JSON Lines, one entry per abstract."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from paperclaims_curation.collection import CONFIG_NAME, CollectionConfig
from paperclaims_curation.duplicates import normalise_abstract
from paperclaims_curation.importing.document import decode_document, read_content
from paperclaims_curation.problem import BadInputError
from paperclaims_schema.base import Integer, Model, Text
from paperclaims_schema.record import Bibliography, Identifiers, Source, Url
from paperclaims_schema.vocabularies import Confidence


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
    for number, line in enumerate(decode_document(read_content(path), path).split("\n"), 1):
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
