"""`paperclaims explain`."""

from __future__ import annotations

import click

from paperclaims_curation.validating.catalogue import RULES, find_declarations
from paperclaims_curation.validating.explaining import (
    explain_as_text,
    format_json,
    format_markdown,
    list_declarations,
)


@click.command("explain")
@click.argument("code", required=False)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="Text for a terminal, JSON for other tools, or a page for readers.",
)
def command(code: str | None, format_: str) -> int:
    """Say what a finding means and how to mend it.

    CODE stands in brackets at the end of a finding. The first word of a code (span) lists its
    family, and no code at all lists every code.
    """
    found = tuple(RULES.values()) if code is None else find_declarations(code)
    if format_ == "json":
        text = format_json(found)
    elif format_ == "markdown":
        text = format_markdown(found)
    elif [item.code for item in found] == [code]:
        text = explain_as_text(found[0])
    else:
        text = list_declarations(found)
    click.echo(text)
    return 0
