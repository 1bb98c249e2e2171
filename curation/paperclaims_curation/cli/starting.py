"""`paperclaims init`."""

from __future__ import annotations

from pathlib import Path

import click

from paperclaims_curation.cli.options import quiet_option
from paperclaims_curation.importing.starting import (
    DEFAULT_LICENSE,
    NewCollection,
    start_collection,
)
from paperclaims_curation.problem import ExitCode


@click.command("init")
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--name",
    metavar="NAME",
    help="The first part of every record id: a-z, 0-9, hyphens; by default the folder's name.",
)
@click.option(
    "--title", metavar="TEXT", help="The heading of the dataset card; by default venue or name."
)
@click.option("--venue", metavar="TEXT", help="The venue's short name, copied into new records.")
@click.option(
    "--year", type=click.IntRange(1600, 2200), metavar="YEAR", help="The year of the venue."
)
@click.option(
    "--license",
    "license_",
    metavar="ID",
    default=DEFAULT_LICENSE,
    show_default=True,
    help="The licence of your annotations, an SPDX identifier.",
)
@quiet_option
def command(
    *,
    folder: Path,
    name: str | None,
    title: str | None,
    venue: str | None,
    year: int | None,
    license_: str,
    quiet: bool,
) -> int:
    """Start an empty collection of your own.

    FOLDER gets a folder `dataset` with collection.toml, sources, records and passes, and a folder
    `schema` with the form of records for editors. What is in FOLDER already stays as it is; if
    something would be overwritten, nothing is made.

    All commands find the collection when they run in FOLDER or below, or with --collection FOLDER.
    """
    given = NewCollection(name=name, title=title, venue=venue, year=year, license=license_)
    collection = start_collection(folder, given)
    if not quiet:
        click.echo(f"{collection.root}: an empty collection, {collection.config.name}")
        click.echo(f"next, in {folder}: paperclaims import FILE..., or paperclaims add")
    return ExitCode.CLEAN
