"""What was meant: words that YAML damaged, misspelt words, and values in another form."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from rapidfuzz.distance import OSA

from paperclaims_curation.numbers import find_numbers
from paperclaims_curation.problem import Edit, Loc
from paperclaims_curation.recordfile.damage import abstract_of, find_damage
from paperclaims_curation.recordfile.quotes import Span
from paperclaims_curation.recordfile.tree import Mapping, Node, Scalar, Sequence, to_data
from paperclaims_curation.recordfile.writing import (
    VERBATIM_KEYS,
    AsWritten,
    format_scalar,
    quoted,
)

_DECIMAL_COMMA = re.compile(r"([-+]?\d+),(\d{1,2}|\d{4,})(?!\d)")
_LONG_WORD = 8
"""From this length on, two letters of a word may be wrong."""
_PLAIN_FORMS = {
    "bool_type": re.compile("true|false"),
    "int_type": re.compile(r"0|-?[1-9]\d*"),
    "number": re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?"),
}
_PREFIXES = {
    "arxiv": re.compile(r"(?i)https?://arxiv\.org/abs/|arxiv:\s*"),
    "doi": re.compile(r"(?i)https?://(?:dx\.)?doi\.org/|doi:\s*"),
}
_URLS = ("url", "license_source", "seen_on", "sources")


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    """The one word of a list that another is certainly meant to be, misspelt by a letter or two.

    All the others must be much less alike.
    """

    def fold(text: str) -> str:
        return re.sub(r"[\s-]", "_", text.casefold())

    distances = sorted((OSA.distance(fold(word), fold(other)), other) for other in set(known))
    if not distances or distances[0][0] > (2 if len(word) >= _LONG_WORD else 1):
        return None
    is_clear = len(distances) == 1 or distances[1][0] > 2 * distances[0][0]
    return distances[0][1] if is_clear else None


def words_read_as_key(text: str, node: Node | None) -> str | None:
    """`- Accuracy: 95%` as written, where a quote is expected."""
    if not isinstance(node, Mapping) or node.flow or len(node.keys) != 1:
        return None
    if get_close_matches(next(iter(node.keys)), ("quote", "occurrence", "text")):
        return None
    return text[node.start :].partition("\n")[0].strip()


def number_meant(text: str, *, whole: bool) -> str | None:
    """The digits to write for a number that is written as a text: `83%`, `8,3`, `37,000`."""
    found = find_numbers(_DECIMAL_COMMA.sub(r"\1.\2", text))
    if len(found) != 1:
        return None
    value = found[0].value
    if not whole:
        return format(value, "f")
    return str(int(value)) if value == int(value) else None


def value_meant(kind: str, loc: Loc, node: Scalar, hint: str | None) -> str | None:
    """What should certainly be written for the value at a path, after an error of pydantic's.

    `'2025'` is a number in quotes; `https://example.org.` has a full stop too much.
    """
    value, name = node.value, next((part for part in reversed(loc) if isinstance(part, str)), "")
    if not isinstance(value, str) or "\n" in value:
        return None
    if kind == "value_error":
        # Only a unit has one name that the hint says.
        return hint.removeprefix("write ") if name == "unit" and hint else None
    if kind in _PLAIN_FORMS:
        return value.strip() if _PLAIN_FORMS[kind].fullmatch(value.strip()) else None
    if kind == "tuple_type":
        # Other lists may have been written as one text with commas.
        return f"[{quoted(value)}]" if value and name in {"evidence", "contributions"} else None
    meant = value
    if kind == "string_pattern_mismatch" and name in _URLS:
        meant = value.removesuffix(".")
    elif kind == "string_pattern_mismatch" and (prefix := _PREFIXES.get(name)):
        match = prefix.match(value)
        meant = value[match.end() :] if match else value
    return format_scalar(meant, 0, verbatim=False) if meant != value else None


def without_occurrence(text: str, parent: Mapping) -> Edit | None:
    """Words without their `occurrence`; null if a comment would be lost with it."""
    names = list(parent.values)
    position = names.index("occurrence")
    if position:
        start, end = parent.values[names[position - 1]].end, parent.values["occurrence"].end
        between = text[start : parent.keys["occurrence"].start]
    elif len(names) > 1:
        start, end = parent.keys["occurrence"].start, parent.keys[names[1]].start
        between = text[parent.values["occurrence"].end : end]
    else:
        return None
    return Edit(start, end, "") if re.fullmatch(r"[\s,]*", between) else None


class Rescuer:
    """Takes verbatim words that YAML damaged from the file as written.

    Words are taken only if they stand in the abstract just as they are written.
    """

    def __init__(self, text: str, root: Node | None, *, keep_plain: bool = False) -> None:
        self.text = text
        self.abstract = abstract_of(text, root)
        self.keep_plain = keep_plain
        """Whether plain values stay as they are written: what they mean is not known yet."""
        self.spans: list[Span] = []
        """The stretches of the file that were taken, offsets in code points."""
        self.damaged = {
            damage.scalar.start: damage for damage in find_damage(text, root) if damage.is_certain
        }

    def data(self, node: Node | None, key: str | None = None, *, flow: bool = False) -> Any:
        """The data of a tree; `key` is the one that it stands under."""
        if isinstance(node, Mapping):
            return self._mapping(node)
        if isinstance(node, Sequence):
            whole = self._flow_list(node) if key == "evidence" and node.flow else None
            if whole is not None:
                return [whole]
            return [self._item(item, key, flow=node.flow) for item in node.items]
        return None if node is None else self._scalar(node, key, flow=flow)

    def _scalar(self, node: Scalar, key: str | None, *, flow: bool) -> Any:
        damage = self.damaged.get(node.start)
        if damage is not None:
            self.spans.append((damage.start, damage.end))
            return damage.words
        if node.style is not None or node.value is None:
            return node.value
        words = self._line(node) if key in VERBATIM_KEYS and not flow else None
        raw = self.text[node.start : node.end]
        if words is None and self.keep_plain and key not in VERBATIM_KEYS and "\n" not in raw:
            return AsWritten(raw)
        return words or node.value

    def _take(self, start: int, end: int) -> str | None:
        words = self.text[start:end]
        stripped = words.strip()
        if not stripped or "\n" in stripped or stripped not in self.abstract:
            return None
        self.spans.append((start, end))
        return stripped

    def _line(self, node: Scalar) -> str | None:
        """A number without quotes, `37`, is words in a verbatim slot."""
        end = self.text.find("\n", node.end)
        end = len(self.text) if end < 0 else end
        if node.start == node.end or "\n" in self.text[node.start : node.end]:
            return None
        return self._take(node.start, end)

    def _flow_list(self, node: Sequence) -> str | None:
        """`[12] shows, that`, or `[FASTNET, the first one]`: words, not a list of them."""
        if not all(isinstance(item, Scalar) and item.style is None for item in node.items):
            return None
        return self._take(node.start, node.end) or self._take(node.start + 1, node.end - 1)

    def _item(self, node: Node, key: str | None, *, flow: bool) -> Any:
        if key == "evidence" and isinstance(node, Sequence) and node.flow:
            words = self._flow_list(node)
            if words is not None:
                return words
        end = self.text.find("\n", node.start)
        is_one_line = end < 0 or not self.text[end : node.end].strip()
        if (
            key == "evidence"
            and isinstance(node, Mapping)
            and len(node.keys) == 1
            and not flow
            and is_one_line
        ):
            # `Accuracy: 95%` is read as a key and a value.
            words = self._take(node.start, len(self.text) if end < 0 else end)
            if words is not None:
                return words
        return self.data(node, key, flow=flow)

    def _mapping(self, node: Mapping) -> dict[str, Any]:
        data: dict[str, Any] = {}
        names = list(node.values)
        while names:
            name = names.pop(0)
            value = node.values[name]
            data[name] = self.data(value, name, flow=node.flow)
            if not node.flow or name not in VERBATIM_KEYS or not isinstance(value, Scalar):
                continue
            # `{text: fast, small}` is read as `text: fast` and a key `small` without a value.
            while names and value.style is None and to_data(node.values[names[0]]) is None:
                words = self._take(value.start, node.keys[names[0]].end)
                if words is None:
                    break
                data[name] = words
                names.pop(0)
        return data
