"""Reading record files: what is damaged is a finding with its place, never a traceback."""

from __future__ import annotations

import os
import re
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperclaims_curation.cli.main import main
from paperclaims_curation.collection import open_collection
from paperclaims_curation.problem import Problem
from paperclaims_curation.recordfile.canonical import canonical_text
from paperclaims_curation.recordfile.reading import RecordFile, parse_file
from paperclaims_curation.reporting import format_text
from paperclaims_curation.validating.checking import check_record
from paperclaims_curation.validating.fixing import find_fixes
from paperclaims_schema.record import Record

TOY = open_collection(Path(__file__).parents[1] / "toy")
CONTENTS = [path.read_bytes() for path in TOY.record_paths()]
LATTICENET = TOY.record_path("toy-latticenet")


def parse(content: bytes) -> RecordFile:
    return parse_file(LATTICENET, content, Record)


def only_problem(content: bytes) -> Problem:
    (problem,) = parse(content).problems
    return problem


def code_and_place(content: bytes) -> tuple[str, int, int]:
    problem = only_problem(content)
    assert problem.place is not None
    return problem.code, problem.place.line, problem.place.column


@pytest.mark.parametrize(
    "change",
    [
        lambda content: b"\xef\xbb\xbf" + content,
        lambda content: content.replace(b"\n", b"\r\n"),
        lambda content: content.replace(b"\n", b"\r"),
        lambda content: content.rstrip(b"\n"),
        lambda content: b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n").rstrip(b"\r\n"),
    ],
    ids=["byte order mark", "CRLF", "CR", "no last line break", "all of them"],
)
@pytest.mark.parametrize("content", CONTENTS)
def test_the_record_is_the_same_however_it_was_saved(change: object, content: bytes) -> None:
    assert callable(change)
    file = parse(change(content))
    assert file.problems == ()
    assert file.model == parse(content).model
    assert canonical_text(file).encode() == content


def test_a_byte_order_mark_shifts_no_column() -> None:
    content = LATTICENET.read_bytes().replace(b"split: test", b"split: tset")
    assert code_and_place(b"\xef\xbb\xbf" + content) == code_and_place(content)


@pytest.mark.parametrize("line_end", [b"\r\n", b"\r"])
def test_line_ends_shift_no_place(line_end: bytes) -> None:
    content = LATTICENET.read_bytes()
    for right, wrong in ((b"split: test", b"split: tset"), (b"year: 2025", b"year: 2025: x")):
        damaged = content.replace(right, wrong)
        assert code_and_place(damaged.replace(b"\n", line_end)) == code_and_place(damaged)


def test_columns_count_code_points() -> None:
    line = "- {name: '\U0001f469\u200d\U0001f52c\u6587', role: x}\n".encode()
    problems = parse(b"record_id: a\nmethods:\n" + line).problems
    (role,) = [problem for problem in problems if problem.field == "methods[0].role"]
    assert role.place is not None
    assert (role.place.line, role.place.column) == (3, 24)


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", ("yaml-top", 1, 1)),
        (b"# only a comment\n", ("yaml-top", 1, 1)),
        (b"- a list\n", ("yaml-top", 1, 1)),
        (b"just text\n", ("yaml-top", 1, 1)),
        ("title: \u00c4pfel".encode("latin-1"), ("yaml-encoding", 1, 8)),
        ("a: \u00e4\nb: \u00c4pfel".encode("latin-1"), ("yaml-encoding", 1, 4)),
        ("title: x".encode("utf-16"), ("yaml-encoding", 1, 1)),
        ("title: x".encode("utf-16-le"), ("yaml-character", 1, 2)),
        (b"a: 1\nb: x\0y\n", ("yaml-character", 2, 5)),
        (b"a: 1\nb: 2\na: 3\n", ("yaml-duplicate-key", 3, 1)),
        (b"x" * 2_000_000, ("yaml-size", 1, 1)),
    ],
)
def test_a_file_that_cannot_be_read_is_one_finding(
    content: bytes, found: tuple[str, int, int]
) -> None:
    assert code_and_place(content) == found


def test_an_alias_bomb_is_refused_at_once() -> None:
    lines = ["a0: &a0 [x, x]"]
    lines += [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60)]
    assert code_and_place("\n".join(lines).encode())[0] == "yaml-alias"


def test_only_the_meant_branch_of_a_form_is_reported() -> None:
    content = LATTICENET.read_bytes().replace(b"value: 30\n", b"value: thirty\n")
    problem = only_problem(content)
    assert problem.field == "claims[1].quantities[1].value"
    assert problem.message == "claims[1].quantities[1].value should be a number"
    assert problem.hint == "write 30"


JARGON = re.compile(r"Input should|String should|Value error|\^\(|\[0-9\]|valid (?:str|tuple|dict)")
FIELD = re.compile(rb"^( *(?:- )?\w+:).*$", re.MULTILINE)


@pytest.mark.parametrize(
    "value", [b"", b" null", b" 7", b" 7.5", b" true", b" x", b" ''", b" []", b" [7]", b" {a: 1}"]
)
def test_no_message_speaks_the_language_of_the_libraries(value: bytes) -> None:
    for content in CONTENTS:
        for match in FIELD.finditer(content):
            damaged = content[: match.start()] + match[1] + value + content[match.end() :]
            file = parse(damaged)
            for problem in file.problems:
                assert problem.place is not None
                assert not JARGON.search(f"{problem.message} {problem.hint}"), problem


@st.composite
def damaged_contents(draw: st.DrawFn) -> bytes:
    content = draw(st.sampled_from(CONTENTS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        end = min(len(content), start + draw(st.integers(0, 40)))
        words = draw(
            st.one_of(
                st.binary(max_size=4),
                st.text(max_size=4).map(lambda text: text.encode("utf-8", "surrogatepass")),
                st.sampled_from(
                    b"'|\"|: |\n|\n- | #|[|{|&a |*a|!!x |1e999|-0|.inf|0x|null|\t|>|  |---\n".split(
                        b"|"
                    )
                ),
                st.just(content[start:end] * 2),
            )
        )
        content = content[:start] + words + content[end:]
    return content


CONTENT = st.one_of(
    damaged_contents(), st.binary(max_size=200), st.text(max_size=80).map(str.encode)
)
PROFILE = settings.get_profile("fuzz" if "FUZZ_EXAMPLES" in os.environ else "quick")


@settings(PROFILE)
@given(CONTENT)
def test_no_content_gives_a_traceback(content: bytes) -> None:
    file = parse(content)
    _, problems = check_record(TOY, file)
    assert (file.model is None) <= bool(problems)
    for problem in problems:
        assert "\n    hint: " in format_text([problem]) or "\n" not in format_text([problem])
    find_fixes([file])


@settings(PROFILE)
@given(
    CONTENT,
    st.sampled_from(
        [
            (),
            ("--diff",),
            ("--fix",),
            *(("--format", word) for word in ("concise", "json", "github")),
        ]
    ),
)
def test_no_content_makes_the_command_line_fail(content: bytes, options: tuple[str, ...]) -> None:
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        path = Path(folder, LATTICENET.name)
        path.write_bytes(content)
        with pytest.raises(SystemExit) as ended:
            main(["validate", str(path), "--collection", str(TOY.root), *options])
    assert ended.value.code in {0, 1}
