"""How long the command line takes to start, against importing click alone, side by side."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

ROUNDS = 15
LIMIT = 2.0


def _seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> int:
    """Print medians and their ratio; exit 1 if the ratio is above the limit."""
    tool = [str(Path(sys.executable).with_name("paperclaims")), "--help"]
    floor = [sys.executable, "-c", "import click"]
    pairs = [(_seconds(tool), _seconds(floor)) for _ in range(ROUNDS + 1)]
    ratios = [a / b for a, b in pairs[1:]]
    ours = statistics.median(a for a, _ in pairs[1:])
    theirs = statistics.median(b for _, b in pairs[1:])
    ratio = statistics.median(ratios)
    print(
        f"paperclaims --help {ours * 1000:.0f} ms, import click {theirs * 1000:.0f} ms, "
        f"ratio {ratio:.2f} (median of {ROUNDS} pairs; at most {LIMIT})"
    )
    return int(ratio > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
