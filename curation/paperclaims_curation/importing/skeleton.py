"""The file of a new record: what is known, and comments that say what to fill in where.

A line with one `#` is a line of the record to be: without the `# ` it is YAML at its place. A line
with two explains, and stays a comment even then. All stand where the canonical form keeps them:
above the key that follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any, get_args

from paperclaims_curation.collection import CollectionConfig
from paperclaims_curation.problem import Loc
from paperclaims_curation.recordfile.writing import (
    SCHEMA_LINE,
    format_data,
    format_scalar,
    to_plain,
)
from paperclaims_curation.reporting import one_line
from paperclaims_schema.base import Vocabulary
from paperclaims_schema.quantity import Quantity, VerbalQuantity
from paperclaims_schema.record import Header, Record
from paperclaims_schema.vocabularies import (
    Aggregation,
    AnnotatorKind,
    Availability,
    BaselineKind,
    Bound,
    Certainty,
    Change,
    ClaimType,
    ConditionKind,
    Contribution,
    Direction,
    LinkKind,
    Measure,
    MethodRole,
    Qualifier,
    QuantityRole,
    Relation,
    ResourceKind,
    ResourceRole,
)


def _words(vocabulary: type[Vocabulary]) -> str:
    *first, last = vocabulary
    return f"{', '.join(first)} or {last}"


def _forms() -> str:
    """Each form of a quantity with the fields of its own, as lines of a comment."""
    parts = []
    for model in get_args(get_args(Quantity)[0]):
        (form,) = get_args(model.model_fields["form"].annotation)
        own = [name for name in model.ordered_fields() if name not in VerbalQuantity.model_fields]
        parts.append(f"{form}: {', '.join(own) or 'nothing'}")
    return "\n##     ".join(wrap("; ".join(parts), 88))


_HEADER = {
    "title": "# title: the title as it stands in the paper",
    "authors": "# authors:\n# - the names in order, one a line",
    "venue": "# venue: its short name",
    "year": "# year: YYYY",
    "primary_area": "# primary_area: as the venue gives it",
    "keywords": "# keywords:\n# - as the authors give them, one a line",
}
"""By the field that is not known."""

_IDENTIFIERS = {
    "openreview": "# openreview: the id of the forum",
    "arxiv": "# arxiv: 'YYMM.NNNNN'",
    "doi": "# doi: 10.NNNN/...",
}
"""By the identifier that is not known. What is left as it is here, the validator finds."""

_SOURCE = """\
## the licence of the abstract as seen, never assumed, and where
# license: an SPDX identifier, such as CC-BY-4.0
# license_source: https://..."""

_CONTENT = f"""\
## What the abstract says, read alone. Quotes are copied from it character by character.
# contributions:
## one or more of: {_words(Contribution)}
# - method
# tasks:
## at most three
# - name: the problem, as a noun phrase of the abstract
#   evidence:
#   - 'the words that name it'
# methods:
# - name: the name as written
##   {_words(MethodRole)}
#   role: proposed
##   false if the abstract describes it without a name
#   named: true
#   evidence:
#   - 'the words that name or describe it'
# resources:
# - name: the name as written
##   {_words(ResourceKind)}
#   kind: dataset
##   {_words(ResourceRole)}
#   role: evaluated_on
#   evidence:
#   - 'the words that name it'
# claims:
# - id: c1
##   {_words(ClaimType)}
#   type: performance
#   statement: One plain English sentence that can be understood without the abstract.
##   the name of a listed method or resource, else a phrase of the abstract
#   subject: the name as written
##   {_words(Relation)}
#   relation: better
##   metric, higher_is_better and measure: only if the claim has a metric
#   metric: 'the measure in the words of the abstract'
##   true, false, or null where the words leave it open
#   higher_is_better: true
##   {_words(Measure)}
#   measure: quality
#   baselines:
#   - text: 'what it is compared with'
##     {_words(BaselineKind)}
#     kind: named
#   datasets:
#   - the name of a listed resource
#   conditions:
#   - text: 'any other restriction'
##     {_words(ConditionKind)}
#     kind: setting
##   {_words(Certainty)}
#   certainty: asserted
#   evidence:
#   - 'the clause that carries the claim'
#   quantities:
#   - text: 'the amount with qualifier and unit, inside the evidence'
##     {_words(QuantityRole)}
#     role: result
##     the form decides what else is given:
##     {_forms()}
#     form: delta
#     value: 7.0
##     {_words(Change)}; expressions have a bound: {_words(Bound)}
#     change: unspecified
##     percent, percentage_point, times, count, or the unit as written
#     unit: percent
#     unit_of: what is counted or measured
##     {_words(Qualifier)}
#     qualifier: up_to
##     {_words(Direction)}, where the words say so
#     direction: increase
##     {_words(Aggregation)}, where the words say so
#     aggregation: mean"""

_LINK = f"""\
## a link from elsewhere; its kind: {_words(LinkKind)}
# - url: https://...
#   kind: code
#   origin: external
##   the page on which it was seen
#   seen_on: https://..."""

_AVAILABILITY = f"## by the words of the abstract alone: {_words(Availability)}"

_ANNOTATION = f"""\
## when nothing is missing any more: annotated
# annotators:
# - id: Your name, as in ada
##   {_words(AnnotatorKind)}
#   kind: person"""


def _introduction(record_id: str, config: CollectionConfig) -> str:
    lines = [
        "A draft. A line with one # is a line of the record to be: take `# ` away where the abstract",
        "says such a thing, and put in what it says. In the end, delete what is left of these",
        "comments. Id, split, abstract and its hash never change.",
        f"Then: paperclaims validate --fix {record_id}",
        "Every field and word: paperclaims schema --format markdown",
    ]
    if config.guidelines:
        lines.append(f"How to decide: {one_line(config.guidelines)}, from the collection's folder")
    return "\n".join(f"## {line}" for line in lines)


def _header_lines(name: str, plain: Mapping[str, Any], config: CollectionConfig) -> str | None:
    if name == "identifiers":
        known = plain.get(name, {})
        missing = [line for key, line in _IDENTIFIERS.items() if key not in known]
        if known:
            return "\n".join(missing) or None
        return "\n".join(["# identifiers:", *(f"#   {line[2:]}" for line in missing)])
    if name in plain:
        return None
    allowed = {"track": config.tracks, "presentation": config.presentations}.get(name)
    if allowed:
        words, first = one_line(", ".join(allowed)), format_scalar(allowed[0], 0, verbatim=False)
        return f"## one of: {words}\n# {name}: {first}"
    return _HEADER.get(name)


def _iter_comments(plain: Mapping[str, Any], config: CollectionConfig) -> Iterator[tuple[Loc, str]]:
    """The comments, each with the path of the key that it stands above."""
    yield ("record_id",), _introduction(plain["record_id"], config)
    fields = Header.ordered_fields()
    for position, name in enumerate(fields):
        if lines := _header_lines(name, plain, config):
            after = next(key for key in fields[position:] if key in plain)
            inside = (next(iter(plain[after])),) if after == name else ()
            yield (after, *inside), lines
    if "license" not in plain["source"]:
        yield ("source", "document"), _SOURCE
    has_links = "links" in plain
    yield ("links" if has_links else "availability",), _CONTENT
    yield ("availability",), _LINK if has_links else f"# links:\n{_LINK}"
    yield ("availability", "code"), _AVAILABILITY
    yield ("annotation", "status"), _ANNOTATION


def format_skeleton(record: Record, config: CollectionConfig) -> str:
    """The text of the file of a new draft, in canonical form, its comments included."""
    plain = to_plain(record)
    comments: dict[Loc, list[str]] = {}
    for loc, lines in _iter_comments(plain, config):
        comments.setdefault(loc, []).extend(lines.split("\n"))
    return f"{SCHEMA_LINE}\n{format_data(plain, comments)}"
