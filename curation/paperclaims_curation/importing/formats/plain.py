"""Plain text: a heading, then one abstract per paragraph. Blank lines part the paragraphs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from paperclaims_curation.importing.formats.entry import Entry, Skipped

HEADING_LENGTH_LIMIT = 200
"""In code points: a longer paragraph is no heading."""

# Latin, Chinese, full-width, half-width, Devanagari, Arabic, Urdu and Armenian marks: that some
# look like others is the point.
_SENTENCE_END = tuple(".!?…。！？．｡।॥؟۔։")
_CLOSING = " )]}'\"”’»」』）】*_$"


def is_heading(paragraph: str) -> bool:
    """Whether a paragraph is one short line that does not end as a sentence does."""
    return (
        "\n" not in paragraph
        and len(paragraph) <= HEADING_LENGTH_LIMIT
        and not paragraph.rstrip(_CLOSING).endswith(_SENTENCE_END)
    )


def iter_entries(text: str) -> Iterator[Entry | Skipped]:
    r"""The abstracts of a text with `\n` as line end, and what is skipped, in order."""
    position = 0
    numbered = enumerate(text.split("\n"), 1)
    for is_text, group in groupby(numbered, key=lambda item: bool(item[1].strip())):
        if not is_text:
            continue
        lines = list(group)
        first_line = lines[0][0]
        paragraph = "\n".join(line for _, line in lines).strip()
        if is_heading(paragraph):
            yield Skipped(first_line, paragraph, "heading")
        else:
            position += 1
            yield Entry(position, first_line, paragraph)
