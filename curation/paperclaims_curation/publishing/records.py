"""Compare two versions of a record, in the words of the schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from paperclaims_curation.publishing.differences import Change

Fields = Mapping[str, Any]

_ITEMS = {
    "tasks": ("task ", "name"),
    "methods": ("method ", "name"),
    "resources": ("resource ", "name"),
    "claims": ("claim ", "id"),
    "quantities": ("", "quantity_id"),
    "links": ("link ", "url"),
}
"""The lists whose items have a name: what they are called, and the field that names them."""

AGREEMENT = "agreement"
_NOT_AUTHORED = {AGREEMENT, "subject_role", "split"}
"""Fields that follow from passes, from other fields of the record, or from its place."""

_OFFSETS = {"start", "end", "metric_start", "metric_end"}
_FOLLOWING = {
    "abstract": {"abstract_sha256"},
    "metric": {"metric_start", "metric_end"},
    "text": {"start", "end"},
}
"""Fields that cannot but change with another one."""


def is_alike(old: Any, new: Any) -> bool:
    """Whether two values say the same in the fields that both have.

    Values of different types count as alike: then the column changed, not the record.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        return all(is_alike(old[key], new[key]) for key in old.keys() & new.keys() - _NOT_AUTHORED)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(is_alike, old, new))
    if old is None or new is None:
        return old is new
    if type(old) is not type(new) and not {type(old), type(new)} <= {int, float}:
        return True
    return bool(old == new) or (old != old and new != new)  # noqa: PLR0124 - not a number


def _without_offsets(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_offsets(part) for key, part in value.items() if key not in _OFFSETS}
    return [_without_offsets(part) for part in value] if isinstance(value, list) else value


def _named(kind: str, items: Iterable[Fields]) -> dict[str, Fields]:
    """Items by what they are called: `claim c2`; the second of the same name has a number."""
    word, key = _ITEMS[kind]
    seen: Counter[str] = Counter()
    named = {}
    for item in items:
        name = f"{word}{item[key]}"
        seen[name] += 1
        named[name if seen[name] == 1 else f"{name} ({seen[name]})"] = item
    return named


def _has_names(kind: str, *lists: Any) -> bool:
    return kind in _ITEMS and all(
        isinstance(items, list)
        and all(isinstance(item, dict) and _ITEMS[kind][1] in item for item in items)
        for items in lists
    )


def _iter_items(
    kind: str, owner: str, old: Iterable[Fields], new: Iterable[Fields]
) -> Iterator[Change]:
    old_items, new_items = _named(kind, old), _named(kind, new)
    for name, item in old_items.items():
        if name not in new_items:
            yield Change(name, None, item, None)
    for name, item in new_items.items():
        if name not in old_items:
            yield Change(name, None, None, item)
        else:
            yield from _item_changes(name, old_items[name], item)
    old_order = [name for name in old_items if name in new_items]
    new_order = [name for name in new_items if name in old_items]
    if old_order != new_order:
        yield Change(owner, kind, old_order, new_order)


def _iter_fields(item: str, old: Fields, new: Fields, prefix: str = "") -> Iterator[Change]:
    for name, value in new.items():
        if name not in old or name in _NOT_AUTHORED:
            continue
        before = old[name]
        if _has_names(name, before, value):
            yield from _iter_items(name, item, before, value)
        elif isinstance(before, dict) and isinstance(value, dict):
            yield from _iter_fields(item, before, value, f"{prefix}{name}.")
        elif not is_alike(before, value):
            yield Change(item, prefix + name, before, value)


def _item_changes(item: str, old: Fields, new: Fields) -> list[Change]:
    """The changes of an item and of what it holds, each said once."""
    changes = list(_iter_fields(item, old, new))
    fields = {change.field for change in changes if change.item == item and change.field}
    dropped = {name for cause in fields & _FOLLOWING.keys() for name in _FOLLOWING[cause]}
    # `value_text` says more than `value`: 7.0 is not 7.
    dropped |= {name.removesuffix("_text") for name in fields if name.endswith("_text")}
    kept = []
    for change in changes:
        if change.item != item or change.field is None:
            kept.append(change)
        elif change.field not in dropped:
            name = change.field.removesuffix("_text")
            kept.append(Change(item, name, change.old, change.new))
    return kept


def compare_records(old: Fields, new: Fields) -> tuple[Change, ...]:
    """What changed between two rows of `records` with the same id, in the order of the columns.

    Fields that only one of them has belong to the schema and are left out; so are the agreement
    of the passes, the split, and offsets that moved because the abstract was edited.
    """
    if not is_alike(old.get("abstract"), new.get("abstract")):
        old, new = _without_offsets(old), _without_offsets(new)
    return tuple(_item_changes("", old, new))


def agreements(row: Any, path: str = "") -> dict[str, Any]:
    """The agreement of the passes on each item of a row."""
    found: dict[str, Any] = {}
    for name, value in row.items():
        if name == AGREEMENT:
            found[path] = value
        elif _has_names(name, value):
            for item, fields in _named(name, value).items():
                found |= agreements(fields, f"{path}/{item}")
    return found
