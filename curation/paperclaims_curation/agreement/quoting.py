"""Which abstracts a text, such as the guidelines, quotes."""

from __future__ import annotations

import re
from collections.abc import Mapping

RUN_LENGTH = 6
"""So many consecutive words in common are a quotation."""

_WORD = re.compile(r"\w+")


def _runs(text: str) -> set[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return {tuple(words[i : i + RUN_LENGTH]) for i in range(len(words) - RUN_LENGTH + 1)}


def find_unquoted(text: str, abstracts: Mapping[str, str]) -> frozenset[str]:
    """The ids of the abstracts of which the text quotes nowhere six or more consecutive words.

    Words are compared without regard to case, punctuation and markup, so that a quotation is
    found whatever marks stand between its words.
    """
    quoted = _runs(text)
    return frozenset(
        record_id for record_id, abstract in abstracts.items() if quoted.isdisjoint(_runs(abstract))
    )
