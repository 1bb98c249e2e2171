"""The command line `paperclaims`: one thin module per subcommand, loaded when it is used."""

from paperclaims_curation.cli.main import main

__all__ = ["main"]
