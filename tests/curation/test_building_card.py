"""The dataset card says what the files hold."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml
from datasets import Features

from paperclaims_curation.building.card import feature_list, render_card
from paperclaims_curation.building.columns import iter_paths, table_columns
from paperclaims_curation.building.parquet import describe_files
from paperclaims_curation.building.release import build_release
from paperclaims_curation.collection import CollectionConfig
from paperclaims_schema.arrow import table_schema
from paperclaims_schema.tables import TABLES, AnnotationRow, RecordRow

Records = tuple[RecordRow, ...]
Passes = tuple[AnnotationRow, ...]


@pytest.fixture(scope="module")
def card(toy_release: Path) -> str:
    return (toy_release / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def head(card: str) -> Any:
    return yaml.safe_load(card.split("---\n")[1])


@pytest.mark.parametrize("config", TABLES)
def test_features_of_the_card_are_the_schema_of_the_files(config: str) -> None:
    features = Features._from_yaml_list(feature_list(table_columns(config)))
    assert features == Features.from_arrow_schema(table_schema(config))
    assert features.arrow_schema.equals(table_schema(config))


def test_features_use_only_forms_that_old_readers_know(head: Any) -> None:
    def forms(features: list[dict[str, Any]]) -> set[str]:
        found = set()
        for feature in features:
            (form,) = feature.keys() - {"name"}
            found.add(form)
            if isinstance(feature[form], list):
                found |= forms(feature[form])
        return found

    for info in head["dataset_info"]:
        assert forms(info["features"]) <= {"dtype", "list", "struct"}


def test_configs_name_exactly_the_files_that_exist(head: Any, toy_release: Path) -> None:
    named = [file["path"] for config in head["configs"] for file in config["data_files"]]
    found = [path.relative_to(toy_release).as_posix() for path in toy_release.rglob("*.parquet")]
    assert sorted(named) == sorted(found)
    assert [config["config_name"] for config in head["configs"]] == list(TABLES)
    assert [config.get("default") for config in head["configs"]] == [True] + [None] * 5


def test_counts_and_sizes_are_those_of_the_files(head: Any, toy_release: Path) -> None:
    for info in head["dataset_info"]:
        folder = toy_release / "data" / info["config_name"]
        for split in info["splits"]:
            table = pq.read_table(folder / f"{split['name']}.parquet")
            assert (split["num_examples"], split["num_bytes"]) == (table.num_rows, table.nbytes)
        assert info["download_size"] == sum(path.stat().st_size for path in folder.iterdir())
        assert info["dataset_size"] == sum(split["num_bytes"] for split in info["splits"])


def test_head_names_versions_licences_and_size(head: Any) -> None:
    assert head["paperclaims"].keys() == {"data_version", "schema_version", "content_sha256"}
    assert head["paperclaims"]["data_version"] == "0.1.0"
    assert head["pretty_name"] == "A toy: collection"
    assert head["license"] == ["cc-by-4.0", "other"]
    assert head["size_categories"] == ["n<1K"]
    assert head["language"] == ["en"]


def test_text_counts_rows_statuses_annotators_and_licences(card: str) -> None:
    for line in (
        "| `quantities` | 2 | 0 | 2 | one amount with everything said about it |",
        "| `annotated` | 1 | annotated in full once |",
        "1 record was annotated by a large language model alone, not verified by a person.",
        "1 record was annotated by a person, or with one taking part.",
        "Annotation passes, kept as they were made: 2 by a model.",
        "| CC-BY-4.0 | 1 |  |",
        "| unknown | 2 | `source.license` is null: nothing is assumed, and nothing granted |",
        "| data | 0.1.0 | the records; the history is in `CHANGELOG.md` of the repository |",
        "| annotation rules | 1.3 | what the annotators followed |",
    ):
        assert f"{line}\n" in card


def test_every_field_of_every_config_is_described(card: str) -> None:
    for config in TABLES:
        section = card.split(f"### `{config}`\n")[1].partition("\n#")[0]
        for column in table_columns(config):
            path = column.name + ("[]" if column.is_list else "")
            assert f"| `{path}` |" in section
        assert all(column.meaning for _, column in iter_paths(table_columns(config)))


def test_card_is_text_and_not_html(card: str) -> None:
    assert "&#" not in card
    assert "&lt;" not in card
    assert "the abstract's words" in card


def test_a_release_without_amounts_does_not_show_how_to_query_them(
    toy_records: Records, toy_config: CollectionConfig, tmp_path: Path
) -> None:
    drafts = [record for record in toy_records if record.record_id == "toy-draft"]
    build_release(drafts, [], toy_config, tmp_path / "out")
    card = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert "quantities" not in card.split("## Fields")[0].split("\n---\n")[1]
    assert "1 abstract, of which 0 are annotated in full and 1 is a draft.\n" in card
    assert "## Ask it" not in card


def test_a_hub_repository_shows_in_the_examples(
    toy_records: Records, toy_passes: Passes, toy_config: CollectionConfig, toy_release: Path
) -> None:
    config = toy_config.model_copy(update={"hub_repository": "toys/claims"})
    card = render_card(toy_records, toy_passes, config, describe_files(toy_release), "0" * 64)
    assert 'load_dataset("toys/claims")' in card
    assert '"hf://datasets/toys/claims/data/records/train.parquet"' in card


def test_a_bar_in_a_licence_does_not_break_its_table(
    toy_records: Records, toy_config: CollectionConfig, toy_release: Path
) -> None:
    source = toy_records[0].source.model_copy(update={"license": "A | B"})
    record = toy_records[0].model_copy(update={"source": source})
    card = render_card([record], [], toy_config, describe_files(toy_release), "0" * 64)
    assert "| A \\| B | 1 |  |\n" in card


def test_three_lines_say_what_it_is(card: str) -> None:
    first = card.split("# A toy: collection\n\n")[1].partition("\n\n")[0]
    what, holds, standing = first.splitlines()
    assert what == (
        "What the abstracts of research papers (ToyConf 2025) claim: 4 claims with 4 amounts, "
        "each tied to the exact words of its abstract."
    )
    assert holds.startswith("For each abstract its tasks")
    assert standing == (
        "3 abstracts, of which 2 are annotated in full and 1 is a draft. "
        "Persons took part in annotating 1 of them; the others are unverified."
    )


def test_the_questions_are_listed_with_links_that_lead_to_them(card: str) -> None:
    listed = re.findall(
        r"^\| \[(.*)\]\(#(.*)\) \| `(\w+)` \| (\w+) \| (\d+) \|$", card, re.MULTILINE
    )
    assert [row[2:] for row in listed] == [
        ("quantities", "DuckDB", "1"),
        ("claims", "pandas", "1"),
        ("claims", "polars", "1"),
        ("quantities", "DuckDB", "0"),
        ("claims", "datasets", "0"),
    ]
    for text, anchor, *_ in listed:
        assert f"\n### {text}\n" in card
        assert anchor == re.sub(r"[?,.]", "", text.lower()).replace(" ", "-")
    assert card.count("No row answers it.") == 2


def test_a_card_without_words_has_the_questions_but_no_answers(
    toy_records: Records, toy_config: CollectionConfig, toy_release: Path
) -> None:
    files = describe_files(toy_release)
    card = render_card(toy_records, [], toy_config, files, "0" * 64, with_answers=False)
    asked = card.split("## Ask it")[1].split("## Configs and splits")[0]
    assert asked.count("```python") == 3
    assert "BigNet" not in card
    assert "under mild assumptions" not in asked
    assert "The texts are in the tables" not in card


def test_restrictive_licences_name_their_records(
    toy_records: Records, toy_config: CollectionConfig, toy_release: Path
) -> None:
    source = toy_records[2].source.model_copy(update={"license": "CC-BY-NC-ND-4.0"})
    records = (*toy_records[:2], toy_records[2].model_copy(update={"source": source}))
    card = render_card(records, [], toy_config, describe_files(toy_release), "0" * 64)
    note = "no commercial use, passed on unchanged only: `toy-survey`"
    assert f"| CC-BY-NC-ND-4.0 | 1 | {note} |\n" in card
    many = [one.model_copy(update={"source": source}) for one in toy_records * 2]
    card = render_card(many, [], toy_config, describe_files(toy_release), "0" * 64)
    assert "| CC-BY-NC-ND-4.0 | 6 | no commercial use, passed on unchanged only |\n" in card


def section(card: str, heading: str) -> str:
    return card.split(f"\n{heading}\n")[1].partition("\n#")[0]


def test_the_datasheet_says_what_the_collection_says_and_what_it_does_not(
    card: str, toy_records: Records, toy_config: CollectionConfig, toy_release: Path
) -> None:
    assert section(card, "### Motivation").strip() == "Not stated."
    given = {
        "motivation": "To have fun.",
        "how_collected": "From a drawer.",
        "uses": "Play.",
        "limitations": "* Small.",
        "biases": "* Toys.",
        "sensitive_information": "No secrets.",
        "maintenance": "By nobody.",
        "hub_repository": "toys/claims",
    }
    config = toy_config.model_copy(update=given)
    full = render_card(toy_records, [], config, describe_files(toy_release), "0" * 64)
    for heading, text in (
        ("### Motivation", "To have fun.\n"),
        ("### Composition", "Persons: No secrets.\n"),
        ("### Collection", "From a drawer.\n"),
        (
            "### Preparation and annotation",
            "| annotator | ada (a human annotator): named in 1 record |\n",
        ),
        ("### Uses", "Play. [Limits](#limits)"),
        ("### Distribution", "(https://huggingface.co/datasets/toys/claims)"),
        ("### Maintenance", "By nobody.\n"),
        ("## Limits", "\n* Small.\n"),
        ("## Limits", "\n* Toys.\n"),
    ):
        assert text in section(full, heading), heading


def test_a_citation_is_made_unless_one_is_given(
    card: str, toy_records: Records, toy_config: CollectionConfig, toy_release: Path
) -> None:
    assert "@misc{paperclaims-toy,\n  title = {A toy: collection},\n" in section(
        card, "### Citation"
    )
    config = toy_config.model_copy(update={"citation": "@misc{mine, title = {Mine}}\n"})
    mine = render_card(toy_records, [], config, describe_files(toy_release), "0" * 64)
    assert "```bibtex\n@misc{mine, title = {Mine}}\n```\n" in section(mine, "### Citation")


def test_links_within_the_card_lead_somewhere(card: str) -> None:
    headings = re.findall(r"^#+ (.*)$", card, re.MULTILINE)
    anchors = {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings}
    linked = set(re.findall(r"\]\(#([^)]*)\)", card))
    assert linked <= anchors
    assert "limits" in linked


def test_the_card_of_no_record_at_all_can_be_written(toy_config: CollectionConfig) -> None:
    card = render_card([], [], toy_config, [], "0" * 64)
    assert "No abstract yet.\n" in card
    assert "```python" not in card
    assert "## Datasheet" in card
