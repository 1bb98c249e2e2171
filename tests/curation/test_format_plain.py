"""Plain text and Markdown: lists of abstracts of every shape."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperclaims_curation.documents.cleaning import clean
from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.formats import load_format, plain
from paperclaims_curation.documents.lists import blocks
from paperclaims_curation.documents.lists.titles import is_heading
from paperclaims_curation.problem import Place
from paperclaims_schema.vocabularies import SourceFormat

CASES = Path(__file__).parents[1] / "cases" / "import" / "plain"
SAMPLES = sorted(CASES.iterdir())

PRUNING = "We prune layers of a model with great care and keep the rest. It costs 3.5% of accuracy."
GRAPHS = "Graphs have links; we predict them better than all others do. Our code is public."
PROOF = "Bandits are played at night. We prove that this is so."


def read(data: str | bytes) -> list[Part]:
    stream = io.BufferedReader(io.BytesIO(data.encode() if isinstance(data, str) else data))
    return list(plain.iter_parts(stream, {}))


def entries(data: str | bytes) -> list[Entry]:
    return [part for part in read(data) if isinstance(part, Entry)]


def titled(data: str | bytes) -> list[tuple[str | None, str]]:
    return [(entry.title, entry.abstract) for entry in entries(data)]


def skipped(data: str | bytes) -> list[tuple[int, str, str]]:
    return [(p.place.line, p.text, p.reason) for p in read(data) if isinstance(p, Skipped)]


def test_a_list_with_titles_gives_what_it_says_of_each_paper() -> None:
    data = (CASES / "titled_markdown.md").read_bytes()
    first, second, fourth = entries(data)
    assert first == Entry(
        1,
        Place(20, 1, 20, 87),
        "We prune **layers** of LLaMA-2-7b <think> and keep 95\\% of its accuracy at $5 to $10\n"
        "per run, with  two spaces [12] and 🤗.\n\nOur second paragraph says that $a < b$.",
        title="Cutter: Pruning Layers of Language Models",
        authors=("Ada Beispiel", "Ben Muster", "Carla van Example"),
        arxiv="2401.00001v2",
        code_url="https://github.com/toy/cutter",
        page="https://arxiv.org/abs/2401.00001v2",
    )
    assert (second.title, second.abstract) == (
        "Do Graphs Dream?",
        "Graphs have links; we predict them 40x faster.\np > 0.05 is seen nowhere.",
    )
    assert (fourth.position, fourth.title, fourth.authors, fourth.keywords, fourth.doi) == (
        3,
        "Bandits at Night",
        ("Dan Example", "Eva Muster"),
        ("bandits", "nights"),
        "10.1234/toy.4",
    )
    assert fourth.abstract == (
        "**Background:** Nights are long.\n\n**Results:** We prove a bound of $O(1/T)$:\n\n"
        "- it is tight, and\n- it is short."
    )
    assert skipped(data) == [
        (11, "Toy Conference 2024: Accepted Papers", "heading"),
        (13, "- [Orals](#orals)", "outside entries"),
        (16, "This list is kept by hand. Please report what is missing.", "outside entries"),
        (18, "Orals", "heading"),
        (42, "```bibtex", "code"),
        (46, "Posters", "heading"),
        (48, "A Title Without Abstract", "no abstract"),
        (67, "| Paper | Room |", "table"),
        (63, "Placeholders", "no abstract"),
    ]


def test_a_numbered_list_keeps_the_line_breaks_and_what_belongs_to_an_item() -> None:
    data = (CASES / "numbered_wrapped.txt").read_bytes()
    assert skipped(data) == [(1, "Angenommene Beiträge", "heading")]
    assert [(entry.position, entry.place.line, entry.abstract) for entry in entries(data)] == [
        (
            1,
            3,
            "We propose a method that is hard-\r\nwrapped at forty columns or so. It is\r\n"
            "used in 2020.",
        ),
        (2, 6, "Graphs have links.\n\nThe second paragraph stands further in."),
        (
            3,
            10,
            "Bandits are played at night; we prove\r\nthat (1) this is so and\r\n"
            "(2) nothing else is.\n\nThis paragraph belongs to the third item.",
        ),
        (4, 16, "我们证明一个界。"),
    ]


def test_without_titles_each_paragraph_is_an_abstract() -> None:
    data = (CASES / "untitled.txt").read_bytes()
    found = entries(data)
    assert [(entry.place.line, entry.abstract) for entry in found] == [
        (3, "We prune **layers**  of LLaMA-2-7b.\nCode: \\url{https://github.com/toy/prune_it}."),
        (6, "Graphs have links; we predict them better — by 3.5% — than all others do."),
        (11, "نقترح طريقة جديدة."),
        (13, "Abstract We propose a third.\nThe order of these lines is the authors'."),
        (16, "> 90% of all lines begin otherwise."),
    ]
    assert (found[1].arxiv, found[1].code_url) == ("2401.00002", "https://github.com/toy/graphs")
    assert skipped(data) == [(1, "Toy 论文列表", "heading")]


def test_labelled_fields_are_read_and_affiliations_are_not() -> None:
    data = (CASES / "labelled.txt").read_bytes()
    mail, second, third = entries(data)
    assert (mail.title, mail.authors, mail.year, mail.arxiv, mail.license) == (
        "Cutter: Pruning Layers of Language Models",
        ("Ada Beispiel", "Ben Muster"),
        2024,
        "2401.00001",
        "http://example.org/license/",
    )
    assert mail.abstract == "We prune layers\nand keep the rest."
    assert (second.title, second.authors, second.venue, second.year) == (
        "Graph Links",
        (),
        "Journal of Toys",
        2019,
    )
    assert second.abstract == "Summary: graphs have links. Availability: they are free."
    assert (third.title, third.authors, third.keywords) == (
        "夜间赌博机",
        ("张三", "李四"),
        ("赌博机", "夜间"),
    )
    assert third.abstract == "我们证明一个界。\n\n它是紧的。"
    assert "Town" not in repr([mail, second, third])


def test_entries_that_fold_out_have_title_and_names_in_their_summary() -> None:
    first, second = entries((CASES / "details.md").read_bytes())
    assert (first.title, first.authors, first.abstract, first.arxiv) == (
        "Cutter: Pruning Layers",
        ("Ada Beispiel", "Ben Muster"),
        "We prune layers.\nThey are gone.",
        "2401.00001",
    )
    assert (second.title, second.authors, second.abstract, second.arxiv) == (
        "Graph Links",
        ("Carla Example",),
        "Graphs have links.",
        "2401.00002",
    )


def test_titles_are_told_without_any_mark_where_each_has_one_text() -> None:
    data = (CASES / "bare_titles.txt").read_bytes()
    first, second, third = entries(data)
    assert (first.title, first.authors) == (
        "Cutter: Pruning Layers of Language Models",
        ("Ada Beispiel", "Ben Muster"),
    )
    assert first.abstract == "We prune layers and keep the rest. It works."
    assert (second.title, second.abstract[:17]) == ("Do Graphs Dream?", "Graphs have links")
    assert (third.title, third.abstract) == (
        "Bandits at Night",
        "Bandits are played at night. We prove that this is so.",
    )
    assert skipped(data) == [(1, "Toy Conference 2024 Papers", "heading")]


def test_pubmeds_text_is_read_without_affiliations_and_statements() -> None:
    data = (CASES / "pubmed.txt").read_bytes()
    (entry,) = entries(data)
    assert entry == Entry(
        1,
        Place(1, 1, 1, 76),
        "BACKGROUND: Models have layers\nthat nobody needs.\n\n"
        "RESULTS: We prune 30% of them (p<0.05).\n\n"
        "Copyright © 2020 Toy Society. All rights reserved.",
        title="Cutter: pruning the layers of large language models.",
        authors=("A Beispiel", "BC Muster"),
        venue="J Toy Res",
        year=2020,
        doi="10.1234/toy.2832",
    )
    assert clean(entry.abstract, plain.CLEANING)[0].endswith("(p<0.05).")
    assert skipped(data) == [(25, "Graph links.", "no abstract")]


@pytest.mark.parametrize(
    "marks",
    [
        ("1. ", "2. ", "3. "),
        ("1) ", "2) ", "3) "),
        ("[1] ", "[2] ", "[3] "),
        ("(1) ", "(2) ", "(3) "),
        ("- ", "- ", "- "),
        ("* ", "* ", "* "),
        ("+ ", "+ ", "+ "),
        ("• ", "• ", "• "),
        ("1.\t", "1.\t", "1.\t"),
        ("**1.** ", "**2.** ", "**3.** "),
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_marks_of_items_are_no_part_of_the_abstract(marks: tuple[str, ...], gap: str) -> None:
    texts = (PRUNING, GRAPHS, PROOF)
    data = gap.join(mark + text for mark, text in zip(marks, texts, strict=True))
    assert [entry.abstract for entry in entries(f"Papers\n\n{data}")] == list(texts)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("## {}\n\n", "\n\n"),
        ("{}\n-----\n\n", "\n\n"),
        ("<h3>{}</h3>\n<p>", "</p>\n"),
        ("**{}**\n\n", "\n\n"),
        ("**{}**\n", "\n\n"),
        ("**{}.** ", "\n\n"),
        ("- **{}**: ", "\n"),
        ("- **{}**\n  ", "\n"),
        ("Title: {}\nAbstract: ", "\n\n"),
        ("**Title:** {}\n\n**Abstract:** ", "\n\n---\n\n"),
        ("### {}\n#### Abstract\n", "\n"),
        ("### {}\n**Abstract**\n\n", "\n\n#### Summary\n\nIt is good.\n\n"),
        ("### [{}](https://example.org/p)\n**TL;DR:** It works.\n\n**Abstract:** ", "\n\n"),
        ("{}\n\n", "\n\n"),
        ("{}\n", "\n\n"),
        ("{}\n\nZusammenfassung: ", "\n\n"),
        ("## {}\n\nRésumé : ", "\n\nMots-clés : a, b\n\n"),
        ("<details><summary>{}</summary>\n\n", "\n</details>\n"),
    ],
)
def test_titles_of_every_kind_are_told_from_abstracts(before: str, after: str) -> None:
    titles = ("Cutter: Pruning Layers", "Graph Links", "Bandits at Night")
    texts = (PRUNING, GRAPHS, PROOF)
    pairs = list(zip(titles, texts, strict=True))
    data = "".join(before.format(title) + text + after for title, text in pairs)
    assert titled(data) == pairs
    assert titled(f"# Papers of 2024\n\n{data}".replace("\n", "\r\n").rstrip()) == pairs


@pytest.mark.parametrize("form", ["{n}. {title}\n\n{text}\n\n", "{n}. {title}\n{text}\n\n",
                                  "{n}) **{title}**\n\n   {text}\n\n",
                                  "[{n}] [{title}](https://example.org/{n})\n\n{text}\n\n",
                                  "### Paper {n}: {title}\n{text}\n\n"])  # fmt: skip
def test_numbers_are_no_part_of_titles(form: str) -> None:
    titles, texts = ("Cutter: Pruning Layers", "Graph Links"), (PRUNING, GRAPHS)
    pairs = list(zip(titles, texts, strict=True))
    data = "".join(
        form.format(n=n, title=title, text=text) for n, (title, text) in enumerate(pairs, 1)
    )
    assert titled(data) == pairs


def test_sections_of_a_list_are_no_titles() -> None:
    data = f"# Papers\n\n## Orals\n\n{PRUNING}\n\n{GRAPHS}\n\n## Posters\n\n{PROOF}\n"
    assert titled(data) == [(None, PRUNING), (None, GRAPHS), (None, PROOF)]
    assert [text for _, text, _ in skipped(data)] == ["Papers", "Orals", "Posters"]


def test_several_paragraphs_under_a_title_are_one_abstract() -> None:
    data = f"## Cutter: Pruning Layers\n\n{PRUNING}\n\n{PROOF}\n\n## Graph Links\n\n{GRAPHS}\n"
    assert titled(data) == [
        ("Cutter: Pruning Layers", f"{PRUNING}\n\n{PROOF}"),
        ("Graph Links", GRAPHS),
    ]


def test_rules_part_abstracts_of_several_paragraphs() -> None:
    data = f"{PRUNING}\n\n{PROOF}\n\n---\n\n{GRAPHS}\n\n* * *\n\n{PROOF}\n"
    assert titled(data) == [(None, f"{PRUNING}\n\n{PROOF}"), (None, GRAPHS), (None, PROOF)]


def test_text_behind_a_rule_does_not_end_up_in_the_abstract_above() -> None:
    data = f"## Cutter: A\n\n{PRUNING}\n\n## Graph: B\n\n{GRAPHS}\n\n---\n\nMade by hand.\n"
    assert titled(data) == [("Cutter: A", PRUNING), ("Graph: B", GRAPHS)]
    assert skipped(data) == [(11, "Made by hand.", "outside entries")]


def test_lines_as_long_as_abstracts_are_abstracts_of_their_own() -> None:
    lines = [
        f"{n} of our results say more. {PRUNING * 12}" for n in ("One", "Two", "Three", "Four")
    ]
    assert [entry.abstract for entry in entries("\n".join(lines))] == lines
    short = [line[:150] + "." for line in lines]
    assert [entry.abstract for entry in entries("\n".join(short))] == ["\n".join(short)]


def test_names_and_addresses_below_a_title_are_not_read_as_text() -> None:
    block = "Ada Beispiel\nTown University\nada@example.org"
    data = f"## Cutter: Pruning\n\n{block}\n\n{PRUNING}\n\n## Graph Links\n\n{GRAPHS}\n"
    assert titled(data) == [("Cutter: Pruning", PRUNING), ("Graph Links", GRAPHS)]
    assert "example.org" not in repr(read(data))


def test_an_address_is_not_taken_for_an_abstract_that_is_missing() -> None:
    data = f"## Cutter: A\n\nPlease write to ada@example.org if you want to know more\n\n## B: C\n\n{GRAPHS}"
    assert titled(data) == [("B: C", GRAPHS)]
    assert "example.org" not in repr(read(data))


def test_a_first_line_that_is_short_by_chance_is_no_title() -> None:
    second = f"Here is our text\n{GRAPHS}"
    assert titled(f"Toy texts\n\n{PRUNING}\n\n{second}") == [(None, PRUNING), (None, second)]


def test_a_line_of_an_item_may_begin_with_another_number() -> None:
    first = "We propose what was first seen in\n2020. It is good."
    assert [entry.abstract for entry in entries(f"1. {first}\n2. {GRAPHS}")] == [first, GRAPHS]


def test_an_identifier_may_come_before_the_title() -> None:
    data = "".join(
        f"arXiv: 2401.0000{n}\nTitle: {title}\nAbstract: {GRAPHS}\n\n"
        for n, title in enumerate(("Cutter", "Graph"), 1)
    )
    assert [(entry.title, entry.arxiv) for entry in entries(data)] == [
        ("Cutter", "2401.00001"),
        ("Graph", "2401.00002"),
    ]


def test_wrapped_lines_stay_as_they_are() -> None:
    data = "We propose a method that\ndoes this and that.\n\nGraphs have links; we\npredict them.\n"
    found = [entry.abstract for entry in entries(data)]
    assert found == [
        "We propose a method that\ndoes this and that.",
        "Graphs have links; we\npredict them.",
    ]
    assert [clean(text, plain.CLEANING) for text in found] == [(text, ()) for text in found]


def test_the_place_of_an_entry_is_its_first_line() -> None:
    (entry,) = entries("\n  We show\nA.")
    assert entry.place == Place(2, 3, 2, 10)


def test_the_text_of_a_paragraph_is_kept_exactly() -> None:
    (entry,) = entries("\n  We  show\tA\u2028and\u00a0B\x85\x0b\n  on $x$\\\\\n**C**. \n\n")
    assert entry.abstract == "We  show\tA\u2028and\u00a0B\x85\x0b\n  on $x$\\\\\n**C**."


@pytest.mark.parametrize(
    "paragraph",
    [
        "NeurIPS 2025 Papers",
        "NeurIPS 2025 论文列表",
        "Статьи конференции",
        "قائمة الأوراق",
        "Proc. of NeurIPS",
    ],
)
def test_a_heading_in_any_language_is_no_abstract(paragraph: str) -> None:
    assert is_heading(paragraph)
    data = f"{paragraph}\n\n{PRUNING}\n\n{GRAPHS}"
    assert skipped(data) == [(1, paragraph, "heading")]
    assert len(entries(data)) == 2


@pytest.mark.parametrize(
    "paragraph",
    [
        "We show A.",
        "Is it so?",
        "我们提出一种方法。",
        "हम एक विधि प्रस्तुत करते हैं।",
        "نقترح طريقة\u06d4",
        "It works (see below).",
        "He said “it works.”",
        "We show\nA",
        "word " * 41,
    ],
)
def test_a_sentence_several_lines_or_a_long_line_is_an_abstract(paragraph: str) -> None:
    assert not is_heading(paragraph)
    assert [entry.abstract for entry in entries(paragraph)] == [paragraph.strip()]


def test_a_heading_between_abstracts_does_not_count_as_a_position() -> None:
    data = "We show A.\n\nOral papers\n\nWe show B."
    assert [entry.position for entry in entries(data)] == [1, 2]


@pytest.mark.parametrize("data", ["", "\n", " \n\t\n", "\ufeff", "---\n---\n"])
def test_a_blank_text_holds_nothing(data: str) -> None:
    assert read(data) == []


def test_damage_makes_an_entry_unreadable_and_does_not_stop_the_rest() -> None:
    data = b"Papers\n\nWe show A.\n\nA caf\xe9 works.\n\nWe \0 show.\n\nHe\xe9ding\n\nWe show B.\n"
    parts = read(data)
    assert [part.place.line for part in parts if isinstance(part, Unreadable)] == [5, 7, 9]
    assert [entry.abstract for entry in entries(data)] == ["We show A.", "We show B."]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_byte_order_mark_tells_the_encoding(encoding: str) -> None:
    found = entries("Wir zeigen Äpfel.\n\n我们。".encode(encoding))
    assert [entry.abstract for entry in found] == ["Wir zeigen Äpfel.", "我们。"]


@pytest.mark.parametrize(
    ("opening", "what"), [("<!-- note", "the comment"), ("```text", "the code block")]
)
def test_what_is_not_closed_is_reported_with_its_line(opening: str, what: str) -> None:
    *_, last = read(f"We show A.\n\n{opening}\n\nWe show B.\n")
    assert isinstance(last, Unreadable)
    assert (last.place.line, last.message) == (
        3,
        f"{what} is not closed: nothing behind it was read",
    )


def test_a_paragraph_without_end_is_reported_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "BLOCK_LENGTH_LIMIT", 1000)
    data = "We show A.\n\n" + "We show it, and again,\n" * 200 + "\n\nWe show B.\n"
    parts = read(data)
    assert [part.place.line for part in parts if isinstance(part, Unreadable)] == [3]
    assert [entry.abstract for entry in entries(data)] == ["We show A.", "We show B."]


def test_a_list_is_read_as_it_is_asked_for() -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
            piece = b"We show it.\n\n"[: len(buffer)]
            buffer[: len(piece)] = piece
            return len(piece)

    parts = plain.iter_parts(io.BufferedReader(Endless()), {})
    positions = [part.position for part, _ in zip(parts, range(20_000), strict=False)
                 if isinstance(part, Entry)]  # fmt: skip
    assert positions[-1] == 20_000


def test_anything_may_be_a_list() -> None:
    assert plain.recognises("", "")
    assert load_format(SourceFormat.PLAIN) is plain
    assert list(SourceFormat)[-1] is SourceFormat.PLAIN


@pytest.mark.real
def test_the_first_collection_reads_as_before() -> None:
    sources = Path(__file__).parents[2] / "dataset" / "sources"
    counts = {}
    for path in sorted(sources.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        paragraphs = [part.strip() for part in text.split("\n\n") if part.strip()]
        found = entries(path.read_bytes())
        assert [entry.abstract for entry in found] == paragraphs[1:]
        assert [entry.position for entry in found] == list(range(1, len(found) + 1))
        assert all(clean(entry.abstract, plain.CLEANING) == (entry.abstract, ()) for entry in found)
        assert [reason for *_, reason in skipped(path.read_bytes())] == ["heading"]
        counts[path.name[:3]] = len(found)
    assert counts == {"000": 19, "001": 12, "004": 19}


WORDS = [
    "We show 3.5%",
    "at $5 to $10",
    "[12]",
    "Graphs  have",
    "🤗",
    "don't",
    "我们",
    "as said.\n",
]
PARAGRAPHS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(
    lambda words: re.sub(r"\s*\n\s*", "\n", f"We say: {' '.join(words)}").strip() + "."
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(PARAGRAPHS, min_size=1, max_size=8))
def test_every_paragraph_of_a_list_without_titles_comes_once(paragraphs: list[str]) -> None:
    data = "Toy list\n\n" + "\n\n".join(paragraphs)
    assert [entry.abstract for entry in entries(data)] == paragraphs


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())  # fmt: skip
def test_damaged_samples_never_raise(path: Path, data: st.DataObject) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(0, 8))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(content[: data.draw(st.integers(0, len(content)))])
    for document in (cut, b"\xff\xfe" + cut):
        parts = read(document)
        assert read(document) == parts
        found = [part for part in parts if isinstance(part, Entry)]
        assert [entry.position for entry in found] == list(range(1, len(found) + 1))
        assert all(entry.abstract.strip() for entry in found)
        for part in parts:
            if isinstance(part, Skipped):
                part.text.encode()
                assert "\n" not in part.text
