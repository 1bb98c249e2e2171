"""Collect what an import finds, in bounded memory."""

from __future__ import annotations

from collections import Counter

from paperclaims_curation.problem import BadInputError, Problem, Severity

FINDINGS_KEPT = 1000
"""So many findings with one code are kept for a document; of the rest, the number is."""


class Findings:
    """The findings of an import, in the order in which they were made."""

    def __init__(self, *, is_strict: bool) -> None:
        self._is_strict = is_strict
        self._kept: list[Problem] = []
        self._counts: Counter[tuple[str | None, str, Severity]] = Counter()

    def report(self, problem: Problem) -> None:
        """Keep a finding.

        Raises:
            BadInputError: it is an error, and the import is strict.
        """
        if self._is_strict and problem.severity is Severity.ERROR:
            raise BadInputError("stopped at the first fault; nothing was imported", (problem,))
        key = problem.file, problem.code, problem.severity
        self._counts[key] += 1
        if self._counts[key] <= FINDINGS_KEPT:
            self._kept.append(problem)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The findings, and how many more there were."""
        more = [
            Problem(
                code,
                f"{count - FINDINGS_KEPT} more of this kind in this document",
                file,
                severity=severity,
                hint="mend those above and import again to see them",
            )
            for (file, code, severity), count in self._counts.items()
            if count > FINDINGS_KEPT
        ]
        return (*self._kept, *more)
