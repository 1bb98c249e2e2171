"""Options that several subcommands share."""

from __future__ import annotations

from pathlib import Path

import click

collection_option = click.option(
    "--collection",
    "collection_folder",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="The collection; by default the one found here, in dataset/, or above.",
)

quiet_option = click.option("-q", "--quiet", is_flag=True, help="Say nothing but findings.")
