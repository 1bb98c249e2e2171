"""Which version is advised, and what the draft of the CHANGELOG says."""

from __future__ import annotations

from typing import Any

import pytest

from paperclaims_curation.publishing.advice import Level, advise, next_version
from paperclaims_curation.publishing.changelog import draft_changelog
from paperclaims_curation.publishing.differences import (
    CardChanges,
    Change,
    DerivedChange,
    Differences,
    Move,
    PassCounts,
    RecordChanges,
    RecordEntry,
    SchemaChange,
    SchemaPart,
    Side,
)

OLD, NEW = Side("HEAD", "1.2.3", "1.0"), Side("release", "1.2.3", "1.0")
ENTRY = RecordEntry("toy-a", "train", "A title")
CORRECTED = RecordChanges("toy-b", (Change("c1.q1", "value", "5", "6"),))
ADDED_CLAIM = RecordChanges(
    "toy-c",
    (
        Change("", "year", 2024, 2025),
        Change("claim c3", None, None, {"id": "c3", "statement": "It works."}),
        Change("claim c2", None, {"id": "c2", "statement": "It fails."}, None),
    ),
)


def differences(**given: Any) -> Differences:
    return Differences(OLD, NEW, **given)


def schema(part: SchemaPart, old: str | None, new: str | None) -> tuple[SchemaChange, ...]:
    return (SchemaChange(part, "records.year", old, new),)


@pytest.mark.parametrize(
    ("given", "level", "version", "reason"),
    [
        ({"changed": (CORRECTED,)}, Level.PATCH, "1.2.4", "1 record changed"),
        ({"passes": PassCounts(changed=2)}, Level.PATCH, "1.2.4", "2 annotation passes changed"),
        ({"passes": PassCounts(removed=1)}, Level.PATCH, "1.2.4", "1 annotation pass removed"),
        (
            {"passes": PassCounts(agreement_records=1)},
            Level.PATCH,
            "1.2.4",
            "1 record with another agreement of the passes",
        ),
        ({"card": CardChanges(sections=("Limits",))}, Level.PATCH, "1.2.4", "the card changed"),
        (
            {"derived": (DerivedChange("quantities.factor", 3),)},
            Level.PATCH,
            "1.2.4",
            "quantities.factor computed otherwise in 3 rows",
        ),
        ({"added": (ENTRY,)}, Level.MINOR, "1.3.0", "1 record added"),
        (
            {"changed": (ADDED_CLAIM,)},
            Level.MINOR,
            "1.3.0",
            "1 claim added to records that were there",
        ),
        ({"passes": PassCounts(added=2)}, Level.MINOR, "1.3.0", "2 annotation passes added"),
        (
            {"schema": schema(SchemaPart.COLUMN, None, "int64")},
            Level.MINOR,
            "1.3.0",
            "column records.year added (int64)",
        ),
        (
            {"schema": (SchemaChange(SchemaPart.VERSION, "", "1.0", "1.1"),)},
            Level.MINOR,
            "1.3.0",
            "schema version: 1.0 → 1.1",
        ),
        (
            {"schema": (SchemaChange(SchemaPart.VERSION, "", "1.0", "2.0"),)},
            Level.MAJOR,
            "2.0.0",
            "schema version: 1.0 → 2.0",
        ),
        (
            {"schema": schema(SchemaPart.COLUMN, "int64", None)},
            Level.MAJOR,
            "2.0.0",
            "column records.year removed (int64)",
        ),
        (
            {"schema": schema(SchemaPart.COLUMN, "int64", "string")},
            Level.MAJOR,
            "2.0.0",
            "column records.year: int64 → string",
        ),
        (
            {"schema": schema(SchemaPart.MEANING, "The year.", "The month.")},
            Level.MAJOR,
            "2.0.0",
            "records.year is described otherwise (if it means the same, a patch is enough)",
        ),
        (
            {"schema": (SchemaChange(SchemaPart.WORD, "Relation.equal", "parity", None),)},
            Level.MAJOR,
            "2.0.0",
            "word Relation.equal removed (parity)",
        ),
        ({"retracted": (ENTRY,)}, Level.MAJOR, "2.0.0", "1 record retracted"),
        (
            {"moved": (Move("toy-a", "test", "train"),)},
            Level.MAJOR,
            "2.0.0",
            "1 record moved to another split",
        ),
    ],
)
def test_the_version_goes_up_by_the_weightiest_difference(
    given: dict[str, Any], level: Level, version: str, reason: str
) -> None:
    advice = advise(differences(**given))
    assert (advice.level, advice.version) == (level, version)
    assert advice.reasons[0].text == reason


def test_reasons_are_listed_from_major_to_patch() -> None:
    advice = advise(differences(changed=(CORRECTED,), added=(ENTRY,), retracted=(ENTRY,)))
    assert [reason.level for reason in advice.reasons] == [Level.MAJOR, Level.MINOR, Level.PATCH]


def test_without_differences_no_version_is_advised() -> None:
    advice = advise(differences())
    assert (advice.level, advice.version, advice.reasons) == (None, None, ())
    assert draft_changelog(differences(), advice) == ""


def test_without_a_known_old_version_only_the_level_is_advised() -> None:
    advice = advise(Differences(Side("old", None, None), NEW, added=(ENTRY,)))
    assert (advice.level, advice.version) == (Level.MINOR, None)
    assert next_version("2025-01", Level.PATCH) is None
    assert next_version("0.9.19", Level.PATCH) == "0.9.20"


def test_the_draft_has_the_sections_of_keep_a_changelog_with_counts_and_first_items() -> None:
    everything = differences(
        schema=(
            SchemaChange(SchemaPart.COLUMN, "records.awards", None, "list of string"),
            SchemaChange(SchemaPart.COLUMN, "records.year", "int64", "string"),
            SchemaChange(SchemaPart.CONFIG, "links", "12 columns", None),
        ),
        added=tuple(RecordEntry(f"toy-{number}", "train", None) for number in range(7)),
        retracted=(ENTRY,),
        moved=(Move("toy-m", "test", "train"),),
        changed=(CORRECTED, ADDED_CLAIM),
        passes=PassCounts(added=2, changed=1, removed=3, agreement_records=1),
        derived=(DerivedChange("quantities.factor", 1),),
        card=CardChanges((Change("", "license", "a", "b"),), ("Limits",)),
    )
    assert draft_changelog(everything, advise(everything)).splitlines() == [
        "### Data 2.0.0",
        "",
        "#### Added",
        "- 7 records: `toy-0`, `toy-1`, `toy-2`, `toy-3`, `toy-4`, and 2 more.",
        "- 1 claim in records that were there: `toy-c` (c3).",
        "- 2 annotation passes.",
        "- Schema: `column records.awards added (list of string)`.",
        "",
        "#### Changed",
        "- 1 record moved to another split: `toy-m` (test → train).",
        "- 2 records: `toy-b` (`c1.q1: value 5 → 6`), "
        "`toy-c` (`year 2024 → 2025` and 2 other changes).",
        "- Schema: `column records.year: int64 → string`.",
        "- `quantities.factor` computed otherwise in 1 row.",
        "- 1 pass changed, agreement changed in 1 record.",
        "- Card: `license`, `Limits`.",
        "",
        "#### Removed",
        "- 1 record retracted: `toy-a`.",
        "- 1 claim in records that were there: `toy-c` (c2).",
        "- 3 annotation passes.",
        "- Schema: `config links removed (12 columns)`.",
    ]
