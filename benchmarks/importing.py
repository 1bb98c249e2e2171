"""How long an import takes, against PyYAML's C dumper writing the same records, side by side.

Run it as `python benchmarks/importing.py [COUNT]`. Both sides run one after the other, each in one
process of its own: the import of COUNT abstracts in JSON Lines into an empty collection, and
`yaml.dump` with the C dumper of the records that it made, each to a file of its own.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory

COUNT = 100_000
LIMIT = 1.5
ABSTRACT_LENGTH = 1300
SEED = 7
CONFIG = """\
name = "bench"
title = "Invented abstracts"
version = "0.1.0"
license = "CC-BY-4.0"
rules_version = "1.3"
[splits]
seed = "bench"
train = 30
validation = 20
test = 50
"""
SYLLABLES = [first + rest for first in "bdfghklmnprstvz" for rest in ("a", "en", "i", "or", "ul")]
WORDS = 50_000
"""How many words there are. As in natural text, the n-th is used about 1/n as often as the first."""

DUMP = """
import sys, time
from pathlib import Path
import yaml
source, target = map(Path, sys.argv[1:])
seconds = 0.0
for path in sorted(source.iterdir()):
    # Read with the same parser; only dumping and writing count.
    data = yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader)
    start = time.perf_counter()
    text = yaml.dump(data, Dumper=yaml.CDumper, sort_keys=False, allow_unicode=True)
    (target / path.name).write_text(text, encoding="utf-8")
    seconds += time.perf_counter() - start
print(seconds)
"""


def _iter_lines(count: int) -> Iterator[str]:
    rng = random.Random(SEED)
    words = ["".join(rng.choices(SYLLABLES, k=rng.randint(1, 5))) for _ in range(WORDS)]
    weights = list(accumulate(1 / (rank + 3) for rank in range(WORDS)))

    def some(number: int) -> str:
        return " ".join(rng.choices(words, cum_weights=weights, k=number))

    for index in range(count):
        abstract = ""
        while len(abstract) < ABSTRACT_LENGTH - 70:
            sentence = some(rng.randint(10, 22)).capitalize()
            abstract += f"{sentence} by {rng.randint(1, 99)}.{rng.randint(0, 9)}%. "
        if index % 10 == 0:
            abstract += f"Code: https://github.com/{some(1)}/{some(1)}-{index}."
        entry = {
            "title": some(8).capitalize(),
            "authors": [some(2).title() for _ in range(rng.randint(1, 6))],
            "abstract": abstract.strip(),
            "year": 2024,
            "doi": f"10.1234/bench.{index}",
            "arxiv": f"{2001 + index // 100_000}.{index % 100_000:05d}",
        }
        yield json.dumps(entry) + "\n"


def main() -> int:
    """Print both times and their ratio; exit 1 if the ratio is above the limit."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else COUNT
    with TemporaryDirectory(prefix="paperclaims-bench-") as folder:
        root, dumped = Path(folder, "collection"), Path(folder, "dumped")
        root.mkdir()
        dumped.mkdir()
        (root / "collection.toml").write_text(CONFIG, encoding="utf-8")
        document = Path(folder, "abstracts.jsonl")
        with document.open("w", encoding="utf-8") as stream:
            stream.writelines(_iter_lines(count))
        os.sync()
        tool = str(Path(sys.executable).with_name("paperclaims"))
        start = time.perf_counter()
        subprocess.run([tool, "import", "-q", "--collection", root, document], check=True)
        ours = time.perf_counter() - start
        records = root / "records"
        made = sum(1 for _ in records.iterdir())
        os.sync()
        done = subprocess.run(
            [sys.executable, "-c", DUMP, records, dumped], check=True, capture_output=True
        )
        theirs = float(done.stdout)
    ratio = ours / theirs
    print(
        f"import of {made} abstracts {ours:.1f} s, yaml.dump with CDumper {theirs:.1f} s,"
        f" ratio {ratio:.2f} (at most {LIMIT})"
    )
    return int(made != count or ratio > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
