"""`python -m benchmarks.mutations`: how much of what can go wrong in a record is reported."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from .kinds import KINDS
from .reporting import GOAL, decidable, format_misses, format_table, share
from .running import run


def main() -> int:
    """Print the table; exit 1 if too few of the decidable mutations were caught."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutations", description=__doc__)
    parser.add_argument("--collection", type=Path, default=Path("dataset"))
    parser.add_argument("--kind", action="append", help="only this kind, by a part of its name")
    parser.add_argument("--list-misses", action="store_true", help="examples of what was missed")
    parser.add_argument("--limit", type=int, default=3, help="so many examples of each kind")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the table to a file too")
    options = parser.parse_args()
    kinds = [
        kind
        for kind in KINDS
        if not options.kind or any(word in kind.name for word in options.kind)
    ]
    if not kinds:
        parser.error(f"no such kind; there are: {', '.join(kind.name for kind in KINDS)}")
    start = time.perf_counter()
    outcomes = run(options.collection, kinds)
    table = format_table(kinds, outcomes)
    print(table)
    if options.list_misses:
        print(f"\n{format_misses(outcomes, options.limit)}")
    print(f"\n{time.perf_counter() - start:.0f} s", file=sys.stderr)
    if options.write:
        options.write.write_text(f"{table}\n", encoding="utf-8")
    return int(share(decidable(kinds, outcomes)) < GOAL)


if __name__ == "__main__":
    sys.exit(main())
