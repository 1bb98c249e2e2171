"""Conference files of the project paperlists: a JSON list of papers with flat keys."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from paperclaims_curation.documents.citations import (
    find_arxiv,
    find_doi,
    find_openreview,
    find_page,
    split_keywords,
)
from paperclaims_curation.documents.entry import Entry, Part
from paperclaims_curation.documents.jsonobjects import (
    JsonObject,
    find_keys,
    first_text,
    iter_entries,
    text_at,
    texts_of,
)
from paperclaims_curation.documents.people import split_authors
from paperclaims_curation.problem import Place
from paperclaims_schema.vocabularies import CleaningStep

CLEANING = (
    CleaningStep.LINE_ENDS,
    CleaningStep.MARKUP,
    CleaningStep.ENTITIES,
    CleaningStep.ABSTRACT_LABEL,
)

_OWN_KEYS = frozenset(
    (
        *("author_site", "author_num", "gs_citation", "pdf_size", "aff", "aff_domain"),
        *("aff_unique_index", "or_profile", "rating_avg", "replies_avg", "affs", "sess"),
    )
)
_PRESENTATIONS = frozenset(("poster", "oral", "spotlight"))
_BIBTEX_YEAR = re.compile(r'\byear\s*=\s*[{"]?\s*(\d{4})\b')


def recognises(head: str, name: str) -> bool:
    """Whether there are titles, tracks and statuses beside keys of the project's own."""
    keys = find_keys(head)
    return keys >= {"title", "track", "status"} and not keys.isdisjoint(_OWN_KEYS)


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The papers of a file, whatever was decided on them. `columns` has no meaning here."""
    return iter_entries(stream, frozenset(("abstract", "title")), _read_paper)


def _read_paper(paper: JsonObject, place: Place) -> Part:
    addresses = texts_of(paper.get(key) for key in ("openreview", "site", "oa", "pdf", "url_paper"))
    # Where both are, `author` is the list with clear marks between the names.
    authors = first_text(paper.get("author"), paper.get("author_site"))
    presentation = (text_at(paper, "status") or "").lower()
    code = text_at(paper, "github")
    year = _BIBTEX_YEAR.search(text_at(paper, "bibtex") or "")
    keywords = text_at(paper, "keywords") or ""
    return Entry(
        0,
        place,
        text_at(paper, "abstract") or "",
        title=text_at(paper, "title"),
        authors=split_authors(authors or ""),
        year=int(year[1]) if year else None,
        track=text_at(paper, "track"),
        presentation=presentation if presentation in _PRESENTATIONS else None,
        primary_area=text_at(paper, "primary_area"),
        keywords=split_keywords(keywords.replace("\uff1b", ";")),
        openreview=find_openreview(addresses),
        arxiv=find_arxiv(addresses, bare=texts_of((paper.get("arxiv"),))),
        doi=find_doi(texts_of((paper.get("doi"),))),
        code_url=f"https://{code}" if code and "://" not in code else code,
        page=find_page(
            texts_of(paper.get(key) for key in ("site", "openreview", "oa", "url_paper"))
        ),
    )
