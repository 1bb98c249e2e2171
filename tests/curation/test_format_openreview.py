from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from paperclaims_curation.documents.entry import Entry, Part, Skipped
from paperclaims_curation.documents.formats.openreview import iter_parts, recognises
from paperclaims_curation.problem import Place

CASES = Path(__file__).parents[1] / "cases" / "import" / "openreview"


def at(line: int, column: int) -> Place:
    return Place(line, column, line, column)


def read(content: bytes) -> list[Part]:
    return list(iter_parts(io.BufferedReader(io.BytesIO(content)), {}))


def read_one(content: dict[str, Any], **note: Any) -> Part:
    given = {"abstract": "We see.", **content}
    (part,) = read(json.dumps({"id": "aB3dE_fGh1", "content": given, **note}).encode())
    return part


def test_notes_of_api_2_are_read_without_anything_about_people_but_names() -> None:
    parts = read((CASES / "api_2_with_replies.json").read_bytes())
    page = "https://openreview.net/forum?id="
    assert parts == [
        Entry(
            position=1,
            place=at(3, 5),
            abstract="We sort **pebbles** at 95% accuracy for $5 to $10 [12].  The code is "
            "[here](https://github.com/toy/pebbles).\n\n"
            "A second paragraph 👩‍🔬 ends in $\\mathcal{O}(n)$.",
            title="Sorting Pebbles: $O(n \\log n)$ is Enough",
            authors=("Ada Beispiel", "Bo Muster"),
            venue="ToyML",
            year=2025,
            track="Datasets and Benchmarks Track",
            presentation="poster",
            primary_area="theory",
            keywords=("sorting", "pebble games"),
            openreview="aB3dE_fGh1",
            license="CC BY 4.0",
            license_source=f"{page}aB3dE_fGh1",
            code_url="https://github.com/toy/pebbles",
            page=f"{page}aB3dE_fGh1",
        ),
        Skipped(at(46, 5), "Official_Review", "no abstract"),
        Skipped(at(59, 5), "A Paper that Went Away", "withdrawn"),
        Skipped(at(70, 5), "Forty Pages", "desk rejected"),
        Entry(
            position=2,
            place=at(79, 5),
            abstract="We reconsider pebbles.",
            title="Pebbles Reconsidered",
            authors=("Cy Probe",),
            venue="ToyML",
            year=2025,
            keywords=("pebbles", "games"),
            openreview="rEjEcTeD12",
            page=f"{page}rEjEcTeD12",
        ),
        Skipped(at(91, 5), "A Tutorial", "no abstract"),
    ]


def test_notes_of_api_1_are_read_and_their_replies_skipped() -> None:
    first, reply, withdrawn, last = read((CASES / "api_1.jsonl").read_bytes())
    page = "https://openreview.net/forum?id="
    assert first == Entry(
        position=1,
        place=Place(1, 1, 1, first.place.end_column),
        abstract="A kite  needs a string.",
        title='Kites and "Strings"',
        venue="ToyLR",
        year=2019,
        openreview="HyToy1x-bl",
        code_url="https://github.com/toy/kites",
        page=f"{page}HyToy1x-bl",
    )
    assert isinstance(reply, Skipped)
    assert (reply.text, reply.reason) == ("Meta_Review", "no abstract")
    assert isinstance(withdrawn, Skipped)
    assert (withdrawn.text, withdrawn.reason) == ("Lost Kites", "withdrawn")
    assert isinstance(last, Entry)
    assert (last.position, last.venue, last.doi) == (2, "TMToys", "10.1234/kites.5")


@pytest.mark.parametrize(
    ("venue", "venue_id", "expected"),
    [
        ("NeurIPS 2025 poster", "NeurIPS.cc/2025/Conference", ("NeurIPS", 2025, None, "poster")),
        (
            "NeurIPS 2023 Datasets and Benchmarks Oral",
            "NeurIPS.cc/2023/Track/Datasets_and_Benchmarks",
            ("NeurIPS", 2023, "Datasets and Benchmarks", "oral"),
        ),
        ("Submitted to ICLR 2024", None, ("ICLR", 2024, None, None)),
        ("ICML 2025 spotlightposter", None, ("ICML", 2025, None, "spotlightposter")),
        ("ICLR 2023 notable top 5%", None, ("ICLR", 2023, None, None)),
        ("Accepted by TMLR", "TMLR", ("TMLR", None, None, None)),
        (None, "robot-learning.org/CoRL/2024/Conference", ("CoRL", 2024, None, None)),
        ("Toys 2024 Workshop Poster", None, ("Toys 2024 Workshop Poster", None, None, None)),
        (None, None, (None, None, None, None)),
    ],
)
def test_venue_year_track_and_presentation_are_taken_from_the_words_for_the_venue(
    venue: str | None, venue_id: str | None, expected: tuple[Any, ...]
) -> None:
    part = read_one({"venue": {"value": venue}, "venueid": {"value": venue_id}})
    assert isinstance(part, Entry)
    assert (part.venue, part.year, part.track, part.presentation) == expected


def test_a_paper_that_came_back_after_its_withdrawal_is_read() -> None:
    history = ["ToyML.cc/2025/Conference/-/Withdrawn_Submission"]
    part = read_one({"venueid": "ToyML.cc/2025/Conference"}, invitations=history)
    assert isinstance(part, Entry)


def test_a_link_to_a_list_of_other_implementations_is_no_code() -> None:
    part = read_one({"code": "[1 code](https://www.catalyzex.com/paper/arxiv:1)"})
    assert isinstance(part, Entry)
    assert part.code_url is None


def test_values_of_unexpected_kinds_are_passed_over() -> None:
    odd = {"title": ["T"], "authors": {"value": None}, "keywords": 7, "venue": {"value": {}}}
    part = read_one(odd, license=False, forum=None, invitations={})
    assert isinstance(part, Entry)
    assert (part.title, part.authors, part.keywords, part.venue) == (None, (), ("7",), None)
    for content in (None, [], "text"):
        (part,) = read(json.dumps([{"id": "x", "forum": "x", "content": content}]).encode())
        assert isinstance(part, Skipped)


def test_notes_whose_content_was_taken_out_are_read() -> None:
    (part,) = read(b'{"forum": "aB3dE_fGh1", "title": "T", "abstract": "We see.", "content": null}')
    assert isinstance(part, Entry)
    assert (part.title, part.abstract, part.openreview) == ("T", "We see.", "aB3dE_fGh1")


def test_an_empty_answer_yields_nothing() -> None:
    assert read(b'{"notes":[],"count":0}') == []


def test_it_is_recognised_by_contents_beside_its_own_keys() -> None:
    assert recognises('{"notes": [{"id": "x", "content": {"title": {"value": "T"}}}]}', "")
    assert recognises('{"content": {"abstract": "A"}, "invitation": "X/-/Submission"}', "")
    assert not recognises('{"content": "A text", "forum": "x", "title": "T"}', "")
    assert not recognises('forum: "content": "invitation":', "")
