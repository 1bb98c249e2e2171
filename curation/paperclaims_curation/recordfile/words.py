"""Where words begin and end."""

from __future__ import annotations

import re

from paperclaims_curation.patterns import lazy_unicode_pattern

# Letters of scripts that put spaces between words: in the others, any place can part two words,
# and Hebrew, Arabic and Korean join particles to them.
_LETTER = lazy_unicode_pattern(
    r"(?V1)[[\p{L}\p{M}]--[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}"
    r"\p{Tibetan}\p{Hangul}\p{Hebrew}\p{Arabic}]]"
)
_INSIDE_NUMBER = re.compile(r"(?<=\d)(?:\.(?=\d)|,(?=\d{3}(?!\d)))")


def _is_letter(char: str) -> bool:
    # Most are ASCII, for which the library need not be loaded.
    return char.isalpha() if char.isascii() else bool(_LETTER.match(char))


def is_inside_word(text: str, offset: int) -> bool:
    r"""Whether a cut at `offset` (code points) leaves parts of one word on both sides.

    A word is a run of letters, a number with its point and separators, or a LaTeX command with its
    backslash. A name such as `A100` is not cut before its digits either; a unit may follow digits: `5|ms`.
    """
    if not 0 < offset < len(text):
        return False
    before, after = text[offset - 1], text[offset]
    if before == "\\":
        backslashes = offset - len(text[:offset].rstrip("\\"))
        return backslashes % 2 == 1 and not after.isspace()
    if _is_letter(before):
        return _is_letter(after) or (after.isdecimal() and before.isupper())
    if before in ".,":
        return bool(_INSIDE_NUMBER.match(text, offset - 1))
    return before.isdecimal() and (after.isdecimal() or bool(_INSIDE_NUMBER.match(text, offset)))


def whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch, extended to whole words."""
    while is_inside_word(text, start):
        start -= 1
    while is_inside_word(text, end):
        end += 1
    return start, end
