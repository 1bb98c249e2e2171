"""How long a collection of the size of a venue takes to validate, against parsing it, side by side.

Run it as `python -m benchmarks.validating [COUNT [ROUNDS]]`. The other side is one process of PyYAML's
C loader that parses the same record files and checks nothing.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.venue import make_collection

COUNT = 10_000
ROUNDS = 3
LIMIT = 1.5
PARSE = """
import sys, yaml
from pathlib import Path

for path in sorted(Path(sys.argv[1]).iterdir()):
    yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
"""


def _seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> int:
    """Print medians and their ratio; exit 1 if the ratio is above the limit."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    with TemporaryDirectory(prefix="paperclaims-") as temporary:
        folder = Path(temporary, "venue")
        make_collection(folder, count)
        tool = str(Path(sys.executable).with_name("paperclaims"))
        ours = [tool, "validate", "--collection", str(folder)]
        theirs = [sys.executable, "-c", PARSE, str(folder / "records")]
        pairs = [(_seconds(ours), _seconds(theirs)) for _ in range(rounds)]
    ratio = statistics.median(a / b for a, b in pairs)
    print(
        f"validate {count} record files: {statistics.median(a for a, _ in pairs):.1f} s, PyYAML's C"
        f" loader alone {statistics.median(b for _, b in pairs):.1f} s, ratio {ratio:.2f}"
        f" (median of {rounds} pairs; at most {LIMIT})"
    )
    return int(ratio > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
