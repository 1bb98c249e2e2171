"""`paperclaims agree` on the toy collection."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from paperclaims_curation.cli.main import main

TOY = Path(__file__).parents[1] / "toy"


@pytest.fixture
def collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TOY, tmp_path, dirs_exist_ok=True)
    shutil.rmtree(tmp_path / "passes")
    names = ("toy-latticenet", "toy-pebblebank")
    for annotator in ("ada", "bob"):
        folder = tmp_path / "passes" / annotator
        folder.mkdir(parents=True)
        for name in names:
            text = (TOY / "passes" / "second-model" / f"{name}.yaml").read_text(encoding="utf-8")
            text = text.replace("id: second-model", f"id: {annotator}")
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    change(tmp_path, "bob", "  type: resource\n", "  type: finding\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def change(collection: Path, annotator: str, old: str, new: str) -> None:
    path = collection / "passes" / annotator / "toy-pebblebank.yaml"
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(["agree", *arguments])
    streams = capsys.readouterr()
    return caught.value.code, streams.out, streams.err


def words(out: str, part: str, statistic: str) -> str:
    rows = (row.split() for row in out.splitlines())
    (found,) = (row[2:] for row in rows if row[:2] == [part, statistic])
    return " ".join(found)


def test_a_table_gives_figure_interval_and_numbers(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    assert out.startswith("a: ada, b: bob;")
    assert "all abstracts: 2 abstracts" in out
    # Two claims are in one abstract, four in the other; one of the two differs in type.
    assert words(out, "claims.type", "agreement") == "0.83 [0.50, 1.00] 5 of 6"
    assert words(out, "claims", "F1") == "1.00 [1.00, 1.00] 6 of 6 and 6"
    assert "undefined: only one category occurs" in words(out, "claims.certainty", "kappa")
    rows = [row for row in out.splitlines() if row.startswith("  ")]
    assert {row.index(" F1 ") for row in rows if " F1 " in row} == {rows[0].index(" F1 ")}


def test_the_list_gives_every_disagreement_with_both_readings(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(capsys, "--list")
    place, ada, bob, abstract = out.splitlines()[:4]
    assert place == "toy-pebblebank: claims[c1/c1].type"
    assert (ada, bob) == ("    ada:      resource", "    bob:      finding")
    assert abstract.startswith("    abstract: **PebbleBank** is a benchmark for *pebble sorting*")
    assert "disagreements listed: 1\n" in out


def test_the_annotators_may_be_named_in_either_order(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(capsys, "bob", "ada", "--list")
    assert out.splitlines()[1:3] == ["    bob:      finding", "    ada:      resource"]


def test_json_is_one_versioned_document(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run(capsys, "--format", "json")
    document = json.loads(out)
    assert (code, document["format"], document["version"]) == (0, "paperclaims-agreement", 1)
    assert document["annotators"] == ["ada", "bob"]
    assert document["disagreements"] is None
    listed = json.loads(run(capsys, "--format", "json", "--list")[1])
    assert [item["part"] for item in listed["disagreements"]] == ["claims[c1/c1].type"]
    assert {**listed, "disagreements": None} == document


def test_chosen_records_have_figures_and_a_list_of_their_own(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, out, _ = run(capsys, "--records", "toy-latticenet", "--list")
    assert "disagreements listed: 0" in out
    assert "all abstracts: 2 abstracts" in out
    assert "chosen abstracts: 1 abstract\n" in out
    assert "1.00 (one abstract gives no interval)" in out


def test_abstracts_that_the_guidelines_quote_are_left_out(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = collection / "RULES.md"
    rules.write_text("As in `with over 37,000 pebbles from twelve beaches`.", encoding="utf-8")
    config = collection / "collection.toml"
    config.write_text(f'guidelines = "RULES.md"\n{config.read_text("utf-8")}', encoding="utf-8")
    _, out, _ = run(capsys, "--format", "json")
    subsets = {item["name"]: item["record_ids"] for item in json.loads(out)["subsets"]}
    assert subsets["not quoted in RULES.md"] == ["toy-latticenet"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ada", "bop"), "no passes of annotator bop; did you mean bob?"),
        (("ada", "quite-another"), "no passes of annotator quite-another; there are ada, bob"),
        (("ada",), "agreement needs two different annotators, 1 given"),
        (("ada", "ada"), "agreement needs two different annotators, 1 given"),
        (("--records", "toy-peblebank"), "did you mean toy-pebblebank?"),
        (("--records", "toy-smallnet"), "toy-smallnet: not a record that both have read"),
    ],
)
def test_wrong_use_is_one_line(
    collection: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_one_annotator_is_not_enough(collection: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.rmtree(collection / "passes" / "bob")
    code, _, err = run(capsys)
    assert (code, err.count("\n")) == (2, 1)
    assert "needs two different annotators, 1 found" in err


def test_a_pass_with_a_finding_is_refused_with_its_place(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(collection, "bob", "text: 'twelve'", "text: 'twelfe'")
    code, out, err = run(capsys)
    assert (code, out) == (1, "")
    assert err.startswith("passes/bob/toy-pebblebank.yaml:")
    assert "twelfe" in err
    assert err.endswith("paperclaims: nothing was compared; correct the findings above\n")


def test_a_record_that_cannot_be_read_is_named(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = collection / "records" / "toy-pebblebank.yaml"
    path.write_text("record_id: [", encoding="utf-8")
    code, _, err = run(capsys)
    assert code == 1
    assert "records/toy-pebblebank.yaml:1" in err


def test_a_record_of_one_annotator_alone_is_said_not_to_be_compared(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (collection / "passes" / "bob" / "toy-latticenet.yaml").unlink()
    _, out, _ = run(capsys)
    assert "not compared: 1 abstract that only ada has read" in out
    (collection / "passes" / "bob" / "toy-pebblebank.yaml").rename(
        collection / "passes" / "bob" / "toy-smallnet.yaml"
    )
    code, _, err = run(capsys)
    assert code == 1
    assert "does not match the path" in err


def test_annotators_without_a_common_record_agree_in_nothing_defined(
    collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (collection / "passes" / "bob" / "toy-latticenet.yaml").unlink()
    (collection / "passes" / "ada" / "toy-pebblebank.yaml").unlink()
    code, out, _ = run(capsys)
    assert code == 0
    assert "undefined: no abstract has both readings" in words(out, "claims", "F1")
