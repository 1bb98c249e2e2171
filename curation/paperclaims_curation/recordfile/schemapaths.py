"""What the schema allows at a path of pydantic's, branches of unions included."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from paperclaims_curation.problem import Loc
from paperclaims_schema.base import Model


@lru_cache(maxsize=4)
def _json_schema(model: type[Model]) -> dict[str, Any]:
    return model.model_json_schema()


def _schemas_at(model: type[Model], loc: Loc) -> list[dict[str, Any]]:
    """The parts of the JSON Schema that a path of pydantic's leads to, alternatives side by side."""
    whole = _json_schema(model)
    here = [whole]
    for part in (*loc, None):
        flat: list[dict[str, Any]] = []
        branches: dict[str, str] = {}
        while here:
            item = here.pop(0)
            branches |= item.get("discriminator", {}).get("mapping", {})
            if "$ref" in item:
                here.append(whole["$defs"][item["$ref"].rsplit("/", 1)[1]])
            elif "anyOf" in item or "oneOf" in item:
                here += item.get("anyOf", []) + item.get("oneOf", [])
            else:
                flat.append(item)
        if part is None:
            return flat
        if isinstance(part, int):
            here = [item["items"] for item in flat if "items" in item]
        elif part in branches:
            here = [{"$ref": branches[part]}]
        else:
            here = [item["properties"][part] for item in flat if part in item.get("properties", {})]
            here = here or flat
    return []


def fields_at(model: type[Model], loc: Loc) -> list[str]:
    """The fields that may stand at a path."""
    return [name for item in _schemas_at(model, loc) for name in item.get("properties", {})]


def words_at(model: type[Model], loc: Loc) -> list[str]:
    """The words that are allowed at a path, if it has a list of them."""
    words: list[str] = []
    for item in _schemas_at(model, loc):
        words += item.get("enum", []) or ([item["const"]] if "const" in item else [])
    return words
