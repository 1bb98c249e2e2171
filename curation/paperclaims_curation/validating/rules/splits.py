"""The rule about splits: what was published stays where it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from paperclaims_curation.collection import SPLITS_NAME
from paperclaims_curation.validating.rule import (
    CollectionFinding,
    CollectionRule,
    Example,
    RecordContext,
)


@lru_cache(maxsize=4)
def _read_splits(path: Path, _changed_at: int) -> dict[str, str]:
    """The split of each record that a release gives; none if the file is damaged."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError):
        # That the release is damaged is for `build --check` to say.
        return {}
    return dict(line.split(",") for line in lines if line.count(",") == 1)


def _published_splits(release: Path) -> dict[str, str]:
    path = release / SPLITS_NAME
    return _read_splits(path, path.stat().st_mtime_ns) if path.is_file() else {}


def _check_splits(contexts: list[RecordContext]) -> Iterator[CollectionFinding]:
    if not contexts:
        return
    published = _published_splits(contexts[0].collection.release_folder.resolve())
    for context in contexts:
        given = context.record.split
        split = published.get(context.record.record_id, given)
        if split != given:
            message = f"the record was published in the split {split}, not in {given}"
            hint = f"restore split: {split}; it was published and never changes"
            yield CollectionFinding(context.file, ("split",), message, hint)


RULES = (
    CollectionRule(
        "split-frozen",
        "A published record stays in its split",
        "The split of a record is set at import and never changes: somebody may have trained on "
        "it. Records that the collection's release holds must have the split they have there.",
        _check_splits,
        example=Example(
            "split: train",
            "split: test",
            file=None,
            note="The release has the record in the split train.",
        ),
    ),
)
