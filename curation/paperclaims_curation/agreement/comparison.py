"""Two readings of one abstract to counts and disagreements."""

from __future__ import annotations

from paperclaims_curation.agreement.tally import BETWEEN, Tally, label
from paperclaims_curation.matching import (
    Pairing,
    code_points,
    pair_claims,
    pair_quantities,
    pair_tasks,
)
from paperclaims_schema.record import ArtifactAvailability
from paperclaims_schema.rows import Span
from paperclaims_schema.tables import (
    BaselineRow,
    ClaimPart,
    ConditionRow,
    ContentRow,
    LinkFields,
    MethodRow,
    QuantityFields,
    ResourceRow,
    TaskRow,
)
from paperclaims_schema.vocabularies import Origin

CLAIM_LABELS = (
    "type",
    "relation",
    "certainty",
    "measure",
    "higher_is_better",
    "subject",
    "metric",
)
"""The fields of a claim that are compared as they are, on paired claims."""

QUANTITY_LABELS = ("role", "form", "unit", "qualifier", "direction")
"""The fields of a quantity for which agreement is reported each by itself."""

NORMALISED_FIELDS = (
    *QUANTITY_LABELS,
    "value_from_text",
    "value_text",
    "value_to_text",
    "denominator",
    "change",
    "aggregation",
    "bound",
    "expression",
    "variables",
)
"""The fields that give an amount's meaning in numbers and closed words; values by their digits."""

WORDED_FIELDS = ("unit_of", "applies_to")
"""The fields that say in the abstract's words what an amount belongs to."""


def _words(item: ClaimPart | TaskRow | MethodRow | ResourceRow | LinkFields) -> str:
    return BETWEEN.join(span.text for span in item.evidence)


def _no_words(_: str) -> None:
    return None


def _text(item: BaselineRow | ConditionRow) -> str:
    return item.text


def _spans(claim: ClaimPart) -> tuple[Span, ...]:
    return tuple(sorted(set(claim.evidence), key=lambda span: (span.start, span.end)))


def _compare_claim_lists(tally: Tally, place: str, a: ClaimPart, b: ClaimPart) -> None:
    for name in ("baselines", "conditions"):
        of_a, of_b = getattr(a, name), getattr(b, name)
        _, alike = tally.compare_lists(
            f"{place}.{name}", of_a, of_b, key=_text, words=_text, counted=("kind",)
        )
        tally.count(f"claims.{name}", alike, len(of_a), len(of_b))
    paired, _ = tally.compare_lists(
        f"{place}.datasets", a.datasets, b.datasets, key=str, words=_no_words
    )
    tally.count("claims.datasets", paired, len(a.datasets), len(b.datasets))


def _compare_claims(tally: Tally, claims: Pairing[ClaimPart]) -> None:
    counts = (len(claims.pairs) + len(claims.only_a), len(claims.pairs) + len(claims.only_b))
    tally.count("claims", len(claims.pairs), *counts)
    tally.count("claims.evidence", 0, *counts)
    for a, b in claims.pairs:
        place, words = f"claims[{a.id}/{b.id}]", _words(a)
        for name in CLAIM_LABELS:
            of_a, of_b = getattr(a, name), getattr(b, name)
            tally.compare_labels(f"claims.{name}", f"{place}.{name}", of_a, of_b, words)
        same = tally.compare_values(f"{place}.evidence", _spans(a), _spans(b), words)
        tally.count("claims.evidence", same, 0, 0)
        points_a, points_b = code_points(a), code_points(b)
        shared = len(points_a & points_b)
        tally.count("claims.evidence_characters", shared, len(points_a), len(points_b))
        _compare_claim_lists(tally, place, a, b)
    for claim in claims.only_a:
        reading = f"{claim.type}: {claim.statement}"
        tally.differ(f"claims[{claim.id}/-]", reading, None, _words(claim))
        tally.count("claims.evidence_characters", 0, len(code_points(claim)), 0)
    for claim in claims.only_b:
        reading = f"{claim.type}: {claim.statement}"
        tally.differ(f"claims[-/{claim.id}]", None, reading, _words(claim))
        tally.count("claims.evidence_characters", 0, 0, len(code_points(claim)))


def _amount(quantity: QuantityFields) -> str:
    return f"{quantity.text} ({quantity.role}, {quantity.form})"


def _compare_quantities(tally: Tally, quantities: Pairing[QuantityFields]) -> None:
    paired = len(quantities.pairs)
    counts = (paired + len(quantities.only_a), paired + len(quantities.only_b))
    normalised = whole = 0
    for a, b in quantities.pairs:
        place = f"quantities[{a.quantity_id}/{b.quantity_id}]"
        same = True
        for name in NORMALISED_FIELDS:
            of_a, of_b = getattr(a, name), getattr(b, name)
            if name in QUANTITY_LABELS:
                part = f"quantities.{name}"
                same &= tally.compare_labels(part, f"{place}.{name}", of_a, of_b, a.text)
            else:
                same &= tally.compare_values(f"{place}.{name}", of_a, of_b, a.text)
        normalised += same
        for name in WORDED_FIELDS:
            of_a, of_b = getattr(a, name), getattr(b, name)
            same &= tally.compare_values(f"{place}.{name}", of_a, of_b, a.text)
        whole += same
    tally.count("quantities.text", paired, *counts)
    tally.count("quantities.normalised", normalised, *counts)
    tally.count("quantities.all", whole, *counts)
    for quantity in quantities.only_a:
        place = f"quantities[{quantity.quantity_id}/-]"
        tally.differ(place, _amount(quantity), None, quantity.text)
    for quantity in quantities.only_b:
        place = f"quantities[-/{quantity.quantity_id}]"
        tally.differ(place, None, _amount(quantity), quantity.text)


def _compare_listed(tally: Tally, a: ContentRow, b: ContentRow) -> None:
    paired, _ = tally.compare_lists(
        "contributions", a.contributions, b.contributions, key=label, words=_no_words
    )
    tally.count("contributions", paired, len(a.contributions), len(b.contributions))
    paired, _ = tally.compare_lists(
        "tasks",
        a.tasks,
        b.tasks,
        key=lambda task: task.name.casefold(),
        words=_words,
        listed=("evidence",),
    )
    tally.count("tasks", paired, len(a.tasks), len(b.tasks))
    overlapping = len(pair_tasks(a.tasks, b.tasks).pairs)
    tally.count("tasks.overlapping", overlapping, len(a.tasks), len(b.tasks))
    paired, alike = tally.compare_lists(
        "methods",
        a.methods,
        b.methods,
        key=lambda method: method.name,
        words=_words,
        counted=("role",),
        listed=("named", "expansion", "evidence"),
    )
    tally.count("methods", paired, len(a.methods), len(b.methods))
    tally.count("methods.role", alike, len(a.methods), len(b.methods))
    paired, alike = tally.compare_lists(
        "resources",
        a.resources,
        b.resources,
        key=lambda resource: resource.name,
        words=_words,
        counted=("kind", "role"),
        listed=("expansion", "evidence"),
    )
    tally.count("resources", paired, len(a.resources), len(b.resources))
    tally.count("resources.kind_role", alike, len(a.resources), len(b.resources))
    links_a, links_b = (
        [link for link in row.links if link.origin is Origin.ABSTRACT] for row in (a, b)
    )
    _, alike = tally.compare_lists(
        "links",
        links_a,
        links_b,
        key=lambda link: link.url,
        words=_words,
        counted=("kind",),
        listed=("evidence",),
    )
    tally.count("links", alike, len(links_a), len(links_b))


def compare_readings(record_id: str, a: ContentRow, b: ContentRow) -> Tally:
    """Compare two readings of one abstract, part by part.

    Statements are worded freely and are not compared.
    """
    tally = Tally(record_id)
    _compare_listed(tally, a, b)
    claims = pair_claims(a.claims, b.claims)
    _compare_claims(tally, claims)
    _compare_quantities(tally, pair_quantities(claims))
    for name in ArtifactAvailability.model_fields:
        of_a, of_b = getattr(a.availability, name), getattr(b.availability, name)
        tally.compare_labels("availability", f"availability.{name}", of_a, of_b, None)
    return tally
