"""Apply mutations to a copy of a collection and see which the validator reports."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random

from paperclaims_curation.collection import open_collection
from paperclaims_curation.problem import Problem
from paperclaims_curation.recordfile.reading import RecordFile, read_record
from paperclaims_curation.validating.validator import validate_files

from .document import Document
from .kinds import KINDS
from .mutation import Kind, Mutation, Subject

PER_RECORD = 3
"""So many places per record and kind."""
SEED = 20251201


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one mutation."""

    kind: str
    record: str
    what: str
    caught: bool
    found: tuple[str, ...]
    """`line:code` of the new findings."""
    lines: tuple[int, ...]
    """Where a finding would count; empty for any line."""


class Bench:
    """A copy of a collection that is damaged and mended again and again."""

    def __init__(self, root: Path, names: Sequence[str] | None = None) -> None:
        self.root = root
        self.collection = open_collection(root)
        paths = self.collection.record_paths()
        self.paths = [path for path in paths if names is None or path.stem in names]
        self.files: dict[Path, RecordFile] = {path: read_record(path) for path in self.paths}
        self.documents = {path.stem: Document(path.stem, path.read_text("utf-8")) for path in paths}
        self.baseline = Counter(map(_key, self._check(list(self.files.values()))))

    def _check(self, files: list[RecordFile]) -> tuple[Problem, ...]:
        return validate_files(self.collection, files).problems

    def _is_at(self, problem: Problem, mutation: Mutation) -> bool:
        if problem.file == str(self.root / mutation.record):
            return mutation.lines is None or _line(problem) in mutation.lines
        return mutation.twin is not None and problem.file == str(self.root / mutation.twin)

    def _findings(self, mutation: Mutation, whole: bool) -> tuple[Problem, ...]:
        changed = [self.root / name for name in mutation.files]
        before = {path: path.read_bytes() for path in changed if path.exists()}
        try:
            for name, content in mutation.files.items():
                (self.root / name).write_bytes(content)
            records = [path for path in changed if path.suffix == ".yaml"]
            files = {path: read_record(path) for path in records}
            if whole:
                files = dict(sorted({**self.files, **files}.items()))
            return self._check(list(files.values()))
        finally:
            for path in changed:
                path.unlink()
            for path, old in before.items():
                path.write_bytes(old)

    def run(self, kind: Kind, name: str) -> list[Outcome]:
        """Damage one record in one way, at some places."""
        random = Random(f"{SEED}:{kind.name}:{name}")
        others = [other for other in self.documents.values() if other.name != name]
        places = list(kind.mutate(Subject(self.documents[name], others), random))
        chosen = random.sample(places, min(PER_RECORD, len(places)))
        return [self._outcome(kind, name, mutation) for mutation in chosen]

    def _outcome(self, kind: Kind, name: str, mutation: Mutation) -> Outcome:
        try:
            problems = self._findings(mutation, kind.whole)
        except Exception as error:  # noqa: BLE001 a crash is a miss, and is shown as one
            crash = f"crash: {type(error).__name__}: {error}"
            return Outcome(kind.name, name, mutation.what, False, (crash,), ())
        left = Counter(self.baseline)
        new = []
        for problem in problems:
            left[_key(problem)] -= 1
            if left[_key(problem)] < 0:
                new.append(problem)
        caught = any(
            (problem.code in kind.codes or not kind.codes) and self._is_at(problem, mutation)
            for problem in new
        )
        found = tuple(f"{_line(problem)}:{problem.code}" for problem in new[:6])
        lines = tuple(sorted(mutation.lines or ()))
        return Outcome(kind.name, name, mutation.what, caught, found, lines)


def _key(problem: Problem) -> tuple[str, ...]:
    """What tells findings apart: not the line, which an edit above may move."""
    return problem.file or "", problem.code, problem.field or "", problem.message


def _line(problem: Problem) -> int:
    return problem.place.line if problem.place else 0


def _copy(collection: Path) -> Path:
    folder = Path(tempfile.mkdtemp(prefix="mutations-"))
    shutil.copytree(collection, folder / "collection")
    return folder / "collection"


def _work(task: tuple[Path, set[str], list[str], Sequence[str] | None]) -> list[Outcome]:
    collection, wanted, names, known = task
    # Kinds travel by name: functions made by functions cannot be sent to another process.
    kinds = [kind for kind in KINDS if kind.name in wanted]
    copy = _copy(collection)
    try:
        bench = Bench(copy, known)
        return [outcome for name in names for kind in kinds for outcome in bench.run(kind, name)]
    finally:
        with suppress(OSError):
            shutil.rmtree(copy.parent)


def run(
    collection: Path,
    kinds: Sequence[Kind],
    names: Sequence[str] | None = None,
    processes: int = 2,
) -> list[Outcome]:
    """Damage copies of the annotated records of a collection; the original stays as it is.

    With `names`, only these records are read and damaged.
    """
    everything = names or [path.stem for path in open_collection(collection).record_paths()]
    chosen = [
        name
        for name in everything
        if Document(name, (collection / f"records/{name}.yaml").read_text("utf-8")).data[
            "annotation"
        ]["status"]
        != "draft"
    ]
    wanted = {kind.name for kind in kinds}
    tasks = [(collection, wanted, chosen[part::processes], names) for part in range(processes)]
    if processes == 1:
        return _work(tasks[0])
    with get_context("spawn").Pool(processes) as pool:
        return [outcome for part in pool.map(_work, tasks) for outcome in part]
