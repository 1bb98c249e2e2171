"""Authored content and its spans to published rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any

from paperclaims_curation.problem import Loc
from paperclaims_curation.recordfile.quotes import Span
from paperclaims_curation.recordfile.resolving import Resolution
from paperclaims_schema.base import Model
from paperclaims_schema.claim import Baseline, Claim, Condition, Quote
from paperclaims_schema.quantity import Quantity
from paperclaims_schema.record import AbstractLink, Content, Link, Method, Pass, Record, Resource
from paperclaims_schema.tables import AnnotationRow, QuantityFields, RecordRow


def plain_digits(value: Decimal) -> str:
    """The digits of a number as written: 7.0 stays 7.0, 5e6 becomes 5000000."""
    return format(value, "f")


class _RowMaker:
    def __init__(self, resolution: Resolution) -> None:
        self.abstract = resolution.abstract
        self.spans: Mapping[Loc, Span] = resolution.spans

    def span(self, loc: Loc) -> dict[str, Any]:
        start, end = self.spans[loc]
        return {"text": self.abstract[start:end], "start": start, "end": end}

    def evidence(self, quotes: Iterable[Quote], loc: Loc) -> list[dict[str, Any]]:
        return [self.span((*loc, "evidence", index)) for index, _ in enumerate(quotes)]

    def listed(self, items: Iterable[Any], key: str) -> list[dict[str, Any]]:
        return [
            {
                **item.model_dump(exclude={"evidence"}),
                "evidence": self.evidence(item.evidence, (key, index)),
            }
            for index, item in enumerate(items)
        ]

    def words(self, items: Iterable[Baseline | Condition], loc: Loc) -> list[dict[str, Any]]:
        return [
            {**self.span((*loc, index, "text")), "kind": item.kind}
            for index, item in enumerate(items)
        ]

    def quantity(self, quantity: Quantity, quantity_id: str, loc: Loc) -> dict[str, Any]:
        row: dict[str, Any] = dict.fromkeys(QuantityFields.model_fields)
        row["variables"] = ()
        for name in type(quantity).model_fields:
            value = getattr(quantity, name)
            if isinstance(value, Decimal):
                row[name], row[f"{name}_text"] = float(value), plain_digits(value)
            elif name in row:
                row[name] = value
        return {**row, "quantity_id": quantity_id, **self.span((*loc, "text"))}

    def claim(self, claim: Claim, loc: Loc, roles: Mapping[str, str]) -> dict[str, Any]:
        metric_span = self.spans[*loc, "metric"] if claim.metric is not None else None
        return {
            "id": claim.id,
            "type": claim.type,
            "statement": claim.statement,
            "subject": claim.subject,
            "subject_role": roles.get(claim.subject),
            "relation": claim.relation,
            "metric": claim.metric.quote if claim.metric is not None else None,
            "metric_start": metric_span[0] if metric_span else None,
            "metric_end": metric_span[1] if metric_span else None,
            "higher_is_better": claim.higher_is_better,
            "measure": claim.measure,
            "baselines": self.words(claim.baselines, (*loc, "baselines")),
            "datasets": claim.datasets,
            "conditions": self.words(claim.conditions, (*loc, "conditions")),
            "certainty": claim.certainty,
            "evidence": self.evidence(claim.evidence, loc),
            "quantities": [
                self.quantity(quantity, f"{claim.id}.q{index + 1}", (*loc, "quantities", index))
                for index, quantity in enumerate(claim.quantities)
            ],
        }

    def link(self, link: Link, loc: Loc) -> dict[str, Any]:
        if isinstance(link, AbstractLink):
            evidence = self.evidence(link.evidence, loc)
            return {**link.model_dump(exclude={"evidence"}), "evidence": evidence, "seen_on": None}
        return {**link.model_dump(), "evidence": []}


def make_content(content: Content, resolution: Resolution) -> dict[str, Any]:
    """The row of a record's or a pass's content; every quote must have its span."""
    maker = _RowMaker(resolution)
    listed: tuple[Method | Resource, ...] = (*content.methods, *content.resources)
    roles = {item.name: item.role.value for item in listed}
    return {
        "contributions": content.contributions,
        "tasks": maker.listed(content.tasks, "tasks"),
        "methods": maker.listed(content.methods, "methods"),
        "resources": maker.listed(content.resources, "resources"),
        "claims": [
            maker.claim(claim, ("claims", index), roles)
            for index, claim in enumerate(content.claims)
        ],
        "links": [maker.link(link, ("links", index)) for index, link in enumerate(content.links)],
        "availability": content.availability,
    }


def _header(model: Model) -> dict[str, Any]:
    content = Content.model_fields
    return {name: getattr(model, name) for name in type(model).model_fields if name not in content}


def make_record_row(record: Record, resolution: Resolution) -> RecordRow:
    """The published row of a record whose quotes all have spans."""
    return RecordRow.model_validate({**_header(record), **make_content(record, resolution)})


def make_pass_row(annotation: Pass, resolution: Resolution) -> AnnotationRow:
    """The published row of a pass whose quotes all have spans."""
    row = {
        **make_content(annotation, resolution),
        "record_id": annotation.record_id,
        "annotator": annotation.annotator.id,
        "kind": annotation.annotator.kind,
        "rules_version": annotation.rules_version,
        "notes": annotation.notes,
    }
    return AnnotationRow.model_validate(row)
