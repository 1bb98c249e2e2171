"""From documents to draft records."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperclaims_curation.collection import Collection, open_collection
from paperclaims_curation.importing import storing
from paperclaims_curation.importing.importer import import_documents
from paperclaims_curation.importing.result import ImportCounts, ImportOptions, ImportResult
from paperclaims_curation.problem import BadInputError, PaperclaimsError, Severity
from paperclaims_curation.recordfile.reading import read_record
from paperclaims_curation.validating.validator import validate_collection
from paperclaims_schema.record import Record, abstract_sha256

CONFIG = """\
name = "toy"
title = "Toy"
version = "0.1.0"
venue = "Toys"
year = 2024
license = "CC-BY-4.0"
rules_version = "1.3"
tracks = ["main"]
presentations = ["poster"]
[splits]
seed = "toy"
train = 30
validation = 20
test = 50
[sources]
bibliography = "sources/bibliography.jsonl"
"""

PRUNING = "We prune **layers**  of LLaMA-2-7b.\nCode: \\url{https://github.com/a/prune_it}."
GRAPHS = "Graphs have links; we predict them better — by 3.5% — than all others do."
PROOF = "We prove a bound of $O(1/T)$ for bandits under an assumption that is mild."
DOCUMENT = f"Toy 论文列表\n\n{PRUNING}\n\n{GRAPHS}\n\n{PROOF}\n"

ENTRY = {
    "document": "a.txt",
    "position": 1,
    "first_words": "We prune **layers** of",
    "title": "Cutter: Pruning Layers",
    "authors": ["A. B", "C. D"],
    "track": "main",
    "presentation": "poster",
    "primary_area": "pruning",
    "keywords": ["layers"],
    "openreview_id": "enhFXzKii4",
    "arxiv_id": "2510.15304",
    "confidence": "likely",
    "sources": ["https://a.org/paper"],
}


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    root = tmp_path / "toy"
    (root / "sources").mkdir(parents=True)
    (root / "collection.toml").write_text(CONFIG, encoding="utf-8")
    (root / "sources/a.txt").write_text(DOCUMENT, encoding="utf-8")
    write_bibliography(root, ENTRY)
    return open_collection(root)


def write_bibliography(root: Path, *entries: dict[str, object]) -> None:
    text = "".join(json.dumps(entry) + "\n" for entry in entries)
    (root / "sources/bibliography.jsonl").write_text(text, encoding="utf-8")


def run(collection: Collection, *paths: Path) -> ImportResult:
    chosen = paths or (collection.sources_folder / "a.txt",)
    return import_documents(collection, ImportOptions(chosen))


def records(collection: Collection) -> dict[int, Record]:
    found = {}
    for path in collection.record_paths():
        record = read_record(path).model
        assert record is not None
        assert path == collection.record_path(record.record_id)
        found[record.source.position] = record
    return found


def files(collection: Collection) -> dict[str, bytes]:
    paths = (path for path in collection.root.rglob("*") if path.is_file())
    return {str(path.relative_to(collection.root)): path.read_bytes() for path in paths}


def test_each_abstract_becomes_a_draft_exactly_as_received(collection: Collection) -> None:
    result = run(collection)
    assert result.counts == ImportCounts(added=3, skipped=1)
    assert result.problems == ()
    drafts = records(collection)
    assert [drafts[n].abstract for n in (1, 2, 3)] == [PRUNING, GRAPHS, PROOF]
    assert tuple(drafts[n].record_id for n in (1, 2, 3)) == result.added
    for record in drafts.values():
        assert record.abstract_sha256 == abstract_sha256(record.abstract)
        assert (record.venue, record.year) == ("Toys", 2024)
        assert record.source.document == "a.txt"
        assert record.annotation.status == "draft"
        assert record.annotation.rules_version == "1.3"
        assert record.annotation.annotators == ()


def test_a_heading_is_reported_with_its_line(collection: Collection) -> None:
    (document,) = run(collection).documents
    (skipped,) = document.skipped
    assert (skipped.place.line, skipped.text, skipped.reason) == (1, "Toy 论文列表", "heading")


def test_importing_twice_changes_no_byte_and_says_so(collection: Collection) -> None:
    run(collection)
    before = files(collection)
    result = run(collection)
    assert result.counts == ImportCounts(unchanged=3, skipped=1)
    assert result.added == ()
    assert files(collection) == before


def test_the_order_of_the_documents_does_not_matter(collection: Collection, tmp_path: Path) -> None:
    first_words = " ".join(GRAPHS.split()[:8])
    other = collection.sources_folder / "b.txt"
    other.write_text(f"We show more.\n\n{first_words} in other ways.\n", encoding="utf-8")
    twin = open_collection(shutil.copytree(collection.root, tmp_path / "twin"))
    result = run(collection, collection.sources_folder / "a.txt", other)
    run(twin, twin.sources_folder / "b.txt", twin.sources_folder / "a.txt")
    assert result.added[-1] == f"{result.added[1]}-2"
    assert files(collection) == files(twin)


def test_the_bibliography_is_joined(collection: Collection) -> None:
    run(collection)
    joined, alone = records(collection)[1], records(collection)[2]
    assert joined.record_id == "toy-cutter"
    assert joined.title == "Cutter: Pruning Layers"
    assert joined.authors == ("A. B", "C. D")
    assert (joined.track, joined.presentation, joined.primary_area) == ("main", "poster", "pruning")
    assert joined.keywords == ("layers",)
    assert joined.identifiers.openreview == "enhFXzKii4"
    assert joined.identifiers.arxiv == "2510.15304"
    assert joined.source.bibliography is not None
    assert joined.source.bibliography.confidence == "likely"
    assert joined.source.bibliography.sources == ("https://a.org/paper",)
    assert alone.record_id == "toy-graphs-have-links-we-predict-them-better"
    assert (alone.title, alone.authors, alone.source.bibliography) == (None, (), None)


def test_an_entry_with_other_first_words_is_reported_and_left_out(collection: Collection) -> None:
    write_bibliography(collection.root, ENTRY | {"position": 2})
    result = run(collection)
    (problem,) = result.problems
    assert problem.code == "import-bibliography"
    assert problem.severity is Severity.WARNING
    assert problem.file == str(collection.sources_folder / "a.txt")
    assert problem.place is not None
    assert problem.place.line == 6
    assert records(collection)[2].title is None
    assert result.counts.added == 3


def test_a_link_of_the_abstract_makes_the_code_available(collection: Collection) -> None:
    write_bibliography(
        collection.root,
        ENTRY | {"code_url": "https://github.com/A/prune_it/", "code_url_source": "https://x.org"},
        ENTRY
        | {
            "position": 2,
            "first_words": "Graphs",
            "code_url": "https://github.com/a/g",
            "code_url_source": "https://a.org/paper",
        },
    )
    run(collection)
    drafts = records(collection)
    assert [link.model_dump(mode="json") for link in drafts[1].links] == [
        {
            "url": "https://github.com/a/prune_it",
            "kind": "code",
            "origin": "abstract",
            "evidence": ["\\url{https://github.com/a/prune_it}"],
        }
    ]
    assert drafts[1].availability.model_dump() == {
        "code": "linked",
        "data": "none",
        "model": "none",
    }
    assert [link.model_dump(mode="json") for link in drafts[2].links] == [
        {
            "url": "https://github.com/a/g",
            "kind": "code",
            "origin": "external",
            "seen_on": "https://a.org/paper",
        }
    ]
    assert drafts[2].availability.code == "none"


def test_a_quote_of_a_link_that_is_not_unique_names_its_occurrence(collection: Collection) -> None:
    path = collection.sources_folder / "b.txt"
    path.write_text("At https://a.org/x-y and then at https://a.org/x, they say.", encoding="utf-8")
    run(collection, path)
    (record,) = records(collection).values()
    dumped = [link.model_dump()["evidence"] for link in record.links]
    assert dumped == [("https://a.org/x-y",), ({"quote": "https://a.org/x", "occurrence": 2},)]


def test_a_code_url_that_nobody_has_seen_is_reported_and_left_out(collection: Collection) -> None:
    write_bibliography(collection.root, ENTRY | {"code_url": "https://github.com/a/other"})
    (problem,) = run(collection).problems
    assert problem.code == "import-link-source"
    assert [link.url for link in records(collection)[1].links] == ["https://github.com/a/prune_it"]


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_line_ends_are_unified_and_a_byte_order_mark_is_dropped(
    collection: Collection, line_end: str
) -> None:
    content = "\ufeff" + DOCUMENT.replace("\n", line_end)
    (collection.sources_folder / "a.txt").write_bytes(content.encode())
    assert run(collection).counts == ImportCounts(added=3, skipped=1)
    assert records(collection)[1].abstract == PRUNING


def test_odd_characters_come_back_from_the_record_file(collection: Collection) -> None:
    odd = "A\u2028B\u0085C\x0bD\x1b[0m\u00a0 \U0001f600 e\u0301\u200b"
    abstract = f"{odd}: #x 'y' \"z\"\n  - indented\nend."
    path = collection.sources_folder / "b.txt"
    path.write_text(abstract, encoding="utf-8")
    run(collection, path)
    assert records(collection)[1].abstract == abstract


def test_an_abstract_that_is_listed_again_elsewhere_is_unchanged(collection: Collection) -> None:
    run(collection)
    again = collection.sources_folder / "b.txt"
    again.write_text(f"{GRAPHS.upper()}\n\nWe are new.\n\nWe are  new.\n", encoding="utf-8")
    result = run(collection, again)
    assert result.counts == ImportCounts(added=1, unchanged=2)


def test_a_near_duplicate_is_reported_and_takes_the_older_split(collection: Collection) -> None:
    run(collection)
    older = records(collection)[2]
    path = collection.sources_folder / "b.txt"
    path.write_text(f"Papers\n\n{GRAPHS[:-1]} yet.\n", encoding="utf-8")
    result = run(collection, path)
    (problem,) = result.problems
    assert (problem.code, problem.severity) == ("import-near-duplicate", Severity.WARNING)
    assert older.record_id in problem.message
    assert problem.record_id == result.added[0]
    record = read_record(collection.record_path(result.added[0])).model
    assert record is not None
    assert record.split is older.split


def test_new_records_leave_old_ones_alone(collection: Collection) -> None:
    run(collection)
    before = files(collection)
    path = collection.sources_folder / "b.txt"
    path.write_text(
        "\n\n".join(f"Text number {n * 7919} is new." for n in range(30)), encoding="utf-8"
    )
    run(collection, path)
    after = files(collection)
    assert {name: after[name] for name in before} == before


def test_a_changed_document_is_refused_abstract_by_abstract(collection: Collection) -> None:
    run(collection)
    before = files(collection)
    path = collection.sources_folder / "a.txt"
    path.write_text(DOCUMENT.replace("3.5%", "45.3 percent, in all,"), encoding="utf-8")
    result = run(collection)
    assert result.counts == ImportCounts(unchanged=2, skipped=1, failed=1)
    (problem,) = result.problems
    assert (problem.code, problem.severity) == ("import-place-taken", Severity.ERROR)
    after = files(collection)
    assert {name for name in after if after[name] != before[name]} == {"sources/a.txt"}


def test_a_document_from_elsewhere_is_kept_byte_for_byte(
    collection: Collection, tmp_path: Path
) -> None:
    path = tmp_path / "b.txt"
    path.write_bytes(b"\xef\xbb\xbfWe show\r\nthis.\r\n")
    assert run(collection, path).counts.added == 1
    assert (collection.sources_folder / "b.txt").read_bytes() == path.read_bytes()
    assert records(collection)[1].source.document == "b.txt"
    assert records(collection)[1].abstract == "We show\nthis."
    assert run(collection, path).counts == ImportCounts(unchanged=1)


def test_a_different_document_of_the_same_name_gets_a_part_of_its_hash(
    collection: Collection, tmp_path: Path
) -> None:
    run(collection)
    path = tmp_path / "a.txt"
    path.write_text("We show something else.", encoding="utf-8")
    before = files(collection)
    result = run(collection, path)
    assert result.counts == ImportCounts(added=1)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
    assert (collection.sources_folder / f"a-{digest}.txt").read_bytes() == path.read_bytes()
    after = files(collection)
    assert {name: after[name] for name in before} == before
    assert run(collection, path).counts == ImportCounts(unchanged=1)


def test_two_different_new_documents_of_one_name_are_both_kept(
    collection: Collection, tmp_path: Path
) -> None:
    paths = tmp_path / "x/n.txt", tmp_path / "y/n.txt"
    for path in paths:
        path.parent.mkdir()
        path.write_text(f"We show {path.parent.name}.", encoding="utf-8")
    assert run(collection, *paths).counts == ImportCounts(added=2)
    kept = {path.read_bytes() for path in collection.sources_folder.glob("n*.txt")}
    assert kept == {path.read_bytes() for path in paths}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("Papers\n\nA café is here.\n".encode("latin-1"), "import-unreadable"),
        (b"A.\n\xed\xa0\x80.", "import-unreadable"),
        (b"A.\r\n\r\nB\0.", "import-unreadable"),
        (b"%PDF-1.7", "import-unreadable"),
        (b"", "import-empty"),
    ],
)
def test_a_document_that_cannot_be_read_fails_alone_and_strictly_stops_all(
    collection: Collection, content: bytes, code: str
) -> None:
    path = collection.sources_folder / "bad.txt"
    path.write_bytes(content)
    before = files(collection)
    chosen = collection.sources_folder / "a.txt", path
    with pytest.raises(BadInputError) as raised:
        import_documents(collection, ImportOptions(chosen, is_strict=True))
    assert [problem.code for problem in raised.value.problems] == [code]
    assert files(collection) == before
    result = run(collection, *chosen)
    assert [problem.code for problem in result.problems] == [code]
    assert result.problems[0].file == str(path)
    assert result.counts.failed == 1
    assert result.counts.added >= 3


def test_a_missing_document_is_wrong_use(collection: Collection) -> None:
    with pytest.raises(PaperclaimsError) as raised:
        run(collection, collection.sources_folder / "missing.txt")
    assert not isinstance(raised.value, BadInputError)
    assert "\n" not in str(raised.value)


def test_the_bibliography_is_no_document(collection: Collection) -> None:
    with pytest.raises(BadInputError, match="this is the bibliography"):
        run(collection, collection.sources_folder / "bibliography.jsonl")


def test_a_damaged_record_file_stops_the_import_with_its_place(collection: Collection) -> None:
    run(collection)
    path = collection.record_path("toy-cutter")
    path.write_text(
        path.read_text(encoding="utf-8").replace("year: 2024", "year: soon"), encoding="utf-8"
    )
    before = files(collection)
    with pytest.raises(BadInputError, match=r"toy-cutter\.yaml:\d+: .*correct it") as raised:
        run(collection)
    assert raised.value.problems
    assert files(collection) == before


def test_a_record_file_under_another_name_is_not_overwritten(collection: Collection) -> None:
    run(collection)
    text = collection.record_path("toy-cutter").read_text(encoding="utf-8")
    path = collection.sources_folder / "b.txt"
    path.write_text("Odd names. We show that they are kept.", encoding="utf-8")
    misnamed = collection.record_path("toy-odd-names-we-show-that-they-are-kept")
    collection.record_path("toy-cutter").rename(misnamed)
    assert run(collection, path).added == (f"{misnamed.stem}-2",)
    assert misnamed.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("name", "what", "message"),
    [
        ("sources", "file", r"sources: is not a folder; nothing was imported$"),
        ("records", "file", r"records: .*folder"),
        ("sources", "link", r"sources: is not a folder"),
        ("records", "link", r"records: .*folder"),
        ("records/toy-x.yaml", "pipe", r"toy-x\.yaml: is not a regular file"),
        ("sources/bibliography.jsonl", "pipe", r"bibliography\.jsonl: is not a regular file"),
        (".import.staging", "file", r"\.import\.staging: was not made by paperclaims"),
        (".import.lock", "link", r"\.import\.lock: was not made by paperclaims"),
    ],
)
def test_something_else_in_the_place_of_a_file_or_folder_is_named(
    name: str, what: str, message: str, collection: Collection, tmp_path: Path
) -> None:
    outside = tmp_path / "b.txt"
    outside.write_text("We come from outside.", encoding="utf-8")
    if what != "pipe":
        config = collection.root / "collection.toml"
        config.write_text(CONFIG.replace('bibliography = "sources/bib', '# "'), encoding="utf-8")
        collection = open_collection(collection.root)
    path = collection.root / name
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.parent.mkdir(exist_ok=True)
    if what == "pipe":
        os.mkfifo(path)
    elif what == "link":
        path.symlink_to(path.name)
    else:
        path.write_text("x", encoding="utf-8")
    before = sorted(collection.root.rglob("*"))
    with pytest.raises(PaperclaimsError, match=message) as raised:
        run(collection, outside)
    assert "\n" not in str(raised.value)
    if name != "records":
        assert sorted(collection.root.rglob("*")) == before


@pytest.mark.parametrize("number", range(1, 5))
def test_an_import_that_cannot_be_put_in_place_leaves_nothing(
    number: int, collection: Collection, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    outside = tmp_path / "b.txt"
    outside.write_text("We come from outside.", encoding="utf-8")
    before = files(collection)
    real, calls = storing._replace, []

    def move_or_fail(old: str, new: str) -> None:
        calls.append(old)
        if len(calls) == number:
            raise OSError(errno.EACCES, os.strerror(errno.EACCES), new)
        real(old, new)

    monkeypatch.setattr(storing, "_replace", move_or_fail)
    with pytest.raises(PaperclaimsError, match=r"permission denied; nothing was imported$"):
        run(collection, collection.sources_folder / "a.txt", outside)
    assert files(collection) == before


def test_a_full_disk_leaves_nothing(
    collection: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = files(collection)
    real, calls = storing._write, []

    def write_or_fail(path: Path, content: bytes) -> None:
        calls.append(path)
        if len(calls) == 2:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))
        real(path, content)

    monkeypatch.setattr(storing, "_write", write_or_fail)
    with pytest.raises(PaperclaimsError, match=r"no space left .*; nothing was imported$"):
        run(collection)
    assert files(collection) == before


def test_a_folder_on_another_file_system_is_filled_by_copying(
    collection: Collection, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    twin = open_collection(shutil.copytree(collection.root, tmp_path / "twin"))
    run(twin)
    real = Path.rename

    def rename(old: Path, new: Path) -> Path:
        if old.parent != new.parent:
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV), str(old))
        return real(old, new)

    monkeypatch.setattr(Path, "rename", rename)
    run(collection)
    assert files(collection) == files(twin)


def test_a_second_import_is_refused_while_one_runs(collection: Collection) -> None:
    with storing.importing_alone(collection):
        before = files(collection)
        with pytest.raises(PaperclaimsError, match="toy: another import is running; try again"):
            run(collection)
        assert files(collection) == before
    assert run(collection).counts.added == 3


# Imports documents, but dies, as if killed, before or after the nth call of a function.
CHILD = """
import os, sys
from pathlib import Path
from paperclaims_curation.collection import open_collection
from paperclaims_curation.importing import importer, storing
from paperclaims_curation.importing.result import ImportOptions

root, moment, name, nth, *paths = sys.argv[1:]
real, calls = getattr(storing, name), []

def killed(*given):
    calls.append(given)
    last = len(calls) == int(nth)
    if last and moment == "before":
        os._exit(9)
    result = real(*given)
    if last:
        os._exit(9)
    return result

setattr(storing, name, killed)
options = ImportOptions(tuple(Path(path) for path in paths))
importer.import_documents(open_collection(Path(root)), options)
"""


@pytest.mark.parametrize(
    ("moment", "name", "nth", "is_there"),
    [
        ("after", "make_workspace", 1, False),
        ("before", "_write", 1, False),
        ("after", "_write", 3, False),
        ("before", "_sync_all", 1, False),
        ("after", "_sync_all", 1, False),
        ("before", "_replace", 1, True),
        ("after", "_replace", 1, True),
        ("after", "_replace", 3, True),
        ("after", "_replace", 5, True),
        ("before", "_discard", 1, True),
        ("before", "remove_workspace", 1, True),
    ],
)
def test_after_a_kill_the_next_import_gives_what_an_uninterrupted_one_gives(
    moment: str, name: str, nth: int, is_there: bool, collection: Collection, tmp_path: Path
) -> None:
    outside = tmp_path / "b.txt"
    outside.write_text("We come from outside.", encoding="utf-8")
    twin = open_collection(shutil.copytree(collection.root, tmp_path / "twin"))
    documents = collection.sources_folder / "a.txt", outside
    run(twin, twin.sources_folder / "a.txt", outside)
    arguments = [str(collection.root), moment, name, str(nth), *map(str, documents)]
    killed = subprocess.run([sys.executable, "-c", CHILD, *arguments], check=False)
    assert killed.returncode == 9
    assert files(collection).keys() - files(twin).keys()
    again = run(collection, *documents).counts
    assert (again.added, again.unchanged) == ((0, 4) if is_there else (4, 0))
    assert files(collection) == files(twin)


def test_a_killed_import_does_not_overwrite_what_was_made_since(collection: Collection) -> None:
    arguments = [str(collection.root), "before", "_replace", "1"]
    document = str(collection.sources_folder / "a.txt")
    subprocess.run([sys.executable, "-c", CHILD, *arguments, document], check=False)
    own = collection.record_path("toy-cutter")
    own.write_text("mine", encoding="utf-8")
    message = r"toy-cutter\.yaml: an interrupted import cannot be finished: another file has its"
    with pytest.raises(PaperclaimsError, match=message):
        run(collection)
    assert own.read_text(encoding="utf-8") == "mine"
    own.unlink()
    assert run(collection).counts.unchanged == 3
    assert [name for name in files(collection) if name.startswith(".")] == []


def test_an_abstract_whose_record_could_not_be_read_again_fails_alone(
    collection: Collection,
) -> None:
    unfit = "We show much. " * 80_000
    path = collection.sources_folder / "b.txt"
    path.write_text(f"We show one.\n\n{unfit}\n\nWe show another.\n", encoding="utf-8")
    result = run(collection, path)
    assert result.counts == ImportCounts(added=2, failed=1)
    (problem,) = result.problems
    assert (problem.code, problem.severity) == ("import-unfit", Severity.ERROR)
    assert "larger than" in problem.message
    assert problem.place is not None
    assert problem.place.line == 3
    assert validate_collection(collection).problems == ()


@pytest.mark.parametrize("name", ["d\udcff.txt", " ", "a\nb.txt", "\u2028", "d\udcff/b.txt"])
def test_a_file_name_that_no_record_can_give_is_refused_in_one_line(
    name: str, collection: Collection, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("We show it.", encoding="utf-8")
    with pytest.raises(BadInputError, match="a name needs visible UTF-8 characters") as raised:
        run(collection, path)
    assert str(raised.value).isprintable()


@pytest.mark.parametrize("name", ["é.txt", "论文 ’25.txt", "👩‍🔬.md", "-", "x" * 251 + ".txt"])
def test_any_other_file_name_will_do(name: str, collection: Collection, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text("We show it.", encoding="utf-8")
    assert run(collection, path).counts.added == 1
    assert (collection.sources_folder / name).read_bytes() == path.read_bytes()
    assert validate_collection(collection).problems == ()


def test_what_is_no_regular_file_is_not_read(collection: Collection, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "folder").mkdir()
    for path, message in (
        (tmp_path / "pipe", "pipe: is not a regular file"),
        (Path("/dev/zero"), "/dev/zero: is not a regular file"),
        (tmp_path / "loop", "loop: too many levels of symbolic links"),
        (tmp_path / "folder", "folder: holds no document"),
    ):
        with pytest.raises(PaperclaimsError, match=message):
            run(collection, path)


def test_a_link_out_of_the_sources_is_refused(collection: Collection, tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("We show it.", encoding="utf-8")
    link = collection.sources_folder / "b.txt"
    for target in (tmp_path / "b.txt", tmp_path / "nowhere.txt"):
        link.unlink(missing_ok=True)
        link.symlink_to(target)
        with pytest.raises(BadInputError, match=r"b\.txt: leads out of the folder; put the file"):
            run(collection, tmp_path / "b.txt")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.lists(
            st.sampled_from(
                ["We show 3.5%", " ", "\n", "https://github.com/a/b", "\\url{", "}", "[x](", ")",
                 "\u200d", "\u0301", "\u0600", "\u2028", "\x85", "\ufeff", "\x1b", "\t", "'", '"',
                 ": ", "#", "- ", "👩‍🔬", "🇫🇷", "\r\n", "$x_1$", "。", "\ue000", "\uffff", "e",
                 "https://huggingface.co/datasets/a/b", ".", "\u0e33", "\uac00", "\u11a8"]
            )
            | st.text(max_size=3),
            min_size=1, max_size=12,
        ).map("".join),
        min_size=1, max_size=5,
    ),
    st.text(min_size=1, max_size=12).filter(lambda text: text.strip() and "\0" not in text),
)  # fmt: skip
def test_whatever_is_imported_validates(paragraphs: list[str], title: str) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "sources").mkdir()
        (root / "collection.toml").write_text(CONFIG, encoding="utf-8")
        path = root / "sources/b.txt"
        text = "\n\n".join(["We show it."] + paragraphs).replace("\0", "")
        path.write_bytes(text.encode("utf-8"))
        entry = {"document": "b.txt", "position": 1, "first_words": "We", "confidence": "certain"}
        write_bibliography(root, entry | {"title": title, "keywords": [title]})
        collection = open_collection(root)
        run(collection, path)
        assert validate_collection(collection).errors == ()


@pytest.mark.real
def test_the_first_collection_is_imported_in_full(tmp_path: Path) -> None:
    real = Path(__file__).parents[2] / "dataset"
    shutil.copytree(real / "sources", tmp_path / "sources")
    shutil.copy(real / "collection.toml", tmp_path)
    collection = open_collection(tmp_path)
    result = run(collection, *collection.sources_folder.glob("*.txt"))
    assert [document.counts.added for document in result.documents] == [19, 12, 19]
    assert result.counts == ImportCounts(added=50, skipped=3)
    assert result.problems == ()
    drafts = [read_record(path).model for path in collection.record_paths()]
    splits = Counter(draft.split.value for draft in drafts if draft)
    assert splits == {"train": 15, "validation": 10, "test": 25}
    example = read_record(collection.record_path("neurips2025-layer-as-puzzle-pieces")).model
    assert example is not None
    assert (example.source.position, example.split) == (18, "train")
    linked = [(d.source.document[:3], d.source.position) for d in drafts
              if d and d.availability.code == "linked"]  # fmt: skip
    assert sorted(linked) == [("000", 12), ("000", 16), ("000", 19), ("001", 6)]
    again = run(collection, *collection.sources_folder.glob("*.txt"))
    assert again.counts == ImportCounts(unchanged=50, skipped=3)
