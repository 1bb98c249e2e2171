"""Read what a release says about itself: card and Croissant file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from paperclaims_curation.building.card import CARD_NAME, MARKER
from paperclaims_curation.building.croissant import CROISSANT_NAME

_HEAD = re.compile(r"\A---\n(.*?)^---\n(.*)\Z", re.DOTALL | re.MULTILINE)
_WORD = re.compile(r"\* `([^`]+)`: (.*)")
_WORDS = "Words"
_GENERATED = {"Fields", _WORDS, "Version"}
"""Sections made from the schema and the hash alone."""


@dataclass(frozen=True, slots=True)
class Card:
    """The card of a release; a release without one has an empty card."""

    head: Mapping[str, Any] = field(default_factory=dict)
    sections: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The lines under each heading, without tables and what the schema gives."""
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The meanings of the words of each vocabulary."""

    def version(self, key: str) -> str | None:
        """`data_version` or `schema_version`, if the card gives it."""
        versions = self.head.get(MARKER)
        value = versions.get(key) if isinstance(versions, dict) else None
        return None if value is None else str(value)


def _iter_sections(body: str) -> Iterator[tuple[str, str, str]]:
    """Each line that is no heading, with the headings of its section and subsection."""
    section = subsection = ""
    is_code = False
    for line in body.splitlines():
        if line.startswith("```"):
            is_code = not is_code
        hashes, _, heading = line.partition(" ")
        if is_code or hashes not in {"#", "##", "###"}:
            yield section, subsection, line
        elif hashes == "###":
            subsection = heading.strip()
        else:
            section, subsection = heading.strip(), ""


def _read_text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        raise ValueError(f"{path.name} is not UTF-8 text") from None


def read_card(folder: Path) -> Card:
    """The card of the release in `folder`.

    Raises:
        ValueError: the card is damaged.
    """
    text = _read_text(folder / CARD_NAME)
    if text is None:
        return Card()
    if (match := _HEAD.match(text)) is None:
        raise ValueError(f"{CARD_NAME} has no head between two lines `---`")
    try:
        head = yaml.safe_load(match[1])
    except (yaml.YAMLError, ValueError):
        raise ValueError(f"the head of {CARD_NAME} is not valid YAML") from None
    if not isinstance(head, dict):
        raise ValueError(f"the head of {CARD_NAME} has no keys")  # noqa: TRY004 - of the file, not of an argument
    sections: dict[str, list[str]] = {}
    words: dict[str, dict[str, str]] = {}
    for section, subsection, line in _iter_sections(match[2]):
        if section == _WORDS and (word := _WORD.match(line)):
            words.setdefault(subsection, {})[word[1]] = word[2]
        if section not in _GENERATED and line.strip() and not line.startswith("|"):
            sections.setdefault(section, []).append(line)
    return Card(head, {name: tuple(lines) for name, lines in sections.items()}, words)


def _iter_meanings(fields: Any, prefix: str) -> Iterator[tuple[str, str]]:
    for given in fields:
        path = prefix + given["name"]
        yield path, given.get("description", "")
        arrow = "[]." if given.get("isArray") else "."
        yield from _iter_meanings(given.get("subField", ()), path + arrow)


def read_meanings(folder: Path) -> Mapping[str, str]:
    """The descriptions of configs and columns, by `records.claims[].certainty`.

    Raises:
        ValueError: the Croissant file is damaged.
    """
    text = _read_text(folder / CROISSANT_NAME)
    if text is None:
        return {}
    meanings: dict[str, str] = {}
    try:
        for given in json.loads(text)["recordSet"]:
            # A flat view of a config says nothing of its own.
            if given["name"].endswith("-flat"):
                continue
            meanings[given["name"]] = given.get("description", "")
            meanings |= _iter_meanings(given["field"], f"{given['name']}.")
    except (ValueError, LookupError, TypeError, AttributeError):
        raise ValueError(f"{CROISSANT_NAME} describes no tables") from None
    return meanings
