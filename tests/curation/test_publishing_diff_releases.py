"""What differs between two releases as a whole."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperclaims_curation.building.parquet import write_table
from paperclaims_curation.building.release import build_release
from paperclaims_curation.building.tables import build_tables
from paperclaims_curation.collection import CollectionConfig
from paperclaims_curation.problem import PaperclaimsError
from paperclaims_curation.publishing.cards import Card
from paperclaims_curation.publishing.changes import compare_releases
from paperclaims_curation.publishing.differences import (
    CardChanges,
    DerivedChange,
    Differences,
    Move,
    PassCounts,
    RecordEntry,
)
from paperclaims_curation.publishing.snapshots import Snapshot, read_snapshot
from paperclaims_curation.publishing.wording import (
    format_change,
    format_entry,
    format_passes,
    format_schema_change,
)
from paperclaims_schema.tables import AnnotationRow, RecordRow

Records = Sequence[RecordRow]
Passes = Sequence[AnnotationRow]


def edited(record: RecordRow, **fields: Any) -> RecordRow:
    return RecordRow.model_validate({**record.model_dump(), **fields})


def snapshot(records: Records, passes: Passes = ()) -> Snapshot:
    """A release that was never written."""
    tables = build_tables(records, passes)
    whole = {config: pa.concat_tables(splits.values()) for config, splits in tables.items()}
    return Snapshot(
        name="memory",
        tables=whole,
        splits={record.record_id: record.split.value for record in records},
        schemas={config: table.schema for config, table in whole.items()},
        card=Card(),
        meanings={},
    )


@pytest.fixture
def release(toy_release: Path, tmp_path: Path) -> Path:
    """A release that may be changed."""
    return Path(shutil.copytree(toy_release, tmp_path / "changed"))


def compare(old: Path, new: Path) -> Differences:
    return compare_releases(read_snapshot(old), read_snapshot(new))


def rewrite(path: Path, change: Callable[[pa.Table], pa.Table]) -> None:
    table = change(pq.read_table(path))
    path.unlink()
    write_table(table, path)


def schema_lines(differences: Differences) -> list[str]:
    return [format_schema_change(change) for change in differences.schema]


def test_a_release_and_its_copy_have_no_differences(toy_release: Path, release: Path) -> None:
    assert compare(toy_release, release).is_empty


def test_the_version_of_the_data_alone_is_no_difference(
    toy_records: Records,
    toy_passes: Passes,
    toy_config: CollectionConfig,
    toy_release: Path,
    tmp_path: Path,
) -> None:
    config = toy_config.model_copy(update={"version": "0.1.1"})
    build_release(toy_records, toy_passes, config, tmp_path / "new")
    differences = compare(toy_release, tmp_path / "new")
    assert differences.is_empty
    assert (differences.old.data_version, differences.new.data_version) == ("0.1.0", "0.1.1")


def test_records_are_added_retracted_moved_and_changed_by_id(toy_records: Records) -> None:
    tiny, draft, survey = toy_records
    new = [
        edited(survey, split="train", year=2024),
        edited(draft, record_id="toy-second"),
        edited(tiny),
    ]
    differences = compare_releases(snapshot(toy_records), snapshot(new))
    assert differences.added == (RecordEntry("toy-second", "validation", None),)
    assert differences.retracted == (RecordEntry("toy-draft", "validation", None),)
    assert differences.moved == (Move("toy-survey", "test", "train"),)
    (changed,) = differences.changed
    assert changed.record_id == "toy-survey"
    assert [format_change(change) for change in changed.changes] == ["year null → 2024"]
    assert not differences.derived


def test_a_record_that_only_one_has_is_shown_with_split_and_title(toy_records: Records) -> None:
    differences = compare_releases(snapshot(toy_records[1:]), snapshot(toy_records))
    (entry,) = differences.added
    assert format_entry(entry) == "toy-tinynet (train): TinyNet | small: and fast"


def test_the_order_of_rows_is_no_difference(release: Path, toy_release: Path) -> None:
    for path in release.glob("data/*/*.parquet"):
        rewrite(path, lambda table: table.take(list(reversed(range(table.num_rows)))))
    assert compare(toy_release, release).is_empty


def test_passes_are_only_counted(toy_records: Records, toy_passes: Passes) -> None:
    first, second = toy_passes
    noted = first.model_copy(update={"notes": "In doubt."})
    third = first.model_copy(update={"annotator": "third-model"})
    old, new = snapshot(toy_records, [first, second]), snapshot(toy_records, [noted, third])
    differences = compare_releases(old, new)
    assert differences.passes == PassCounts(added=1, changed=1, removed=1)
    assert format_passes(differences.passes) == "1 pass added, 1 pass changed, 1 pass removed"
    assert not differences.changed


def test_agreement_of_the_passes_changes_no_record(release: Path, toy_release: Path) -> None:
    def agree(table: pa.Table) -> pa.Table:
        rows = table.to_pylist()
        for row in rows:
            for claim in row["claims"]:
                claim["agreement"] = 0.25
        return pa.Table.from_pylist(rows, table.schema)

    def agree_alone(table: pa.Table) -> pa.Table:
        rows = [{**row, "agreement": 0.25} for row in table.to_pylist()]
        return pa.Table.from_pylist(rows, table.schema)

    rewrite(release / "data/records/train.parquet", agree)
    rewrite(release / "data/claims/train.parquet", agree_alone)
    differences = compare(toy_release, release)
    assert not differences.changed
    assert not differences.derived
    assert not differences.is_empty
    assert format_passes(differences.passes) == "agreement changed in 1 record"


def test_columns_computed_otherwise_are_counted_where_the_record_is_the_same(
    release: Path, toy_release: Path
) -> None:
    def halve(table: pa.Table) -> pa.Table:
        factors = [row["factor"] and row["factor"] / 2 for row in table.to_pylist()]
        index = table.schema.get_field_index("factor")
        return table.set_column(index, "factor", pa.array(factors, pa.float64()))

    rewrite(release / "data/quantities/train.parquet", halve)
    differences = compare(toy_release, release)
    assert differences.derived == (DerivedChange("quantities.factor", 2),)
    assert not differences.changed


def test_columns_added_removed_and_of_another_type_are_schema_changes(
    release: Path, toy_release: Path
) -> None:
    def change(table: pa.Table) -> pa.Table:
        year = table.schema.get_field_index("year")
        other = table.set_column(year, "year", table["year"].cast(pa.string()))
        return other.drop_columns(["venue"]).append_column(
            "awards", pa.array([["best"]] * table.num_rows)
        )

    for path in release.glob("data/records/*.parquet"):
        rewrite(path, change)
    differences = compare(toy_release, release)
    assert schema_lines(differences) == [
        "column records.year: int64 → string",
        "column records.awards added (list of string)",
        "column records.venue removed (string)",
    ]
    assert not differences.changed


def test_nested_columns_are_named_by_their_path(release: Path, toy_release: Path) -> None:
    def change(table: pa.Table) -> pa.Table:
        rows = [{**row, "tasks": [{"name": "x", "weight": 1.0}]} for row in table.to_pylist()]
        kind = pa.list_(pa.struct([("name", pa.string()), ("weight", pa.float64())]))
        fields = [
            field.with_type(kind) if field.name == "tasks" else field for field in table.schema
        ]
        return pa.Table.from_pylist(rows, pa.schema(fields))

    for path in release.glob("data/annotations/*.parquet"):
        rewrite(path, change)
    assert schema_lines(compare(toy_release, release)) == [
        "column annotations.tasks[].weight added (float64)",
        "column annotations.tasks[].evidence removed (list of struct)",
        "column annotations.tasks[].agreement removed (float64)",
    ]


def test_configs_come_and_go_even_those_that_the_tool_does_not_know(
    release: Path, toy_release: Path
) -> None:
    shutil.rmtree(release / "data/links")
    write_table(pa.table({"record_id": ["a"]}), release / "data/figures/train.parquet")
    count = len(pq.read_schema(toy_release / "data/links/train.parquet"))
    assert schema_lines(compare(toy_release, release)) == [
        "config figures added (1 column)",
        f"config links removed ({count} columns)",
    ]


def test_another_schema_version_is_one_line(release: Path, toy_release: Path) -> None:
    card = release / "README.md"
    text = card.read_text(encoding="utf-8")
    card.write_text(text.replace("schema_version: '1.0'", "schema_version: '2.0'"), "utf-8")
    differences = compare(toy_release, release)
    assert schema_lines(differences) == ["schema version: 1.0 → 2.0"]
    assert differences.card == CardChanges()


def test_words_of_a_vocabulary_and_their_meanings_are_schema_changes(
    release: Path, toy_release: Path
) -> None:
    card = release / "README.md"
    text = card.read_text(encoding="utf-8")
    assert "* `about`: ~, approximately, around\n" in text
    text = text.replace("* `about`: ~, approximately, around\n", "* `near`: close to\n")
    card.write_text(text.replace("* `exact`: no qualifier", "* `exact`: as it is"), "utf-8")
    differences = compare(toy_release, release)
    assert schema_lines(differences) == [
        "Qualifier.exact: meaning 'no qualifier' → 'as it is'",
        "word Qualifier.near added (close to)",
        "word Qualifier.about removed (~, approximately, around)",
    ]


def test_a_column_described_otherwise_is_a_schema_change(release: Path, toy_release: Path) -> None:
    path = release / "croissant.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    (records,) = [one for one in document["recordSet"] if one["name"] == "records"]
    (claims,) = [field for field in records["field"] if field["name"] == "claims"]
    claims["subField"][0]["description"] = "A number."
    path.write_text(json.dumps(document), "utf-8")
    (line,) = schema_lines(compare(toy_release, release))
    assert line.startswith("records.claims[].id: meaning '")
    assert line.endswith("→ 'A number.'")


def test_the_card_differs_by_keys_and_sections_but_not_by_its_tables(
    release: Path, toy_release: Path
) -> None:
    card = release / "README.md"
    text = card.read_text(encoding="utf-8").replace("language:\n- en", "language:\n- en\n- zh")
    assert "| `draft` | 1 |" in text
    assert "no sample of science" in text
    text = text.replace("| `draft` | 1 |", "| `draft` | 7 |").replace("no sample", "a sample")
    card.write_text(text, "utf-8")
    differences = compare(toy_release, release)
    assert [format_change(change) for change in differences.card.head] == ["language with zh"]
    assert differences.card.sections == ("Limits",)
    assert not differences.schema


def test_an_old_release_without_card_croissant_splits_and_columns_is_compared(
    release: Path, toy_release: Path
) -> None:
    for name in ("README.md", "croissant.json", "splits.csv"):
        (release / name).unlink()
    for path in release.glob("data/records/*.parquet"):
        rewrite(path, lambda table: table.drop_columns(["title", "annotation"]))
    shutil.rmtree(release / "data/annotations")
    differences = compare(release, toy_release)
    assert differences.old.data_version is None
    assert schema_lines(differences)[:2] == [
        "column records.title added (string)",
        "column records.annotation added (struct)",
    ]
    assert not differences.changed
    assert differences.passes == PassCounts(added=2)
    (entry, *_) = compare_releases(read_snapshot(release), snapshot_of_nothing()).retracted
    assert entry == RecordEntry("toy-draft", "validation", None)


def snapshot_of_nothing() -> Snapshot:
    records = pa.table({"record_id": pa.array([], pa.string())})
    return Snapshot("nothing", {"records": records}, {}, {}, Card(), {})


def damage_parquet(release: Path) -> None:
    (release / "data/claims/test.parquet").write_bytes(b"PAR1 and nothing else")


def damage_ids(release: Path) -> None:
    rewrite(release / "data/records/test.parquet", lambda table: table.drop_columns(["record_id"]))


def double_ids(release: Path) -> None:
    path = release / "data/records/test.parquet"
    rewrite(path, lambda table: pa.concat_tables([table, table]))


def null_ids(release: Path) -> None:
    def change(table: pa.Table) -> pa.Table:
        return table.set_column(0, "record_id", pa.nulls(table.num_rows, pa.string()))

    rewrite(release / "data/records/test.parquet", change)


def add_split(release: Path) -> None:
    shutil.copy(release / "data/records/test.parquet", release / "data/records/dev.parquet")


def two_types(release: Path) -> None:
    def change(table: pa.Table) -> pa.Table:
        return table.set_column(0, "record_id", pa.array([1] * table.num_rows))

    rewrite(release / "data/records/test.parquet", change)


@pytest.mark.parametrize(
    ("damage", "line"),
    [
        (shutil.rmtree, "there is no such folder; name the folder of"),
        (
            lambda release: shutil.rmtree(release / "data"),
            "holds no release (no file data/records/*.parquet); name the folder of a release, or "
            "build one: paperclaims build",
        ),
        (damage_parquet, "data/claims/test.parquet cannot be read: "),
        (damage_ids, "its records have no record_id; the release is damaged: build it anew"),
        (double_ids, "toy-survey stands in it twice; the release is damaged"),
        (null_ids, "its records have a record_id that is no text; the release is damaged"),
        (two_types, "data cannot be read: "),
        (add_split, "holds data/records/dev.parquet, which this version of paperclaims does not"),
        (
            lambda release: (release / "README.md").write_text("# A title\n", "utf-8"),
            "README.md has no head between two lines `---`; the release is damaged",
        ),
        (
            lambda release: (release / "README.md").write_text("---\na: [\n---\n", "utf-8"),
            "the head of README.md is not valid YAML; the release is damaged",
        ),
        (
            lambda release: (release / "README.md").write_text("---\na\n---\n", "utf-8"),
            "the head of README.md has no keys; the release is damaged",
        ),
        (
            lambda release: (release / "README.md").write_bytes(b"---\n\xff\n---\n"),
            "README.md is not UTF-8 text; the release is damaged",
        ),
        (
            lambda release: (release / "croissant.json").write_text("[]", "utf-8"),
            "croissant.json describes no tables; the release is damaged",
        ),
        (
            lambda release: (release / "croissant.json").write_text("{", "utf-8"),
            "croissant.json describes no tables; the release is damaged",
        ),
    ],
)
def test_what_is_no_release_is_refused_in_one_line(
    release: Path, damage: Callable[[Path], Any], line: str
) -> None:
    damage(release)
    with pytest.raises(PaperclaimsError) as caught:
        read_snapshot(release, "v1")
    assert str(caught.value).startswith(f"v1: {line}")
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_release_cut_short_names_the_file(release: Path) -> None:
    path = release / "data/records/train.parquet"
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(PaperclaimsError, match=r"^v1: data/records/train\.parquet cannot be read"):
        read_snapshot(release, "v1")


IDS = [f"toy-{letter}" for letter in "abcdef"]
EDITS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "none": lambda row: None,
    "title": lambda row: row.update(title="Another title"),
    "claim": lambda row: row["claims"][0].update(certainty="hedged"),
    "quantity": lambda row: row["claims"][1]["quantities"][0].update(unit="MB"),
    "link": lambda row: row.update(links=()),
    "method": lambda row: row["methods"][0].update(role="studied"),
}


@settings(max_examples=30, deadline=None)
@given(
    choices=st.lists(
        st.tuples(
            st.sampled_from(sorted(EDITS)),
            st.sampled_from(["both", "both", "both", "old", "new"]),
            st.booleans(),
        ),
        min_size=len(IDS),
        max_size=len(IDS),
    ),
    order=st.permutations(range(len(IDS))),
)
def test_exactly_the_records_that_were_edited_are_listed(
    toy_records: Records,
    choices: list[tuple[str, str, bool]],
    order: list[int],
) -> None:
    old: list[RecordRow] = []
    new: list[RecordRow] = []
    for place in order:
        kind, where, is_moved = choices[place]
        record = edited(toy_records[0], record_id=IDS[place])
        row = record.model_dump(mode="json")
        EDITS[kind](row)
        row["split"] = "test" if is_moved else "train"
        old += [record] if where != "new" else []
        new += [RecordRow.model_validate(row)] if where != "old" else []
    old.sort(key=lambda record: record.record_id)
    old.append(edited(toy_records[1], split="train"))
    new.append(edited(toy_records[1], split="train"))
    differences = compare_releases(snapshot(old), snapshot(new))
    chosen = dict(zip(IDS, choices, strict=True))
    in_both = {key: one for key, one in chosen.items() if one[1] == "both"}
    assert [entry.record_id for entry in differences.added] == [
        key for key in IDS if chosen[key][1] == "new"
    ]
    assert [entry.record_id for entry in differences.retracted] == [
        key for key in IDS if chosen[key][1] == "old"
    ]
    assert [record.record_id for record in differences.changed] == [
        key for key, (kind, _, _) in in_both.items() if kind != "none"
    ]
    assert [move.record_id for move in differences.moved] == [
        key for key, (_, _, is_moved) in in_both.items() if is_moved
    ]
    assert not differences.derived
    for side in (old, new):
        assert compare_releases(snapshot(side), snapshot(side[::-1])).is_empty
