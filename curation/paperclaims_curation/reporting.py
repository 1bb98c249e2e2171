"""Findings to text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from paperclaims_curation.problem import Problem


def one_line(text: str) -> str:
    """Text of users may hold line breaks and control characters; a finding is one line."""
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)


def format_problem(problem: Problem) -> str:
    """One finding as `file:line:column: severity: message [code]`, its hint below."""
    place = problem.place
    where = problem.file or "collection"
    if place is not None:
        where += f":{place.line}:{place.column}"
    text = f"{one_line(where)}: {problem.severity}: {one_line(problem.message)} [{problem.code}]"
    if problem.hint:
        text += f"\n    hint: {one_line(problem.hint)}"
    return text


def format_text(problems: Iterable[Problem]) -> str:
    """Findings one below the other."""
    return "\n".join(map(format_problem, problems))


def summarise(problems: Sequence[Problem], file_count: int) -> str:
    """One line: how many files were read and what was found."""
    errors = sum(problem.severity == "error" for problem in problems)
    warnings = len(problems) - errors

    def count(number: int, noun: str) -> str:
        return f"{number} {noun}" + ("" if number == 1 else "s")

    return f"{count(file_count, 'file')} checked: {count(errors, 'error')}, {count(warnings, 'warning')}"
