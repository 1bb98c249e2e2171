"""`paperclaims add`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from paperclaims_curation.cli.options import collection_option
from paperclaims_curation.collection import open_collection
from paperclaims_curation.documents.opening import STANDARD_INPUT
from paperclaims_curation.importing.adding import add_record
from paperclaims_curation.importing.description import Description
from paperclaims_curation.problem import ExitCode
from paperclaims_curation.reporting import format_text


@click.command("add")
@click.argument("file", metavar="[FILE]", default=STANDARD_INPUT, type=click.Path(path_type=Path))
@click.option("--title", metavar="TEXT", help="The paper's title.")
@click.option(
    "--author", "authors", multiple=True, metavar="NAME", help="An author; once for each, in order."
)
@click.option("--doi", metavar="DOI", help="The DOI, or an address with it.")
@click.option("--arxiv", metavar="ID", help="The arXiv id, or an address with it.")
@click.option("--openreview", metavar="ID", help="The OpenReview forum id, or an address with it.")
@click.option("--track", metavar="WORD", help="One of the collection's tracks.")
@click.option("--presentation", metavar="WORD", help="One of the collection's presentations.")
@click.option(
    "--link",
    "links",
    multiple=True,
    metavar="URL",
    help="A link to code, data or anything else; may be given more than once.",
)
@click.option(
    "--seen-on",
    metavar="PAGE",
    help="The page on which you saw the links; needed unless the abstract has them.",
)
@click.option(
    "--version-of",
    metavar="RECORD_ID",
    help="The record of another version of the paper, such as its preprint.",
)
@collection_option
def command(
    *,
    file: Path,
    title: str | None,
    authors: tuple[str, ...],
    doi: str | None,
    arxiv: str | None,
    openreview: str | None,
    track: str | None,
    presentation: str | None,
    links: tuple[str, ...],
    seen_on: str | None,
    version_of: str | None,
    collection_folder: Path | None,
) -> int:
    """Make one record from the text of an abstract.

    The text is read from FILE or, without one or with -, from standard input, and kept in the
    collection's sources as it came. In the record, line ends are unified, and white space around
    and the word Abstract in front are left out; all paragraphs are one abstract.

    Id, hash and split are filled in, and comments say what else belongs where. The path of the
    new record is printed. If a record has the text or an identifier already, that is reported and
    nothing is written.
    """
    collection = open_collection(collection_folder)
    given = Description(
        title=title,
        authors=authors,
        doi=doi,
        arxiv=arxiv,
        openreview=openreview,
        track=track,
        presentation=presentation,
        links=links,
        seen_on=seen_on,
        version_of=version_of,
    )
    if file == STANDARD_INPUT and sys.stdin is not None and sys.stdin.isatty():
        click.echo("Paste the abstract, then end it with Ctrl-D on a line of its own.", err=True)
    added = add_record(collection, file, given)
    if added.problems:
        click.echo(format_text(added.problems), err=True)
    click.echo(added.path)
    return ExitCode.CLEAN
