"""Run the rules over one record or pass."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace

from paperclaims_curation.collection import Collection
from paperclaims_curation.problem import PaperclaimsError, Problem
from paperclaims_curation.recordfile.reading import PassFile, RecordFile, resolve_file
from paperclaims_curation.recordfile.resolving import Resolution, find_spans
from paperclaims_curation.validating.rule import CollectionRule, RecordContext, RecordRule
from paperclaims_curation.validating.rules import COLLECTION_RULES, RECORD_RULES
from paperclaims_schema.record import Pass, Record

CRASH_CODE = "tool-crash"
"""The code of a finding about the tool itself: a rule that failed."""

_COLLECTION_CODES = frozenset(rule.code for rule in COLLECTION_RULES)


def check_record(
    collection: Collection, file: RecordFile
) -> tuple[RecordContext | None, list[Problem]]:
    """The findings about one record file, and the context for rules across records."""
    resolution, problems = resolve_file(file)
    if file.model is None or resolution is None:
        return None, problems
    unfound = frozenset(item.field or "" for item in problems if item.code == "span-not-found")
    context = RecordContext(collection, file, file.model, resolution, unfound)
    for rule in RECORD_RULES:
        problems += _run_rule(rule, context)
    return context, set_aside(file, file.model, problems)


def describe_crash(
    rule: RecordRule | CollectionRule, error: Exception, file: RecordFile | None
) -> Problem:
    """The finding about a rule that failed."""
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
        problems.append(describe_crash(rule, error, file))
    return problems


def is_set_aside(record: Record, code: str) -> bool:
    """Whether a record sets the findings with a code aside."""
    return any(exception.code == code for exception in record.annotation.exceptions)


def _describe_unknown(code: str) -> tuple[str, str] | None:
    """What to say of a code that no finding has."""
    # Only here: it loads the texts of all declarations.
    from paperclaims_curation.validating.catalogue import find_declarations

    try:
        find_declarations(code)
    except PaperclaimsError as error:
        message, _, hint = str(error).partition("; ")
        return message, hint
    return None


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
            hint = "remove the entry"
            if unknown := _describe_unknown(exception.code):
                message, hint = unknown
            loc = ("annotation", "exceptions", position, "code")
            kept.append(file.problem("exception-unused", loc, message, hint))
    return kept


def check_pass(
    file: PassFile, records: Mapping[str, Record], unreadable: Container[str] = ()
) -> tuple[tuple[Pass, Resolution] | None, list[Problem]]:
    """The findings about one pass file, and the pass with its spans.

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
    record = records.get(annotation.record_id)
    if record is None and annotation.record_id in unreadable:
        return None, problems
    if record is None:
        message = f"there is no record {annotation.record_id}"
        hint = "correct the id, or remove the pass"
        return None, [*problems, file.problem("pass-record", ("record_id",), message, hint)]
    if annotation.abstract_sha256 != record.abstract_sha256:
        message = "the annotator read another text than the record's abstract"
        problems.append(
            file.problem("pass-hash", ("abstract_sha256",), message, "make the pass anew from it")
        )
    resolution = find_spans(annotation, record.abstract)
    problems += [
        file.problem(item.code, item.loc, item.message, item.hint) for item in resolution.failures
    ]
    return None if resolution.failures else (annotation, resolution), problems
