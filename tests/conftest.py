"""A toy collection: two annotated records and, alone in its split, a draft with nothing in it."""

from __future__ import annotations

import os
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

sys.path.append(str(Path(__file__).parent))  # the loopback Hub is imported as `hub`

from hub.fixtures import hub, hub_waits  # noqa: F401

from paperclaims_curation.building.release import build_release
from paperclaims_curation.collection import CollectionConfig
from paperclaims_schema.record import abstract_sha256
from paperclaims_schema.tables import AnnotationRow, QuantityFields, RecordRow

# `make fuzz` tries many contents, others each time; elsewhere the same few are tried.
settings.register_profile("quick", max_examples=200, deadline=None, derandomize=True)
settings.register_profile(
    "fuzz",
    max_examples=int(os.environ.get("FUZZ_EXAMPLES", "10000")),
    deadline=None,
    suppress_health_check=(HealthCheck.too_slow,),
    print_blob=True,
)

TINY = (
    "👩‍🔬 TinyNet is $2\\times$ faster than BigNet on ToyBench. Its memory falls from 80 to 40 GB "
    "under mild assumptions. Code: https://github.com/Toy/tinynet."
)
SURVEY = "我们发现 7 out of 10 models fail — café naïveté. A TinyNet reaches 63.0%."

NONE_AVAILABLE = {"code": "none", "data": "none", "model": "none"}


def span(abstract: str, text: str) -> dict[str, Any]:
    start = abstract.index(text)
    return {"text": text, "start": start, "end": start + len(text)}


def quantity(abstract: str, quantity_id: str, text: str, **given: Any) -> dict[str, Any]:
    empty: dict[str, Any] = dict.fromkeys(QuantityFields.model_fields)
    common = {"quantity_id": quantity_id, "role": "result", "variables": (), "qualifier": "exact"}
    return {**empty, **common, **span(abstract, text), **given}


def claim(abstract: str, claim_id: str, evidence: str, **given: Any) -> dict[str, Any]:
    return {
        "id": claim_id,
        "type": "efficiency",
        "statement": "A statement.",
        "subject": "TinyNet",
        "subject_role": "proposed",
        "relation": "better",
        "metric": None,
        "metric_start": None,
        "metric_end": None,
        "higher_is_better": None,
        "measure": None,
        "baselines": (),
        "datasets": (),
        "conditions": (),
        "certainty": "asserted",
        "evidence": (span(abstract, evidence),),
        "quantities": (),
        **given,
    }


def record(record_id: str, split: str, abstract: str, status: str, **given: Any) -> RecordRow:
    content = {
        "contributions": (),
        "tasks": (),
        "methods": (),
        "resources": (),
        "claims": (),
        "links": (),
        "availability": NONE_AVAILABLE,
    }
    header = {
        "record_id": record_id,
        "schema_version": "1.0",
        "split": split,
        "abstract": abstract,
        "abstract_sha256": abstract_sha256(abstract),
        "source": {"document": "toy.txt", "position": 1},
    }
    annotation = {"status": status, "rules_version": "1.3"}
    return RecordRow.model_validate({**content, **header, "annotation": annotation, **given})


TINY_CONTENT: dict[str, Any] = {
    "contributions": ("method",),
    "methods": (
        {
            "name": "TinyNet",
            "expansion": None,
            "role": "proposed",
            "named": True,
            "evidence": (span(TINY, "TinyNet"),),
        },
    ),
    "resources": (
        {
            "name": "ToyBench",
            "expansion": None,
            "kind": "benchmark",
            "role": "evaluated_on",
            "evidence": (span(TINY, "ToyBench"),),
        },
    ),
    "claims": (
        claim(
            TINY,
            "c1",
            "TinyNet is $2\\times$ faster than BigNet on ToyBench",
            metric="faster",
            metric_start=TINY.index("faster"),
            metric_end=TINY.index("faster") + len("faster"),
            higher_is_better=True,
            measure="time",
            baselines=({**span(TINY, "BigNet"), "kind": "class"},),
            datasets=("ToyBench",),
            quantities=(
                quantity(
                    TINY,
                    "c1.q1",
                    "$2\\times$",
                    form="ratio",
                    value=2.0,
                    value_text="2",
                    unit="times",
                    direction="increase",
                ),
            ),
        ),
        claim(
            TINY,
            "c2",
            "Its memory falls from 80 to 40 GB under mild assumptions",
            relation="level",
            metric="memory",
            metric_start=TINY.index("memory"),
            metric_end=TINY.index("memory") + len("memory"),
            higher_is_better=False,
            measure="memory",
            conditions=({**span(TINY, "under mild assumptions"), "kind": "assumption"},),
            quantities=(
                quantity(
                    TINY,
                    "c2.q1",
                    "from 80 to 40 GB",
                    form="from_to",
                    value_from=80.0,
                    value_from_text="80",
                    value=40.0,
                    value_text="40",
                    unit="GB",
                ),
            ),
        ),
    ),
    "links": (
        {
            "url": "https://github.com/Toy/tinynet",
            "kind": "code",
            "origin": "abstract",
            "evidence": (span(TINY, "https://github.com/Toy/tinynet"),),
            "seen_on": None,
        },
    ),
    "availability": {**NONE_AVAILABLE, "code": "linked"},
}


_numbers = count()


@pytest.fixture(autouse=True)
def _cache_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Each test has an empty cache, and leaves the user's alone."""
    folder = tmp_path_factory.getbasetemp() / "caches" / str(next(_numbers))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))


@pytest.fixture(scope="session")
def toy_records() -> tuple[RecordRow, ...]:
    """Not in the order of their ids."""
    tiny = record(
        "toy-tinynet",
        "train",
        TINY,
        "annotated",
        title="TinyNet | small: and fast",
        authors=("Zoë Ångström",),
        year=2025,
        annotation={
            "status": "annotated",
            "rules_version": "1.3",
            "annotators": ({"id": "some-model", "kind": "model"},),
        },
        **TINY_CONTENT,
    )
    survey = record(
        "toy-survey",
        "test",
        SURVEY,
        "adjudicated",
        source={
            "document": "toy.txt",
            "position": 3,
            "license": "CC-BY-4.0",
            "license_source": "https://example.org/abs",
        },
        tasks=({"name": "models", "evidence": (span(SURVEY, "models"),)},),
        claims=(
            claim(
                SURVEY,
                "c1",
                "7 out of 10 models fail",
                type="finding",
                subject="models",
                subject_role=None,
                relation="level",
                quantities=(
                    quantity(
                        SURVEY,
                        "c1.q1",
                        "7 out of 10",
                        form="k_of_n",
                        value=7.0,
                        value_text="7",
                        denominator=10,
                        unit="count",
                    ),
                ),
            ),
            claim(
                SURVEY,
                "c2",
                "A TinyNet reaches 63.0%",
                type="performance",
                relation="level",
                quantities=(
                    quantity(
                        SURVEY,
                        "c2.q1",
                        "63.0%",
                        form="level",
                        value=63.0,
                        value_text="63.0",
                        unit="percent",
                    ),
                ),
            ),
        ),
        links=(
            {
                "url": "https://huggingface.co/Toy/survey",
                "kind": "code",
                "origin": "external",
                "evidence": (),
                "seen_on": "https://example.org/abs",
            },
        ),
        annotation={
            "status": "adjudicated",
            "rules_version": "1.3",
            "annotators": (
                {"id": "some-model", "kind": "model"},
                {"id": "ada", "kind": "person"},
            ),
        },
    )
    draft = record("toy-draft", "validation", "Nothing yet 🙂.", "draft")
    return tiny, draft, survey


@pytest.fixture(scope="session")
def toy_passes() -> tuple[AnnotationRow, ...]:
    content = {"tasks": (), **TINY_CONTENT}
    one = {"record_id": "toy-tinynet", "rules_version": "1.3", "notes": None, **content}
    return tuple(
        AnnotationRow.model_validate({**one, "annotator": name, "kind": "model"})
        for name in ("second-model", "first-model")
    )


@pytest.fixture(scope="session")
def toy_config() -> CollectionConfig:
    return CollectionConfig.model_validate(
        {
            "name": "toy",
            "title": "A toy: collection",
            "version": "0.1.0",
            "venue": "ToyConf",
            "year": 2025,
            "license": "CC-BY-4.0",
            "rules_version": "1.3",
            "splits": {"seed": "toy", "train": 30, "validation": 20, "test": 50},
        }
    )


@pytest.fixture(scope="session")
def toy_release(
    tmp_path_factory: pytest.TempPathFactory,
    toy_records: tuple[RecordRow, ...],
    toy_passes: tuple[AnnotationRow, ...],
    toy_config: CollectionConfig,
) -> Path:
    """A release of the toy collection. Only to be read."""
    folder = tmp_path_factory.mktemp("toy") / "release"
    build_release(toy_records, toy_passes, toy_config, folder)
    return folder
