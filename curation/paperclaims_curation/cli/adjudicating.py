"""`paperclaims adjudicate`."""

from __future__ import annotations

from pathlib import Path

import click

from paperclaims_curation.agreement.adjudicator import Adjudicator
from paperclaims_curation.cli.options import collection_option, quiet_option
from paperclaims_curation.collection import open_collection
from paperclaims_curation.problem import ExitCode, PaperclaimsError
from paperclaims_curation.reporting import format_text
from paperclaims_schema.record import Annotator
from paperclaims_schema.vocabularies import AnnotatorKind


@click.command("adjudicate")
@click.argument("record_ids", nargs=-1, required=True, metavar="RECORD_ID...")
@click.option(
    "--finish", is_flag=True, help="Check the decisions and call the records adjudicated."
)
@click.option("--by", "name", metavar="ID", help="With --finish: who decided.")
@click.option(
    "--kind",
    type=click.Choice([kind.value for kind in AnnotatorKind]),
    help="With --finish: a person or a model.",
)
@click.option(
    "--passes",
    nargs=2,
    metavar="A B",
    default=None,
    help="The two annotators; by default the first two that have passes.",
)
@quiet_option
@collection_option
def command(
    record_ids: tuple[str, ...],
    finish: bool,
    name: str | None,
    kind: str | None,
    passes: tuple[str, str] | None,
    quiet: bool,
    collection_folder: Path | None,
) -> int:
    """Decide records from two annotation passes.

    First call: each record takes what both passes agree on, and gets an entry under
    `annotation.decisions` for each place where they differ, with both readings. Until it is
    decided, the first reading stands there. Edit the record file: correct the place, and replace
    `open` in `choice` and `reason`. Whatever else is changed needs an entry too.

    Then, with --finish --by ID --kind person|model: the record is checked, every decision must
    be made, and the record becomes `adjudicated`.
    """
    if finish != (name is not None) or finish != (kind is not None):
        raise PaperclaimsError("--finish, --by ID and --kind person|model go together")
    adjudicator = Adjudicator.open(open_collection(collection_folder), passes or ())
    problems = []
    for record_id in record_ids:
        if name is not None and kind is not None:
            found = adjudicator.finish(record_id, Annotator(id=name, kind=AnnotatorKind(kind)))
            problems += found
            if not quiet and not found:
                click.echo(f"{record_id}: adjudicated")
        else:
            count = adjudicator.begin(record_id)
            if not quiet:
                click.echo(f"{record_id}: {count} open decisions")
    if problems:
        click.echo(format_text(problems))
    return ExitCode.FINDINGS if problems else ExitCode.CLEAN
