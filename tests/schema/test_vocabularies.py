"""Every word has a meaning and is a plain string."""

from __future__ import annotations

import re

import pytest
from pydantic import TypeAdapter, ValidationError

from paperclaims_schema import vocabularies
from paperclaims_schema.base import Vocabulary

ALL = [
    value
    for value in vars(vocabularies).values()
    if isinstance(value, type) and issubclass(value, Vocabulary) and value is not Vocabulary
]


@pytest.mark.parametrize("vocabulary", ALL)
def test_every_word_is_a_plain_word_with_a_meaning_of_its_own(vocabulary: type[Vocabulary]) -> None:
    assert vocabulary.__doc__
    assert all(re.fullmatch(r"[a-z]+([_-][a-z]+)*", word) for word in vocabulary)
    meanings = [word.meaning for word in vocabulary]
    assert all(meanings)
    assert len(set(meanings)) == len(meanings)


def test_a_word_is_written_and_compared_as_a_string() -> None:
    assert str(vocabularies.Form.K_OF_N) == "k_of_n"
    assert f"{vocabularies.Form.K_OF_N}" == "k_of_n"
    assert vocabularies.Form("k_of_n") is vocabularies.Form.K_OF_N


@pytest.mark.parametrize("word", ["Level", "LEVEL", " level", "levels", "", None])
def test_another_word_is_refused(word: object) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(vocabularies.Form).validate_python(word)


def test_json_schema_gives_the_meaning_beside_each_word() -> None:
    schema = TypeAdapter(vocabularies.Bound).json_schema()
    assert schema["enum"] == ["upper", "lower", "tight"]
    assert schema["enumDescriptions"] == ["at most this", "at least this", "exactly this order"]


@pytest.mark.parametrize(
    ("vocabulary", "words"),
    [
        (
            vocabularies.ClaimType,
            "performance efficiency guarantee finding resource novelty limitation",
        ),
        (vocabularies.Form, "level delta ratio from_to k_of_n interval symbolic verbal"),
        (
            vocabularies.Relation,
            "better worse more less equal at_least_equal level exists absent",
        ),
        (vocabularies.QuantityRole, "result reference condition scope dispersion"),
        (vocabularies.Qualifier, "exact about up_to at_least more_than less_than"),
        (vocabularies.Availability, "linked released promised none"),
        (vocabularies.Split, "train validation test"),
    ],
)
def test_public_words_stay(vocabulary: type[Vocabulary], words: str) -> None:
    assert [str(word) for word in vocabulary] == words.split()
