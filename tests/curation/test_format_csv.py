from __future__ import annotations

import csv
import io
import tracemalloc
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperclaims_curation.documents.delimited import FIELD_LIMIT, ROW_LIMIT
from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.formats.csv import iter_parts, recognises
from paperclaims_curation.problem import Place

CASES = Path(__file__).parents[1] / "cases" / "import" / "csv"
SAMPLES = sorted(CASES.iterdir())


def at(line: int) -> Place:
    return Place(line, 1, line, 1)


def read(content: bytes | str, columns: Mapping[str, str] | None = None) -> list[Part]:
    received = content.encode() if isinstance(content, str) else content
    return list(iter_parts(io.BufferedReader(io.BytesIO(received)), columns or {}))


def read_case(name: str) -> list[Part]:
    return read((CASES / name).read_bytes())


def abstracts(parts: list[Part]) -> list[str]:
    return [part.abstract for part in parts if isinstance(part, Entry)]


def test_scopus_gives_full_names_without_their_ids() -> None:
    assert read_case("scopus.csv") == [
        Entry(
            1,
            at(2),
            'We prune "lazy" layers, and keep 95% accuracy at $5 to $10 [12].  Two spaces stay.'
            " © 2024 Invented Press. All rights reserved.",
            title='Pruning "lazy" layers; a study',
            authors=("Ada Beispiel", "Max Mustermann-Lee"),
            venue="Journal of Invented Results",
            year=2024,
            keywords=("pruning", "lazy layers"),
            doi="10.5555/jir.2024.1",
            page="https://www.scopus.example/record?eid=1&doi=10.5555%2fjir",
        ),
        Skipped(at(3), "Editorial", "no abstract"),
        Entry(
            2,
            at(4),
            "First line of a structured abstract.\nSecond line, after a line end.",
            title="Emoji 🎉 survive",
            authors=("Zoë Probe",),
            venue="Proceedings, Part II",
            year=2023,
            doi="10.5555/P2",
        ),
    ]


def test_web_of_science_does_not_quote_its_fields() -> None:
    assert read_case("wos_tab_delimited.txt") == [
        Entry(
            1,
            at(2),
            '"Small" models are 2x faster on 5" screens, we find.',
            title='"Small" models and 5" screens',
            authors=("Ada Beispiel", "Max Muster Jr."),
            venue="JOURNAL OF INVENTED RESULTS",
            year=2022,
            keywords=("pruning", "screens"),
            doi="10.5555/small",
        ),
        Skipped(at(3), "A note", "no abstract"),
        Entry(
            2,
            at(4),
            "We revisit <i>A. exempli</i> (n = 12).",
            title="Species <i>A. exempli</i> revisited",
            authors=("Wei Lee",),
            venue="INVENTED BIOLOGY",
            year=2020,
            doi="10.5555/exempli",
        ),
    ]


def test_ieee_xplore_leaves_inner_quotation_marks_single() -> None:
    assert read_case("ieee_xplore.csv") == [
        Entry(
            1,
            at(2),
            'We call it "EdgeNet" and reach 7.0% error, at 3 W.',
            title="Edge inference",
            authors=("A. Beispiel", "M. Muster"),
            venue="2023 Conference on Invented Results (CIR)",
            year=2023,
            keywords=("edge computing", "inference"),
            doi="10.5555/CIR.2023.7",
            license="CCBY",
        ),
        Entry(
            2,
            at(3),
            "The last abstract.",
            title="Second paper",
            authors=("Z. Probe",),
            venue="2023 Conference on Invented Results (CIR)",
            year=2023,
            doi="10.5555/CIR.2023.8",
            license="IEEE",
        ),
    ]


def test_zotero_has_its_own_words_for_abstract_and_venue() -> None:
    assert read_case("zotero.csv") == [
        Entry(
            1,
            at(2),
            "Abstract—We collect requirements.",
            title="Requirements of nothing",
            authors=("Ada Beispiel", "Max van der Muster"),
            venue="Workshop on Nothing",
            year=2021,
            keywords=("law", "software"),
            doi="10.5555/won",
            page="https://won.example/1",
        ),
        Skipped(at(3), "A page", "no abstract"),
    ]


def test_dimensions_begins_with_a_line_about_the_data() -> None:
    assert read_case("dimensions.csv") == [
        Entry(
            1,
            at(3),
            "We forecast nothing.",
            title="Forecasting nothing",
            authors=("Ada B Beispiel", "Max Muster"),
            venue="Journal of Tests",
            year=2020,
            doi="10.5555/dim1",
        )
    ]


def test_lens_gives_authors_under_a_heading_with_a_sign() -> None:
    assert read_case("lens.csv") == [
        Entry(
            1,
            at(2),
            "We look through a lens, twice.",
            title="A lens paper",
            authors=("Ada Beispiel", "Max M Muster"),
            venue="Lens Journal",
            year=2022,
            keywords=("lens", "glass"),
            doi="10.5555/lens",
            page="https://lens.example/000-001",
        )
    ]


def test_lists_as_python_prints_them_are_lists() -> None:
    assert read_case("kaggle_arxiv.csv") == [
        Entry(
            1,
            at(2),
            "We combine nothing with level sets,\nand parametrise  the evolution\nof a contour.",
            title="Level sets for nothing",
            authors=("Ada Beispiel", "Dan O'Muster"),
        ),
        Skipped(at(5), "Withdrawn things", "withdrawn"),
        Entry(
            2,
            at(6),
            r"We write \sum_{i} x_i, on one line.",
            title="One line",
            authors=("Wei Lee",),
        ),
    ]


def test_broken_rows_do_not_stop_the_others_and_give_no_abstracts() -> None:
    quotes = "close or double the quotation mark; the rows behind it are read"
    assert read_case("broken_rows.csv") == [
        Unreadable(at(2), "2 fields under 3 headings", "correct the row, or remove it"),
        Entry(1, at(3), "The first whole row.", title="Whole", year=2021),
        Unreadable(at(4), "4 fields under 3 headings", "correct the row, or remove it"),
        Entry(
            2,
            at(5),
            'We call it "Stray", and go on\nto a second line with 1,000 samples.',
            title="Stray",
            year=2022,
        ),
        Unreadable(
            at(7),
            "a quotation mark is not closed, or stands in a quoted field without being doubled;"
            " the next 2 lines are left out with it",
            quotes,
        ),
        Entry(3, at(10), "The row behind it.", title="After", year=2023),
        Entry(4, at(11), "Behind it, too.", title="More", year=2023),
        Entry(5, at(12), "Empty fields may follow.", title="Extra", year=2024),
    ]


def test_pubmed_summaries_have_no_abstracts() -> None:
    assert read_case("pubmed_summary.csv") == [
        Unreadable(
            at(1),
            "PubMed's CSV has no abstracts",
            "save the search in the format PubMed (.nbib) or as XML",
        )
    ]


EXCEL = 'Titel;Zusammenfassung;Jahr\r\nÄpfel;"Wir zählen;\r\n3,5 Äpfel.";2025\r\n;;\r\n'


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (("sep=;\r\n" + EXCEL).encode("utf-8-sig"), 3),
        (EXCEL.encode(), 2),
        (
            EXCEL.replace(";\r\n3", "¶").replace(";", "\t").replace("¶", ";\r\n3").encode("utf-16"),
            2,
        ),
    ],
)
def test_excel_writes_semicolons_or_utf_16(content: bytes, line: int) -> None:
    assert read(content) == [
        Entry(1, at(line), "Wir zählen;\r\n3,5 Äpfel.", title="Äpfel", year=2025)
    ]


def test_old_line_ends_and_a_missing_last_one_are_read() -> None:
    assert abstracts(read("title,abstract\rA,first\rB,second")) == ["first", "second"]


def test_headings_are_known_in_any_case_and_with_any_signs() -> None:
    parts = read('"ARTICLE_TITLE" , "Paper-Abstract", publication year\n"A, b", "We x.", 2020.0\n')
    assert parts == [Entry(1, at(2), "We x.", title="A, b", year=2020)]


def test_a_table_of_one_column_needs_no_quotation_marks() -> None:
    parts = read('Abstract\nWe, the "first", begin.\n"Quoted, ""twice""."\n')
    assert abstracts(parts) == ['We, the "first", begin.', 'Quoted, "twice".']


def test_a_named_column_wins_over_a_known_one() -> None:
    parts = read("abstract,Text Body\nno,yes\n", {"abstract": "text body"})
    assert abstracts(parts) == ["yes"]


def test_a_table_without_abstracts_says_which_columns_it_has() -> None:
    assert read("id,body text\n1,We x.\n") == [
        Unreadable(
            at(1),
            "no column is known to hold abstracts",
            "name the column of abstracts with --column abstract=NAME; the columns are: id, body text",
        )
    ]


def test_a_named_column_that_is_not_there_is_reported() -> None:
    assert read("id,abstract\n1,We x.\n", {"title": "name"}) == [
        Unreadable(at(1), "there is no column 'name' for title", "the columns are: id, abstract")
    ]


def test_an_empty_table_is_reported() -> None:
    assert read("") == [Unreadable(at(1), "the table is empty", "give a table with headings")]


def test_headings_in_the_midst_of_joined_tables_are_skipped() -> None:
    parts = read("title,abstract\nA,first\ntitle,abstract\nB,second\n")
    assert parts[1] == Skipped(at(3), "title abstract", "heading")
    assert abstracts(parts) == ["first", "second"]


def test_other_encodings_and_nul_are_reported_row_by_row() -> None:
    parts = read(
        "title,abstract,note\nA,gr\u00fcn,x\nB,NUL \0,x\nC,fine,\u00e9\n".encode("latin-1")
    )
    assert [(type(part), part.place.line) for part in parts] == [
        (Unreadable, 2),
        (Unreadable, 3),
        (Entry, 4),
    ]


def test_an_open_quotation_mark_takes_no_other_row_with_it() -> None:
    rows = "".join(f'"{n}","Abstract {n}."\n' for n in range(3, 9))
    parts = read(f'"title","abstract"\n"2","Open\n{rows}')
    assert isinstance(parts[0], Unreadable)
    assert parts[0].place == at(2)
    assert abstracts(parts) == [f"Abstract {n}." for n in range(3, 9)]


def test_a_table_cut_off_in_an_abstract_gives_no_pieces_of_it() -> None:
    parts = read('title,abstract\nA,whole\nB,"cut off\nafter 1,000 samples\nand more')
    assert [type(part) for part in parts] == [Entry, Unreadable]
    assert parts[1] == Unreadable(
        at(3),
        "the table ends inside a field in quotation marks; the next 2 lines are left out with it",
        "close or double the quotation mark; the rows behind it are read",
    )


def test_a_field_of_more_than_a_mebibyte_is_an_open_quotation_mark() -> None:
    filler = "word word\n" * (FIELD_LIMIT // 10 + 1)
    parts = read(f'title,abstract\nA,"{filler}B,behind\nC,"quoted"\nD,last\n')
    assert isinstance(parts[0], Unreadable)
    assert "larger than 1 MiB" in parts[0].message
    assert abstracts(parts) == ["behind", "quoted", "last"]


def test_a_line_of_any_length_takes_little_memory() -> None:
    class Long(io.RawIOBase):
        def __init__(self) -> None:
            self.left = 10 * ROW_LIMIT
            self.head, self.tail = b"title,abstract\nA,", b"\nB,behind\n"

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
            if self.head:
                piece, self.head = self.head, b""
            elif self.left > 0:
                piece = b"x" * min(len(buffer), self.left)
                self.left -= len(piece)
            else:
                piece, self.tail = self.tail, b""
            buffer[: len(piece)] = piece
            return len(piece)

    tracemalloc.start()
    parts = list(iter_parts(io.BufferedReader(Long(), 1 << 16), {}))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 6 * ROW_LIMIT
    assert isinstance(parts[0], Unreadable)
    assert parts[0].message == "a line is larger than 16 MiB"
    assert abstracts(parts) == ["behind"]


def test_nothing_but_names_is_read_of_people() -> None:
    for path in SAMPLES:
        for part in read(path.read_bytes()):
            assert "@" not in repr(part)
            assert "0000-0002-1825-0097" not in repr(part)
            assert "Univ" not in repr(part)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_are_recognised_by_their_headings(path: Path) -> None:
    head = path.read_text("utf-8-sig")
    assert recognises(head, "") == (path.name != "pubmed_summary.csv")
    assert recognises("", path.with_suffix(".csv").name)


@pytest.mark.parametrize(
    "head",
    [
        "",
        "Abstract\n\nWe propose a method, and it works.\n",
        "Abstract, as we use the word, is a noun of many meanings, all of them dull\n\nMore.\n",
        'columns=["title", "abstract", "authors"]\n\n"authors" is empty.\n',
        "# Accepted papers\n\nWe propose, we prove, we dispose.\n",
        "@article{a,\n  title = {T},\n  abstract = {We x.}\n}\n",
    ],
)
def test_prose_is_not_a_table(head: str) -> None:
    assert not recognises(head, "list.txt")


TEXTS = st.text(
    st.characters(codec="utf-8", exclude_characters="\0", exclude_categories=["Cs"])
    | st.sampled_from('",;\t|\r\n'),
    min_size=1,
).map(lambda text: f"We {text}.")


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1), st.sampled_from(",;\t|"))
@settings(max_examples=50, derandomize=True)
def test_what_was_written_by_the_rules_comes_back(
    rows: list[tuple[str, str]], delimiter: str
) -> None:
    table = io.StringIO()
    writer = csv.writer(table, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerows([("title", "abstract"), *rows])
    parts = read(table.getvalue())
    assert [(p.title, p.abstract) for p in parts if isinstance(p, Entry)] == rows
    assert len(parts) == len(rows)


@pytest.mark.parametrize(
    "path", [path for path in SAMPLES if path.name != "broken_rows.csv"], ids=lambda path: path.name
)
def test_a_table_cut_off_anywhere_keeps_its_whole_rows(path: Path) -> None:
    content = path.read_text("utf-8-sig")
    whole = abstracts(read(content))
    for cut in range(0, len(content), 7):
        found = abstracts(read(content[:cut]))
        expected = whole[: len(found)]
        assert found[:-1] == expected[:-1]
        assert "".join(expected[-1:]).startswith("".join(found[-1:]))


def damaged(content: bytes, cut: int, flips: list[tuple[int, int]]) -> Iterator[bytes]:
    changed = bytearray(content)
    for position, byte in flips:
        changed[position % len(changed)] = byte
    yield content[: cut % len(content)]
    yield bytes(changed)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
@given(st.integers(0), st.lists(st.tuples(st.integers(0), st.integers(0, 255)), max_size=5))
@settings(max_examples=50, derandomize=True)
def test_damaged_tables_give_parts(path: Path, cut: int, flips: list[tuple[int, int]]) -> None:
    content = path.read_bytes()
    for encoded in (content, content.decode("utf-8-sig").encode("utf-16")):
        for broken in damaged(encoded, cut, flips):
            for part in read(broken):
                assert isinstance(part, Entry | Skipped | Unreadable)
                if isinstance(part, Entry):
                    texts = [getattr(part, field.name) for field in fields(part)]
                    assert not any("\0" in text for text in texts if isinstance(text, str))
