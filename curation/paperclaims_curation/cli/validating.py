"""`paperclaims validate`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click

from paperclaims_curation.cli.options import collection_option, quiet_option
from paperclaims_curation.layout import find_root
from paperclaims_curation.problem import ExitCode, Problem
from paperclaims_curation.reporting import (
    format_concise,
    format_github,
    format_json,
    format_text,
    summarise,
)
from paperclaims_curation.verdicts import find_basis, is_known_clean, keep_clean

FORMATS = ("text", "concise", "json", "github")


def _report(
    problems: Sequence[Problem], file_count: int, format_: str | None, *, quiet: bool
) -> None:
    if format_ is None:
        format_ = "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "text"
    if format_ == "json":
        click.echo(format_json(problems, file_count))
    elif problems:
        form = {"github": format_github, "concise": format_concise}.get(format_, format_text)
        click.echo(form(problems))
    if not quiet:
        click.echo(summarise(problems, file_count), err=True)


@click.command("validate")
@click.argument("names", nargs=-1, metavar="[FILE|RECORD_ID]...", type=click.Path(path_type=Path))
@click.option("--fix", is_flag=True, help="First correct what is certain.")
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

    --fix corrects only what leaves no choice: a misspelt key or word with one that is clearly
    meant, a quote that is the abstract's but for case, spaces, marks or LaTeX, missing or
    needless quotes, a needless occurrence, and all that is not in canonical form. A fix that
    would lead to another finding is not made.
    """
    is_plain = changed is None and not (fix or diff or select or ignore or stdin_filename)
    basis = None
    if is_plain and len(names) == 1 and names[0] != Path("-"):
        collection_folder = find_root(collection_folder)
        basis = find_basis(collection_folder, names[0])
        if basis is not None and is_known_clean(basis):
            _report((), 1, format_, quiet=quiet)
            return ExitCode.CLEAN
    # Only here: it loads the models and the rules.
    from paperclaims_curation.cli.validation import ValidateOptions, run_validation

    result = run_validation(
        ValidateOptions(
            names=names,
            fix=fix,
            diff=diff,
            changed=changed,
            select=select,
            ignore=ignore,
            stdin_filename=stdin_filename,
            with_fixes=format_ == "json",
            quiet=quiet,
            root=collection_folder,
        )
    )
    if basis is not None and not result.problems:
        for record, _ in result.resolved_records:
            keep_clean(basis, record)
    _report(result.problems, result.file_count, format_, quiet=quiet)
    if result.has_crash:
        return ExitCode.INTERNAL_ERROR
    return ExitCode.FINDINGS if result.errors else ExitCode.CLEAN
