"""Read the amounts in a text: where each number stands and what it is worth."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from paperclaims_curation.patterns import lazy_pattern


@dataclass(frozen=True, slots=True)
class NumberInText:
    """A number as it stands in a text."""

    value: Decimal
    """What it is worth, with the digits as written: 7.0 is not 7; `5M` is 5000000."""
    start: int
    """Where it begins, in code points; a minus sign belongs to it."""
    end: int
    """Where it ends, exclusive; a magnitude (`M`, `million`) belongs to it, a unit does not."""
    spelled: bool
    """Whether it is a number word."""


_LETTERS = {"k": 3, "m": 6, "b": 9, "t": 12}
_MAGNITUDES = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_TO_NINETEEN = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_CARDINALS = {
    **{word: value for value, word in enumerate(_TO_NINETEEN.split(), 1)},
    **dict(zip(_TENS.split(), range(20, 100, 10), strict=True)),
    **{word: 10**power for word, power in _MAGNITUDES.items() if word != "trillion"},
}
# Words that the library does not know, or joins to others where it should not.
_LONE_WORDS = {
    word: Decimal(value)
    for value, words in {
        "0": "zero",
        "0.25": "quarter",
        "0.5": "half halves halved halving",
        "1": "single",
        "2": "twice double doubles doubled doubling",
        "3": "thrice triple triples tripled tripling",
        "4": "quadruple quadruples quadrupled quadrupling",
        "12": "dozen",
        "1000000000000": "trillion",
    }.items()
    for word in words.split()
}
_HALF = Decimal("0.5")
_SCALES = {word: Decimal(10**power) for word, power in _MAGNITUDES.items()} | {
    "dozen": Decimal(12),
    "quarter": Decimal("0.25"),
    "quarters": Decimal("0.25"),
}
_UNITS = (
    "x X s ms ns us µs μs min h hr hrs KB kB MB GB TB KiB MiB GiB TiB Hz kHz MHz GHz dB fps FPS "
    "pp px nm um µm μm mm cm m km mg g kg mW W kW V eV J kJ MPa GPa"
)
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")


def _one_of(words: Iterable[str], flags: str = "ai") -> str:
    # Case is ignored in ASCII only: otherwise the long s passes for an s, and no table holds it.
    return f"(?{flags}:{'|'.join(sorted(words, key=len, reverse=True))})"


_CARDINAL = _one_of(_CARDINALS)
_GAP = r"[\s‐‑-]{1,3}"
_AND = rf"(?:(?<=hundred)|(?<=thousand)|(?<=[mb]illion)){_GAP}and"
# Which letters a number word begins with: most other words are told by the first two.
_MAYBE_SPELLED = "(?=[bdefhmnoqstzBDEFHMNOQSTZ][aehilnoruwAEHILNORUW])" + _one_of(
    sorted({word[:3] for word in (*_CARDINALS, *_LONE_WORDS)})
)
# Possessive quantifiers and bounded gaps keep the time linear on any text.
_SPELLED = rf"""
    (?={_MAYBE_SPELLED})
    (?: (?P<cardinal>{_CARDINAL}(?:(?i:{_AND})?{_GAP}{_CARDINAL})*)(?:fold)?(?!\w)
    (?P<and_half>{_GAP}(?i:and{_GAP}a{_GAP}half)(?!\w))?
    (?:(?P<one_half>(?i:(?<=one){_GAP}half)(?!\w))|{_GAP}(?P<scale>{_one_of(_SCALES)})(?!\w))?
    | (?P<lone>{_one_of(_LONE_WORDS)})(?!\w)
    (?:(?<=(?i:half)){_GAP}(?i:a){_GAP}(?P<half_scale>{_one_of(_SCALES)})(?!\w))?
    )
"""
# 3万 is 30000, not 3: Chinese, Japanese and Korean magnitudes are not read.
_NO_MAGNITUDE = r"(?![十百千万萬亿億兆만억조])"
_DIGITS = r"""
    (?P<digits>
        (?>(?!0)\d{1,3}(?:(?:,|\{,\}|\\,|[\u00a0\u2009\u202f])\d{3})++(?!\d)|\d++)(?:\.\d++)?+
        | (?<![\w.)])\.\d++
    )
"""
_POWER = r"""
    (?P<times>\s?\$?\s?(?:\\times|\\cdot|[×·*x])\s?\$?\s?10)?
    (?:
        \s?\$?\^(?:\{\s?(?P<braced>[-−+]?\d{1,3})\s?\}|(?P<bare>[-−+]?\d{1,3})(?!\d))
        | (?P<raised>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})
    )
"""
_SPACELESS = r"[\u3040-\u9fff\uac00-\ud7af]"


def _token_pattern(spaceless: str | None = None) -> re.Pattern[str]:
    """What a text is made of, where `spaceless` are letters that do not belong to a word.

    They are those of scripts that put no space between words: they end a name, and follow a
    number directly.

    A match takes all that is surely no number, and then what may be one, so that a text of a
    hundred words is read in a few matches.
    """
    letter = rf"(?!{spaceless})[^\W_]" if spaceless else r"[^\W_]"
    letters = rf"(?:{letter})++" if spaceless else r"[^\W_]++"
    no_letter = rf"(?!{letter})"
    before_unit = rf"[\W_]|{spaceless}" if spaceless else r"[\W_]"
    gap = rf"[^\w\\.^]++|{spaceless}++" if spaceless else r"[^\w\\.^]++"
    ordinal = rf"\$?\^?\{{?(?:\\[a-z]+\{{)?(?ai:st|nd|rd|th){no_letter}"
    # A name takes the digits joined to it, so that they are not read; the x of 3x3 is no name.
    name = (
        rf"(?!(?<=\d)[xX]\d){letters}"
        rf"(?:\\?_(?=\w)|[‐‑-](?=\w)|(?<=\d)\.(?=\d)|(?<=[A-Z\d])/(?=\d)|{letters})*+"
    )
    return lazy_pattern(
        rf"""
    (?>
        {gap}
      | https?://[^\s{{}}]++
      | (?!\d|{_MAYBE_SPELLED}){name}
      # Subscripts and superscripts are names too.
      | [\^_]\s?(?:\{{(?:[^{{}}]|\{{[^{{}}]*+\}})*+\}}|\\[A-Za-z]++|[-−]?\w++)
      | [\^_] | \.(?!\d) | \\(?![A-Za-z])
    )*+
    (?:
      (?P<command>\\[A-Za-z]++)
    | {_SPELLED}
    | {_DIGITS}(?!{ordinal}|\.\d)
      (?:
        [eE](?P<exponent>[-−+]?\d{{1,3}}){no_letter}
        | {_POWER}
        | (?P<glue>\$|\\,)?(?P<letter>[kKMBTb])(?(glue)(?![\w$])|{no_letter})
        | \$?(?:[\s~-]|\\,){{0,2}}(?P<magnitude>{_one_of(_MAGNITUDES)}){no_letter}
        | (?={_one_of(_UNITS.split(), "-i")}{no_letter}|[xX]\d|{before_unit}|\Z){_NO_MAGNITUDE}
      )
    | {name}
    |
    )
    """,
        re.VERBOSE,
    )


# Classes of high ranges take long to compile, and few texts need them.
_TOKEN = _token_pattern()
_SPACELESS_TOKEN = _token_pattern(_SPACELESS)
_WORD = re.compile(r"\w+")
_NOT_BEFORE_SIGN = re.compile(r"[\w%.)\]}*‐‑–—-]|(?<=[\w%)\]}*])\$")


class _Word:
    """What the library takes for a token."""

    def __init__(self, text: str) -> None:
        self._text = text

    def text(self) -> str:
        return self._text

    def nt_separated(self, previous: object) -> bool:
        return False

    def not_a_number_part(self) -> bool:
        return False


def _read_cardinals(match: re.Match[str]) -> Iterator[NumberInText]:
    words = list(_WORD.finditer(match.string, *match.span("cardinal")))
    for first, last, read in _split_cardinals([word[0] for word in words]):
        value, end = read, words[last].end()
        if last == len(words) - 1:
            end = match.end()
            if match["and_half"]:
                value += _HALF
            if match["one_half"]:
                value *= _HALF
            if match["scale"]:
                value *= _SCALES[match["scale"].lower()]
        yield NumberInText(value, words[first].start(), end, spelled=True)


def _split_cardinals(words: list[str]) -> Iterator[tuple[int, int, Decimal]]:
    """The first and last word of each number, and its value."""
    if len(words) == 1:
        yield 0, 0, Decimal(_CARDINALS[words[0].lower()])
        return
    # Only for several words: it takes a moment to load.
    from text_to_num import find_numbers as find_cardinals

    for number in find_cardinals([_Word(word) for word in words], "en", 0.0):
        yield number.start, number.end - 1, Decimal(number.text)


def _read_lone_word(match: re.Match[str]) -> NumberInText:
    value = _LONE_WORDS[match["lone"].lower()]
    if match["half_scale"]:
        value *= _SCALES[match["half_scale"].lower()]
    return NumberInText(value, match.start("lone"), match.end(), spelled=True)


def _read_digits(match: re.Match[str], negative: bool) -> NumberInText:
    digits = re.sub(r"[^\d.]", "", match["digits"])
    end = match.end()
    power = match["exponent"] or match["braced"] or match["bare"] or match["raised"]
    exponent = int(power.translate(_SUPERSCRIPTS)) if power else 0
    if match["letter"]:
        exponent = _LETTERS[match["letter"].lower()]
    elif match["magnitude"]:
        exponent = _MAGNITUDES[match["magnitude"].lower()]
    elif power and not (match["exponent"] or match["times"]):
        # A number to a power: of ten or two it is one number, of others the base alone is read.
        if digits == "10":
            digits = "1"
        elif digits == "2":
            # 2^-3 is 5^3 * 10^-3: exact in decimals.
            digits = str(2**exponent if exponent > 0 else 5**-exponent)
            exponent = min(exponent, 0)
        else:
            exponent, end = 0, match.end("digits")
    sign = "-" if negative else ""
    # Through text, since arithmetic would round long numbers.
    value = Decimal(format(Decimal(f"{sign}{digits}e{exponent}"), "f"))
    return NumberInText(value, match.start("digits") - negative, end, spelled=False)


def _has_sign(text: str, start: int, after_command: bool) -> bool:
    """Whether the character before `start` is a minus sign, not a hyphen or a dash."""
    if start == 0 or text[start - 1] not in "-−":
        return False
    return start == 1 or after_command or not _NOT_BEFORE_SIGN.match(text, start - 2)


@lru_cache(maxsize=256)
def find_numbers(text: str) -> tuple[NumberInText, ...]:
    """Find the numbers of a text, in its order: digits with or without LaTeX, and number words.

    Digits inside names (`GPT-4`, `ISPD2015`, `3D`), indices (`L_{1.5}`), ordinals and version
    numbers are none. Years, enumeration marks and `one` are numbers; callers set them aside.
    """
    numbers: list[NumberInText] = []
    command_end = -1
    is_plain = text.isascii() or max(text) < "\u3040"
    for match in (_TOKEN if is_plain else _SPACELESS_TOKEN).finditer(text):
        if match["command"]:
            command_end = match.end()
        elif match["cardinal"]:
            numbers.extend(_read_cardinals(match))
        elif match["lone"]:
            numbers.append(_read_lone_word(match))
        elif match["digits"]:
            start = match.start("digits")
            numbers.append(_read_digits(match, _has_sign(text, start, command_end == start - 1)))
    return tuple(numbers)


@lru_cache(maxsize=4)
def _edges(text: str) -> tuple[list[int], list[int]]:
    # Many cuts of one text are asked for: it is read once.
    numbers = find_numbers(text)
    return [number.start for number in numbers], [number.end for number in numbers]


def is_inside_number(text: str, offset: int) -> bool:
    """Whether a cut at `offset` (code points) would leave a part of a number on either side.

    Digits inside names count as well: `ISPD20|15`.
    """
    if text[max(offset - 1, 0) : offset + 1].isdecimal() and 0 < offset < len(text):
        return True
    starts, ends = _edges(text)
    before = bisect_left(starts, offset)
    return before > 0 and offset < ends[before - 1]
