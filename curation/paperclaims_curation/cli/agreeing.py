"""`paperclaims agree`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

import click

from paperclaims_curation.agreement.annotators import choose_annotators
from paperclaims_curation.agreement.figures import compare_annotators
from paperclaims_curation.agreement.formatting import format_agreement
from paperclaims_curation.agreement.overview import unquoted_subset
from paperclaims_curation.cli.options import collection_option
from paperclaims_curation.collection import Collection, open_collection
from paperclaims_curation.problem import BadInputError, ExitCode, PaperclaimsError
from paperclaims_curation.recordfile.reading import read_pass, read_record
from paperclaims_curation.validating.validator import validate_files
from paperclaims_schema.tables import AnnotationRow

Readings = Mapping[str, AnnotationRow]


def _read(
    collection: Collection, annotators: tuple[str, str]
) -> tuple[Readings, Readings, dict[str, str]]:
    """Both annotators' readings by record, and the abstracts."""
    paths = [path for path in collection.pass_paths() if path.parent.name in annotators]
    record_paths = map(collection.record_path, sorted({path.stem for path in paths}))
    records = [read_record(path) for path in record_paths if path.is_file()]
    result = validate_files(collection, records, map(read_pass, paths))
    names = {str(path) for path in paths}
    problems = tuple(problem for problem in result.problems if problem.file in names)
    if problems or len(result.passes) < len(paths):
        message = "nothing was compared; correct the findings above"
        others = tuple(item for item in result.errors if item.code != "style-canonical")
        raise BadInputError(message, problems or others)
    first, second = (
        {row.record_id: row for row in result.passes if row.annotator == name}
        for name in annotators
    )
    models = (record.model for record in records)
    return first, second, {model.record_id: model.abstract for model in models if model}


def _check_records(record_ids: Sequence[str], *readings: Readings) -> None:
    both = set.intersection(*map(set, readings))
    for record_id in record_ids:
        if record_id not in both:
            close = get_close_matches(record_id, both, n=1)
            hint = f"did you mean {close[0]}?" if close else "give the id of a record"
            raise PaperclaimsError(f"{record_id}: not a record that both have read; {hint}")


@click.command("agree")
@click.argument("names", nargs=-1, metavar="[ANNOTATOR_A ANNOTATOR_B]")
@click.option("--list", "with_list", is_flag=True, help="List every disagreement, both readings.")
@click.option(
    "--records",
    "record_ids",
    multiple=True,
    metavar="ID",
    help="Figures of these records too, and only their disagreements. May be repeated.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="A table for people, or the whole comparison for programs.",
)
@collection_option
def command(
    *,
    names: tuple[str, ...],
    with_list: bool,
    record_ids: tuple[str, ...],
    format_: str,
    collection_folder: Path | None,
) -> int:
    """Compare two annotation passes.

    They are compared field by field, over the abstracts that both annotators have read; without
    names, the first two annotators of the collection. If `collection.toml` names guidelines, there
    are figures for the abstracts too that these quote nowhere.
    """
    collection = open_collection(collection_folder)
    annotators = choose_annotators(collection, names)
    readings_a, readings_b, abstracts = _read(collection, annotators)
    _check_records(record_ids, readings_a, readings_b)
    subsets = {"chosen abstracts": frozenset(record_ids)} if record_ids else {}
    subsets |= unquoted_subset(collection, abstracts)
    agreement = compare_annotators(annotators, readings_a, readings_b, subsets)
    if not with_list:
        agreement = agreement.without_list()
    elif record_ids:
        agreement = agreement.list_only(record_ids)
    is_json = format_ == "json"
    click.echo(agreement.model_dump_json(indent=2) if is_json else format_agreement(agreement))
    return ExitCode.CLEAN
