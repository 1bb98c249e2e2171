"""arXiv's metadata snapshot: JSON Lines with wrapped abstracts and parsed names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from paperclaims_curation.documents.citations import find_arxiv, find_doi, find_year
from paperclaims_curation.documents.entry import Entry, Part
from paperclaims_curation.documents.jsonobjects import (
    JsonObject,
    dig,
    find_keys,
    items_at,
    iter_entries,
    read_authors,
    skip,
    text_at,
    texts_of,
)
from paperclaims_curation.documents.withdrawal import find_absence
from paperclaims_curation.problem import Place
from paperclaims_schema.vocabularies import CleaningStep

CLEANING = (
    CleaningStep.LINE_ENDS,
    CleaningStep.LATEX_ACCENTS,
    CleaningStep.ABSTRACT_LABEL,
    CleaningStep.WRAPPING,
)


def recognises(head: str, name: str) -> bool:
    """Whether there are names as arXiv parses them, or submitters beside its categories."""
    keys = find_keys(head)
    return "authors_parsed" in keys or keys >= {"submitter", "categories", "abstract"}


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The papers of a snapshot. `columns` has no meaning here."""
    return iter_entries(stream, frozenset(("abstract", "authors_parsed")), _read_paper)


def _read_paper(paper: JsonObject, place: Place) -> Part:
    title, abstract = text_at(paper, "title"), text_at(paper, "abstract") or ""
    if reason := find_absence(abstract, title or "", text_at(paper, "comments") or ""):
        return skip(place, title, reason)
    arxiv = find_arxiv((), bare=texts_of((paper.get("id"),)))
    page = f"https://arxiv.org/abs/{arxiv}" if arxiv else None
    license_name = text_at(paper, "license")
    names = [" ".join(texts_of(name)) for name in map(_order, items_at(paper, "authors_parsed"))]
    categories = (text_at(paper, "categories") or "").split()
    return Entry(
        0,
        place,
        abstract,
        title=title,
        authors=read_authors(names) or read_authors(paper.get("authors")),
        year=find_year(texts_of(dig(item, "created") for item in items_at(paper, "versions")[:1])),
        primary_area=categories[0] if categories else None,
        arxiv=arxiv,
        doi=find_doi(texts_of((paper.get("doi"),))),
        license=license_name,
        license_source=page if license_name else None,
        page=page,
    )


def _order(name: Any) -> list[Any]:
    """Given name, family name and suffix; affiliations may follow them, and are left out."""
    return [*name[1:2], *name[:1], *name[2:3]] if isinstance(name, list) else [name]
