from __future__ import annotations

import io
from pathlib import Path

import pytest

from paperclaims_curation.documents.bibtexblocks import BLOCK_LENGTH_LIMIT
from paperclaims_curation.documents.cleaning import clean
from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.formats.bibtex import (
    CLEANING,
    LOOK_AHEAD,
    iter_parts,
    recognises,
)
from paperclaims_curation.problem import Place

CASES = Path(__file__).parents[1] / "cases" / "import" / "bibtex"


def at(line: int, column: int, width: int) -> Place:
    return Place(line, column, line, column + width)


def read(content: bytes | str) -> list[Part]:
    received = content.encode() if isinstance(content, str) else content
    return list(iter_parts(io.BufferedReader(io.BytesIO(received)), {}))


def read_case(name: str) -> list[Part]:
    return read((CASES / name).read_bytes())


def read_one(fields: str) -> Entry:
    (part,) = read(f"@article{{key, abstract = {{We see.}}, {fields}}}")
    assert isinstance(part, Entry)
    return part


def abstracts(parts: list[Part]) -> list[str]:
    return [part.abstract for part in parts if isinstance(part, Entry)]


def messages(parts: list[Part]) -> list[tuple[int, str]]:
    return [(part.place.line, part.message) for part in parts if isinstance(part, Unreadable)]


def test_anthology_export_keeps_its_latex_and_skips_entries_without_abstract() -> None:
    volume = "Proceedings of the 3rd Conference on Toy Language Processing (Volume 1: Long Papers)"
    assert read_case("acl_anthology.bib") == [
        Skipped(at(1, 1, 13), volume, "no abstract"),
        Entry(
            position=1,
            place=at(8, 1, 15),
            abstract=r"We parse {G}erman with ``small'' models. Accuracy rises by 3.5{\%} to"
            r" 95{\%} at a cost of {\$}5 to {\$}10 per run [12].",
            title="Small Parsers Read {G}erman: A {CNN} Study",
            authors=("Ada Beispiel", r"J{\"o}rg M{\"u}ster", r"{\'E}va {\'A}d{\'a}m"),
            venue=volume,
            year=2024,
            doi="10.18653/v1/2024.toyconf-long.1",
            page="https://aclanthology.org/2024.toyconf-long.1/",
        ),
        Skipped(at(24, 1, 15), "A Paper without an Abstract", "no abstract"),
    ]


def test_exports_of_reference_managers_give_identifiers_but_no_files_or_notes() -> None:
    zotero, mendeley, openreview, scholar = read_case("zotero_mendeley_scholar.bib")
    assert zotero == Entry(
        position=1,
        place=at(1, 1, 6),
        abstract="TinyNet is 2\\${\\textbackslash}times\\$ faster.\n\nIt needs no training.",
        title="{TinyNet}: {Fast} {Toys}",
        authors=("Ada Beispiel", "Ben van der Muster", "Toy Research"),
        year=2025,
        keywords=("Computer Science - Machine Learning", "Toys"),
        arxiv="2501.00001",
        doi="10.48550/arXiv.2501.00001",
        license="Creative Commons Attribution 4.0 International",
        page="http://arxiv.org/abs/2501.00001",
    )
    assert mendeley == Entry(
        position=2,
        place=at(20, 1, 9),
        abstract=r"We weigh 60{\%} of all toys.",
        title="Weighing Toys",
        authors=("Ben Muster", "Ada Beispiel"),
        venue="Journal of Toys",
        year=2019,
        keywords=("scales", "toys"),
        arxiv="1901.00002",
        doi="10.1007/978-3-030-00000-1_2",
        page="https://example.org/toys_2019",
    )
    assert isinstance(openreview, Entry)
    assert openreview.openreview == "aB3_dE-fGh"
    assert openreview.page == "https://openreview.net/forum?id=aB3_dE-fGh"
    assert scholar == Skipped(at(47, 1, 9), "Toys considered harmless", "no abstract")


def test_crossref_gives_venue_and_year_of_an_entry_further_down() -> None:
    child, preprint, _, orphan = read_case("dblp_crossref.bib")
    assert child == Entry(
        position=1,
        place=at(1, 1, 15),
        abstract=r"Toys scale. They do so in \(O(n)\).",
        title="Toys at Scale",
        authors=("Wei Beispiel", "Jan van der Muster"),
        venue="Toys - 4th International Conference, {TOY} 2024, Nowhere, Toyland,\n"
        "                  Proceedings",
        year=2024,
        doi="10.1007/978-3-031-00000-2_7",
    )
    assert isinstance(preprint, Entry)
    assert (preprint.venue, preprint.arxiv) == ("CoRR", "2403.00004")
    assert isinstance(orphan, Entry)
    assert (orphan.venue, orphan.year) == (None, None)


def test_an_entry_does_not_wait_for_its_crossref_for_ever() -> None:
    child = "@inproceedings{child, crossref = {book}, abstract = {We wait.}}\n"
    others = "@misc{other, abstract = {We come between.}}\n"
    book = "@proceedings{book, title = {The Book}, year = 2020}\n"
    near = read(child + others * (LOOK_AHEAD - 1) + book)[0]
    far = read(child + others * LOOK_AHEAD + book)[0]
    siblings = "".join(f"@misc{{m{number}}}\n" for number in range(LOOK_AHEAD))
    assert isinstance(before := read(book + child)[-1], Entry)
    assert isinstance(long_before := read(book + siblings + child)[-1], Entry)
    assert (before.venue, long_before.venue) == ("The Book", None)
    assert isinstance(near, Entry)
    assert isinstance(far, Entry)
    assert (near.venue, far.venue) == ("The Book", None)


def test_macros_quotes_and_round_brackets_are_read_and_comments_are_not() -> None:
    ads, parentheses, biblatex = read_case("macros_quotes_and_delimiters.bib")
    assert ads == Entry(
        position=1,
        place=at(10, 1, 9),
        abstract='We see so-called "jets", which are fast, and {"}plumes{"}. Masses are of'
        r" \{1, 2\} kg.",
        title='So-called "jets" of toys, and other things',
        authors=("A. Beispiel", "B. M. Muster", "The {TOY} Collaboration"),
        venue="Journal of Toys",
        year=2024,
        arxiv="2401.00005",
    )
    assert parentheses == Entry(
        position=2,
        place=at(24, 1, 10),
        abstract="We introduce toys (all) and @more{} of them.",
        title="Parentheses (round ones)",
        authors=("Ada Beispiel", "Ben Muster"),
        venue="unknown_macro",
        year=2023,
    )
    assert biblatex == Entry(
        position=3,
        place=at(32, 1, 8),
        abstract="We write long names.",
        title="Long Names: A Subtitle",
        authors=("Jan van der Muster", "Ada Beispiel"),
        venue="Toy Reports",
        year=2022,
        keywords=("names", "Toy, Inc."),
        arxiv="2205.00006",
        code_url="https://github.com/toy/names",
    )


def test_entries_that_break_the_rules_are_read_where_they_can_be() -> None:
    parts = read_case("breaking_the_rules.bib")
    assert abstracts(parts) == [
        "An entry may lack its key.",
        "Commas may be missing",
        "Commas may be doubled.",
        "The first that is not empty counts.",
        "Keys may be repeated.",
        "A line may end here.\\\\",
        "Remarks may stand between 100% of the fields.",
        "First.",
        "Second.",
    ]
    entries = [part for part in parts if isinstance(part, Entry)]
    assert [entry.position for entry in entries] == list(range(1, 10))
    assert entries[0].authors == ("Ada Beispiel", "Ben Muster", "Cleo Probe", "Dan Test")
    assert (entries[1].title, entries[1].year) == ("No Commas", 2021)
    assert entries[3].title == "Twice"
    assert entries[6].title == "Remarks"
    assert entries[8].place == at(20, 52, 9)
    assert parts[9:] == [
        Skipped(at(21, 1, 9), "Nothing Here", "no abstract"),
        Skipped(at(22, 1, 6), "Taken Back", "withdrawn"),
    ]


def test_a_broken_entry_is_one_problem_and_the_rest_is_read() -> None:
    parts = read_case("broken.bib")
    assert abstracts(parts) == ["Read before.", "Read behind.", "Read at last."]
    open_message = (
        "@article is not closed: a brace or quotation mark is missing, or the document breaks off"
    )
    assert messages(parts) == [
        (2, open_message),
        (
            10,
            "a field outside of any entry: the entry before is closed too early,"
            " or the beginning of this one is damaged",
        ),
        (
            12,
            "@article{junk}: there should be `name = value`, not"
            " `behind a value, abstract = {Not read.}`",
        ),
        (
            13,
            "@article{quote}: there should be `name = value`, not"
            ' `this" end", abstract = {Not read.}`',
        ),
        (15, open_message),
    ]


def test_mark_at_the_beginning_and_line_ends_of_windows_do_no_harm() -> None:
    (part,) = read_case("web_of_science_with_bom_and_crlf.bib")
    assert part == Entry(
        position=1,
        place=at(1, 1, 9),
        abstract="Toys \\& games were weighed (n=12) with\r\n   the same scales\\% and the"
        " readers&apos; help. (C) 2018 Toy Press. All rights\r\n   reserved.",
        title=r"Toys \& Games",
        authors=("Ada Beispiel", "Ben Muster"),
        venue="TOY LETTERS",
        year=2018,
        keywords=("toys", "games", "board games, old"),
        doi="10.1000/toy.2018.1",
    )
    assert clean(part.abstract, CLEANING)[0] == (
        "Toys & games were weighed (n=12) with the same scales% and the readers' help."
    )


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("Beispiel, Ada and Muster, Ben and others", ("Ada Beispiel", "Ben Muster")),
        ("{Toy Research} and {Barnes and Noble}", ("Toy Research", "Barnes and Noble")),
        ("{Company, Inc.} and Ada Beispiel", ("Company, Inc.", "Ada Beispiel")),
        ("van der Berg, Jr., Jan", ("Jan van der Berg Jr.",)),
        ("Wei Wang 0001", ("Wei Wang",)),
        ("Beispiel, Ada; Muster, Ben", ("Ada Beispiel", "Ben Muster")),
        ("Ada Beispiel\nand\n  Ben Muster and and Cleo Probe and", ("Ada Beispiel", "Ben Muster", "Cleo Probe")),
        ("Ada Beispiel (ada@toys.example)", ("Ada Beispiel",)),
        ("李明 and 王芳", ("李明", "王芳")),
        ("and others", ()),
    ],
)  # fmt: skip
def test_names_come_given_name_first(author: str, names: tuple[str, ...]) -> None:
    assert read_one(f"author = {{{author}}}").authors == names


@pytest.mark.parametrize(
    ("fields", "arxiv"),
    [
        ("eprint = {2501.00001v2}, archivePrefix = {arXiv}", "2501.00001v2"),
        ("eprint = {arXiv:2501.00001}", "2501.00001"),
        ("eprint = {hep-th/9901001}, eprinttype = {arxiv}", "hep-th/9901001"),
        ("eprint = {12345678}, eprinttype = {pmid}", None),
        ("journal = {arXiv preprint arXiv:2501.00001}", "2501.00001"),
        ("url = {https://arxiv.org/pdf/2501.00001.pdf}", "2501.00001"),
        ("doi = {10.48550/arXiv.2501.00001}", "2501.00001"),
        ("howpublished = {\\url{https://arxiv.org/abs/2501.00001}}", "2501.00001"),
    ],
)
def test_arxiv_ids_are_found_wherever_exports_put_them(fields: str, arxiv: str | None) -> None:
    assert read_one(fields).arxiv == arxiv


@pytest.mark.parametrize(
    ("head", "name", "expected"),
    [
        ("@article{key,\n  title = {T}\n}", "", True),
        ("% Encoding: UTF-8\n\n@string{toy = {Toy}}", "", True),
        ("Exported by a library.\n\n@misc{key,\n title = {T}}", "", True),
        ("Nothing yet", "toys.bib", False),
        ("# Cite us\n\n```\n@misc{key,\n title = {T}}\n```", "readme.md", False),
        ('{"bibtex": "@misc{key,\\n title = {T}}"}', "", False),
        ("We write to @author (always) about toys.", "", False),
    ],
)
def test_a_document_is_recognised_by_its_blocks(head: str, name: str, expected: bool) -> None:
    assert recognises(head, name) is expected


def test_an_entry_on_one_endless_line_is_read_wherever_the_pieces_are_cut() -> None:
    one = "@article{k, title = {T \\{ t}, abstract = {We see toys.\\\\}} "
    parts = read(one * 5000)
    assert abstracts(parts) == ["We see toys.\\\\"] * 5000
    assert parts[-1].place == at(1, 4999 * len(one) + 1, 9)


def test_what_never_ends_is_passed_over_and_macros_cannot_grow_without_end() -> None:
    endless = "@article{k, abstract = {" + ("we see " * 99 + "\n") * (BLOCK_LENGTH_LIMIT // 600)
    parts = read(f"{endless}\n@misc{{b, abstract = {{Good.}}}}")
    assert abstracts(parts) == ["Good."]
    assert messages(parts) == [(1, "@article is longer than 4,194,304 characters")]
    doubling = "@string{a0 = {ha ha ha }}" + "".join(
        f"@string{{a{n} = a{n - 1} # a{n - 1}}}\n" for n in range(1, 40)
    )
    parts = read(doubling + "@misc{b, title = a39, abstract = {Good.}}")
    assert abstracts(parts) == ["Good."]
    assert messages(parts)[0] == (18, "the @string macros up to here are too long together")


def test_bytes_that_are_not_utf_8_are_a_problem_where_they_matter() -> None:
    parts = read(
        "@misc{a, address = {Köln}, abstract = {Read.}}\n"
        "@misc{b, title = {Köln}, abstract = {Not read.}}\n".encode("latin-1")
    )
    assert abstracts(parts) == ["Read."]
    assert messages(parts) == [(2, "the entry holds bytes that are not UTF-8, or NUL characters")]
    wide = read("@misc{a, abstract = {We see ö.}}".encode("utf-16"))
    assert abstracts(wide) == ["We see ö."]
