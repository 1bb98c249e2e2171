"""Findings to text, JSON and the annotations of GitHub."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from paperclaims_curation.problem import Problem, Severity

GITHUB_LIMIT = 10
"""GitHub shows so many errors and so many warnings a step, and drops the rest without a word."""


def one_line(text: str) -> str:
    """Text of users may hold line breaks and control characters; a finding is one line."""
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)


def _where(problem: Problem) -> str:
    place = problem.place
    where = problem.file or "collection"
    return where if place is None else f"{where}:{place.line}:{place.column}"


def format_concise(problems: Iterable[Problem]) -> str:
    """One finding a line: `file:line:column: severity: message [code]`."""
    return "\n".join(
        f"{one_line(_where(problem))}: {problem.severity}: {one_line(problem.message)}"
        f" [{problem.code}]"
        for problem in problems
    )


def _with_hint(problem: Problem) -> str:
    text = format_concise([problem])
    return f"{text}\n    hint: {one_line(problem.hint)}" if problem.hint else text


def format_text(problems: Iterable[Problem]) -> str:
    """Findings one below the other, each with its hint."""
    return "\n".join(map(_with_hint, problems))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _counts(problems: Sequence[Problem]) -> tuple[int, int]:
    errors = sum(problem.severity is Severity.ERROR for problem in problems)
    return errors, len(problems) - errors


def summarise(problems: Sequence[Problem], file_count: int) -> str:
    """One line: how many files were read and what was found."""
    errors, warnings = _counts(problems)
    files = _count(file_count, "file")
    return f"{files} checked: {_count(errors, 'error')}, {_count(warnings, 'warning')}"


def problem_data(problem: Problem) -> dict[str, Any]:
    """A finding as data for JSON."""
    place = problem.place
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "message": problem.message,
        "file": problem.file,
        "line": place and place.line,
        "column": place and place.column,
        "end_line": place and place.end_line,
        "end_column": place and place.end_column,
        "record_id": problem.record_id,
        "field": problem.field,
        "hint": problem.hint,
        "fix": problem.fix,
    }


def format_json(problems: Sequence[Problem], file_count: int) -> str:
    """All findings as one JSON document, whose form has a version of its own."""
    errors, warnings = _counts(problems)
    document = {
        "format": "paperclaims-findings",
        "version": 1,
        "files": file_count,
        "errors": errors,
        "warnings": warnings,
        "findings": [problem_data(problem) for problem in problems],
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def _escape(text: str, *, is_property: bool = False) -> str:
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return escaped.replace(":", "%3A").replace(",", "%2C") if is_property else escaped


def _annotation(problem: Problem) -> str:
    properties = {"file": problem.file, "title": problem.code}
    if problem.place is not None:
        place = problem.place
        properties |= {"line": str(place.line), "col": str(place.column)}
        properties |= {"endLine": str(place.end_line)}
        if place.end_line == place.line:
            properties["endColumn"] = str(place.end_column)
    listed = ",".join(
        f"{name}={_escape(value, is_property=True)}" for name, value in properties.items() if value
    )
    text = one_line(problem.message)
    if problem.hint:
        text += f"\nhint: {one_line(problem.hint)}"
    return f"::{problem.severity} {listed}::{_escape(text)}"


def _iter_annotations(problems: Sequence[Problem]) -> Iterator[str]:
    shown = 0
    for severity in Severity:
        some = [problem for problem in problems if problem.severity is severity][:GITHUB_LIMIT]
        shown += len(some)
        yield from map(_annotation, some)
    if shown < len(problems):
        rest = len(problems) - shown
        yield f"::notice title=paperclaims::{_count(rest, 'further finding')}; all are in the log"


def format_github(problems: Sequence[Problem]) -> str:
    """Workflow commands that GitHub shows beside the lines, and every finding for the log."""
    return "\n".join([*_iter_annotations(problems), format_text(problems)])
