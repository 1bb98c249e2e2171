"""`paperclaims import`."""

from __future__ import annotations

from pathlib import Path

import click

from paperclaims_curation.cli.options import collection_option, quiet_option
from paperclaims_curation.collection import open_collection
from paperclaims_curation.importing.formats import FORMATS
from paperclaims_curation.importing.importer import import_documents
from paperclaims_curation.importing.result import ImportCounts, ImportOptions
from paperclaims_curation.problem import ExitCode
from paperclaims_curation.reporting import format_text


def _format_counts(counts: ImportCounts) -> str:
    return ", ".join(
        f"{getattr(counts, name)} {name}"
        for name in ("added", "updated", "unchanged", "skipped", "failed")
    )


@click.command("import")
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path)
)
@click.option(
    "--from",
    "format_",
    type=click.Choice(sorted(FORMATS)),
    default="plain",
    show_default=True,
    help="What the files are.",
)
@quiet_option
@collection_option
def command(
    files: tuple[Path, ...], format_: str, quiet: bool, collection_folder: Path | None
) -> int:
    """Make records from documents with abstracts.

    Each abstract that has no record yet becomes a draft. A plain list holds one abstract per
    paragraph; headings are skipped and listed. The documents are kept in the collection's sources
    as they are, and joined with its bibliography. Importing again changes nothing.
    """
    collection = open_collection(collection_folder)
    result = import_documents(collection, ImportOptions(files, format_))
    if not quiet:
        for document in result.documents:
            click.echo(f"{document.path}: {_format_counts(document.counts)}")
            for skipped in document.skipped:
                click.echo(f"    line {skipped.line} skipped: {skipped.reason}")
        click.echo(f"in all: {_format_counts(result.counts)}")
    if result.problems:
        click.echo(format_text(result.problems))
    return ExitCode.FINDINGS if result.counts.failed else ExitCode.CLEAN
