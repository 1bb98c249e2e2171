from __future__ import annotations

import io
from pathlib import Path

from paperclaims_curation.documents.cleaning import clean
from paperclaims_curation.documents.entry import Entry, Skipped
from paperclaims_curation.documents.formats.arxiv_json import CLEANING, iter_parts, recognises

CASES = Path(__file__).parents[1] / "cases" / "import" / "arxiv-json"


def test_papers_of_the_snapshot_are_read_without_their_submitters() -> None:
    content = (CASES / "snapshot.jsonl").read_bytes()
    first, licensed, *withdrawn = iter_parts(io.BufferedReader(io.BytesIO(content)), {})
    assert first == Entry(
        position=1,
        place=first.place,
        abstract="  A wave in a bucket is computed at\nnext-to-leading order. "
        "We find 95\\% agreement.\n",
        title="Waves in\n  Buckets",
        authors=("A. Beispiel", 'B. M\\"uster Jr.', "C. Probe", "Toy Collaboration"),
        year=2007,
        primary_area="hep-ph",
        arxiv="0704.0001",
        doi="10.1234/ToyRevD.76.013009",
        page="https://arxiv.org/abs/0704.0001",
    )
    assert licensed == Entry(
        position=2,
        place=licensed.place,
        abstract="  Buckets hold water.\n",
        title="Licensed Buckets",
        authors=("Bo Muster",),
        primary_area="cs.LG",
        arxiv="2405.01234",
        license="http://creativecommons.org/licenses/by/4.0/",
        license_source="https://arxiv.org/abs/2405.01234",
        page="https://arxiv.org/abs/2405.01234",
    )
    assert [(first.place.line, licensed.place.line)] == [(1, 2)]
    assert withdrawn == [
        Skipped(withdrawn[0].place, "Leaky Buckets", "withdrawn"),
        Skipped(withdrawn[1].place, "Holes", "withdrawn"),
    ]


def test_the_lines_of_an_abstract_are_joined_by_cleaning() -> None:
    received = "  A wave in a bucket is computed at\nnext order. We find 95\\% agreement.\n"
    cleaned = "A wave in a bucket is computed at next order. We find 95% agreement."
    assert clean(received, CLEANING)[0] == cleaned


def test_names_that_are_not_parsed_are_split() -> None:
    line = b'{"id": "0704.0002", "submitter": "X", "categories": "x", "abstract": "A.", '
    line += b'"authors": "Ada Beispiel, Bo Muster and Cy Probe"}'
    (part,) = iter_parts(io.BufferedReader(io.BytesIO(line)), {})
    assert isinstance(part, Entry)
    assert part.authors == ("Ada Beispiel", "Bo Muster", "Cy Probe")


def test_it_is_recognised_by_its_parsed_names() -> None:
    assert recognises('{"id": "1", "authors_parsed": [["A", "B", ""]]}', "")
    assert recognises('{"submitter": "X", "categories": "cs.LG", "abstract": "A"}', "")
    assert not recognises('{"id": "1", "authors": "A B", "abstract": "A"}', "")
