"""Lists of authors to their names."""

from __future__ import annotations

import html
import re

from paperclaims_curation.documents.citations import name_in_order

# What stands beside names: e-mail addresses, ORCIDs, numbers, marks, affiliations and ids in
# brackets. None of it is read.
_CHAR = r"[^\s;,|<>()\[\]]"
_BESIDE = re.compile(
    rf"<[^<>]*>|\b(?:e-?mail|orcid)\s*:|(?<!{_CHAR}){_CHAR}{{1,254}}@{_CHAR}+"
    rf"|(?:https?://)?(?:www\.)?orcid\.org/{_CHAR}*"
    r"|\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b|[\d*†‡§¶^]+"
    r"|(?:\([^()]*\)|\[[^\[\]]*\])(?=\s*(?:[,;|\n&]|and\b|$))",
    re.IGNORECASE,
)
_LENGTH_LIMIT = 500
"""In code points: a longer text is no name."""
_SEPARATORS = re.compile(r"[;；|\n、，]")
_AND = re.compile(r",?\s+(?:and|&)\s+")
_OTHERS = re.compile(r",?\s*\b(?:et\s+al\b\.?|(?:and\s+)?others)\s*$|(?:\.\.\.|…)\s*$")
_SUFFIX = re.compile(r"(?:jr|sr)\.?|i{2,3}|iv", re.IGNORECASE)
_INITIALS = re.compile(r"(?:[^\W\d_]\.[-‐ ]*)+")
_FAMILY_THEN_INITIALS = re.compile(rf"(.*\w{{2,}})\s+({_INITIALS.pattern})")
_WITHOUT_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def _split_commas(text: str) -> list[str]:
    """The names of `A B, C D`, of `Family, Given`, and of `Family, G., Family, G.`."""
    parts = [part for part in (part.strip() for part in text.split(",")) if part]
    names = [part for part in parts if not _SUFFIX.fullmatch(part)]
    if len(names) < 2:
        return [text]
    if len(names) % 2 == 0 and all(_INITIALS.fullmatch(given) for given in names[1::2]):
        return [", ".join(pair) for pair in zip(names[::2], names[1::2], strict=True)]
    # `von Neumann, John`: a family name of several words begins with a small letter.
    is_one = not all(" " in name for name in names) or names[0][0].islower()
    if len(names) == 2 and is_one and not _WITHOUT_SPACES.search(text):
        return [text]
    merged: list[str] = []
    for part in parts:
        if merged and part not in names:
            merged[-1] += f", {part}"
        else:
            merged.append(part)
    return merged


def _without_beside(text: str) -> str:
    return _BESIDE.sub(" ", html.unescape(text))


def _order(text: str) -> str:
    """A name, given name first; empty if it is none."""
    bare = " ".join(text.split())
    if len(bare) > _LENGTH_LIMIT:
        return ""
    name = name_in_order(bare)
    if "," not in bare and (found := _FAMILY_THEN_INITIALS.fullmatch(name)):
        name = f"{found[2].strip()} {found[1]}"
    return name if any(char.isalpha() for char in name) else ""


def clean_name(text: str) -> str:
    """One name without what stands beside it, given name first; empty if it is none."""
    if len(text) <= _LENGTH_LIMIT and text.replace(" ", "").isalpha():
        # As most are: nothing stands beside it.
        return name_in_order(text)
    return _order(_without_beside(text))


def split_authors(text: str) -> tuple[str, ...]:
    """The names in a list of authors, in order, given name first where that can be told.

    Names are parted by `;`, `|` or line breaks, else by `and`, else by commas. Only names are
    kept: e-mail addresses, identifiers and affiliations in brackets are dropped.
    """
    pieces = _SEPARATORS.split(_without_beside(text))
    names: list[str] = []
    for piece in pieces:
        for name in _AND.split(_OTHERS.sub("", " ".join(piece.split()))):
            # A comma parts names only where nothing else does.
            names += [name] if len(pieces) > 1 else _split_commas(name)
    return tuple(name for text in names if (name := _order(text)))
