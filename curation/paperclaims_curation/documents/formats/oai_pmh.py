"""OAI-PMH records: Dublin Core and arXiv's own `arXiv` and `arXivRaw`, with or without envelope.

Of several descriptions in Dublin Core the first is the abstract, except comments (`Comment: 5
pages`) and what repositories note of a deposit. A record in another form is read where it has an
`abstract`, or a `description` of type `Abstract`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from paperclaims_curation.documents.citations import (
    find_arxiv,
    find_doi,
    find_page,
    find_year,
    number_entries,
)
from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.people import clean_name, split_authors
from paperclaims_curation.documents.withdrawal import find_absence
from paperclaims_curation.documents.xmlelement import Element, Found
from paperclaims_curation.documents.xmlreading import iter_elements, root_name
from paperclaims_schema.vocabularies import CleaningStep

CLEANING = (
    CleaningStep.LINE_ENDS,
    CleaningStep.MARKUP,
    CleaningStep.ENTITIES,
    CleaningStep.LATEX_ACCENTS,
    CleaningStep.ABSTRACT_LABEL,
    CleaningStep.COPYRIGHT,
    CleaningStep.WRAPPING,
)

_RECORDS = ("record", "Record", "dc", "arXiv", "arXivRaw", "arXivOld", "qualifieddc")
# Persons' data, and where a record came from.
_IGNORED = ("affiliation", "nameIdentifier", "ORCID", "orcid", "email", "submitter", "about")
_ROOTS = frozenset((*_RECORDS, "OAI-PMH", "ListRecords", "GetRecord"))
_WRAPPERS = frozenset(("records", "Records", "metadata", "collection", "repository", "harvest"))
_MARKS = ("openarchives.org/OAI", "purl.org/dc/", "arxiv.org/OAI", "<oai_dc:dc")
_ARXIV = "oai:arXiv.org:"
_COMMENT = re.compile(r"comments?:\s*", re.IGNORECASE)
# Notes of a repository about a deposit; they name people and their addresses.
_PROVENANCE = re.compile(
    r"made available in dspace|item (?:withdrawn|created|reinstated) by|no\. of bitstreams"
    r"|(?:submitted|approved for entry|rejected)\b.{0,40}\bby\b.{0,200}?(?:@|\b\d{4}-\d\d-\d\d)",
    re.IGNORECASE,
)
_LICENSE = re.compile(
    r"https?://\S*licen[sc]e\S*|https?://creativecommons\.org/\S+|CC[ -]BY\b.*", re.IGNORECASE
)


def recognises(head: str, name: str) -> bool:
    """Whether a document is of this format."""
    root = root_name(head)
    return root == "OAI-PMH" or (
        root is not None
        and (root in _ROOTS or root in _WRAPPERS)
        and any(mark in head for mark in _MARKS)
    )


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The parts of a document."""
    items = iter_elements(stream, (*_RECORDS, "error"), _IGNORED)
    return number_entries(_read(i) if isinstance(i, Found) else i for i in items)


def _read(found: Found) -> Part:
    record = found.element
    if record.name == "error":
        words = (record.attributes.get("code", ""), record.line)
        return Unreadable(
            found.place,
            f"the repository answered with an error: {': '.join(filter(None, words))}",
            "correct the request and fetch the document again",
        )
    identifier = record.find_text("header", "identifier") or ""
    body = record.find("metadata") or record
    title = next(body.iter_inside("title"), Element("title"))
    abstract, comment = _find_abstract(body)
    is_deleted = any(e.attributes.get("status") == "deleted" for e in (record, *record.children))
    reason = "withdrawn" if is_deleted else find_absence(abstract.text, title.line, comment)
    if reason:
        return Skipped(found.place, title.line or identifier or record.name, reason)

    is_by_arxiv = identifier.startswith(_ARXIV)
    subjects = _lines(body, "subject")
    categories = (*" ".join(_lines(body, "categories")).split(), *(subjects if is_by_arxiv else ()))
    names = _lines(body, "identifier")
    licenses = filter(None, map(_LICENSE.search, _lines(body, "license", "rights")))
    years = (find_year((date,)) for date in _lines(body, "created", "date", "publicationYear"))
    return Entry(
        0,
        found.place,
        abstract.inner_xml,
        title=title.inner_xml or None,
        authors=tuple(filter(None, _iter_authors(body))),
        # Later dates are of other versions, or of the deposit.
        year=min(filter(None, years), default=None),
        primary_area=next(iter(categories), None),
        keywords=() if is_by_arxiv else subjects,
        arxiv=find_arxiv(names, bare=(*_lines(body, "id"), identifier.removeprefix(_ARXIV))),
        doi=find_doi((*_lines(body, "doi"), *names)),
        license=next((match[0] for match in licenses), None),
        page=find_page(names),
    )


def _lines(body: Element, *names: str) -> tuple[str, ...]:
    elements = (element for name in names for element in body.iter_inside(name))
    return tuple(line for element in elements if (line := element.line))


def _find_abstract(body: Element) -> tuple[Element, str]:
    """The abstract, empty if there is none, and the comments of the authors."""
    comments = [e.line for e in body.iter_inside("comments")]
    abstracts = [e for e in body.iter_inside("abstract") if e.line]
    for description in body.iter_inside("description"):
        line = description.line
        if _COMMENT.match(line):
            comments.append(_COMMENT.sub("", line, count=1))
        elif line and not _PROVENANCE.match(line) and _is_abstract(description):
            abstracts.append(description)
    return next(iter(abstracts), Element("abstract")), "; ".join(comments)


def _is_abstract(description: Element) -> bool:
    return description.attributes.get("descriptionType", "Abstract") == "Abstract"


def _iter_authors(body: Element) -> Iterator[str]:
    for author in (*body.iter_inside("author"), *body.iter_inside("creator")):
        parts = (author.find_text(name) for name in ("forenames", "keyname", "suffix"))
        name = author.find_text("creatorName") or author.find_text("name")
        if any(author.children):
            yield " ".join(filter(None, parts)) or _clean(name or "")
        else:
            yield _clean(author.text)
    for authors in body.iter_inside("authors"):
        if not any(authors.children):
            yield from split_authors(_without_brackets(authors.text))


def _clean(name: str) -> str:
    return " ".join(re.sub(r"[(<\[]\s*[)>\]]", "", clean_name(name)).split())


def _without_brackets(text: str) -> str:
    """Without affiliations: `A. Beispiel (1), B. Muster (2) ((1) Here, (2) There)`."""
    shorter = re.sub(r"\s*\([^()]*\)", "", text)
    return shorter if shorter == text else _without_brackets(shorter)
