"""Values of the published tables that follow from what is annotated."""

from __future__ import annotations

import math
from collections.abc import Iterable

from paperclaims_schema.tables import ClaimFields, LinkFields, QuantityFields
from paperclaims_schema.vocabularies import (
    Change,
    Direction,
    Form,
    LinkKind,
    Origin,
    QuantityRole,
    Relation,
)


def factor(quantity: QuantityFields) -> float | None:
    r"""New over old, on one scale for ratios, relative percentages and from-to pairs.

    `$2\times$ faster` is 2, `40x fewer` 1/40, `47% more` 1.47, `from 70% to 88%` 88/70. None
    where the words leave it open, where the factor is out of the range of numbers, and for an
    amount that is not a result.
    """
    found = _factor(quantity)
    return found if found is not None and math.isfinite(found) else None


def _factor(quantity: QuantityFields) -> float | None:
    value = quantity.value
    if quantity.role is not QuantityRole.RESULT or value is None:
        return None
    if quantity.form is Form.FROM_TO:
        return value / quantity.value_from if quantity.value_from else None
    if quantity.direction is None:
        return None
    grows = quantity.direction is Direction.INCREASE
    if quantity.form is Form.RATIO:
        if grows:
            return value
        return 1 / value if value else None
    if (
        quantity.form is Form.DELTA
        and quantity.change is Change.RELATIVE
        and quantity.unit == "percent"
    ):
        # The direction decides: a written sign must not count twice.
        share = abs(value) / 100
        return 1 + share if grows else 1 - share
    return None


def _grows(quantity: QuantityFields) -> bool | None:
    if quantity.direction is not None:
        return quantity.direction is Direction.INCREASE
    old, new = quantity.value_from, quantity.value
    if quantity.form is not Form.FROM_TO or old is None or new is None or old == new:
        return None
    return new > old


def favourable(claim: ClaimFields, quantity: QuantityFields) -> bool | None:
    """Whether a result speaks for the claim's subject.

    The words decide where they judge (`better`, `worse`), else the direction of the amount
    together with whether more of the metric is better. None where that leaves it open, and for
    an amount that is not a result.
    """
    if quantity.role is not QuantityRole.RESULT:
        return None
    if claim.relation in (Relation.BETTER, Relation.WORSE):
        return claim.relation is Relation.BETTER
    grows = _grows(quantity)
    if grows is None or claim.higher_is_better is None:
        return None
    return grows == claim.higher_is_better


def has_code(links: Iterable[LinkFields], origin: Origin | None = None) -> bool:
    """Whether a link leads to code; with `origin`, whether one known from there does."""
    return any(
        link.kind is LinkKind.CODE and (origin is None or link.origin is origin) for link in links
    )
