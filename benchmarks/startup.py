"""How long commands take from a cold start, against importing what they need, side by side."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

ROUNDS = 15
TOOL = str(Path(sys.executable).with_name("paperclaims"))
RECORD = "dataset/records/neurips2025-layer-as-puzzle-pieces.yaml"


def _seconds(command: list[str], cache: str) -> float:
    start = time.perf_counter()
    environment = os.environ | {"XDG_CACHE_HOME": cache}
    subprocess.run(command, check=True, capture_output=True, env=environment)
    return time.perf_counter() - start


def _compare(what: str, ours: list[str], modules: str, limit: float, cache: str | None) -> bool:
    """Print the medians and their ratio; whether it is within the limit.

    Without a cache folder, each run has an empty one.
    """
    floor = [sys.executable, "-c", f"import {modules}"]
    pairs = []
    for _ in range(ROUNDS + 1):
        with TemporaryDirectory(prefix="paperclaims-") as empty:
            pairs.append((_seconds(ours, cache or empty), _seconds(floor, empty)))
    del pairs[0]
    ratio = statistics.median(a / b for a, b in pairs)
    own, other = (statistics.median(times) * 1000 for times in zip(*pairs, strict=True))
    print(
        f"{what} {own:.0f} ms, import {modules} {other:.0f} ms, "
        f"ratio {ratio:.2f} (median of {ROUNDS} pairs; at most {limit})"
    )
    return ratio <= limit


def main() -> int:
    """Measure all; exit 1 if a ratio is above its limit."""
    validate = [TOOL, "validate", RECORD]
    needs = "pydantic, yaml, click"
    with TemporaryDirectory(prefix="paperclaims-") as cache:
        results = [
            _compare("paperclaims --help", [TOOL, "--help"], "click", 2.0, cache),
            _compare("validate a record found clean before", validate, needs, 2.5, cache),
            _compare("validate a record never seen", validate, needs, 2.5, None),
        ]
    return int(not all(results))


if __name__ == "__main__":
    sys.exit(main())
