"""Find the HTML, JATS, MathML and ACL Anthology tags of a text, and nothing that only looks so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from paperclaims_curation.patterns import lazy_pattern

# Tokens of language models (`<s>`, `<think>`, `<mask>`, `<code>`) are no tags here.
_INLINE_WORDS = (
    "a abbr b bdi bdo big cite dfn em font i ins kbd mark q samp small span strong sub sup"
    " tt u var wbr italic bold underline overline monospace sc roman sans-serif"
    " named-content styled-content ext-link uri xref email inline-formula tex-math"
    " alternatives fixed-case url nobr inline-graphic graphic img"
)
INLINE = frozenset(_INLINE_WORDS.split())
_MATH_WORDS = (
    "math mrow mi mo mn ms msup msub msubsup mfrac msqrt mroot mtext mspace mover munder"
    " munderover mtable mtr mtd mstyle mfenced menclose mpadded mphantom mmultiscripts"
    " mprescripts none merror semantics annotation annotation-xml"
)
MATH = frozenset(_MATH_WORDS.split())
_PARAGRAPH_WORDS = (
    "p div sec section article ul ol dl table list blockquote pre center abstract"
    " abstracttext disp-quote trans-abstract"
)
PARAGRAPH = frozenset(_PARAGRAPH_WORDS.split())
LINE = frozenset(["br", "li", "hr", "tr", "dt", "dd", "list-item", "break"])
SPACE = frozenset(("td", "th", "disp-formula"))
LABEL = frozenset(("title", "h1", "h2", "h3", "h4", "h5", "h6"))
DROPPED = frozenset(("copyrightinformation", "script", "style"))
_NAMES = INLINE | MATH | PARAGRAPH | LINE | SPACE | LABEL | DROPPED
# These need no end: either they have none, or no text has their name in angle brackets.
_CERTAIN = (LINE | MATH) - {"break", "math", "none", "semantics", "annotation"}
_PREFIXES = frozenset(("jats", "mml", "xhtml", "html"))

_TAG = lazy_pattern(
    r"<(?P<close>/?)(?:(?P<prefix>[A-Za-z][\w.-]{0,20}):)?(?P<name>[A-Za-z][\w.-]{0,30})"
    r"(?P<attributes>(?:\s+[\w:.-]{1,40}\s*=\s*(?:\"[^\"<]{0,2000}\"|'[^'<]{0,2000}'|[\w#%./:-]{1,200}))*)"
    r"\s*(?P<empty>/?)>"
)
_ATTRIBUTE = lazy_pattern(r"([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([\w#%./:-]+))")
_LONGEST_ASIDE = 4_000


@dataclass(slots=True)
class Tag:
    """A tag in a text."""

    start: int
    end: int
    name: str
    kind: str
    """`open`, `close`, `empty`, or `aside` for a comment and the like."""
    is_certain: bool
    attributes: dict[str, str]
    partner: int | None = None
    """The number of the tag that closes or opens it."""


def _read_aside(text: str, start: int) -> Tag | None:
    """A comment, a processing instruction or a mark of a CDATA section."""
    for opening, closing in (("<!--", "-->"), ("<?xml", "?>"), ("<!DOCTYPE", ">")):
        if text.startswith(opening, start):
            end = text.find(closing, start, start + _LONGEST_ASIDE)
            return None if end < 0 else Tag(start, end + len(closing), "", "aside", True, {})
    return None


def _iter_tags(text: str) -> Iterator[Tag]:
    start = text.find("<")
    while start >= 0:
        if match := _TAG.match(text, start):
            name, prefix = match["name"].lower(), (match["prefix"] or "").lower()
            quoted = text[start - 1 : start] == "`" == text[match.end() : match.end() + 1]
            if not quoted and (name in _NAMES or prefix in _PREFIXES):
                attributes = {
                    m[1].lower().rpartition(":")[2]: m[2] or m[3] or m[4] or ""
                    for m in _ATTRIBUTE.finditer(match["attributes"])
                }
                kind = "close" if match["close"] else "empty" if match["empty"] else "open"
                certain = bool(
                    prefix in _PREFIXES or attributes or kind != "open" or name in _CERTAIN
                )
                # An open paragraph needs no end, but `Stack<p>top` is none.
                certain |= name == "p" and bool(
                    re.search(r"(?:^|[.!?:>\n])\s*$", text[:start][-9:])
                )
                yield Tag(start, match.end(), name, kind, certain, attributes)
                start = match.end() - 1
        elif aside := _read_aside(text, start):
            yield aside
            start = aside.end - 1
        start = text.find("<", start + 1)


def find_tags(text: str) -> list[Tag]:
    """The tags that are certain: with a namespace or attributes, or opened and closed."""
    tags = list(_iter_tags(text))
    opened: dict[str, list[int]] = {}
    for number, tag in enumerate(tags):
        if tag.kind == "open":
            opened.setdefault(tag.name, []).append(number)
        elif tag.kind == "close" and opened.get(tag.name):
            tag.partner = opened[tag.name].pop()
            tags[tag.partner].partner = number
    kept = [n for n, tag in enumerate(tags) if tag.is_certain or tag.partner is not None]
    numbers = {old: new for new, old in enumerate(kept)}
    for old in kept:
        if (partner := tags[old].partner) is not None:
            tags[old].partner = numbers.get(partner)
    return [tags[old] for old in kept]
