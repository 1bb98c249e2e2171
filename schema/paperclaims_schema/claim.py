"""Claims and what they are made of."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from paperclaims_schema.base import Flag, Integer, JsonSchema, Model, Text
from paperclaims_schema.quantity import Quantity
from paperclaims_schema.vocabularies import (
    BaselineKind,
    Certainty,
    ClaimType,
    ConditionKind,
    Measure,
    Relation,
)


class Quote(Model):
    """Verbatim words of the abstract: a plain string, or with `occurrence` if not unique."""

    quote: Text
    """The words, character by character."""
    occurrence: Annotated[Integer, Field(ge=1)] | None = None
    """Which occurrence is meant, counted from 1; overlapping ones count too."""

    @model_validator(mode="before")
    @classmethod
    def _from_plain_string(cls, value: Any) -> Any:
        return {"quote": value} if isinstance(value, str) else value

    @model_serializer(mode="wrap")
    def _to_plain_string(self, handler: SerializerFunctionWrapHandler) -> Any:
        return self.quote if self.occurrence is None else handler(self)

    @classmethod
    def __get_pydantic_json_schema__(cls, core_schema: Any, handler: Any) -> JsonSchema:
        schema = handler(core_schema)
        target = handler.resolve_ref_schema(schema)
        whole = dict(target)
        target.clear()
        target["description"] = whole.pop("description", "")
        target["anyOf"] = [{"type": "string", "minLength": 1, "pattern": r"\S"}, whole]
        return dict(schema)


Evidence = Annotated[tuple[Quote, ...], Field(min_length=1)]
"""One or more verbatim quotes."""


class Baseline(Model):
    """What a claim compares its subject with."""

    text: Text
    """The comparison in the abstract's words, verbatim."""
    occurrence: Annotated[Integer, Field(ge=1)] | None = None
    """Which occurrence, if not unique: counted inside the claim's evidence if it occurs there."""
    kind: BaselineKind
    """What kind of thing it is."""


class Condition(Model):
    """A restriction under which a claim holds, other than a listed dataset."""

    text: Text
    """The restriction in the abstract's words, verbatim."""
    occurrence: Annotated[Integer, Field(ge=1)] | None = None
    """Which occurrence, if not unique: counted inside the claim's evidence if it occurs there."""
    kind: ConditionKind
    """What kind of restriction it is."""


class Claim(Model):
    """An assertion that the abstract puts forward as an outcome of the work."""

    id: Annotated[str, Field(pattern=r"^c[1-9][0-9]{0,5}$")]
    """Unique in the record, never reused: c1, c2, ..."""
    type: ClaimType
    """What kind of outcome it asserts."""
    statement: Text
    """One plain English sentence that can be understood without the abstract."""
    subject: Text
    """What the claim is about: the name of a listed method or resource, else a phrase of the abstract."""
    relation: Relation | None
    """How the subject stands to the baseline, or to zero; null for a bare novelty."""
    metric: Quote | None = None
    """The measure in the abstract's words, verbatim."""
    higher_is_better: Flag | None = None
    """Whether more of the metric is better; null where the words do not settle it."""
    measure: Measure | None = None
    """The class of the metric; null without a metric."""
    baselines: tuple[Baseline, ...] = ()
    """What the subject is compared with."""
    datasets: tuple[Text, ...] = ()
    """Names of listed resources on which the claim holds."""
    conditions: tuple[Condition, ...] = ()
    """Every other restriction."""
    certainty: Certainty
    """How firmly it is asserted."""
    evidence: Evidence
    """The verbatim quotes that carry the assertion."""
    quantities: tuple[Quantity, ...] = ()
    """The amounts that belong to the claim, in the order of the text."""

    @model_validator(mode="after")
    def _relation_is_null_only_for_novelty(self) -> Self:
        if self.relation is None and self.type is not ClaimType.NOVELTY:
            words = ", ".join(Relation)
            raise ValueError(
                f"relation may be null only in a claim of type novelty: write one of {words}"
            )
        return self

    @model_validator(mode="after")
    def _measure_goes_with_metric(self) -> Self:
        if self.metric is None and (self.measure is not None or self.higher_is_better is not None):
            raise ValueError("measure and higher_is_better need a metric")
        if self.metric is not None and self.measure is None:
            words = ", ".join(Measure)
            raise ValueError(f"measure is missing beside the metric: write one of {words}")
        return self
