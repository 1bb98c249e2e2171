"""The rows of all published tables, made from record rows and annotation passes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa

from paperclaims_curation.agreement.items import with_agreement
from paperclaims_curation.building.derived import factor, favourable, has_code
from paperclaims_curation.links import link_host, link_repository
from paperclaims_curation.problem import BadInputError
from paperclaims_schema.arrow import table_schema
from paperclaims_schema.base import Model
from paperclaims_schema.rows import Span
from paperclaims_schema.tables import (
    SPLITS,
    TABLES,
    AnnotationRow,
    ClaimFields,
    ClaimPart,
    ClaimRow,
    EvidenceRow,
    LinkRow,
    QuantityFields,
    QuantityRow,
    RecordRow,
)
from paperclaims_schema.vocabularies import Origin, Status

Tables = Mapping[str, Mapping[str, pa.Table]]
"""Arrow tables by config and split, in published order, without empty ones."""


def _paper_fields(record: RecordRow) -> dict[str, Any]:
    return {
        "record_id": record.record_id,
        "title": record.title,
        "year": record.year,
        "code_in_abstract": has_code(record.links, Origin.ABSTRACT),
        "code_anywhere": has_code(record.links),
    }


def iter_claims(record: RecordRow) -> Iterator[ClaimRow]:
    """The record's rows of the config `claims`."""
    paper = _paper_fields(record)
    for claim in record.claims:
        parts = {name: getattr(claim, name) for name in ClaimFields.model_fields}
        yield ClaimRow(**paper, claim_id=claim.id, **parts)


def _quantity_row(
    paper: Mapping[str, Any], claim: ClaimPart, quantity: QuantityFields
) -> QuantityRow:
    return QuantityRow(
        **paper,
        **dict(quantity),
        claim_id=claim.id,
        factor=factor(quantity),
        favourable=favourable(claim, quantity),
        type=claim.type,
        statement=claim.statement,
        subject=claim.subject,
        subject_role=claim.subject_role,
        relation=claim.relation,
        metric=claim.metric,
        higher_is_better=claim.higher_is_better,
        measure=claim.measure,
        baselines=tuple(baseline.text for baseline in claim.baselines),
        baseline_kinds=tuple(baseline.kind for baseline in claim.baselines),
        datasets=claim.datasets,
        conditions=tuple(condition.text for condition in claim.conditions),
        condition_kinds=tuple(condition.kind for condition in claim.conditions),
        certainty=claim.certainty,
        evidence=tuple(span.text for span in claim.evidence),
    )


def iter_quantities(record: RecordRow) -> Iterator[QuantityRow]:
    """The record's rows of the config `quantities`."""
    paper = _paper_fields(record)
    for claim in record.claims:
        for quantity in claim.quantities:
            yield _quantity_row(paper, claim, quantity)


def _iter_claim_spans(claim: ClaimPart) -> Iterator[tuple[str, str | None, Span]]:
    for span in claim.evidence:
        yield "claim", None, span
    if claim.metric is not None and claim.metric_start is not None and claim.metric_end is not None:
        metric = Span(text=claim.metric, start=claim.metric_start, end=claim.metric_end)
        yield "metric", None, metric
    for baseline in claim.baselines:
        yield "baseline", None, baseline
    for condition in claim.conditions:
        yield "condition", None, condition
    for quantity in claim.quantities:
        span = Span(text=quantity.text, start=quantity.start, end=quantity.end)
        yield "quantity", quantity.quantity_id, span


def iter_evidence(record: RecordRow) -> Iterator[EvidenceRow]:
    """The record's rows of the config `evidence`, in the order of the text."""

    def row(slot: str, span: Span, **supported: str | None) -> EvidenceRow:
        keys: dict[str, str | None] = {"name": None, "claim_id": None, "quantity_id": None}
        place = {"text": span.text, "start": span.start, "end": span.end}
        return EvidenceRow(**place, record_id=record.record_id, slot=slot, **{**keys, **supported})

    rows: list[EvidenceRow] = []
    for slot, items in (
        ("task", record.tasks),
        ("method", record.methods),
        ("resource", record.resources),
    ):
        rows += [row(slot, span, name=item.name) for item in items for span in item.evidence]
    rows += [row("link", span, name=link.url) for link in record.links for span in link.evidence]
    for claim in record.claims:
        for slot, quantity_id, span in _iter_claim_spans(claim):
            rows.append(row(slot, span, claim_id=claim.id, quantity_id=quantity_id))
    yield from sorted(rows, key=lambda row: row.start)


def iter_links(record: RecordRow) -> Iterator[LinkRow]:
    """The record's rows of the config `links`."""
    for link in record.links:
        span = link.evidence[0] if link.evidence else None
        yield LinkRow(
            record_id=record.record_id,
            title=record.title,
            url=link.url,
            kind=link.kind,
            host=link_host(link.url) or "",
            repository=link_repository(link.url),
            origin=link.origin,
            text=span.text if span else None,
            start=span.start if span else None,
            end=span.end if span else None,
            seen_on=link.seen_on,
        )


_ROWS_OF_ANNOTATED: dict[str, Callable[[RecordRow], Iterable[Model]]] = {
    "claims": iter_claims,
    "quantities": iter_quantities,
    "evidence": iter_evidence,
}


def published_rows(
    records: Iterable[RecordRow], passes: Iterable[AnnotationRow]
) -> dict[str, dict[str, list[Model]]]:
    """All rows by config and split, in published order: by record id, then as in the file.

    A draft gives a row of `records` and its links; nothing else of it is published.

    Raises:
        BadInputError: two records have one id, or a pass is of a record that is not there.
    """
    rows: dict[str, dict[str, list[Model]]] = {
        config: {split: [] for split in SPLITS} for config in TABLES
    }
    by_id: dict[str, RecordRow] = {}
    passes = sorted(passes, key=lambda one: (one.record_id, one.annotator))
    readings: dict[str, list[AnnotationRow]] = {}
    for one in passes:
        readings.setdefault(one.record_id, []).append(one)
    for plain in sorted(records, key=lambda record: record.record_id):
        record = with_agreement(plain, readings.get(plain.record_id, ())[:2])
        if record.record_id in by_id:
            raise BadInputError(f"two records have the id {record.record_id}; rename one of them")
        by_id[record.record_id] = record
        rows["records"][record.split].append(record)
        rows["links"][record.split].extend(iter_links(record))
        if record.annotation.status is not Status.DRAFT:
            for config, iter_rows in _ROWS_OF_ANNOTATED.items():
                rows[config][record.split].extend(iter_rows(record))
    for one in passes:
        if one.record_id not in by_id:
            raise BadInputError(
                f"the pass of {one.annotator} is of {one.record_id}, which is not among the "
                "records; add the record or remove the pass"
            )
        record = by_id[one.record_id]
        if record.annotation.status is not Status.DRAFT:
            rated = with_agreement(one, readings[one.record_id][:2])
            rows["annotations"][record.split].append(rated)
    return rows


def arrow_table(config: str, rows: Sequence[Model]) -> pa.Table:
    """The rows as an Arrow table with the schema of the config, also if there are none.

    Raises:
        BadInputError: a row holds what no column can hold, such as a number out of range.
    """
    plain = [row.model_dump(mode="json") for row in rows]
    try:
        return pa.Table.from_pylist(plain, schema=table_schema(config))
    except (pa.ArrowException, OverflowError, TypeError, ValueError):
        for row in plain:
            _try_row(config, row)
        raise


def _try_row(config: str, row: dict[str, Any]) -> None:
    try:
        pa.Table.from_pylist([row], schema=table_schema(config))
    except (pa.ArrowException, OverflowError, TypeError, ValueError) as error:
        reason = f"{row.get('record_id')}: cannot be published in {config}: {error}"
        raise BadInputError(f"{reason}; correct the record") from error


def build_tables(records: Iterable[RecordRow], passes: Iterable[AnnotationRow]) -> Tables:
    """The published tables; a config or split without rows is left out.

    Raises:
        BadInputError: there is no record, or see `published_rows`.
    """
    rows = published_rows(records, passes)
    if not any(rows["records"].values()):
        raise BadInputError("the collection has no record; import some first")
    return {
        config: {split: arrow_table(config, part) for split, part in splits.items() if part}
        for config, splits in rows.items()
        if any(splits.values())
    }
