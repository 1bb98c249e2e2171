"""LaTeX accents, escapes and protective braces, written as the characters that they stand for."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from paperclaims_curation.patterns import lazy_pattern

# What is left as it is: mathematics, addresses, line ends. A price has no closing `$`: that one
# follows no space and comes before no digit.
_KEPT = r"""
    \$\$(?:[^$\\]|\\.){1,2000}?\$\$
    | (?<![\\$])\$(?![\s$])(?:[^$\\\n]|\\.|\n(?!\s*\n)){0,2000}?(?<![\s\\])\$(?!\d)
    | \\\((?:[^\\]|\\[^()]){1,2000}?\\\) | \\\[(?:[^\\]|\\[^][]){1,2000}?\\\]
    | \\begin\{(?P<block>equation|align|gather|math|displaymath)\*?\}.{0,2000}?\\end\{(?P=block)\*?\}
    | \\(?:url|href|ensuremath)\s*\{[^{}\n]{0,500}\}
    | \\\\
"""
_BASE = r"(?:[A-Za-z]|\\[ij](?![A-Za-z])\s?)"
_ACCENT = rf"""
    \\(?P<mark>["'`^~=.])\s?(?:\{{\s?{_BASE}\s?\}}|(?P<bare>{_BASE}))
    | \\[cvuHkrdb](?:\s?\{{{_BASE}\}}|\s+[A-Za-z](?![A-Za-z]{{12}}))
    | \\(?:ss|ae|AE|oe|OE|aa|AA|o|O|l|L|i|j|dh|DH|dj|DJ|th|TH|ng|NG)(?![A-Za-z])(?:\{{\}}|\s(?=\w))?
"""
_TEXT_SYMBOLS = {
    "less": "<", "greater": ">", "asciitilde": "~", "asciicircum": "^", "backslash": "\\",
    "bar": "|", "underscore": "_", "dollar": "$", "braceleft": "{", "braceright": "}",
    "copyright": "©",
}  # fmt: skip
_TEXT_NAMES = (
    "less|greater|asciitilde|asciicircum|backslash|bar|underscore|dollar|braceleft|braceright"
    "|copyright|bullet|registered|trademark|degree|endash|emdash|quoteleft|quoteright"
    "|quotedblleft|quotedblright|mu|times|pm|euro|onehalf"
)
_PIECE = lazy_pattern(
    rf"""
    (?P<kept>{_KEPT})
    | \{{(?P<braced>{_ACCENT.replace("(?P<mark>", "(?:").replace("(?P<bare>", "(?:")})\}}
    | (?P<accent>{_ACCENT})
    | \{{\\text(?P<held>{_TEXT_NAMES})(?:\{{\}})?\}}
    | \\text(?P<symbol>{_TEXT_NAMES})(?![A-Za-z])(?:\{{\}}|\s(?=\w))?
    | \{{\\(?P<held_escape>[&%$\#_])\}} | \\(?P<escape>[&%$\#_])
    # Braces that keep capitals in BibTeX; sets, arguments and indices have others around.
    | (?<![\\^_\]}}A-Za-z0-9])(?P<word>\{{(?=[^{{}}]{{0,200}}[A-Z])[\w .'’&+/:-]{{1,200}}\}})(?![{{(])
    | (?<=[A-Za-z0-9])(?<!\\[a-z])(?P<part>\{{[A-Z][\w'’+-]{{0,40}}\}})
    """,
    re.VERBOSE | re.DOTALL,
)
_COMMAND_BEFORE = lazy_pattern(r"\\[A-Za-z]+\*?\s?$")
# `the \"attention\" model` and `it\'s` were escaped for a program, not for LaTeX.
_CLOSING_QUOTE = lazy_pattern(r"(?<=\w)\\\"(?![A-Za-z{\\])")
_SHORT_FORM = lazy_pattern(r"\\'(?:s|t|re|ve|ll|m|d)(?![A-Za-z])")


@cache
def _character(piece: str) -> str | None:
    """The one character that an accent with its letter makes; null if there is none."""
    from pylatexenc.latex2text import LatexNodes2Text

    char = unicodedata.normalize("NFC", LatexNodes2Text().latex_to_text(piece.strip())).strip()
    # \i with an accent comes as a dotless one.
    char = unicodedata.normalize("NFC", char.replace("ı\u0301", "í"))
    return char if len(char) == 1 else None


@cache
def _symbol(name: str) -> str:
    from pylatexenc.latex2text import LatexNodes2Text

    return _TEXT_SYMBOLS.get(name) or LatexNodes2Text().latex_to_text(f"\\text{name}")


def write_latex_characters(text: str) -> str:
    r"""The text with `{\"o}` as `ö`, `95\%` as `95%` and `{CNN}` as `CNN`.

    Mathematics stays as it is, as do other commands with their arguments, dashes and quotes. Only
    marked pieces are ever given to the LaTeX parser: on a whole text it takes `%` for a comment.
    """
    if "\\" not in text and "{" not in text:
        return text
    has_quotes = bool(_CLOSING_QUOTE.search(text))

    def write(match: re.Match[str]) -> str:
        piece = match[0]
        if match["kept"]:
            return piece
        if match["braced"] or match["accent"]:
            bare = match["bare"]
            if bare and match["mark"] == '"' and has_quotes:
                return piece
            if bare and match["mark"] == "." and bare not in "zZIe":
                return piece
            before = text[match.start() - 1 : match.start()]
            if bare and before.isalpha() and _SHORT_FORM.match(text, match.start()):
                return piece
            return _character(match["braced"] or match["accent"]) or piece
        if name := match["held"] or match["symbol"]:
            return _symbol(name)
        if escaped := match["held_escape"] or match["escape"]:
            return escaped
        before = text[max(0, match.start() - 30) : match.start()]
        return piece if _COMMAND_BEFORE.search(before) else piece[1:-1]

    return _PIECE.sub(write, text)
