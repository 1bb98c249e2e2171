"""The command line `paperclaims`: one thin module per subcommand, loaded when it is used."""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line; an interruption while it is loaded is one as well."""
    try:
        from paperclaims_curation.cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()
