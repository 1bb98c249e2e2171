"""Rules about the edges of spans."""

from __future__ import annotations

from collections.abc import Iterator

from paperclaims_curation.patterns import lazy_unicode_pattern
from paperclaims_curation.recordfile.words import whole_words
from paperclaims_curation.recordfile.writing import quoted
from paperclaims_curation.validating.rule import Example, Finding, RecordContext, RecordRule

_CLUSTER = lazy_unicode_pattern(r"\X")


def _is_plain_cut(text: str, offset: int) -> bool:
    """Whether no mark or joiner stands at an offset, so that nothing can be cut there."""
    around = text[max(offset - 1, 0) : offset + 1]
    return around.isascii() and "\r" not in around


def _check_characters(context: RecordContext) -> Iterator[Finding]:
    abstract = context.record.abstract
    spans = context.spans.items()
    doubtful = [
        (loc, span)
        for loc, span in spans
        if not (_is_plain_cut(abstract, span[0]) and _is_plain_cut(abstract, span[1]))
    ]
    if not doubtful:
        return
    edges = {0, *(match.end() for match in _CLUSTER.finditer(abstract))}
    for loc, (start, end) in doubtful:
        if start not in edges or end not in edges:
            message = (
                "the words begin or end inside a character that is made of several code points"
            )
            yield Finding(loc, message, "copy the whole character, with its marks and joiners")


def _check_words(context: RecordContext) -> Iterator[Finding]:
    abstract = context.record.abstract
    for loc, (start, end) in context.spans.items():
        whole = whole_words(abstract, start, end)
        # Where a link begins is not for words to say: `Codehttps://...`.
        if whole != (start, end) and loc[0] != "links":
            message = f"{quoted(abstract[start:end], 80)} begins or ends inside a word or number"
            yield Finding(loc, message, f"write {quoted(abstract[slice(*whole)])}")


def _check_edges(context: RecordContext) -> Iterator[Finding]:
    for loc, (start, end) in context.spans.items():
        words = context.record.abstract[start:end]
        if words != words.strip():
            message = "the words begin or end with a space"
            yield Finding(loc, message, f"write {quoted(words.strip())}")


RULES = (
    RecordRule(
        "span-cuts-character",
        "Spans do not cut characters",
        "A character can be made of several code points (combining marks, emoji joined by "
        "zero-width joiners). A span holds such a cluster whole or not at all.",
        _check_characters,
        example=Example(
            "  - 'Sorting pebbles'",
            "  - 'crew 👩'",
            note="The abstract has `crew 👩‍🔬`: one character of three code points.",
        ),
    ),
    RecordRule(
        "span-cuts-word",
        "Spans do not cut words",
        "A quote begins and ends where a word, a number or a LaTeX command does. Chinese, Japanese, "
        "Thai and other scripts without spaces between words are not asked.",
        _check_words,
        example=Example("  - 'Sorting pebbles'", "  - 'orting pebb'"),
    ),
    RecordRule(
        "span-edge",
        "Spans do not begin or end with a space",
        "A quote holds words, without the space around them.",
        _check_edges,
        example=Example("  - 'Sorting pebbles'", "  - 'Sorting pebbles '"),
    ),
)
