"""Rules about where the abstract comes from: hash, document, allowed words of the collection."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from paperclaims_curation.problem import PaperclaimsError
from paperclaims_curation.recordfile.writing import quoted
from paperclaims_curation.validating.rule import (
    CollectionFinding,
    CollectionRule,
    Example,
    Finding,
    RecordContext,
    RecordRule,
)
from paperclaims_schema.record import Record, abstract_sha256
from paperclaims_schema.vocabularies import SourceFormat

_HEADING_LENGTH = 200
"""A longer paragraph is no heading, code points."""


def _check_hash(context: RecordContext) -> Iterator[Finding]:
    record = context.record
    actual = abstract_sha256(record.abstract)
    if actual != record.abstract_sha256:
        message = "the abstract is not the one that was imported: its hash differs"
        hint = f"restore it from {record.source.document}, and never edit it"
        yield Finding(("abstract",), message, hint)


@lru_cache(maxsize=64)
def _document(path: Path) -> str:
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _check_document(context: RecordContext) -> Iterator[Finding]:
    source = context.record.source
    folder = context.collection.sources_folder.absolute()
    path = folder / source.document
    loc = ("source", "document")
    # The name of a file that is no link leads nowhere else, and to ask for more takes long.
    if path.name != source.document or path.is_symlink() or not path.is_file():
        folder, path = folder.resolve(), path.resolve()
    if not path.is_relative_to(folder):
        yield Finding(loc, f"{source.document} leads out of {folder.name}/", "give a file name")
    elif not path.is_file():
        # A pipe or a device would be waited for.
        message = f"source document {source.document} is not in {context.collection.sources_folder}"
        yield Finding(loc, message, "put the document there, as it was received")
    elif source.format is SourceFormat.PLAIN:
        findings = [*_check_text(context, _document(path))]
        # The text may be wrapped there, and what parts entries takes a reader to tell.
        if findings and source.position not in _places(context.record, path):
            yield from findings
    else:
        yield from _check_entry(context, path)


def _check_text(context: RecordContext, text: str) -> Iterator[Finding]:
    record = context.record
    received = record.source.received or record.abstract
    received = received.replace("\r\n", "\n").replace("\r", "\n")
    positions = _positions_in_text(text)
    # Most are a whole paragraph, and these need not be searched for.
    if received not in positions and received not in text:
        yield from _not_there(record)
    elif record.source.document.endswith(".txt"):
        yield from _check_position(record, positions.get(record.abstract.strip(), []))


def _not_there(record: Record) -> Iterator[Finding]:
    # An abstract that was edited here is a finding of its own.
    if abstract_sha256(record.abstract) == record.abstract_sha256:
        message = f"the abstract does not stand in {record.source.document}"
        loc = ("source", "document")
        yield Finding(loc, message, "restore the document as it was received")


@lru_cache(maxsize=16)
def _positions(
    path: Path, format_: SourceFormat, columns: tuple[str, ...], _changed_at: int
) -> dict[str, list[int]]:
    """Where the abstract with a hash stands in a document; empty if it cannot be read any more."""
    # Only here: the readers of documents take a while to load, and most rules need none.
    from paperclaims_curation.documents.reading import CleanEntry, reading_document

    positions: dict[str, list[int]] = {}
    try:
        with reading_document(
            path, format_, dict(pair.split("=", 1) for pair in columns)
        ) as reading:
            for part in reading.parts:
                if isinstance(part, CleanEntry):
                    key = abstract_sha256(part.abstract)
                    positions.setdefault(key, []).append(part.entry.position)
    except (PaperclaimsError, ValueError):
        return {}
    return positions


def _places(record: Record, path: Path) -> list[int]:
    """The positions at which the abstract stands in its document."""
    source = record.source
    known = _positions(path, source.format, source.columns, path.stat().st_mtime_ns)
    return known.get(abstract_sha256(record.abstract), [])


def _check_entry(context: RecordContext, path: Path) -> Iterator[Finding]:
    record = context.record
    source = record.source
    places = _places(record, path)
    if not places:
        yield from _not_there(record)
    elif source.position not in places:
        message = f"the abstract is not number {source.position} in {source.document}"
        hint = f"restore the position that import wrote: {places[0]}"
        yield Finding(("source", "position"), message, hint)


@lru_cache(maxsize=64)
def _positions_in_text(text: str) -> dict[str, list[tuple[int, int]]]:
    """The first and last position that each paragraph of a plain list may have.

    Headings count at no position, and short lines may be headings: that leaves a range.
    """
    ranges: dict[str, list[tuple[int, int]]] = {}
    parts = (part.strip() for part in re.split(r"\n(?:[^\S\n]*\n)+", text))
    headings = 0
    for number, paragraph in enumerate(filter(None, parts), 1):
        ranges.setdefault(paragraph, []).append((number - headings, number))
        headings += "\n" not in paragraph and len(paragraph) <= _HEADING_LENGTH
    return ranges


def _check_position(record: Record, ranges: list[tuple[int, int]]) -> Iterator[Finding]:
    given, document = record.source.position, record.source.document
    if ranges and not any(first <= given <= last for first, last in ranges):
        first, last = ranges[0]
        places = str(first) if first == last else f"{first} to {last}, as headings do not count"
        message = f"the abstract is not number {given} in {document}"
        hint = f"restore the position that import wrote: {places}"
        yield Finding(("source", "position"), message, hint)


def _check_places(contexts: list[RecordContext]) -> Iterator[CollectionFinding]:
    first: dict[tuple[str, int], RecordContext] = {}
    for context in contexts:
        source = context.record.source
        earlier = first.setdefault((source.document, source.position), context)
        same = context.record.abstract_sha256 == earlier.record.abstract_sha256
        # One abstract in two records is a finding of its own.
        if earlier is not context and not same:
            message = f"{earlier.file.path} is abstract {source.position} of {source.document} too"
            hint = "restore the position that import wrote into the one that differs"
            yield CollectionFinding(context.file, ("source", "position"), message, hint)


def _check_words(context: RecordContext) -> Iterator[Finding]:
    config = context.collection.config
    for name, allowed in (("track", config.tracks), ("presentation", config.presentations)):
        word = getattr(context.record, name)
        if word is not None and word not in allowed:
            from difflib import get_close_matches

            close = get_close_matches(word, allowed, n=1, cutoff=0.5)
            hint = (f"did you mean {close[0]}? " if close else "") + (
                f"collection.toml allows: {', '.join(allowed)}"
            )
            yield Finding((name,), f"{quoted(word)} is not an allowed {name}", hint)


RULES = (
    RecordRule(
        "source-hash",
        "The abstract has the hash it was imported with",
        "`abstract_sha256` is set at import. An abstract that was edited afterwards no longer "
        "matches it, and every span of the record would be in doubt.",
        _check_hash,
        example=Example(
            "  Sorting pebbles is slow. We propose",
            "  Sorting pebbles is too slow. We propose",
            note="These are the first words of the abstract.",
        ),
    ),
    RecordRule(
        "source-document",
        "The abstract stands in its source document",
        "The documents in `sources/` are kept as received; each abstract is found in its "
        "document, word for word, and at its position.",
        _check_document,
        example=Example(
            "  document: pebbles.txt",
            "  document: stones.txt",
            note="The document in `sources/` is `pebbles.txt`.",
        ),
    ),
    RecordRule(
        "source-words",
        "Track and presentation are words of the collection",
        "`collection.toml` lists the allowed values of `track` and `presentation`.",
        _check_words,
        example=Example("track: main", "track: mian"),
    ),
)
COLLECTION_RULES = (
    CollectionRule(
        "source-position",
        "A place in a document belongs to one record",
        "`source.document` and `source.position` are set at import: no two abstracts have the same.",
        _check_places,
        example=Example(
            "  position: 2",
            "  position: 1",
            note="Another record is abstract 1 of the same document.",
            file=None,
        ),
    ),
)
