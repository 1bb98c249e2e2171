"""A release without the words of the abstracts, and the way back to the full one.

Who may not pass the abstracts on can still publish what was found in them: offsets, hashes,
normalised values and the annotators' own statements. Whoever has the abstracts puts the words back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from paperclaims_curation.building.tables import Tables, build_tables
from paperclaims_curation.problem import BadInputError
from paperclaims_schema.arrow import table_schema
from paperclaims_schema.tables import AnnotationRow, RecordRow

_WORDS = frozenset(("abstract", "received", "metric", "text"))
"""Columns that hold words of the abstract."""
_WORD_LISTS = frozenset(("baselines", "conditions", "evidence"))
"""Columns that hold lists of such words, where they are no spans."""


def _without_words(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        # A text without offsets (of an exception) could not be put back.
        kept = () if "start" in value or "abstract" in value else ("text",)
        return {
            key: item if key in kept else _without_words(item, key) for key, item in value.items()
        }
    if isinstance(value, list):
        if name in _WORD_LISTS and value and isinstance(value[0], str):
            return []
        return [_without_words(item) for item in value]
    return None if name in _WORDS else value


def remove_words(tables: Tables) -> Tables:
    """The tables without the words of the abstracts, with the same columns."""
    return {
        config: {
            split: pa.Table.from_pylist(
                [_without_words(row) for row in table.to_pylist()], table_schema(config)
            )
            for split, table in splits.items()
        }
        for config, splits in tables.items()
    }


_FULL_HASH = "full_content_sha256"
_NOTE = """
> **Without the words of the abstracts.** The columns that hold them are null, and lists of them
> empty. Offsets, hashes, values, names, statements and the annotators' decisions are as in the full
> release. Statements and names are written closely after the abstracts, so single phrases of them
> remain. Who has the abstracts puts the words back with `paperclaims hydrate`, which checks every
> text by its hash, and the whole by `{hash}`. The queries below need the full release.
"""


def mark_card(card: bytes, full_digest: str) -> bytes:
    """The card of a release without words, which says so and how to know the full one."""
    head, mark, body = card.decode("utf-8").partition("\n---\n")
    title, line_end, rest = body.lstrip("\n").partition("\n")
    head += f"\n  {_FULL_HASH}: {full_digest}"
    note = _NOTE.format(hash=full_digest)
    return f"{head}{mark}\n{title}{line_end}{note}{rest}".encode()


def read_full_hash(card: str) -> str | None:
    """The content hash of the full release, as the card of one without words gives it."""
    found = re.search(rf"(?m)^  {_FULL_HASH}: ([0-9a-f]{{64}})$", card)
    return found[1] if found else None


def _with_words(value: Any, abstract: str) -> Any:
    if isinstance(value, list):
        return [_with_words(item, abstract) for item in value]
    if not isinstance(value, dict):
        return value
    filled = {key: _with_words(item, abstract) for key, item in value.items()}
    if "start" in filled and "text" in filled:
        filled["text"] = abstract[filled["start"] : filled["end"]]
    if filled.get("metric_start") is not None:
        filled["metric"] = abstract[filled["metric_start"] : filled["metric_end"]]
    return filled


def restore_words(
    tables: Tables, abstracts: Mapping[str, str], received: Mapping[str, str]
) -> Tables:
    """The full tables of a release without words.

    `abstracts` and `received` (texts before they were cleaned) are given by the SHA-256 of the
    abstract in UTF-8, so that no other text can get in.

    Raises:
        BadInputError: an abstract is missing, or the tables are not those of such a release.
    """
    rows = [row for table in tables.get("records", {}).values() for row in table.to_pylist()]
    missing = [row["record_id"] for row in rows if row["abstract_sha256"] not in abstracts]
    if missing:
        shown = ", ".join(missing[:5]) + (" …" if len(missing) > 5 else "")
        raise BadInputError(
            f"{len(missing)} of {len(rows)} abstracts are not in the documents given: {shown};"
            " add the documents that hold them"
        )
    records, texts = [], {}
    for row in rows:
        abstract = abstracts[row["abstract_sha256"]]
        texts[row["record_id"]] = abstract
        full = {**_with_words(row, abstract), "abstract": abstract}
        if {*(full["source"].get("cleaning") or ())} - {"line_ends"}:
            full["source"]["received"] = received.get(row["abstract_sha256"])
        records.append(_record_row(full))
    passes = [
        _pass_row(_with_words(row, texts[row["record_id"]]))
        for table in tables.get("annotations", {}).values()
        for row in table.to_pylist()
    ]
    return build_tables(records, passes)


def _record_row(row: dict[str, Any]) -> RecordRow:
    try:
        return RecordRow.model_validate(row)
    except ValueError as error:
        raise BadInputError(f"{row['record_id']}: cannot be put together: {error}") from error


def _pass_row(row: dict[str, Any]) -> AnnotationRow:
    fields = AnnotationRow.model_fields
    try:
        return AnnotationRow.model_validate({k: v for k, v in row.items() if k in fields})
    except ValueError as error:
        raise BadInputError(f"{row['record_id']}: cannot be put together: {error}") from error


def is_text_free(tables: Tables) -> bool:
    """Whether a release has no words of the abstracts."""
    records = tables.get("records", {})
    return bool(records) and all(
        table.column("abstract").null_count == table.num_rows for table in records.values()
    )
