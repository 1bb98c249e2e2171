"""The rule about spelling: a name is as its abstract writes it.

Two records may so spell one thing in two ways, and both be right (`GUIDELINES.md`, 5).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from paperclaims_curation.problem import Loc, Severity
from paperclaims_curation.recordfile.writing import quoted
from paperclaims_curation.validating.rule import Example, Finding, RecordContext, RecordRule

_DASH = re.compile(r"[\u2010-\u2015\u2212]")
_MARKUP = re.compile(r"\\[A-Za-z]+\s*|[$\\{}^_*`]")
_GAP = r"[\s_-]"
_GAPS = re.compile(rf"((?<=\d){_GAP}+(?=\d))|{_GAP}+")
_WORD = re.compile(r"[^\W_]+")


def tidy(text: str) -> str:
    """The text with one sort of hyphen and of space, in Unicode NFKC."""
    text = unicodedata.normalize("NFKC", text).replace("\u00ad", "")
    return " ".join(_DASH.sub("-", text).split())


@lru_cache(maxsize=1)
def _words(abstract: str) -> str:
    """The abstract as it stands, and once more without LaTeX and Markdown: names have none."""
    return f"{tidy(abstract)}\n{tidy(_MARKUP.sub('', abstract.replace('~', ' ')))}"


def fold(name: str) -> str:
    """A name without case, hyphens and spaces; `2-7b` is still another than `27b`."""
    return _GAPS.sub(lambda match: "-" if match[1] else "", tidy(name).casefold())


@lru_cache(maxsize=1)
def _folded_words(abstract: str) -> str:
    return fold(_words(abstract))


@dataclass(frozen=True, slots=True)
class Name:
    """The name of a task, method or resource."""

    context: RecordContext
    loc: Loc
    """Its path in the record."""
    name: str
    is_task: bool

    @property
    def stands(self) -> bool:
        """Whether the abstract has the name in this spelling; of tasks, in any case."""
        if self.name in self.context.record.abstract:
            return True
        name, words = tidy(self.name), _words(self.context.record.abstract)
        return name in words or (self.is_task and name.casefold() in words.casefold())

    def written(self) -> str | None:
        """How the abstract spells the name, if it differs in case, hyphens or spaces."""
        folded = fold(self.name)
        if not folded or folded not in _folded_words(self.context.record.abstract):
            return None
        pieces = [re.escape(char) if char != "-" else f"{_GAP}+" for char in folded]
        # Between two digits a gap makes another number.
        gaps = (
            "" if "-" in pair or pair.isdecimal() else f"{_GAP}*"
            for pair in map("".join, pairwise(folded))
        )
        pattern = "".join(piece + gap for piece, gap in zip(pieces, [*gaps, ""], strict=True))
        words = _words(self.context.record.abstract)
        found = re.search(rf"(?<![^\W_]){pattern}(?![^\W_])", words, re.IGNORECASE)
        # The first letter of a sentence is no spelling.
        return found[0] if found and found[0][1:] != tidy(self.name)[1:] else None

    @property
    def is_bound(self) -> bool:
        """Whether the abstract decides the spelling: it has the name, or all parts of it."""
        if self.stands or self.written() is not None:
            return True
        words, name = _words(self.context.record.abstract), tidy(self.name)
        if self.is_task:
            return all(part in words.casefold() for part in name.casefold().split())
        return all(part in words for part in re.split(_GAP, name))


def iter_names(context: RecordContext) -> Iterator[Name]:
    """The names of tasks, methods and resources; a method without one has a phrase instead."""
    record = context.record
    for index, task in enumerate(record.tasks):
        yield Name(context, ("tasks", index, "name"), task.name, is_task=True)
    for index, method in enumerate(record.methods):
        if method.named:
            yield Name(context, ("methods", index, "name"), method.name, is_task=False)
    for index, resource in enumerate(record.resources):
        yield Name(context, ("resources", index, "name"), resource.name, is_task=False)


def _lower(word: re.Match[str]) -> str:
    """The word in lower case, unless it is an acronym."""
    return word[0].lower() if word[0][1:].islower() else word[0]


def _check_spelling(context: RecordContext) -> Iterator[Finding]:
    for item in iter_names(context):
        written = None if item.stands else item.written()
        if written is not None:
            message = f"the abstract writes {quoted(written)}, not {quoted(item.name)}"
            wanted = _WORD.sub(_lower, written) if item.is_task else written
            yield Finding(item.loc, message, f"write {quoted(wanted)}")


RULES = (
    RecordRule(
        "name-spelling",
        "Names are spelt as in the abstract",
        "The name of a method or resource has the case, hyphens and spaces that the abstract has, "
        "and the name of a task its hyphens and spaces; LaTeX and Markdown are left out. So "
        "another record may rightly spell the same name otherwise.",
        _check_spelling,
        Severity.WARNING,
        example=Example("- name: BeachBench", "- name: Beach-Bench"),
    ),
)
