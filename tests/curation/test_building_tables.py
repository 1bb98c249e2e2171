"""What the published tables hold."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from paperclaims_curation.building.tables import Tables, arrow_table, build_tables
from paperclaims_curation.problem import BadInputError
from paperclaims_schema.arrow import table_schema
from paperclaims_schema.tables import AnnotationRow, RecordRow

Records = tuple[RecordRow, ...]
Passes = tuple[AnnotationRow, ...]


@pytest.fixture(scope="module")
def tables(toy_records: Records, toy_passes: Passes) -> Tables:
    return build_tables(toy_records, toy_passes)


def test_every_table_has_its_rows_and_no_empty_split(tables: Tables) -> None:
    counts = {
        config: {split: table.num_rows for split, table in splits.items()}
        for config, splits in tables.items()
    }
    assert counts == {
        "records": {"train": 1, "validation": 1, "test": 1},
        "claims": {"train": 2, "test": 2},
        "quantities": {"train": 2, "test": 2},
        "evidence": {"train": 11, "test": 5},
        "links": {"train": 1, "test": 1},
        "annotations": {"train": 2},
    }


def test_a_table_without_rows_is_left_out(toy_records: Records) -> None:
    draft = [record for record in toy_records if record.record_id == "toy-draft"]
    assert {config: list(splits) for config, splits in build_tables(draft, []).items()} == {
        "records": ["validation"]
    }


def test_a_draft_gives_its_links(toy_records: Records) -> None:
    annotation = {"status": "draft", "rules_version": "1.3"}
    draft = RecordRow.model_validate({**dict(toy_records[0]), "annotation": annotation})
    tables = build_tables([draft], [])
    assert set(tables) == {"records", "links"}


def test_schemas_are_those_of_the_models(tables: Tables) -> None:
    for config, splits in tables.items():
        for table in splits.values():
            assert table.schema.equals(table_schema(config))


def test_rows_are_in_the_order_of_record_id_and_file(
    toy_records: Records, toy_passes: Passes
) -> None:
    in_train = [
        RecordRow.model_validate({**dict(record), "split": "train"}) for record in toy_records
    ]
    tables = build_tables(in_train, toy_passes)
    assert tables["records"]["train"]["record_id"].to_pylist() == [
        "toy-draft",
        "toy-survey",
        "toy-tinynet",
    ]
    claims = tables["claims"]["train"].select(["record_id", "claim_id"]).to_pylist()
    assert [tuple(claim.values()) for claim in claims] == [
        ("toy-survey", "c1"),
        ("toy-survey", "c2"),
        ("toy-tinynet", "c1"),
        ("toy-tinynet", "c2"),
    ]
    passes = tables["annotations"]["train"]["annotator"].to_pylist()
    assert passes == ["first-model", "second-model"]


def test_evidence_is_in_the_order_of_the_text_and_names_its_slot(tables: Tables) -> None:
    rows = tables["evidence"]["train"].to_pylist()
    starts = [row["start"] for row in rows]
    assert starts == sorted(starts)
    assert [(row["slot"], row["name"], row["claim_id"], row["quantity_id"]) for row in rows] == [
        ("method", "TinyNet", None, None),
        ("claim", None, "c1", None),
        ("quantity", None, "c1", "c1.q1"),
        ("metric", None, "c1", None),
        ("baseline", None, "c1", None),
        ("resource", "ToyBench", None, None),
        ("claim", None, "c2", None),
        ("metric", None, "c2", None),
        ("quantity", None, "c2", "c2.q1"),
        ("condition", None, "c2", None),
        ("link", "https://github.com/Toy/tinynet", None, None),
    ]


def test_quantities_repeat_their_claim_and_carry_what_follows(tables: Tables) -> None:
    ratio, memory = tables["quantities"]["train"].to_pylist()
    assert (ratio["factor"], ratio["favourable"]) == (2.0, True)
    assert (memory["factor"], memory["favourable"]) == (0.5, True)
    assert ratio["title"] == "TinyNet | small: and fast"
    assert (ratio["baselines"], ratio["baseline_kinds"]) == (["BigNet"], ["class"])
    assert (memory["conditions"], memory["condition_kinds"]) == (
        ["under mild assumptions"],
        ["assumption"],
    )
    assert (ratio["subject_role"], ratio["measure"], ratio["datasets"]) == (
        "proposed",
        "time",
        ["ToyBench"],
    )


def test_digits_are_kept_as_written(tables: Tables) -> None:
    last = tables["quantities"]["test"].to_pylist()[-1]
    assert (last["value"], last["value_text"]) == (63.0, "63.0")


def test_code_of_the_abstract_and_code_from_elsewhere_are_told_apart(tables: Tables) -> None:
    for config in ("claims", "quantities"):
        tiny = tables[config]["train"].to_pylist()[0]
        survey = tables[config]["test"].to_pylist()[0]
        assert (tiny["code_in_abstract"], tiny["code_anywhere"]) == (True, True)
        assert (survey["code_in_abstract"], survey["code_anywhere"]) == (False, True)


def test_links_name_host_and_repository(tables: Tables) -> None:
    (link,) = tables["links"]["train"].to_pylist()
    assert (link["host"], link["repository"]) == ("github.com", "Toy/tinynet")
    assert link["text"] == "https://github.com/Toy/tinynet"
    (external,) = tables["links"]["test"].to_pylist()
    assert (external["text"], external["start"], external["seen_on"]) == (
        None,
        None,
        "https://example.org/abs",
    )


def test_two_records_with_one_id_are_refused(toy_records: Records) -> None:
    with pytest.raises(BadInputError, match="two records have the id toy-tinynet"):
        build_tables([*toy_records, toy_records[0]], [])


def test_a_pass_of_an_unknown_record_is_refused(toy_records: Records, toy_passes: Passes) -> None:
    with pytest.raises(BadInputError, match="first-model is of toy-tinynet, which is not among"):
        build_tables(toy_records[1:], toy_passes)


def test_an_empty_collection_is_refused() -> None:
    with pytest.raises(BadInputError, match="has no record"):
        build_tables([], [])


@pytest.mark.parametrize("position", [2**63, "first"])
def test_a_value_that_no_column_holds_is_named_with_its_record(
    position: object, toy_records: Records
) -> None:
    source = toy_records[1].source.model_copy(update={"position": position})
    rows = [toy_records[0], toy_records[1].model_copy(update={"source": source}), toy_records[2]]
    with (
        pytest.warns(UserWarning, match="serializer") if position == "first" else nullcontext(),
        pytest.raises(BadInputError, match=r"^toy-draft: cannot be published in records: "),
    ):
        arrow_table("records", rows)
