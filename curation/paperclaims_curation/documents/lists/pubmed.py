"""PubMed's lists in plain text (`Save as: Abstract (text)`): numbered citations in paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from paperclaims_curation.documents.citations import find_doi, find_year
from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.lists.blocks import Block, Kind, one_line
from paperclaims_curation.documents.people import split_authors
from paperclaims_curation.patterns import lazy_pattern

# `12. Nat Methods. 2014 Mar;11(3):294-6. doi: 10.1038/nmeth.2832.`
_CITATION = lazy_pattern(
    r"\d{1,6}\. (?P<journal>[^.\n]+)\.\s(?:\S+\s)?(?:1[89]|20)\d\d\b", re.DOTALL
)
_IDENTIFIERS = lazy_pattern(r"(?:DOI|PMC?ID|PII): \S")
# What stands between authors and identifiers and is neither a title nor an abstract.
_ASIDE = lazy_pattern(
    r"(?:Author information|Collaborators?|Conflict of interest statement|Comment (?:in|on|for)"
    r"|Erratum (?:in|for)|Update (?:in|of)|Republished (?:in|from)|Summary for patients in"
    r"|Retraction (?:in|of)|Expression of concern in|Original report in|\[Indexed for MEDLINE\]"
    r"|\[Article in [A-Z]\w+\])"
)


# Numbers of affiliations behind the names.
_MARKS = lazy_pattern(r"\((?:\d+|[a-z])\)|[#*]|\.$")


def is_pubmed_text(blocks: Iterable[Block]) -> bool:
    """Whether a document begins with a numbered citation and gives identifiers of PubMed."""
    texts = [block.text for block in blocks if block.kind is Kind.TEXT]
    has_identifiers = any(re.search(r"^PMID: \d+", text, re.MULTILINE) for text in texts)
    return has_identifiers and bool(_CITATION.match(texts[0]))


def read_pubmed_text(parts: Iterable[Block | Unreadable]) -> Iterator[Part]:
    """The entries of a list. Of what surrounds an abstract, only names and identifiers are read."""
    held: list[Block] = []
    for part in parts:
        if isinstance(part, Unreadable):
            yield part
        elif part.kind is Kind.TEXT:
            if held and _CITATION.match(part.text):
                yield _read_entry(held)
                held = []
            held.append(part)
    if held:
        yield _read_entry(held)


def _turn(name: str) -> str:
    """`Beispiel A` as `A Beispiel`."""
    return re.sub(r"(.+) ([A-Z]{1,4})", r"\2 \1", name) if " " in name else name


def _read_entry(blocks: list[Block]) -> Part:
    citation = " ".join(blocks[0].text.split())
    rest = [block for block in blocks[1:] if not _ASIDE.match(block.text)]
    identifiers = [block.text for block in rest if _IDENTIFIERS.match(block.text)]
    texts = [block.text for block in rest if not _IDENTIFIERS.match(block.text)]
    title = " ".join(texts[0].split()) if texts else None
    if len(texts) < 3:
        # Title, authors, nothing else; or no authors at all, which cannot be told apart.
        return Skipped(blocks[0].place, one_line(title or citation), "no abstract")
    match = _CITATION.match(citation)
    return Entry(
        0,
        blocks[0].place,
        "\n\n".join(texts[2:]),
        title=title,
        authors=tuple(
            _turn(name) for name in split_authors(_MARKS.sub("", " ".join(texts[1].split())))
        ),
        venue=match["journal"] if match else None,
        year=find_year([citation[len(match["journal"]) if match else 0 :]]),
        doi=find_doi([*identifiers, citation]),
    )
