"""What a release holds, and that every reader of it sees the same rows."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperclaims_curation.building import swapping
from paperclaims_curation.building.parquet import content_sha256, read_tables, write_table
from paperclaims_curation.building.release import build_release, check_release
from paperclaims_curation.building.tables import build_tables
from paperclaims_curation.collection import CollectionConfig
from paperclaims_curation.problem import BadInputError, PaperclaimsError, Severity
from paperclaims_schema.arrow import table_schema
from paperclaims_schema.tables import AnnotationRow, RecordRow

Records = tuple[RecordRow, ...]
Passes = tuple[AnnotationRow, ...]


CARD = {"README.md": "---\npaperclaims:\n---\n"}


def snapshot(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def parquet_files(folder: Path) -> list[tuple[str, Path]]:
    return [(path.parent.name, path) for path in sorted(folder.glob("data/*/*.parquet"))]


def changed(records: Records) -> Records:
    first = records[0]
    return (RecordRow.model_validate({**dict(first), "title": "Another title"}), *records[1:])


def test_the_folder_holds_card_croissant_and_the_files_with_rows(toy_release: Path) -> None:
    assert sorted(snapshot(toy_release)) == [
        "README.md",
        "croissant.json",
        "data/annotations/train.parquet",
        "data/claims/test.parquet",
        "data/claims/train.parquet",
        "data/evidence/test.parquet",
        "data/evidence/train.parquet",
        "data/links/test.parquet",
        "data/links/train.parquet",
        "data/quantities/test.parquet",
        "data/quantities/train.parquet",
        "data/records/test.parquet",
        "data/records/train.parquet",
        "data/records/validation.parquet",
        "overview.svg",
        "splits.csv",
    ]
    assert names(toy_release.parent) == ["release"]


def test_parquet_has_the_schema_of_the_models_also_where_all_is_empty(toy_release: Path) -> None:
    for config, path in parquet_files(toy_release):
        assert pq.read_schema(path).equals(table_schema(config)), path


def test_parquet_has_no_metadata_and_is_compressed_with_an_index(toy_release: Path) -> None:
    for _, path in parquet_files(toy_release):
        metadata = pq.read_metadata(path)
        assert metadata.metadata is None
        column = metadata.row_group(0).column(0)
        assert (column.compression, column.has_column_index) == ("ZSTD", True)


def iter_structs(value: object) -> Iterator[dict[str, Any]]:
    """A row and every struct in it."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from iter_structs(item)


def test_every_span_of_every_config_is_the_slice_of_its_abstract(toy_release: Path) -> None:
    tables = read_tables(toy_release)
    rows = [
        (config, row)
        for config, splits in tables.items()
        for table in splits.values()
        for row in table.to_pylist()
    ]
    abstracts = {row["record_id"]: row["abstract"] for _, row in rows if "abstract" in row}
    seen: Counter[str] = Counter()
    for config, row in rows:
        abstract = abstracts[row["record_id"]]
        for struct in iter_structs(row):
            for text, start, end in (
                ("text", "start", "end"),
                ("metric", "metric_start", "metric_end"),
            ):
                if struct.get(start) is not None:
                    assert abstract[struct[start] : struct[end]] == struct[text]
                    seen[config] += 1
    assert seen == {
        "records": 16,
        "claims": 12,
        "quantities": 4,
        "evidence": 16,
        "links": 1,
        "annotations": 22,
    }


def test_every_quantity_lies_inside_the_evidence_of_its_claim(toy_release: Path) -> None:
    tables = read_tables(toy_release)
    evidence = {
        (row["record_id"], row["claim_id"], row["start"], row["end"])
        for table in tables["evidence"].values()
        for row in table.to_pylist()
        if row["slot"] == "claim"
    }
    quantities = [row for table in tables["quantities"].values() for row in table.to_pylist()]
    assert len(quantities) == 4
    for row in quantities:
        key = (row["record_id"], row["claim_id"])
        assert any(
            span[:2] == key and span[2] <= row["start"] and row["end"] <= span[3]
            for span in evidence
        )


def test_two_builds_give_the_same_bytes(
    toy_records: Records,
    toy_passes: Passes,
    toy_config: CollectionConfig,
    toy_release: Path,
    tmp_path: Path,
) -> None:
    folder = tmp_path / "elsewhere" / "out"
    release = build_release(toy_records[::-1], toy_passes[::-1], toy_config, folder)
    assert snapshot(folder) == snapshot(toy_release)
    assert release.is_changed


def test_an_unchanged_release_is_not_touched(
    toy_records: Records, toy_passes: Passes, toy_config: CollectionConfig, tmp_path: Path
) -> None:
    folder = tmp_path / "release"
    build_release(toy_records, toy_passes, toy_config, folder)
    inode = folder.stat().st_ino
    again = build_release(toy_records, toy_passes, toy_config, folder)
    assert not again.is_changed
    assert folder.stat().st_ino == inode
    assert names(tmp_path) == ["release"]
    assert build_release(changed(toy_records), toy_passes, toy_config, folder).is_changed
    assert names(tmp_path) == ["release"]


def test_a_split_that_loses_its_rows_leaves_the_release(
    toy_records: Records, toy_config: CollectionConfig, tmp_path: Path
) -> None:
    folder = tmp_path / "release"
    build_release(toy_records, [], toy_config, folder)
    build_release(toy_records[:1], [], toy_config, folder)
    assert {path.name for _, path in parquet_files(folder)} == {"train.parquet"}


def test_content_hash_is_that_of_the_rows_alone(
    toy_records: Records, toy_passes: Passes, toy_release: Path
) -> None:
    tables = build_tables(toy_records, toy_passes)
    lines = [
        json.dumps([config, split, row], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        for config, splits in tables.items()
        for split, table in splits.items()
        for row in table.to_pylist()
    ]
    by_hand = hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
    assert content_sha256(tables) == by_hand
    assert content_sha256(read_tables(toy_release)) == by_hand
    card = (toy_release / "README.md").read_text(encoding="utf-8")
    head, _, body = card.partition("\n---\n")
    assert head.count(by_hand) == 1
    assert body.count(by_hand) == 2  # under Version, and in the citation
    assert content_sha256(build_tables(changed(toy_records), toy_passes)) != by_hand


# Builds a changed release, but dies, as if killed, in the nth call of the named function.
CHILD = """
import os, sys
from pathlib import Path
import paperclaims_curation.building.parquet as parquet
import paperclaims_curation.building.release as release
import paperclaims_curation.building.texts as texts
from paperclaims_curation.collection import CollectionConfig
from paperclaims_schema.tables import RecordRow

source, folder, config, module, name, nth = sys.argv[1:]
tables = parquet.read_tables(Path(source))["records"].values()
records = [
    RecordRow.model_validate({**row, "title": "Another title"})
    for table in tables for row in table.to_pylist()
]
owner = {"parquet": parquet, "release": release, "texts": texts}[module]
real, calls = getattr(owner, name), []

def killed(*given, **named):
    calls.append(given)
    if len(calls) == int(nth):
        os._exit(9)
    return real(*given, **named)

setattr(owner, name, killed)
release.build_release(records, [], CollectionConfig.model_validate_json(config), Path(folder))
"""


@pytest.mark.parametrize(
    ("module", "name", "nth"),
    [
        ("parquet", "write_table", 1),
        ("parquet", "write_table", 5),
        ("release", "describe_files", 1),
        ("texts", "render_croissant", 1),
        ("release", "_differing", 1),
    ],
)
def test_a_killed_build_leaves_the_release_whole_and_the_next_one_clears_up(
    module: str,
    name: str,
    nth: int,
    toy_records: Records,
    toy_config: CollectionConfig,
    toy_release: Path,
    tmp_path: Path,
) -> None:
    folder = tmp_path / "release"
    build_release(toy_records, [], toy_config, folder)
    before = snapshot(folder)
    config = toy_config.model_dump_json()
    arguments = [str(toy_release), str(folder), config, module, name, str(nth)]
    killed = subprocess.run([sys.executable, "-c", CHILD, *arguments], check=False)
    assert killed.returncode == 9
    assert snapshot(folder) == before
    assert ".release.building" in names(tmp_path)
    assert build_release(changed(toy_records), [], toy_config, folder).is_changed
    assert names(tmp_path) == ["release"]


def test_bad_records_leave_the_release_as_it_was(
    toy_records: Records, toy_passes: Passes, toy_config: CollectionConfig, tmp_path: Path
) -> None:
    folder = tmp_path / "release"
    build_release(toy_records, toy_passes, toy_config, folder)
    before = snapshot(folder)
    with pytest.raises(BadInputError):
        build_release([], [], toy_config, folder)
    assert snapshot(folder) == before
    assert names(tmp_path) == ["release"]


@pytest.mark.parametrize(
    ("existing", "message"),
    [
        ({"notes.txt": "mine"}, "is neither empty nor a release"),
        ({"README.md": "# Another project\n"}, "is neither empty nor a release"),
        ({**CARD, ".git/HEAD": "x"}, "holds .git, which is no"),
        ({**CARD, "data/notes.txt": "x"}, "holds data/notes.txt, which is no part of a release"),
        ({**CARD, "data/mine/x.csv": "x"}, "holds data/mine, which"),
        ({**CARD, "data/claims/dev.parquet": "x"}, "holds data/claims/dev.parquet, which"),
        ({**CARD, "data/claims/.mine": "x"}, "holds data/claims/.mine, which"),
        ({**CARD, "data/claims/train.parquet/x": "x"}, "holds data/claims/train.parquet, which"),
        ({**CARD, "croissant.json/x": "x"}, "holds croissant.json, which"),
    ],
)
def test_a_folder_that_holds_something_else_is_not_overwritten(
    existing: dict[str, str],
    message: str,
    toy_records: Records,
    toy_config: CollectionConfig,
    tmp_path: Path,
) -> None:
    for name, text in existing.items():
        (tmp_path / "out" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "out" / name).write_text(text, encoding="utf-8")
    before = snapshot(tmp_path)
    with pytest.raises(PaperclaimsError, match=message):
        build_release(toy_records, [], toy_config, tmp_path / "out")
    assert snapshot(tmp_path) == before


def test_a_file_in_place_of_the_folder_is_refused(
    toy_records: Records, toy_config: CollectionConfig, tmp_path: Path
) -> None:
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    with pytest.raises(PaperclaimsError, match="out: is not a folder"):
        build_release(toy_records, [], toy_config, tmp_path / "out")
    with pytest.raises(PaperclaimsError, match=r"Not a directory|File exists"):
        build_release(toy_records, [], toy_config, tmp_path / "out" / "deeper")


def test_a_file_of_the_user_beside_the_release_is_kept(
    toy_records: Records, toy_config: CollectionConfig, tmp_path: Path
) -> None:
    own = tmp_path / ".out.building"
    own.mkdir()
    (own / "mine").touch()
    with pytest.raises(PaperclaimsError, match="was not made by paperclaims"):
        build_release(toy_records, [], toy_config, tmp_path / "out")
    assert names(tmp_path) == [".out.building"]
    assert names(own) == ["mine"]


def test_a_folder_that_cannot_be_replaced_leaves_nothing_beside_it(
    toy_records: Records,
    toy_config: CollectionConfig,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "out").mkdir()

    def rename(old: Path, new: Path) -> Path:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(old))

    monkeypatch.setattr(swapping, "_exchange", lambda *_: False)
    monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises(PaperclaimsError, match=r"out: .*busy; the release is as it was"):
        build_release(toy_records, [], toy_config, tmp_path / "out")
    assert names(tmp_path) == ["out"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("bad\udcff", r"bad.xff: the name is not UTF-8 text"),
        ("loop", "loop: is a link that leads to itself"),
        ("loop/deeper", "loop: "),
    ],
)
def test_a_name_that_no_folder_can_have_is_refused_in_one_line(
    name: str, message: str, toy_records: Records, toy_config: CollectionConfig, tmp_path: Path
) -> None:
    (tmp_path / "loop").symlink_to("loop")
    for function in (build_release, check_release):
        if function is check_release and "deeper" in name:
            continue
        with pytest.raises(PaperclaimsError, match=message) as raised:
            function(toy_records, [], toy_config, tmp_path / name)
        assert str(raised.value).isprintable()
    assert names(tmp_path) == ["loop"]


def test_an_empty_folder_and_a_link_to_a_folder_are_filled(
    toy_records: Records, toy_config: CollectionConfig, tmp_path: Path
) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    build_release(toy_records, [], toy_config, tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real" / "README.md").is_file()


def test_check_is_clean_for_the_release_that_would_be_built(
    toy_records: Records, toy_passes: Passes, toy_config: CollectionConfig, toy_release: Path
) -> None:
    before = snapshot(toy_release.parent)
    assert check_release(toy_records, toy_passes, toy_config, toy_release) == []
    assert snapshot(toy_release.parent) == before


def test_check_names_each_file_that_is_stale_missing_or_left_over(
    toy_records: Records, toy_passes: Passes, toy_config: CollectionConfig, tmp_path: Path
) -> None:
    folder = tmp_path / "release"
    assert [
        problem.code for problem in check_release(toy_records, toy_passes, toy_config, folder)
    ] == ["release-missing"]
    build_release(toy_records, toy_passes, toy_config, folder)
    (folder / "croissant.json").unlink()
    (folder / "data" / "old.csv").write_text("left over", encoding="utf-8")
    problems = check_release(changed(toy_records), toy_passes, toy_config, folder)
    found = {Path(str(one.file)).relative_to(folder).as_posix(): one.message for one in problems}
    assert found["croissant.json"] == "is missing from the release"
    assert found["data/old.csv"] == "is not part of the release any more"
    assert found["data/records/train.parquet"] == "is not what the records give now"
    assert "data/records/test.parquet" not in found
    assert {problem.severity for problem in problems} == {Severity.ERROR}


def test_check_says_what_stands_in_place_of_the_release(
    toy_records: Records, toy_config: CollectionConfig, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe")
    found = {}
    for name in ("file", "link", "pipe", "missing"):
        (problem,) = check_release(toy_records, [], toy_config, tmp_path / name)
        assert problem.code == "release-missing"
        found[name] = problem.message
    assert found == {
        "file": "is not a folder but a file",
        "link": "is not a folder but a link that leads nowhere",
        "pipe": "is not a folder but neither a file nor a folder",
        "missing": "there is no release",
    }


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("README.md", "pipe"),
        ("croissant.json", "pipe"),
        ("data/claims/train.parquet", "pipe"),
        ("data/claims/train.parquet", "link"),
        ("data/claims/other.parquet", "link"),
        ("data/records", "link"),
    ],
)
def test_check_neither_waits_for_a_pipe_nor_follows_a_link_to_nowhere(
    name: str,
    kind: str,
    toy_records: Records,
    toy_passes: Passes,
    toy_config: CollectionConfig,
    tmp_path: Path,
) -> None:
    folder = tmp_path / "release"
    build_release(toy_records, toy_passes, toy_config, folder)
    before = snapshot(folder)
    path = folder / name
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("nowhere")
    problems = check_release(toy_records, toy_passes, toy_config, folder)
    assert {problem.code for problem in problems} == {"release-stale"}
    assert str(path) in {problem.file for problem in problems}
    if name == "README.md":
        with pytest.raises(PaperclaimsError, match="is neither empty nor a release"):
            build_release(toy_records, toy_passes, toy_config, folder)
    else:
        assert build_release(toy_records, toy_passes, toy_config, folder).is_changed
        assert snapshot(folder) == before


def test_check_takes_other_content_of_the_same_shape_for_stale(
    toy_records: Records, toy_passes: Passes, toy_config: CollectionConfig, toy_release: Path
) -> None:
    problems = check_release(changed(toy_records), toy_passes, toy_config, toy_release)
    assert {problem.code for problem in problems} == {"release-stale"}
    assert {Path(str(problem.file)).name for problem in problems} == {
        "README.md",
        "croissant.json",
        "train.parquet",
    }


def rewrite_otherwise(folder: Path) -> None:
    """As another version of pyarrow might have written it, card and all."""
    path = folder / "data" / "records" / "train.parquet"
    old = path.read_bytes()
    table = pq.read_table(path)
    pq.write_table(table, path, compression="zstd", store_schema=False)
    new = path.read_bytes()
    assert new != old
    texts = {name: (folder / name).read_text("utf-8") for name in ("README.md", "croissant.json")}
    old_hash, new_hash = (hashlib.sha256(data).hexdigest() for data in (old, new))
    sizes = [file.stat().st_size for file in (folder / "data" / "records").iterdir()]
    total = sum(sizes)
    card = texts["README.md"].replace(
        f"download_size: {total - len(new) + len(old)}", f"download_size: {total}"
    )
    croissant = texts["croissant.json"].replace(old_hash, new_hash)
    croissant = croissant.replace(f'"{len(old)} B"', f'"{len(new)} B"')
    (folder / "README.md").write_text(card, encoding="utf-8")
    (folder / "croissant.json").write_text(croissant, encoding="utf-8")


def test_check_warns_where_only_the_writer_of_the_files_differs(
    toy_records: Records, toy_passes: Passes, toy_config: CollectionConfig, tmp_path: Path
) -> None:
    folder = tmp_path / "release"
    build_release(toy_records, toy_passes, toy_config, folder)
    rewrite_otherwise(folder)
    (problem,) = check_release(toy_records, toy_passes, toy_config, folder)
    assert (problem.code, problem.severity) == ("release-bytes", Severity.WARNING)
    (folder / "README.md").write_text("edited", encoding="utf-8")
    problems = check_release(toy_records, toy_passes, toy_config, folder)
    assert {problem.severity for problem in problems} == {Severity.ERROR}


def test_check_reports_a_damaged_file_as_stale(
    toy_records: Records, toy_passes: Passes, toy_config: CollectionConfig, tmp_path: Path
) -> None:
    folder = tmp_path / "release"
    build_release(toy_records, toy_passes, toy_config, folder)
    (folder / "data" / "links" / "test.parquet").write_bytes(b"PAR1 not really")
    (problem,) = check_release(toy_records, toy_passes, toy_config, folder)
    assert problem.code == "release-stale"


def test_a_number_that_is_not_finite_has_no_content_hash() -> None:
    table = pa.table({"record_id": ["toy-a"], "value": [float("inf")]})
    with pytest.raises(BadInputError, match=r"^toy-a: cannot be published in claims: .*; correct"):
        content_sha256({"claims": {"train": table}})


def test_writing_a_table_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    table = pa.table({"text": ["🙂", None] * 1000, "value": list(range(2000))})
    for name in ("one", "two"):
        write_table(table, tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()
