"""`paperclaims validate`."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import click

from paperclaims_curation.cli.options import collection_option, quiet_option
from paperclaims_curation.collection import Collection, open_collection
from paperclaims_curation.problem import ExitCode, PaperclaimsError
from paperclaims_curation.recordfile.reading import parse_file
from paperclaims_curation.reporting import (
    format_concise,
    format_github,
    format_json,
    format_text,
    summarise,
)
from paperclaims_curation.validating.choosing import (
    changed_files,
    check_words,
    choose_problems,
)
from paperclaims_curation.validating.fixing import apply_fixes, find_fixes, format_diff
from paperclaims_curation.validating.validator import (
    ValidationResult,
    named_files,
    record_files,
    validate_collection,
    validate_files,
)
from paperclaims_schema.record import Record

FORMATS = ("text", "concise", "json", "github")


def _validate_stdin(collection: Collection, name: Path | None) -> ValidationResult:
    if name is None:
        raise PaperclaimsError("- reads a record from standard input: add --stdin-filename FILE")
    file = parse_file(name, sys.stdin.buffer.read(), Record)
    return validate_files(collection, [file])


def _fix(collection: Collection, names: tuple[Path, ...], *, write: bool) -> int:
    """Fix the records named, or say what would be fixed; how many."""
    fixes = find_fixes(record_files(collection, names or collection.record_paths()))
    if write:
        apply_fixes(fixes)
    else:
        for file, text in fixes:
            click.echo(format_diff(file, text), nl=False)
    return len(fixes)


def _report(result: ValidationResult, format_: str | None, *, quiet: bool) -> None:
    if format_ is None:
        format_ = "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"
    if format_ == "json":
        click.echo(format_json(result.problems, result.file_count))
    elif result.problems:
        form = {"github": format_github, "concise": format_concise}.get(format_, format_text)
        click.echo(form(result.problems))
    if not quiet:
        click.echo(summarise(result.problems, result.file_count), err=True)


def _check(
    collection: Collection, names: tuple[Path, ...], changed: str | None, stdin_name: Path | None
) -> ValidationResult:
    if changed is not None:
        if names:
            raise PaperclaimsError("give names or --changed, not both")
        names = tuple(changed_files(collection, changed))
        if not names:
            return ValidationResult((), (), (), 0)
    if names == (Path("-"),):
        return _validate_stdin(collection, stdin_name)
    if names:
        return validate_files(collection, *named_files(collection, names))
    return validate_collection(collection)


@click.command("validate")
@click.argument("names", nargs=-1, metavar="[FILE|RECORD_ID]...", type=click.Path(path_type=Path))
@click.option("--fix", is_flag=True, help="Bring the records into canonical form first.")
@click.option(
    "--diff", is_flag=True, help="Show what --fix would change, and change nothing; then check."
)
@click.option(
    "--changed",
    is_flag=False,
    flag_value="HEAD",
    metavar="[REF]",
    help="Only records that differ from a git revision; without one, from the last commit.",
)
@click.option("--select", multiple=True, metavar="CODE", help="Only these codes, or families.")
@click.option("--ignore", multiple=True, metavar="CODE", help="Not these codes, or families.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    help="By default text; under GitHub Actions, annotations.",
)
@click.option(
    "--stdin-filename",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="With - as the name: check standard input as if it were this file.",
)
@quiet_option
@collection_option
def command(
    *,
    names: tuple[Path, ...],
    fix: bool,
    diff: bool,
    changed: str | None,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    format_: str | None,
    stdin_filename: Path | None,
    quiet: bool,
    collection_folder: Path | None,
) -> int:
    """Check records and say what to correct.

    Each finding comes with its place and with what to write instead. Without names, the whole
    collection is checked: all records, the passes, and the records against each other.

    --select and --ignore take whole codes (span-not-found) or their first words (span).
    """
    check_words("--select", select)
    check_words("--ignore", ignore)
    collection = open_collection(collection_folder)
    if diff:
        _fix(collection, names, write=False)
    elif fix:
        count = _fix(collection, names, write=True)
        if not quiet:
            click.echo(f"records brought into canonical form: {count}", err=True)
    result = _check(collection, names, changed, stdin_filename)
    result = replace(result, problems=choose_problems(result.problems, select, ignore))
    _report(result, format_, quiet=quiet)
    if result.has_crash:
        return ExitCode.INTERNAL_ERROR
    return ExitCode.FINDINGS if result.errors else ExitCode.CLEAN
