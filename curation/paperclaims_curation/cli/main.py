"""The entry point: finds the subcommand, and turns exceptions into one line and an exit code."""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

COMMANDS = {
    "init": ("starting", "Start an empty collection of your own."),
    "add": ("adding", "Make one record from the text of an abstract."),
    "import": ("importing", "Make records from documents with abstracts."),
    "validate": ("validating", "Check records and say what to correct."),
    "explain": ("explaining", "Say what a finding means and how to mend it."),
    "agree": ("agreeing", "Compare two annotation passes."),
    "adjudicate": ("adjudicating", "Decide records from two annotation passes."),
    "build": ("building", "Build the release from the records."),
    "diff": ("diffing", "Say what changed between two releases, record by record."),
    "publish": ("publishing", "Publish the release on the Hugging Face Hub."),
    "hydrate": ("hydrating", "Put the words back into a release that was built without them."),
    "schema": ("schema", "Print the record's form for editors or readers."),
}
"""Each subcommand: the module that holds it, and its line in `paperclaims --help`."""


class _LazyGroup(click.Group):
    """Loads a subcommand's module only when that subcommand runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"paperclaims_curation.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(args[0], COMMANDS, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            ctx.fail(f"no command {args[0]!r}{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"paperclaims {version('paperclaims')}")
        ctx.exit()


@click.group(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 clean, 1 findings, 2 wrong use or missing file, 3 internal error, "
    "130 interrupted.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def group() -> None:
    """Curate research-paper abstracts annotated with their claims.

    Run it inside a collection (a folder with collection.toml) or above its folder `dataset`, or
    name one after the subcommand with --collection FOLDER.
    """


def _fail(message: str, code: int) -> NoReturn:
    click.echo(f"paperclaims: {message}", err=True)
    # Nothing is left to clean up, and a broken pipe must not add a second message.
    sys.exit(code)


def _run(args: list[str] | None) -> Any:
    return group.main(args=args, prog_name="paperclaims", standalone_mode=False)


def main(args: list[str] | None = None) -> NoReturn:
    """Run the command line and exit with one of the codes of `problem.ExitCode`."""
    for stream in (sys.stdout, sys.stderr):
        # Abstracts hold what a terminal's encoding may not have.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        result = _run(args)
    except click.UsageError as error:
        _fail_use(error)
    except (click.Abort, KeyboardInterrupt):
        _fail("interrupted", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("paperclaims"):
            raise
        _fail(f"{error.name} is not installed; run `pip install 'paperclaims[curate]'`", 2)
    except Exception as error:  # noqa: BLE001 - the one place that turns them into a line
        _fail_with(error)
    sys.exit(result if isinstance(result, int) else 0)


def _fail_use(error: click.UsageError) -> NoReturn:
    message = error.format_message()
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(message, err=True)
        sys.exit(2)
    if "No such option" in message and "--collection" in message:
        message += " Write it after the subcommand: paperclaims validate --collection FOLDER."
    where = f" (see `{error.ctx.command_path} --help`)" if error.ctx else ""
    _fail(message + where, 2)


def _fail_with(error: Exception) -> NoReturn:
    from paperclaims_curation.problem import BadInputError, PaperclaimsError

    if isinstance(error, BadInputError) and error.problems:
        from paperclaims_curation.reporting import format_text

        click.echo(format_text(error.problems), err=True)
        _fail(str(error), error.exit_code)
    if isinstance(error, PaperclaimsError):
        _fail(str(error), error.exit_code)
    if isinstance(error, OSError):
        reason = (error.strerror or str(error)).lower()
        _fail(f"{error.filename or 'file'}: {reason}; check the name, permissions and space", 2)
    if os.environ.get("PAPERCLAIMS_TRACEBACK"):
        raise error
    message = f"internal error: {type(error).__name__}: {error}"
    _fail(f"{message}; set PAPERCLAIMS_TRACEBACK=1 to see where, and please report it", 3)
