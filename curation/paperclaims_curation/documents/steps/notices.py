"""Copyright notices that publishers and databases put behind or before an abstract."""

from __future__ import annotations

import re

from paperclaims_curation.patterns import lazy_pattern

_YEAR = r"(?:1[89]|20)\d\d(?:\s?[-–/,]\s?(?:\d\d){1,2})?"
# How a notice begins. The sign is certain; the word and `(c)` count only with a year.
_OPENER = rf"""(?:
    (?:Crown\s)?(?:(?i:psycinfo)\sDatabase\sRecord\s|Copyright\W{{0,3}})?
    (?:©|\([cC]\)(?=\s?{_YEAR}|\sCopyright|\sThe\sAuthor|\sAuthor)|Ⓒ)
    | Copyright[\s:,]{{1,2}}(?=\(?{_YEAR}|by\s)
    | {_YEAR}\s(?=(?:Elsevier|IEEE|Springer|Wiley|John\sWiley|ACM|The\sAuthors?|Published\sby)\b)
)"""
# Sentences that follow a notice, or stand for one.
_RIGHTS = r"All\srights?\s(?:are\s)?reserved"
_ALONE = rf"""(?:
    {_RIGHTS}
    | This\sarticle\sis\sprotected\sby\scopyright
    | Published\sby\s(?:Elsevier|Oxford\sUniversity\sPress|Cambridge\sUniversity\sPress|John\sWiley
      |Wiley|Springer|BMJ|Informa|Taylor|Lippincott|AIP|MDPI|the\sRoyal|IOP)\b[^?!]{{0,150}}
)"""
_FURTHER = rf"""(?:
    {_ALONE}
    | (?:This|It)\s(?:is|work\sis|article\sis|paper\sis)\s(?:an?\s)?(?:an?\s)?(?:open[-\s]access
      |published\s(?:open|under)|licensed|distributed|made\savailable\sunder)\b[^?!]{{0,300}}
    | (?:An?\s)?Open\sAccess\s(?:article|This)[^?!]{{0,300}}
    | (?:Journal|[A-Z]\w+(?:\s\w+){{0,8}})\spublished\sby\s[A-Z][^?!]{{0,150}}
    | Published\sby\s[A-Z][^?!]{{0,150}} | Licensee\s[A-Z][^?!]{{0,100}}
    | (?:Production|Publishing|Hosting)\s(?:and\shosting|services)?\s?by\sElsevier[^?!]{{0,60}}
    | (?:Selection\sand(?:/or)?\s)?Peer[-\s]review\sunder\sresponsibility\sof[^?!]{{0,200}}
    | (?:No\scommercial\s)?(?i:re-?use)\b[^?!]{{0,100}} | See\srights\sand\spermissions
    | For\spermissions?,?\s[^?!]{{0,150}} | (?:Distributed|Licensed)\sunder\s[^?!]{{0,150}}
    | (?:Exclusive\s)?Licensee\s[^?!]{{0,100}} | CC[-\s]BY[^?!]{{0,40}}
    | Personal\suse\sof\sthis\smaterial[^?!]{{0,300}} | {_OPENER}[^?!]{{0,200}}
)"""
_SENTENCE_END = lazy_pattern(r"(?<=[.!?。])\s+|(?<=[.!?。])(?=©|Copyright\b)|\n+")
_BEGINNING = lazy_pattern(rf"[(\[]?{_OPENER}", re.VERBOSE)
_CERTAIN = lazy_pattern(r"©|Ⓒ|rights\s+reserved|Copyright\s\([cC]\)")
_WHOLE = lazy_pattern(rf"[(\[]?{_ALONE}\W*", re.VERBOSE)
_NEXT = lazy_pattern(rf"[(\[]?{_FURTHER}\W*", re.VERBOSE)
# What makes a sentence speak of the work rather than of rights in it.
_SPEAKS = lazy_pattern(
    r"\b(?:we|our|is|are|was|were|has|have|shows?|propose[sd]?|results?|dataset|code|method|model"
    r"|achieves?|using)\b",
    re.IGNORECASE,
)
_SMALL = (
    "the of and for by de du la der und on behalf under exclusive licence license to author"
    " authors owner a an in all rights reserved its affiliates part nature et al information"
    " processing systems foundation or their employer published s"
)
_SMALL_WORDS = frozenset(_SMALL.split())
_SIGNS = (
    "©",
    "ⓒ",
    "copyright",
    "(c)",
    "reserved",
    "published",
    *("elsevier", "ieee", "springer", "wiley", "acm", "author"),
)
"""In lower case: every notice holds one of them."""
_TAIL_LENGTH = 900
"""In code points: the longest notice that is looked for."""


def _is_notice(sentence: str) -> bool:
    """Whether a sentence names who holds the rights: `© 2020 Elsevier Ltd.`."""
    if _WHOLE.fullmatch(sentence):
        return True
    begun = _BEGINNING.match(sentence)
    rest = sentence[begun.end() :] if begun else ""
    if not begun or len(sentence) > 300 or _SPEAKS.search(rest):
        return False
    if _CERTAIN.search(sentence):
        return True
    # Without the sign, only names may follow: `Copyright 2019 directives` is no notice.
    words = re.findall(r"[^\W\d_]+", rest)
    return bool(words) and all(word[0].isupper() or word in _SMALL_WORDS for word in words)


def _sentences(text: str) -> list[tuple[int, int]]:
    """Starts and ends of the pieces between what may end a sentence."""
    spans, start = [], 0
    for match in _SENTENCE_END.finditer(text):
        spans.append((start, match.start()))
        start = match.end()
    return [*spans, (start, len(text))]


def _remove_trailing(text: str) -> str:
    base = max(0, len(text) - _TAIL_LENGTH)
    tail = text[base:]
    spans = _sentences(tail)
    starts = [start for start, _ in spans[1 if base else 0 :]]
    # The sign may also follow the last sentence without a full stop between.
    starts += [m.start() for m in re.finditer(rf"(?<=\w)\s©(?=\s?{_YEAR}|\sThe\sAuth)", tail)]
    for start in sorted(starts):
        inside = [(max(a, start), b) for a, b in spans if b > start]
        first, *others = [tail[a:b].strip() for a, b in inside]
        if _is_notice(first) and all(_NEXT.fullmatch(s) or _is_fragment(s) for s in others if s):
            return text[: base + start].rstrip()
    return text


def _is_fragment(piece: str) -> bool:
    """Whether a piece is the rest of a holder that the full stop of `Ltd.` or `St.` cut off."""
    words = re.findall(r"[^\W\d_]+", piece)
    return len(piece) < 60 and all(word[0].isupper() or word in _SMALL_WORDS for word in words)


def _remove_leading(text: str) -> str:
    spans = _sentences(text[:_TAIL_LENGTH])
    end = 0
    for number, (a, b) in enumerate(spans[:-1]):
        sentence = text[a:b]
        if not (_NEXT.fullmatch(sentence) if number else _is_notice(sentence)):
            break
        end = spans[number + 1][0]
    return text[end:]


def remove_notices(text: str) -> str:
    """The text without copyright notices at its end or beginning, where they are certain.

    A text that is nothing but a notice stays as it is.
    """
    folded = text.lower()
    if not any(sign in folded for sign in _SIGNS):
        return text
    shorter = _remove_leading(text)
    shorter = _remove_trailing(shorter)
    return shorter if shorter.strip() else text
