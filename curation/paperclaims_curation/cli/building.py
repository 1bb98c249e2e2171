"""`paperclaims build`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from paperclaims_curation.agreement.overview import compare_passes
from paperclaims_curation.building.release import Release, build_release, check_release
from paperclaims_curation.cli.options import collection_option, quiet_option
from paperclaims_curation.collection import open_collection
from paperclaims_curation.problem import BadInputError, ExitCode, PaperclaimsError
from paperclaims_curation.reporting import format_text, summarise
from paperclaims_curation.validating.validator import validate_collection


def _format_release(release: Release) -> str:
    configs: dict[str, dict[str, int]] = {}
    for file in release.files:
        configs.setdefault(file.config, {})[file.split] = file.row_count
    lines = [
        f"  {config:<12}{sum(splits.values()):>6} rows   "
        + ", ".join(f"{split} {count}" for split, count in splits.items())
        for config, splits in configs.items()
    ]
    state = "built" if release.is_changed else "unchanged"
    return "\n".join([f"{release.folder}: {state}", *lines, f"  content {release.content_sha256}"])


@click.command("build")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Build there instead of in the collection's release folder.",
)
@click.option(
    "--without-text",
    is_flag=True,
    help="With --out: leave out the words of the abstracts; hydrate puts them back.",
)
@click.option("--check", is_flag=True, help="Only say whether the release is current.")
@quiet_option
@collection_option
def command(
    *,
    out: Path | None,
    without_text: bool,
    check: bool,
    quiet: bool,
    collection_folder: Path | None,
) -> int:
    """Build the release from the records.

    The records are validated first. The release (Parquet files, dataset card, Croissant file) is
    built beside the old one and put in its place in one step; if any record has an error, the
    old one stays as it is.
    """
    if without_text and (out is None or check):
        raise PaperclaimsError("--without-text needs --out FOLDER, and goes without --check")
    collection = open_collection(collection_folder)
    folder = out or collection.release_folder
    result = validate_collection(collection)
    if not quiet:
        click.echo(summarise(result.problems, result.file_count), err=True)
    if result.errors:
        raise BadInputError("nothing was built; correct the errors above", result.problems)
    agreement = compare_passes(collection, result.rows, result.passes)
    content = (result.rows, result.passes, collection.config, folder)
    if check:
        problems = check_release(*content, agreement=agreement)
        if out is not None:
            problems = [replace(item, hint=f"{item.hint} --out {out}") for item in problems]
        if problems:
            click.echo(format_text(problems))
        elif not quiet:
            click.echo(f"{folder}: current")
        return ExitCode.FINDINGS if any(p.severity == "error" for p in problems) else 0
    release = build_release(*content, agreement=agreement, without_text=without_text)
    if not quiet:
        click.echo(_format_release(release))
    return ExitCode.CLEAN
