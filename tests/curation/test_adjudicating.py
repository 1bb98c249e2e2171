"""Adjudication: what agrees is taken, what differs is decided, nothing is final before."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from paperclaims_curation.agreement.adjudicator import Adjudicator
from paperclaims_curation.cli.main import main
from paperclaims_curation.collection import open_collection
from paperclaims_curation.recordfile.reading import read_record
from paperclaims_curation.recordfile.writing import format_model
from paperclaims_schema.vocabularies import Status

TOY = Path(__file__).parents[1] / "toy"
DATASET = Path(__file__).parents[2] / "dataset"


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TOY, tmp_path / "toy")
    monkeypatch.chdir(tmp_path / "toy")
    return tmp_path / "toy"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(["adjudicate", *arguments])
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


FINISH = ("--finish", "--by", "third-model", "--kind", "model")


def differing_record(collection: Path) -> tuple[str, Path, Path]:
    """A record that both annotators read, made to differ in one place."""
    first, second = sorted(path for path in (collection / "passes").iterdir())
    path = min(first.glob("*.yaml"))
    other = second / path.name
    other.write_text(
        path.read_text("utf-8")
        .replace(f"id: {first.name}", f"id: {second.name}")
        .replace("certainty: asserted", "certainty: hedged", 1),
        encoding="utf-8",
    )
    record_path = collection / "records" / path.name
    record = read_record(record_path).model
    assert record is not None
    fresh = record.annotation.model_copy(
        update={"status": Status.DRAFT, "annotators": (), "decisions": ()}
    )
    record_path.write_text(
        format_model(record.model_copy(update={"annotation": fresh})), encoding="utf-8"
    )
    return path.stem, path, record_path


def test_a_difference_becomes_an_open_decision_with_both_readings(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record_id, _, path = differing_record(collection)
    code, out, _ = run(capsys, record_id)
    assert (code, out) == (0, f"{record_id}: 1 open decisions\n")
    record = read_record(path).model
    assert record is not None
    (decision,) = record.annotation.decisions
    assert decision.what.endswith(".certainty")
    assert [reading.split(": ")[1] for reading in decision.readings] == ["asserted", "hedged"]
    assert (decision.choice, decision.reason) == ("open", "open")
    assert record.annotation.status == "annotated"


def test_a_record_is_not_final_before_every_decision_is_made(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record_id, _, path = differing_record(collection)
    run(capsys, record_id)
    before = path.read_bytes()
    code, out, _ = run(capsys, *FINISH, record_id)
    assert code == 1
    assert "is still open [adjudication-open]" in out
    assert path.read_bytes() == before
    path.write_text(
        before.decode()
        .replace("choice: open", "choice: first")
        .replace("reason: open", "reason: The words do not hedge."),
        encoding="utf-8",
    )
    code, out, _ = run(capsys, *FINISH, record_id)
    assert (code, out) == (0, f"{record_id}: adjudicated\n")
    record = read_record(path).model
    assert record is not None
    assert record.annotation.status == "adjudicated"
    assert [annotator.id for annotator in record.annotation.annotators][-1] == "third-model"


def test_a_change_to_what_both_say_needs_a_decision_of_its_own(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record_id, _, path = differing_record(collection)
    run(capsys, record_id)
    text = path.read_text("utf-8").replace("choice: open", "choice: first")
    text = text.replace("reason: open", "reason: The words do not hedge.")
    changed = re.sub(r"(?m)^  model: \w+$", "  model: promised", text)
    assert changed != text
    path.write_text(changed, encoding="utf-8")
    code, out, _ = run(capsys, *FINISH, record_id)
    assert code == 1
    assert "availability.model differs from both readings without a decision" in out


def test_a_decision_that_was_removed_is_missed(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record_id, _, path = differing_record(collection)
    run(capsys, record_id)
    text = path.read_text("utf-8")
    path.write_text(text[: text.index("  decisions:")], encoding="utf-8")
    code, out, _ = run(capsys, *FINISH, record_id)
    assert code == 1
    assert "there is no decision on" in out


def test_beginning_again_would_lose_decisions_and_is_refused(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record_id, _, path = differing_record(collection)
    run(capsys, record_id)
    before = path.read_bytes()
    code, _, err = run(capsys, record_id)
    assert code == 2
    assert "adjudication has begun" in err
    assert err.count("\n") == 1
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("toy-none",), "no such record"),
        (("--finish", "toy-none"), "go together"),
        (("--by", "x", "toy-none"), "go together"),
        (("--passes", "first-model", "second-modle", "toy-none"), "no passes of annotator"),
    ],
)
def test_wrong_use_is_one_line(
    collection: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


@pytest.mark.real
def test_every_difference_between_the_passes_of_the_collection_was_decided() -> None:
    collection = open_collection(DATASET)
    adjudicator = Adjudicator.open(collection, ("model-a", "model-b"))
    records = [read_record(path).model for path in collection.record_paths()]
    assert len(records) == 50
    for record in records:
        assert record is not None
        assert record.annotation.status == "adjudicated"
        assert adjudicator.find_problems(record.record_id) == []
