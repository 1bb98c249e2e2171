"""Canonical form: what is written is read back exactly."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from paperclaims_curation.recordfile.tree import parse_tree, to_data
from paperclaims_curation.recordfile.writing import format_data, write_text_atomically

AWKWARD = st.sampled_from(
    [*"\n\t #:-'\"\\|>&*!%@`[]{},?~=019.e$", "\u2028", "\u2029", "\x85", "\ufeff", "\u200d"]
    + [
        "\u0301",
        "\U0001f600",
        "\U0001f469\u200d\U0001f467",
        "中文",
        "עברית",
        "العربية",
        "\r",
        "\x07",
    ]
    + ["\x7f", "\xa0", "\xad", "ﬁ", "---", "...", ": ", " #", "\n\n", "  ", "7.0\\%", "null", "NO"]
)
TEXTS = st.lists(
    st.one_of(AWKWARD, st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))),
    max_size=12,
).map("".join)


@given(TEXTS, TEXTS, TEXTS)
@example("---", "...", "- a")
@example(" leading\nspaces", "\n", "a\n\n")
@example("tab\t\n\tmore", "a: b", "a #b")
@example("\u2028", "e\u0301", "\U0001f469\u200d\U0001f467")
def test_any_text_is_read_back_as_it_was(abstract: str, title: str, quote: str) -> None:
    data = {
        "abstract": abstract,
        "title": title,
        "evidence": [quote, {"quote": quote, "occurrence": 2}],
        "claims": [{"statement": title, "text": quote}],
        "authors": [title, abstract],
    }
    assert to_data(parse_tree(format_data(data))) == data


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_nul_and_lone_surrogates_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="NUL or lone surrogates"):
        format_data({"abstract": text})


@pytest.mark.parametrize(
    "text",
    ["NO", "on", "12:30", "0123", "1e3", "2025-12-01", "2505.04410", "null", "~", "0x1F", "1_000"]
    + ["=", "<<", ".inf", "yes", "0b1", "1.0", "-3"],
)
def test_text_that_looks_like_something_else_stays_text_for_every_reader(text: str) -> None:
    written = format_data({"title": text})
    assert to_data(parse_tree(written)) == {"title": text}
    assert yaml.safe_load(written) == {"title": text}


def test_words_of_the_abstract_are_never_plain() -> None:
    written = format_data({"abstract": "One line.", "metric": "accuracy", "title": "Plain"})
    assert written == "abstract: |-\n  One line.\nmetric: 'accuracy'\ntitle: Plain\n"


def test_latex_is_written_without_escapes() -> None:
    assert format_data({"evidence": [r"7.0\% 'better'"]}) == "evidence:\n- '7.0\\% ''better'''\n"


def test_numbers_keep_their_digits() -> None:
    written = format_data({"value": Decimal("7.0"), "big": Decimal("5E+6"), "count": 5})
    assert written == "value: 7.0\nbig: 5000000\ncount: 5\n"


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "record.yaml"
    path.write_text("old\n")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space"):
        write_text_atomically(path, "new\n")
    assert path.read_text() == "old\n"
    assert [item.name for item in tmp_path.iterdir()] == ["record.yaml"]
