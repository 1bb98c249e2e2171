"""Every code that a finding can have, declared once."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from paperclaims_curation.problem import PaperclaimsError
from paperclaims_curation.validating.declarations import DECLARATIONS
from paperclaims_curation.validating.rule import CollectionRule, Declaration, RecordRule
from paperclaims_curation.validating.rules import COLLECTION_RULES, RECORD_RULES


def iter_declarations() -> Iterator[Declaration]:
    """All declarations: those of the rules, and those of codes without a rule of their own."""
    rules: tuple[RecordRule | CollectionRule, ...] = (*RECORD_RULES, *COLLECTION_RULES)
    for rule in rules:
        yield Declaration(rule.code, rule.title, rule.explanation, rule.severity, rule.example)
    yield from DECLARATIONS


RULES: dict[str, Declaration] = {
    item.code: item for item in sorted(iter_declarations(), key=lambda item: item.code)
}
"""The declarations by code, in the order of the alphabet."""


def family_of(code: str) -> str:
    """The first word of a code."""
    return code.partition("-")[0]


def matches(code: str, word: str) -> bool:
    """Whether a word is the code, or first words of it: `span` stands for every `span-...`."""
    return code == word or code.startswith(f"{word}-")


def find_declarations(word: str) -> tuple[Declaration, ...]:
    """The declarations that a code, or its first words, stand for.

    Raises:
        PaperclaimsError: there is none.
    """
    found = tuple(item for code, item in RULES.items() if matches(code, word))
    if not found:
        known = [*RULES, *dict.fromkeys(map(family_of, RULES))]
        close = get_close_matches(word.strip().casefold(), known, n=1)
        hint = f"did you mean {close[0]}?" if close else "`paperclaims explain` lists the codes"
        raise PaperclaimsError(f"no finding has the code {word!r}; {hint}")
    return found
