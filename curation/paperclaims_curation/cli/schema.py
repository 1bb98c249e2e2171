"""`paperclaims schema`."""

from __future__ import annotations

import click

from paperclaims_schema.documentation import record_json_schema_text, schema_readme


@click.command("schema")
@click.option(
    "--format",
    "format_",
    type=click.Choice(["json", "markdown"]),
    default="json",
    show_default=True,
    help="JSON Schema for editors and other tools, or a description for readers.",
)
def command(format_: str) -> int:
    """Print the record's form for editors or readers."""
    text = record_json_schema_text() if format_ == "json" else schema_readme()
    click.echo(text, nl=False)
    return 0
