"""The authored record: one file per abstract."""

from __future__ import annotations

import hashlib
from typing import Annotated, Final, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from paperclaims_schema.base import Flag, Integer, Model, Text
from paperclaims_schema.claim import Claim, Evidence
from paperclaims_schema.vocabularies import (
    AnnotatorKind,
    Availability,
    CleaningStep,
    Confidence,
    Contribution,
    LinkKind,
    MethodRole,
    Origin,
    ResourceKind,
    ResourceRole,
    SourceFormat,
    Split,
    Status,
)

SCHEMA_VERSION: Final = "1.0"
"""The version of the record's form; apart from the versions of the data and of the tool."""

RecordId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=120)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
Url = Annotated[str, StringConstraints(pattern=r"^https?://[^\s<>{}\\]+[^\s<>{}\\.,;:!?]$")]


def abstract_sha256(abstract: str) -> str:
    """The SHA-256 of an abstract's UTF-8 bytes, in hexadecimal."""
    return hashlib.sha256(abstract.encode("utf-8")).hexdigest()


class Identifiers(Model):
    """Names under which others know the paper."""

    openreview: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{5,}$")] | None = None
    """OpenReview forum id."""
    arxiv: (
        Annotated[
            str,
            StringConstraints(pattern=r"^(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?/\d{7})(v\d+)?$"),
        ]
        | None
    ) = None
    """arXiv id, without the prefix `arXiv:`."""
    doi: Annotated[str, StringConstraints(pattern=r"^10\.\d{4,9}/\S+$")] | None = None
    """DOI, without a resolver address."""


class Bibliography(Model):
    """Where the bibliographic fields were seen."""

    confidence: Confidence
    """How sure it is that they belong to this abstract."""
    sources: tuple[Url, ...] = ()
    """The pages on which they were seen."""


class Source(Model):
    """Where the abstract comes from."""

    document: Text
    """The file in `dataset/sources/` that holds the abstract."""
    position: Annotated[Integer, Field(ge=1, le=10_000_000)]
    """The abstract's place in that file, counted from 1."""
    format: SourceFormat = SourceFormat.PLAIN
    """What that file is."""
    columns: tuple[Text, ...] = ()
    """The columns or keys that the import was told to read, as `abstract=Summary`."""
    cleaning: tuple[CleaningStep, ...] = ()
    """What was done to the abstract as received, in this order; only steps that changed it."""
    received: Text | None = None
    """The abstract as received, where more than line ends was changed; else null."""
    license: Text | None = None
    """The licence of the abstract as seen (SPDX identifier), else null: never assumed."""
    license_source: Url | None = None
    """The page on which the licence was seen."""
    bibliography: Bibliography | None = None
    """Where the bibliographic fields were seen; null without a bibliography."""

    @model_validator(mode="after")
    def _license_has_a_source(self) -> Self:
        if (self.license is None) != (self.license_source is None):
            raise ValueError("license and license_source go together: give both or neither")
        return self


class Task(Model):
    """A problem that the contribution addresses."""

    name: Text
    """The noun phrase in lower case without markup; acronyms keep their case."""
    evidence: Evidence
    """The verbatim quotes that name it."""


class Method(Model):
    """A named or described technique."""

    name: Text
    """The name as written, without markup; or a short descriptive phrase of the abstract."""
    expansion: Text | None = None
    """The long form, if the abstract spells it out next to the short one."""
    role: MethodRole
    """What part it plays in the work."""
    named: Flag
    """Whether the abstract gives it a name."""
    evidence: Evidence
    """The verbatim quotes that name or describe it."""


class Resource(Model):
    """A named dataset, benchmark, model, software or hardware."""

    name: Text
    """The name as written, without markup."""
    expansion: Text | None = None
    """The long form, if the abstract spells it out next to the short one."""
    kind: ResourceKind
    """What kind of thing it is."""
    role: ResourceRole
    """What part it plays in the work."""
    evidence: Evidence
    """The verbatim quotes that name it."""


class AbstractLink(Model):
    """A URL that stands in the abstract."""

    url: Url
    """Usable as it is: without markup or trailing punctuation, with a scheme."""
    kind: LinkKind
    """What it leads to."""
    origin: Literal[Origin.ABSTRACT]
    evidence: Evidence
    """The link as it stands in the abstract, with its markup."""


class ExternalLink(Model):
    """A URL that is known from another page."""

    url: Url
    """Usable as it is."""
    kind: LinkKind
    """What it leads to."""
    origin: Literal[Origin.EXTERNAL]
    seen_on: Url
    """The page on which it was seen."""


Link = Annotated[AbstractLink | ExternalLink, Field(discriminator="origin")]


class ArtifactAvailability(Model):
    """Whether code, data and model can be had, by the abstract's words alone."""

    code: Availability
    """Code; a library counts as code."""
    data: Availability
    """Data; a benchmark counts as data."""
    model: Availability
    """Model weights."""


class Annotator(Model):
    """Who or what annotated."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    """A short name, the same in every record; the folder of its pass."""
    kind: AnnotatorKind
    """A person or a model."""


class AnnotationException(Model):
    """A number or a finding that was looked at and set aside."""

    text: Text | None = None
    """The verbatim words of the abstract that are set aside."""
    occurrence: Annotated[Integer, Field(ge=1)] | None = None
    """Which occurrence, if the words are not unique."""
    code: Text | None = None
    """The code of the finding that is set aside."""
    reason: Text
    """Why."""

    @model_validator(mode="after")
    def _has_text_or_code(self) -> Self:
        if self.text is None and self.code is None:
            raise ValueError("an exception needs a text or a code")
        return self


class Decision(Model):
    """A decision of adjudication."""

    what: Text
    """The part of the record in question."""
    readings: tuple[Text, ...] = ()
    """What the passes said."""
    choice: Text
    """What was decided."""
    reason: Text
    """Why."""


class Annotation(Model):
    """How the record came to be what it is."""

    status: Status
    """How far the annotation is."""
    rules_version: Text
    """The version of the annotation rules that were followed."""
    annotators: tuple[Annotator, ...] = ()
    """Who annotated."""
    exceptions: tuple[AnnotationException, ...] = ()
    """Numbers or findings set aside, each with a reason."""
    decisions: tuple[Decision, ...] = ()
    """The decisions of adjudication."""
    notes: Text | None = None
    """Anything else a reader of the record should know."""


class Content(Model):
    """What an annotator says about an abstract."""

    contributions: tuple[Contribution, ...] = ()
    """What kinds of thing the work contributes."""
    tasks: Annotated[tuple[Task, ...], Field(max_length=3)] = ()
    """The problems that the contribution addresses, at most three."""
    methods: tuple[Method, ...] = ()
    """The techniques the abstract names or describes."""
    resources: tuple[Resource, ...] = ()
    """The datasets, benchmarks, models, software and hardware the abstract names."""
    claims: tuple[Claim, ...] = ()
    """The claims, in the order of the text."""
    links: tuple[Link, ...] = ()
    """The URLs of the abstract, and those known from elsewhere."""
    availability: ArtifactAvailability
    """Whether code, data and model can be had."""


class Header(Model):
    """Everything about the paper that is not annotation."""

    record_id: RecordId
    """Made from the title, else from the first words; unique; never changes."""
    schema_version: Literal["1.0"]
    """The version of the record's form."""
    title: Text | None = None
    """The paper's title; null if unknown."""
    authors: tuple[Text, ...] = ()
    """The authors' names as seen, in order; empty if unknown."""
    venue: Text | None = None
    """The venue's short name."""
    year: Annotated[Integer, Field(ge=1600, le=2200)] | None = None
    """The year of the venue."""
    track: Text | None = None
    """One of the tracks listed in `collection.toml`; null if unknown."""
    presentation: Text | None = None
    """One of the presentations listed in `collection.toml`; null if unknown."""
    primary_area: Text | None = None
    """The primary area as the venue gives it; null if unknown."""
    keywords: tuple[Text, ...] = ()
    """The authors' keywords as seen; empty if unknown."""
    identifiers: Identifiers = Identifiers()
    """Names under which others know the paper."""
    source: Source
    """Where the abstract comes from."""
    versions: tuple[RecordId, ...] = ()
    """Records of other versions of the paper that were there first: preprint, camera-ready."""
    split: Split
    """Set at import, then frozen."""
    abstract: Text
    """The text as received: line ends unified, nothing else."""
    abstract_sha256: Sha256
    """The SHA-256 of the abstract in UTF-8, set at import: an edited abstract is noticed."""


class Record(Content, Header):
    """One abstract and what it says."""

    annotation: Annotation
    """How the record came to be what it is."""


class _PassHeader(Model):
    record_id: RecordId
    """The record that was annotated."""
    abstract_sha256: Sha256
    """The SHA-256 of the abstract that the annotator read."""
    annotator: Annotator
    """Who or what annotated."""
    rules_version: Text
    """The version of the annotation rules that were followed."""


class Pass(Content, _PassHeader):
    """One independent annotation of an abstract, kept as it was made."""

    notes: Text | None = None
    """What the annotator wants the adjudicator to know."""
