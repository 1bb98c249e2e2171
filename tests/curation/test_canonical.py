"""The fixer: canonical form for any file that can be parsed, nothing lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperclaims_curation.collection import open_collection
from paperclaims_curation.recordfile.canonical import canonical_text
from paperclaims_curation.recordfile.reading import parse_file
from paperclaims_curation.recordfile.tree import parse_tree, to_data
from paperclaims_curation.recordfile.writing import format_scalar
from paperclaims_curation.validating.fixing import apply_fixes, find_fixes
from paperclaims_schema.record import Pass, Record, abstract_sha256

TOY = open_collection(Path(__file__).parents[1] / "toy")
TEXTS = [path.read_text(encoding="utf-8") for path in TOY.record_paths()]
PATH = Path("toy.yaml")


def fix(text: str) -> str:
    return canonical_text(parse_file(PATH, text.encode(), Record))


def read(text: str) -> Any:
    return to_data(parse_tree(text))


@pytest.mark.parametrize("path", [*TOY.record_paths(), *TOY.pass_paths()], ids=lambda p: p.stem)
def test_a_canonical_file_stays_as_it_is(path: Path) -> None:
    model: type[Record] | type[Pass] = Record if path in TOY.record_paths() else Pass
    content = path.read_bytes()
    assert canonical_text(parse_file(path, content, model)).encode() == content  # type: ignore[type-var]


ABSTRACT = (
    "We build PARALLELPROMPT, the first benchmark, and CHA beats #2 methods with over 37,000 cases. "
    "See [12] and [13, 14]. Accuracy: 95%. The null case has 37 rows, fast, small."
)
HEAD = f"abstract: |-\n  {ABSTRACT}\n"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (
            "evidence: [PARALLELPROMPT, the first benchmark]",
            ["PARALLELPROMPT, the first benchmark"],
        ),
        ("evidence:\n- [PARALLELPROMPT, the first]", ["PARALLELPROMPT, the first"]),
        ("evidence: [13, 14]", ["[13, 14]"]),
        ("evidence:\n- [13, 14]", ["[13, 14]"]),
        ("evidence:\n- [12] and", None),
        ("evidence:\n- CHA beats #2 methods", ["CHA beats #2 methods"]),
        ("evidence:\n- quote: CHA beats #2 methods", [{"quote": "CHA beats #2 methods"}]),
        ("evidence:\n- Accuracy: 95%", ["Accuracy: 95%"]),
        ("evidence:\n- 37", ["37"]),
        ("evidence:\n- CHA beats # a comment", ["CHA beats"]),
        ("evidence:\n- CHA beats\n  others", ["CHA beats others"]),
        ("evidence: [CHA, benchmark]", ["CHA", "benchmark"]),
        ("evidence: ['CHA', 'the first']", ["CHA", "the first"]),
    ],
)
def test_words_that_yaml_damages_are_taken_as_they_are_written(
    written: str, meant: list[object] | None
) -> None:
    if meant is None:
        assert parse_file(PATH, f"{HEAD}{written}\n".encode(), Record).problems[0].code == (
            "yaml-syntax"
        )
        return
    fixed = fix(f"{HEAD}{written}\n")
    assert read(fixed)["evidence"] == meant
    assert fix(fixed) == fixed


def test_words_with_a_comma_in_braces_are_rescued() -> None:
    fixed = fix(f"{HEAD}quantities:\n- {{text: 37 rows, fast, small, role: result}}\n")
    assert read(fixed)["quantities"] == [{"text": "37 rows, fast, small", "role": "result"}]


def test_an_empty_metric_is_not_taken_for_the_word_null() -> None:
    assert read(fix(f"{HEAD}metric: null\n"))["metric"] is None


def test_rescued_words_are_not_kept_a_second_time_as_a_comment() -> None:
    fixed = fix(f"{HEAD}evidence:\n- CHA beats #2 methods\n")
    assert fixed.endswith("evidence:\n- 'CHA beats #2 methods'\n")


def test_comments_stay_above_the_entry_they_stood_at() -> None:
    text = TEXTS[-1].replace("split: ", "# why this split\nsplit: ")
    text = text.replace("claims:\n- id: c1", "claims:\n# the first claim\n- id: c1 # its id")
    text = text.replace("annotation:\n", "annotation: # of the record\n") + "# the end\n"
    lines = fix(text).split("\n")
    assert lines[lines.index("# why this split") + 1].startswith("split: ")
    assert lines[lines.index("# the first claim") + 1 :][:2] == ["# its id", "- id: c1"]
    assert lines[lines.index("# of the record") + 1] == "annotation:"
    assert lines[-2:] == ["# the end", ""]
    assert read(fix(text)) == read(text)


def test_a_hash_sign_inside_a_text_is_no_comment() -> None:
    text = TEXTS[0].replace("contributions:", "keywords:\n- 'a # b'\n- c#d\ncontributions:")
    fixed = fix(text)
    assert not any(line.startswith("# b") for line in fixed.split("\n"))
    assert read(fixed)["keywords"] == ["a # b", "c#d"]


def test_fields_are_put_in_order_and_defaults_left_out() -> None:
    line = next(line for line in TEXTS[0].split("\n") if line.startswith("split: "))
    moved = TEXTS[0].replace(f"{line}\n", "") + f"{line}\nkeywords: []\nprimary_area: null\n"
    assert fix(moved) == TEXTS[0]


def test_a_fix_rewrites_only_what_can_be_parsed_and_is_not_canonical(tmp_path: Path) -> None:
    contents = {"a": TEXTS[0], "b": TEXTS[0].replace("\n", "\r\n"), "c": "title: a: b\n", "d": ""}
    files = []
    for name, text in contents.items():
        path = tmp_path / f"{name}.yaml"
        path.write_bytes(text.encode())
        files.append(parse_file(path, text.encode(), Record))
    fixes = find_fixes(files)
    assert [file.path for file, _ in fixes] == [tmp_path / "b.yaml"]
    apply_fixes(fixes)
    assert (tmp_path / "b.yaml").read_bytes() == TEXTS[0].encode()
    assert (tmp_path / "c.yaml").read_bytes() == b"title: a: b\n"


def fixed_file(tmp_path: Path, text: str) -> str:
    path = tmp_path / "a.yaml"
    path.write_text(text, encoding="utf-8")
    apply_fixes(find_fixes([parse_file(path, text.encode(), Record)]))
    return path.read_text(encoding="utf-8")


TITLED = next(text for text in TEXTS if "\ntitle: " in text)


@pytest.mark.parametrize(
    "line",
    [
        "title: #1 of many",
        "title: A paper # a remark",
        'title: "Up to $2\\times$"',
        "split: train # why",
    ],
)
def test_a_file_with_a_text_that_was_cut_or_changed_is_left_alone(
    tmp_path: Path, line: str
) -> None:
    key = line.partition(":")[0]
    old = next(known for known in TITLED.split("\n") if known.startswith(f"{key}:"))
    text = TITLED.replace(f"{old}\n", f"{line}\n\n\n")
    assert fixed_file(tmp_path, text) == text


def test_a_cut_quote_that_is_known_is_put_right_in_the_file(tmp_path: Path) -> None:
    fixed = fixed_file(tmp_path, f"{HEAD}evidence:\n- CHA beats #2 methods\n")
    assert read(fixed)["evidence"] == ["CHA beats #2 methods"]
    text = f"{HEAD}evidence:\n- CHA beats # a comment\n"
    assert fixed_file(tmp_path, text) == text


LATEX = "It is up to $40\\times$ faster, by $\\nu$ and \\textbf{bold} steps of 7.0\\%."


@pytest.mark.parametrize("words", ["$40\\times$ faster", "$\\nu$ and \\textbf{bold}"])
def test_latex_in_double_quotes_is_taken_as_it_is_written(tmp_path: Path, words: str) -> None:
    head = f"abstract: |-\n  {LATEX}\n"
    fixed = fixed_file(tmp_path, f'{head}evidence:\n- "{words}"\n')
    assert read(fixed)["evidence"] == [words]


def test_an_abstract_in_double_quotes_is_known_by_its_hash(tmp_path: Path) -> None:
    abstract = LATEX.replace("7.0\\%", "7")
    text = f'abstract: "{abstract}"\nabstract_sha256: {abstract_sha256(abstract)}\n'
    assert read(text)["abstract"] != abstract
    assert read(fixed_file(tmp_path, text))["abstract"] == abstract


def test_escapes_that_the_writer_makes_are_no_damage() -> None:
    for value in ("a\u2028b \\times", "a\x07b", "a \nb \nnu", "\x85x"):
        written = format_scalar(value, 0, verbatim=False)
        file = parse_file(PATH, f"title: {written}\n".encode(), Record)
        assert read(f"title: {written}\n")["title"] == value
        assert not [item for item in file.problems if item.code == "yaml-escape"]


@pytest.mark.parametrize("value", ["yes", "no", "0704.0001", "0x10", "True", "1e3", "on"])
def test_plain_values_stay_as_written_while_the_schema_has_findings(value: str) -> None:
    text = TEXTS[0].replace("    named: true\n", "").replace("named: true", f"named: {value}", 1)
    text = text.replace("split: ", "splt: ")
    assert f"named: {value}\n" in fix(text)


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str):
        if "\n" in value:
            return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
        return "'" + value.replace("'", "''") + "'"
    return format_scalar(value, 0, verbatim=False)


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A toy record with the same data in another style, and the comments put into it."""
    text = draw(st.sampled_from(TEXTS))
    data = read(text)
    lines = []
    comments: list[str] = []
    head = text.split("\n")
    starts = [n for n, line in enumerate(head) if line[:1] not in {"", " ", "-", "#"}]
    blocks = [head[a:b] for a, b in zip(starts, [*starts[1:], len(head)], strict=True)]
    for block in draw(st.permutations(blocks)):
        key = block[0].split(":")[0]
        style = draw(st.sampled_from(["same", "flow", "indent"]))
        if draw(st.booleans()):
            comments.append(f"# note {len(comments)} about {key}: it's 'so' [x]")
            lines.append(comments[-1])
        lines += [""] * draw(st.integers(0, 2))
        if style == "flow":
            comment = ""
            if draw(st.booleans()):
                comments.append(f"# trailing {len(comments)}")
                comment = "   " + comments[-1]
            lines.append(f"{key}:  {_flow(data[key])}{comment}")
        elif style == "indent" and len(block) > 1 and key != "abstract":
            lines += [block[0], *(f"    {line}" if line else line for line in block[1:])]
        else:
            lines += block
    # Lines of a block text inside an indented entry are only moved, so the data stays the same.
    return "\n".join(lines).rstrip("\n") + "\n", comments


@settings(max_examples=60, deadline=None, derandomize=True)
@given(damaged())
def test_other_styles_become_canonical_with_data_and_comments_kept(
    case: tuple[str, list[str]],
) -> None:
    text, comments = case
    file = parse_file(PATH, text.encode(), Record)
    assert file.problems == ()
    fixed = canonical_text(file)
    again = parse_file(PATH, fixed.encode(), Record)
    assert again.model == file.model
    assert fix(fixed) == fixed
    kept = [line.strip() for line in fixed.split("\n") if line.strip().startswith("#")][1:]
    assert sorted(kept) == sorted(comments)
    without = "".join(
        f"{line}\n" for line in fixed.split("\n")[:-1] if line.strip() not in comments
    )
    assert without in TEXTS
