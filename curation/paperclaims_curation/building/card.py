"""The dataset card: `README.md` of a release, whose head is the loader on the Hub."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import jinja2
import yaml

from paperclaims_curation.agreement.report import Agreement
from paperclaims_curation.building.cardtables import (
    anchor,
    cell,
    field_rows,
    figure_rows,
    license_rows,
    row_counts,
    version_rows,
    vocabularies,
)
from paperclaims_curation.building.columns import Column, table_columns
from paperclaims_curation.building.datasheet import annotator_counts, describe
from paperclaims_curation.building.parquet import DataFile
from paperclaims_curation.building.picture import PICTURE_NAME, panels
from paperclaims_curation.building.questions import answer_cell, answers
from paperclaims_curation.collection import CollectionConfig
from paperclaims_schema.record import SCHEMA_VERSION
from paperclaims_schema.tables import SPLITS, TABLES, AnnotationRow, RecordRow
from paperclaims_schema.vocabularies import Status

CARD_NAME = "README.md"
MARKER = "paperclaims"
"""The key of the card's head by which a folder is known as a release."""

_SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
)


def feature_list(columns: Sequence[Column]) -> list[dict[str, Any]]:
    """The columns as `dataset_info.features`, in the form that datasets 3.6 and 5 both read.

    Lists are `list:`; the newer `List` type and the older `sequence:` are read differently by
    one of them.
    """
    features = []
    for column in columns:
        inner: Any = feature_list(column.fields) if column.fields else column.dtype
        if column.is_list:
            features.append({"name": column.name, "list": inner})
        else:
            features.append({"name": column.name, "struct" if column.fields else "dtype": inner})
    return features


def _by_config(data_files: Sequence[DataFile]) -> dict[str, list[DataFile]]:
    grouped: dict[str, list[DataFile]] = {}
    for file in data_files:
        grouped.setdefault(file.config, []).append(file)
    return grouped


def _size_category(count: int) -> str:
    return next((name for limit, name in _SIZES if count < limit), "n>10M")


def _licenses(records: Sequence[RecordRow], config: CollectionConfig) -> str | list[str]:
    own = config.license.lower()
    if all(record.source.license == config.license for record in records):
        return own
    return [own, "other"]


def card_head(
    records: Sequence[RecordRow],
    config: CollectionConfig,
    data_files: Sequence[DataFile],
    content_sha256: str,
) -> dict[str, Any]:
    """The card's YAML head."""
    grouped = _by_config(data_files)
    return {
        "pretty_name": config.title,
        "language": ["en"],
        "license": _licenses(records, config),
        "size_categories": [_size_category(len(records))],
        "task_categories": ["token-classification", "text-classification"],
        "tags": ["information-extraction", "scientific-claims", "scientific-abstracts"],
        "configs": [
            {
                "config_name": name,
                **({"default": True} if name == next(iter(TABLES)) else {}),
                "data_files": [{"split": file.split, "path": file.path} for file in group],
            }
            for name, group in grouped.items()
        ],
        "dataset_info": [
            {
                "config_name": name,
                "features": feature_list(table_columns(name)),
                "splits": [
                    {
                        "name": file.split,
                        "num_bytes": file.arrow_bytes,
                        "num_examples": file.row_count,
                    }
                    for file in group
                ],
                "download_size": sum(file.file_bytes for file in group),
                "dataset_size": sum(file.arrow_bytes for file in group),
            }
            for name, group in grouped.items()
        ],
        MARKER: {
            "data_version": config.version,
            "schema_version": SCHEMA_VERSION,
            "content_sha256": content_sha256,
        },
    }


def _environment() -> jinja2.Environment:
    # Markdown, not HTML: escaping would damage it. Cells are made safe by the filters.
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader(__package__),
        autoescape=jinja2.select_autoescape(default_for_string=False),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"cell": cell, "answer_cell": answer_cell, "anchor": anchor}
    return environment


def render_card(
    records: Sequence[RecordRow],
    passes: Sequence[AnnotationRow],
    config: CollectionConfig,
    data_files: Sequence[DataFile],
    content_sha256: str,
    *,
    agreement: Agreement | None = None,
    with_answers: bool = True,
) -> str:
    """The text of the dataset card.

    The answers quote the abstracts; without them, only the questions are shown.
    """
    head = card_head(records, config, data_files, content_sha256)
    grouped = _by_config(data_files)
    statuses = Counter(record.annotation.status for record in records)
    template = _environment().get_template("card.md.jinja")
    text = template.render(
        head=yaml.safe_dump(head, sort_keys=False, allow_unicode=True, width=1000),
        config=config,
        sheet=describe(records, passes, config, content_sha256, agreement=agreement),
        picture=PICTURE_NAME,
        panels=panels(records),
        with_answers=with_answers,
        answers=answers(records, list(grouped), config.hub_repository),
        record_count=len(records),
        statuses={status.value: statuses[status] for status in Status},
        annotators=annotator_counts(records),
        pass_kinds=Counter(one.kind.value for one in passes),
        agreement=agreement,
        figures=figure_rows(agreement),
        decision_count=sum(len(record.annotation.decisions) for record in records),
        licenses=license_rows(records),
        versions=version_rows(config, content_sha256),
        row_counts=row_counts(grouped),
        splits=SPLITS,
        first_splits={name: group[0].split for name, group in grouped.items()},
        hub=config.hub_repository,
        row_meanings={name: " ".join((TABLES[name].__doc__ or "").split()) for name in grouped},
        field_rows=field_rows(list(grouped)),
        vocabularies=vocabularies(list(grouped)),
    )
    return text.rstrip() + "\n"
