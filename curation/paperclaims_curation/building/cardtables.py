"""The tables of the dataset card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata

from paperclaims_curation.agreement.report import Agreement, Figure, Statistic
from paperclaims_curation.building.columns import Column, iter_paths, table_columns
from paperclaims_curation.building.datasheet import UNKNOWN, license_counts
from paperclaims_curation.building.parquet import DataFile
from paperclaims_curation.collection import CollectionConfig
from paperclaims_schema.base import Vocabulary
from paperclaims_schema.record import SCHEMA_VERSION
from paperclaims_schema.tables import SPLITS, RecordRow

FieldRow = tuple[str, str, str, type[Vocabulary] | None]


def _type_name(column: Column) -> str:
    return f"list of {column.dtype}" if column.is_list else column.dtype


def cell(text: str) -> str:
    """The text as a cell: a bar would end it, a line break the table."""
    return " ".join(text.split()).replace("|", "\\|")


def field_rows(configs: Sequence[str]) -> dict[str, list[FieldRow]]:
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


def vocabularies(configs: Sequence[str]) -> list[type[Vocabulary]]:
    """The closed vocabularies of the columns, by name."""
    found = {
        column.vocabulary: None
        for config in configs
        for _, column in iter_paths(table_columns(config))
        if column.vocabulary is not None
    }
    return sorted(found, key=lambda vocabulary: vocabulary.__name__)


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


def figure_rows(agreement: Agreement | None) -> list[tuple[str, str, list[str]]]:
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


def row_counts(grouped: Mapping[str, Sequence[DataFile]]) -> list[tuple[str, list[int]]]:
    """Each config with its rows in each split."""
    rows = []
    for name, group in grouped.items():
        counts = {file.split: file.row_count for file in group}
        rows.append((name, [counts.get(split, 0) for split in SPLITS]))
    return rows


_RESTRICTIONS = {
    "NC": "no commercial use",
    "ND": "passed on unchanged only",
    "SA": "changed versions under the same licence only",
}
_NAMED_RECORDS = 5


def license_rows(records: Sequence[RecordRow]) -> list[tuple[str, int, str]]:
    """Each licence of an abstract, how many have it, and what to mind; unknown ones last."""
    rows = []
    for name, count in license_counts(records):
        notes = []
        if name == UNKNOWN:
            notes = ["`source.license` is null: nothing is assumed, and nothing granted"]
        elif restrictions := [_RESTRICTIONS[x] for x in name.split("-") if x in _RESTRICTIONS]:
            notes = [", ".join(restrictions)]
            ids = sorted(one.record_id for one in records if one.source.license == name)
            if len(ids) <= _NAMED_RECORDS:
                notes.append(", ".join(f"`{record_id}`" for record_id in ids))
        rows.append((name, count, ": ".join(notes)))
    return rows


def version_rows(config: CollectionConfig, content_sha256: str) -> list[tuple[str, str, str]]:
    """What has a version, the version, and what it is of."""
    return [
        ("data", config.version, "the records; the history is in `CHANGELOG.md` of the repository"),
        ("schema", SCHEMA_VERSION, "the fields and words of a record and of the tables"),
        ("annotation rules", config.rules_version, "what the annotators followed"),
        ("tool", metadata.version("paperclaims"), "`paperclaims build`, which made these files"),
        ("content", f"`{content_sha256}`", "SHA-256 of all rows, whatever wrote the files"),
    ]


def anchor(heading: str) -> str:
    """What a link to the heading is called."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
