"""Write into published rows how far the passes agree on each item."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, TypeVar

from paperclaims_curation.agreement.comparison import (
    CLAIM_LABELS,
    NORMALISED_FIELDS,
    WORDED_FIELDS,
)
from paperclaims_curation.matching import pair_claims, pair_equal, pair_quantities
from paperclaims_schema.tables import (
    BaselineRow,
    ClaimPart,
    ConditionRow,
    ContentRow,
    MethodRow,
    QuantityFields,
    ResourceRow,
    TaskRow,
)

ContentT = TypeVar("ContentT", bound=ContentRow)
ListedT = TypeVar("ListedT", TaskRow, MethodRow, ResourceRow)

_LISTED = {
    "tasks": ("evidence",),
    "methods": ("role", "named", "expansion", "evidence"),
    "resources": ("kind", "role", "expansion", "evidence"),
}


def _name(item: TaskRow | MethodRow | ResourceRow) -> Hashable:
    return item.name.casefold() if isinstance(item, TaskRow) else item.name


def _share(values_a: Sequence[object], values_b: Sequence[object]) -> float:
    pairs = list(zip(values_a, values_b, strict=True))
    return sum(a == b for a, b in pairs) / len(pairs)


def _words(items: Sequence[BaselineRow | ConditionRow]) -> set[tuple[str, str]]:
    return {(item.text, item.kind) for item in items}


def _claim_values(claim: ClaimPart) -> list[object]:
    return [
        *(getattr(claim, name) for name in CLAIM_LABELS),
        {(span.start, span.end) for span in claim.evidence},
        _words(claim.baselines),
        _words(claim.conditions),
        set(claim.datasets),
    ]


def _quantity_values(quantity: QuantityFields) -> list[object]:
    return [getattr(quantity, name) for name in (*NORMALISED_FIELDS, *WORDED_FIELDS)]


def _agreement(found: Sequence[Sequence[object] | None]) -> float:
    first, second = found
    return 0.0 if first is None or second is None else _share(first, second)


def _listed(
    items: Sequence[ListedT], readings: Sequence[Sequence[ListedT]], fields: Sequence[str]
) -> tuple[ListedT, ...]:
    partners = [
        {id(item): other for item, other in pair_equal(items, reading, _name).pairs}
        for reading in readings
    ]

    def values(item: ListedT, position: int) -> list[object] | None:
        other = partners[position].get(id(item))
        return None if other is None else [getattr(other, name) for name in fields]

    return tuple(
        item.model_copy(update={"agreement": _agreement([values(item, 0), values(item, 1)])})
        for item in items
    )


def _claims(row: ContentRow, readings: Sequence[ContentRow]) -> tuple[ClaimPart, ...]:
    pairings = [pair_claims(row.claims, reading.claims) for reading in readings]
    claims = [{id(a): b for a, b in pairing.pairs} for pairing in pairings]
    quantities = [{id(a): b for a, b in pair_quantities(pairing).pairs} for pairing in pairings]

    def rated(item: Any, partners: Sequence[dict[int, Any]], values: Any, **update: Any) -> Any:
        found = [partner.get(id(item)) for partner in partners]
        agreement = _agreement([None if other is None else values(other) for other in found])
        return item.model_copy(update={"agreement": agreement, **update})

    return tuple(
        rated(
            claim,
            claims,
            _claim_values,
            quantities=tuple(
                rated(quantity, quantities, _quantity_values) for quantity in claim.quantities
            ),
        )
        for claim in row.claims
    )


def with_agreement(row: ContentT, readings: Sequence[ContentRow]) -> ContentT:
    """The row with `agreement` in its tasks, methods, resources, claims and quantities.

    It is the share of the compared fields on which the two readings say the same of the item: 1
    where they say the same in all, 0 where one of them does not have it. Without two readings it
    stays null.
    """
    if len(readings) != 2:
        return row
    update: dict[str, Any] = {
        name: _listed(getattr(row, name), [getattr(reading, name) for reading in readings], fields)
        for name, fields in _LISTED.items()
    }
    update["claims"] = _claims(row, readings)
    return row.model_copy(update=update)
