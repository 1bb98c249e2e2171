"""The Croissant description of a release, as JSON-LD (Croissant 1.1).

It describes every field of every table. The reader of mlcroissant 1.1 does not follow lists inside
lists, so it reads the four flatter tables but not `records` and `annotations`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from paperclaims_curation.building.columns import Column, table_columns
from paperclaims_curation.building.parquet import DATA_FOLDER, DataFile
from paperclaims_curation.collection import CollectionConfig
from paperclaims_schema.rows import KEYS
from paperclaims_schema.tables import (
    TABLES,
)

CROISSANT_NAME = "croissant.json"

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


def _split_field(config: str) -> dict[str, Any]:
    return {
        "@type": "cr:Field",
        "@id": f"{config}/split",
        "name": "split",
        "description": "The part of the dataset, by the name of the file.",
        "dataType": "sc:Text",
        "source": {
            "fileSet": {"@id": _file_set_id(config)},
            "extract": {"fileProperty": "fullpath"},
            "transform": {"regex": rf"{DATA_FOLDER}/{config}/(\w+)\.parquet$"},
        },
    }


def _record_set(config: str) -> dict[str, Any]:
    columns = table_columns(config)
    fields = [_field(config, column, config, column.name, ()) for column in columns]
    names = [column.name for column in columns]
    if "split" not in names:
        fields.append(_split_field(config))
    record_set: dict[str, Any] = {
        "@type": "cr:RecordSet",
        "@id": config,
        "name": config,
        "description": " ".join((TABLES[config].__doc__ or "").split()),
    }
    if config in ("records", "claims", "quantities"):
        keys = [name for name in KEYS if name in names]
        record_set["key"] = [{"@id": f"{config}/{name}"} for name in keys]
    return {**record_set, "field": fields}


def render_croissant(
    config: CollectionConfig, data_files: Sequence[DataFile], content_sha256: str
) -> str:
    """The text of `croissant.json`; paths in it are relative to the release."""
    configs = list(dict.fromkeys(file.config for file in data_files))
    document: dict[str, Any] = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": config.title,
        "description": (
            "What the abstracts of research papers claim, each statement tied to the exact words "
            "of its abstract. The licence is that of the annotations; each abstract is under its "
            f"own. SHA-256 of the content: {content_sha256}"
        ),
        "license": f"https://spdx.org/licenses/{config.license}.html",
        "version": config.version,
        "inLanguage": "en",
        "isLiveDataset": False,
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
    document["recordSet"] = [_record_set(name) for name in configs]
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"
