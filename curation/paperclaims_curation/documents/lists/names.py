"""Lines that hold nothing but names of persons."""

from __future__ import annotations

import re

from paperclaims_curation.documents.people import split_authors
from paperclaims_curation.patterns import lazy_pattern

_PARTICLES_WORDS = (
    "van von de der den del della di da dos das du la le ter ten bin ibn al el und y e i"
)
_PARTICLES = frozenset(_PARTICLES_WORDS.split())
_PARTS = lazy_pattern(r"\s*(?:[,;，、；|·•&\n]|\band\b|\bund\b|\bet\b|\by\b)\s*")
# Numbers of affiliations, stars and what stands in brackets.
_MARKS = lazy_pattern(r"[\d*†‡§¶#^∗]+|\([^()]*\)|\[[^\[\]]*\]|<[^<>]*>|\$[^$]*\$|\bet al\.?")
_BY = lazy_pattern(r"(?:by|von|par|por)\b[:\s]*", re.IGNORECASE)
_ASIAN = lazy_pattern(r"[\u4e00-\u9fff\uac00-\ud7af\u3040-\u30ff]{2,5}")
_NO_WORD = lazy_pattern(r"[\d:!?()\[\]{}=+/@]")
_INSTITUTION = lazy_pattern(
    r"\b(?:universit|institut|department|dept|school|college|faculty|laborator|center|centre|inc\b"
    r"|ltd|gmbh|corp|research|academy|hospital|company|head of|professor|lead|fellow|systems?"
    r"|learning|networks?|models?|theory|analysis|applications?|methods?|usa|uk)\b",
    re.IGNORECASE,
)
_LONGEST_LIST = 5_000
_LONGEST_LONE_NAME = 3
"""In words: a line with one name and nothing else."""


def read_names(line: str, *, is_marked: bool = False) -> tuple[str, ...]:
    """The names on a line that is a list of persons' names, else none.

    Every part must be a few capitalised words. One name alone counts only if it is marked: in
    italics or bold, behind `by`, or as the caller says.
    """
    text = " ".join(line.split()).rstrip("\\").strip()
    if len(text) > _LONGEST_LIST:
        return ()
    bare = text.strip("*_ ")
    is_marked |= bare != text or bool(_BY.match(bare))
    bare = _BY.sub("", bare, count=1) if _BY.match(bare) else bare
    if "**" in bare or "__" in bare or re.search(r"\s[*_]\S|\S[*_][,\s]", bare):
        return ()
    parts = [part.strip(" .") for part in _PARTS.split(" ".join(_MARKS.sub(" ", bare).split()))]
    names = [part.split() for part in parts if part]
    if not names or _INSTITUTION.search(bare) or not all(map(_is_name, names)):
        return ()
    if len(names) == 1 and not (is_marked and 1 < len(names[0]) <= _LONGEST_LONE_NAME):
        return split_authors(bare) if is_marked and _ASIAN.fullmatch(bare) else ()
    full = sum(len(name) > 1 or bool(_ASIAN.fullmatch(name[0])) for name in names)
    return split_authors(bare) if full >= 0.7 * len(names) else ()


def _is_name(words: list[str]) -> bool:
    if len(words) > 5 or any(_NO_WORD.search(word) for word in words):
        return False
    return all(_begins_name(word) or word.lower() in _PARTICLES for word in words)


def _begins_name(word: str) -> bool:
    letter = word.lstrip("'’‘-")[:1]
    return letter.isalpha() and not letter.islower()
