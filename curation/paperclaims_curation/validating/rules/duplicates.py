"""Rules that compare records with each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from paperclaims_curation.duplicates import find_twins, normalise_abstract
from paperclaims_curation.problem import Severity
from paperclaims_curation.validating.rule import (
    CollectionFinding,
    CollectionRule,
    Example,
    RecordContext,
)
from paperclaims_curation.validating.rules.versions import find_papers
from paperclaims_schema.vocabularies import Status


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
        yield CollectionFinding(later.file, ("abstract",), message, _what_to_delete(earlier, later))


def _what_to_delete(*both: RecordContext) -> str:
    """Of two records for one paper, the less finished one goes, else the later one."""
    ranks = {Status.DRAFT: 2, Status.ANNOTATED: 1, Status.ADJUDICATED: 0}
    worse = max(
        both,
        key=lambda item: (
            ranks[item.record.annotation.status],
            item.record.source.document,
            item.record.source.position,
            str(item.file.path),
        ),
    )
    document = worse.record.source.document
    return f"delete {worse.file.path}; its paragraph stays in {document}"


def _fit_as_versions(one: RecordContext, other: RecordContext, papers: dict[str, str]) -> bool:
    """Whether the records are versions of one paper, in one split as they should be."""
    ids = one.record.record_id, other.record.record_id
    are_versions = ids[0] != ids[1] and papers[ids[0]] == papers[ids[1]]
    return are_versions and one.record.split is other.record.split


def _check_twins(contexts: list[RecordContext]) -> Iterator[CollectionFinding]:
    papers = find_papers(contexts)
    texts: dict[str, RecordContext] = {}
    for context in contexts:
        texts.setdefault(normalise_abstract(context.record.abstract), context)
    # The keys are in the order of the records.
    numbered = {f"{number:09}": text for number, text in enumerate(texts)}
    distinct = dict(zip(numbered, texts.values(), strict=True))
    for number, twins in find_twins(numbered, {}).items():
        later = distinct[number]
        earlier_twins = [
            (distinct[twin.record_id], twin.ratio)
            for twin in twins
            if twin.record_id < number
            and not _fit_as_versions(distinct[twin.record_id], later, papers)
        ]
        if not earlier_twins:
            continue
        split = later.record.split
        # Each record is reported once: with its nearest twin in another split, else the nearest.
        others = [item for item in earlier_twins if item[0].record.split is not split]
        earlier, ratio = (others or earlier_twins)[0]
        wanted = earlier.record.split
        message = f"the abstract is nearly that of {earlier.file.path} ({ratio:.0f}%)"
        hint = f"if they are one paper, {_what_to_delete(earlier, later)}, or list the first "
        hint += "under `versions` of the other"
        severity = None
        if split is not wanted:
            message += f", which is in the split {wanted}"
            hint += f"; if they are two, write `split: {wanted}` here"
            severity = Severity.ERROR
        yield CollectionFinding(later.file, ("abstract",), message, hint, severity)


RULES = (
    CollectionRule(
        "duplicate-id",
        "Record ids are unique",
        "An id names one record, in every table and link.",
        _check_ids,
        example=Example(
            "record_id: case-pebbles\nschema_version: '1.0'\ntitle: 'Sift: Sorting Pebbles'",
            "record_id: case-pebbles\nschema_version: '1.0'\ntitle: 'Sift: Sorting Stones'",
            copy_to="records/case-stones.yaml",
        ),
    ),
    CollectionRule(
        "duplicate-abstract",
        "Abstracts are unique",
        "The same abstract twice, compared without case and spacing, would count double, and "
        "in two splits it would leak from training into evaluation.",
        _check_abstracts,
        example=Example(
            "record_id: case-pebbles",
            "record_id: case-stones",
            copy_to="records/case-stones.yaml",
            note="The copy has the same abstract.",
        ),
    ),
    CollectionRule(
        "duplicate-near",
        "No two abstracts are nearly the same",
        "A preprint and its final version, or a text that was imported twice with a correction: "
        "one of them goes, or the later one lists the first under `versions` and has its split, "
        "since across splits they would leak from training into evaluation. In two splits it is an "
        "error.",
        _check_twins,
        Severity.WARNING,
        example=Example(
            "  Sorting pebbles is slow.",
            "  Sorting pebbles is very slow.",
            copy_to="records/case-stones.yaml",
            note="These are the first words of the abstract.",
        ),
    ),
)
