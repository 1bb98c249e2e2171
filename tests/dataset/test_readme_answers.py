"""The README's five questions: its SQL on the release gives what the records say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import duckdb
import pytest

import paperclaims

pytestmark = pytest.mark.real

ROOT = Path(__file__).resolve().parents[2]
QUERIES = re.findall(r"```sql\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
RECORDS = {record.title: record for record in paperclaims.iter_records()}


def answer(number: int, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    monkeypatch.chdir(ROOT)
    return duckdb.connect().execute(QUERIES[number]).fetchall()


def test_speed_ups_of_at_least_two_are_found_with_what_they_are_compared_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = {(row[0], row[1]): row[2:] for row in answer(1, monkeypatch)}
    factor, baselines = rows["Masked Gated Linear Unit", r"up to a 19.7$\times$"]
    assert factor == 19.7
    assert baselines == [r"na\"ive PyTorch MGLU"]
    assert all(row[0] >= 2 or row[0] <= 0.5 for row in rows.values())
    assert any(title.startswith("Efficient Hybrid") for title, _ in rows)


def test_claims_under_an_assumption_are_those_of_the_records(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = {
        (record.title, claim.statement)
        for record in RECORDS.values()
        for claim in record.claims
        if any(condition.kind == "assumption" for condition in claim.conditions)
    }
    rows = answer(2, monkeypatch)
    assert {row[:2] for row in rows} == expected
    assert ["under mild assumptions"] in [row[2] for row in rows]


def test_datasets_are_counted_once_a_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    for dataset, papers, claims in answer(3, monkeypatch):
        users = [
            [claim for claim in record.claims if dataset in claim.datasets]
            for record in RECORDS.values()
        ]
        assert papers == sum(bool(found) for found in users)
        assert claims == sum(len(found) for found in users)


def test_rates_in_t_are_found_by_their_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = answer(4, monkeypatch)
    assert {row[0].split()[0] for row in rows} == {"Incentive-Aware"}
    assert (r"\tilde{\mathcal{O}}(\sqrt{T})", "upper", "social welfare regret") in [
        row[1:] for row in rows
    ]


def test_papers_with_code_that_claim_to_beat_the_state_of_the_art(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = {
        (record.title, claim.subject)
        for record in RECORDS.values()
        if any(link.kind == "code" for link in record.links)
        for claim in record.claims
        if claim.relation == "better"
        and any(baseline.kind == "state_of_the_art" for baseline in claim.baselines)
    }
    rows = answer(5, monkeypatch)
    assert rows == sorted(expected)
    assert any(title.startswith("ScatterAD") for title, _ in rows)


def test_fifty_records_and_every_span_is_its_slice_in_every_config() -> None:
    abstracts = {record.record_id: record.abstract for record in RECORDS.values()}
    assert len(abstracts) == 50
    checked = 0

    def check(record_id: str, value: Any) -> None:
        nonlocal checked
        if isinstance(value, list):
            for item in value:
                check(record_id, item)
        elif isinstance(value, dict):
            if value.get("start") is not None:
                assert abstracts[record_id][value["start"] : value["end"]] == value["text"]
                checked += 1
            for item in value.values():
                check(record_id, item)

    for config in paperclaims.CONFIGS:
        for row in paperclaims.read_table(config).to_pylist():
            check(row["record_id"], row)
    assert checked > 2000


def test_every_quantity_lies_inside_its_evidence() -> None:
    checked = 0
    for config in ("records", "claims", "annotations"):
        for row in paperclaims.read_table(config).to_pylist():
            for claim in row.get("claims", [row]):
                for quantity in claim["quantities"]:
                    checked += 1
                    assert any(
                        span["start"] <= quantity["start"] and quantity["end"] <= span["end"]
                        for span in claim["evidence"]
                    )
    assert checked > 150
