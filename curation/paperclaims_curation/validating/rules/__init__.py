"""The rules, one small family a file. A new rule is listed here and nowhere else."""

from paperclaims_curation.validating.rule import CollectionRule, RecordRule
from paperclaims_curation.validating.rules import (
    amounts,
    availability,
    coverage,
    duplicates,
    identifiers,
    ids,
    names,
    references,
    source,
    spans,
    spelling,
    splits,
    status,
    style,
    values,
    versions,
)

RECORD_RULES: tuple[RecordRule, ...] = (
    *ids.RULES,
    *source.RULES,
    *spans.RULES,
    *references.RULES,
    *values.RULES,
    *amounts.RULES,
    *coverage.RULES,
    *availability.RULES,
    *status.RULES,
    *spelling.RULES,
    *style.RULES,
)
COLLECTION_RULES: tuple[CollectionRule, ...] = (
    *duplicates.RULES,
    *identifiers.RULES,
    *versions.RULES,
    *names.RULES,
    *source.COLLECTION_RULES,
    *splits.RULES,
)
