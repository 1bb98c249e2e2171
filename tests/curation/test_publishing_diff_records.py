"""What is said about a changed record, line by line."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from paperclaims_curation.publishing.records import agreements, compare_records, is_alike
from paperclaims_curation.publishing.wording import format_change
from paperclaims_schema.tables import RecordRow

Row = dict[str, Any]
Edit = Callable[[Row], Any]


@pytest.fixture(scope="module")
def tiny(toy_records: tuple[RecordRow, ...]) -> Row:
    """The row of toy-tinynet as Parquet gives it."""
    row: Row = toy_records[0].model_dump(mode="json")
    return row


def lines(old: Row, edit: Edit) -> list[str]:
    new = copy.deepcopy(old)
    edit(new)
    return [format_change(change) for change in compare_records(old, new)]


def amount(row: Row, claim: int = 0) -> Row:
    found: Row = row["claims"][claim]["quantities"][0]
    return found


def test_a_record_and_its_copy_have_no_differences(tiny: Row) -> None:
    assert lines(tiny, lambda row: None) == []


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (lambda row: row.update(title="Small"), "title 'TinyNet | small: and fast' → Small"),
        (lambda row: row.update(year=None), "year 2025 → null"),
        (lambda row: row["identifiers"].update(arxiv="2510.1"), "identifiers.arxiv null → 2510.1"),
        (lambda row: row["source"].update(position=4), "source.position 1 → 4"),
        (
            lambda row: row["source"].update(bibliography={"confidence": "certain", "sources": []}),
            "source.bibliography null → confidence certain",
        ),
        (lambda row: row["availability"].update(code="none"), "availability.code linked → none"),
        (
            lambda row: row["annotation"].update(status="adjudicated"),
            "annotation.status annotated → adjudicated",
        ),
        (
            lambda row: row["annotation"]["annotators"].append({"id": "ada", "kind": "person"}),
            "annotation.annotators with ada (person)",
        ),
        (
            lambda row: row["annotation"]["exceptions"].append({"text": "two", "reason": "listed"}),
            "annotation.exceptions with two",
        ),
        (lambda row: row["authors"].clear(), "authors without 'Zoë Ångström'"),
        (lambda row: row["contributions"].append("theory"), "contributions with theory"),
    ],
)
def test_header_and_annotation_change_by_the_path_of_the_field(
    tiny: Row, edit: Edit, line: str
) -> None:
    assert lines(tiny, edit) == [line]


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (
            lambda row: row["claims"][1].update(relation="worse"),
            "claim c2: relation level → worse",
        ),
        (
            lambda row: row["claims"][1].update(higher_is_better=None),
            "claim c2: higher_is_better false → null",
        ),
        (
            lambda row: row["claims"][0].update(statement="It is fast."),
            "claim c1: statement 'A statement.' → 'It is fast.'",
        ),
        (lambda row: row["claims"][0]["datasets"].clear(), "claim c1: datasets without ToyBench"),
        (
            lambda row: row["claims"][0]["baselines"][0].update(kind="method"),
            "claim c1: baselines BigNet (class) → BigNet (method)",
        ),
        (
            lambda row: row["claims"][0]["baselines"].append(
                {"text": "a model", "start": 0, "end": 7, "kind": "class"}
            ),
            "claim c1: baselines with 'a model' (class)",
        ),
        (
            lambda row: row["claims"][1]["evidence"][0].update(text="Its memory", end=60),
            "claim c2: evidence 'Its memory falls from 80 to 40 GB under mild assumptions' → "
            "'Its memory'",
        ),
        (
            lambda row: row["claims"].append({**row["claims"][0], "id": "c3"}),
            "claim c3 added: A statement.",
        ),
        (lambda row: row["claims"].pop(), "claim c2 removed: A statement."),
        (lambda row: row["claims"].reverse(), "claims in another order"),
    ],
)
def test_a_claim_is_named_by_its_id(tiny: Row, edit: Edit, line: str) -> None:
    assert lines(tiny, edit) == [line]


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (
            lambda row: amount(row).update(qualifier="about"),
            "c1.q1: qualifier exact → about",
        ),
        (
            lambda row: amount(row).update(value=3.0, value_text="3"),
            "c1.q1: value 2 → 3",
        ),
        (lambda row: amount(row).update(value_text="2.0"), "c1.q1: value 2 → 2.0"),
        (lambda row: amount(row, 1).update(value_from=8.0), "c2.q1: value_from 80 → 8"),
        (
            lambda row: amount(row, 1).update(text="from 80", end=70),
            "c2.q1: text 'from 80 to 40 GB' → 'from 80'",
        ),
        (lambda row: amount(row, 1).update(start=1), "c2.q1: start 74 → 1"),
        (lambda row: row["claims"][1]["quantities"].pop(), "c2.q1 removed: 'from 80 to 40 GB'"),
        (
            lambda row: row["claims"][1]["quantities"].append(
                {**amount(row), "quantity_id": "c2.q2"}
            ),
            "c2.q2 added: '$2\\times$'",
        ),
    ],
)
def test_a_quantity_is_named_by_its_id_and_its_digits_count_as_written(
    tiny: Row, edit: Edit, line: str
) -> None:
    assert lines(tiny, edit) == [line]


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        (
            lambda row: row["tasks"].append({"name": "speed", "evidence": []}),
            "task speed added",
        ),
        (
            lambda row: row["methods"][0].update(role="extended"),
            "method TinyNet: role proposed → extended",
        ),
        (lambda row: row["methods"].pop(), "method TinyNet removed (proposed)"),
        (
            lambda row: row["resources"].append({**row["resources"][0]}),
            "resource ToyBench (2) added (benchmark, evaluated_on)",
        ),
        (
            lambda row: row["links"][0].update(kind="data"),
            "link https://github.com/Toy/tinynet: kind code → data",
        ),
        (lambda row: row["links"].pop(), "link https://github.com/Toy/tinynet removed (code)"),
    ],
)
def test_tasks_methods_resources_and_links_are_named_by_name_or_url(
    tiny: Row, edit: Edit, line: str
) -> None:
    assert lines(tiny, edit) == [line]


def test_a_span_that_only_moved_says_from_where_to_where(tiny: Row) -> None:
    def edit(row: Row) -> None:
        row["claims"][0]["evidence"][0].update(start=9, end=60)

    assert lines(tiny, edit) == [
        "claim c1: evidence 'TinyNet is $2\\times$ faster than BigNet on ToyBench' at 4 → "
        "'TinyNet is $2\\times$ faster than BigNet on ToyBench' at 9"
    ]


def test_of_a_long_text_only_what_differs_is_shown(tiny: Row) -> None:
    long = "word " * 30

    def edit(row: Row) -> None:
        row["claims"][0]["statement"] = f"{long}nine{long}"

    old = copy.deepcopy(tiny)
    old["claims"][0]["statement"] = f"{long}eight{long}"
    (line,) = lines(old, edit)
    assert line == (
        "claim c1: statement '…word word word word eightword word word word word…' → "
        "'…word word word word nineword word word word word…'"
    )


def test_of_a_long_quote_what_differs_is_shown_wherever_it_is(tiny: Row) -> None:
    long = "word " * 30

    def span(text: str) -> Row:
        return {"text": text, "start": 0, "end": len(text)}

    def edit(row: Row) -> None:
        row["claims"][0]["evidence"] = [span("same"), span(f"{long}new")]

    old = copy.deepcopy(tiny)
    old["claims"][0]["evidence"] = [span("same"), span(f"{long}old")]
    (line,) = lines(old, edit)
    assert line == ("claim c1: evidence '…word word word word old' → '…word word word word new'")


def test_the_order_of_a_list_without_names_is_a_change(tiny: Row) -> None:
    old = copy.deepcopy(tiny)
    old["keywords"] = ["a", "b", "a"]
    assert lines(old, lambda row: row["keywords"].sort()) == ["keywords in another order"]
    assert lines(old, lambda row: row["keywords"].pop()) == ["keywords without a"]


def test_offsets_that_moved_with_an_edited_abstract_are_not_listed(tiny: Row) -> None:
    def edit(row: Row) -> None:
        row["abstract"], row["abstract_sha256"] = f"> {row['abstract']}", "0" * 64
        for item in (*row["methods"], *row["resources"], *row["claims"], *row["links"]):
            for span in item["evidence"]:
                span["start"], span["end"] = span["start"] + 2, span["end"] + 2
        for claim in row["claims"]:
            claim["metric_start"] += 2
            amount = claim["quantities"][0]
            amount["start"], amount["end"] = amount["start"] + 2, amount["end"] + 2

    (line,) = lines(tiny, edit)
    assert line.startswith("abstract '👩\\u200d🔬 TinyNet")
    assert " → '> 👩" in line


def test_what_follows_from_other_fields_is_not_listed(tiny: Row) -> None:
    def edit(row: Row) -> None:
        row["split"] = "test"
        row["claims"][0].update(subject_role="baseline", agreement=0.5)

    assert lines(tiny, edit) == []
    assert agreements(tiny) == {
        **dict.fromkeys(("/method TinyNet", "/resource ToyBench")),
        **dict.fromkeys(("/claim c1", "/claim c1/c1.q1", "/claim c2", "/claim c2/c2.q1")),
    }


def test_fields_that_only_one_record_has_are_left_to_the_schema(tiny: Row) -> None:
    def edit(row: Row) -> None:
        row["series"] = "new"
        del row["venue"]
        row["claims"][0]["weight"] = 3
        del row["claims"][1]["quantities"]
        row["claims"][0]["relation"] = "worse"

    assert lines(tiny, edit) == ["claim c1: relation better → worse"]


@pytest.mark.parametrize(
    ("old", "new", "alike"),
    [
        (5, 5.0, True),
        (5, 6, False),
        ("5", 5, True),
        (None, 5, False),
        (None, [], False),
        (float("nan"), float("nan"), True),
        ({"a": 1, "b": 2}, {"a": 1, "c": 3}, True),
        ([{"a": 1}], [{"a": 2}], False),
        ([1], [1, 1], False),
        ({"agreement": 1.0}, {"agreement": 0.5}, True),
    ],
)
def test_values_are_compared_where_both_have_them(old: Any, new: Any, alike: bool) -> None:
    assert is_alike(old, new) is alike
