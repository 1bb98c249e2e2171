"""Semantic Scholar papers: the API's answers, its bulk data sets, S2ORC in its three forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from paperclaims_curation.documents.citations import find_arxiv, find_doi, find_page, find_year
from paperclaims_curation.documents.entry import Entry, Part
from paperclaims_curation.documents.jsondecoding import DecodingError, decode
from paperclaims_curation.documents.jsonobjects import (
    JsonObject,
    dig,
    find_keys,
    first_text,
    items_at,
    iter_entries,
    read_authors,
    text_at,
    texts_of,
)
from paperclaims_curation.problem import Place
from paperclaims_schema.vocabularies import CleaningStep

CLEANING = (
    CleaningStep.LINE_ENDS,
    CleaningStep.MARKUP,
    CleaningStep.ENTITIES,
    CleaningStep.ABSTRACT_LABEL,
    CleaningStep.COPYRIGHT,
)

_MARKS = frozenset(("paperId", "corpusId", "corpusid", "abstract", "paperAbstract", "paper_id"))
_OWN_KEYS = frozenset(
    (
        *("paperId", "corpusId", "corpusid", "externalIds", "externalids", "openaccessinfo"),
        *("openAccessPdf", "paperAbstract", "outbound_citations", "mag_field_of_study", "s2Url"),
    )
)


def recognises(head: str, name: str) -> bool:
    """Whether there is a key of Semantic Scholar's own."""
    return not find_keys(head).isdisjoint(_OWN_KEYS)


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The papers of a document. `columns` has no meaning here."""
    return iter_entries(stream, _MARKS, _read_paper)


def _read_paper(paper: JsonObject, place: Place) -> Part:
    found = (dig(paper, *path) for path in (("externalIds",), ("externalids",)))
    groups = [*found, dig(paper, "openaccessinfo", "externalids")]
    ids = {
        name.lower(): value
        for group in groups
        if isinstance(group, dict)
        for name, value in group.items()
        if text_at(value)
    }
    doi = find_doi(texts_of((ids.get("doi"), paper.get("doi"))))
    arxiv = texts_of((ids.get("arxiv"), paper.get("arxivId"), paper.get("arxiv_id")))
    access = paper.get("openAccessPdf") or paper.get("openaccessinfo")
    page = find_page(texts_of((paper.get("url"), paper.get("s2Url"), paper.get("s2_url"))))
    license_name = text_at(access, "license")
    return Entry(
        0,
        place,
        _read_abstract(paper),
        title=first_text(paper.get("title"), *_cut_out(paper, "title")),
        authors=read_authors(paper.get("authors")),
        venue=first_text(
            *(paper.get(key) for key in ("venue", "journalName")),
            *(dig(paper, *path) for path in (("publicationVenue", "name"), ("journal", "name"))),
            paper.get("journal"),
        ),
        year=find_year(
            texts_of(paper.get(key) for key in ("year", "publicationDate", "publicationdate"))
        ),
        arxiv=find_arxiv((doi or "",), bare=arxiv),
        doi=doi,
        license=license_name,
        license_source=first_text(dig(access, "url"), page) if license_name else None,
        page=page,
    )


def _read_abstract(paper: JsonObject) -> str:
    abstract = first_text(*(paper.get(key) for key in ("abstract", "paperAbstract")))
    if abstract:
        return abstract
    paragraphs = [text_at(paragraph, "text") for paragraph in items_at(paper, "abstract")]
    return "\n\n".join(filter(None, paragraphs)) or "\n\n".join(_cut_out(paper, "abstract"))


def _cut_out(paper: JsonObject, name: str) -> list[str]:
    """The pieces of a whole paper's text that S2ORC marks with a name, by offsets."""
    text = text_at(paper, "content", "text")
    spans: Any = dig(paper, "content", "annotations", name)
    if isinstance(spans, str):
        try:
            spans, _ = decode(spans.strip(), 0)
        except DecodingError:
            return []
    pieces = []
    for span in spans if text and isinstance(spans, list) else []:
        start, end = (text_at(span, key) or "" for key in ("start", "end"))
        if text and start.isdecimal() and end.isdecimal() and len(end) < 10:
            pieces.append(text[int(start) : int(end)])
    return pieces
