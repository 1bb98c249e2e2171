from __future__ import annotations

import io
from pathlib import Path

from paperclaims_curation.documents.entry import Entry, Skipped
from paperclaims_curation.documents.formats.paperlists import iter_parts, recognises
from paperclaims_curation.problem import Place

CASES = Path(__file__).parents[1] / "cases" / "import" / "paperlists"


def at(line: int) -> Place:
    return Place(line, 5, line, 5)


def test_papers_are_read_whatever_was_decided_and_without_data_about_people() -> None:
    content = (CASES / "toyml2025.json").read_bytes()
    assert list(iter_parts(io.BufferedReader(io.BytesIO(content)), {})) == [
        Entry(
            position=1,
            place=at(2),
            abstract="Marbles roll.\nThey roll at 95% speed; see https://toys.example/m.",
            title="Marbles at Scale",
            authors=("Ada Beispiel", "Bo Muster", "Cy von Probe"),
            year=2025,
            track="main",
            presentation="poster",
            primary_area="mechanics",
            keywords=("marbles", "rolling, fast"),
            openreview="aB3dE_fGh1",
            code_url="https://github.com/toy/marbles",
            page="https://openreview.net/forum?id=aB3dE_fGh1",
        ),
        Entry(
            position=2,
            place=at(28),
            abstract="Tops spin.",
            title="Tops",
            authors=("Ada Beispiel", "Bo Muster"),
            track="Special Track on Tops",
            arxiv="2201.01234v1",
            doi="10.1234/tops.1",
            code_url="https://github.com/toy/tops",
            page="https://toys.example/2022/tops",
        ),
        Entry(
            position=3,
            place=at(42),
            abstract="Yo-yos come back.",
            title="Yo-yos",
            track="main",
        ),
        Skipped(at(51), "Hoops", "no abstract"),
    ]


def test_it_is_recognised_by_tracks_and_statuses_beside_its_own_keys() -> None:
    head = '[{"title": "T", "track": "main", "status": "Poster", "aff": ""}]'
    assert recognises(head, "")
    assert not recognises(head.replace("aff", "abstract"), "")
