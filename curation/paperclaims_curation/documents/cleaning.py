"""Named steps from an abstract as received to one that reads as the authors wrote it.

Each step is idempotent and leaves alone what it is not about: `95% accuracy`, `$5 to $10`,
`[12]`, double spaces and emoji survive all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import unescape
from html.entities import html5

from paperclaims_curation.documents.steps.labels import remove_abstract_label
from paperclaims_curation.documents.steps.latex import write_latex_characters
from paperclaims_curation.documents.steps.markup import remove_tags
from paperclaims_curation.documents.steps.notices import remove_notices
from paperclaims_curation.patterns import lazy_pattern
from paperclaims_schema.vocabularies import CleaningStep

_ROUNDS = 10
"""More are needed only by texts made to need them: `<<<<b>b>b>b>`."""

# Only whole references: `R&D`, `&copy 2020` and `AT&T` are none. `&amp;lt;` was escaped twice.
_ENTITY = lazy_pattern(r"&(?:(?:amp|#38|#x26);)*(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,31});")

_BLANK_LINES = lazy_pattern(r"\n[^\S\n]*\n\s*")
_BREAK = lazy_pattern(r"[^\S\n]*\n[^\S\n]*")
_ITEM = lazy_pattern(r"(?:[-*+•–]|\(?\d{1,2}[.)])\s")
_INDENTED = lazy_pattern(r"(?<=[.!?:])[^\S\n]*\n(?=[ \t]{2,}[A-Z])")
# Scripts that put no space between words.
_SPACELESS = lazy_pattern(r"[\u2e80-\u2fdf\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")


def _unify_line_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _write_entities(text: str) -> str:
    def write(match: re.Match[str]) -> str:
        name = match[1]
        if not name.startswith("#"):
            return html5.get(f"{name};", match[0])
        char = unescape(f"&{name};")
        is_text = char.isprintable() or char in "\t\n\r\u00a0\u00ad" or char.isspace()
        return char if len(char) == 1 and is_text and char != "\ufffd" else match[0]

    return _ENTITY.sub(write, text)


def _join_paragraph(paragraph: str) -> str:
    lines = _BREAK.split(paragraph)
    # Several lines that begin as items are a list, which nobody has wrapped.
    has_list = sum(bool(_ITEM.match(line)) for line in lines) > 1
    joined = lines[0]
    for line in lines[1:]:
        if has_list and _ITEM.match(line):
            joined += f"\n{line}"
        elif _SPACELESS.match(joined[-1:]) and _SPACELESS.match(line):
            joined += line
        elif re.search(r"\w-$", joined) and re.match(r"(?!(?:and|or|to)\b)[a-z]", line):
            # Whoever wraps at spaces leaves only `pre- and post-training` with a hyphen at the end.
            joined += line
        else:
            joined += f" {line}"
    return joined


def _join_lines(text: str) -> str:
    """One line per paragraph; blank lines part paragraphs and so does arXiv's indentation."""
    lines = [line for line in text.split("\n")[1:] if line.strip()]
    if any(line[0] not in " \t" for line in lines):
        text = _INDENTED.sub("\n\n", text)
    return "\n\n".join(_join_paragraph(part) for part in _BLANK_LINES.split(text.strip()))


_FUNCTIONS: dict[CleaningStep, Callable[[str], str]] = {
    CleaningStep.LINE_ENDS: _unify_line_ends,
    CleaningStep.MARKUP: remove_tags,
    CleaningStep.ENTITIES: _write_entities,
    CleaningStep.LATEX_ACCENTS: write_latex_characters,
    CleaningStep.ABSTRACT_LABEL: remove_abstract_label,
    CleaningStep.COPYRIGHT: remove_notices,
    CleaningStep.WRAPPING: _join_lines,
}
"""In the order in which they are done. Every one shortens the text or takes line ends from it."""


def clean(text: str, steps: Sequence[CleaningStep]) -> tuple[str, tuple[CleaningStep, ...]]:
    r"""The text after the steps, and those of them that changed it, in the order of `CleaningStep`.

    The steps are repeated until nothing changes. So `&amp;lt;i&amp;gt;`, which was escaped twice
    on its way, ends as the tag that it was, and to clean a clean text changes nothing. A text that
    does not settle is left as it is. White space around the text never counts. The text is empty
    if it held nothing but markup. `INVERTED_INDEX`, done by who read the document, is handed on.
    """
    received = text.strip()
    functions = {step: work for step, work in _FUNCTIONS.items() if step in steps}
    handed_on = {step for step in steps if step not in _FUNCTIONS}
    changed = set(handed_on)
    current = received
    for _ in range(_ROUNDS):
        before = current
        for step, work in functions.items():
            after = work(current).strip()
            if after != current:
                changed.add(step)
            current = after
        if current == before:
            return current, tuple(step for step in CleaningStep if step in changed)
    return received, tuple(handed_on)
