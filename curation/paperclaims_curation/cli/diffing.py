"""`paperclaims diff`."""

from __future__ import annotations

from pathlib import Path

import click

from paperclaims_curation.cli.options import collection_option, quiet_option
from paperclaims_curation.collection import open_collection
from paperclaims_curation.problem import ExitCode
from paperclaims_curation.publishing.advice import advise
from paperclaims_curation.publishing.changelog import draft_changelog
from paperclaims_curation.publishing.changes import compare_releases
from paperclaims_curation.publishing.formatting import (
    format_differences,
    format_json,
    format_markdown,
)
from paperclaims_curation.publishing.revisions import find_release, read_revision
from paperclaims_curation.publishing.snapshots import read_snapshot


@click.command("diff")
@click.argument("old", required=False)
@click.argument("new", required=False)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "markdown", "changelog"]),
    default="text",
    show_default=True,
    help="For people, programs, pull requests, or only the draft for CHANGELOG.md.",
)
@click.option("--exit-code", is_flag=True, help="Exit with 1 if there are differences.")
@quiet_option
@collection_option
def command(
    *,
    old: str | None,
    new: str | None,
    format_: str,
    exit_code: bool,
    quiet: bool,
    collection_folder: Path | None,
) -> int:
    """Say what changed between two releases, record by record.

    OLD and NEW are folders (of a release or of a collection) or git revisions of this collection:
    HEAD~1, a tag, a branch. Without OLD it is the release committed at HEAD, without NEW the release
    folder. The next version of the data is advised, and the section about the data is drafted for
    CHANGELOG.md.
    """
    collection = open_collection(collection_folder)
    before = read_revision(collection, "HEAD") if old is None else find_release(collection, old)
    after = (
        read_snapshot(collection.release_folder) if new is None else find_release(collection, new)
    )
    differences = compare_releases(before, after)
    advice = advise(differences)
    if format_ == "json":
        text = format_json(differences, advice)
    elif format_ == "markdown":
        text = format_markdown(differences, advice)
    elif format_ == "changelog":
        text = draft_changelog(differences, advice)
    else:
        text = format_differences(differences, advice, quiet=quiet)
    if text:
        click.echo(text)
    return ExitCode.FINDINGS if exit_code and not differences.is_empty else ExitCode.CLEAN
