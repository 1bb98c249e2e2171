"""Check a collection: each record by itself, the passes over it, and the records with each other."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from paperclaims_curation.collection import Collection
from paperclaims_curation.problem import BadInputError, PaperclaimsError, Problem
from paperclaims_curation.recordfile.reading import (
    FileOnDisk,
    PassFile,
    RecordFile,
    read_pass,
    read_record,
)
from paperclaims_curation.recordfile.resolving import Resolution
from paperclaims_curation.validating.checking import (
    CRASH_CODE,
    check_pass,
    check_record,
    describe_crash,
    is_set_aside,
)
from paperclaims_curation.validating.rule import RecordContext
from paperclaims_curation.validating.rules import COLLECTION_RULES
from paperclaims_schema.record import Pass, Record

# The row models are made for a build only: they take a while to load.
if TYPE_CHECKING:
    from paperclaims_schema.tables import AnnotationRow, RecordRow

POOL_FROM = 500
"""From so many record files on, all cores are used: below, starting the processes takes longer."""
_CHUNK = 32
"""How many records a process takes at a time."""


@dataclass(frozen=True)
class ValidationResult:
    """What a validation read and found."""

    resolved_records: tuple[tuple[Record, Resolution], ...]
    """The records whose quotes all have spans."""
    resolved_passes: tuple[tuple[Pass, Resolution], ...]
    """The passes whose quotes all have spans."""
    problems: tuple[Problem, ...]
    """The findings in the order of file and place."""
    file_count: int
    """How many files were read."""

    @cached_property
    def rows(self) -> tuple[RecordRow, ...]:
        """The published rows of the records whose quotes all have spans."""
        from paperclaims_curation.recordfile.rowmaking import make_record_row

        return tuple(make_record_row(*resolved) for resolved in self.resolved_records)

    @cached_property
    def passes(self) -> tuple[AnnotationRow, ...]:
        """The published rows of the passes whose quotes all have spans."""
        from paperclaims_curation.recordfile.rowmaking import make_pass_row

        return tuple(make_pass_row(*resolved) for resolved in self.resolved_passes)

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The findings that stand against a build."""
        return tuple(problem for problem in self.problems if problem.severity == "error")

    @property
    def has_crash(self) -> bool:
        """Whether a rule failed, so that something may not have been checked."""
        return any(problem.code == CRASH_CODE for problem in self.problems)


@dataclass(slots=True)
class _Checked:
    """What is known of one record file and the passes over it, before records are compared."""

    problems: list[Problem]
    context: RecordContext | None = None
    """Null if the file holds no valid record."""
    ids: set[str] = field(default_factory=set)
    """The ids that the file may stand for, if it is in doubt."""
    passes: list[tuple[Pass, Resolution]] = field(default_factory=list)
    other_passes: list[PassFile] = field(default_factory=list)
    """Passes that seem to be over another record."""


def _check(collection: Collection, file: RecordFile, passes: Iterable[PassFile]) -> _Checked:
    context, problems = check_record(collection, file)
    checked = _Checked(problems, context)
    if context is None or context.record.record_id != file.path.stem:
        checked.ids = {file.path.stem, file.record_id or file.path.stem}
        checked.other_passes.extend(passes)
        return checked
    for pass_file in passes:
        if pass_file.record_id != file.path.stem:
            checked.other_passes.append(pass_file)
            continue
        resolved, found = check_pass(pass_file, {file.path.stem: context.record})
        checked.problems += found
        if resolved is not None:
            checked.passes.append(resolved)
    return checked


def _order(problem: Problem) -> tuple[str, int, int, str]:
    place = problem.place
    line, column = (place.line, place.column) if place else (0, 0)
    return problem.file or "", line, column, problem.code


def _compare(contexts: list[RecordContext]) -> Iterator[Problem]:
    """The findings of the rules across records."""
    records = {context.file.path: context.record for context in contexts}
    for rule in COLLECTION_RULES:
        try:
            for item in rule.check(contexts):
                if not is_set_aside(records[item.file.path], rule.code):
                    problem = item.file.problem(rule.code, item.loc, item.message, item.hint)
                    yield replace(problem, severity=item.severity or rule.severity)
        except Exception as error:  # noqa: BLE001 - as for the rules about one record
            yield describe_crash(rule, error, None)


def _join(
    all_checked: Iterable[_Checked], other_passes: Iterable[PassFile], file_count: int
) -> ValidationResult:
    contexts: list[RecordContext] = []
    problems: list[Problem] = []
    unreadable: set[str] = set()
    resolved_passes: list[tuple[Pass, Resolution]] = []
    left = [*other_passes]
    for checked in all_checked:
        problems += checked.problems
        unreadable |= checked.ids
        resolved_passes += checked.passes
        left += checked.other_passes
        if checked.context is not None:
            contexts.append(checked.context)
    problems += _compare(contexts)
    known = {context.record.record_id: context.record for context in contexts}
    for pass_file in left:
        resolved, found = check_pass(pass_file, known, unreadable)
        problems += found
        if resolved is not None:
            resolved_passes.append(resolved)
    records = tuple(
        (context.record, context.resolution)
        for context in contexts
        if not context.resolution.failures
    )
    resolved_passes.sort(key=lambda item: (item[0].annotator.id, item[0].record_id))
    return ValidationResult(
        records, tuple(resolved_passes), tuple(sorted(problems, key=_order)), file_count
    )


def validate_files(
    collection: Collection, files: Iterable[RecordFile], passes: Iterable[PassFile] = ()
) -> ValidationResult:
    """Check record files, each by itself and against each other, and the passes over them."""
    checked = [_check(collection, file, ()) for file in files]
    passes = [*passes]
    return _join(checked, passes, len(checked) + len(passes))


def validate_collection(
    collection: Collection, advance: Callable[[int], object] = lambda _count: None
) -> ValidationResult:
    """Check all records and passes of a collection; `advance` is told how many files were read.

    Raises:
        BadInputError: the collection holds no records.
        PaperclaimsError: a file cannot be read.
    """
    paths = collection.record_paths()
    if not paths:
        message = f"{collection.records_folder}: no records; add some with `paperclaims import`"
        raise BadInputError(message)
    over: dict[str, list[Path]] = {}
    pass_paths = collection.pass_paths()
    for path in pass_paths:
        over.setdefault(path.stem, []).append(path)
    tasks = [(path, over.pop(path.stem, [])) for path in paths]
    others = [read_pass(path) for left in over.values() for path in left]
    check_all = _check_in_pool if len(tasks) >= POOL_FROM else _check_here
    checked = check_all(collection, tasks, advance)
    return _join(checked, others, len(paths) + len(pass_paths))


_Task = tuple[Path, Sequence[Path]]
"""A record file and the passes over it."""


def _check_here(
    collection: Collection, tasks: Sequence[_Task], advance: Callable[[int], object]
) -> Iterator[_Checked]:
    for path, passes in tasks:
        yield _check(collection, read_record(path), map(read_pass, passes))
        advance(1 + len(passes))


def _check_chunk(collection: Collection, tasks: Sequence[_Task]) -> list[_Checked]:
    """What a process of the pool does; its result is small enough to be handed over."""
    found = []
    for path, passes in tasks:
        checked = _check(collection, read_record(path), map(read_pass, passes))
        if checked.context is not None:
            file = cast("RecordFile", FileOnDisk(path))
            checked.context = replace(checked.context, file=file)
        found.append(checked)
    return found


def _check_in_pool(
    collection: Collection, tasks: Sequence[_Task], advance: Callable[[int], object]
) -> Iterator[_Checked]:
    # Only here: most collections are small.
    import gc
    import signal
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    chunks = [tasks[start : start + _CHUNK] for start in range(0, len(tasks), _CHUNK)]
    ignore_interrupt = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
    # What is gathered here has no circles; looking for some takes longer than the work itself.
    gc.collect()
    gc.freeze()
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        with ProcessPoolExecutor(os.cpu_count(), initializer=ignore_interrupt) as pool:
            try:
                for chunk in pool.map(partial(_check_chunk, collection), chunks):
                    yield from chunk
                    advance(len(chunk))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    except BrokenProcessPool as error:
        message = "a process that checked records was killed; is there enough memory?"
        raise PaperclaimsError(message) from error
    finally:
        gc.unfreeze()
        if was_enabled:
            gc.enable()
