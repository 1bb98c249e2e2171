"""`paperclaims hydrate`."""

from __future__ import annotations

from pathlib import Path

import click

from paperclaims_curation.building.hydrating import hydrate
from paperclaims_curation.cli.options import quiet_option
from paperclaims_curation.cli.progress import progress
from paperclaims_curation.problem import ExitCode


@click.command("hydrate")
@click.argument("release", type=click.Path(path_type=Path))
@click.argument(
    "documents", nargs=-1, required=True, metavar="DOCUMENT...", type=click.Path(path_type=Path)
)
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Where the full Parquet files go: a new folder.",
)
@quiet_option
def command(release: Path, documents: tuple[Path, ...], out: Path, quiet: bool) -> int:
    """Put the words back into a release that was built without them.

    RELEASE is the folder that `paperclaims build --without-text` made, or its copy. DOCUMENT is your
    own copy of the abstracts: a file of any format that can be imported, a folder of them, or - for
    standard input. Each abstract is known by its hash, so that no other text gets in.
    """
    with progress("entries", quiet=quiet) as advance:
        hydrated = hydrate(release, documents, out, advance)
    if not quiet:
        click.echo(f"{hydrated.folder}: {hydrated.record_count} abstracts put back")
        click.echo(f"  content {hydrated.content_sha256}")
    return ExitCode.CLEAN
