"""Verdicts that are kept: they save the work, and never change what is said."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperclaims_curation import verdicts
from paperclaims_curation.cli import validation
from paperclaims_curation.cli.main import main
from paperclaims_curation.recordfile.reading import read_record
from paperclaims_curation.validating import checking
from paperclaims_curation.validating.rule import Finding, RecordContext, RecordRule
from paperclaims_curation.validating.rules import source, splits
from paperclaims_curation.verdicts import Basis, find_basis, is_known_clean, keep_clean

TOY = Path(__file__).parents[1] / "toy"
RECORD = Path("records/toy-smallnet.yaml")
DOCUMENT = Path("sources/toy.txt")
CONFIG = Path("collection.toml")
SPLITS = Path("paperclaims/release/splits.csv")
TOOL = Path("tool/rules.py")


class Run(NamedTuple):
    code: object
    out: str
    err: str


Validate = Callable[..., Run]


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(TOY, tmp_path / "toy")
    monkeypatch.chdir(tmp_path / "toy")
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    return tmp_path / "toy"


@pytest.fixture
def validate(capsys: pytest.CaptureFixture[str]) -> Validate:
    def run(*arguments: object) -> Run:
        # What a process remembers of the files, the next one does not.
        for read in (source._document, source._positions, splits._read_splits):
            read.cache_clear()
        with pytest.raises(SystemExit) as ended:
            main(["validate", *map(str, arguments)])
        return Run(ended.value.code, *capsys.readouterr())

    return run


@pytest.fixture
def no_check(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From when it is called, whatever has no verdict fails."""

    def forbid() -> None:
        monkeypatch.setattr(validation, "validate_files", None)

    return forbid


def kept() -> list[Path]:
    return [*Path(os.environ["XDG_CACHE_HOME"]).rglob("[0-9a-f]" * 62)]


def basis_of(name: Path = RECORD) -> Basis:
    basis = find_basis(Path(), name)
    assert basis is not None
    return basis


def add_line(path: Path, above: str, line: str) -> None:
    text = path.read_text("utf-8")
    assert above in text
    path.write_text(text.replace(above, f"{line}\n{above}", 1), "utf-8")


@pytest.mark.parametrize("name", [RECORD, RECORD.stem])
@pytest.mark.parametrize("form", [(), ("-q",), ("--format", "json"), ("--format", "github")])
def test_a_record_that_was_clean_is_not_checked_again_and_the_same_is_said(
    toy: Path,
    validate: Validate,
    no_check: Callable[[], None],
    name: object,
    form: tuple[str, ...],
) -> None:
    first = validate(name, *form)
    assert first.code == 0
    no_check()
    assert validate(name, *form) == first
    assert validate("records/toy-latticenet.yaml").code == 3


def test_a_known_verdict_loads_no_models(toy: Path, validate: Validate) -> None:
    code = (
        "import sys\n"
        "from paperclaims_curation.cli import main\n"
        f"sys.argv = ['paperclaims', 'validate', {str(RECORD)!r}]\n"
        "try:\n    main()\n"
        "finally:\n    print(*{'pydantic', 'yaml', 'regex', 'numpy'} & {*sys.modules})"
    )
    command = [sys.executable, "-c", code]
    runs = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(2)]
    assert "pydantic" in runs[0].stdout
    assert runs[1].stdout == "\n"
    assert runs[0].stderr == runs[1].stderr == "1 file checked: 0 errors, 0 warnings\n"


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        (RECORD, "records/toy-latticenet.yaml"),
        ("passes/first-model/toy-latticenet.yaml",),
        (RECORD, "--select", "span"),
        (RECORD, "--ignore", "span"),
        (RECORD, "--diff"),
        (RECORD, "--fix"),
        (RECORD, "--stdin-filename", "x.yaml"),
    ],
)
def test_nothing_is_kept_of_anything_but_one_record(
    toy: Path, validate: Validate, arguments: tuple[object, ...]
) -> None:
    assert validate(*arguments).code == 0
    assert kept() == []


def test_nothing_is_kept_of_a_record_with_a_warning(toy: Path, validate: Validate) -> None:
    RECORD.write_text(RECORD.read_text("utf-8").replace("- name: ToyWorld", "- name: toyworld"))
    run = validate(RECORD)
    assert run.code == 1 or "warning" in run.out
    assert kept() == []


def test_nothing_is_kept_of_a_record_with_versions_which_are_other_files(
    toy: Path, validate: Validate
) -> None:
    add_line(RECORD, "split: train", "versions:\n- toy-latticenet")
    assert validate(RECORD).code == 0
    Path("records/toy-latticenet.yaml").unlink()
    assert "there is no record toy-latticenet" in validate(RECORD).out
    assert kept() == []


def test_nothing_is_kept_where_the_document_is_not_plain_to_see(toy: Path) -> None:
    lines = {"'toy.txt'": None, "toy.txt  # x": None, "a/toy.txt": None, "toy.txt": "toy.txt"}
    text = RECORD.read_text("utf-8")
    for value, document in lines.items():
        RECORD.write_text(text.replace("document: toy.txt", f"document: {value}"), "utf-8")
        basis = find_basis(Path(), RECORD)
        assert (basis and basis.document) == document
    RECORD.write_text(text + "  document: toy.txt\n", "utf-8")
    assert find_basis(Path(), RECORD) is None


def test_nothing_is_kept_if_the_record_has_another_document_than_was_seen(toy: Path) -> None:
    shutil.copy(DOCUMENT, "sources/other.txt")
    record = read_record(RECORD).model
    assert record is not None
    text = RECORD.read_text("utf-8")
    RECORD.write_text(text.replace("document: toy.txt", "document: other.txt"), "utf-8")
    keep_clean(basis_of(), record)
    assert kept() == []


def test_nothing_is_kept_of_what_changed_while_it_was_checked(toy: Path) -> None:
    record = read_record(RECORD).model
    assert record is not None
    basis = basis_of()
    with DOCUMENT.open("a") as stream:
        stream.write("\n")
    keep_clean(basis, record)
    assert kept() == []
    keep_clean(basis_of(), record)
    assert len(kept()) == 1


def test_a_document_that_becomes_a_link_out_of_its_folder_is_found(
    toy: Path, validate: Validate
) -> None:
    assert validate(RECORD).code == 0
    DOCUMENT.rename("toy.txt")
    DOCUMENT.symlink_to("../toy.txt")
    assert "leads out of sources/" in validate(RECORD).out


def test_a_record_that_becomes_a_link_to_a_pass_is_checked_as_one(
    toy: Path, validate: Validate
) -> None:
    assert validate(RECORD).code == 0
    place = shutil.move(RECORD, Path("passes/first-model") / RECORD.name)
    RECORD.symlink_to(toy / place)
    assert validate(RECORD).code == 1


def test_another_version_of_a_library_is_another_basis(
    toy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    before = basis_of()
    (tmp_path / "pydantic-99.dist-info").mkdir()
    assert basis_of() != before


def test_the_oldest_verdicts_go(toy: Path) -> None:
    record = read_record(RECORD).model
    assert record is not None
    basis = basis_of()
    folder = verdicts._cache_folder() / basis.digest[:2]
    folder.mkdir(parents=True)
    for age in range(50):
        path = folder / f"{age:062x}"
        path.touch()
        os.utime(path, (1e9 - age, 1e9 - age))
    keep_clean(basis, record)
    assert is_known_clean(basis)
    names = {path.name for path in kept()}
    assert names == {basis.digest[2:], *(f"{age:062x}" for age in range(39))}


@pytest.mark.parametrize("kind", ["file", "relative", "no home"])
def test_without_a_cache_folder_all_goes_on(
    toy: Path, validate: Validate, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    Path("cache").touch()
    home = "/dev/null" if kind == "relative" else str(toy)
    monkeypatch.setenv("XDG_CACHE_HOME", str(toy / "cache") if kind == "file" else "cache")
    monkeypatch.setenv("HOME", home)
    if kind == "no home":
        monkeypatch.setattr(Path, "home", _no_home)
    before = {*toy.rglob("*")}
    assert [validate(RECORD).code for _ in range(2)] == [0, 0]
    assert {*toy.rglob("*")} == before


def _no_home() -> Path:
    raise RuntimeError("Could not determine home directory.")


@pytest.mark.parametrize("content", [b"", b"[sources", b"sources = 3", b"\xff", b"[sources]\nx=1"])
def test_a_damaged_configuration_is_for_the_validator_to_report(
    toy: Path, validate: Validate, content: bytes
) -> None:
    assert validate(RECORD).code == 0
    CONFIG.write_bytes(content)
    assert validate(RECORD).code == 1


EDITS = {
    RECORD: (
        b"year: 2026\n",
        b"versions:\n- toy-latticenet\n",
        b"  document: toy.txt\n",
        b"# why\n",
    ),
    DOCUMENT: (b"x" * 300, b"SmallNet", b"\n\n"),
    CONFIG: (b"tracks = 3\n", b'folder = "records"\n', b"[sources]\n", b"#\n"),
    SPLITS: (b"toy-smallnet,test\n", b"toy-smallnet,train\n", b"toy-latticenet,test\n", b"\xff"),
    TOOL: (b"strict", b"#"),
}


@st.composite
def edits(draw: st.DrawFn) -> tuple[Path, Callable[[bytes], bytes | None]]:
    path = draw(st.sampled_from([*EDITS]))
    kind = draw(st.sampled_from(["insert", "remove", "replace", "all", "restore"]))
    share, words = draw(st.floats(0, 1)), draw(st.sampled_from(EDITS[path]) | st.binary(max_size=3))
    length = draw(st.integers(0, 30))

    def edit(content: bytes) -> bytes | None:
        if kind == "restore":
            return None
        start = round(share * len(content))
        start = content.rfind(b"\n", 0, start) + 1 if kind == "insert" else start
        end = start if kind == "insert" else len(content) if kind == "all" else start + length
        return content[:start] + (b"" if kind == "remove" else words) + content[end:]

    return path, edit


@pytest.fixture
def strict_rule(toy: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A tool of one more file, and of a rule that does what the file says."""
    SPLITS.parent.mkdir(parents=True)
    TOOL.parent.mkdir()
    TOOL.write_bytes(b"# lenient\n")

    def check(context: RecordContext) -> Iterator[Finding]:
        if b"strict" in TOOL.read_bytes():
            yield Finding(("title",), "everything is wrong")

    rule = RecordRule("strict", "Nothing is right", "It never is.", check)
    monkeypatch.setattr(checking, "RECORD_RULES", (*checking.RECORD_RULES, rule))
    monkeypatch.setattr(verdicts, "PACKAGES", (*verdicts.PACKAGES, "tool"))
    monkeypatch.syspath_prepend(toy)
    yield
    sys.modules.pop("tool", None)


@pytest.mark.parametrize("path", [*EDITS])
def test_an_edit_of_any_input_is_seen(
    toy: Path, validate: Validate, strict_rule: None, path: Path
) -> None:
    assert validate(RECORD).code == 0
    path.write_bytes(EDITS[path][0])
    assert validate(RECORD).code == 1


def test_whatever_is_edited_the_same_is_said_as_without_a_cache(
    toy: Path, validate: Validate, strict_rule: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = {path: path.read_bytes() if path.is_file() else None for path in EDITS}
    known: list[bool] = []

    def write(path: Path, content: bytes | None) -> None:
        if content is None:
            path.unlink(missing_ok=True)
        else:
            path.write_bytes(content)

    @settings(
        max_examples=60,
        deadline=None,
        derandomize=True,
        suppress_health_check=(HealthCheck.too_slow,),
    )
    @given(st.lists(edits(), min_size=1, max_size=4))
    def compare(steps: list[tuple[Path, Callable[[bytes], bytes | None]]]) -> None:
        for path, content in good.items():
            write(path, content)
        for path, edit in steps:
            edited = edit(path.read_bytes() if path.is_file() else b"")
            write(path, good[path] if edited is None else edited)
            basis = find_basis(Path(), RECORD)
            known.append(basis is not None and is_known_clean(basis))
            said = validate(RECORD)
            with monkeypatch.context() as uncached:
                uncached.setenv("XDG_CACHE_HOME", "/dev/null")
                assert said == validate(RECORD)

    compare()
    # It is a comparison only where verdicts are kept, found, and not found.
    assert min(known.count(True), known.count(False)) > 20
