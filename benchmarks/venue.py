"""Make a collection of the size of a venue from the records at hand, for measuring.

Each copy of a record is about another paper: in its abstract, and wherever the record repeats words
of it, the letters of all words are exchanged for others, except in the words that the rules know.
So no two abstracts are alike, lengths and structure are those of real records, and every quote
still stands where it stood.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import ascii_letters, ascii_lowercase
from typing import Any

from paperclaims_curation.collection import Collection, open_collection
from paperclaims_curation.recordfile.reading import parse_file, read_record
from paperclaims_curation.recordfile.writing import (
    SCHEMA_LINE,
    VERBATIM_KEYS,
    format_data,
    to_plain,
)
from paperclaims_curation.validating.validator import validate_files
from paperclaims_schema.record import Record, abstract_sha256

DATASET = Path(__file__).parents[1] / "dataset"
_DOCUMENT_SIZE = 200
_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{4,}(?![A-Za-z])")
_KEYS = VERBATIM_KEYS | {"datasets", "expansion", "name", "statement", "subject", "unit_of"}
"""The keys whose texts hold words of the abstract."""
_KNOWN = frozenset(
    [
        "about",
        "above",
        "almost",
        "approximately",
        "around",
        "below",
        "beyond",
        "close",
        "excess",
        "fewer",
        "greater",
        "higher",
        "larger",
        "least",
        "less",
        "lower",
        "many",
        "maximum",
        "minimum",
        "more",
        "most",
        "much",
        "nearly",
        "over",
        "percent",
        "percentage",
        "point",
        "points",
        "roughly",
        "smaller",
        "than",
        "times",
        "under",
        "upward",
        "upwards",
        "with",
        "within",
        "from",
        "exceed",
        "exceeds",
        "exceeding",
        "zero",
        "four",
        "five",
        "seven",
        "eight",
        "nine",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
        "thirty",
        "forty",
        "fifty",
        "sixty",
        "seventy",
        "eighty",
        "ninety",
        "hundred",
        "thousand",
        "million",
        "billion",
        "trillion",
        "three",
        "half",
        "halve",
        "halves",
        "halved",
        "halving",
        "quarter",
        "quarters",
        "third",
        "thirds",
        "single",
        "twice",
        "double",
        "doubles",
        "doubled",
        "doubling",
        "thrice",
        "triple",
        "triples",
        "tripled",
        "tripling",
        "quadruple",
        "quadruples",
        "quadrupled",
        "quadrupling",
        "dozen",
        "fold",
        "twofold",
        "threefold",
    ]
)
"""Numbers, units and qualifiers."""


@cache
def _words(texts: str) -> frozenset[str]:
    return frozenset(map(str.lower, _WORD.findall(texts))) - _KNOWN


def _exchange(data: Any, table: dict[int, str], key: str = "") -> Any:
    if isinstance(data, dict):
        return {name: _exchange(value, table, name) for name, value in data.items()}
    if isinstance(data, list):
        return [_exchange(item, table, key) for item in data]
    if not isinstance(data, str) or key not in _KEYS:
        return data
    return _WORD.sub(
        lambda match: match[0] if match[0].lower() in _KNOWN else match[0].translate(table), data
    )


def _choose_letters(rng: random.Random, words: frozenset[str]) -> dict[int, str]:
    """A letter for each letter, so that no word becomes one that the rules know."""
    while True:
        letters = "".join(rng.sample(ascii_lowercase, len(ascii_lowercase)))
        table = str.maketrans(ascii_letters, letters + letters.upper())
        if not any(word.translate(table) in _KNOWN for word in words):
            return table


def _make_text(template: dict[str, Any], number: int, rng: random.Random) -> tuple[str, str]:
    """The file and the abstract of a copy."""
    data = _exchange(template, _choose_letters(rng, _words(template["abstract"])))
    data.pop("identifiers", None)
    data["record_id"] = f"bench-{number:06d}"
    data["abstract_sha256"] = abstract_sha256(data["abstract"])
    data["source"] |= {
        "document": f"bench-{number // _DOCUMENT_SIZE:04d}.txt",
        "position": number % _DOCUMENT_SIZE + 1,
    }
    return f"{SCHEMA_LINE}\n{format_data(data)}", data["abstract"]


def _iter_templates(collection: Collection) -> Iterator[dict[str, Any]]:
    """The records whose copies are without findings; a link belongs to one paper only."""
    for path in collection.record_paths():
        record = read_record(path).model
        # Abstracts of one line, as a plain list holds them.
        if record is None or record.links or "\n" in record.abstract:
            continue
        template = to_plain(record)
        text, _ = _make_text(template, 0, random.Random(0))
        copy = parse_file(collection.record_path("bench-000000"), text.encode(), Record)
        found = {problem.code for problem in validate_files(collection, [copy]).problems}
        if found <= {"source-document"}:
            yield template


def make_collection(folder: Path, count: int, seed: int = 1) -> list[Path]:
    """A collection of `count` records in `folder`, without findings; the record files."""
    rng = random.Random(seed)
    templates = [*_iter_templates(open_collection(DATASET))]
    (folder / "records").mkdir(parents=True)
    (folder / "sources").mkdir()
    config = (DATASET / "collection.toml").read_text("utf-8")
    config = re.sub(r"(?m)^(guidelines|bibliography) = .*\n", "", config)
    (folder / "collection.toml").write_text(config, "utf-8")
    paths, abstracts = [], []
    for number in range(count):
        text, abstract = _make_text(templates[number % len(templates)], number, rng)
        path = folder / "records" / f"bench-{number:06d}.yaml"
        path.write_text(text, "utf-8")
        paths.append(path)
        abstracts.append(abstract)
    for start in range(0, count, _DOCUMENT_SIZE):
        name = f"bench-{start // _DOCUMENT_SIZE:04d}.txt"
        lines = "\n\n".join(abstracts[start : start + _DOCUMENT_SIZE])
        (folder / "sources" / name).write_text(f"{lines}\n", "utf-8")
    return paths
