"""Findings of the schema in words that a contributor can act on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from pydantic_core import ErrorDetails

from paperclaims_curation.recordfile.tree import Loc, Mapping, Node, Scalar, find_node, to_data
from paperclaims_curation.recordfile.writing import format_scalar, quoted
from paperclaims_schema.base import Model


@dataclass(frozen=True, slots=True)
class SchemaError:
    """What is wrong at a path of a file."""

    code: str
    loc: Loc
    message: str
    hint: str | None = None
    at_key: bool = False
    """Whether the key itself is wrong, not its value."""


_FORMS = {
    "record_id": "lower-case letters and digits, joined by single hyphens, as in `neurips2025-my-title`",
    "arxiv": "an arXiv id, as in `'2510.15304'`, without `arXiv:`",
    "doi": "a DOI, as in `10.1000/182`, without `https://doi.org/`",
    "openreview": "an OpenReview forum id, as in `enhFXzKii4`",
    "id": "lower-case letters and digits, joined by single hyphens, as in `first-model`",
    "url": "a URL with `https://` or `http://`, without markup or a trailing full stop",
    "abstract_sha256": "the 64 hexadecimal digits that import wrote there; restore them",
}
_KINDS = {
    "bool_type": "`true` or `false`, without quotes",
    "int_type": "a whole number, without quotes",
    "number": "a number, without quotes",
    "tuple_type": "a list: each entry on its own line, after `- `",
}
_LIMITS = {
    "greater_than_equal": ("ge", "should be at least"),
    "less_than_equal": ("le", "should be at most"),
    "string_too_long": ("max_length", "has too many characters; at most"),
    "too_long": ("max_length", "has too many entries; at most"),
}
_GROUPED_DIGITS = re.compile(r"[-+]?\d{1,3}(?:,\d{3})*(?:\.\d+)?|[-+]?\d+(?:\.\d+)?")


def format_loc(loc: Loc) -> str:
    """A path as people write it: `claims[0].evidence[1]`."""
    text = ""
    for part in loc:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


@lru_cache(maxsize=4)
def _json_schema(model: type[Model]) -> dict[str, Any]:
    return model.model_json_schema()


def _schemas_at(model: type[Model], loc: Sequence[str | int]) -> list[dict[str, Any]]:
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


def _fields_at(model: type[Model], loc: Sequence[str | int]) -> list[str]:
    return [name for item in _schemas_at(model, loc) for name in item.get("properties", {})]


def _words_at(model: type[Model], loc: Sequence[str | int]) -> list[str]:
    words: list[str] = []
    for item in _schemas_at(model, loc):
        words += item.get("enum", []) or ([item["const"]] if "const" in item else [])
    return words


def _real_loc(root: Node | None, loc: Sequence[str | int]) -> Loc:
    """The path without the parts that pydantic adds for the branches of a union."""
    real: Loc = ()
    for part in loc:
        if find_node(root, (*real, part))[1]:
            real = (*real, part)
    return real


def _did_you_mean(word: str, known: Sequence[str]) -> str:
    close = get_close_matches(word, known, n=1, cutoff=0.5)
    return f"did you mean {close[0]}? " if close else ""


def _missing(model: type[Model], error: ErrorDetails, real: Loc, name: str) -> SchemaError:
    around = error["loc"][:-1] if error["type"] == "missing" else error["loc"]
    words = _as_typed(_words_at(model, (*around, name)))
    hint = f"add the line `{name}: ...`" + (f", with one of: {', '.join(words)}" if words else "")
    return SchemaError("schema-missing", (*real, name), f"{name} is missing", hint)


def _tags(error: ErrorDetails) -> list[str]:
    return re.findall(r"'([^']+)'", str(error.get("ctx", {}).get("expected_tags", "")))


def _as_typed(words: Sequence[str]) -> list[str]:
    return [format_scalar(word, 0, verbatim=False) for word in words]


def _wrong_word(loc: Loc, value: object, words: Sequence[str]) -> SchemaError:
    words = _as_typed(words)
    if value is None:
        message = f"{format_loc(loc)} is empty"
        return SchemaError("schema-vocabulary", loc, message, f"allowed: {', '.join(words)}")
    message = f"{loc[-1]} {quoted(str(value))} is not one of the allowed words"
    if isinstance(loc[-1], int):
        message = f"{quoted(str(value))} is not one of the allowed words"
    hint = f"{_did_you_mean(str(value), words)}allowed: {', '.join(words)}"
    return SchemaError("schema-vocabulary", loc, message, hint)


def _unknown_key(model: type[Model], error: ErrorDetails, real: Loc) -> SchemaError:
    name, around = str(error["loc"][-1]), error["loc"][:-1]
    close = _did_you_mean(name, _fields_at(model, around)).strip()
    message = f"unknown key {name}"
    if around and isinstance(around[-1], str) and name in _fields_at(model, around[:-1]):
        # A field of another branch, such as `denominator` of a quantity that is no `k_of_n`.
        message, close = f"{name} does not belong to {around[-1]}", ""
    return SchemaError(
        "schema-unknown-key", real, message, close or "correct the key, or remove it", at_key=True
    )


def _kind_of(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    return "nothing" if value is None else "a number"


def _text_needed(text: str, node: Scalar, loc: Loc) -> SchemaError:
    raw = text[node.start : node.end]
    if not raw:
        message = f"{format_loc(loc)} is empty"
        return SchemaError("schema-value", loc, message, "write its text, or remove the line")
    message = f"{format_loc(loc)}: {raw} is read as {_kind_of(node.value)}, but text is needed"
    return SchemaError("schema-value", loc, message, f"put it in single quotes: '{raw}'")


def _wrong_kind(kind: str, node: Node | None, where: str) -> tuple[str, str | None]:
    value = node.value if isinstance(node, Scalar) else ""
    if value is None:
        return f"{where} is empty", f"write {_KINDS[kind]}; or remove the line"
    hint = None
    if kind == "number" and _GROUPED_DIGITS.fullmatch(str(value)):
        hint = f"write {str(value).replace(',', '')}"
    elif kind == "tuple_type" and value:
        hint = f"write `- {quoted(str(value))}` in a line of its own"
    return f"{where} should be {_KINDS[kind]}", hint


def _wrong_form(loc: Loc) -> tuple[str, str | None]:
    if loc[0] == "claims" and loc[-1] == "id":
        return f"{format_loc(loc)} should be `c` and a number, as in `c1`", None
    if str(loc[-1]) in _FORMS:
        return f"{format_loc(loc)} should be {_FORMS[str(loc[-1])]}", None
    return f"{format_loc(loc)} is empty", "write its text, or remove the line"


def _describe_value(error: ErrorDetails, node: Node | None, loc: Loc) -> tuple[str, str | None]:
    kind, where = error["type"], format_loc(loc)
    if kind in _KINDS:
        return _wrong_kind(kind, node, where)
    if kind in {"string_pattern_mismatch", "string_too_short"}:
        return _wrong_form(loc)
    if kind in _LIMITS:
        key, words = _LIMITS[kind]
        return f"{where} {words} {error['ctx'][key]}", None
    if kind == "string_type":
        return f"{where} should be one text", "write the text in single quotes"
    if kind == "too_short":
        return f"{where} is empty", "give at least one entry"
    if kind == "value_error":
        return str(error["ctx"]["error"]), None
    return f"{where} should hold keys and values, as in `key: value`", None


def _wrong_value(text: str, error: ErrorDetails, root: Node | None, loc: Loc) -> SchemaError:
    node, _ = find_node(root, loc)
    is_plain = isinstance(node, Scalar) and node.style is None and not isinstance(node.value, str)
    if isinstance(node, Scalar) and is_plain and error["type"] in {"string_type", "model_type"}:
        return _text_needed(text, node, loc)
    message, hint = _describe_value(error, node, loc)
    if error["type"] == "value_error":
        loc = _loc_of_rule(root, loc, message)
    return SchemaError("schema-value", loc, message, hint)


def _loc_of_rule(root: Node | None, loc: Loc, message: str) -> Loc:
    """A rule over several fields begins its message with the one to look at first."""
    node, _ = find_node(root, loc)
    name = message.split(" ", 1)[0]
    return (*loc, name) if isinstance(node, Mapping) and name in node.values else loc


def _words_read_as_key(text: str, node: Node | None) -> str | None:
    """`- Accuracy: 95%` as written, where a quote is expected."""
    if not isinstance(node, Mapping) or node.flow or len(node.keys) != 1:
        return None
    if get_close_matches(next(iter(node.keys)), ("quote", "occurrence", "text")):
        return None
    return text[node.start :].partition("\n")[0].strip()


def _words_error(loc: Loc, words: str) -> SchemaError:
    hint = f"put the words in single quotes: - {quoted(words)}"
    return SchemaError("schema-value", loc, "words with a colon are read as a key", hint)


def describe_error(
    root: Node | None, text: str, model: type[Model], error: ErrorDetails
) -> SchemaError | None:
    """One of pydantic's errors about the data of a tree, in the words of the file.

    Null if the error only follows from another one.
    """
    kind, ctx = error["type"], error.get("ctx", {})
    tag_name = str(ctx.get("discriminator", "")).strip("'")
    real = _real_loc(root, error["loc"])
    node, _ = find_node(root, real)
    if kind == "too_short" and to_data(node):
        return None  # The entries are there; each of them has an error of its own.
    if kind in {"missing", "extra_forbidden"} and "evidence" in real:
        around = real if kind == "missing" else real[:-1]
        words = _words_read_as_key(text, find_node(root, around)[0])
        if words is not None:
            return _words_error(around, words) if kind == "missing" else None
    if kind in {"missing", "union_tag_not_found"}:
        return _missing(model, error, real, tag_name or str(error["loc"][-1]))
    if kind == "union_tag_invalid":
        return _wrong_word((*real, tag_name), ctx["tag"], _tags(error))
    if kind == "extra_forbidden":
        return _unknown_key(model, error, real)
    if kind in {"enum", "literal_error"}:
        value = node.value if isinstance(node, Scalar) else "a list or keys"
        return _wrong_word(real, value, _words_at(model, error["loc"]))
    return _wrong_value(text, error, root, real)
