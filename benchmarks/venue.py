"""Make a collection of the size of a venue from the records at hand, for measuring.

Each copy of a record has an id and an abstract of its own: some sentences of random words follow
the original text, so that nothing is a duplicate and every quote still stands where it stood.
"""

from __future__ import annotations

import hashlib
import random
import re
from pathlib import Path

DATASET = Path(__file__).parents[1] / "dataset"
_DOCUMENT_SIZE = 200
_WORD_COUNT = 90


def _sentence(rng: random.Random) -> str:
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ("".join(rng.choices(letters, k=rng.randint(6, 9))) for _ in range(_WORD_COUNT))
    return "Lorem " + " ".join(words) + "."


def make_collection(folder: Path, count: int, seed: int = 1) -> list[Path]:
    """A collection of `count` records in `folder`, without findings; the record files."""
    rng = random.Random(seed)
    templates = [path.read_text("utf-8") for path in sorted((DATASET / "records").glob("*.yaml"))]
    # Abstracts of one line, as a plain list holds them; a link belongs to one paper only.
    one_line = re.compile(r"^abstract: \|-\n  [^\n]+\n\S", re.MULTILINE)
    templates = [text for text in templates if one_line.search(text) and "\nlinks:" not in text]
    (folder / "records").mkdir(parents=True)
    (folder / "sources").mkdir()
    config = (DATASET / "collection.toml").read_text("utf-8")
    config = re.sub(r"(?m)^(guidelines|bibliography) = .*\n", "", config)
    (folder / "collection.toml").write_text(config, "utf-8")
    paths, abstracts = [], []
    for number in range(count):
        text = templates[number % len(templates)]
        found = re.search(r"(?m)^abstract: \|-\n  ([^\n]+)\n", text)
        assert found
        abstract = f"{found[1]} {_sentence(rng)}"
        record_id = f"bench-{number:06d}"
        document = f"bench-{number // _DOCUMENT_SIZE:04d}.txt"
        digest = hashlib.sha256(abstract.encode()).hexdigest()
        text = text.replace(found[0], f"abstract: |-\n  {abstract}\n")
        text = re.sub(r"(?m)^record_id: .*$", f"record_id: {record_id}", text)
        text = re.sub(r"(?m)^abstract_sha256: .*$", f"abstract_sha256: {digest}", text)
        text = re.sub(r"(?m)^  document: .*$", f"  document: {document}", text)
        text = re.sub(r"(?m)^  position: .*$", f"  position: {number % _DOCUMENT_SIZE + 1}", text)
        text = re.sub(r"(?m)^identifiers:\n(?:  .*\n)+", "", text)
        path = folder / "records" / f"{record_id}.yaml"
        path.write_text(text, "utf-8")
        paths.append(path)
        abstracts.append(abstract)
    for start in range(0, count, _DOCUMENT_SIZE):
        name = f"bench-{start // _DOCUMENT_SIZE:04d}.txt"
        lines = "\n\n".join(abstracts[start : start + _DOCUMENT_SIZE])
        (folder / "sources" / name).write_text(f"{lines}\n", "utf-8")
    return paths
