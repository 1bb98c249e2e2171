"""Run the rules over record files and collect what they find."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from paperclaims_curation.collection import RECORD_SUFFIX, Collection
from paperclaims_curation.problem import BadInputError, PaperclaimsError, Problem
from paperclaims_curation.recordfile.reading import (
    PassFile,
    RecordFile,
    read_pass,
    read_record,
    resolve_file,
)
from paperclaims_curation.recordfile.resolving import resolve_pass
from paperclaims_curation.validating.rule import CollectionRule, RecordContext, RecordRule
from paperclaims_curation.validating.rules import COLLECTION_RULES, RECORD_RULES
from paperclaims_schema.record import Record
from paperclaims_schema.tables import AnnotationRow, RecordRow

CRASH_CODE = "tool-crash"
"""The code of a finding about the tool itself: a rule that failed."""


_COLLECTION_CODES = frozenset(rule.code for rule in COLLECTION_RULES)


@dataclass(frozen=True, slots=True)
class ValidationResult:
    """What a validation read and found."""

    rows: tuple[RecordRow, ...]
    """The published rows of the records whose spans could all be resolved."""
    passes: tuple[AnnotationRow, ...]
    """The published rows of the passes."""
    problems: tuple[Problem, ...]
    """The findings in the order of file and place."""
    file_count: int
    """How many files were read."""

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The findings that stand against a build."""
        return tuple(problem for problem in self.problems if problem.severity == "error")

    @property
    def has_crash(self) -> bool:
        """Whether a rule failed, so that something may not have been checked."""
        return any(problem.code == CRASH_CODE for problem in self.problems)


def check_record(
    collection: Collection, file: RecordFile
) -> tuple[RecordContext | None, list[Problem]]:
    """The findings about one record file, and the context for rules across records."""
    row, problems = resolve_file(file)
    if file.model is None:
        return None, problems
    unfound = frozenset(item.field or "" for item in problems if item.code == "span-not-found")
    context = RecordContext(collection, file, file.model, row, unfound)
    for rule in RECORD_RULES:
        problems += _run_rule(rule, context)
    return context, set_aside(file, file.model, problems)


def _crash(rule: RecordRule | CollectionRule, error: Exception, file: RecordFile | None) -> Problem:
    what = f"the rule {rule.code} failed: {type(error).__name__}: {error}"
    hint = "this is a fault of the tool, not of the record; please report it with the record"
    if file is None:
        return Problem(CRASH_CODE, what, hint=hint)
    return replace(file.problem(CRASH_CODE, (), what, hint), field=None)


def _run_rule(rule: RecordRule, context: RecordContext) -> list[Problem]:
    """What a rule finds; a crash is a finding of its own, and the other rules go on."""
    file = context.file
    problems = []
    try:
        for finding in rule.check(context):
            problem = file.problem(rule.code, finding.loc, finding.message, finding.hint)
            place = finding.place or problem.place
            problems.append(replace(problem, severity=rule.severity, place=place))
    except Exception as error:  # noqa: BLE001 - whatever a rule does, the rest is still reported
        problems.append(_crash(rule, error, file))
    return problems


def _is_set_aside(file: RecordFile, code: str) -> bool:
    exceptions = file.model.annotation.exceptions if file.model is not None else ()
    return any(exception.code == code for exception in exceptions)


def set_aside(file: RecordFile, record: Record, problems: Sequence[Problem]) -> list[Problem]:
    """The findings without those that the record sets aside by code, each with a reason.

    An entry that sets nothing aside any more is a finding.
    """
    kept = list(problems)
    for position, exception in enumerate(record.annotation.exceptions):
        if exception.code is None:
            continue
        words = exception.text or ""
        aside = [
            problem
            for problem in kept
            if problem.code == exception.code
            and words in problem.message
            and problem.code != CRASH_CODE
        ]
        if aside:
            kept = [problem for problem in kept if problem not in aside]
        elif exception.code not in _COLLECTION_CODES:
            message = f"there is no finding {exception.code} to set aside here any more"
            loc = ("annotation", "exceptions", position, "code")
            kept.append(file.problem("exception-unused", loc, message, "remove the entry"))
    return kept


def check_pass(
    file: PassFile, records: dict[str, RecordContext], unreadable: Container[str] = ()
) -> tuple[AnnotationRow | None, list[Problem]]:
    """The findings about one pass file, and its published row.

    A pass over one of the `unreadable` records waits until that record is mended.
    """
    if file.model is None:
        return None, list(file.problems)
    annotation = file.model
    problems = []
    names = (
        ("record_id", annotation.record_id, file.path.stem),
        ("annotator", annotation.annotator.id, file.path.parent.name),
    )
    for field, given, name in names:
        if given != name:
            loc = (field, "id") if field == "annotator" else (field,)
            message = f"{field} {given} does not match the path, which says {name}"
            hint = "correct it, or move the file to passes/<annotator>/<record_id>.yaml"
            problems.append(file.problem("pass-path", loc, message, hint))
    context = records.get(annotation.record_id)
    if context is None and annotation.record_id in unreadable:
        return None, problems
    if context is None:
        message = f"there is no record {annotation.record_id}"
        hint = "correct the id, or remove the pass"
        return None, [*problems, file.problem("pass-record", ("record_id",), message, hint)]
    if annotation.abstract_sha256 != context.record.abstract_sha256:
        message = "the annotator read another text than the record's abstract"
        problems.append(
            file.problem("pass-hash", ("abstract_sha256",), message, "make the pass anew from it")
        )
    row, failures = resolve_pass(annotation, context.record.abstract)
    problems += [file.problem(item.code, item.loc, item.message, item.hint) for item in failures]
    return row, problems


def _order(problem: Problem) -> tuple[str, int, int, str]:
    place = problem.place
    line, column = (place.line, place.column) if place else (0, 0)
    return problem.file or "", line, column, problem.code


def validate_files(
    collection: Collection, files: Iterable[RecordFile], passes: Iterable[PassFile] = ()
) -> ValidationResult:
    """Check record files, each by itself and against each other, and the passes over them."""
    contexts: list[RecordContext] = []
    problems: list[Problem] = []
    unreadable: set[str] = set()
    file_count = 0
    for file in files:
        file_count += 1
        context, found = check_record(collection, file)
        problems += found
        if context is not None:
            contexts.append(context)
        if context is None or context.record.record_id != file.path.stem:
            unreadable |= {file.path.stem, file.record_id or file.path.stem}
    for rule in COLLECTION_RULES:
        try:
            for item in rule.check(contexts):
                if _is_set_aside(item.file, rule.code):
                    continue
                problem = item.file.problem(rule.code, item.loc, item.message, item.hint)
                problems.append(replace(problem, severity=item.severity or rule.severity))
        except Exception as error:  # noqa: BLE001 - as for the rules about one record
            problems.append(_crash(rule, error, None))
    pass_rows = []
    known = {context.record.record_id: context for context in contexts}
    for pass_file in passes:
        file_count += 1
        row, found = check_pass(pass_file, known, unreadable)
        problems += found
        if row is not None:
            pass_rows.append(row)
    rows = tuple(context.row for context in contexts if context.row is not None)
    return ValidationResult(rows, tuple(pass_rows), tuple(sorted(problems, key=_order)), file_count)


def validate_collection(collection: Collection) -> ValidationResult:
    """Check all records and passes of a collection.

    Raises:
        BadInputError: the collection holds no records.
    """
    paths = collection.record_paths()
    if not paths:
        message = f"{collection.records_folder}: no records; add some with `paperclaims import`"
        raise BadInputError(message)
    return validate_files(
        collection, map(read_record, paths), map(read_pass, collection.pass_paths())
    )


def _find_named(collection: Collection, name: Path) -> Path:
    """The file that a user means by a path or a record id.

    Raises:
        PaperclaimsError: there is none.
    """
    record_id = str(name).removesuffix(RECORD_SUFFIX)
    for path in (name, collection.record_path(record_id)):
        if path.is_file():
            if path.suffix != RECORD_SUFFIX:
                message = f"{name}: not a record: records and passes are {RECORD_SUFFIX} files"
                raise PaperclaimsError(message)
            return path
    if name.is_dir():
        hint = "give a file or a record id; without names the whole collection is checked"
        raise PaperclaimsError(f"{name}: a folder; {hint}")
    if name.exists():
        raise PaperclaimsError(f"{name}: not a record: it is no ordinary file")
    raise PaperclaimsError(f"{name}: no such file or record; {_did_you_mean(collection, name)}")


def _did_you_mean(collection: Collection, name: Path) -> str:
    beside = [path for path in collection.pass_paths() if path.parent == name.parent]
    known = {path.stem: str(path) for path in beside}
    known = known or {path.stem: path.stem for path in collection.record_paths()}
    word = name.name.removesuffix(RECORD_SUFFIX).lower()
    close = [stem for stem in known if word and f"-{word}-" in f"-{stem}-"]
    close = close or get_close_matches(word, known, n=1)
    return f"did you mean {known[close[0]]}?" if close else "give a file or a record id"


def named_files(
    collection: Collection, names: Iterable[Path]
) -> tuple[list[RecordFile], list[PassFile]]:
    """Read the records and passes that a user names, as paths or as record ids, each once.

    A file inside the collection's folder of passes is a pass; the record that it annotates is
    read too, since without it the spans of the pass cannot be checked.

    Raises:
        PaperclaimsError: there is no such file, or it is not a record or pass.
    """
    folder = collection.passes_folder.resolve()
    records: dict[Path, RecordFile] = {}
    passes: dict[Path, PassFile] = {}
    for name in names:
        path = _find_named(collection, name)
        if path.resolve().is_relative_to(folder):
            annotation = passes.setdefault(path.resolve(), read_pass(path))
            path = collection.record_path(annotation.record_id or path.stem)
            if not path.is_file():
                continue
        if path.resolve() not in records:
            records[path.resolve()] = read_record(path)
    return [*records.values()], [*passes.values()]


def record_files(collection: Collection, names: Iterable[Path]) -> list[RecordFile]:
    """Read the record files that a user names, as paths or as record ids.

    Raises:
        PaperclaimsError: there is no such file.
    """
    return named_files(collection, names)[0]
