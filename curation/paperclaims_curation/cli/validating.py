"""`paperclaims validate`."""

from __future__ import annotations

from pathlib import Path

import click

from paperclaims_curation.cli.options import collection_option, quiet_option
from paperclaims_curation.collection import open_collection
from paperclaims_curation.problem import ExitCode
from paperclaims_curation.reporting import format_text, summarise
from paperclaims_curation.validating.fixing import fix_files
from paperclaims_curation.validating.validator import (
    record_files,
    validate_collection,
    validate_files,
)


@click.command("validate")
@click.argument("names", nargs=-1, metavar="[FILE|RECORD_ID]...", type=click.Path(path_type=Path))
@click.option("--fix", is_flag=True, help="Bring the files into canonical form first.")
@quiet_option
@collection_option
def command(names: tuple[Path, ...], fix: bool, quiet: bool, collection_folder: Path | None) -> int:
    """Check records and say what to correct.

    Each finding comes with its place and with what to write instead. Without names, the whole
    collection is checked: all records, the passes, and the records against each other.
    """
    collection = open_collection(collection_folder)
    if fix:
        files = record_files(collection, names or collection.record_paths())
        fixed = fix_files(files)
        if not quiet:
            click.echo(f"{len(fixed)} of {len(files)} files brought into canonical form", err=True)
    if names:
        result = validate_files(collection, record_files(collection, names))
    else:
        result = validate_collection(collection)
    if result.problems:
        click.echo(format_text(result.problems))
    if not quiet:
        click.echo(summarise(result.problems, result.file_count), err=True)
    return ExitCode.FINDINGS if result.errors else ExitCode.CLEAN
