"""What differs between two releases, as values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


@dataclass(frozen=True, slots=True)
class Change:
    """One change inside a record, or of a key of the card's head."""

    item: str
    """`claim c2`, `c1.q2`, `method CoMe`; empty for the record itself."""
    field: str | None
    """The field, with dots into nested ones; null where the whole item was added or removed."""
    old: Any
    """What it was, as JSON has it; null where there was nothing."""
    new: Any
    """What it is; null where there is nothing any more."""

    @property
    def is_addition(self) -> bool:
        """Whether a whole item was added."""
        return self.field is None and self.old is None


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """A record that only one of the releases has."""

    record_id: str
    split: str
    title: str | None


@dataclass(frozen=True, slots=True)
class Move:
    """A record that is in another split."""

    record_id: str
    old_split: str
    new_split: str


@dataclass(frozen=True, slots=True)
class RecordChanges:
    """A record that both have, and what is different in it."""

    record_id: str
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class PassCounts:
    """How many annotation passes differ; what they say is not listed."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    agreement_records: int = 0
    """Records in which the agreement of the passes differs."""


@dataclass(frozen=True, slots=True)
class DerivedChange:
    """A column computed from the records that differs where the record itself does not."""

    column: str
    """With its config: `quantities.factor`."""
    row_count: int
    """How many rows differ."""


class SchemaPart(StrEnum):
    """What a change of the schema is about."""

    VERSION = "schema version"
    CONFIG = "config"
    COLUMN = "column"
    WORD = "word"
    """A word of a vocabulary: `Relation.equal`."""
    MEANING = "meaning"
    """The description of a config, a column or a word."""


@dataclass(frozen=True, slots=True)
class SchemaChange:
    """A change of the tables' form or of its meaning."""

    part: SchemaPart
    name: str
    """With its config or vocabulary: `records.claims[].certainty`."""
    old: str | None
    """The version, the type or the description; null where there was none."""
    new: str | None


@dataclass(frozen=True, slots=True)
class CardChanges:
    """What differs in the dataset card beside what is made from data and schema."""

    head: tuple[Change, ...] = ()
    sections: tuple[str, ...] = ()
    """The headings under which the text differs."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two releases."""

    name: str
    """As the user named it: a folder or a git revision."""
    data_version: str | None
    """As its card says; null if it does not."""
    schema_version: str | None


@dataclass(frozen=True, slots=True)
class Differences:
    """Everything that differs between two releases; lists are in the order of ids and columns."""

    old: Side
    new: Side
    schema: tuple[SchemaChange, ...] = ()
    added: tuple[RecordEntry, ...] = ()
    retracted: tuple[RecordEntry, ...] = ()
    moved: tuple[Move, ...] = ()
    changed: tuple[RecordChanges, ...] = ()
    """A record may be moved and changed: then it is in both lists."""
    passes: PassCounts = PassCounts()
    derived: tuple[DerivedChange, ...] = ()
    card: CardChanges = CardChanges()

    @property
    def is_empty(self) -> bool:
        """Whether both say the same; the version of the data alone is no difference."""
        records = self.added or self.retracted or self.moved or self.changed
        others = self.passes != PassCounts() or self.derived or self.card != CardChanges()
        return not (self.schema or records or others)

    def count_added(self, kind: str) -> int:
        """How many items of a kind (`claim`) were added to records that both have."""
        return sum(
            change.is_addition and change.item.startswith(f"{kind} ")
            for record in self.changed
            for change in record.changes
        )
