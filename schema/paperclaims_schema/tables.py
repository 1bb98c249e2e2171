"""The rows of the published tables (configs), and their parts.

A row shares every field name with the authored model it comes from; a field that is not
described here has the description of the authored model. Offsets count Unicode code points
of the abstract and are half-open: `abstract[start:end] == text`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Self

from pydantic import model_validator

from paperclaims_schema.base import Model
from paperclaims_schema.claim import Baseline, Claim, Condition
from paperclaims_schema.quantity import (
    DeltaQuantity,
    FromToQuantity,
    IntervalQuantity,
    KOfNQuantity,
    SymbolicQuantity,
)
from paperclaims_schema.record import (
    AbstractLink,
    Annotation,
    ArtifactAvailability,
    Content,
    ExternalLink,
    Header,
    Method,
    Pass,
    Record,
    Resource,
    Task,
)
from paperclaims_schema.rows import Row, Span
from paperclaims_schema.vocabularies import (
    Aggregation,
    AnnotatorKind,
    BaselineKind,
    Bound,
    Certainty,
    Change,
    ClaimType,
    ConditionKind,
    Contribution,
    Direction,
    Form,
    LinkKind,
    Measure,
    MethodRole,
    Origin,
    Qualifier,
    QuantityRole,
    Relation,
    ResourceKind,
    ResourceRole,
    Split,
)


class TaskRow(Row):
    """A task."""

    authored: ClassVar[tuple[type[Model], ...]] = (Task,)
    name: str
    evidence: tuple[Span, ...]
    agreement: float | None = None
    """Share of the compared fields on which both passes agree; 0 where one does not have the item; null without two passes."""


class MethodRow(Row):
    """A method."""

    authored: ClassVar[tuple[type[Model], ...]] = (Method,)
    name: str
    expansion: str | None
    role: MethodRole
    named: bool
    evidence: tuple[Span, ...]
    agreement: float | None = None
    """Share of the compared fields on which both passes agree; 0 where one does not have the item; null without two passes."""


class ResourceRow(Row):
    """A resource."""

    authored: ClassVar[tuple[type[Model], ...]] = (Resource,)
    name: str
    expansion: str | None
    kind: ResourceKind
    role: ResourceRole
    evidence: tuple[Span, ...]
    agreement: float | None = None
    """Share of the compared fields on which both passes agree; 0 where one does not have the item; null without two passes."""


class BaselineRow(Span):
    """A baseline with its place in the abstract."""

    authored: ClassVar[tuple[type[Model], ...]] = (Baseline,)
    kind: BaselineKind


class ConditionRow(Span):
    """A condition with its place in the abstract."""

    authored: ClassVar[tuple[type[Model], ...]] = (Condition,)
    kind: ConditionKind


class QuantityFields(Row):
    """An amount, whatever its form; fields that its form does not have are null."""

    authored: ClassVar[tuple[type[Model], ...]] = (
        KOfNQuantity,
        DeltaQuantity,
        FromToQuantity,
        IntervalQuantity,
        SymbolicQuantity,
    )
    quantity_id: str
    """Claim id and number in the order of the file: `c1.q2`."""
    text: str
    start: int
    """Offset of the first code point of `text` in the abstract."""
    end: int
    """Offset after the last code point of `text` in the abstract."""
    role: QuantityRole
    form: Form
    """The shape of the amount; it decides which values are set."""
    value_from: float | None
    value_from_text: str | None
    """The digits of `value_from` as written: 7.0 is not 7."""
    value: float | None
    """The number: the level, the size of the change, the factor, the new level, the count or the lower end."""
    value_text: str | None
    """The digits of `value` as written: 7.0 is not 7."""
    value_to: float | None
    value_to_text: str | None
    """The digits of `value_to` as written."""
    denominator: int | None
    expression: str | None
    variables: tuple[str, ...]
    bound: Bound | None
    change: Change | None
    unit: str | None
    unit_of: str | None
    qualifier: Qualifier
    direction: Direction | None
    aggregation: Aggregation | None
    applies_to: str | None
    agreement: float | None = None
    """Share of the compared fields on which both passes agree; 0 where one does not have the item; null without two passes."""


class ClaimFields(Row):
    """A claim with its spans."""

    authored: ClassVar[tuple[type[Model], ...]] = (Claim,)
    type: ClaimType
    statement: str
    subject: str
    subject_role: str | None
    """The role of the listed method or resource that is the subject; null for a phrase."""
    relation: Relation | None
    metric: str | None
    metric_start: int | None
    """Offset of the first code point of `metric` in the abstract."""
    metric_end: int | None
    """Offset after the last code point of `metric` in the abstract."""
    higher_is_better: bool | None
    measure: Measure | None
    baselines: tuple[BaselineRow, ...]
    datasets: tuple[str, ...]
    conditions: tuple[ConditionRow, ...]
    certainty: Certainty
    evidence: tuple[Span, ...]
    quantities: tuple[QuantityFields, ...]
    agreement: float | None = None
    """Share of the compared fields on which both passes agree; 0 where one does not have the item; null without two passes."""


class ClaimPart(ClaimFields):
    """A claim as a part of a record."""

    id: str

    @classmethod
    def ordered_fields(cls) -> tuple[str, ...]:
        return ("id", *ClaimFields.ordered_fields())


class LinkFields(Row):
    """A link, whatever its origin."""

    authored: ClassVar[tuple[type[Model], ...]] = (AbstractLink, ExternalLink)
    url: str
    kind: LinkKind
    origin: Origin
    """Whether it stands in the abstract or was seen elsewhere."""
    evidence: tuple[Span, ...]
    """The link as it stands in the abstract; empty for an external link."""
    seen_on: str | None
    """The page on which an external link was seen; null for a link of the abstract."""


class ContentRow(Row):
    """What an annotator says about an abstract, spans resolved."""

    authored: ClassVar[tuple[type[Model], ...]] = (Content,)
    contributions: tuple[Contribution, ...]
    tasks: tuple[TaskRow, ...]
    methods: tuple[MethodRow, ...]
    resources: tuple[ResourceRow, ...]
    claims: tuple[ClaimPart, ...]
    links: tuple[LinkFields, ...]
    availability: ArtifactAvailability

    def iter_spans(self) -> Iterator[Span]:
        """Every stretch of the abstract that the row points at."""
        listed: tuple[TaskRow | MethodRow | ResourceRow | LinkFields, ...]
        listed = (*self.tasks, *self.methods, *self.resources, *self.links)
        for item in listed:
            yield from item.evidence
        for claim in self.claims:
            yield from (*claim.evidence, *claim.baselines, *claim.conditions)
            for quantity in claim.quantities:
                yield Span(text=quantity.text, start=quantity.start, end=quantity.end)
            if (
                claim.metric is not None
                and claim.metric_start is not None
                and claim.metric_end is not None
            ):
                yield Span(text=claim.metric, start=claim.metric_start, end=claim.metric_end)


class RecordRow(ContentRow, Header):
    """A row of the config `records`: the whole record."""

    authored: ClassVar[tuple[type[Model], ...]] = (Record, Content, Header)
    annotation: Annotation

    @model_validator(mode="after")
    def _spans_match_the_abstract(self) -> Self:
        for span in self.iter_spans():
            if self.abstract[span.start : span.end] != span.text:
                raise ValueError(f"abstract[{span.start}:{span.end}] is not {span.text!r}")
        return self


class PaperFields(Row):
    """The columns about the paper that every flat table repeats."""

    authored: ClassVar[tuple[type[Model], ...]] = (Record, Header)
    record_id: str
    title: str | None
    year: int | None
    code_in_abstract: bool
    """Whether the abstract itself links to code."""
    code_anywhere: bool
    """Whether a link to code is known, from the abstract or from another page."""


class ClaimRow(ClaimFields, PaperFields):
    """A row of the config `claims`: one claim."""

    authored: ClassVar[tuple[type[Model], ...]] = (Claim, Record, Header)
    claim_id: str
    """The claim's id in its record: `c1`."""


class QuantityRow(QuantityFields, PaperFields):
    """A row of the config `quantities`: one amount with everything said about it."""

    authored: ClassVar[tuple[type[Model], ...]] = (*QuantityFields.authored, Claim, Record, Header)
    claim_id: str
    """The claim's id in its record: `c1`."""
    factor: float | None
    """New over old: a ratio, a relative percentage or a from-to pair on one scale; null where the words leave it open."""
    favourable: bool | None
    """Whether a result speaks for the subject; null where the words leave it open."""
    type: ClaimType
    statement: str
    subject: str
    subject_role: str | None
    """The role of the listed method or resource that is the subject; null for a phrase."""
    relation: Relation | None
    metric: str | None
    higher_is_better: bool | None
    measure: Measure | None
    baselines: tuple[str, ...]
    """What the subject is compared with, in the abstract's words."""
    baseline_kinds: tuple[str, ...]
    """The kinds of the baselines, in the same order."""
    datasets: tuple[str, ...]
    conditions: tuple[str, ...]
    """Every other restriction, in the abstract's words."""
    condition_kinds: tuple[str, ...]
    """The kinds of the conditions, in the same order."""
    certainty: Certainty
    evidence: tuple[str, ...]
    """The verbatim quotes that carry the claim."""


class EvidenceRow(Span):
    """A row of the config `evidence`: one span and what it supports."""

    record_id: str
    """The record."""
    slot: str
    """What the span is: task, method, resource, link, claim, metric, baseline, condition or quantity."""
    name: str | None
    """The name of the task, method or resource, or the URL; null for a part of a claim."""
    claim_id: str | None
    """The claim that it belongs to: `c1`."""
    quantity_id: str | None
    """The quantity that it is: `c1.q2`."""


class LinkRow(Row):
    """A row of the config `links`: one link."""

    authored: ClassVar[tuple[type[Model], ...]] = (Record, Header, AbstractLink, ExternalLink)
    record_id: str
    title: str | None
    url: str
    kind: LinkKind
    host: str
    """The host of the URL, in lower case."""
    repository: str | None
    """`owner/name` on a code or model host; null elsewhere."""
    origin: Origin
    """Whether it stands in the abstract or was seen elsewhere."""
    text: str | None
    """The link as it stands in the abstract; null for an external link."""
    start: int | None
    """Offset of the first code point of `text` in the abstract."""
    end: int | None
    """Offset after the last code point of `text` in the abstract."""
    seen_on: str | None
    """The page on which an external link was seen."""


class AnnotationRow(ContentRow):
    """A row of the config `annotations`: one annotator's pass over one abstract, as it was made."""

    authored: ClassVar[tuple[type[Model], ...]] = (Pass, Content)
    record_id: str
    annotator: str
    """The annotator's short name."""
    kind: AnnotatorKind
    """A person or a model."""
    rules_version: str
    notes: str | None


TABLES: dict[str, type[Row]] = {
    "records": RecordRow,
    "claims": ClaimRow,
    "quantities": QuantityRow,
    "evidence": EvidenceRow,
    "links": LinkRow,
    "annotations": AnnotationRow,
}
"""The published tables (configs) by name, the default first, with the model of their rows."""

SPLITS: tuple[str, ...] = tuple(split.value for split in Split)
