"""Authored content to spans: every quote becomes a stretch of the abstract."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import ParamSpec

from paperclaims_curation.problem import Loc
from paperclaims_curation.recordfile.quotes import (
    QuoteError,
    Region,
    Span,
    find_amount,
    find_quote,
    find_words,
)
from paperclaims_schema.claim import Baseline, Claim, Condition, Quote
from paperclaims_schema.record import AbstractLink, Content

Given = ParamSpec("Given")


@dataclass(frozen=True, slots=True)
class QuoteFailure:
    """A quote that does not lead to one span."""

    loc: Loc
    code: str
    message: str
    hint: str | None


@dataclass(slots=True)
class Resolution:
    """The spans of one record or pass, and the quotes that have none."""

    abstract: str
    spans: dict[Loc, Span] = field(default_factory=dict)
    """The spans that were found, by the path of their words."""
    failures: list[QuoteFailure] = field(default_factory=list)

    def _try(
        self, loc: Loc, find: Callable[Given, Span], *args: Given.args, **kwargs: Given.kwargs
    ) -> Span | None:
        try:
            span = find(*args, **kwargs)
        except QuoteError as error:
            self.failures.append(QuoteFailure(loc, error.code, str(error), error.hint))
            return None
        self.spans[loc] = span
        return span

    def _evidence(self, whole: Region, quotes: Iterable[Quote], loc: Loc) -> list[Span]:
        found = []
        for index, quote in enumerate(quotes):
            span = self._try(
                (*loc, "evidence", index), find_quote, whole, quote.quote, quote.occurrence
            )
            if span is not None:
                found.append(span)
        return found

    def _words(self, items: Iterable[Baseline | Condition], evidence: Region, loc: Loc) -> None:
        for index, item in enumerate(items):
            at = (*loc, index, "text")
            self._try(at, find_words, evidence, self.abstract, item.text, item.occurrence)

    def _claim(self, whole: Region, claim: Claim, loc: Loc) -> None:
        spans = self._evidence(whole, claim.evidence, loc)
        if len(spans) < len(claim.evidence):
            # What lies inside evidence can be judged once the evidence is found.
            return
        evidence = Region.of_evidence(self.abstract, spans)
        if (metric := claim.metric) is not None:
            at = (*loc, "metric")
            self._try(at, find_words, evidence, self.abstract, metric.quote, metric.occurrence)
        for index, quantity in enumerate(claim.quantities):
            at = (*loc, "quantities", index, "text")
            self._try(at, find_amount, evidence, quantity.text, quantity.occurrence)
        self._words(claim.baselines, evidence, (*loc, "baselines"))
        self._words(claim.conditions, evidence, (*loc, "conditions"))

    def resolve(self, content: Content) -> None:
        """Find the spans of the content."""
        whole = Region.whole(self.abstract)
        for key in ("tasks", "methods", "resources"):
            for index, item in enumerate(getattr(content, key)):
                self._evidence(whole, item.evidence, (key, index))
        for index, claim in enumerate(content.claims):
            self._claim(whole, claim, ("claims", index))
        for index, link in enumerate(content.links):
            if isinstance(link, AbstractLink):
                self._evidence(whole, link.evidence, ("links", index))


def find_spans(content: Content, abstract: str) -> Resolution:
    """The spans of a record's or a pass's content in its abstract."""
    resolution = Resolution(abstract)
    resolution.resolve(content)
    return resolution
