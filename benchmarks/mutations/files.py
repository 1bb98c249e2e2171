"""Damage to files as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from .mutation import Kind, Mutation, Subject, record_path

_JUNK = (b"\x00", b"\xff\xfe", b"\x80\x81", b"\x1b[0m", b"\xed\xa0\x80", b"\x07")


def truncate(subject: Subject, random: Random) -> Iterator[Mutation]:
    """The file ends too early, at any byte."""
    name = record_path(subject.document.name)
    content = subject.document.text.encode("utf-8")
    for _ in range(3):
        length = random.randrange(len(content) - 1)
        yield Mutation(
            f"{length} of {len(content)} bytes left", {name: content[:length]}, None, name
        )


def add_junk(subject: Subject, random: Random) -> Iterator[Mutation]:
    """Bytes that are no text."""
    name = record_path(subject.document.name)
    content = subject.document.text.encode("utf-8")
    for junk in random.sample(_JUNK, 3):
        # At the beginning of a character, so that the line is certain.
        place = len(subject.document.text[: random.randrange(len(content) // 2)].encode("utf-8"))
        line = 1 + content.count(b"\n", 0, place)
        new = content[:place] + junk + content[place:]
        yield Mutation(f"{junk!r} at byte {place}", {name: new}, frozenset({line}), name)


def encode_otherwise(subject: Subject, random: Random) -> Iterator[Mutation]:
    """The file in another encoding."""
    name = record_path(subject.document.name)
    text = subject.document.text
    content = text.encode("utf-8")
    first = next((place for place, letter in enumerate(text) if ord(letter) > 127), None)
    for encoding in ("cp1252", "gb18030", "utf-16", "utf-16-le", "utf-32"):
        try:
            new = text.encode(encoding)
        except UnicodeEncodeError:
            continue
        if new != content:
            # In UTF-16 and UTF-32 every character is damaged, so any line is right.
            line = frozenset({1 + text.count("\n", 0, first or 0)})
            yield Mutation(encoding, {name: new}, None if "utf" in encoding else line, name)


UNREADABLE = ("yaml-encoding", "yaml-character", "yaml-syntax")
# What is left may be well-formed: then values are missing or cut short.
INCOMPLETE = (
    "yaml-top",
    "schema-missing",
    "schema-value",
    "schema-vocabulary",
    "schema-unknown-key",
    "style-canonical",
    "number-uncovered",
)
KINDS = (
    Kind(
        "truncated file",
        (*UNREADABLE, *INCOMPLETE),
        truncate,
        place="any line",
    ),
    Kind("binary junk", UNREADABLE, add_junk, place="the line of the junk"),
    Kind(
        "other encoding",
        UNREADABLE,
        encode_otherwise,
        place="the first line that differs; any line if all do",
    ),
)
