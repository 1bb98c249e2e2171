"""Rules about what a claim refers to: its subject and its datasets."""

from __future__ import annotations

from collections.abc import Iterator

from paperclaims_curation.recordfile.quotes import Region
from paperclaims_curation.recordfile.words import whole_words
from paperclaims_curation.recordfile.writing import quoted
from paperclaims_curation.validating.rule import Example, Finding, RecordContext, RecordRule


def _did_you_mean(word: str, names: list[str]) -> str | None:
    by_folded = {name.casefold(): name for name in names}
    from difflib import get_close_matches

    close = get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.5)
    return f"did you mean {quoted(by_folded[close[0]])}?" if close else None


def _is_phrase(words: str, abstract: str) -> bool:
    """Whether the words stand in the abstract, and somewhere not as parts of words."""
    spans = [(start, start + len(words)) for start in Region.whole(abstract).occurrences(words)]
    return any(whole_words(abstract, *span) == span for span in spans)


def _check_subject(context: RecordContext) -> Iterator[Finding]:
    record = context.record
    names = [item.name for item in record.methods] + [item.name for item in record.resources]
    for index, claim in enumerate(record.claims):
        if claim.subject not in names and not _is_phrase(claim.subject, record.abstract):
            message = (
                f"subject {quoted(claim.subject)} is neither a listed method or resource "
                "nor a phrase of the abstract"
            )
            hint = _did_you_mean(claim.subject, names) or "copy a phrase of the abstract"
            yield Finding(("claims", index, "subject"), message, hint)


def _check_datasets(context: RecordContext) -> Iterator[Finding]:
    names = [item.name for item in context.record.resources]
    for index, claim in enumerate(context.record.claims):
        for position, name in enumerate(claim.datasets):
            if name not in names:
                message = f"dataset {quoted(name)} is not a listed resource"
                hint = _did_you_mean(name, names)
                hint = hint or "list it under resources, or make it a condition of kind data"
                yield Finding(("claims", index, "datasets", position), message, hint)


RULES = (
    RecordRule(
        "reference-subject",
        "A claim's subject is listed, or a phrase of the abstract",
        "`subject` is exactly the `name` of a listed method or resource; anything else is a "
        "phrase copied from the abstract.",
        _check_subject,
        example=Example(
            "  subject: Sift\n  relation: better",
            "  subject: SIFT\n  relation: better",
            note="The method is listed as `Sift`.",
        ),
    ),
    RecordRule(
        "reference-dataset",
        "A claim's datasets are listed resources",
        "`datasets` holds names of listed resources only; data without a name is a condition of "
        "kind `data`.",
        _check_datasets,
        example=Example(
            "  datasets:\n  - BeachBench",
            "  datasets:\n  - Beach Bench",
            note="The resource is listed as `BeachBench`.",
        ),
    ),
)
