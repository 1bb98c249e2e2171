"""The Croissant description of a release, as JSON-LD (Croissant 1.1 with the RAI vocabulary).

It describes every field of every table. The reader of mlcroissant 1.1 does not follow lists inside
lists, so it cannot read `records` and `annotations`: for such tables there is a second, flat record
set of the same files, without what lies deeper.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from paperclaims_curation.agreement.report import Agreement
from paperclaims_curation.building.columns import Column, table_columns
from paperclaims_curation.building.datasheet import Datasheet, counted, describe
from paperclaims_curation.building.parquet import DATA_FOLDER, DataFile
from paperclaims_curation.collection import CollectionConfig
from paperclaims_schema.rows import KEYS
from paperclaims_schema.tables import TABLES, AnnotationRow, RecordRow

CROISSANT_NAME = "croissant.json"
FLAT_SUFFIX = "-flat"
"""What the name of a flat record set has after that of its table."""

_PARQUET = "application/x-parquet"
_DATA_TYPES = {
    "string": "sc:Text",
    "int64": "cr:Int64",
    "float64": "cr:Float64",
    "bool": "sc:Boolean",
}
# The names that the format's specification gives to its terms.
_PLAIN_TERMS = (
    "arrayShape",
    "citeAs",
    "column",
    "containedIn",
    "equivalentProperty",
    "extract",
    "field",
    "fileObject",
    "fileProperty",
    "fileSet",
    "format",
    "includes",
    "isArray",
    "isLiveDataset",
    "jsonPath",
    "key",
    "md5",
    "parentField",
    "path",
    "recordSet",
    "references",
    "regex",
    "repeated",
    "replace",
    "samplingRate",
    "separator",
    "source",
    "subField",
    "transform",
)
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "sc": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "conformsTo": "dct:conformsTo",
    "name": {"@container": "@language"},
    "description": {"@container": "@language"},
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in _PLAIN_TERMS},
}


def _file_set_id(config: str) -> str:
    return f"{config}-files"


def _source(config: str, column: str, steps: Sequence[str]) -> dict[str, Any]:
    source: dict[str, Any] = {
        "fileSet": {"@id": _file_set_id(config)},
        "extract": {"column": column},
    }
    if steps:
        source["transform"] = [{"jsonPath": step} for step in steps]
    return source


def _field(
    config: str, column: Column, parent: str, top: str, steps: Sequence[str]
) -> dict[str, Any]:
    """A field; `top` is the Parquet column that holds it and `steps` the way down from there."""
    field_id = f"{parent}/{column.name}"
    field: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": field_id,
        "name": column.name,
        "description": column.meaning,
    }
    if column.is_list:
        field |= {"isArray": True, "arrayShape": "-1"}
    if column.fields:
        field["subField"] = [
            _field(config, inner, field_id, top, (*steps, inner.name)) for inner in column.fields
        ]
    else:
        field["dataType"] = _DATA_TYPES[column.dtype]
        field["source"] = _source(config, top, steps)
    return field


def _split_field(config: str, record_set: str) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"{record_set}/split",
        "name": "split",
        "description": "The part of the dataset, by the name of the file.",
        "dataType": "sc:Text",
        "source": {
            "fileSet": {"@id": _file_set_id(config)},
            "extract": {"fileProperty": "fullpath"},
            "transform": {"regex": rf"{DATA_FOLDER}/{config}/(\w+)\.parquet$"},
        },
    }


def flat_columns(columns: Sequence[Column]) -> tuple[Column, ...]:
    """The columns without structures inside structures."""
    return tuple(
        replace(column, fields=tuple(inner for inner in column.fields if not inner.fields))
        for column in columns
    )


def _record_set(
    config: str, name: str, columns: Sequence[Column], description: str
) -> dict[str, Any]:
    fields = [_field(config, column, name, column.name, ()) for column in columns]
    names = [column.name for column in columns]
    if "split" not in names:
        fields.append(_split_field(config, name))
    record_set: dict[str, Any] = {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": description,
    }
    if config in ("records", "claims", "quantities"):
        keys = [key for key in KEYS if key in names]
        record_set["key"] = [{"@id": f"{name}/{key}"} for key in keys]
    return {**record_set, "field": fields}


def _record_sets(configs: Sequence[str]) -> list[dict[str, Any]]:
    found, flat = [], []
    for config in configs:
        columns = table_columns(config)
        meaning = " ".join((TABLES[config].__doc__ or "").split())
        found.append(_record_set(config, config, columns, meaning))
        shallow = flat_columns(columns)
        if shallow != columns:
            about = (
                f"The rows of {config} without structures inside structures, for readers that do "
                "not follow these."
            )
            flat.append(_record_set(config, config + FLAT_SUFFIX, shallow, about))
    return found + flat


def _items(prose: str | None) -> list[str]:
    """The paragraphs and points of a Markdown text, each in one line."""
    parts = re.split(r"\n\s*\n|\n(?=[*-] )", (prose or "").strip())
    return [" ".join(part.removeprefix("* ").removeprefix("- ").split()) for part in parts if part]


def _responsible(
    records: Sequence[RecordRow], config: CollectionConfig, sheet: Datasheet
) -> dict[str, Any]:
    """The properties of the RAI vocabulary; those of which nothing is known are left out."""
    documents = counted(len({record.source.document for record in records}), "document")
    came = f"{counted(len(records), 'abstract')} from {documents}, named in source.document."
    followed = f"Version {config.rules_version} of the annotation rules was followed."
    absent = ", ".join(f"{name} of {count}" for name, count in sheet.absent)
    given: dict[str, str | list[str]] = {
        "dataCollection": " ".join([came, *_items(config.how_collected)]),
        "dataCollectionType": ["Document analysis"],
        "dataCollectionMissingData": (
            f"Not known, and null, of {counted(len(records), 'record')}: {absent or 'nothing'}."
        ),
        "dataCollectionRawData": (
            "The documents as received are kept in the repository of the collection; the column "
            "abstract has the text that was annotated, source.received what it was made from."
        ),
        "dataPreprocessingProtocol": [sheet.preprocessing],
        "dataAnnotationProtocol": [followed, *_items(config.how_annotated)],
        "dataAnnotationAnalysis": [sheet.analysis] if sheet.analysis else [],
        "annotationsPerItem": sheet.annotations_per_item,
        "annotatorDemographics": list(sheet.annotators),
        "machineAnnotationTools": list(sheet.machine_annotators),
        "dataUseCases": _items(config.uses),
        "dataLimitations": [*sheet.limitations, *_items(config.limitations)],
        "dataBiases": _items(config.biases),
        "personalSensitiveInformation": _items(config.sensitive_information),
        "dataReleaseMaintenancePlan": " ".join(_items(config.maintenance)),
    }
    return {f"rai:{name}": value for name, value in given.items() if value}


def render_croissant(
    records: Sequence[RecordRow],
    passes: Sequence[AnnotationRow],
    config: CollectionConfig,
    data_files: Sequence[DataFile],
    content_sha256: str,
    *,
    agreement: Agreement | None = None,
) -> str:
    """The text of `croissant.json`; paths in it are relative to the release."""
    sheet = describe(records, passes, config, content_sha256, agreement=agreement)
    licences = (
        "The licence is that of the annotations; each abstract is under its own (source.license)."
    )
    configs = list(dict.fromkeys(file.config for file in data_files))
    document: dict[str, Any] = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": [
            "http://mlcommons.org/croissant/1.1",
            "http://mlcommons.org/croissant/RAI/1.0",
        ],
        "name": config.title,
        "description": " ".join(
            [*sheet.summary, licences, f"SHA-256 of the content: {content_sha256}"]
        ),
        "license": f"https://spdx.org/licenses/{config.license}.html",
        "version": config.version,
        "inLanguage": "en",
        "isLiveDataset": False,
        "citeAs": sheet.citation,
        **_responsible(records, config, sheet),
    }
    if config.hub_repository:
        document["url"] = f"https://huggingface.co/datasets/{config.hub_repository}"
    document["distribution"] = [
        {
            "@type": "cr:FileObject",
            "@id": file.path,
            "name": file.path,
            "description": f"The split {file.split} of the config {file.config}.",
            "contentUrl": file.path,
            "contentSize": f"{file.file_bytes} B",
            "encodingFormat": _PARQUET,
            "sha256": file.sha256,
        }
        for file in data_files
    ] + [
        {
            "@type": "cr:FileSet",
            "@id": _file_set_id(name),
            "name": _file_set_id(name),
            "description": f"All splits of the config {name}.",
            "encodingFormat": _PARQUET,
            "includes": f"{DATA_FOLDER}/{name}/*.parquet",
        }
        for name in configs
    ]
    document["recordSet"] = _record_sets(configs)
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
