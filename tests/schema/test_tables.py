"""The rows share their names with the records, and every column is described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from paperclaims_schema.base import Model
from paperclaims_schema.claim import Baseline, Claim, Condition
from paperclaims_schema.quantity import VALUE_FIELDS, Quantity
from paperclaims_schema.record import (
    AbstractLink,
    Content,
    ExternalLink,
    Method,
    Pass,
    Record,
    Resource,
    Task,
    abstract_sha256,
)
from paperclaims_schema.rows import KEYS, Row
from paperclaims_schema.tables import (
    SPLITS,
    TABLES,
    AnnotationRow,
    BaselineRow,
    ClaimPart,
    ClaimRow,
    ConditionRow,
    ContentRow,
    LinkFields,
    MethodRow,
    QuantityFields,
    QuantityRow,
    RecordRow,
    ResourceRow,
    TaskRow,
)

SPAN = {"start", "end"}
METRIC_SPAN = {"metric_start", "metric_end"}
PAPER = {"record_id", "title", "year", "code_in_abstract", "code_anywhere"}


def fields(*models: type[Model]) -> set[str]:
    return {name for model in models for name in model.model_fields}


def iter_row_models() -> Iterator[type[Row]]:
    """Every row model, those that are only part of another one included."""
    todo: list[Any] = list(TABLES.values())
    seen: set[type[Row]] = set()
    while todo:
        annotation = todo.pop()
        todo.extend(get_args(annotation))
        if isinstance(annotation, type) and issubclass(annotation, Row) and annotation not in seen:
            seen.add(annotation)
            todo.extend(info.annotation for info in annotation.model_fields.values())
            yield annotation


ROW_MODELS = sorted(iter_row_models(), key=lambda model: model.__name__)


@pytest.mark.parametrize(
    ("row", "authored", "added"),
    [
        (RecordRow, (Record,), set()),
        (ContentRow, (Content,), set()),
        (TaskRow, (Task,), {"agreement"}),
        (MethodRow, (Method,), {"agreement"}),
        (ResourceRow, (Resource,), {"agreement"}),
        (BaselineRow, (Baseline,), SPAN),
        (ConditionRow, (Condition,), SPAN),
        (LinkFields, (AbstractLink, ExternalLink), set()),
        (ClaimPart, (Claim,), METRIC_SPAN | {"subject_role", "agreement"}),
        (
            QuantityFields,
            get_args(get_args(Quantity)[0]),
            SPAN | {"quantity_id", "value_from_text", "value_text", "value_to_text", "agreement"},
        ),
    ],
)
def test_row_has_the_fields_of_its_file_and_known_additions(
    row: type[Row], authored: tuple[type[Model], ...], added: set[str]
) -> None:
    # An occurrence has become a place.
    assert fields(row) == (fields(*authored) - {"occurrence"}) | added


def test_flat_tables_name_the_claim_instead_of_its_id() -> None:
    assert fields(ClaimRow) == (fields(ClaimPart) - {"id"}) | {"claim_id"} | PAPER
    claim = fields(Claim) - {"id", "quantities"}
    derived = {"factor", "favourable", "subject_role", "baseline_kinds", "condition_kinds"}
    assert fields(QuantityRow) == fields(QuantityFields) | claim | derived | {"claim_id"} | PAPER


def test_a_pass_gives_its_annotator_flat() -> None:
    # Its abstract's hash is checked when it is read, and the row has no abstract.
    gone = {"abstract_sha256"}
    assert fields(AnnotationRow) == (fields(Pass) - gone) | {"kind"}


@pytest.mark.parametrize("row", ROW_MODELS)
def test_every_column_is_described(row: type[Row]) -> None:
    for name in row.ordered_fields():
        text = row.description_of(name)
        assert text.strip().endswith((".", "`.")), f"{name}: {text}"


def test_description_of_an_unknown_column_is_an_error() -> None:
    with pytest.raises(LookupError, match=r"TaskRow\.colour has no description"):
        TaskRow.description_of("colour")


@pytest.mark.parametrize("row", ROW_MODELS)
def test_keys_come_first_and_every_column_once(row: type[Row]) -> None:
    names = row.ordered_fields()
    assert sorted(names) == sorted(row.model_fields)
    keys = [name for name in names if name in KEYS]
    assert list(names[: len(keys)]) == keys


def test_every_number_is_published_as_value_and_as_digits() -> None:
    for row in (QuantityFields, QuantityRow):
        digits = {f"{name}_text" for name in VALUE_FIELDS if name != "denominator"}
        assert digits | set(VALUE_FIELDS) <= fields(row)


def test_tables_and_splits_are_the_published_ones() -> None:
    assert list(TABLES) == ["records", "claims", "quantities", "evidence", "links", "annotations"]
    assert SPLITS == ("train", "validation", "test")


def record_row(**changes: Any) -> dict[str, Any]:
    abstract = "\N{ROCKET}We study X."
    header: dict[str, Any] = dict.fromkeys(fields(RecordRow))
    for name in (
        "authors",
        "keywords",
        "versions",
        "contributions",
        "methods",
        "resources",
        "claims",
        "links",
    ):
        header[name] = ()
    return header | {
        "record_id": "toy-x",
        "schema_version": "1.0",
        "identifiers": {},
        "source": {"document": "toy.txt", "position": 1},
        "split": "train",
        "abstract": abstract,
        "abstract_sha256": abstract_sha256(abstract),
        "tasks": [{"name": "x", "evidence": [{"text": "X", "start": 10, "end": 11}]}],
        "availability": {"code": "none", "data": "none", "model": "none"},
        "annotation": {"status": "draft", "rules_version": "1.3"},
        **changes,
    }


def test_offsets_count_code_points() -> None:
    (span,) = RecordRow.model_validate(record_row()).iter_spans()
    assert (span.text, span.start, span.end) == ("X", 10, 11)


@pytest.mark.parametrize(("start", "end"), [(11, 12), (10, 12), (9, 11), (10, 10), (-2, -1)])
def test_span_that_is_not_its_slice_is_refused(start: int, end: int) -> None:
    # The last one would be the right slice, but counted from the end.
    task = {"name": "x", "evidence": [{"text": "X", "start": start, "end": end}]}
    with pytest.raises(ValidationError):
        RecordRow.model_validate(record_row(tasks=[task]))


def test_span_without_width_is_refused() -> None:
    task = {"name": "x", "evidence": [{"text": "", "start": 10, "end": 10}]}
    with pytest.raises(ValidationError, match="at least 1 character"):
        RecordRow.model_validate(record_row(tasks=[task]))
