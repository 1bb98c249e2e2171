"""What is generated is complete, holds together and is the file that is committed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from paperclaims_schema import vocabularies
from paperclaims_schema.base import Vocabulary
from paperclaims_schema.documentation import (
    record_json_schema,
    record_json_schema_text,
    schema_readme,
)
from paperclaims_schema.quantity import FIELD_ORDER
from paperclaims_schema.record import Record
from paperclaims_schema.tables import TABLES
from paperclaims_schema.vocabularies import Form, Origin

SCHEMA_FOLDER = Path(__file__).parents[2] / "schema"


def iter_nodes(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
    for child in (
        node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    ):
        yield from iter_nodes(child)


@pytest.mark.parametrize(
    ("name", "text"),
    [("README.md", schema_readme), ("record.schema.json", record_json_schema_text)],
)
def test_committed_file_is_up_to_date(name: str, text: Any) -> None:
    assert (SCHEMA_FOLDER / name).read_text(encoding="utf-8") == text(), "run make docs"


def test_json_schema_text_is_the_schema() -> None:
    assert json.loads(record_json_schema_text()) == record_json_schema()
    assert record_json_schema_text().endswith("}\n")


def test_json_schema_names_its_dialect_and_no_place() -> None:
    schema = record_json_schema()
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert schema["title"] == "paperclaims record"
    assert "$id" not in schema


def test_every_reference_leads_somewhere() -> None:
    schema = record_json_schema()
    names = {node["$ref"] for node in iter_nodes(schema) if "$ref" in node}
    assert names
    assert {name.removeprefix("#/definitions/") for name in names} <= set(schema["definitions"])


def test_every_object_is_closed_and_its_fields_are_described() -> None:
    schema = record_json_schema()
    parts = [node for node in iter_nodes(schema) if "additionalProperties" in node]
    assert len(parts) > 20
    for part in parts:
        assert part["additionalProperties"] is False
        for name, field in part["properties"].items():
            assert field["description"], name
    assert list(schema["properties"]) == list(Record.ordered_fields())


def test_every_list_of_words_has_their_meanings() -> None:
    lists = [node for node in iter_nodes(record_json_schema()) if "enum" in node]
    assert len(lists) > 15
    for node in lists:
        assert len(node["enumDescriptions"]) == len(node["enum"])
        assert all(node["enumDescriptions"])


@pytest.mark.parametrize(
    ("part", "field", "tag", "words"),
    [("Claim", "quantities", "form", Form), (None, "links", "origin", Origin)],
)
def test_the_tag_alone_decides_the_branch(
    part: str | None, field: str, tag: str, words: type[Vocabulary]
) -> None:
    schema = record_json_schema()
    union = (schema["definitions"][part] if part else schema)["properties"][field]["items"]
    assert union["properties"][tag]["enum"] == list(words)
    assert union["required"] == [tag]
    for word, case in zip(words, union["allOf"], strict=True):
        branch = schema["definitions"][case["then"]["$ref"].removeprefix("#/definitions/")]
        assert case["if"] == {"required": [tag], "properties": {tag: {"const": word}}}
        assert branch["properties"][tag]["const"] == word
        assert branch["properties"][tag]["description"] == word.meaning


def test_numbers_are_numbers_and_quotes_strings_or_mappings() -> None:
    definitions = record_json_schema()["definitions"]
    assert definitions["LevelQuantity"]["properties"]["value"]["type"] == "number"
    assert definitions["KOfNQuantity"]["properties"]["denominator"]["type"] == "integer"
    assert [branch["type"] for branch in definitions["Quote"]["anyOf"]] == ["string", "object"]


def test_quantities_give_their_fields_in_the_order_of_the_file() -> None:
    definitions = record_json_schema()["definitions"]
    for name in (name for name in definitions if name.endswith("Quantity")):
        fields = list(definitions[name]["properties"])
        assert fields == sorted(fields, key=FIELD_ORDER.index)


def test_readme_says_that_it_is_generated() -> None:
    assert "*Generated from the models by `make docs`" in schema_readme().splitlines()[2]


@pytest.mark.real
def test_readme_example_is_a_claim_of_a_train_record() -> None:
    readme = schema_readme()
    (example,) = re.findall(r"```yaml\n(.*?)```", readme, re.DOTALL)
    (claim,) = yaml.safe_load(example)
    assert claim["quantities"][0]["form"] == Form.RATIO
    (record_id,) = re.findall(r"One claim of the record\n`(.*)`:", readme)
    path = SCHEMA_FOLDER.parent / "dataset" / "records" / f"{record_id}.yaml"
    text = path.read_text(encoding="utf-8")
    assert example in text
    assert "\nsplit: train\n" in text


def test_readme_describes_every_field_column_and_word() -> None:
    readme = schema_readme()
    words = [
        word
        for vocabulary in vars(vocabularies).values()
        if isinstance(vocabulary, type) and issubclass(vocabulary, Vocabulary)
        for word in vocabulary
    ]
    for word in words:
        assert f"| `{word}` | {word.meaning} |" in readme
    for name in Record.ordered_fields():
        assert f"| `{name}` | " in readme
    for config, row in TABLES.items():
        section = readme.split(f"### `{config}`\n")[1].split("\n#")[0]
        assert re.findall(r"^\| `(\w+)`", section, re.MULTILINE) == list(row.ordered_fields())


def test_readme_tables_are_whole_and_no_meaning_is_missing() -> None:
    for block in re.findall(r"(?:^\|.*\n)+", schema_readme(), re.MULTILINE):
        lines = [re.split(r"(?<!\\)\|", line)[1:-1] for line in block.splitlines()]
        assert {len(line) for line in lines} == {len(lines[0])}
        if lines[0][-1].strip() == "meaning":
            assert all(line[-1].strip() for line in lines)


def test_readme_links_lead_to_headings() -> None:
    readme = schema_readme()
    headings = re.findall(r"^#+ (.*)$", readme, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]*)\)", readme)) <= anchors
