"""Reading YAML: strings as written, places right, the rest refused with its place."""

from __future__ import annotations

from decimal import Decimal

import pytest

from paperclaims_curation.problem import Place
from paperclaims_curation.recordfile.plainvalues import SIZE_LIMIT
from paperclaims_curation.recordfile.tree import (
    Mapping,
    Scalar,
    YamlError,
    find_node,
    parse_tree,
    to_data,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("NO", "NO"),
        ("on", "on"),
        ("12:30", "12:30"),
        ("2025-12-01", "2025-12-01"),
        ("1_000", "1_000"),
        ("0123", 123),
        ("0o17", 15),
        ("1e3", Decimal("1e3")),
        ("2505.04410", Decimal("2505.04410")),
        ("7.0", Decimal("7.0")),
        ("true", True),
        ("~", None),
        ("''", ""),
        ("'7.0'", "7.0"),
    ],
)
def test_plain_values_follow_the_core_schema_and_keep_digits(text: str, value: object) -> None:
    read = to_data(parse_tree(f"key: {text}"))["key"]
    assert read == value
    assert type(read) is type(value)
    assert str(read) == str(value)


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("a: 1\nb: 2\na: 3\n", "yaml-duplicate-key", (3, 1)),
        ("a: &x 1\nb: *x\n", "yaml-alias", (1, 4)),
        ("a: *x\n", "yaml-alias", (1, 4)),
        ("a: !!python/name:os.system x\n", "yaml-tag", (1, 4)),
        ("a: !!str 1\n", "yaml-tag", (1, 4)),
        ("a: 1\n---\nb: 2\n", "yaml-documents", (2, 1)),
        ("1: a\n", "yaml-key", (1, 1)),
        ("? [a]\n: b\n", "yaml-key", (1, 3)),
        ("title: On: Reading\n", "yaml-syntax", (1, 10)),
        ('quote: "7.0\\% average"\n', "yaml-syntax", (1, 12)),
        ("a:\n\tb: 1\n", "yaml-syntax", (2, 1)),
        ("a: 'x\n", "yaml-syntax", (1, 4)),
        ("a: x\x07\n", "yaml-character", (1, 5)),
        ('a: "x\\0"\n', "yaml-character", (1, 4)),
        ("a: " + "[" * 40, "yaml-depth", (1, 23)),
    ],
)
def test_what_a_record_may_not_hold_is_refused_at_its_place(
    text: str, code: str, place: tuple[int, int]
) -> None:
    with pytest.raises(YamlError) as caught:
        parse_tree(text)
    assert (caught.value.code, caught.value.place.line, caught.value.place.column) == (code, *place)


def test_the_line_is_shown_as_it_should_be_written() -> None:
    with pytest.raises(YamlError) as colon:
        parse_tree("title: On: Reading it's\n")
    assert colon.value.hint is not None
    assert "title: 'On: Reading it''s'" in colon.value.hint
    with pytest.raises(YamlError) as escape:
        parse_tree('- quote: "7.0\\% average"\n')
    assert escape.value.hint is not None
    assert "- quote: '7.0\\% average'" in escape.value.hint


def test_columns_count_code_points_and_lines_count_line_feeds_only() -> None:
    root = parse_tree("a: '\U0001f600\u2028x'\nb: 'y'\n")
    node, found = find_node(root, ("b",))
    assert found
    assert isinstance(node, Scalar)
    assert node.place == Place(2, 4, 2, 7)
    first = find_node(root, ("a",))[0]
    assert isinstance(first, Scalar)
    assert (first.value, first.place) == ("\U0001f600\u2028x", Place(1, 4, 1, 9))


def test_a_large_file_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(YamlError, match="larger than"):
        parse_tree("a" * (SIZE_LIMIT + 1))


def test_an_empty_text_has_no_tree() -> None:
    assert parse_tree("") is None
    assert parse_tree("# only a comment\n") is None


def test_parts_that_are_no_keys_are_passed_over() -> None:
    root = parse_tree("quantities:\n- form: level\n  value: x\n")
    node, found = find_node(root, ("quantities", 0, "level", "value"))
    assert found
    assert isinstance(node, Scalar)
    assert node.value == "x"
    parent, complete = find_node(root, ("quantities", 0, "level", "unit"))
    assert not complete
    assert isinstance(parent, Mapping)
