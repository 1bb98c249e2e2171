"""Damage to where a record comes from, and to its place among the others."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from random import Random

from .document import Document
from .mutation import Kind, Mutation, Subject, edit, record_path, replace_value

_SPLITS = ("train", "validation", "test")


def _free_words(document: Document) -> list[tuple[int, int]]:
    """Words of the abstract that no quote holds: where they stand in the file."""
    block = document.scalars["abstract",]
    text = document.text
    taken: list[tuple[int, int]] = []
    for quote in document.quotes:
        place = text.find(quote.value, block.start, block.end)
        while place >= 0:
            taken.append((place, place + len(quote.value)))
            place = text.find(quote.value, place + 1, block.end)
    words = re.compile(r"(?<![\w\\{$/.-])[a-z]{4,}(?![\w}$/-])")
    start = text.index("\n", block.start)
    return [
        match.span()
        for match in words.finditer(text, start, block.end)
        if all(match.end() <= begin or end <= match.start() for begin, end in taken)
    ]


def _reverse(word: str) -> str:
    return word[-1] + word[1:-1] + word[0] if word[0] != word[-1] else word + "s"


def edit_abstract(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A word of the abstract is changed."""
    document = subject.document
    for start, end in _free_words(document):
        word = document.text[start:end]
        at = (document.key_start(("abstract",)), start)
        what = f"abstract: {word} -> {_reverse(word)}"
        yield edit(document, what, (start, end, _reverse(word)), at=at)


def edit_abstract_and_hash(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A word of the abstract is changed and the hash set to the new text."""
    document = subject.document
    digest = document.scalars["abstract_sha256",]
    origin = document.scalars["source", "document"]
    for start, end in _free_words(document):
        word = document.text[start:end]
        new = _replaced(document, ((start, end, _reverse(word)),))
        yield edit(
            document,
            f"abstract: {word} -> {_reverse(word)}, hash too",
            (start, end, _reverse(word)),
            (digest.start, digest.end, new),
            at=(document.key_start(("abstract",)), start, origin.start, digest.start),
        )


def _replaced(document: Document, edits: tuple[tuple[int, int, str], ...]) -> str:
    """The hash of the abstract after edits to it."""
    text = document.text
    for start, end, new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    abstract = Document("changed", text).abstract
    return hashlib.sha256(abstract.encode("utf-8")).hexdigest()


def copy_record(subject: Subject, random: Random) -> Iterator[Mutation]:
    """The record a second time under another name, with its own or the same id."""
    document = subject.document
    name = f"{document.name}-copy"
    scalar = document.scalars["record_id",]
    same = edit(document, "copied as it is", (scalar.start, scalar.end, document.name))
    renamed = edit(document, "copied with a new id", (scalar.start, scalar.end, name))
    for made in (same, renamed):
        (content,) = made.files.values()
        twin = record_path(document.name)
        yield Mutation(made.what, {record_path(name): content}, None, record_path(name), twin)


def copy_to_other_split(subject: Subject, random: Random) -> Iterator[Mutation]:
    """The record again in another split, with three words changed; document and hash fit."""
    document = subject.document
    name = f"{document.name}-revised"
    words = _free_words(document)
    chosen = random.sample(words, min(3, len(words)))
    edits = tuple((a, b, _reverse(document.text[a:b])) for a, b in chosen)
    others = [split for split in _SPLITS if split != document.data["split"]]
    values = {
        ("record_id",): name,
        ("split",): random.choice(others),
        ("source", "document"): f"{name}.txt",
        ("abstract_sha256",): _replaced(document, edits),
    }
    changes = tuple(
        (document.scalars[path].start, document.scalars[path].end, value)
        for path, value in values.items()
    )
    at = (document.key_start(("abstract",)), document.scalars["split",].start)
    made = edit(document, f"three words changed, {values['split',]}", *edits, *changes, at=at)
    (content,) = made.files.values()
    abstract = Document(name, content.decode("utf-8")).abstract
    files = {record_path(name): content, f"sources/{name}.txt": abstract.encode("utf-8")}
    twin = record_path(document.name)
    yield Mutation(made.what, files, made.lines, record_path(name), twin)


def change_split(subject: Subject, random: Random) -> Iterator[Mutation]:
    """Another split."""
    scalar = subject.document.scalars["split",]
    for split in _SPLITS:
        if split != scalar.value:
            yield replace_value(subject.document, scalar, split)


def change_id(subject: Subject, random: Random) -> Iterator[Mutation]:
    """An id that is not the name of the file."""
    scalar = subject.document.scalars["record_id",]
    for value in (f"{scalar.value}-2", scalar.value[:-1], scalar.value.replace("2025", "2024")):
        yield replace_value(subject.document, scalar, value.rstrip("-"))


KINDS = (
    Kind("edited abstract", ("source-hash",), edit_abstract, place="the abstract"),
    Kind(
        "hash edited too but source document unchanged",
        ("source-document",),
        edit_abstract_and_hash,
        place="the abstract, its hash or its document",
    ),
    Kind(
        "duplicated record",
        ("duplicate-id", "duplicate-abstract"),
        copy_record,
        place="one of the two records",
        whole=True,
    ),
    Kind(
        "near-duplicate across splits",
        ("duplicate-near",),
        copy_to_other_split,
        place="the abstract or split of the record added, or its twin",
        whole=True,
    ),
    Kind("split changed", ("split-frozen",), change_split, whole=True),
    Kind("id not matching the file", ("id-file-name",), change_id),
)
