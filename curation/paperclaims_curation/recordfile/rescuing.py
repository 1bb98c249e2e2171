"""Words of the abstract that YAML damaged, taken from the file as they are written."""

from __future__ import annotations

from typing import Any

from paperclaims_curation.recordfile.damage import abstract_of, find_damage
from paperclaims_curation.recordfile.quotes import Span
from paperclaims_curation.recordfile.tree import Mapping, Node, Scalar, Sequence, to_data
from paperclaims_curation.recordfile.writing import VERBATIM_KEYS, AsWritten


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
