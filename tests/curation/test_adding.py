"""`paperclaims add`: one text becomes one draft that says what to fill in."""

from __future__ import annotations

import io
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from paperclaims_curation.cli.main import main
from paperclaims_curation.collection import Collection, open_collection
from paperclaims_curation.documents.citations import explain_absence
from paperclaims_curation.importing import storing
from paperclaims_curation.importing.adding import Added, add_record
from paperclaims_curation.importing.description import Description
from paperclaims_curation.importing.receiving import is_whole_text
from paperclaims_curation.importing.storing import importing_alone
from paperclaims_curation.problem import BadInputError, PaperclaimsError
from paperclaims_curation.recordfile.canonical import canonical_text
from paperclaims_curation.recordfile.reading import parse_file, read_record, resolve_file
from paperclaims_curation.validating.fixing import find_fixes
from paperclaims_curation.validating.validator import validate_collection, validate_files
from paperclaims_schema import vocabularies
from paperclaims_schema.base import Vocabulary
from paperclaims_schema.record import Record, abstract_sha256
from paperclaims_schema.vocabularies import Form

TOY = Path(__file__).parents[1] / "toy"
CONFIG = """\
name = "own"
title = "Own"
version = "0.1.0"
license = "CC-BY-4.0"
rules_version = "1.3"
[splits]
seed = "own"
train = 100
validation = 0
test = 0
"""
TEXT = "We sort **pebbles**  by weight, 95% faster; it costs $5 to $10 [12] 🙂.\n\nCode is at hand."


@pytest.fixture
def toy(tmp_path: Path) -> Collection:
    return open_collection(Path(shutil.copytree(TOY, tmp_path / "toy")))


@pytest.fixture
def own(tmp_path: Path) -> Collection:
    return make_own(tmp_path / "own")


def make_own(root: Path) -> Collection:
    root.mkdir()
    (root / "collection.toml").write_text(CONFIG, "utf-8")
    return open_collection(root)


def add(collection: Collection, text: str | bytes, **given_: object) -> Added:
    path = collection.root.parent / "given.txt"
    path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    return add_record(collection, path, Description(**given_))  # type: ignore[arg-type]


def read(added: Added) -> Record:
    record = read_record(added.path).model
    assert record is not None
    return record


def files(collection: Collection) -> dict[Path, bytes]:
    paths = (path for path in collection.root.rglob("*") if path.is_file())
    return {path: path.read_bytes() for path in paths}


def test_id_hash_and_split_are_filled_in(own: Collection) -> None:
    added = add(own, TEXT, title="Sift: Sorting  Pebbles", authors=("Ada Beispiel", "Bo Muster"))
    record = read(added)
    assert added.path == own.records_folder / "own-sift.yaml"
    assert record.record_id == added.record_id == "own-sift"
    assert record.title == "Sift: Sorting Pebbles"
    assert record.authors == ("Ada Beispiel", "Bo Muster")
    assert record.abstract == TEXT
    assert record.abstract_sha256 == abstract_sha256(TEXT)
    assert (record.split, record.annotation.status) == ("train", "draft")
    assert (record.source.document, record.source.position) == ("own-sift.txt", 1)
    assert record.source.cleaning == ()


def test_without_a_title_the_id_is_made_from_the_first_words(own: Collection) -> None:
    assert add(own, TEXT).record_id == "own-we-sort-pebbles-by-weight-95-faster-it"


def test_the_text_is_kept_in_the_sources_as_it_came(own: Collection) -> None:
    content = b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode("utf-8") + b"\r\n\r\n"
    record = read(add(own, content))
    assert (own.sources_folder / record.source.document).read_bytes() == content
    assert record.abstract == TEXT
    assert record.source.cleaning == ("line_ends",)


@pytest.mark.parametrize("label", ["Abstract: ", "Abstract\n", "**Abstract.** ", "摘要："])
def test_the_word_abstract_in_front_is_left_out_and_that_is_recorded(
    own: Collection, label: str
) -> None:
    record = read(add(own, f"{label}{TEXT}\n"))
    assert record.abstract == TEXT
    assert record.source.cleaning == ("abstract_label",)
    assert record.source.received == label + TEXT


@pytest.mark.parametrize(
    "text",
    [
        "Abstract Meaning Representation is a graph of what a sentence means.",
        "We do it. © 2024 The Authors. All rights reserved.",
        "# A heading\n\n1. We sort.\n2. We count.",
        '<b>We</b> sort &amp; count \\emph{all} na\\"ive things.',
        "Title: We sort",
    ],
)
def test_nothing_else_is_cleaned(own: Collection, text: str) -> None:
    record = read(add(own, text))
    assert record.abstract == text
    assert record.source.cleaning == ()


AWKWARD = st.sampled_from(
    [*"\n\r\t #:-'\"\\|>&*!%@`[]{},?~=019.e$", "\r\n", "\n\n", "  ", "\u2028", "\x85", "\ufeff"]
    + ["\u0301", "👩‍🔬", "中文", "עברית", "\x07", "\x7f", "\xa0", "ﬁ", "---", ": ", " #", "7.0\\%"]
    + ["Abstract ", "We sort. ", "https://github.com/a/b", "null", "## ", "- name: x", "'"]
)
ANY_TEXT = st.lists(
    st.one_of(AWKWARD, st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))),
    min_size=1,
    max_size=12,
).map("".join)


@settings(max_examples=50, derandomize=True, deadline=None)
@given(ANY_TEXT)
@example(" We sort.\n\n  We count. \n")
@example("\ufeffAbstract: We\r\nsort.\r")
@example("#\n# not a comment: 'x'\n")
def test_any_text_comes_back_and_validates_at_once(text: str) -> None:
    expected = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").strip()
    assume(expected and explain_absence(expected) is None)
    with TemporaryDirectory() as folder:
        collection = make_own(Path(folder, "own"))
        added = add(collection, text)
        record = read(added)
        received = record.source.received
        if received is None:
            assert record.abstract == expected
        else:
            assert "abstract_label" in record.source.cleaning
            assert received.replace("\r\n", "\n").replace("\r", "\n") == expected
            assert expected.endswith(record.abstract)
        assert validate_collection(collection).errors == ()
        file = read_record(added.path)
        assert canonical_text(file) == file.text


def test_a_new_draft_validates_and_nothing_of_it_is_to_be_fixed(toy: Collection) -> None:
    added = add(toy, f"{TEXT} https://github.com/a/b.", title="On: \"Sorting\" 'it' # all")
    assert validate_collection(toy).problems == ()
    file = read_record(added.path)
    assert validate_files(toy, [file]).problems == ()
    assert canonical_text(file) == file.text
    assert find_fixes([file], toy) == []


FULL = {
    "title": "Sorting pebbles by weight",
    "authors": ("Ada Beispiel",),
    "doi": "10.1000/182",
    "track": "main",
    "links": ("https://example.org/x",),
    "seen_on": "https://example.org/p",
}


def uncommented(text: str) -> str:
    """The file with every line of the record to be, its stand-ins made such as can be read."""
    first, _, rest = text.partition("\n")
    rest = re.sub(r"(?m)^( *)# ", r"\1", rest)
    for old, new in (
        ("YYYY", "2025"),
        ("the id of the forum", "forum"),
        ("YYMM.NNNNN", "2501.00001"),
        ("10.NNNN/...", "10.1000/182"),
        ("https://...", "https://example.org/y"),
        ("Your name, as in ada", "ada"),
    ):
        rest = rest.replace(old, new)
    return f"{first}\n{rest}"


@pytest.mark.parametrize("given_", [{}, FULL, {"arxiv": "2501.00001", "openreview": "forum"}])
@pytest.mark.parametrize("name", ["toy", "own"])
def test_the_lines_to_fill_in_are_a_whole_record_at_their_places(
    name: str, given_: dict[str, object], request: pytest.FixtureRequest
) -> None:
    collection: Collection = request.getfixturevalue(name)
    if not collection.config.tracks:
        given_ = {key: value for key, value in given_.items() if key != "track"}
    added = add(collection, f"{TEXT} https://github.com/a/b", **given_)
    text = uncommented(added.path.read_text("utf-8"))
    file = parse_file(added.path, text.encode("utf-8"), Record)
    _, problems = resolve_file(file)
    assert {problem.code for problem in problems} == {"span-not-found"}
    assert file.model is not None
    empty = [key for key in Record.model_fields if getattr(file.model, key) in (None, ())]
    words = {"track", "presentation"} if not collection.config.tracks else set()
    assert set(empty) == {"versions"} | words
    claim = file.model.claims[0]
    assert all(getattr(claim, key) not in (None, ()) for key in type(claim).model_fields)


def test_what_is_left_as_it_stands_in_a_line_is_found(own: Collection) -> None:
    added = add(own, TEXT)
    first, _, rest = added.path.read_text("utf-8").partition("\n")
    text = first + "\n" + re.sub(r"(?m)^( *)# ", r"\1", rest)
    problems = parse_file(added.path, text.encode("utf-8"), Record).problems
    assert {problem.field for problem in problems} == {
        "year",
        "identifiers.openreview",
        "identifiers.arxiv",
        "identifiers.doi",
        "source.license_source",
        "links[0].url",
        "links[0].seen_on",
        "annotation.annotators[0].id",
    }


def test_the_comments_stay_where_they_are_when_a_line_is_filled_in_and_fixed(
    own: Collection,
) -> None:
    added = add(own, TEXT)
    old = added.path.read_text("utf-8")
    new = old.replace("# title: the title as it stands in the paper", "title:   'Sorting'")
    new = new.replace("# contributions:\n", "contributions:\n").replace(
        "# - method\n", "- method\n"
    )
    file = parse_file(added.path, new.encode("utf-8"), Record)
    ((_, fixed),) = find_fixes([file], own)
    assert fixed == new.replace("title:   'Sorting'", "title: Sorting")


def test_the_comments_name_every_word_of_the_annotation(own: Collection) -> None:
    text = add(own, TEXT).path.read_text("utf-8")
    told = {word for line in text.splitlines() if "#" in line for word in re.findall(r"\w+", line)}
    lists = [item for item in vars(vocabularies).values() if isinstance(item, type)]
    not_told = {"Confidence", "Split", "SourceFormat", "CleaningStep", "Status", "Vocabulary"}
    checked = [item for item in lists if issubclass(item, Vocabulary)]
    checked = [item for item in checked if item.__name__ not in not_told]
    assert Form in checked
    assert {word for item in checked for word in item} <= told


def test_tracks_and_guidelines_are_those_of_the_collection(toy: Collection) -> None:
    config = toy.root / "collection.toml"
    config.write_text('guidelines = "../HOW.md"\n' + config.read_text("utf-8"), "utf-8")
    text = add(open_collection(toy.root), TEXT).path.read_text("utf-8")
    assert "## one of: main, datasets and benchmarks\n# track: main\n" in text
    assert "## How to decide: ../HOW.md, from the collection's folder\n" in text


def test_a_text_that_is_there_is_reported_and_nothing_is_written(toy: Collection) -> None:
    there = read_record(toy.record_path("toy-smallnet")).model
    assert there is not None
    before = files(toy)
    with pytest.raises(BadInputError, match=r"is the abstract of .*toy-smallnet\.yaml"):
        add(toy, f"Abstract: {there.abstract.upper()}".replace(" ", "\n "))
    assert files(toy) == before


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"doi": "10.1000/Ab"}, {"doi": "https://doi.org/10.1000/aB"}),
        ({"arxiv": "2501.00001v1"}, {"arxiv": "https://arxiv.org/abs/2501.00001v2"}),
        ({"arxiv": "2501.00001"}, {"doi": "10.48550/arXiv.2501.00001", "openreview": "fresh"}),
        ({"openreview": "forum"}, {"openreview": "https://openreview.net/forum?id=forum"}),
    ],
)
def test_an_identifier_that_a_record_has_is_reported_and_nothing_is_written(
    own: Collection, first: dict[str, str], second: dict[str, str]
) -> None:
    earlier = add(own, TEXT, **first)
    before = files(own)
    with pytest.raises(BadInputError, match=f"add --version-of {earlier.record_id}$"):
        add(own, "Another text altogether.", **second)
    assert files(own) == before
    later = read(add(own, "Another text.", version_of=earlier.record_id, **second))
    assert later.versions == (earlier.record_id,)
    assert validate_collection(own).problems == ()


def test_a_version_may_not_have_the_identifier_of_a_third_paper(own: Collection) -> None:
    preprint = add(own, TEXT, arxiv="2501.00001")
    other = add(own, "Another paper.", doi="10.1000/9")
    with pytest.raises(
        BadInputError, match=f"the DOI 10.1000/9 .* add --version-of {other.record_id}"
    ):
        add(own, "A version.", version_of=preprint.record_id, arxiv="2501.00001", doi="10.1000/9")


def test_identifiers_are_written_as_records_have_them(own: Collection) -> None:
    record = read(
        add(
            own,
            TEXT,
            doi="https://doi.org/10.48550/arXiv.2501.00001",
            openreview="https://openreview.net/forum?id=enhFXzKii4",
        )
    )
    assert record.identifiers.model_dump() == {
        "openreview": "enhFXzKii4",
        "arxiv": "2501.00001",
        "doi": "10.48550/arXiv.2501.00001",
    }


def test_a_version_is_in_the_split_of_the_one_before(toy: Collection) -> None:
    for record_id in ("toy-smallnet", "toy-raftagent", "toy-latticenet"):
        version = read(add(toy, f"Words about {record_id}.", version_of=record_id))
        earlier = read_record(toy.record_path(record_id)).model
        assert earlier is not None
        assert version.split == earlier.split
    assert validate_collection(toy).problems == ()


def test_the_same_title_makes_it_a_version_and_that_is_told(own: Collection) -> None:
    earlier = add(own, TEXT, title="Sift: Sorting Pebbles")
    later = add(own, "Another text.", title="SIFT — sorting pebbles")
    assert earlier.problems == ()
    (problem,) = later.problems
    assert (problem.code, problem.severity) == ("import-version", "warning")
    assert earlier.record_id in problem.message
    assert read(later).versions == (earlier.record_id,)


def test_a_near_duplicate_takes_the_older_split_and_is_shown(toy: Collection) -> None:
    for record_id in ("toy-smallnet", "toy-raftagent", "toy-latticenet"):
        older = read_record(toy.record_path(record_id)).model
        assert older is not None
        added = add(toy, older.abstract.replace(" the ", " this ", 1) + " So it is.")
        (problem,) = added.problems
        assert problem.code == "import-near-duplicate"
        assert f"the same as {record_id}; both are in the {older.split} split" in problem.message
        assert read(added).split == older.split


def test_a_document_that_holds_one_text_is_known_as_that(own: Collection) -> None:
    path = own.sources_folder / "own-sift.txt"
    record = read(add(own, f"Abstract: {TEXT}\r\n".encode(), title="Sift"))
    assert is_whole_text(path, record)
    for content in (f"Abstract: {TEXT} And more.", f"More.\n\n{TEXT}", TEXT, "\udcff", "\0"):
        path.write_bytes(content.encode("utf-8", "surrogateescape"))
        assert not is_whole_text(path, record)


def test_links_of_the_abstract_are_listed_once_and_others_with_their_page(own: Collection) -> None:
    added = add(
        own,
        "We sort. Code: \\url{https://github.com/a/sift}.",
        links=("https://github.com/A/sift.git/", "https://huggingface.co/a/m", "https://a.org/p"),
        seen_on="https://arxiv.org/abs/2501.00001",
    )
    record = read(added)
    assert [(link.url, link.kind, link.origin) for link in record.links] == [
        ("https://github.com/a/sift", "code", "abstract"),
        ("https://huggingface.co/a/m", "model", "external"),
        ("https://a.org/p", "other", "external"),
    ]
    assert record.availability.code == "linked"
    assert record.availability.model == "none"
    assert validate_collection(own).problems == ()


def test_a_link_that_stands_in_the_abstract_needs_no_page(own: Collection) -> None:
    url = "https://github.com/a/sift"
    assert len(read(add(own, f"We sort: {url}", links=(url,))).links) == 1


BAD_TEXTS = {
    "empty": (b"", "is empty; give the text of one abstract"),
    "white": ("\ufeff \r\n\t\u3000".encode(), "is empty; give the text of one abstract"),
    "none": (b"[No abstract available]\n", "says that there is no abstract; nothing was written"),
    "latin": (b"We\nsort caf\xe9.", "line 2 is not UTF-8 text (byte 0xE9); save it as UTF-8"),
    "utf-16": ("We sort.".encode("utf-16"), "line 1 is not UTF-8 text (byte 0xFF); save it as"),
    "binary": (b"We sort\0", "is not text: it holds a NUL character; save it as UTF-8"),
    "pdf": (b"%PDF-1.7\n", "is a PDF"),
    "large": (b"We sort. " * 120_000, "is larger than 1 MiB; give one abstract"),
    "control": (b"\x01" * 600_000, "cannot become a record: the file is larger"),
}


@pytest.mark.parametrize("name", BAD_TEXTS)
def test_what_is_no_abstract_is_refused_in_one_line(own: Collection, name: str) -> None:
    content, message = BAD_TEXTS[name]
    with pytest.raises(BadInputError) as caught:
        add(own, content)
    assert message in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1
    assert [*files(own)] == [own.root / "collection.toml"]


BAD_OPTIONS: dict[str, tuple[dict[str, object], str]] = {
    "doi": ({"doi": "eleven"}, "--doi eleven: cannot be read; write it as in --doi 10.1000/182"),
    "arxiv": ({"arxiv": "12"}, "--arxiv 12: cannot be read; write it as in --arxiv 2510.15304"),
    "openreview": ({"openreview": "a b"}, "--openreview a b: cannot be read; write it as in"),
    "link": ({"links": ("github.com/a/b",), "seen_on": "https://a.org"}, "--link github.com/a/b:"),
    "seen-on": ({"links": ("https://a.org",), "seen_on": "a.org"}, "--seen-on a.org: cannot be"),
    "no link": ({"seen_on": "https://a.org"}, "--seen-on: says where a link was seen; add --link"),
    "no page": ({"links": ("https://a.org",)}, "does not stand in the abstract; say where you saw"),
    "track": ({"track": "mian"}, "collection.toml has no such track; did you mean main?"),
    "presentation": ({"presentation": "x"}, "no such presentation; it allows: oral, poster"),
    "version": ({"version_of": "toy-smalnet"}, "did you mean toy-smallnet?"),
    "title": ({"title": " "}, "--title: is empty; leave it out, or write something"),
    "author": ({"authors": ("A", "")}, "--author: is empty; leave it out, or write something"),
    "bytes": ({"title": "caf\udce9"}, "--title: is not UTF-8 text"),
}


@pytest.mark.parametrize("name", BAD_OPTIONS)
def test_an_option_that_cannot_be_is_wrong_use_and_nothing_is_written(
    toy: Collection, name: str
) -> None:
    given_, message = BAD_OPTIONS[name]
    before = files(toy)
    with pytest.raises(PaperclaimsError) as caught:
        add(toy, TEXT, **given_)
    assert not isinstance(caught.value, BadInputError)
    assert message in str(caught.value)
    assert files(toy) == before


def test_another_text_of_the_same_name_in_the_sources_is_not_touched(own: Collection) -> None:
    own.sources_folder.mkdir()
    other = own.sources_folder / "own-sift.txt"
    other.write_text("Another text.", "utf-8")
    added = add(own, TEXT, title="Sift")
    assert added.record_id == "own-sift-2"
    assert read(added).source.document == "own-sift-2.txt"
    assert other.read_text("utf-8") == "Another text."


def test_the_text_of_a_record_that_was_deleted_is_taken_up_again(own: Collection) -> None:
    add(own, TEXT, title="Sift").path.unlink()
    added = add(own, TEXT, title="Sift")
    assert added.record_id == "own-sift"
    assert len(list(own.sources_folder.iterdir())) == 1


def test_either_record_and_text_are_written_or_nothing(own: Collection) -> None:
    own.sources_folder.mkdir()
    own.records_folder.write_text("", "utf-8")
    before = files(own)
    with pytest.raises(PaperclaimsError):
        add(own, TEXT)
    assert files(own) == before


def test_a_failure_half_way_takes_back_what_was_done(
    own: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(own, TEXT)
    before = files(own)
    replace = storing._replace

    def fail_at_record(old: str, new: str) -> None:
        if new.endswith(".yaml"):
            raise OSError(28, "No space left on device", new)
        replace(old, new)

    monkeypatch.setattr(storing, "_replace", fail_at_record)
    with pytest.raises(PaperclaimsError, match="no space left on device; nothing was imported"):
        add(own, "Another text.")
    monkeypatch.undo()
    assert files(own) == before


def test_nothing_is_added_while_an_import_runs(own: Collection) -> None:
    with importing_alone(own), pytest.raises(PaperclaimsError, match="another import is running"):
        add(own, TEXT)


def test_a_damaged_record_is_named(toy: Collection) -> None:
    path = toy.record_path("toy-smallnet")
    path.write_text(path.read_text("utf-8").replace("split: train", "split: trian"), "utf-8")
    with pytest.raises(
        BadInputError, match=r"toy-smallnet\.yaml:\d+: .*; correct it before adding"
    ):
        add(toy, TEXT)


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run_main(*args: str, stdin: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        with pytest.raises(SystemExit) as caught:
            main(["add", *args])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return int(caught.value.code or 0), out, err

    return run_main


def test_the_command_prints_the_path_of_the_record_and_nothing_else(
    own: Collection, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(own.root)
    code, out, err = run("--title", "Sift", "--author", "A", "--author", "B", stdin=TEXT.encode())
    assert (code, out, err) == (0, "records/own-sift.yaml\n", "")
    record = read_record(Path("records/own-sift.yaml")).model
    assert record is not None
    assert record.authors == ("A", "B")
    Path("text").write_text("Another text.", "utf-8")
    assert run("text") == (0, "records/own-another-text.yaml\n", "")
    assert run("-", stdin=b"A third text.") == (0, "records/own-a-third-text.yaml\n", "")


def test_the_command_says_in_one_line_what_is_there_already(own: Collection, run: Run) -> None:
    folder = ("--collection", str(own.root))
    assert run(*folder, "--doi", "10.1000/1", stdin=b"We sort.")[0] == 0
    path = own.records_folder / "own-we-sort.yaml"
    assert run(*folder, stdin=b"we  SORT.") == (
        1,
        "",
        f"paperclaims: standard input: is the abstract of {path}; nothing was written\n",
    )
    assert run(*folder, "--doi", "10.1000/1", stdin=b"Other.") == (
        1,
        "",
        f"paperclaims: standard input: the DOI 10.1000/1 is that of {path}; nothing was written;"
        " for another version of that paper, add --version-of own-we-sort\n",
    )


def test_the_command_shows_a_near_duplicate_and_a_same_title_beside_the_path(
    own: Collection, run: Run
) -> None:
    folder = ("--collection", str(own.root))
    long = "We sort pebbles by their weight and count all that are left over in the end."
    run(*folder, "--title", "Sorting all pebbles", stdin=long.encode())
    code, out, err = run(*folder, stdin=long.replace("count", "number").encode())
    assert (code, out.count("\n")) == (0, 1)
    assert err.startswith(
        "standard input:1:1: warning: own-we-sort-pebbles-by-their-weight-and-number is 9"
    )
    assert "[import-near-duplicate]\n    hint: " in err
    code, out, err = run(*folder, "--title", "Sorting All Pebbles", stdin=b"Other words.")
    assert (code, out.count("\n")) == (0, 1)
    assert "[import-version]\n    hint: " in err


def test_wrong_use_has_exit_code_2(own: Collection, run: Run, tmp_path: Path) -> None:
    folder = ("--collection", str(own.root))
    missing = str(tmp_path / "missing.txt")
    assert run(*folder, missing)[0] == 2
    assert run(*folder, "--doi", "x", stdin=TEXT.encode())[0] == 2
    assert run("--collection", str(tmp_path), stdin=TEXT.encode())[0] == 2


HELP = """\
Usage: paperclaims add [OPTIONS] [FILE]

  Make one record from the text of an abstract.

  The text is read from FILE or, without one or with -, from standard input, and kept in the
  collection's sources as it came. In the record, line ends are unified, and white space around
  and the word Abstract in front are left out; all paragraphs are one abstract.

  Id, hash and split are filled in, and comments say what else belongs where. The path of the new
  record is printed. If a record has the text or an identifier already, that is reported and
  nothing is written.

Options:
  --title TEXT            The paper's title.
  --author NAME           An author; once for each, in order.
  --doi DOI               The DOI, or an address with it.
  --arxiv ID              The arXiv id, or an address with it.
  --openreview ID         The OpenReview forum id, or an address with it.
  --track WORD            One of the collection's tracks.
  --presentation WORD     One of the collection's presentations.
  --link URL              A link to code, data or anything else; may be given more than once.
  --seen-on PAGE          The page on which you saw the links; needed unless the abstract has
                          them.
  --version-of RECORD_ID  The record of another version of the paper, such as its preprint.
  --collection FOLDER     The collection; by default the one found here, in dataset/, or above.
  -h, --help              Show this message and exit.
"""


def test_the_help_says_what_happens_to_the_text_and_what_is_refused(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert run("--help") == (0, HELP, "")
