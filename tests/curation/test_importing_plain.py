"""Plain text: a heading, then one abstract per paragraph."""

from __future__ import annotations

import pytest

from paperclaims_curation.importing.formats import Entry, Skipped
from paperclaims_curation.importing.formats.plain import is_heading, iter_entries


def test_paragraphs_are_counted_and_keep_their_line() -> None:
    text = "Papers\n\nWe show A.\n\n\n  \nWe show B.\n"
    assert list(iter_entries(text)) == [
        Skipped(1, "Papers", "heading"),
        Entry(1, 3, "We show A."),
        Entry(2, 7, "We show B."),
    ]


def test_a_heading_between_abstracts_does_not_count_as_a_position() -> None:
    text = "We show A.\n\nOral papers\n\nWe show B."
    positions = [part.position for part in iter_entries(text) if isinstance(part, Entry)]
    assert positions == [1, 2]


def test_the_text_of_a_paragraph_is_kept_exactly() -> None:
    text = "\n  We  show\tA\u2028and\u00a0B\n  on $x$\\\\\n**C**. \n\n"
    (entry,) = iter_entries(text)
    assert isinstance(entry, Entry)
    assert entry.abstract == "We  show\tA\u2028and\u00a0B\n  on $x$\\\\\n**C**."
    assert entry.line == 2


def test_the_place_of_an_entry_is_its_first_line() -> None:
    (entry,) = iter_entries("\nWe show\nA.")
    assert isinstance(entry, Entry)
    place = entry.place
    assert (place.line, place.column, place.end_line, place.end_column) == (2, 1, 2, 8)


@pytest.mark.parametrize(
    "paragraph",
    [
        "NeurIPS 2025 Papers",
        "NeurIPS 2025 论文列表",
        "Статьи конференции",
        "قائمة الأوراق",
        "Proc. of NeurIPS",
    ],
)
def test_a_heading_in_any_language_is_no_abstract(paragraph: str) -> None:
    assert is_heading(paragraph)


@pytest.mark.parametrize(
    "paragraph",
    [
        "We show A.",
        "Is it so?",
        "我们提出一种方法。",
        "हम एक विधि प्रस्तुत करते हैं।",
        "نقترح طريقة\u06d4",
        "It works (see below).",
        "He said “it works.”",
        "We show\nA",
        "word " * 41,
    ],
)
def test_a_sentence_several_lines_or_a_long_line_is_an_abstract(paragraph: str) -> None:
    assert not is_heading(paragraph)


@pytest.mark.parametrize("text", ["", "\n", " \n\t\n"])
def test_a_blank_text_holds_nothing(text: str) -> None:
    assert list(iter_entries(text)) == []
