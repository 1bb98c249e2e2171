"""Rules that compare records: identifiers, links, versions and names."""

from __future__ import annotations

import hashlib
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from paperclaims_curation.collection import open_collection
from paperclaims_curation.recordfile.reading import read_record
from paperclaims_curation.recordfile.resolving import Resolution
from paperclaims_curation.validating.naming import named_files
from paperclaims_curation.validating.rule import CollectionFinding, RecordContext
from paperclaims_curation.validating.rules import identifiers, names, spelling, versions
from paperclaims_curation.validating.validator import validate_files
from paperclaims_schema.record import ExternalLink, Identifiers, Method, Resource, Task

BASE = Path(__file__).parents[1] / "cases" / "validate" / "base"
COLLECTION = open_collection(BASE)
FILE = read_record(BASE / "records" / "case-pebbles.yaml")
RULES = {rule.code: rule for rule in (*identifiers.RULES, *versions.RULES, *names.RULES)}


def context(record_id: str, abstract: str = "", **fields: Any) -> RecordContext:
    """A record of the collection with nothing in it but what is given."""
    assert FILE.model is not None
    empty: dict[str, Any] = dict.fromkeys(("tasks", "methods", "resources", "claims", "links"), ())
    own = {
        "record_id": record_id,
        "abstract": abstract,
        "abstract_sha256": hashlib.sha256(f"{record_id}{abstract}".encode()).hexdigest(),
        "identifiers": Identifiers(),
    }
    record = FILE.model.model_copy(update={**empty, **own, **fields})
    file = replace(FILE, path=Path(f"{record_id}.yaml"), model=record)
    return RecordContext(COLLECTION, file, record, Resolution(abstract))


def found(code: str, *contexts: RecordContext) -> list[CollectionFinding]:
    return list(RULES[code].check([*contexts]))


def places(code: str, *contexts: RecordContext) -> list[tuple[str, str]]:
    return [(item.file.path.stem, ".".join(map(str, item.loc))) for item in found(code, *contexts)]


def ids(record_id: str, **given: str) -> RecordContext:
    return context(record_id, identifiers=Identifiers(**given))


def linked(record_id: str, url: str, kind: str = "code", **fields: Any) -> RecordContext:
    link = ExternalLink.model_validate(
        {"url": url, "kind": kind, "origin": "external", "seen_on": "https://example.org/seen"}
    )
    return context(record_id, links=(link,), **fields)


def resource(name: str, kind: str = "dataset", expansion: str | None = None) -> Resource:
    return Resource.model_validate(
        {"name": name, "kind": kind, "role": "mentioned", "evidence": ["x"], "expansion": expansion}
    )


def method(name: str, *, named: bool = True) -> Method:
    return Method.model_validate(
        {"name": name, "role": "proposed", "named": named, "evidence": ["x"]}
    )


def task(name: str) -> Task:
    return Task.model_validate({"name": name, "evidence": ["x"]})


def hints(abstract: str, *items: Resource | Method | Task) -> list[str | None]:
    """The hints of the rule about the spelling in the record's own abstract."""
    fields = {
        "resources": tuple(item for item in items if isinstance(item, Resource)),
        "methods": tuple(item for item in items if isinstance(item, Method)),
        "tasks": tuple(item for item in items if isinstance(item, Task)),
    }
    (rule,) = spelling.RULES
    return [finding.hint for finding in rule.check(context("a", abstract, **fields))]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"doi": "10.1000/AbC"}, {"doi": "10.1000/aBc"}),
        ({"doi": "10.1000/a(b)"}, {"doi": "10.1000/a%28b%29"}),
        ({"arxiv": "2510.15304"}, {"arxiv": "2510.15304v12"}),
        ({"arxiv": "2510.15304v1"}, {"arxiv": "2510.15304v2"}),
        ({"arxiv": "math.GT/0309136"}, {"arxiv": "math/0309136v1"}),
        ({"arxiv": "2510.15304"}, {"doi": "10.48550/ARXIV.2510.15304"}),
        ({"openreview": "enhFXzKii4"}, {"openreview": "enhFXzKii4"}),
    ],
)
def test_an_identifier_is_the_same_in_any_spelling(
    one: dict[str, str], other: dict[str, str]
) -> None:
    for first, second in ((one, other), (other, one)):
        (field,) = second
        expected = [("b", f"identifiers.{field}")]
        assert places("duplicate-identifier", ids("a", **first), ids("b", **second)) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"arxiv": "2510.15304"}, {"arxiv": "2510.15305"}),
        ({"arxiv": "cs/0309136"}, {"arxiv": "math/0309136"}),
        ({"openreview": "enhFXzKii4"}, {"openreview": "ENHFXzKii4"}),
        ({"doi": "10.1000/a"}, {"doi": "10.1000/a2"}),
        ({}, {}),
    ],
)
def test_other_identifiers_are_not_the_same(one: dict[str, str], other: dict[str, str]) -> None:
    assert found("duplicate-identifier", ids("a", **one), ids("b", **other)) == []


def test_two_records_that_share_all_identifiers_are_one_finding() -> None:
    shared = {"doi": "10.48550/arXiv.2510.15304", "arxiv": "2510.15304", "openreview": "enhFXz"}
    assert len(found("duplicate-identifier", ids("a", **shared), ids("b", **shared))) == 1


@pytest.mark.parametrize("lists", [{"a": ("b",)}, {"b": ("a",)}, {"a": ("b",), "b": ("a",)}])
def test_versions_share_identifiers_whichever_names_the_other(
    lists: dict[str, tuple[str, ...]],
) -> None:
    shared = Identifiers(arxiv="2510.15304")
    both = [context(name, identifiers=shared, versions=lists.get(name, ())) for name in "ab"]
    assert found("duplicate-identifier", *both) == []


def test_versions_of_versions_are_one_paper_and_a_stranger_is_not() -> None:
    lists = {"a": ("b",), "c": ("b",), "d": ("c",)}
    shared = Identifiers(arxiv="2510.15304")
    all_five = [context(name, identifiers=shared, versions=lists.get(name, ())) for name in "abcde"]
    assert places("duplicate-identifier", *all_five) == [("e", "identifiers.arxiv")]


@pytest.mark.parametrize(
    "url",
    [
        "http://github.com/example-lab/sift",
        "HTTPS://WWW.GitHub.com/example-lab/sift/".replace("HTTPS", "https"),
        "https://github.com/Example-Lab/Sift.git",
        "https://github.com/example-lab/sift/tree/main",
    ],
)
def test_a_link_is_the_same_in_any_spelling(url: str) -> None:
    first = linked("a", "https://github.com/example-lab/sift")
    assert places("duplicate-link", first, linked("b", url)) == [("b", "links.0.url")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://github.com/lab/all/tree/main/a", "https://github.com/lab/all/tree/main/b"),
        ("https://github.com/lab", "https://github.com/lab"),
        ("https://sift.example.org", "https://sift.example.org/"),
        ("https://example.org/Data", "https://example.org/data"),
        ("https://example.org/get?id=1", "https://example.org/get?id=2"),
        ("https://huggingface.co/lab/sift", "https://huggingface.co/datasets/lab/sift"),
        ("https://[broken/x", "https://[broken/x"),
    ],
)
def test_other_links_and_pages_of_many_papers_are_not_compared(one: str, other: str) -> None:
    assert found("duplicate-link", linked("a", one), linked("b", other)) == []


def test_pages_are_shared_by_papers_and_links_by_versions() -> None:
    url = "https://example.org/lab/sift"
    assert len(found("duplicate-link", linked("a", url, "data"), linked("b", url, "model"))) == 1
    for kind in ("project_page", "demo", "other"):
        assert found("duplicate-link", linked("a", url, kind), linked("b", url, kind)) == []
    assert found("duplicate-link", linked("a", url), linked("b", url, versions=("a",))) == []


def test_a_version_is_there_under_any_file_name() -> None:
    assert found("reference-version", context("a", versions=("b",)), context("b")) == []
    assert places("reference-version", context("a", versions=("b",))) == [("a", "versions.0")]


@pytest.fixture
def two_versions(tmp_path: Path) -> Path:
    """`case-stones` names `case-pebbles` as a version, in another split."""
    for folder in ("records", "sources"):
        (tmp_path / folder).mkdir()
        for source in (BASE, BASE.parent / "with" / "stones"):
            for path in (source / folder).iterdir():
                (tmp_path / folder / path.name).write_bytes(path.read_bytes())
    (tmp_path / "collection.toml").write_bytes((BASE / "collection.toml").read_bytes())
    path = tmp_path / "records" / "case-stones.yaml"
    text = path.read_text(encoding="utf-8")
    text = text.replace("split: train", "versions:\n- case-pebbles\nsplit: test")
    path.write_text(text, encoding="utf-8")
    return tmp_path


def test_a_version_that_was_not_read_is_there_all_the_same(two_versions: Path) -> None:
    collection = open_collection(two_versions)
    both = [Path("case-stones"), Path("case-pebbles")]
    for subset, expected in ((both, ["split-version"]), (both[:1], []), (both[1:], [])):
        problems = validate_files(collection, *named_files(collection, subset)).problems
        assert [problem.code for problem in problems] == expected
    collection.record_path("case-pebbles").unlink()
    problems = validate_files(collection, *named_files(collection, both[:1])).problems
    assert [problem.code for problem in problems] == ["reference-version"]


@pytest.mark.parametrize(
    ("abstract", "name", "wanted"),
    [
        ("We use ImageNet-1k.", "ImageNet 1K", "ImageNet-1k"),
        ("We use ImageNet-1k.", "ImageNet1k", "ImageNet-1k"),
        ("We tune LLaMA2 7B.", "Llama-2-7b", "LLaMA2 7B"),
        ("We tune Llama-1 3B and llama13B.", "Llama-13B", "llama13B"),
        ("On (Beach\u2013Bench) it works.", "BeachBench", "Beach-Bench"),
        ("Our M$^3$Dphormer works.", "M3D-Phormer", "M3Dphormer"),
    ],
)
def test_a_name_in_another_spelling_than_its_abstract_is_found(
    abstract: str, name: str, wanted: str
) -> None:
    assert hints(abstract, resource(name)) == [f"write '{wanted}'"]


@pytest.mark.parametrize(
    ("abstract", "name"),
    [
        ("We use ImageNet-1k and ImageNet 1K.", "ImageNet 1K"),
        ("We use GPT\u20114 here.", "GPT-4"),
        ("We use the Beach\nBench data.", "Beach Bench"),
        ("Our M$^3$Dphormer works.", "M3Dphormer"),
        ("Our $\\texttt{EXP3-N-CS}$ works.", "EXP3-N-CS"),
        ("An $L_{1.5}$-regularized loss.", "L1.5-regularized loss"),
        ("Self-consistency is strong.", "self-consistency"),
        ("We tune Llama-27b.", "Llama-2-7b"),
        ("We tune Llama-2-7B and 13B.", "Llama-2-13B"),
        ("We start.", "A-rt"),
        ("我们提出小图网络。", "小图网络"),
        ("Nothing.", "_"),
        ("Nothing.", "🧪"),
    ],
)
def test_a_name_as_its_abstract_has_it_is_right(abstract: str, name: str) -> None:
    assert hints(abstract, resource(name)) == []


def test_only_names_are_compared_not_the_phrases_for_what_has_no_name() -> None:
    abstract = "A Group-Aware Pruning works."
    assert hints(abstract, method("group-aware pruning")) == ["write 'Group-Aware Pruning'"]
    assert hints(abstract, method("group-aware pruning", named=False)) == []


def test_a_task_has_the_hyphens_of_its_abstract_and_lower_case() -> None:
    abstract = "Text-to-SQL Parsing is hard."
    assert hints(abstract, task("text-to-SQL parsing"), task("Text-to-SQL Parsing")) == []
    assert hints(abstract, task("text to SQL parsing")) == ["write 'text-to-SQL parsing'"]


def named(record_id: str, abstract: str, *items: Resource | Task) -> RecordContext:
    return context(
        record_id,
        abstract,
        resources=tuple(item for item in items if isinstance(item, Resource)),
        tasks=tuple(item for item in items if isinstance(item, Task)),
    )


def test_two_spellings_that_stand_in_their_abstracts_are_both_right() -> None:
    one = named("a", "ImageNet-1k, text-to-image", resource("ImageNet-1k"), task("text-to-image"))
    other = named("b", "ImageNet 1K, text to image", resource("ImageNet 1K"), task("text to image"))
    assert found("name-variant", one, other) == []
    models = named("c", "Images from texts", task("image"))
    assert found("name-variant", models, named("d", "An image.", task("images"))) == [
        *found("name-variant", named("d", "An image.", task("images")), models)
    ]


def test_a_spelling_that_no_abstract_asks_for_follows_another_record() -> None:
    written = named("b", "We tune Llama 2 7B.", resource("Llama 2 7B", "model"))
    made_up = named("a", "We tune LLaMA 2 (7B).", resource("LLaMA-2-7b", "model"))
    for order in ((written, made_up), (made_up, written)):
        (finding,) = found("name-variant", *order)
        assert finding.file is made_up.file
        assert finding.message == "'LLaMA-2-7b' is written 'Llama 2 7B' in b.yaml"
    parts = named("c", "We tune LLaMA-2-13b and 7b.", resource("LLaMA-2-7b", "model"))
    assert found("name-variant", written, parts) == []


def test_a_name_that_its_abstract_spells_or_has_the_parts_of_follows_no_other_record() -> None:
    spelt = named("a", "We use ImageNet-1k.", resource("IMAGENET 1K"))
    assert found("name-variant", spelt, named("b", "ImageNet 1k", resource("ImageNet 1k"))) == []
    parts = named("a", "Captioning of an image.", task("image captioning"))
    other = named("b", "On image-captioning.", task("image-captioning"))
    assert found("name-variant", parts, other) == []


def test_a_task_is_not_compared_with_a_resource() -> None:
    one = named("a", "Nothing.", task("sieve"))
    assert found("name-variant", one, named("b", "Sie-Ve", resource("Sie-Ve"))) == []


@pytest.mark.parametrize(
    "name", ["image captionings", "image-captioning", "Image captioning", "imagecaptioning"]
)
def test_a_task_differs_in_case_hyphen_or_number_only(name: str) -> None:
    written = named("a", "On image captioning.", task("image captioning"))
    odd = named("b", "We describe pictures.", task(name))
    assert places("name-variant", written, odd) == [("b", "tasks.0.name")]
    assert places("name-variant", odd, written) == [("b", "tasks.0.name")]


def test_of_two_cases_of_a_task_the_rarer_is_found_wherever_it_stands() -> None:
    texts = ("LLM Pruning", "LLM pruning", "LLM pruning")
    three = [
        named(name, "LLM Pruning", task(text)) for name, text in zip("abc", texts, strict=True)
    ]
    assert places("name-variant", *three) == [("a", "tasks.0.name")]


def test_one_thing_has_one_kind() -> None:
    usual = [named(name, "", resource("ImageNet-1k", "dataset")) for name in "bc"]
    odd = named("a", "", resource("ImageNet 1K", "benchmark"))
    assert places("name-kind", odd, *usual) == [("a", "resources.0.kind")]
    assert places("name-kind", *usual) == []
    long_form = named("d", "", resource("IN1K", "model", "ImageNet 1k"))
    assert places("name-kind", *usual, long_form) == [("d", "resources.0.kind")]


def test_long_forms_tell_two_things_of_one_name_apart() -> None:
    one = named("a", "", resource("SAM", "model", "Segment Anything Model"))
    other = named("b", "", resource("SAM", "dataset", "Spoken Animal Map"))
    same = named("c", "", resource("SAM", "software", "segment-anything model"))
    assert places("name-kind", one, other, same) == [("c", "resources.0.kind")]


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("duplicate-identifier", 9_999),
        ("duplicate-link", 9_999),
        ("reference-version", 0),
        ("split-version", 0),
        ("name-variant", 5_000),
        ("name-kind", 5_000),
    ],
)
def test_ten_thousand_records_that_are_all_alike_are_compared_in_seconds(
    code: str, count: int
) -> None:
    (link,) = linked("a", "https://github.com/example-lab/sift").record.links
    kinds = ("dataset", "benchmark")
    contexts = [
        context(
            f"r{number}",
            "We tune Sift.",
            identifiers=Identifiers(arxiv="2510.15304"),
            versions=(f"r{number - 1}",) if number and code.endswith("version") else (),
            links=(link,),
            resources=(
                resource(("sieve", "Si-Eve")[number % 2]),
                resource("Sift", kinds[number % 2]),
            ),
        )
        for number in range(10_000)
    ]
    start = time.perf_counter()
    assert len(found(code, *contexts)) == count
    # Each pair once would be fifty million comparisons.
    assert time.perf_counter() - start < 20
