"""Ids of new records."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from paperclaims_curation.importing.recordid import SLUG_LENGTH_LIMIT, make_record_id
from paperclaims_schema.record import RecordId, abstract_sha256

ABSTRACT = "We propose a method that is (much) better than all others."


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Layer as Puzzle Pieces: Compressing Large Language Models", "layer-as-puzzle-pieces"),
        ("Is Grokking a Relaxation?", "is-grokking-a-relaxation"),
        ("Don't Stop", "dont-stop"),
        ("Schrödinger Straße", "schrodinger-strasse"),
        ("Ratio 3:1", "ratio-3-1"),
        (None, "we-propose-a-method-that-is-much-better"),
        ("word " * 20, "word-word-word-word-word-word-word-word-word-word-word-word"),
        ("x" * 80, "x" * 60),
        (
            "A Long Title Cut at Sixty Characters Is Never Left With the Word Of",
            "a-long-title-cut-at-sixty-characters-is-never-left",
        ),
        ("三种方法", abstract_sha256(ABSTRACT)[:12]),
    ],
)
def test_the_id_is_made_from_the_title_else_from_the_first_words(
    title: str | None, slug: str
) -> None:
    assert make_record_id("neurips2025", title, ABSTRACT, ()) == f"neurips2025-{slug}"


def test_a_taken_id_gets_the_next_number() -> None:
    taken = {"c-a", "c-a-2"}
    assert make_record_id("c", "A: b", ABSTRACT, taken) == "c-a-3"


@given(
    st.none() | st.text(), st.text(min_size=1, alphabet=st.characters(exclude_categories=["Cs"]))
)
def test_every_id_is_valid_and_short(title: str | None, abstract: str) -> None:
    record_id = make_record_id("c", title, abstract, ())
    TypeAdapter(RecordId).validate_python(record_id)
    assert len(record_id) <= len("c-") + SLUG_LENGTH_LIMIT
