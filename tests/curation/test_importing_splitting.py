"""Splits of new records."""

from __future__ import annotations

import hashlib
import random
from collections import Counter

import pytest
from rapidfuzz import fuzz

from paperclaims_curation import duplicates
from paperclaims_curation.collection import SplitShares
from paperclaims_curation.duplicates import (
    NEAR_DUPLICATE_RATIO,
    Twin,
    find_twins,
    normalise_abstract,
)
from paperclaims_curation.importing.splitting import Placed, assign_splits
from paperclaims_schema.vocabularies import Split

SHARES = SplitShares(seed="s", train=30, validation=20, test=50)


def distinct_texts(count: int) -> dict[str, str]:
    rng = random.Random(7)
    words = [f"{rng.getrandbits(40):x}" for _ in range(300)]
    return {f"c-{n}": " ".join(rng.choices(words, k=30)) for n in range(count)}


def splits_of(texts: dict[str, str], placed: dict[str, Placed] | None = None) -> dict[str, Split]:
    assigned = assign_splits(texts, placed or {}, SHARES)
    return {record_id: assignment.split for record_id, assignment in assigned.items()}


@pytest.mark.parametrize(
    ("count", "train", "validation", "test"),
    # Half rounds up: 30 % of 5 are 1.5, 20 % of 5 are 1.
    [(50, 15, 10, 25), (5, 2, 1, 2), (10, 3, 2, 5), (2, 1, 0, 1), (1, 0, 0, 1), (0, 0, 0, 0)],
)
def test_the_first_import_meets_the_shares(
    count: int, train: int, validation: int, test: int
) -> None:
    counts = Counter(splits_of(distinct_texts(count)).values())
    expected = {Split.TRAIN: train, Split.VALIDATION: validation, Split.TEST: test}
    assert {split: counts[split] for split in Split} == expected


def test_the_first_import_deals_in_the_order_of_the_seeded_hash() -> None:
    texts = distinct_texts(10)
    ordered = sorted(texts, key=lambda r: hashlib.sha256(f"s\n{texts[r]}".encode()).hexdigest())
    dealt = splits_of(texts)
    assert [dealt[record_id] for record_id in ordered] == (
        [Split.TRAIN] * 3 + [Split.VALIDATION] * 2 + [Split.TEST] * 5
    )


def test_the_order_of_the_records_does_not_matter() -> None:
    texts = distinct_texts(20)
    texts["c-twin"] = texts["c-3"] + " more"
    assert splits_of(dict(reversed(texts.items()))) == splits_of(texts)


def test_a_later_record_goes_by_its_own_hash_alone() -> None:
    texts = distinct_texts(200)
    placed = {"c-old": Placed("an old abstract of its own", Split.TEST)}
    together = splits_of(texts, placed)
    alone = {r: splits_of({r: text}, placed)[r] for r, text in texts.items()}
    assert together == alone
    by_hand = {}
    for record_id, text in texts.items():
        first = int(hashlib.sha256(f"s\n{text}".encode()).hexdigest()[:16], 16)
        percent = first / 2**64 * 100
        by_hand[record_id] = "train" if percent < 30 else "validation" if percent < 50 else "test"
    assert together == by_hand
    assert set(by_hand.values()) == {"train", "validation", "test"}


@pytest.mark.parametrize("split", list(Split))
def test_a_near_duplicate_takes_the_split_of_the_older_record(split: Split) -> None:
    text = distinct_texts(1)["c-0"]
    placed = {"c-old": Placed(text + " more", split), "c-far": Placed("quite different", split)}
    assignment = assign_splits({"c-new": text}, placed, SHARES)["c-new"]
    assert assignment.split is split
    assert assignment.twin is not None
    assert assignment.twin.record_id == "c-old"


def test_near_duplicates_of_one_import_share_a_split_and_name_each_other_once() -> None:
    texts = distinct_texts(40)
    texts |= {f"{record_id}-twin": f"{text} more" for record_id, text in texts.items()}
    assigned = assign_splits(texts, {}, SHARES)
    for number in range(40):
        pair = assigned[f"c-{number}"], assigned[f"c-{number}-twin"]
        assert pair[0].split is pair[1].split
        assert [item.twin is None for item in pair].count(True) == 1
    # Each pair is dealt as one: 12, 8 and 20 pairs.
    counts = Counter(item.split for item in assigned.values())
    assert counts == {Split.TRAIN: 24, Split.VALIDATION: 16, Split.TEST: 40}


@pytest.mark.parametrize("seed", range(20))
def test_a_chain_of_near_duplicates_stays_in_one_split(seed: int) -> None:
    chain = {
        "a": "x" * 90 + "p" * 20,
        "b": "x" * 90 + "p" * 10 + "q" * 10,
        "c": "x" * 90 + "q" * 20,
    }
    assert find_twins({"a": chain["a"]}, {"c": chain["c"]}) == {"a": []}
    shares = SplitShares(seed=str(seed), train=30, validation=20, test=50)
    assigned = assign_splits(chain | distinct_texts(20), {}, shares)
    assert len({assigned[record_id].split for record_id in chain}) == 1


def test_normalising_joins_what_unicode_case_and_spaces_keep_apart() -> None:
    assert normalise_abstract(" Cafe\u0301  \ufb01t\nSTRASSE ") == normalise_abstract(
        "café FIT straße"
    )


def test_the_best_twin_comes_first() -> None:
    others = {"c-b": "a" * 95 + "b" * 5, "c-a": "a" * 99 + "b", "c-c": "c" * 100}
    twins = find_twins({"c": "a" * 100}, others)["c"]
    # Of 200 letters in both texts, 2 and 10 are not shared.
    assert [(twin.record_id, twin.ratio) for twin in twins] == [("c-a", 99.0), ("c-b", 95.0)]


@pytest.mark.parametrize("seed", range(5))
def test_the_quick_search_finds_what_comparing_all_pairs_finds(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(duplicates, "_BLOCK", 7)
    monkeypatch.setattr(duplicates, "_BATCH", 10)
    rng = random.Random(seed)

    def near(text: str) -> str:
        """The text with so many insertions and deletions that some pairs lie at the limit."""
        letters = list(text)
        for _ in range(rng.choice([0, 1, 4, 5, 6, 10, 11, 12])):
            place = rng.randrange(len(letters))
            letters[place : place + 1] = rng.choice([[], [letters[place], rng.choice("aé语🙂")]])
        return "".join(letters)

    texts = ["".join(rng.choices("abcdé语🙂 ", k=50)) for _ in range(15)]
    # Of equal texts, only the first is compared with others.
    everything = [*dict.fromkeys(near(text) for text in texts for _ in range(4))]
    new = {f"n-{n}": text for n, text in enumerate(everything[::2])}
    old = {f"o-{n}": text for n, text in enumerate(everything[1::2])}
    expected = {
        record_id: {
            Twin(other, ratio)
            for other, given in (new | old).items()
            if other != record_id and (ratio := fuzz.ratio(text, given)) >= NEAR_DUPLICATE_RATIO
        }
        for record_id, text in new.items()
    }
    found = find_twins(new, old)
    assert {record_id: set(twins) for record_id, twins in found.items()} == expected
    assert sum(map(len, expected.values())) > 10
