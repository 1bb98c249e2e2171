"""Five questions to the tables, each with the code that asks it and its answer.

The answers are found in the records, without the code: a test runs the code on the release and
compares.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from paperclaims_curation.building.derived import factor, favourable, has_code
from paperclaims_schema.tables import ClaimPart, QuantityFields, RecordRow
from paperclaims_schema.vocabularies import (
    BaselineKind,
    ClaimType,
    ConditionKind,
    Form,
    Measure,
    Relation,
    Status,
)

LOCAL = "release"
"""What the code calls the release, as seen from the folder that holds it."""
ANSWER_ROWS = 10
"""No answer has more rows: a card stays readable for a collection of any size."""

Rows = list[tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, how to ask it, and how the records answer it."""

    text: str
    config: str
    """The table that is asked."""
    tool: str
    language: str
    """Of the code: `sql`, or `python`, which leaves its rows in `answer`."""
    code: str
    columns: tuple[str, ...]
    find: Callable[[Sequence[RecordRow]], Rows]
    """All rows of the answer, given the annotated records by id."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A question with its answer."""

    question: Question
    code: str
    """With the place of the files."""
    rows: Rows
    row_count: int
    """Of the whole answer, of which `rows` are the first."""


def located(code: str, hub_repository: str | None) -> str:
    """The code with the place of the files: a repository on the Hub, else a folder."""
    if hub_repository is None:
        return code
    code = code.replace(f'load_dataset("{LOCAL}"', f'load_dataset("{hub_repository}"')
    return code.replace(f"{LOCAL}/data/", f"hf://datasets/{hub_repository}/data/")


def answers(
    records: Sequence[RecordRow], configs: Sequence[str], hub_repository: str | None
) -> list[Answer]:
    """The questions to tables that are published, with their answers."""
    annotated = sorted(
        (record for record in records if record.annotation.status is not Status.DRAFT),
        key=lambda record: record.record_id,
    )
    found = []
    for question in QUESTIONS:
        if question.config in configs:
            rows = question.find(annotated)
            code = located(question.code, hub_repository)
            found.append(Answer(question, code, rows[:ANSWER_ROWS], len(rows)))
    return found


def answer_cell(value: object) -> str:
    """A value as the text of a Markdown table's cell."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return "; ".join(map(answer_cell, value))
    text = f"{value:g}" if isinstance(value, float) else "" if value is None else str(value)
    # Dollars, bars and the like of the abstracts would be taken for mathematics and columns.
    return re.sub(r"([|$*_\\`<>\[\]~])", r"\\\1", " ".join(text.split()))


def _paper(record: RecordRow) -> str:
    return record.title or record.record_id


def _iter_claims(records: Sequence[RecordRow]) -> Iterator[tuple[RecordRow, ClaimPart]]:
    """In the order of ids as texts, as a table is sorted: c10 before c2."""
    for record in records:
        for claim in sorted(record.claims, key=lambda claim: claim.id):
            yield record, claim


def _iter_quantities(
    records: Sequence[RecordRow],
) -> Iterator[tuple[RecordRow, ClaimPart, QuantityFields]]:
    for record, claim in _iter_claims(records):
        for quantity in sorted(claim.quantities, key=lambda quantity: quantity.quantity_id):
            yield record, claim, quantity


def _speed_ups(records: Sequence[RecordRow]) -> Rows:
    rows: Rows = []
    for record, claim, quantity in _iter_quantities(records):
        times = factor(quantity)
        is_faster = claim.measure is Measure.TIME and favourable(claim, quantity)
        if is_faster and times is not None and (times >= 2 or times <= 0.5):
            against = [baseline.text for baseline in claim.baselines]
            rows.append((_paper(record), quantity.text, times, against, has_code(record.links)))
    return rows


def _assumptions(records: Sequence[RecordRow]) -> Rows:
    rows: Rows = []
    for record, claim in _iter_claims(records):
        kind = ConditionKind.ASSUMPTION
        if found := [one.text for one in claim.conditions if one.kind is kind]:
            rows.append((_paper(record), claim.statement, found))
    return rows


def _used_datasets(records: Sequence[RecordRow]) -> Rows:
    papers: defaultdict[str, set[str]] = defaultdict(set)
    claims: Counter[str] = Counter()
    for record, claim in _iter_claims(records):
        for name in claim.datasets:
            papers[name].add(record.record_id)
            claims[name] += 1
    counted = [(name, len(ids), claims[name]) for name, ids in papers.items()]
    return [*sorted(counted, key=lambda row: (-row[1], -row[2], row[0]))]


def _rates(records: Sequence[RecordRow]) -> Rows:
    return [
        (_paper(record), quantity.expression, quantity.bound, quantity.unit_of)
        for record, claim, quantity in _iter_quantities(records)
        if claim.type is ClaimType.GUARANTEE
        and quantity.form is Form.SYMBOLIC
        and "T" in quantity.variables
    ]


def _winners(records: Sequence[RecordRow]) -> Rows:
    return [
        *sorted(
            {
                (_paper(record), claim.subject)
                for record, claim in _iter_claims(records)
                if has_code(record.links)
                and claim.relation is Relation.BETTER
                and any(one.kind is BaselineKind.STATE_OF_THE_ART for one in claim.baselines)
            }
        )
    ]


QUESTIONS = (
    Question(
        text="Which papers claim at least a 2x speed-up, against what, and is there code?",
        config="quantities",
        tool="DuckDB",
        language="sql",
        code="""\
SELECT coalesce(title, record_id) AS paper, text, factor, baselines, code_anywhere AS code
FROM 'release/data/quantities/*.parquet'
WHERE measure = 'time' AND favourable AND (factor >= 2 OR factor <= 0.5)
ORDER BY record_id, quantity_id
LIMIT 10
""",
        columns=("paper", "text", "factor", "baselines", "code"),
        find=_speed_ups,
    ),
    Question(
        text="Which claims hold only under an assumption?",
        config="claims",
        tool="pandas",
        language="python",
        code="""\
import pandas as pd

claims = pd.read_parquet("release/data/claims/").sort_values(["record_id", "claim_id"])
claims["paper"] = claims["title"].fillna(claims["record_id"])
claims["assumptions"] = [
    [one["text"] for one in conditions if one["kind"] == "assumption"]
    for conditions in claims["conditions"]
]
answer = claims.loc[claims["assumptions"].map(len) > 0, ["paper", "statement", "assumptions"]]
answer = answer.head(10)
print(answer.to_string(index=False))
""",
        columns=("paper", "statement", "assumptions"),
        find=_assumptions,
    ),
    Question(
        text="Which datasets are used most as evidence?",
        config="claims",
        tool="polars",
        language="python",
        code="""\
import polars as pl

answer = (
    pl.read_parquet("release/data/claims/*.parquet")
    .explode("datasets")
    .drop_nulls("datasets")
    .group_by(dataset="datasets")
    .agg(papers=pl.col("record_id").n_unique(), claims=pl.len())
    .sort("papers", "claims", "dataset", descending=[True, True, False])
    .head(10)
)
print(answer)
""",
        columns=("dataset", "papers", "claims"),
        find=_used_datasets,
    ),
    Question(
        text="Which guarantees are rates in T?",
        config="quantities",
        tool="DuckDB",
        language="sql",
        code="""\
SELECT coalesce(title, record_id) AS paper, expression, bound, unit_of
FROM 'release/data/quantities/*.parquet'
WHERE type = 'guarantee' AND form = 'symbolic' AND list_contains(variables, 'T')
ORDER BY record_id, quantity_id
LIMIT 10
""",
        columns=("paper", "expression", "bound", "unit_of"),
        find=_rates,
    ),
    Question(
        text="Which papers with code claim to beat the state of the art?",
        config="claims",
        tool="datasets",
        language="python",
        code="""\
from datasets import load_dataset

claims = load_dataset("release", "claims", split="all")
answer = sorted(
    {
        (claim["title"] or claim["record_id"], claim["subject"])
        for claim in claims
        if claim["code_anywhere"]
        and claim["relation"] == "better"
        and any(one["kind"] == "state_of_the_art" for one in claim["baselines"])
    }
)[:10]
for paper, subject in answer:
    print(paper, "|", subject)
""",
        columns=("paper", "subject"),
        find=_winners,
    ),
)
