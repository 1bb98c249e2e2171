from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from benchmarks.mutations.kinds import KINDS  # noqa: E402
from benchmarks.mutations.reporting import format_misses, format_table  # noqa: E402
from benchmarks.mutations.running import Outcome, run  # noqa: E402

pytestmark = pytest.mark.real
RECORDS = ("neurips2025-sparta-alignment", "neurips2025-masked-gated-linear-unit")
BY_NAME = {kind.name: kind for kind in KINDS}


def measure(*names: str) -> list[Outcome]:
    return run(ROOT / "dataset", [BY_NAME[name] for name in names], RECORDS, processes=1)


def test_names_of_kinds_are_unique() -> None:
    assert len(BY_NAME) == len(KINDS)


def test_damage_is_caught_where_it_is() -> None:
    names = ("k and n swapped", "doubled space", "duplicate key", "edited abstract", "factor ten")
    outcomes = measure(*names)
    assert {outcome.kind for outcome in outcomes} == set(names)
    assert [outcome for outcome in outcomes if not outcome.caught] == []


def test_damage_that_needs_a_reader_is_applied_and_measured() -> None:
    outcomes = measure("better for worse")
    assert len(outcomes) == 6
    assert all(outcome.what.endswith("relation: better -> worse") for outcome in outcomes)


def test_two_runs_damage_the_same_places() -> None:
    assert measure("misspelt key") == measure("misspelt key")


def test_the_collection_stays_as_it_is(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "dataset", tmp_path / "dataset")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    run(tmp_path / "dataset", [BY_NAME["duplicated record"]], RECORDS, processes=1)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_the_table_holds_misses_and_keeps_readers_kinds_apart() -> None:
    decidable, reader = BY_NAME["sign"], BY_NAME["better for worse"]
    outcomes = [
        Outcome("sign", "r", "7 -> -7", True, ("5:number-not-in-text",), (5,)),
        Outcome("sign", "r", "8 -> -8", False, (), (9,)),
        Outcome("better for worse", "r", "better -> worse", False, (), (3,)),
    ]
    table = format_table([decidable, reader], outcomes)
    above, below = table.split("Only a reader")
    assert "| sign | 2 | 1 | 50.0% |" in above
    assert "| **all of these** | 2 | 1 | **50.0%** |" in above
    assert "| better for worse | 1 | 0 | 0.0% |" in below
    assert "8 -> -8; line 9; found: nothing" in format_misses(outcomes)


def test_the_mutators_share_no_code_with_the_tool() -> None:
    modules = (ROOT / "benchmarks/mutations").glob("*.py")
    users = {
        path.stem
        for path in modules
        if "import paperclaims" in (text := path.read_text()) or "from paperclaims" in text
    }
    assert users == {"running"}
