"""What the fixer and the reader must leave as it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from paperclaims_curation.recordfile.reading import parse_file, read_record
from paperclaims_curation.recordfile.tree import SIZE_LIMIT, parse_tree, to_data
from paperclaims_curation.recordfile.writing import write_text_atomically
from paperclaims_curation.validating.fixing import find_fixes
from paperclaims_schema.record import Record

TOY = (Path(__file__).parents[1] / "toy" / "records" / "toy-smallnet.yaml").read_text("utf-8")


def fixed(text: str) -> str | None:
    fixes = find_fixes([parse_file(Path("toy-smallnet.yaml"), text.encode(), Record)])
    return fixes[0][1] if fixes else None


def test_a_stand_in_is_no_character_that_an_escape_gives() -> None:
    assert to_data(parse_tree("a: \"x\\uE000y\"\nb: 'x\u2028y'\n")) == {
        "a": "x\ue000y",
        "b": "x\u2028y",
    }


def test_a_comment_behind_the_sign_of_a_block_is_kept() -> None:
    text = fixed(TOY.replace("abstract: |-\n", "abstract: |-   # keep this\n"))
    assert text is not None
    assert text.index("# keep this\n") < text.index("abstract: |-\n")


@pytest.mark.parametrize("extra", ["keywords:\n- [a, b]\n- c\n", '"a\\nb": 1\n'])
def test_what_has_no_canonical_form_is_left_alone(extra: str) -> None:
    assert fixed(TOY + extra) is None


def test_words_on_two_lines_are_not_cut() -> None:
    old = "  evidence:\n  - quote: 'SmallNet'\n    occurrence: 3\n"
    assert old in TOY
    text = fixed(TOY.replace(old, "  evidence:\n  - SmallNet: scores 15\n      points\n"))
    assert text is None or "points" in text.partition("methods:")[2].partition("claims:")[0]


def test_the_file_behind_a_link_is_written_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "real.yaml").write_text("old\n")
    link = tmp_path / "link.yaml"
    link.symlink_to("real.yaml")
    write_text_atomically(link, "new\n")
    assert link.is_symlink()
    assert (tmp_path / "real.yaml").read_text() == "new\n"


def test_a_huge_file_is_refused_without_being_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    with path.open("wb") as stream:
        stream.truncate(100 * SIZE_LIMIT)
    file = read_record(path)
    assert [problem.code for problem in file.problems] == ["yaml-size"]
    assert len(file.content) < 5 * SIZE_LIMIT
