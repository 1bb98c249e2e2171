"""What two readings of an abstract agree in, counted by hand, and what always holds."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperclaims_curation.agreement.comparison import compare_readings
from paperclaims_curation.agreement.figures import compare_annotators
from paperclaims_curation.agreement.quoting import find_unquoted
from paperclaims_curation.agreement.report import Agreement, Figure, Statistic
from paperclaims_curation.recordfile.resolving import find_spans
from paperclaims_curation.recordfile.rowmaking import make_content
from paperclaims_schema.record import Content
from paperclaims_schema.tables import ContentRow

TEXT = (
    "TinyNet is 47% faster than BigNet on ToyBench. "
    "It keeps 83% of its accuracy under mild load. "
    "See https://example.org/tiny for more."
)
FASTER = "TinyNet is 47% faster than BigNet on ToyBench"
KEEPS = "It keeps 83% of its accuracy under mild load"
NONE = {"code": "none", "data": "none", "model": "none"}


def reading(content: Mapping[str, Any], abstract: str = TEXT) -> ContentRow:
    given = Content.model_validate({"availability": NONE, **content})
    resolution = find_spans(given, abstract)
    assert not resolution.failures
    return ContentRow.model_validate(make_content(given, resolution))


def faster(**given: Any) -> dict[str, Any]:
    quantity = {
        "text": "47%",
        "role": "result",
        "form": "delta",
        "value": 47,
        "change": "relative",
        "unit": "percent",
        "direction": "increase",
    }
    return {
        "id": "c1",
        "type": "efficiency",
        "statement": "TinyNet is 47% faster.",
        "subject": "TinyNet",
        "relation": "better",
        "metric": "faster",
        "higher_is_better": True,
        "measure": "time",
        "baselines": [{"text": "BigNet", "kind": "named"}],
        "datasets": ["ToyBench"],
        "certainty": "asserted",
        "evidence": [FASTER],
        "quantities": [{**quantity, **given.pop("quantity", {})}],
        **given,
    }


def keeps(**given: Any) -> dict[str, Any]:
    quantity = {"text": "83%", "role": "result", "form": "level", "value": 83, "unit": "percent"}
    return {
        "id": "c2",
        "type": "performance",
        "statement": "TinyNet keeps 83% of its accuracy.",
        "subject": "TinyNet",
        "relation": "level",
        "metric": "accuracy",
        "higher_is_better": True,
        "measure": "quality",
        "conditions": [{"text": "under mild load", "kind": "setting"}],
        "certainty": "asserted",
        "evidence": [KEEPS],
        "quantities": [{**quantity, "unit_of": "accuracy"}],
        **given,
    }


def listed(name: str, **given: Any) -> dict[str, Any]:
    return {"name": name, "evidence": [name], **given}


FULL: dict[str, Any] = {
    "contributions": ["method"],
    "tasks": [listed("mild load")],
    "methods": [listed("TinyNet", role="proposed", named=True)],
    "resources": [listed("ToyBench", kind="benchmark", role="evaluated_on")],
    "claims": [faster(), keeps()],
    "links": [
        {
            "url": "https://example.org/tiny",
            "kind": "code",
            "origin": "abstract",
            "evidence": ["https://example.org/tiny"],
        }
    ],
    "availability": {**NONE, "code": "linked"},
}


def compare(a: Mapping[str, Any], b: Mapping[str, Any]) -> Agreement:
    """Two abstracts: one as given, one on which both agree, so that intervals exist."""
    full = reading(FULL)
    return compare_annotators(
        ("ada", "bob"), {"x": reading(a), "y": full}, {"x": reading(b), "y": full}
    )


def counts(agreement: Agreement, part: str) -> tuple[int, int, int]:
    (abstract,) = (item for item in agreement.abstracts if item.record_id == "x")
    (count,) = (item for item in abstract.counts if item.part == part)
    return count.matched, count.count_a, count.count_b


def figure(agreement: Agreement, part: str, statistic: Statistic = Statistic.F1) -> Figure:
    (found,) = (
        item
        for item in agreement.subsets[0].figures
        if (item.part, item.statistic) == (part, statistic)
    )
    return found


def differences(agreement: Agreement) -> list[tuple[str, str | None, str | None]]:
    found = agreement.disagreements or ()
    return [(item.part, item.reading_a, item.reading_b) for item in found]


def test_a_reading_agrees_with_itself_wherever_that_is_defined() -> None:
    agreement = compare(FULL, FULL)
    undefined = [item for item in agreement.subsets[0].figures if item.value is None]
    assert [(item.part, item.reason) for item in undefined] == [
        ("claims.certainty", "only one category occurs"),
        ("quantities.role", "only one category occurs"),
        ("quantities.unit", "only one category occurs"),
        ("quantities.qualifier", "only one category occurs"),
    ]
    assert {item.statistic for item in undefined} == {Statistic.KAPPA}
    assert all(item.value in (None, 1.0) for item in agreement.subsets[0].figures)
    assert agreement.disagreements == ()


@pytest.mark.parametrize(
    ("changed", "part", "readings"),
    [
        ({"type": "finding"}, "type", ("efficiency", "finding")),
        ({"relation": "more"}, "relation", ("better", "more")),
        ({"certainty": "hedged"}, "certainty", ("asserted", "hedged")),
        ({"measure": "other"}, "measure", ("time", "other")),
        ({"higher_is_better": None}, "higher_is_better", ("true", "null")),
        ({"subject": "tiny nets"}, "subject", ("TinyNet", "tiny nets")),
        ({"metric": "47% faster"}, "metric", ("faster", "47% faster")),
    ],
)
def test_one_field_of_a_claim_is_one_disagreement(
    changed: dict[str, Any], part: str, readings: tuple[str, str]
) -> None:
    agreement = compare(FULL, {**FULL, "claims": [faster(**changed), keeps()]})
    assert differences(agreement) == [(f"claims[c1/c1].{part}", *readings)]
    assert (agreement.disagreements or ())[0].words == FASTER
    # Two claims here, two in the abstract without differences: 3 of 4 pairs agree.
    assert figure(agreement, f"claims.{part}", Statistic.AGREEMENT).value == 0.75
    assert figure(agreement, "claims").value == 1.0
    # Of the parts that the overall figure adds up, the abstract has 31: 2 claims, 2 evidence,
    # 7 fields of 2 claims, 1 baseline, 1 condition, 1 dataset, 2 quantities, 1 contribution,
    # 1 task, 1 method, 1 resource, 1 link, 3 availability. One of 62 differs.
    assert figure(agreement, "overall").value == pytest.approx(61 / 62)


@pytest.mark.parametrize(
    ("changed", "field", "readings", "normalised"),
    [
        ({"role": "reference"}, "role", ("result", "reference"), 1),
        ({"unit": "percentage_point"}, "unit", ("percent", "percentage_point"), 1),
        ({"qualifier": "about"}, "qualifier", ("exact", "about"), 1),
        ({"direction": "decrease"}, "direction", ("increase", "decrease"), 1),
        ({"change": "unspecified"}, "change", ("relative", "unspecified"), 1),
        ({"aggregation": "mean"}, "aggregation", ("null", "mean"), 1),
        ({"value": Decimal("47.0")}, "value_text", ("47", "47.0"), 1),
        ({"unit_of": "BigNet"}, "unit_of", ("null", "BigNet"), 2),
        ({"applies_to": "ToyBench"}, "applies_to", ("null", "ToyBench"), 2),
    ],
)
def test_one_field_of_a_quantity_is_one_disagreement(
    changed: dict[str, Any], field: str, readings: tuple[str, str], normalised: int
) -> None:
    agreement = compare(FULL, {**FULL, "claims": [faster(quantity=changed), keeps()]})
    assert differences(agreement) == [(f"quantities[c1.q1/c1.q1].{field}", *readings)]
    assert (agreement.disagreements or ())[0].words == "47%"
    assert counts(agreement, "quantities.text") == (2, 2, 2)
    assert counts(agreement, "quantities.normalised") == (normalised, 2, 2)
    assert counts(agreement, "quantities.all") == (1, 2, 2)


def test_a_claim_of_one_annotator_alone_costs_the_claim_and_its_quantity() -> None:
    agreement = compare(FULL, {**FULL, "claims": [faster()]})
    assert differences(agreement) == [
        ("claims[c2/-]", "performance: TinyNet keeps 83% of its accuracy.", None),
        ("quantities[c2.q1/-]", "83% (result, level)", None),
    ]
    assert counts(agreement, "claims") == (1, 2, 1)
    assert counts(agreement, "claims.evidence") == (1, 2, 1)
    assert counts(agreement, "claims.type") == (1, 1, 1)
    # Of both abstracts: 2 * (1 + 2) / ((2 + 2) + (1 + 2)) = 6 / 7.
    assert figure(agreement, "claims").value == pytest.approx(6 / 7)
    # 47%, 83% and in the other abstract both: matched 3 of 4 and 3.
    assert figure(agreement, "quantities.text").value == pytest.approx(6 / 7)


def test_evidence_is_compared_as_spans_and_as_characters() -> None:
    shorter = "TinyNet is 47% faster than BigNet"
    claims = [faster(evidence=[shorter], datasets=[]), keeps()]
    agreement = compare(FULL, {**FULL, "claims": claims})
    assert counts(agreement, "claims.evidence") == (1, 2, 2)
    # "TinyNet ... ToyBench" has 45 characters, 33 of them shared; "It keeps ... load" has 44.
    assert (len(FASTER), len(shorter), len(KEEPS)) == (45, 33, 44)
    assert counts(agreement, "claims.evidence_characters") == (77, 89, 77)
    assert differences(agreement) == [
        ("claims[c1/c1].evidence", f"{FASTER} [0:45]", f"{shorter} [0:33]"),
        ("claims[c1/c1].datasets[ToyBench]", "ToyBench", None),
    ]


def test_the_order_of_quotes_makes_no_difference() -> None:
    a = faster(evidence=[FASTER, KEEPS])
    b = faster(evidence=[KEEPS, FASTER])
    agreement = compare({**FULL, "claims": [a]}, {**FULL, "claims": [b]})
    assert agreement.disagreements == ()


def test_baselines_need_text_and_kind() -> None:
    kind = faster(baselines=[{"text": "BigNet", "kind": "class"}])
    agreement = compare(FULL, {**FULL, "claims": [kind, keeps()]})
    assert differences(agreement) == [("claims[c1/c1].baselines[BigNet].kind", "named", "class")]
    assert counts(agreement, "claims.baselines") == (0, 1, 1)
    text = faster(baselines=[{"text": "than BigNet", "kind": "named"}])
    agreement = compare(FULL, {**FULL, "claims": [text, keeps()]})
    assert differences(agreement) == [
        ("claims[c1/c1].baselines[BigNet]", "BigNet (named)", None),
        ("claims[c1/c1].baselines[than BigNet]", None, "than BigNet (named)"),
    ]
    assert counts(agreement, "claims.baselines") == (0, 1, 1)


def test_listed_items_are_counted_by_name_and_with_their_role() -> None:
    changed = {
        **FULL,
        "contributions": ["method", "theory"],
        "tasks": [{"name": "Mild Load", "evidence": ["mild load"]}],
        "methods": [listed("TinyNet", role="studied", named=True)],
        "resources": [listed("ToyBench", kind="dataset", role="evaluated_on"), listed("BigNet", kind="model", role="compared_with")],
        "availability": NONE,
    }  # fmt: skip
    agreement = compare(FULL, changed)
    assert differences(agreement) == [
        ("contributions[theory]", None, "theory"),
        ("methods[TinyNet].role", "proposed", "studied"),
        ("resources[ToyBench].kind", "benchmark", "dataset"),
        ("resources[BigNet]", None, "BigNet (model, compared_with)"),
        ("availability.code", "linked", "none"),
    ]
    assert counts(agreement, "contributions") == (1, 1, 2)
    assert counts(agreement, "tasks") == (1, 1, 1)
    assert counts(agreement, "methods") == (1, 1, 1)
    assert counts(agreement, "methods.role") == (0, 1, 1)
    assert counts(agreement, "resources") == (1, 1, 2)
    assert counts(agreement, "resources.kind_role") == (0, 1, 2)
    assert counts(agreement, "availability") == (2, 3, 3)


def test_fields_without_a_figure_are_listed_and_lower_none() -> None:
    method = {"name": "TinyNet", "role": "proposed", "named": False, "evidence": [FASTER]}
    agreement = compare(FULL, {**FULL, "methods": [method]})
    assert differences(agreement) == [
        ("methods[TinyNet].named", "true", "false"),
        ("methods[TinyNet].evidence", "TinyNet [0:7]", f"{FASTER} [0:45]"),
    ]
    assert counts(agreement, "methods.role") == (1, 1, 1)
    assert figure(agreement, "overall").value == 1.0


def test_tasks_with_other_names_may_overlap() -> None:
    agreement = compare(FULL, {**FULL, "tasks": [listed("load")]})
    assert counts(agreement, "tasks") == (0, 1, 1)
    assert counts(agreement, "tasks.overlapping") == (1, 1, 1)


def test_links_known_from_elsewhere_are_not_compared() -> None:
    elsewhere = {"url": "https://example.org/other", "kind": "code", "origin": "external", "seen_on": "https://example.org"}  # fmt: skip
    agreement = compare(FULL, {**FULL, "links": [*FULL["links"], elsewhere]})
    assert agreement.disagreements == ()
    other_kind = {**FULL["links"][0], "kind": "data"}
    agreement = compare(FULL, {**FULL, "links": [other_kind]})
    assert counts(agreement, "links") == (0, 1, 1)
    assert differences(agreement) == [("links[https://example.org/tiny].kind", "code", "data")]


def test_without_a_common_record_everything_is_undefined() -> None:
    full = reading(FULL)
    agreement = compare_annotators(("ada", "bob"), {"x": full}, {"y": full})
    assert (agreement.only_a, agreement.only_b) == (("x",), ("y",))
    figures = agreement.subsets[0].figures
    assert {(item.value, item.reason) for item in figures} == {
        (None, "no abstract has both readings")
    }


def test_without_any_claim_the_figures_of_claims_are_undefined() -> None:
    empty = reading({})
    readings = {"x": empty, "y": empty}
    agreement = compare_annotators(("ada", "bob"), readings, readings)
    assert figure(agreement, "claims").reason == "neither annotator gave any"
    for name in ("type", "relation", "subject"):
        found = figure(agreement, f"claims.{name}", Statistic.AGREEMENT)
        assert (found.value, found.reason) == (None, "no claims were paired")
    assert figure(agreement, "claims.type", Statistic.KAPPA).reason == "no claims were paired"
    assert figure(agreement, "claims.baselines").reason == "no claims were paired"
    found = figure(agreement, "quantities.unit", Statistic.AGREEMENT)
    assert found.reason == "no quantities were paired"
    assert figure(agreement, "availability", Statistic.AGREEMENT).value == 1.0


def test_claims_on_one_side_only_give_zero() -> None:
    agreement = compare_annotators(("a", "b"), {"x": reading(FULL)}, {"x": reading({})})
    found = figure(agreement, "claims")
    assert (found.value, found.low, found.reason) == (0.0, None, "one abstract gives no interval")
    assert figure(agreement, "claims.type", Statistic.AGREEMENT).reason == "no claims were paired"


def test_a_subset_has_its_own_figures() -> None:
    full, less = reading(FULL), reading({**FULL, "claims": [faster()]})
    agreement = compare_annotators(
        ("a", "b"),
        {"x": full, "y": full, "z": full},
        {"x": less, "y": full, "z": full},
        {"some": {"y", "z", "unknown"}},
    )
    every, some = agreement.subsets
    assert every.record_ids == ("x", "y", "z")
    assert some.record_ids == ("y", "z")
    claims = [next(f for f in subset.figures if f.part == "claims") for subset in (every, some)]
    # 2 * 5 / (6 + 5) = 10 / 11 against 2 * 4 / (4 + 4).
    assert [item.value for item in claims] == [pytest.approx(10 / 11), 1.0]


def test_six_words_in_a_row_are_a_quotation() -> None:
    abstracts = {"x": "one two three, four *five* six seven", "y": "too short"}
    assert find_unquoted("says: TWO three four five six seven!", abstracts) == {"y"}
    assert find_unquoted("three four five six seven eight", abstracts) == {"x", "y"}
    assert find_unquoted("too short", abstracts) == {"x", "y"}


WORDS = tuple(f"w{number:02}" for number in range(12))
SENTENCE = " ".join(WORDS)


@st.composite
def claims(draw: st.DrawFn) -> dict[str, Any]:
    start = draw(st.sampled_from((0, 0, 3, 6)))
    words = WORDS[start : start + draw(st.sampled_from((4, 6)))]
    amounts = draw(st.lists(st.sampled_from(words), unique=True, max_size=2))
    quantities = [
        {
            "text": word,
            "role": draw(st.sampled_from(("result", "condition"))),
            "form": "level",
            "value": draw(st.integers(1, 2)),
            "unit_of": draw(st.sampled_from((None, "w"))),
        }
        for word in sorted(amounts)
    ]
    metric = draw(st.sampled_from((None, words[0], words[-1])))
    return {
        "type": draw(st.sampled_from(("finding", "guarantee"))),
        "statement": draw(st.sampled_from(("One.", "Two."))),
        "subject": draw(st.sampled_from(("X", "Y"))),
        "relation": "exists",
        "metric": metric,
        "measure": None if metric is None else "quality",
        "conditions": draw(st.sampled_from(((), ({"text": words[1], "kind": "data"},)))),
        "certainty": "asserted",
        "evidence": [" ".join(words)],
        "quantities": quantities,
    }


def numbered(found: list[dict[str, Any]]) -> ContentRow:
    content = [{**item, "id": f"c{number}"} for number, item in enumerate(found, 1)]
    return reading({"claims": content}, SENTENCE)


TIED = {
    "type": "finding",
    "statement": "A statement.",
    "subject": "X",
    "relation": "exists",
    "certainty": "asserted",
    "evidence": [SENTENCE],
}
several = st.lists(claims(), max_size=5)


@given(several)
@settings(max_examples=40, deadline=None)
def test_any_reading_agrees_with_itself(found: list[dict[str, Any]]) -> None:
    row = numbered(found)
    tally = compare_readings("x", row, row)
    assert tally.disagreements == []
    assert all(m == a == b for m, a, b in tally.counts.values())


@given(several, several)
@settings(max_examples=150, deadline=None)
def test_exchanging_the_readings_exchanges_the_counts(
    one: list[dict[str, Any]], other: list[dict[str, Any]]
) -> None:
    forth = compare_readings("x", numbered(one), numbered(other))
    back = compare_readings("x", numbered(other), numbered(one))
    assert forth.counts == {part: (m, a, b) for part, (m, b, a) in back.counts.items()}
    assert sorted((d.reading_a or "", d.reading_b or "") for d in forth.disagreements) == sorted(
        (d.reading_b or "", d.reading_a or "") for d in back.disagreements
    )


@given(several, several, st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_the_order_of_claims_makes_no_difference(
    one: list[dict[str, Any]], other: list[dict[str, Any]], random: Any
) -> None:
    shuffled = random.sample(one, len(one))
    first = compare_readings("x", numbered(one), numbered(other))
    second = compare_readings("x", numbered(shuffled), numbered(other))
    assert first.counts == second.counts
    assert all(0 <= matched <= min(a, b) for matched, a, b in first.counts.values())


def test_a_tie_is_decided_by_content_and_not_by_order() -> None:
    # The claims differ in nothing that decides between them, and yet the choice shows: the role of
    # the quantity agrees for one of the two.
    def asserted(role: str, value: int) -> dict[str, Any]:
        amount = {"text": "w01", "role": role, "form": "level", "value": value}
        return {**TIED, "quantities": [amount]}

    one, two, other = asserted("result", 1), asserted("condition", 2), asserted("result", 3)
    single = numbered([other])
    agreed = set()
    for both in (numbered([one, two]), numbered([two, one])):
        for readings in ((both, single), (single, both)):
            agreed.add(compare_readings("x", *readings).counts["quantities.role"][0])
    assert len(agreed) == 1
