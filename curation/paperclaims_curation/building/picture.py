"""A picture of the data: claims by type, amounts by form and unit, as bars in an SVG."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files

import jinja2

from paperclaims_schema.base import Vocabulary
from paperclaims_schema.tables import RecordRow
from paperclaims_schema.vocabularies import ClaimType, Form, Status

PICTURE_NAME = "overview.svg"

_BARS = 8
"""A panel has no more bars; the rest is one bar."""
_LABEL_LENGTH = 17
"""Characters that fit before a bar."""


def _line(text: str) -> str:
    """The text in one line, without characters that XML cannot hold."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar."""

    name: str
    count: int

    @property
    def label(self) -> str:
        """The name as it fits before the bar."""
        is_short = len(self.name) <= _LABEL_LENGTH
        return self.name if is_short else f"{self.name[: _LABEL_LENGTH - 1]}…"


@dataclass(frozen=True, slots=True)
class Panel:
    """One bar chart."""

    title: str
    bars: tuple[Bar, ...]

    @property
    def longest(self) -> int:
        """The largest count."""
        return max(bar.count for bar in self.bars)

    @property
    def words(self) -> str:
        """All that the panel shows, for those who do not see it."""
        bars = ", ".join(f"{bar.name} {bar.count}" for bar in self.bars)
        return f"{self.title}: {bars}."


def _panel(title: str, names: Iterable[str], order: Sequence[str] = ()) -> Panel | None:
    """Bars by count; the same counts in the given order, else by name."""
    ranks = {name: rank for rank, name in enumerate(order)}
    counts = sorted(
        Counter(names).items(), key=lambda item: (-item[1], ranks.get(item[0], 0), item[0])
    )
    if not counts:
        return None
    bars = [Bar(_line(name), count) for name, count in counts]
    if len(bars) > _BARS:
        rest = bars[_BARS - 1 :]
        others = Bar(f"{len(rest)} others", sum(bar.count for bar in rest))
        bars = [*bars[: _BARS - 1], others]
    return Panel(title, tuple(bars))


def _words(vocabulary: type[Vocabulary]) -> list[str]:
    return [word.value for word in vocabulary]


def panels(records: Iterable[RecordRow]) -> list[Panel]:
    """The charts that there is something to show in."""
    claims = [
        claim
        for record in records
        if record.annotation.status is not Status.DRAFT
        for claim in record.claims
    ]
    amounts = [quantity for claim in claims for quantity in claim.quantities]
    found = [
        _panel("Claims by type", (claim.type.value for claim in claims), _words(ClaimType)),
        _panel("Amounts by form", (one.form.value for one in amounts), _words(Form)),
        _panel("Amounts by unit", (one.unit or "no unit" for one in amounts)),
    ]
    return [panel for panel in found if panel]


def render_picture(shown: Sequence[Panel], title: str) -> str:
    """The text of the SVG; the same panels give the same bytes."""
    environment = jinja2.Environment(
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    template = files(__package__).joinpath("templates", "overview.svg.jinja")
    return environment.from_string(template.read_text(encoding="utf-8")).render(
        panels=shown, title=_line(title), rows=max(len(panel.bars) for panel in shown)
    )
