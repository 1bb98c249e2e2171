"""Every code block of the card runs, and gives the answer that the card shows.

Where the card names a repository on the Hub, its name is replaced by the folder of the local
files: `hf://datasets/OWNER/NAME/` by `release/`, and `load_dataset("OWNER/NAME"` by
`load_dataset("release"`. The blocks run in the folder that holds `release`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bibtexparser
import datasets
import pytest
from docs.blocks import Block, find_blocks, run_python, run_sql

from paperclaims_curation.building.release import build_release
from paperclaims_curation.collection import CollectionConfig
from paperclaims_schema.tables import ClaimPart, RecordRow

ROOT = Path(__file__).resolve().parents[2]
HUB = "toys/claims"
Records = tuple[RecordRow, ...]

QUESTIONS = 5


@pytest.fixture(autouse=True)
def _cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets.config, "HF_DATASETS_CACHE", tmp_path / "cache")


def without_hub(code: str) -> str:
    code = code.replace(f"hf://datasets/{HUB}/", "release/")
    return code.replace(f'load_dataset("{HUB}"', 'load_dataset("release"')


def run_blocks(folder: Path) -> list[Block]:
    """Run the blocks of `folder/README.md` beside `folder`; those that have been run."""
    blocks = find_blocks((folder / "README.md").read_text("utf-8"))
    for block in blocks:
        code = without_hub(block.text)
        if block.language == "bibtex":
            library = bibtexparser.parse_string(code)
            assert len(library.entries) == 1
            assert not library.failed_blocks
        elif block.language == "sql":
            rows = run_sql(code)
            assert block.answer is None or rows == block.answer, block.text
        else:
            assert block.language == "python", block.text
            answer, printed = run_python(code)
            assert block.answer is None or answer == block.answer, block.text
            # A reader must see all that was asked for, whatever the width of the terminal.
            seen = printed.replace(" ", "")
            for value in [value for row in block.answer or () for value in row]:
                plain = value.replace("\\", "").replace(" ", "")
                assert plain in seen.replace("\\", ""), block.text
    return blocks


def answers(blocks: list[Block]) -> list[list[list[str]]]:
    return [block.answer for block in blocks if block.answer is not None]


@pytest.mark.real
def test_the_code_of_the_published_card_gives_its_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT / "dataset" / "paperclaims")
    blocks = run_blocks(ROOT / "dataset" / "paperclaims" / "release")
    assert len(answers(blocks)) == QUESTIONS
    assert {block.language for block in blocks} == {"python", "sql", "bibtex"}


def build(
    records: Records, config: CollectionConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> list[Block]:
    build_release(records, [], config, tmp_path / "release")
    monkeypatch.chdir(tmp_path)
    return run_blocks(tmp_path / "release")


@pytest.mark.parametrize("hub_repository", [None, HUB])
def test_the_code_of_a_card_gives_its_answers(
    hub_repository: str | None,
    toy_records: Records,
    toy_config: CollectionConfig,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config = toy_config.model_copy(update={"hub_repository": hub_repository})
    blocks = build(toy_records, config, tmp_path, monkeypatch)
    places = {
        f"hf://datasets/{HUB}/data/" in block.text for block in blocks if "data/" in block.text
    }
    assert places == {hub_repository is not None}
    speed_ups, assumptions, used = answers(blocks)
    assert speed_ups == [["TinyNet \\| small: and fast", "\\$2\\\\times\\$", "2", "BigNet", "yes"]]
    assert [row[2] for row in assumptions] == ["under mild assumptions"]
    assert used == [["ToyBench", "1", "1"]]


def many_claims(tiny: RecordRow, number: int) -> RecordRow:
    """A record without a title and with eleven claims.

    Each answers every question, but number 5 has no code and number 3 no rate in T.
    """

    def renamed(claim: ClaimPart, claim_id: str, **changes: Any) -> ClaimPart:
        quantities = [
            one.model_copy(
                update={
                    "quantity_id": one.quantity_id.replace(claim.id, claim_id),
                    **changes.get("quantity", {}),
                }
            )
            for one in claim.quantities
        ]
        given = {name: value for name, value in changes.items() if name != "quantity"}
        return claim.model_copy(update={"id": claim_id, "quantities": tuple(quantities), **given})

    faster, smaller = tiny.claims
    (rival,) = faster.baselines
    best = rival.model_copy(update={"kind": "state_of_the_art"})
    rate = {
        "form": "symbolic",
        "value_from": None,
        "value_from_text": None,
        "value": None,
        "value_text": None,
        "expression": "O(T)",
        "variables": ("n",) if number == 3 else ("T",),
        "bound": "upper",
        "unit": None,
    }
    used = ("ToyBench", "LoudBench") if number == 1 else ("ToyBench",)
    claims = [
        renamed(faster, "c1", baselines=(best,), datasets=(*used, *(["OldBench"] * (number % 2)))),
        renamed(smaller, "c2", type="guarantee", quantity=rate),
        *(
            renamed(faster, f"c{n}", datasets=used, quantity={"value": 0.25 * n})
            for n in range(3, 12)
        ),
    ]
    given = {**dict(tiny), "record_id": f"toy-{number:02}", "title": None, "claims": claims}
    if number == 5:
        given["links"] = ()
    plain = RecordRow.model_construct(**given).model_dump(mode="json", warnings=False)
    return RecordRow.model_validate(plain)


def test_answers_agree_where_they_are_long_and_titles_are_missing(
    toy_records: Records,
    toy_config: CollectionConfig,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tiny = next(record for record in toy_records if record.record_id == "toy-tinynet")
    records = tuple(many_claims(tiny, number) for number in range(11, 0, -1))
    blocks = build(records, toy_config, tmp_path, monkeypatch)
    speed_ups, assumptions, used, rates, winners = answers(blocks)
    assert [row[2] for row in speed_ups[:4]] == ["2", "2.5", "2.75", "2"]  # c1, c10, c11, c8
    assert [len(rows) for rows in (speed_ups, assumptions, rates, winners)] == [10] * 4
    papers = [f"toy-{number:02}" for number in range(1, 12)]
    assert rates[0] == ["toy-01", "O(T)", "upper", ""]
    assert [row[0] for row in rates] == [one for one in papers if one != "toy-03"]
    assert winners == [[one, "TinyNet"] for one in papers if one != "toy-05"]
    assert used == [["ToyBench", "11", "110"], ["OldBench", "6", "6"], ["LoudBench", "1", "10"]]
    card = (tmp_path / "release" / "README.md").read_text("utf-8")
    assert "The first 10 of 55 rows." in card
    assert "The first 10 of 11 rows." in card


def test_a_collection_of_drafts_shows_only_code_for_tables_that_exist(
    toy_records: Records,
    toy_config: CollectionConfig,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drafts = tuple(record for record in toy_records if record.annotation.status == "draft")
    blocks = build(drafts, toy_config, tmp_path, monkeypatch)
    assert answers(blocks) == []
    assert [block.language for block in blocks] == ["python", "python", "python", "sql", "bibtex"]
