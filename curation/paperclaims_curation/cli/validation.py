"""What `paperclaims validate` does: fix, check, choose among the findings."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import click

from paperclaims_curation.cli.progress import progress
from paperclaims_curation.collection import Collection, open_collection
from paperclaims_curation.problem import PaperclaimsError
from paperclaims_curation.recordfile.reading import RecordFile, parse_file, read_record
from paperclaims_curation.validating.choosing import (
    changed_files,
    check_words,
    choose_problems,
)
from paperclaims_curation.validating.naming import named_files, record_files
from paperclaims_curation.validating.validator import (
    ValidationResult,
    validate_collection,
    validate_files,
)
from paperclaims_schema.record import Record


@dataclass(frozen=True, kw_only=True)
class ValidateOptions:
    """What is checked, and what is asked of the findings."""

    names: tuple[Path, ...]
    """Paths and record ids; the whole collection, if there are none."""
    fix: bool
    diff: bool
    changed: str | None
    """A git revision."""
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    stdin_filename: Path | None
    with_fixes: bool
    """Whether the findings shall say what `--fix` would write."""
    quiet: bool
    root: Path | None
    """The folder of the collection; null if it is still to be found."""


def _validate_stdin(
    collection: Collection, name: Path | None
) -> tuple[ValidationResult, RecordFile]:
    if name is None:
        raise PaperclaimsError("- reads a record from standard input: add --stdin-filename FILE")
    file = parse_file(name, sys.stdin.buffer.read(), Record)
    return validate_files(collection, [file]), file


def _fix(collection: Collection, names: tuple[Path, ...], *, write: bool) -> int:
    """Fix the records named, or say what would be fixed; how many."""
    # Only here: most runs parse no YAML.
    from paperclaims_curation.validating.fixing import apply_fixes, find_fixes, format_diff

    files = record_files(collection, names or collection.record_paths())
    fixes = find_fixes(files, collection)
    if write:
        apply_fixes(fixes)
    else:
        for file, text in fixes:
            click.echo(format_diff(file, text), nl=False)
    return len(fixes)


def _with_fixes(
    collection: Collection, result: ValidationResult, given: RecordFile | None
) -> ValidationResult:
    """The result with the fixes of findings in records; `given` is the one that was not on disk."""
    from paperclaims_curation.validating.fixing import add_safe_fixes

    passes = collection.passes_folder.resolve()

    def find_file(name: str) -> RecordFile | None:
        path = Path(name)
        if given is not None:
            return given if path == given.path else None
        return None if path.resolve().is_relative_to(passes) else read_record(path)

    return replace(result, problems=add_safe_fixes(result.problems, find_file, collection))


def _check(
    collection: Collection,
    names: tuple[Path, ...],
    stdin_name: Path | None,
    *,
    with_fixes: bool,
    quiet: bool,
) -> ValidationResult:
    file = None
    if names == (Path("-"),):
        result, file = _validate_stdin(collection, stdin_name)
    elif names:
        result = validate_files(collection, *named_files(collection, names))
    else:
        with progress("files", quiet=quiet) as advance:
            result = validate_collection(collection, advance)
    return _with_fixes(collection, result, file) if with_fixes and result.problems else result


def run_validation(options: ValidateOptions) -> ValidationResult:
    """Check the records that the options name.

    Raises:
        PaperclaimsError: options do not go together, or a file, code or revision is not there.
    """
    for option, words in (("--select", options.select), ("--ignore", options.ignore)):
        if words:
            check_words(option, words)
    collection = open_collection(options.root)
    names, quiet = options.names, options.quiet
    if options.changed is not None:
        if names:
            raise PaperclaimsError("give names or --changed, not both")
        names = tuple(changed_files(collection, options.changed))
        if not names:
            return ValidationResult((), (), (), 0)
    if options.diff:
        _fix(collection, names, write=False)
    elif options.fix:
        count = _fix(collection, names, write=True)
        if not quiet:
            click.echo(f"records fixed: {count}", err=True)
    result = _check(
        collection, names, options.stdin_filename, with_fixes=options.with_fixes, quiet=quiet
    )
    chosen = choose_problems(result.problems, options.select, options.ignore)
    return replace(result, problems=chosen)
