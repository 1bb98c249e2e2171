"""Responses of the arXiv API, and arXiv's daily feeds, in Atom.

The text of an abstract is delivered without XML, since arXiv writes plain text with TeX in it:
`$x < y$` holds no tags.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import BinaryIO

from paperclaims_curation.documents.citations import find_arxiv, find_year, number_entries
from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.people import split_authors
from paperclaims_curation.documents.withdrawal import find_absence
from paperclaims_curation.documents.xmlelement import Element, Found
from paperclaims_curation.documents.xmlreading import iter_elements, root_name
from paperclaims_schema.vocabularies import CleaningStep

CLEANING = (
    CleaningStep.LINE_ENDS,
    CleaningStep.LATEX_ACCENTS,
    CleaningStep.ABSTRACT_LABEL,
    CleaningStep.WRAPPING,
)


def recognises(head: str, name: str) -> bool:
    """Whether a document is of this format."""
    return root_name(head) in ("feed", "entry") and "arxiv" in head.lower()


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The parts of a document."""
    items = iter_elements(stream, ("entry",), ("affiliation", "email", "uri"))
    return number_entries(_read(i) if isinstance(i, Found) else i for i in items)


def _read(found: Found) -> Part:
    entry = found.element
    name, title = entry.find_text("id") or "", entry.find("title") or Element("title")
    summary = entry.find("summary") or entry.find("content") or Element("summary")
    if "/api/errors" in name or (title.line == "Error" and "/abs/" not in name):
        return Unreadable(
            found.place,
            f"arXiv answered with an error: {summary.line or 'no reason is given'}",
            "correct the request and fetch the document again",
        )
    abstract = summary.text.strip()
    reason = find_absence(abstract, title.line, entry.find_text("comment") or "")
    if reason:
        return Skipped(found.place, title.line or name or "entry", reason)

    areas = (
        category.attributes.get("term")
        for category in (*entry.find_all("primary_category"), *entry.find_all("category"))
    )
    pages = (
        link.attributes.get("href")
        for link in entry.find_all("link")
        if link.attributes.get("rel", "alternate") == "alternate"
    )
    return Entry(
        0,
        found.place,
        abstract,
        title=title.text.strip() or None,
        authors=tuple(_iter_authors(entry)),
        year=find_year((entry.find_text("published") or "", entry.find_text("updated") or "")),
        primary_area=next(filter(None, areas), None),
        arxiv=find_arxiv((name,), bare=(name.removeprefix("oai:arXiv.org:"),)),
        doi=entry.find_text("doi") or entry.find_text("DOI"),
        license=entry.find_text("license") or entry.find_text("rights"),
        page=next(filter(None, pages), name if name.startswith("http") else None),
    )


def _iter_authors(entry: Element) -> Iterator[str]:
    for author in entry.find_all("author"):
        name = author.find_text("name") or ""
        # The API gives `:` as an author where a collaboration is named before a colon.
        if any(char.isalpha() for char in name):
            yield name
    for creator in entry.find_all("creator"):
        yield from split_authors(creator.text)
