"""Headings, titles of papers and items of lists, told from the text of an abstract."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from paperclaims_curation.documents.lists.blocks import Line
from paperclaims_curation.documents.lists.fields import Link, find_key, find_links
from paperclaims_curation.patterns import lazy_pattern

HEADING_LENGTH_LIMIT = 200
"""In code points: a longer paragraph is no heading."""

# Latin, Chinese, full-width, half-width, Devanagari, Arabic, Urdu and Armenian marks: that some
# look like others is the point.
_SENTENCE_END = tuple(".!?…。！？．｡।॥؟۔։")
_CLOSING = " )]}'\"”’»」』）】*_$"

# Headings of collections and of their sections, not of papers.
_COLLECTION = lazy_pattern(
    r"\b(?:papers|paper list|abstracts|proceedings|accepted|publications?|posters?|orals?|spotlights?|sessions?"
    r"|keynotes?|workshops?|talks?|tracks?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|day \d|reading list"
    r"|table of contents|contents|references|bibliography|articles|beiträge|artikel|actes|résumés"
    r"|communications|artículos|resúmenes|ponencias|artigos|resumos|lista|liste|list|статьи|доклады)\b"
    r"|[论論]文$|[论論]文集|列表|目录|논문|목록|قائمة|\b(?:19|20)\d\d\b",
    re.IGNORECASE,
)

_QUESTION = lazy_pattern(r"[^.!?。？！\n]+[?!？！]")
_LONGEST_QUESTION = 150
_MARKER = lazy_pattern(
    r"(?P<indent>[ \t]*)(?P<bold>\*\*|__)?(?:"
    r"\[\^?(?P<n1>\d{1,5})\]:?|\((?P<n2>\d{1,5})\)|\#?(?P<n3>\d{1,5})(?:\\?[.)．:]|(?P<tight>、))"
    r"|(?P<bullet>[-*+•●▪◦‣·–])"
    r")(?P<end>\*\*|__)?(?(tight)[ \t]*|(?:[ \t\u3000]+|(?=\*\*)))(?=\S)"
)
_NUMBERING = lazy_pattern(
    r"(?:(?:paper|no\.?|nr\.?|#)\s?)?(?:\[\d{1,5}\]|\(\d{1,5}\)|#?\d{1,5}(?:[.):．]|、))"
    r"(?:\s+|(?=[*_\[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]))"
    r"|(?:paper|#)\s?\d{1,5}\s?[:.]?\s+|[论論]文[一二三四五六七八九十百\d]{1,5}\s?[:：、.]\s*",
    re.IGNORECASE,
)
_EMPHASIS = lazy_pattern(r"(\*{1,3}|_{1,3})(?=\S)((?:(?!\1).)+)(?<=\S)\1", re.DOTALL)
_WHOLE_LINK = lazy_pattern(
    r"\[(.+)\]\(\s*<?([^()\s<>]+(?:\([^()]*\)[^()\s]*)*)>?(?:\s+\"[^\"]*\")?\s*\)", re.DOTALL
)
_WHOLE_TAG = lazy_pattern(
    r"<(b|strong|i|em|a|span|u)\b[^<>]*>(.*?)</\1>", re.DOTALL | re.IGNORECASE
)
_TRAILING_LINK = lazy_pattern(r"\s*[-–—|·,(]?\s*!?\[+([^\[\]]{1,40})\]+\([^()\s]+\)\]?\)?\s*$")
_LEAD = lazy_pattern(
    r"(\*\*|__)(?P<title>(?:(?!\1).){8,300}?)(?P<stop>[.:?!。：]?)\1\s*(?P<mark>[:：.—–-]+\s+|\s)(?P<rest>\S.*)",
    re.DOTALL,
)


def is_heading(paragraph: str) -> bool:
    """Whether a paragraph is one short line that does not end as a sentence does."""
    return (
        "\n" not in paragraph
        and len(paragraph) <= HEADING_LENGTH_LIMIT
        and not paragraph.rstrip(_CLOSING).endswith(_SENTENCE_END)
    )


def is_question(paragraph: str) -> bool:
    """Whether a paragraph is one short question, or exclamation, as titles may be."""
    return len(paragraph) <= _LONGEST_QUESTION and bool(_QUESTION.fullmatch(paragraph.strip()))


def may_be_title(paragraph: str) -> bool:
    """Whether a paragraph is one short line as titles are."""
    ends_early = paragraph.rstrip(" *_").endswith((":", "：", ",", ";"))
    return not ends_early and (is_heading(paragraph) or is_question(paragraph))


def indent_of(line: str) -> int:
    """How far in a line begins, in columns."""
    return len(line[: len(line) - len(line.lstrip(" \t"))].expandtabs())


def names_collection(heading: str) -> bool:
    """Whether a heading is one of a list or a part of it, such as `NeurIPS 2025 Papers`."""
    return bool(_COLLECTION.search(_NUMBERING.sub("", heading, count=1)))


def reads_as_title(heading: str) -> bool:
    """Whether a heading is long enough, or has the colon, that titles of papers have."""
    letters = len(re.findall(r"[\u4e00-\u9fff\u3040-\u30ff\uac00-\ud7af]", heading))
    return len(heading.split()) >= 5 or ": " in heading or letters >= 10


@dataclass(frozen=True, slots=True)
class Marker:
    """The mark of an item of a list."""

    number: int | None
    """Null for a bullet."""
    indent: int
    width: int
    """With the indentation and the space behind."""


def read_marker(line: str) -> Marker | None:
    """The mark that a line begins with: `1.`, `1)`, `[1]`, `(1)`, `-`, `*`, `•`."""
    match = _MARKER.match(line)
    if not match or (match["bullet"] and (match["bold"] or match["end"])):
        return None
    digits = match["n1"] or match["n2"] or match["n3"]
    return Marker(int(digits) if digits else None, indent_of(line), match.end())


def split_emphasis(line: str) -> str | None:
    """The text of a line that is in bold as a whole, else null."""
    text = line.strip().rstrip("\\").strip()
    match = _EMPHASIS.fullmatch(text)
    if match and len(match[1]) >= 2:
        return match[2]
    tag = _WHOLE_TAG.fullmatch(text)
    return tag[2] if tag and tag[1].lower() in ("b", "strong") else None


def split_lead(paragraph: str) -> tuple[str, str] | None:
    """Title and text of `**Title.** We propose ...`, else null."""
    match = _LEAD.fullmatch(paragraph.strip())
    if not match or not (match["stop"] or match["mark"].strip()) or find_key(match["title"]):
        return None
    stop = match["stop"] if match["stop"] in "?!" else ""
    return match["title"].strip() + stop, match["rest"]


def clean_title(text: str) -> tuple[str, list[Link]]:
    """A title without numbering, emphasis and links around it, and the links."""
    links: list[Link] = []
    text = text.strip().rstrip("\\").strip()
    text = _NUMBERING.sub("", text, count=1) if _NUMBERING.match(text) else text
    before = None
    while before != text:
        before = text
        if match := _TRAILING_LINK.search(text):
            label = find_key(match[1].strip("[]"))
            if label in ("page", "code", "arxiv", "doi", "openreview") and match.start() > 0:
                links += find_links(match[0])
                text = text[: match.start()].rstrip()
        if (match := _WHOLE_LINK.fullmatch(text)) and "](" not in match[1]:
            links.append(Link("", match[2]))
            text = match[1].strip()
        if match := _EMPHASIS.fullmatch(text):
            text = match[2].strip()
        if match := _WHOLE_TAG.fullmatch(text):
            links += find_links(text) if match[1].lower() == "a" else []
            text = match[2].strip()
        if text != before and _NUMBERING.match(text):
            text = _NUMBERING.sub("", text, count=1)
    return text, links


def begins_with_title(lines: Sequence[Line], offset: int = 0) -> bool:
    """Whether the first of several lines is a title, since it was not wrapped as the others were.

    The next word would have fitted on it, or it is longer than all of them. What follows must be
    longer than a title.
    """
    first = lines[0].text[offset:].strip()
    if len(lines) < 2 or not may_be_title(first):
        return False
    widths = [len(line.text.rstrip()) for line in lines[1:]]
    if sum(widths) < 2 * len(first):
        return False
    word = re.match(r"\s*\S+", lines[1].text)
    length = len(lines[0].text.rstrip())
    needed = length + 1 + (len(word[0].strip()) if word else 0)
    slack = 8 if len(lines) < 6 else 2
    return needed <= max(widths) or (len(lines) > 3 and length > max(widths) + slack)
