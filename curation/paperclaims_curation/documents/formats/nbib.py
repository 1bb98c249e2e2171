"""PubMed citations in MEDLINE form: tags of up to four letters, continuation lines indented."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from paperclaims_curation.documents.citations import (
    find_doi,
    find_year,
    name_in_order,
    number_entries,
)
from paperclaims_curation.documents.entry import Entry, Part, Unreadable
from paperclaims_curation.documents.tagged import Line, Record, iter_lines, iter_records
from paperclaims_schema.vocabularies import CleaningStep

CLEANING = (
    CleaningStep.LINE_ENDS,
    CleaningStep.MARKUP,
    CleaningStep.ENTITIES,
    CleaningStep.ABSTRACT_LABEL,
    CleaningStep.COPYRIGHT,
    CleaningStep.WRAPPING,
)

# `TAG - `, the tag filled up to four characters. Only PMID may stand without the space behind.
_LINE = re.compile(
    r"\ufeff?(?:([A-Z][A-Z0-9]{1,4}) {0,2}-(?:[ \t]+|\s*$)|(PMID) ?-(?=\d))(.*)", re.DOTALL
)
_START = re.compile(r"^(?:PMID- ?\d|(?:OWN|STAT) ?- \S)", re.MULTILINE)
_NBIB_START = re.compile(r"^(?:[A-Z]{2}  |[A-Z]{3} |[A-Z]{4})- ", re.MULTILINE)
_INITIALS = re.compile(r"([^,]+?) ([A-Z]{1,4})(?: (Jr|Sr|2nd|3rd|4th))?")
_SUFFIX = re.compile(r"(.+, .+?) (Jr|Sr|2nd|3rd|4th|II|III|IV)\.?")


def recognises(head: str, name: str) -> bool:
    """Whether a line such as `PMID- 12345` stands in it, or another tag in a file `.nbib`."""
    return bool((_NBIB_START if name.endswith(".nbib") else _START).search(head))


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The citations of a document. `columns` has no meaning here."""
    return number_entries(_iter_citations(stream))


def _split_line(line: str) -> Line | None:
    match = _LINE.fullmatch(line)
    return (match[1] or match[2], match[3]) if match else None


def _begins_record(tag: str, record: Record | None, after_blank: bool) -> bool:
    if record is None or tag == "PMID":
        return True
    return after_blank and (tag in {"OWN", "STAT"} or not record.has("PMID"))


def _iter_citations(stream: BinaryIO) -> Iterator[Part]:
    have_ends = False
    last: Record | None = None
    for record in iter_records(iter_lines(stream), _split_line, _begins_record):
        if last is not None:
            yield _read_citation(last)
        last = None
        if isinstance(record, Unreadable):
            yield record
        elif record.has("PMID", "OWN", "TI", "BTI", "AB"):
            last = record
            have_ends = have_ends or record.has("SO")
    if last is None:
        return
    # The National Library of Medicine writes SO last of all.
    is_full = have_ends or "NLM" in last.texts("OWN")
    if last.has("SO") or not is_full:
        yield _read_citation(last)
    else:
        yield Unreadable(
            last.place,
            "the document ends inside this citation: it has no line `SO  - `",
            "get the whole document; or, if the citation is whole, add that line",
        )


def _read_citation(record: Record) -> Entry:
    return Entry(
        position=0,
        place=record.place,
        abstract="\n\n".join(record.texts("AB")),
        title=record.first("TI", "BTI", "CTI"),
        authors=_read_authors(record),
        venue=record.first("JT", "TA", "BTI", "CTI"),
        year=find_year(record.texts("DP")),
        keywords=tuple(" ".join(text.split()) for text in record.texts("OT")),
        doi=find_doi(record.texts("LID", "AID") + record.texts("SO")),
    )


def _read_authors(record: Record) -> tuple[str, ...]:
    full = record.has("FAU")
    names: list[str] = []
    for tag, lines in record.values:
        name = " ".join(" ".join(lines).split())
        if tag == ("FAU" if full else "AU"):
            if match := _SUFFIX.fullmatch(name):
                name = f"{match[1]}, {match[2]}"
            elif match := _INITIALS.fullmatch(name):
                name = ", ".join(part for part in match.groups() if part)
        elif tag != "CN":
            continue
        names.append(name_in_order(name))
    return tuple(name for name in names if name)
