"""What the fixer and the reader must leave as it is."""

from __future__ import annotations

import os
import re
import shutil
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from paperclaims_curation import numbers
from paperclaims_curation.collection import open_collection
from paperclaims_curation.numbers import NumberInText, find_numbers, is_inside_number
from paperclaims_curation.problem import Place
from paperclaims_curation.recordfile import quotes
from paperclaims_curation.recordfile.plainvalues import SIZE_LIMIT
from paperclaims_curation.recordfile.quotes import QuoteError, Region, find_amount, find_quote
from paperclaims_curation.recordfile.reading import (
    AuthoredFile,
    RecordFile,
    parse_file,
    read_record,
)
from paperclaims_curation.recordfile.tree import parse_tree, to_data
from paperclaims_curation.recordfile.writing import write_text_atomically
from paperclaims_curation.validating.checking import check_record
from paperclaims_curation.validating.fixing import add_safe_fixes, find_fixes
from paperclaims_curation.validating.validator import validate_files
from paperclaims_schema.record import Record, abstract_sha256

NAME = "toy-smallnet"
TOY_FOLDER = Path(__file__).parents[1] / "toy"
TOY = (TOY_FOLDER / "records" / f"{NAME}.yaml").read_text("utf-8")


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
    # The first line alone stands in the abstract, too.
    toy = TOY.replace("On ToyWorld, SmallNet", "On ToyWorld: SmallNet")
    text = fixed(toy.replace(old, "  evidence:\n  - On ToyWorld: SmallNet\n      scores\n"))
    assert text is None or "scores" in text.partition("methods:")[2].partition("claims:")[0]


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


@pytest.mark.parametrize(
    "text",
    [
        "- a\n-   b\n",
        "just  'text'\n",
        "42\n",
        "[]\n",
        "{}\n",
        "null\n",
        "titel:   'x'\nyear: '2025'\n",
        "version: 3\nservices: {web: [a,   b]}\n",
        "? [a]\n:   b\n",
        "a:   b: c\n",
    ],
)
def test_a_file_that_is_no_record_is_reported_and_left_alone(text: str, tmp_path: Path) -> None:
    shutil.copytree(TOY_FOLDER, tmp_path / "toy")
    path = tmp_path / "toy" / "records" / "toy-other.yaml"
    path.write_text(text)
    collection = open_collection(tmp_path / "toy")
    assert find_fixes([read_record(path)], collection) == []
    problems = validate_files(collection, [read_record(path)]).problems
    assert problems
    fixed = add_safe_fixes(problems, lambda name: read_record(Path(name)), collection)
    assert {problem.fix for problem in fixed} == {None}


def test_a_pipe_that_a_record_names_as_its_source_is_not_read(tmp_path: Path) -> None:
    def give_up(*_: object) -> None:
        raise AssertionError("the pipe was waited for")

    shutil.copytree(TOY_FOLDER, tmp_path / "toy")
    source = tmp_path / "toy" / "sources" / "toy.txt"
    source.unlink()
    os.mkfifo(source)
    collection = open_collection(tmp_path / "toy")
    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(5)
    try:
        problems = validate_files(collection, [read_record(collection.record_path(NAME))]).problems
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
    assert [problem.code for problem in problems] == ["source-document"]


def test_a_text_is_read_once_for_all_cuts_of_its_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    read = []

    def find(text: str) -> Sequence[NumberInText]:
        read.append(text)
        return find_numbers(text)

    monkeypatch.setattr(numbers, "find_numbers", find)
    text = "read once: 1,000 and 7.0 and -5 of 12 million"
    inside = [
        offset
        for offset in range(len(text) + 1)
        if any(number.start < offset < number.end for number in find_numbers(text))
    ]
    assert [offset for offset in range(-1, 60) if is_inside_number(text, offset)] == inside
    assert read == [text]


def with_numbers(count: int) -> RecordFile:
    """A record without claims, with numbers in both lines of its abstract."""
    abstract = f"It has {' '.join(f'x {n}' for n in range(count))}.\n  And 5 more."
    block = "".join(f"\n  {line}" for line in abstract.split("\n"))
    text = re.sub(r"(?<=abstract: \|-)\n.*", block, TOY)
    text = re.sub("(?<=abstract_sha256: ).*", abstract_sha256(abstract), text)
    text = text[: text.index("contributions:")] + text[text.index("links:") :]
    return parse_file(Path(f"{NAME}.yaml"), text.encode(), Record)


def test_numbers_that_are_not_annotated_are_found_in_one_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = with_numbers(3000)
    asked = []
    place_within = AuthoredFile.place_within

    def ask(self: RecordFile, *arguments: Any) -> Place | None:
        asked.append(arguments)
        return place_within(self, *arguments)

    monkeypatch.setattr(AuthoredFile, "place_within", ask)
    problems = [
        problem
        for problem in check_record(open_collection(TOY_FOLDER), file)[1]
        if problem.code == "number-uncovered"
    ]
    assert len(problems) == 3001
    assert len(asked) < 5
    for problem in (problems[0], problems[1234], problems[-1]):
        assert problem.place is not None
        lines = file.text.split("\n")
        words = lines[problem.place.line - 1][
            problem.place.column - 1 : problem.place.end_column - 1
        ]
        assert f"the number '{words}' is" in problem.message
    assert problems[-1].place.line == problems[0].place.line + 1  # type: ignore[union-attr]


def test_an_ambiguous_quote_is_shown_at_four_places_however_long_it_is() -> None:
    words = "so long a quote that nobody wants to read it four times, " * 5
    region = Region.whole(words * 50)
    with pytest.raises(QuoteError) as caught:
        find_quote(region, words)
    hint = str(caught.value.hint)
    assert re.findall(r"\d+(?=: …)", hint) == ["1", "2", "3", "4"]
    assert len(hint) < 800


def test_words_that_are_quoted_many_times_are_looked_for_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    class Text(str):
        __slots__ = ()

        def find(self, *arguments: Any) -> int:
            asked.append(arguments)
            return super().find(*arguments)

    cuts = []

    def is_inside(text: str, offset: int) -> bool:
        cuts.append(offset)
        return is_inside_number(text, offset)

    monkeypatch.setattr(quotes, "is_inside_number", is_inside)
    region = Region.whole(Text("one and 1 and one and 1"))
    for _ in range(1000):
        for find, words in ((find_quote, "one"), (find_amount, "1")):
            with pytest.raises(QuoteError, match="stands 2 times"):
                find(region, words)
    assert len(asked) == 2 * 3
    assert cuts == [8, 9, 22, 23]
