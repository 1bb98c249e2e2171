"""`paperclaims import`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from paperclaims_curation.cli.options import collection_option, quiet_option
from paperclaims_curation.cli.progress import progress
from paperclaims_curation.collection import open_collection
from paperclaims_curation.documents.columns import FIELDS
from paperclaims_curation.importing.importer import import_documents
from paperclaims_curation.importing.result import DocumentResult, ImportOptions, ImportResult
from paperclaims_curation.problem import ExitCode, PaperclaimsError
from paperclaims_curation.reporting import format_text, one_line, problem_data
from paperclaims_schema.vocabularies import SourceFormat

AUTO = "auto"
_TEXT_SHOWN = 60
"""So much of a part that is skipped is shown."""
_FORMATS = "\n".join(f"  {word:<17}{word.meaning}" for word in SourceFormat)


def _read_columns(given: tuple[str, ...]) -> dict[str, str]:
    columns = {}
    for pair in given:
        field, sign, name = pair.partition("=")
        if not sign or field not in FIELDS or not name.strip():
            fields = ", ".join(FIELDS)
            raise PaperclaimsError(
                f"--column {pair}: write FIELD=NAME, where FIELD is one of: {fields}"
            )
        columns[field] = name.strip()
    return columns


def _document_lines(document: DocumentResult) -> Iterator[str]:
    path = one_line(str(document.path))
    if document.left_aside is not None:
        yield f"{path}: skipped: {document.left_aside}"
        return
    format_ = f" ({document.format})" if document.format else ""
    yield f"{path}{format_}: {document.counts}"
    for part in document.skipped:
        text = one_line(part.text)
        text = f"{text[:_TEXT_SHOWN]}…" if len(text) > _TEXT_SHOWN else text
        yield f"    line {part.place.line} skipped, {part.reason}: {text}"
    hidden = document.counts.skipped - len(document.skipped)
    if hidden:
        yield f"    and {hidden} more skipped"


def _format_text(result: ImportResult, *, is_plan: bool) -> str:
    lines = [line for document in result.documents for line in _document_lines(document)]
    lines.append(f"in all: {result.counts}")
    if is_plan:
        lines.append("nothing was written; leave out --plan to do it")
    return "\n".join(lines)


def _format_json(result: ImportResult, *, is_plan: bool) -> str:
    import json

    data = {
        "format": "paperclaims-import",
        "version": 1,
        "plan": is_plan,
        "counts": asdict(result.counts),
        "documents": [
            {
                "path": str(document.path),
                "format": document.format,
                "counts": asdict(document.counts),
                "left_aside": document.left_aside,
                "skipped": [
                    {"line": part.place.line, "text": part.text, "reason": part.reason}
                    for part in document.skipped
                ],
            }
            for document in result.documents
        ],
        "added": result.added,
        "updated": result.updated,
        "findings": [problem_data(problem) for problem in result.problems],
    }
    return json.dumps(data, ensure_ascii=False, indent=2)


@click.command(
    "import", epilog=f"\b\nFormats:\n  {AUTO:<17}told by each document's beginning\n{_FORMATS}"
)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path)
)
@click.option(
    "--from",
    "format_",
    type=click.Choice([AUTO, *SourceFormat]),
    metavar="FORMAT",
    default=AUTO,
    show_default=True,
    help="What the files are; see below.",
)
@click.option(
    "--column",
    "columns",
    multiple=True,
    metavar="FIELD=NAME",
    help="The column or key that holds a field, as in abstract=Summary.",
)
@click.option("--plan", "is_plan", is_flag=True, help="Say what would be done, and write nothing.")
@click.option("--strict", "is_strict", is_flag=True, help="Stop at the first fault; write nothing.")
@click.option(
    "--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@quiet_option
@collection_option
def command(
    *,
    files: tuple[Path, ...],
    format_: str,
    columns: tuple[str, ...],
    is_plan: bool,
    is_strict: bool,
    output: str,
    quiet: bool,
    collection_folder: Path | None,
) -> int:
    """Make records from documents with abstracts.

    FILE is a document, plain or compressed (gzip, zstandard), a folder of them, or - for standard
    input. Each abstract that has no record yet becomes a draft; one that has is left alone, so
    importing again changes nothing.

    An abstract is known by its text, by DOI, arXiv id and OpenReview id, and by its title. What the
    document says and the record of an abstract does not is added to the record: identifiers, title
    and authors. A preprint and what was published become two records, the later of which lists the
    other under `versions`. Another text of the same version replaces that of a draft; that of a
    record that somebody has worked on is never overwritten, and reported.

    The documents are kept in the collection's sources as they are. What had to be cleaned of an
    abstract (tags, a copyright notice, the word Abstract) is listed in its record, with the text as
    received. An entry that cannot be read is reported with its line and does not stop the others;
    the exit code is 1 then.
    """
    collection = open_collection(collection_folder)
    chosen = None if format_ == AUTO else SourceFormat(format_)
    options = ImportOptions(
        files, chosen, _read_columns(columns), is_plan=is_plan, is_strict=is_strict
    )
    with progress("entries", quiet=quiet) as advance:
        result = import_documents(collection, options, advance)
    if output == "json":
        click.echo(_format_json(result, is_plan=is_plan))
    else:
        if not quiet:
            click.echo(_format_text(result, is_plan=is_plan))
        if result.problems:
            click.echo(format_text(result.problems))
    return ExitCode.FINDINGS if result.counts.failed else ExitCode.CLEAN
