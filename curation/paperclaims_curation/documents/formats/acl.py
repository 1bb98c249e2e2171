"""XML files of the ACL Anthology: a collection of volumes with papers, or one of them alone.

The front matter of a volume is no paper. A link to code (`pwccode`) counts as outside the abstract.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO

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
    CleaningStep.LATEX_ACCENTS,
    CleaningStep.ABSTRACT_LABEL,
    CleaningStep.WRAPPING,
)

# What stands beside names; writings of a name in another script are further names.
_IGNORED = ("affiliation", "variant", "email", "editor")
_PAPER = re.compile(r"<(?:paper|frontmatter|meta)[\s>]")
_ANTHOLOGY_ID = re.compile(r"[A-Z]\d\d-\d{4,5}|\d{4}\.[\w.]+-[\w.]+")


def recognises(head: str, name: str) -> bool:
    """Whether a document is of this format."""
    root = root_name(head)
    return root in ("collection", "volume", "paper") and bool(_PAPER.search(head))


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The parts of a document."""
    return number_entries(_iter_unnumbered(stream))


def _iter_unnumbered(stream: BinaryIO) -> Iterator[Part]:
    volume: tuple[object, ...] = ()
    meta = Element("meta")
    for found in iter_elements(stream, ("meta", "frontmatter", "paper"), _IGNORED):
        if not isinstance(found, Found):
            yield found
            continue
        # A volume without information of its own must not get that of the volume before.
        parents = tuple((parent.name, parent.attributes.get("id")) for parent in found.parents)
        if found.element.name == "meta" or parents != volume:
            volume = parents
            meta = found.element if found.element.name == "meta" else Element("meta")
        if found.element.name != "meta":
            yield _read(found, meta)


def _read(found: Found, meta: Element) -> Part:
    paper = found.element
    title = paper.find("title") or Element("title")
    abstract = paper.find("abstract") or Element("abstract")
    is_removed = paper.find("removed") or paper.find("retracted")
    reason = "withdrawn" if is_removed else find_absence(abstract.text, title.line)
    if reason:
        key = paper.find_text("bibkey") or paper.find_text("url") or paper.attributes.get("id")
        return Skipped(found.place, title.line or f"{paper.name} {key or ''}".strip(), reason)

    links = (code.attributes.get("url") for code in paper.find_all("pwccode"))
    return Entry(
        0,
        found.place,
        abstract.inner_xml,
        title=title.inner_xml or None,
        authors=tuple(filter(None, map(_name, paper.find_all("author")))),
        venue=paper.find_text("booktitle")
        or meta.find_text("journal-title")
        or meta.find_text("booktitle"),
        year=find_year((paper.find_text("year") or "", meta.find_text("year") or "")),
        doi=paper.find_text("doi"),
        code_url=next(filter(None, links), None),
        page=_page(paper.find_text("url") or paper.attributes.get("href") or ""),
    )


def _name(author: Element) -> str:
    names = (author.find_text("first"), author.find_text("last"))
    direct = " ".join("".join(part for part in author.content if isinstance(part, str)).split())
    return " ".join(filter(None, names)) or direct


def _page(address: str) -> str | None:
    if _ANTHOLOGY_ID.fullmatch(address):
        return f"https://aclanthology.org/{address}/"
    return address if re.match(r"https?://", address) else None
