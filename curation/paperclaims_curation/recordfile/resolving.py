"""Authored content to published rows: every quote becomes a span of the abstract."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache
from typing import Any

from paperclaims_curation.recordfile.quotes import (
    QuoteError,
    Region,
    Span,
    find_amount,
    find_quote,
    find_words,
)
from paperclaims_curation.recordfile.tree import Loc
from paperclaims_schema.base import Model
from paperclaims_schema.claim import Baseline, Claim, Condition, Quote
from paperclaims_schema.quantity import Quantity
from paperclaims_schema.record import AbstractLink, Content, Link, Method, Pass, Record, Resource
from paperclaims_schema.tables import AnnotationRow, QuantityFields, RecordRow


@dataclass(frozen=True, slots=True)
class QuoteFailure:
    """A quote that does not lead to one span."""

    loc: Loc
    code: str
    message: str
    hint: str | None


def plain_digits(value: Decimal) -> str:
    """The digits of a number as written: 7.0 stays 7.0, 5e6 becomes 5000000."""
    return format(value, "f")


@dataclass(slots=True)
class Resolver:
    """Finds the spans of one record or pass, and collects the quotes that fail."""

    abstract: str
    failures: list[QuoteFailure] = field(default_factory=list)
    spans: dict[Loc, Span] = field(default_factory=dict)
    """The spans that were found, by the path of their words."""

    def _try(self, loc: Loc, find: Callable[[], Span]) -> Span | None:
        try:
            span = find()
        except QuoteError as error:
            self.failures.append(QuoteFailure(loc, error.code, str(error), error.hint))
            return None
        self.spans[loc] = span
        return span

    def _span_row(self, span: Span) -> dict[str, Any]:
        start, end = span
        return {"text": self.abstract[start:end], "start": start, "end": end}

    def _evidence(self, quotes: Iterable[Quote], loc: Loc) -> list[Span]:
        whole = Region.whole(self.abstract)
        spans = []
        for index, quote in enumerate(quotes):
            at = (*loc, "evidence", index)
            span = self._try(at, lambda q=quote: find_quote(whole, q.quote, q.occurrence))  # type: ignore[misc]
            if span is not None:
                spans.append(span)
        return spans

    def _listed(self, items: Iterable[Any], key: str) -> list[dict[str, Any]]:
        rows = []
        for index, item in enumerate(items):
            row = item.model_dump(exclude={"evidence"})
            spans = self._evidence(item.evidence, (key, index))
            rows.append({**row, "evidence": [self._span_row(span) for span in spans]})
        return rows

    def _words(
        self, items: Iterable[Baseline | Condition], evidence: Region, loc: Loc
    ) -> list[dict[str, Any]]:
        rows = []
        for index, item in enumerate(items):
            span = self._try(
                (*loc, index, "text"),
                lambda i=item: find_words(evidence, self.abstract, i.text, i.occurrence),  # type: ignore[misc]
            )
            if span is not None:
                rows.append({**self._span_row(span), "kind": item.kind})
        return rows

    def _quantity(
        self, quantity: Quantity, quantity_id: str, evidence: Region, loc: Loc
    ) -> dict[str, Any] | None:
        span = self._try(
            (*loc, "text"), lambda: find_amount(evidence, quantity.text, quantity.occurrence)
        )
        if span is None:
            return None
        row: dict[str, Any] = dict.fromkeys(QuantityFields.model_fields)
        row["variables"] = ()
        for name in type(quantity).model_fields:
            value = getattr(quantity, name)
            if isinstance(value, Decimal):
                row[name], row[f"{name}_text"] = float(value), plain_digits(value)
            elif name in row:
                row[name] = value
        return {**row, "quantity_id": quantity_id, **self._span_row(span)}

    def _claim(self, claim: Claim, loc: Loc, roles: dict[str, str]) -> dict[str, Any]:
        evidence_spans = self._evidence(claim.evidence, loc)
        if len(evidence_spans) < len(claim.evidence):
            # What lies inside evidence can be judged once the evidence is found.
            return {}
        evidence = Region.of_evidence(self.abstract, evidence_spans)
        metric = claim.metric
        metric_span = None
        if metric is not None:
            metric_span = self._try(
                (*loc, "metric"),
                lambda: find_words(evidence, self.abstract, metric.quote, metric.occurrence),
            )
        quantities = [
            self._quantity(
                quantity, f"{claim.id}.q{number}", evidence, (*loc, "quantities", number - 1)
            )
            for number, quantity in enumerate(claim.quantities, 1)
        ]
        return {
            "id": claim.id,
            "type": claim.type,
            "statement": claim.statement,
            "subject": claim.subject,
            "subject_role": roles.get(claim.subject),
            "relation": claim.relation,
            "metric": metric.quote if metric is not None else None,
            "metric_start": metric_span[0] if metric_span else None,
            "metric_end": metric_span[1] if metric_span else None,
            "higher_is_better": claim.higher_is_better,
            "measure": claim.measure,
            "baselines": self._words(claim.baselines, evidence, (*loc, "baselines")),
            "datasets": claim.datasets,
            "conditions": self._words(claim.conditions, evidence, (*loc, "conditions")),
            "certainty": claim.certainty,
            "evidence": [self._span_row(span) for span in evidence_spans],
            "quantities": [row for row in quantities if row is not None],
        }

    def _link(self, link: Link, loc: Loc) -> dict[str, Any]:
        if isinstance(link, AbstractLink):
            spans = self._evidence(link.evidence, loc)
            evidence = [self._span_row(span) for span in spans]
            return {**link.model_dump(exclude={"evidence"}), "evidence": evidence, "seen_on": None}
        return {**link.model_dump(), "evidence": []}

    def content(self, content: Content) -> dict[str, Any]:
        """The row of a record's or a pass's content, without the quotes that failed."""
        listed: tuple[Method | Resource, ...] = (*content.methods, *content.resources)
        roles = {item.name: item.role.value for item in listed}
        return {
            "contributions": content.contributions,
            "tasks": self._listed(content.tasks, "tasks"),
            "methods": self._listed(content.methods, "methods"),
            "resources": self._listed(content.resources, "resources"),
            "claims": [
                self._claim(claim, ("claims", index), roles)
                for index, claim in enumerate(content.claims)
            ],
            "links": [
                self._link(link, ("links", index)) for index, link in enumerate(content.links)
            ],
            "availability": content.availability,
        }


def _header(model: Model) -> dict[str, Any]:
    content = Content.model_fields
    return {name: getattr(model, name) for name in type(model).model_fields if name not in content}


@lru_cache(maxsize=1)
def _resolve(record: Record) -> tuple[Resolver, dict[str, Any]]:
    # Every rule about spans asks for them: only the last record is kept.
    resolver = Resolver(record.abstract)
    return resolver, resolver.content(record)


def find_spans(record: Record) -> Mapping[Loc, Span]:
    """The spans of a record by the path of their words, without the quotes that fail."""
    return _resolve(record)[0].spans


def resolve_record(record: Record) -> tuple[RecordRow | None, list[QuoteFailure]]:
    """The published row of a record; null, with the reasons, if a quote fails."""
    resolver, content = _resolve(record)
    if resolver.failures:
        return None, list(resolver.failures)
    return RecordRow.model_validate({**_header(record), **content}), []


def resolve_pass(
    annotation: Pass, abstract: str
) -> tuple[AnnotationRow | None, list[QuoteFailure]]:
    """The published row of a pass over the abstract; null, with the reasons, if a quote fails."""
    resolver = Resolver(abstract)
    content = resolver.content(annotation)
    if resolver.failures:
        return None, resolver.failures
    row = {
        **content,
        "record_id": annotation.record_id,
        "annotator": annotation.annotator.id,
        "kind": annotation.annotator.kind,
        "rules_version": annotation.rules_version,
        "notes": annotation.notes,
    }
    return AnnotationRow.model_validate(row), []
