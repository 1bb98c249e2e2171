"""Which records are checked, and which findings are reported."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from paperclaims_curation.collection import RECORD_SUFFIX, Collection
from paperclaims_curation.problem import PaperclaimsError, Problem


def check_words(option: str, words: Iterable[str]) -> None:
    """Refuse words for which no code stands: a misspelt one would select or ignore nothing.

    Raises:
        PaperclaimsError: there is no such code, and no code begins so.
    """
    # Only here: it loads the texts of all declarations.
    from paperclaims_curation.validating.catalogue import find_declarations

    for word in words:
        try:
            find_declarations(word)
        except PaperclaimsError as error:
            raise PaperclaimsError(f"{option}: {error}") from error


def _matches(code: str, wanted: Iterable[str]) -> bool:
    from paperclaims_curation.validating.catalogue import matches

    return any(matches(code, word) for word in wanted)


def choose_problems(
    problems: Iterable[Problem], select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> tuple[Problem, ...]:
    """The findings whose code is selected and not ignored.

    A word is a whole code, or the first words of one: `span` stands for every `span-...`.
    Without `select`, all are selected. A crash of a rule is always kept.
    """
    if not select and not ignore:
        return tuple(problems)
    return tuple(
        problem
        for problem in problems
        if problem.code == "tool-crash"
        or ((not select or _matches(problem.code, select)) and not _matches(problem.code, ignore))
    )


def _git(collection: Collection, *arguments: str) -> list[str]:
    import subprocess

    command = ["git", "-C", str(collection.root), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603 - a list, no shell
    except FileNotFoundError as error:
        raise PaperclaimsError("--changed asks git, which is not installed") from error
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        said = reason[0].removeprefix("fatal: ") if reason else "git failed"
        raise PaperclaimsError(
            f"--changed: {said}; give a branch, tag or commit of this repository"
        )
    return [name for name in done.stdout.decode("utf-8", "surrogateescape").split("\0") if name]


def changed_files(collection: Collection, reference: str) -> list[Path]:
    """The record and pass files that differ from a git revision, and those git does not know.

    Raises:
        PaperclaimsError: there is no git, no repository or no such revision.
    """
    folders = [collection.records_folder.name, collection.passes_folder.name]
    # A revision that begins with a dash would be taken for an option.
    revision = f"{reference}^{{commit}}"
    (commit,) = _git(collection, "rev-parse", "--verify", "--end-of-options", revision)
    listed = ("-z", "--", *folders)
    names = {
        *_git(
            collection,
            "diff",
            "--name-only",
            "--relative",
            "--diff-filter=d",
            commit.strip(),
            *listed,
        ),
        *_git(collection, "ls-files", "--others", "--exclude-standard", *listed),
    }
    return [collection.root / name for name in sorted(names) if name.endswith(RECORD_SUFFIX)]
