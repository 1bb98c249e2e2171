"""RIS references, and the Web of Science's field-tagged text, which is of the same kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import BinaryIO

from paperclaims_curation.documents.citations import (
    find_arxiv,
    find_doi,
    find_openreview,
    find_page,
    find_year,
    name_in_order,
    number_entries,
    split_keywords,
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

_TITLE = ("TI", "T1", "CT")
_ABSTRACT = ("AB", "N2")

# `XX  - ` is the rule. With other spaces only known tags count: a line of an abstract may well
# begin with `AI - `.
_STRICT = re.compile(r"[\s\ufeff]{0,8}([A-Z][A-Z0-9])  -(?:\s|$)(.*)", re.DOTALL)
_LOOSE = re.compile(
    r"[\s\ufeff]{0,8}(TY|T[1-3I]|A[1-4BDNU]|BT|C[1-8AY]|D[AOP]|DB|E[DPT]|ID|IS|J[12AFO]|K[W1]|L[1-4AB]"
    r"|M[1-3]|N[12]|PB|PY|S[NPT]|U[1-5R]|VL|Y[12]|PMID|PMCID|DOI|ISSN)[ \t]*-(?:[ \t]+|$)(.*)",
    re.DOTALL,
)
_END = re.compile(r"\s{0,8}ER[ \t]*-?\s*")
_WRAPPED_LINE_LIMIT = 130
"""In code points: nobody wraps lines at more."""
_NUMBERING = re.compile(r"\d+\.")

_WOS = re.compile(r"\ufeff?([A-Z][A-Z0-9])(?:[ \t](.*))?", re.DOTALL)
_WOS_START = re.compile(r"^(?:PT [A-Z]\s*$|(?:FN|VR) \S)", re.MULTILINE)
_RIS_START = re.compile(
    r"^[ \t\ufeff]{0,8}TY[ \t]{0,3}-(?:[ \t]|$)|^(?:TI|T1|AB|N2)  - (?:.*\n)+?ER  -", re.MULTILINE
)


def recognises(head: str, name: str) -> bool:
    """Whether a line `TY  - ` begins a reference, or `PT J` one of the Web of Science."""
    return bool(_RIS_START.search(head) or _is_web_of_science(head))


def _is_web_of_science(head: str) -> bool:
    return bool(_WOS_START.match(head.lstrip("\ufeff \t\r\n")))


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The references of a document. `columns` has no meaning here."""
    return number_entries(_iter_references(stream))


def _split_line(line: str) -> Line | None:
    if _END.fullmatch(line):
        return "ER", ""
    match = _STRICT.fullmatch(line) or _LOOSE.fullmatch(line)
    return (match[1], match[2]) if match else None


def _split_wos_line(line: str) -> Line | None:
    match = _WOS.fullmatch(line.rstrip())
    return (match[1], match[2] or "") if match else None


def _iter_references(stream: BinaryIO) -> Iterator[Part]:
    lines = iter_lines(stream)
    first = list(islice(lines, 20))
    if _is_web_of_science("".join(line for _, line in first)):
        split_line, start, read = _split_wos_line, "PT", _read_wos
    else:
        split_line, start, read = _split_line, "TY", _read_reference
    records = iter_records(chain(first, lines), split_line, lambda tag, *_: tag == start, ("ER",))
    have_ends = False
    last: Record | None = None
    for record in records:
        if last is not None:
            yield read(last)
        last = None
        if isinstance(record, Unreadable):
            yield record
        # Some databases write notes between references: they have no type, title or abstract.
        elif record.has(start, *_TITLE, *_ABSTRACT):
            last = record
            have_ends = have_ends or record.is_closed
    if last is None:
        return
    if last.is_closed or not (have_ends or last.ends_in_line):
        yield read(last)
    else:
        yield Unreadable(
            last.place,
            "the document ends inside this reference",
            "get the whole document; or, if the reference is whole, add the line `ER  - `",
        )


def _read_reference(record: Record) -> Entry:
    addresses = [part for text in record.lines("UR", "L2") for part in text.split("; ")]
    dois = record.texts("DO", "DI", "DOI")
    notes = record.texts("M3", "N1")
    return Entry(
        position=0,
        place=record.place,
        abstract=_read_abstract(record, "AB") or _read_abstract(record, "N2"),
        title=record.first(*_TITLE, "BT", "ST"),
        authors=_read_names(record.lines("AU") or record.lines("A1")),
        venue=record.first("JF", "T2", "JO", "BT", "C3", "JA", "J2", "J1"),
        year=find_year(record.texts("PY") + record.texts("Y1") + record.texts("DA")),
        keywords=_read_keywords(record.lines("KW")),
        openreview=find_openreview(addresses),
        arxiv=find_arxiv(dois + addresses + notes + record.texts("AN", "JO", "JF", "T2", "M1")),
        doi=find_doi(dois + [note for note in notes if note.lower().startswith("doi")], addresses),
        page=find_page(addresses),
    )


def _read_wos(record: Record) -> Entry:
    return Entry(
        position=0,
        place=record.place,
        abstract=_read_abstract(record, "AB"),
        title=record.first("TI"),
        authors=_read_names(record.lines("AF", "BF") or record.lines("AU", "BA"))
        + _read_names(record.lines("CA")),
        venue=record.first("SO"),
        year=find_year(record.texts("PY", "EA", "PD")),
        keywords=_read_keywords(record.texts("DE")),
        arxiv=find_arxiv(record.texts("DI", "AR", "SO")),
        doi=find_doi(record.texts("DI", "D2", "DL")),
    )


def _read_abstract(record: Record, tag: str) -> str:
    """The values of the tag as paragraphs; so are the lines of a value, where nothing wraps them."""
    paragraphs: list[str] = []
    for text in record.texts(tag):
        lines = text.split("\n")
        if not record.is_closed and _NUMBERING.fullmatch(lines[-1]):
            lines.pop()  # the number of the next reference, behind a missing `ER`
        is_wrapped = max(map(len, lines), default=0) <= _WRAPPED_LINE_LIMIT
        paragraphs += (
            ["\n".join(lines).rstrip()] if is_wrapped else [line for line in lines if line]
        )
    return "\n\n".join(paragraphs)


def _read_keywords(lines: list[str]) -> tuple[str, ...]:
    """One keyword in each line, which may hold a comma; a line alone is a list of them."""
    if len(lines) == 1 or any(";" in line for line in lines):
        return tuple(word for line in lines for word in split_keywords(line))
    return tuple(lines)


def _read_names(lines: list[str]) -> tuple[str, ...]:
    names = (name_in_order(name) for line in lines for name in line.split(";"))
    return tuple(name for name in names if name)
