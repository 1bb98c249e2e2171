"""How far the first two annotators of a collection agree, for the dataset card."""

from __future__ import annotations

from collections.abc import Sequence

from paperclaims_curation.agreement.figures import compare_annotators
from paperclaims_curation.agreement.quoting import find_unquoted
from paperclaims_curation.agreement.report import Agreement
from paperclaims_curation.collection import Collection
from paperclaims_curation.recordfile.reading import decode, read_bytes
from paperclaims_schema.tables import AnnotationRow, RecordRow


def unquoted_subset(collection: Collection, abstracts: dict[str, str]) -> dict[str, frozenset[str]]:
    """The abstracts that the collection's guidelines quote nowhere, by the name of the subset.

    Raises:
        PaperclaimsError: the guidelines are missing.
    """
    path = collection.guidelines_path
    if path is None:
        return {}
    text = decode(read_bytes(path), path)
    return {f"not quoted in {path.name}": find_unquoted(text, abstracts)}


def compare_passes(
    collection: Collection, records: Sequence[RecordRow], passes: Sequence[AnnotationRow]
) -> Agreement | None:
    """Compare the first two annotators; null if there are fewer.

    Raises:
        PaperclaimsError: the guidelines that the collection names are missing.
    """
    names = sorted({row.annotator for row in passes})[:2]
    if len(names) < 2:
        return None
    readings_a, readings_b = (
        {row.record_id: row for row in passes if row.annotator == name} for name in names
    )
    subsets = unquoted_subset(collection, {row.record_id: row.abstract for row in records})
    return compare_annotators((names[0], names[1]), readings_a, readings_b, subsets)
