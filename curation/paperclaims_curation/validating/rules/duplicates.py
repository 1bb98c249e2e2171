"""Rules that compare records with each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from paperclaims_curation.duplicates import normalise_abstract
from paperclaims_curation.validating.rule import CollectionFinding, CollectionRule, RecordContext


def _pairs(
    contexts: list[RecordContext], key: Callable[[RecordContext], str]
) -> Iterator[tuple[RecordContext, RecordContext]]:
    first: dict[str, RecordContext] = {}
    for context in contexts:
        earlier = first.setdefault(key(context), context)
        if earlier is not context:
            yield earlier, context


def _check_ids(contexts: list[RecordContext]) -> Iterator[CollectionFinding]:
    for earlier, later in _pairs(contexts, lambda context: context.record.record_id):
        message = f"record_id {later.record.record_id} is also that of {earlier.file.path}"
        hint = "give one of them an id of its own"
        yield CollectionFinding(later.file, ("record_id",), message, hint)


def _check_abstracts(contexts: list[RecordContext]) -> Iterator[CollectionFinding]:
    for earlier, later in _pairs(
        contexts, lambda context: normalise_abstract(context.record.abstract)
    ):
        across = earlier.record.split is not later.record.split
        where = f", there in the split {earlier.record.split}" if across else ""
        message = f"the abstract is also that of {earlier.file.path}{where}"
        yield CollectionFinding(later.file, ("abstract",), message, "keep one of the two records")


RULES = (
    CollectionRule(
        "duplicate-id",
        "Record ids are unique",
        "An id names one record, in every table and link.",
        _check_ids,
    ),
    CollectionRule(
        "duplicate-abstract",
        "Abstracts are unique",
        "The same abstract twice, compared without case and spacing, would count double, and "
        "in two splits it would leak from training into evaluation.",
        _check_abstracts,
    ),
)
