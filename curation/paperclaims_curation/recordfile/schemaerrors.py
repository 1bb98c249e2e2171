"""Findings of the schema in words that a contributor can act on."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches

from pydantic_core import ErrorDetails

from paperclaims_curation.problem import Edit, Loc, format_loc
from paperclaims_curation.recordfile.damage import abstract_of, rest_of_line
from paperclaims_curation.recordfile.rescuing import (
    nearest_word,
    number_meant,
    value_meant,
    words_read_as_key,
)
from paperclaims_curation.recordfile.schemapaths import fields_at, words_at
from paperclaims_curation.recordfile.tree import (
    Mapping,
    Node,
    Scalar,
    Sequence,
    find_node,
    to_data,
)
from paperclaims_curation.recordfile.writing import VERBATIM_KEYS, format_scalar, quoted
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
    meant: str | None = None
    """The key that a misspelt one probably is."""
    edit: Edit | None = None
    """What would certainly put it right."""


_FORMS = {
    "record_id": "lower-case letters and digits, joined by single hyphens, as in `neurips2025-my-title`",
    "arxiv": "an arXiv id, as in `'2510.15304'`, without `arXiv:`",
    "doi": "a DOI, as in `10.1000/182`, without `https://doi.org/`",
    "openreview": "an OpenReview forum id, as in `enhFXzKii4`",
    "id": "lower-case letters and digits, joined by single hyphens, as in `first-model`",
    "url": "a URL with `https://` or `http://`, without markup or a trailing full stop",
    "abstract_sha256": "the 64 hexadecimal digits that import wrote there; restore them",
}
_FORMS |= dict.fromkeys(("license_source", "seen_on", "sources"), _FORMS["url"])
_KINDS = {
    "bool_type": "true or false",
    "int_type": "a whole number",
    "number": "a number",
    "tuple_type": "a list: each entry on its own line, after `- `",
}
_LIMITS = {
    "greater_than_equal": ("ge", "should be at least"),
    "less_than_equal": ("le", "should be at most"),
    "string_too_long": ("max_length", "has too many characters; at most"),
    "too_long": ("max_length", "has too many entries; at most"),
}


def _real_loc(root: Node | None, loc: Loc) -> Loc:
    """The path without the parts that pydantic adds for the branches of a union."""
    real: Loc = ()
    for part in loc:
        if find_node(root, (*real, part))[1]:
            real = (*real, part)
    return real


def _closest(word: str, known: list[str]) -> str | None:
    return next(iter(get_close_matches(word, known, n=1, cutoff=0.5)), None)


def _did_you_mean(word: str, known: list[str]) -> str:
    close = _closest(word, known)
    return f"did you mean {close}? " if close else ""


def _missing(
    model: type[Model], error: ErrorDetails, real: Loc, name: str, node: Node | None
) -> SchemaError:
    around = error["loc"][:-1] if error["type"] == "missing" else error["loc"]
    known = fields_at(model, around)
    for key in node.keys if isinstance(node, Mapping) and error["type"] != "missing" else ():
        # Which fields an amount has is known only with its form, so other keys are not judged.
        if key not in known and _closest(key, known) == name:
            return _unknown((*real, key), known, node)
    words = _as_typed(words_at(model, (*around, name)))
    hint = f"add the line `{name}: ...`" + (f", with one of: {', '.join(words)}" if words else "")
    if (real[:1], name) == (("claims",), "relation"):
        hint += "; null only in a claim of type novelty"
    return SchemaError("schema-missing", (*real, name), f"{name} is missing", hint)


def _tags(error: ErrorDetails) -> list[str]:
    return re.findall(r"'([^']+)'", str(error.get("ctx", {}).get("expected_tags", "")))


def _as_typed(words: list[str]) -> list[str]:
    return [format_scalar(word, 0, verbatim=False) for word in words]


def _wrong_word(text: str, loc: Loc, node: Node | None, words: list[str]) -> SchemaError:
    if node is not None and not isinstance(node, Scalar):
        what = "a list" if isinstance(node, Sequence) else "keys and values"
        name = loc[-1] if isinstance(loc[-1], str) else format_loc(loc)
        message = f"{name} takes one word, not {what}"
        hint = f"write one of: {', '.join(_as_typed(words))}"
        return SchemaError("schema-vocabulary", loc, message, hint)
    if node is not None and text[node.start : node.end] in words:
        return _text_needed(text, node, loc)
    value, edit = node.value if node is not None else None, None
    if isinstance(node, Scalar) and (word := nearest_word(str(value), words)):
        edit = Edit(node.start, node.end, _as_typed([word])[0])
    words = _as_typed(words)
    if value is None:
        message = f"{format_loc(loc)} is empty"
        return SchemaError("schema-vocabulary", loc, message, f"allowed: {', '.join(words)}")
    message = f"{loc[-1]} {quoted(str(value))} is not one of the allowed words"
    if isinstance(loc[-1], int):
        message = f"{quoted(str(value))} is not one of the allowed words"
    hint = f"{_did_you_mean(str(value), words)}allowed: {', '.join(words)}"
    return SchemaError("schema-vocabulary", loc, message, hint, edit=edit)


def _unknown(loc: Loc, known: list[str], parent: Node | None) -> SchemaError:
    name = str(loc[-1])
    meant, word = _closest(name, known), nearest_word(name, known)
    hint = f"did you mean {meant}?" if meant else "correct the key, or remove it"
    edit = None
    if word and isinstance(parent, Mapping) and name in parent.keys and word not in parent.keys:
        edit = Edit(parent.keys[name].start, parent.keys[name].end, word)
    message = f"unknown key {name}"
    return SchemaError(
        "schema-unknown-key", loc, message, hint, at_key=True, meant=meant, edit=edit
    )


def _unknown_key(
    model: type[Model], error: ErrorDetails, real: Loc, parent: Node | None
) -> SchemaError:
    name, around = str(error["loc"][-1]), error["loc"][:-1]
    if around and isinstance(around[-1], str) and name in fields_at(model, around[:-1]):
        # A field of another branch, such as `denominator` of a quantity that is no `k_of_n`.
        message = f"{name} does not belong to {around[-1]}"
        hint = "correct the key, or remove it"
        return SchemaError("schema-unknown-key", real, message, hint, at_key=True)
    return _unknown(real, fields_at(model, around), parent)


def _text_needed(text: str, node: Scalar, loc: Loc) -> SchemaError:
    # `2048 #1 tokens` is text as well.
    raw = f"{text[node.start : node.end]}{rest_of_line(text, node)}"
    if node.start == node.end:
        message = f"{format_loc(loc)} is empty"
        return SchemaError("schema-value", loc, message, "write its text, or remove the line")
    kind = {bool: "true or false", type(None): "nothing"}.get(type(node.value), "a number")
    message = f"{format_loc(loc)}: {raw} is read as {kind}, but text is needed"
    is_whole = kind == "a number" and raw == text[node.start : node.end]
    edit = Edit(node.start, node.end, quoted(raw)) if is_whole else None
    hint = f"put it in single quotes: '{raw}'"
    return SchemaError("schema-value", loc, message, hint, edit=edit)


def _wrong_kind(kind: str, node: Node | None, where: str) -> tuple[str, str | None]:
    value = node.value if isinstance(node, Scalar) else ""
    if value is None:
        return f"{where} is empty", f"write {_KINDS[kind]}; or remove the line"
    if not isinstance(node, Scalar) and kind != "tuple_type":
        return f"{where} should be {_KINDS[kind]}", f"write {_KINDS[kind]}, not a list or keys"
    is_quoted = isinstance(node, Scalar) and node.style is not None
    hint = ""
    if kind == "bool_type":
        hint = f"write {value}" if is_quoted else "write true or false (yes and no are text here)"
    elif kind in {"number", "int_type"} and not isinstance(value, bool):
        digits = number_meant(str(value), whole=kind == "int_type")
        hint = f"write {digits}" if digits else f"write {_KINDS[kind]} in digits"
        if "%" in str(value) and where.startswith("claims"):
            hint += ", and `unit: percent`"
    elif kind == "tuple_type" and value:
        hint = f"write `- {quoted(str(value))}` in a line of its own"
    if is_quoted and hint and kind != "tuple_type":
        hint += ", without quotes"
    return f"{where} should be {_KINDS[kind]}", hint or None


def _wrong_form(loc: Loc) -> tuple[str, str | None]:
    if loc[0] == "claims" and loc[-1] == "id":
        return f"{format_loc(loc)} should be `c` and a number, as in `c1`", None
    name = next(str(part) for part in reversed(loc) if isinstance(part, str))
    if name in _FORMS:
        return f"{format_loc(loc)} should be {_FORMS[name]}", None
    return f"{format_loc(loc)} is empty", "write its text, or remove the line"


def _describe_value(error: ErrorDetails, node: Node | None, loc: Loc) -> tuple[str, str | None]:
    kind, where = error["type"], format_loc(loc)
    if kind in _KINDS:
        return _wrong_kind(kind, node, where)
    if kind == "number_size":
        return f"{where} is larger than any number that a table can hold", "write it as in the text"
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
        message, colon, words = str(error["ctx"]["error"]).partition(": write ")
        return message, f"write {words}" if colon else None
    if kind == "model_type" and VERBATIM_KEYS & {loc[-1], *loc[-2:-1]}:
        return f"{where} should be one text", "write the text in single quotes"
    return f"{where} should hold keys and values, as in `key: value`", None


def _wrong_value(text: str, error: ErrorDetails, root: Node | None, loc: Loc) -> SchemaError:
    node, _ = find_node(root, loc)
    is_plain = isinstance(node, Scalar) and node.style is None and not isinstance(node.value, str)
    if isinstance(node, Scalar) and is_plain and error["type"] in {"string_type", "model_type"}:
        return _text_needed(text, node, loc)
    message, hint = _describe_value(error, node, loc)
    value = value_meant(error["type"], loc, node, hint) if isinstance(node, Scalar) else None
    edit = Edit(node.start, node.end, value) if node and value is not None else None
    if error["type"] == "value_error":
        loc = _loc_of_rule(root, loc, message)
    return SchemaError("schema-value", loc, message, hint, edit=edit)


def _loc_of_rule(root: Node | None, loc: Loc, message: str) -> Loc:
    """A rule over several fields names the one to look at first."""
    node, _ = find_node(root, loc)
    known = node.values if isinstance(node, Mapping) else {}
    name = next((word for word in re.findall(r"\w+", message) if word in known), None)
    return loc if name is None else (*loc, name)


def _words_error(root: Node | None, text: str, loc: Loc, words: str) -> SchemaError:
    hint = f"put the words in single quotes: - {quoted(words)}"
    node, _ = find_node(root, loc)
    edit = None
    # Words that go on in the next line would be cut.
    if node and words == text[node.start : node.end].rstrip() and words in abstract_of(text, root):
        edit = Edit(node.start, node.start + len(words), quoted(words))
    message = "words with a colon are read as a key"
    return SchemaError("schema-value", loc, message, hint, edit=edit)


def _describe_error(
    root: Node | None, text: str, model: type[Model], error: ErrorDetails
) -> SchemaError | None:
    """One of pydantic's errors; null if it only follows from another one."""
    kind, ctx = error["type"], error.get("ctx", {})
    tag_name = str(ctx.get("discriminator", "")).strip("'")
    real = _real_loc(root, error["loc"])
    node, _ = find_node(root, real)
    if kind == "too_short" and to_data(node):
        return None  # The entries are there; each of them has an error of its own.
    if kind in {"missing", "extra_forbidden"} and "evidence" in real:
        around = real if kind == "missing" else real[:-1]
        words = words_read_as_key(text, find_node(root, around)[0])
        if words is not None:
            return _words_error(root, text, around, words) if kind == "missing" else None
    if kind in {"missing", "union_tag_not_found"}:
        return _missing(model, error, real, tag_name or str(error["loc"][-1]), node)
    if kind == "union_tag_invalid":
        return _wrong_word(
            text, (*real, tag_name), find_node(root, (*real, tag_name))[0], _tags(error)
        )
    if kind == "extra_forbidden":
        return _unknown_key(model, error, real, find_node(root, real[:-1])[0])
    if kind in {"enum", "literal_error"}:
        return _wrong_word(text, real, node, words_at(model, error["loc"]))
    return _wrong_value(text, error, root, real)


def describe_errors(
    root: Node | None, text: str, model: type[Model], errors: Iterable[ErrorDetails]
) -> list[SchemaError]:
    """Pydantic's errors about the data of a tree, in the words of the file."""
    described = [_describe_error(root, text, model, error) for error in errors]
    found = [item for item in described if item is not None]
    # A field whose key is only misspelt is not missing.
    misspelt = {(*item.loc[:-1], item.meant) for item in found if item.meant is not None}
    return [item for item in found if item.code != "schema-missing" or item.loc not in misspelt]
