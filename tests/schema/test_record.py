"""What a record must hold and what it refuses."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from paperclaims_schema.record import (
    SCHEMA_VERSION,
    AbstractLink,
    Annotation,
    Bibliography,
    ExternalLink,
    Identifiers,
    Link,
    Pass,
    Record,
    Source,
    abstract_sha256,
)

ABSTRACT = "We propose X — it is naïve."
LINK: TypeAdapter[Any] = TypeAdapter(Link)


@pytest.fixture
def record() -> dict[str, Any]:
    return {
        "record_id": "toy-x",
        "schema_version": SCHEMA_VERSION,
        "source": {"document": "toy.txt", "position": 1},
        "split": "train",
        "abstract": ABSTRACT,
        "abstract_sha256": abstract_sha256(ABSTRACT),
        "availability": {"code": "none", "data": "none", "model": "none"},
        "annotation": {"status": "draft", "rules_version": "1.3"},
    }


def test_abstract_is_hashed_in_utf_8() -> None:
    assert abstract_sha256(ABSTRACT) == hashlib.sha256(ABSTRACT.encode()).hexdigest()


def test_smallest_record_is_accepted(record: dict[str, Any]) -> None:
    parsed = Record.model_validate(record)
    assert parsed.title is None
    assert parsed.claims == ()
    assert parsed.identifiers == Identifiers()


def test_file_gives_the_paper_first_and_the_annotation_last() -> None:
    names = Record.ordered_fields()
    assert names[:3] == ("record_id", "schema_version", "title")
    assert names.index("abstract_sha256") + 1 == names.index("contributions")
    assert names[-2:] == ("availability", "annotation")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("year", "2025"),
        ("year", 25),
        ("year", True),
        ("schema_version", "2.0"),
        ("schema_version", 1.0),
        ("record_id", "Toy X"),
        ("record_id", "toy--x"),
        ("record_id", "../toy"),
        ("record_id", "a" * 121),
        ("split", "dev"),
        ("abstract", ""),
        ("abstract_sha256", "0" * 63),
        ("abstract_sha256", "A" * 64),
        ("authors", "A. Author"),
        ("contributions", ["idea"]),
        ("colour", "red"),
    ],
)
def test_damaged_field_is_refused(record: dict[str, Any], field: str, value: object) -> None:
    with pytest.raises(ValidationError) as error:
        Record.model_validate(record | {field: value})
    assert [problem["loc"][0] for problem in error.value.errors()] == [field]


@pytest.mark.parametrize("id_", ["2505.04410", "2510.15304v2", "cs/0112017", "math.GT/0309136"])
def test_arxiv_id_is_accepted_as_text(id_: str) -> None:
    assert Identifiers(arxiv=id_).arxiv == id_


@pytest.mark.parametrize(
    "field",
    [
        {"arxiv": 2505.0441},
        {"arxiv": 2505},
        {"arxiv": "arXiv:2505.04410"},
        {"arxiv": "2505.044"},
        {"doi": "https://doi.org/10.1000/x"},
        {"openreview": "https://openreview.net/forum?id=a"},
    ],
)
def test_damaged_identifier_is_refused(field: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Identifiers.model_validate(field)


def test_more_than_three_tasks_are_refused(record: dict[str, Any]) -> None:
    task = {"name": "x", "evidence": ["X"]}
    assert len(Record.model_validate(record | {"tasks": [task] * 3}).tasks) == 3
    with pytest.raises(ValidationError, match="at most 3 items"):
        Record.model_validate(record | {"tasks": [task] * 4})


@pytest.mark.parametrize(
    "field", [{"license": "CC-BY-4.0"}, {"license_source": "https://a.org/terms"}]
)
def test_license_and_its_source_go_together(field: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="give both or neither"):
        Source.model_validate({"document": "a.txt", "position": 1} | field)


@pytest.mark.parametrize("page", ["the home page", "https://a.org/b.", "a.org/b"])
def test_the_page_on_which_something_was_seen_is_a_url(page: str) -> None:
    with pytest.raises(ValidationError, match="sources"):
        Bibliography.model_validate({"confidence": "certain", "sources": [page]})
    with pytest.raises(ValidationError, match="license_source"):
        Source.model_validate(
            {"document": "a.txt", "position": 1, "license": "MIT", "license_source": page}
        )
    with pytest.raises(ValidationError, match="seen_on"):
        LINK.validate_python(
            {"url": "https://a.org/b", "kind": "code", "origin": "external", "seen_on": page}
        )


def test_a_page_may_have_a_host_of_digits() -> None:
    page = "https://10.1101/2025.10.26.684578"
    made = Bibliography.model_validate({"confidence": "certain", "sources": [page]})
    assert made.sources == (page,)


@pytest.mark.parametrize("position", [0, "1", 1.0])
def test_position_counts_from_one(position: object) -> None:
    with pytest.raises(ValidationError, match="position"):
        Source.model_validate({"document": "a.txt", "position": position})


def test_exception_needs_text_or_code() -> None:
    base = {"status": "draft", "rules_version": "1.3"}
    for item in ({"text": "5", "reason": "a name"}, {"code": "PC001", "reason": "intended"}):
        assert Annotation.model_validate(base | {"exceptions": [item]}).exceptions
    with pytest.raises(ValidationError, match="needs a text or a code"):
        Annotation.model_validate(base | {"exceptions": [{"reason": "because"}]})


def test_origin_decides_what_a_link_has() -> None:
    link = {"url": "https://a.org/b", "kind": "code"}
    inside = LINK.validate_python(link | {"origin": "abstract", "evidence": ["https://a.org/b"]})
    outside = LINK.validate_python(link | {"origin": "external", "seen_on": "https://c.org"})
    assert isinstance(inside, AbstractLink)
    assert isinstance(outside, ExternalLink)


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"origin": "abstract"}, "evidence\n +Field required"),
        ({"origin": "abstract", "evidence": []}, "at least 1 item"),
        ({"origin": "external"}, "seen_on\n +Field required"),
        (
            {"origin": "external", "seen_on": "https://a.org", "evidence": ["q"]},
            "evidence\n +Extra inputs",
        ),
        (
            {"origin": "abstract", "evidence": ["q"], "seen_on": "https://a.org"},
            "seen_on\n +Extra inputs",
        ),
        ({"evidence": ["q"]}, "discriminator 'origin'"),
    ],
)
def test_link_of_the_wrong_shape_is_refused(fields: dict[str, Any], what: str) -> None:
    with pytest.raises(ValidationError, match=what):
        LINK.validate_python({"url": "https://a.org/b", "kind": "code"} | fields)


@pytest.mark.parametrize(
    "url",
    [
        "https://a.org/b_c_d",
        "https://a.org/b.html",
        "https://a.org/b/",
        "http://a.org",
        "https://en.wikipedia.org/wiki/Lock_(disambiguation)",
        "https://a.org/?q=1#x",
    ],
)
def test_usable_url_is_accepted(url: str) -> None:
    assert (
        ExternalLink(url=url, kind="other", origin="external", seen_on="https://a.org").url == url
    )


@pytest.mark.parametrize(
    "url",
    [
        "https://a.org/b.",
        "https://a.org/b,",
        "https://a.org/b;",
        "https://a.org/b:",
        "a.org/b",
        "https://",
        "https://a.org/b c",
        "<https://a.org/b>",
        r"\href{https://a.org/b}{b}",
        "https://a.org/b}",
        "https://a.org/b}{c",
        r"https://a.org/b\_c",
        "https://a.org/b!",
        "[b](https://a.org/b)",
        "https://a.org/b\n",
    ],
)
def test_url_with_markup_or_punctuation_is_refused(url: str) -> None:
    with pytest.raises(ValidationError, match="url"):
        LINK.validate_python(
            {"url": url, "kind": "code", "origin": "external", "seen_on": "https://a.org"}
        )


def test_pass_is_the_content_of_a_record_under_an_annotator(record: dict[str, Any]) -> None:
    made = Pass.model_validate(
        {
            "record_id": "toy-x",
            "abstract_sha256": record["abstract_sha256"],
            "annotator": {"id": "reader-1", "kind": "person"},
            "rules_version": "1.3",
            "availability": record["availability"],
        }
    )
    assert made.claims == Record.model_validate(record).claims
    with pytest.raises(ValidationError, match=r"abstract\n +Extra inputs"):
        Pass.model_validate(made.model_dump() | {"abstract": ABSTRACT})


def test_record_comes_back_from_its_own_dump(record: dict[str, Any]) -> None:
    parsed = Record.model_validate(record)
    assert Record.model_validate(parsed.model_dump()) == parsed
