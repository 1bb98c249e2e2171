"""PubMed citations in XML: `PubmedArticleSet` and what it holds, alone or one after the other.

A structured abstract is one text: its sections are paragraphs, parted by a blank line, each with
its label in front as in `METHODS: We ...`. A label is the word of the paper (`Label`), not the
category of the library (`NlmCategory`). An abstract in another language, `OtherAbstract`, is read
only where there is no other; a summary in plain language never is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO
from xml.sax.saxutils import escape

from paperclaims_curation.documents.citations import find_year, number_entries
from paperclaims_curation.documents.entry import Entry, Part, Skipped
from paperclaims_curation.documents.withdrawal import find_absence
from paperclaims_curation.documents.xmlelement import Element, Found
from paperclaims_curation.documents.xmlreading import iter_elements, root_name
from paperclaims_schema.vocabularies import CleaningStep

CLEANING = (
    CleaningStep.LINE_ENDS,
    CleaningStep.MARKUP,
    CleaningStep.ENTITIES,
    CleaningStep.ABSTRACT_LABEL,
    CleaningStep.COPYRIGHT,
    CleaningStep.WRAPPING,
)

# `Article` on its own is what publishers send in; `MedlineCitation` what old files hold.
_ENTRIES = ("PubmedArticle", "PubmedBookArticle", "MedlineCitation", "BookDocument", "Article")
# Persons' data, and long lists that are not asked for.
_IGNORED = frozenset(
    (
        *("AffiliationInfo", "Affiliation", "Identifier", "EqualContrib", "InvestigatorList"),
        *("PersonalNameSubjectList", "CoiStatement", "GrantList", "ReferenceList", "History"),
        *("MeshHeadingList", "ChemicalList", "CommentsCorrectionsList", "DataBankList", "Sections"),
    )
)
_RECOGNISED = re.compile(r"<(?:Pubmed(?:Book)?Article|MedlineCitation)[\s>]")
_NO_LABEL = frozenset(("", "unlabelled", "unlabeled", "unassigned", "abstract"))
_ELSEWHERE = re.compile(r"abstract available from the publisher\W*", re.IGNORECASE)
_NO_TITLE = frozenset(("", "[not available]", "not available", "[no title available]"))
_LICENSE = re.compile(r"https?://creativecommons\.org/[^\s<>\"]*[\w/]|\bCC[ -]BY[\w-]*(?: \d\.\d)?")


def recognises(head: str, name: str) -> bool:
    """Whether a document is of this format."""
    root = root_name(head) or ""
    return root in ("PubmedArticleSet", "PubmedBookArticleSet", "ArticleSet") or bool(
        root and _RECOGNISED.search(head)
    )


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The parts of a document."""
    items = iter_elements(stream, _ENTRIES, _IGNORED)
    return number_entries(_read(i) if isinstance(i, Found) else i for i in items)


def _read(found: Found) -> Part:
    record = found.element
    # The parts of a citation: the article, or for a book the document itself; and its identifiers.
    whole = Element("", {}, [record])
    article = next(iter(whole.iter_inside("Article")), None)
    article = article or next(iter(whole.iter_inside("BookDocument")), record)
    title = _find_title(record, article)
    abstract = _find_abstract(record, article)
    plain = re.sub(r"<[^>]*>", "", abstract)
    reason = find_absence("" if _ELSEWHERE.fullmatch(plain) else plain, title.line)
    if reason:
        name = title.line or record.find_text("MedlineCitation", "PMID") or record.name
        return Skipped(found.place, name, reason)

    pmid = next((e.line for e in record.iter_inside("PMID")), "")
    rights = next((e.line for e in article.iter_inside("CopyrightInformation")), "")
    license_found = _LICENSE.search(rights)
    return Entry(
        0,
        found.place,
        abstract,
        title=title.inner_xml or None,
        authors=tuple(_iter_authors(article)),
        venue=_find_venue(article, title),
        year=find_year(_iter_dates(article)),
        keywords=tuple(
            keyword.line
            for group in record.iter_inside("KeywordList")
            for keyword in group.find_all("Keyword")
            if keyword.line
        ),
        doi=_find_doi(record, article),
        license=license_found[0] if license_found else None,
        page=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if re.fullmatch(r"\d+", pmid) else None,
    )


def _find_title(record: Element, article: Element) -> Element:
    titles = [
        article.find("ArticleTitle"),
        next(iter(record.iter_inside("VernacularTitle")), None),
        article.find("Book", "BookTitle"),
    ]
    given = (title for title in titles if title and title.line.rstrip(".").lower() not in _NO_TITLE)
    return next(given, Element("ArticleTitle"))


def _find_venue(article: Element, title: Element) -> str | None:
    book = article.find("Book", "BookTitle")
    journals = map(
        article.find_text, ("Journal",) * 3, ("Title", "JournalTitle", "ISOAbbreviation")
    )
    return next(filter(None, journals), book.line if book and book is not title else None)


def _find_abstract(record: Element, article: Element) -> str:
    own = next((text for e in record.iter_inside("Abstract") if (text := _join(e))), "")
    others = (
        text
        for other in record.iter_inside("OtherAbstract")
        if other.attributes.get("Type") != "plain-language-summary" and (text := _join(other))
    )
    return own or next(others, "")


def _join(abstract: Element) -> str:
    """The sections of an abstract as one text in XML."""
    sections = list(abstract.find_all("AbstractText"))
    if not sections:
        content = [
            part
            for part in abstract.content
            if isinstance(part, str) or part.name != "CopyrightInformation"
        ]
        return Element("Abstract", {}, content).inner_xml
    paragraphs = []
    for section in sections:
        text, label = section.inner_xml, " ".join(section.attributes.get("Label", "").split())
        if not text:
            continue
        repeats = section.line.lower().startswith(f"{label.lower()}:")
        if label.rstrip(":").lower() not in _NO_LABEL and not repeats:
            text = f"{escape(label)}{' ' if label[-1] in ':.?!' else ': '}{text}"
        paragraphs.append(text)
    return "\n\n".join(paragraphs)


def _iter_authors(article: Element) -> Iterator[str]:
    lists = [*article.find_all("AuthorList"), *article.find_all("Book", "AuthorList")]
    by_authors = [e for e in lists if e.attributes.get("Type", "authors").lower() == "authors"]
    for author in by_authors[0].find_all("Author") if by_authors else ():
        given = next(filter(None, map(author.find_text, ("ForeName", "FirstName", "Initials"))), "")
        names = (given, author.find_text("MiddleName"), author.find_text("LastName"))
        person = " ".join(name for name in (*names, author.find_text("Suffix")) if name)
        name = person or author.find_text("CollectiveName") or ""
        if name:
            yield name


def _iter_dates(article: Element) -> Iterator[str]:
    for path in (
        ("Journal", "JournalIssue", "PubDate"),
        ("Journal", "PubDate"),
        ("ArticleDate",),
        ("ContributionDate",),
        ("Book", "PubDate"),
    ):
        for date in article.find_all(*path):
            yield date.find_text("Year") or date.find_text("MedlineDate") or ""


def _find_doi(record: Element, article: Element) -> str | None:
    """The DOI of the article itself: the works in its list of references have some too."""
    own = (
        *record.find_all("PubmedData", "ArticleIdList", "ArticleId"),
        *record.find_all("PubmedBookData", "ArticleIdList", "ArticleId"),
        *article.find_all("ArticleIdList", "ArticleId"),
        *article.find_all("ELocationID"),
    )
    for identifier in own:
        kind = identifier.attributes.get("IdType") or identifier.attributes.get("EIdType") or ""
        is_valid = identifier.attributes.get("ValidYN", "Y") != "N"
        if kind.lower() == "doi" and is_valid and identifier.line:
            return identifier.line
    return None
