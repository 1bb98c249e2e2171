"""The dataset card: `README.md` of a release, whose head is the loader on the Hub."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any

import jinja2
import yaml

from paperclaims_curation.agreement.report import Agreement, Figure, Statistic
from paperclaims_curation.building.columns import Column, iter_paths, table_columns
from paperclaims_curation.building.parquet import DataFile
from paperclaims_curation.collection import CollectionConfig
from paperclaims_schema.base import Vocabulary
from paperclaims_schema.record import SCHEMA_VERSION
from paperclaims_schema.tables import SPLITS, TABLES, AnnotationRow, RecordRow
from paperclaims_schema.vocabularies import AnnotatorKind, Status

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


FieldRow = tuple[str, str, str, type[Vocabulary] | None]


def _type_name(column: Column) -> str:
    return f"list of {column.dtype}" if column.is_list else column.dtype


def _cell(text: str) -> str:
    # A bar would end the cell, a line break the table.
    return " ".join(text.split()).replace("|", "\\|")


def _field_rows(configs: Sequence[str]) -> dict[str, list[FieldRow]]:
    """By config: path, type, meaning and vocabulary of each field.

    Nested fields that were listed before are only referred to.
    """
    shown: dict[tuple[Column, ...], str] = {}

    def rows(config: str, columns: Sequence[Column], prefix: str) -> Iterator[FieldRow]:
        for column in columns:
            path = prefix + column.name + ("[]" if column.is_list else "")
            meaning = column.meaning
            if column.fields in shown:
                meaning += f" Fields as in {shown[column.fields]}."
            yield path, _type_name(column), meaning, column.vocabulary
            if column.fields and column.fields not in shown:
                shown[column.fields] = f"`{path}` of `{config}`"
                yield from rows(config, column.fields, f"{path}.")

    return {config: list(rows(config, table_columns(config), "")) for config in configs}


def _vocabularies(configs: Sequence[str]) -> list[type[Vocabulary]]:
    found = {
        column.vocabulary: None
        for config in configs
        for _, column in iter_paths(table_columns(config))
        if column.vocabulary is not None
    }
    return sorted(found, key=lambda vocabulary: vocabulary.__name__)


def _annotator_counts(records: Sequence[RecordRow]) -> Counter[str]:
    """Annotated records by who took part: `person`, only a `model`, or `unknown`."""
    counts: Counter[str] = Counter()
    for record in records:
        if record.annotation.status is Status.DRAFT:
            continue
        kinds = {annotator.kind for annotator in record.annotation.annotators}
        if AnnotatorKind.PERSON in kinds:
            counts["person"] += 1
        else:
            counts["model" if kinds else "unknown"] += 1
    return counts


_FIGURES = {
    "claims": "claims (paired by overlap of their evidence)",
    "claims.evidence": "claims with exactly the same evidence",
    "claims.type": "type",
    "claims.relation": "relation",
    "claims.certainty": "certainty",
    "claims.measure": "measure",
    "claims.metric": "metric",
    "claims.baselines": "baselines",
    "claims.conditions": "conditions",
    "quantities.text": "quantities, exact text",
    "quantities.normalised": "quantities, all normalised fields",
    "quantities.all": "quantities, every field",
    "contributions": "contributions",
    "tasks": "tasks",
    "methods.role": "methods with role",
    "resources.kind_role": "resources with kind and role",
    "links": "links",
    "availability": "availability",
    "overall": "overall",
}
_STATISTICS = {Statistic.F1: "F1", Statistic.AGREEMENT: "agreement", Statistic.KAPPA: "kappa"}


def _figure_text(figure: Figure) -> str:
    if figure.value is None or figure.low is None or figure.high is None:
        return f"undefined: {figure.reason}"
    return f"{figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}]"


def _figure_rows(agreement: Agreement | None) -> list[tuple[str, str, list[str]]]:
    """What is compared, the statistic, and its value over each set of abstracts."""
    if agreement is None:
        return []
    tables = [
        {(figure.part, figure.statistic): figure for figure in subset.figures}
        for subset in agreement.subsets
    ]
    return [
        (label, _STATISTICS[statistic], [_figure_text(table[part, statistic]) for table in tables])
        for part, label in _FIGURES.items()
        for statistic in Statistic
        if (part, statistic) in tables[0]
    ]


def _row_counts(grouped: dict[str, list[DataFile]]) -> list[tuple[str, list[int]]]:
    rows = []
    for name, group in grouped.items():
        counts = {file.split: file.row_count for file in group}
        rows.append((name, [counts.get(split, 0) for split in SPLITS]))
    return rows


def render_card(
    records: Sequence[RecordRow],
    passes: Sequence[AnnotationRow],
    config: CollectionConfig,
    data_files: Sequence[DataFile],
    content_sha256: str,
    *,
    agreement: Agreement | None = None,
) -> str:
    """The text of the dataset card."""
    head = card_head(records, config, data_files, content_sha256)
    grouped = _by_config(data_files)
    # Markdown, not HTML: escaping would damage it. Cells are made safe by the filter.
    environment = jinja2.Environment(
        autoescape=jinja2.select_autoescape(default_for_string=False),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["cell"] = _cell
    template = files(__package__).joinpath("templates", "card.md.jinja")
    statuses = Counter(record.annotation.status for record in records)
    return environment.from_string(template.read_text(encoding="utf-8")).render(
        head=yaml.safe_dump(head, sort_keys=False, allow_unicode=True, width=1000),
        config=config,
        schema_version=SCHEMA_VERSION,
        content_sha256=content_sha256,
        record_count=len(records),
        statuses={status.value: statuses[status] for status in Status},
        annotators=_annotator_counts(records),
        pass_kinds=Counter(one.kind.value for one in passes),
        agreement=agreement,
        figures=_figure_rows(agreement),
        decision_count=sum(len(record.annotation.decisions) for record in records),
        pass_annotators=sorted({one.annotator for one in passes}),
        licenses=sorted(Counter(record.source.license or "unknown" for record in records).items()),
        row_counts=_row_counts(grouped),
        splits=SPLITS,
        first_splits={name: group[0].split for name, group in grouped.items()},
        hub=config.hub_repository,
        row_meanings={name: " ".join((TABLES[name].__doc__ or "").split()) for name in grouped},
        field_rows=_field_rows(list(grouped)),
        vocabularies=_vocabularies(list(grouped)),
    )
