"""How the claims and quantities of two readings are paired."""

from __future__ import annotations

import random
from typing import Any

import pytest

from paperclaims_curation.matching import (
    code_points,
    pair_claims,
    pair_equal,
    pair_quantities,
    pair_tasks,
)
from paperclaims_curation.recordfile.resolving import find_spans
from paperclaims_curation.recordfile.rowmaking import make_content
from paperclaims_schema.record import Content
from paperclaims_schema.tables import ContentRow

# Forty letters, each at its own offset; a quote is a slice of them.
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN"
MGLU = "MGLUs are 47% more memory-efficient and 34% faster than standard GLUs"


def claim(claim_id: str, *quotes: str, **given: Any) -> dict[str, Any]:
    return {
        "id": claim_id,
        "type": "finding",
        "statement": "A statement.",
        "subject": "X",
        "relation": "exists",
        "certainty": "asserted",
        "evidence": quotes,
        **({"measure": "quality"} if given.get("metric") else {}),
        **given,
    }


def percent(text: str, role: str = "result", **given: Any) -> dict[str, Any]:
    number = int("".join(char for char in text if char.isdigit()))
    return {"text": text, "role": role, "form": "level", "value": number, **given}


def reading(abstract: str, *claims: dict[str, Any], **given: Any) -> ContentRow:
    availability = {"code": "none", "data": "none", "model": "none"}
    content = Content.model_validate({"availability": availability, "claims": claims, **given})
    resolution = find_spans(content, abstract)
    assert not resolution.failures
    return ContentRow.model_validate(make_content(content, resolution))


def paired_ids(a: ContentRow, b: ContentRow) -> set[tuple[str, str]]:
    return {(one.id, other.id) for one, other in pair_claims(a.claims, b.claims).pairs}


@pytest.mark.parametrize(
    ("other", "pairs"),
    [
        # |a-j| = 10, shared 5, union 10: IoU is exactly 0.5.
        (LETTERS[:5], 1),
        # 10 and 5 code points, 4 shared: 4 / 11.
        (LETTERS[6:11], 0),
        # shared 5, union 11: 5 / 11 = 0.4545.
        (LETTERS[5:11], 0),
        # 15 code points, 10 shared, union 15: 2 / 3.
        (LETTERS[:15], 1),
    ],
)
def test_a_pair_needs_half_of_the_union(other: str, pairs: int) -> None:
    a = reading(LETTERS, claim("c1", LETTERS[:10]))
    b = reading(LETTERS, claim("c1", other))
    assert len(pair_claims(a.claims, b.claims).pairs) == pairs


def test_what_two_quotes_share_counts_once() -> None:
    row = reading(LETTERS, claim("c1", LETTERS[:6], LETTERS[4:10]))
    assert code_points(row.claims[0]) == frozenset(range(10))


def test_an_emoji_is_one_code_point() -> None:
    abstract = "🙂🙂🙂🙂ab"
    # Shared 2, union 4 in code points: 0.5. In UTF-16 it would be 2 of 6.
    a = reading(abstract, claim("c1", "🙂🙂ab"))
    b = reading(abstract, claim("c1", "ab"))
    assert len(pair_claims(a.claims, b.claims).pairs) == 1


def test_the_largest_sum_wins_over_the_largest_pair() -> None:
    # IoU    b1=[0:10]  b2=[0:7]
    # a1=[0:9]  9/10      7/9
    # a2=[1:10] 9/10      6/10
    # Greedy could take (a1, b1) and (a2, b2): 0.9 + 0.6. The best is 7/9 + 9/10.
    a = reading(LETTERS, claim("c1", LETTERS[:9]), claim("c2", LETTERS[1:10]))
    b = reading(LETTERS, claim("c1", LETTERS[:10]), claim("c2", LETTERS[:7]))
    assert paired_ids(a, b) == {("c1", "c2"), ("c2", "c1")}


@pytest.mark.parametrize(
    ("memory", "speed"),
    [
        ({"metric": "memory-efficient"}, {"metric": "faster"}),
        ({"quantities": [percent("47%")]}, {"quantities": [percent("34%")]}),
        ({"type": "performance"}, {"type": "efficiency"}),
        ({"conditions": [{"text": "standard", "kind": "data"}]}, {}),
    ],
)
def test_identical_evidence_is_told_apart_by_the_other_fields(
    memory: dict[str, Any], speed: dict[str, Any]
) -> None:
    # The statements suggest the wrong partners, and do not count.
    a = reading(
        MGLU,
        claim("c1", MGLU, **memory, statement="First."),
        claim("c2", MGLU, **speed, statement="Second."),
    )
    b = reading(
        MGLU,
        claim("c1", MGLU, **speed, statement="First."),
        claim("c2", MGLU, **memory, statement="Second."),
    )
    assert paired_ids(a, b) == {("c1", "c2"), ("c2", "c1")}


def test_of_claims_that_are_alike_the_same_go_together() -> None:
    one, two = (claim(f"c{n}", MGLU, statement=f"Statement {n}.") for n in (1, 2))
    assert paired_ids(reading(MGLU, one, two), reading(MGLU, one)) == {("c1", "c1")}
    assert paired_ids(reading(MGLU, one, two), reading(MGLU, two)) == {("c2", "c2")}


def test_one_of_two_identical_stretches_is_paired_with_the_one_that_is_alike() -> None:
    a = reading(MGLU, claim("c1", MGLU, metric="faster"))
    b = reading(
        MGLU, claim("c1", MGLU, metric="memory-efficient"), claim("c2", MGLU, metric="faster")
    )
    assert paired_ids(a, b) == {("c1", "c2")}
    assert [one.id for one in pair_claims(a.claims, b.claims).only_b] == ["c1"]


def test_no_likeness_outweighs_one_character_of_overlap() -> None:
    # a1 is alike b1, with an overlap of 2398/2400, and unlike b2, with 2399/2400.
    text = "".join(chr(0x4E00 + number) for number in range(2400))
    alike = {"type": "performance", "relation": "better", "subject": "Y", "metric": text[:2]}
    a = reading(text, claim("c1", text, **alike))
    b = reading(text, claim("c1", text[:-2], **alike), claim("c2", text[:-1]))
    assert paired_ids(a, b) == {("c1", "c2")}


def test_likeness_never_costs_a_pair() -> None:
    # a1 and b1 are all letters and alike in everything; a2 and b2 are the halves, and unlike them
    # in everything. One pair (a1, b1): IoU 1, and a2 and b2 share nothing. Two pairs (a1, b2) and
    # (a2, b1): 20/40 + 20/40, the same sum.
    alike = {
        "type": "performance",
        "relation": "better",
        "subject": "Y",
        "metric": "ab",
        "measure": "time",
        "higher_is_better": True,
        "baselines": [{"text": "cd", "kind": "class"}],
        "datasets": ["D"],
        "conditions": [{"text": "ef", "kind": "data"}],
        "certainty": "hedged",
        "quantities": [{"text": "gh", "role": "result", "form": "verbal"}],
    }
    a = reading(LETTERS, claim("c1", LETTERS, **alike), claim("c2", LETTERS[:20]))
    b = reading(LETTERS, claim("c1", LETTERS, **alike), claim("c2", LETTERS[20:]))
    assert paired_ids(a, b) == {("c1", "c2"), ("c2", "c1")}


def test_many_claims_on_the_same_words_keep_their_partners() -> None:
    words = [f"w{number:02}" for number in range(30)]
    text = " ".join(words)
    claims = [claim(f"c{number + 1}", text, metric=word) for number, word in enumerate(words)]
    shuffled = random.Random(3).sample(claims, len(claims))
    pairing = pair_claims(reading(text, *claims).claims, reading(text, *shuffled).claims)
    assert [one.id for one, _ in pairing.pairs] == [one["id"] for one in claims]
    assert all(one.metric == other.metric for one, other in pairing.pairs)


def test_a_condition_in_several_claims_is_paired_claim_by_claim() -> None:
    text = "With 30% pruned, A keeps 83%. With 30% it is 2% slower"
    first, second = "With 30% pruned, A keeps 83%", "With 30% it is 2% slower"
    whole = f"{first}. {second}"
    condition = {"text": "30%", "occurrence": 1, "role": "condition", "form": "level", "value": 30}
    one = claim("c1", first, quantities=[percent("30%", "condition"), percent("83%")])
    two = claim("c2", whole, quantities=[condition, percent("2%")])
    a = reading(text, one, two)
    b = reading(text, {**two, "id": "c1"}, {**one, "id": "c2"})
    pairing = pair_quantities(pair_claims(a.claims, b.claims))
    ids = {(x.quantity_id, y.quantity_id) for x, y in pairing.pairs}
    assert ids == {("c1.q1", "c2.q1"), ("c1.q2", "c2.q2"), ("c2.q1", "c1.q1"), ("c2.q2", "c1.q2")}


def test_a_quantity_that_moved_to_another_claim_is_still_paired() -> None:
    text = "A is 47% better; B is bad"
    a = reading(text, claim("c1", "A is 47% better", quantities=[percent("47%")]))
    b = reading(text, claim("c1", text, quantities=[percent("47%")]))
    # 15 of 25 code points: the claims are paired. Without the numbers' claim they are not.
    assert len(pair_quantities(pair_claims(a.claims, b.claims)).pairs) == 1
    c = reading(text, claim("c1", "is 47%", quantities=[percent("47%")]))
    claims = pair_claims(a.claims, c.claims)
    assert not claims.pairs
    assert len(pair_quantities(claims).pairs) == 1


def test_each_quantity_is_paired_once() -> None:
    text = "A is 47% better"
    two = [claim(f"c{n}", text, quantities=[percent("47%")]) for n in (1, 2)]
    pairing = pair_quantities(pair_claims(reading(text, *two).claims, reading(text, two[0]).claims))
    assert (len(pairing.pairs), len(pairing.only_a), len(pairing.only_b)) == (1, 1, 0)


def test_of_equal_keys_the_same_items_go_together() -> None:
    pairing = pair_equal(["Ab", "aB", "c"], ["aB", "AB", "Ab"], str.casefold)
    assert pairing.pairs == (("Ab", "Ab"), ("aB", "aB"))
    assert (pairing.only_a, pairing.only_b) == (("c",), ("AB",))


def test_tasks_are_paired_if_they_share_a_character() -> None:
    def tasks(*quotes: str) -> ContentRow:
        given = [{"name": quote, "evidence": [quote]} for quote in quotes]
        return reading(LETTERS, tasks=given)

    a, b = tasks("abc", "mno"), tasks("op", "cdefgh", "ij")
    pairing = pair_tasks(a.tasks, b.tasks)
    assert [(x.name, y.name) for x, y in pairing.pairs] == [("abc", "cdefgh"), ("mno", "op")]
    assert [task.name for task in pairing.only_b] == ["ij"]


def test_nothing_is_paired_with_nothing() -> None:
    empty, one = reading(LETTERS), reading(LETTERS, claim("c1", "abc"))
    assert pair_claims(empty.claims, one.claims).only_b == one.claims
    assert pair_claims(empty.claims, empty.claims).pairs == ()
