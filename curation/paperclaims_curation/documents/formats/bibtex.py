"""BibTeX and BibLaTeX entries that carry an abstract."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import BinaryIO, NamedTuple

from paperclaims_curation.documents.bibtexblocks import (
    BLOCK_LENGTH_LIMIT,
    Block,
    BrokenBlockError,
    find_closing,
    iter_blocks,
    read_fields,
    read_key,
)
from paperclaims_curation.documents.citations import (
    clean_name,
    find_arxiv,
    find_doi,
    find_license,
    find_openreview,
    find_page,
    find_year,
    number_entries,
    show,
    split_keywords,
)
from paperclaims_curation.documents.entry import Entry, Part, Unreadable
from paperclaims_curation.documents.people import split_authors
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

_NAMES = (".bib", ".bibtex", ".biblatex")
_START = re.compile(r"^[ \t]*@[A-Za-z]+[ \t]*[{(]", re.MULTILINE)
_ENTRY = re.compile(r"^[ \t]*@[A-Za-z]+\s*[{(][^\n=]*(?:,\s*)?\n?\s*[\w-]+\s*=", re.MULTILINE)

_ABSTRACT = ("abstract", "abstractnote", "abstracttext")
_VENUE = ("booktitle", "journal", "journaltitle", "eventtitle", "maintitle")
_KEYWORDS = ("keywords", "keyword", "author_keywords")
_ADDRESSES = ("url", "ee", "howpublished", "link")
_CODE = ("code", "code_url", "codeurl", "software")
_RIGHTS = ("license", "licence", "copyright", "rights")
_IDENTIFYING = ("doi", "eprint", "arxivid", *_ADDRESSES, "journal", "number", "note", "archive")

_ESCAPE = re.compile(r"\{?\\([_%#&~$])\}?|\$?(?:\\sim\b|\{?\\textasciitilde\b)\}?\$?")
_DBLP_NUMBER = re.compile(r" \d{4}$")
_TIE = re.compile(r"(?<!\\)~")
# BibLaTeX's long form: `given=Ada, family=Beispiel`.
_PARTS_IN_ORDER = ("given", "prefix", "family", "suffix")
_NAME_PART = re.compile(r"\b(given|prefix|family|suffix)\s*=\s*(\{[^{}]*\}|\"[^\"]*\"|[^,]*)")

_BROKEN_HINT = "correct the entry: braces, quotation marks, and commas between the fields"
LOOK_AHEAD = 1000
"""In parts: how long an entry waits for the one that its `crossref` names."""


def recognises(head: str, name: str) -> bool:
    """Whether it holds `@article{key, title =`, or the file is called `.bib` and holds a block."""
    if name.endswith(_NAMES):
        return bool(_START.search(head))
    first = next((line for line in head.split("\n") if line.strip(" \t%\r")), "")
    return bool(_START.match(first.lstrip("\ufeff"))) or (
        # In Markdown it is an example, or the citation of a paper.
        bool(_ENTRY.search(head))
        and not name.endswith((".md", ".markdown"))
        and not first.lstrip().startswith(("{", "[", "<", "#"))
    )


_Parent = tuple[str | None, int | None]
"""Venue and year."""


class _Item(NamedTuple):
    part: Part
    key: str = ""
    parent: str = ""
    """The key of the entry that it takes venue and year from."""


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The entries of a document. `columns` has no meaning here.

    An entry with `crossref` takes venue and year from the entry that it names.
    """
    return number_entries(_settle(_iter_items(stream)))


def _iter_items(stream: BinaryIO) -> Iterator[_Item]:
    macros: dict[str, str] = {}
    macros_length = 0
    for block in iter_blocks(stream):
        if isinstance(block, Unreadable):
            yield _Item(block)
            continue
        if block.kind == "preamble":
            continue
        text = "".join(block.pieces)
        key, start = ("", 0) if block.kind == "string" else read_key(text)
        try:
            fields = read_fields(text, start, macros)
        except BrokenBlockError as error:
            message = f"@{block.kind}{{{show(key[:80])}}}: {error}"
            yield _Item(Unreadable(block.place, message, _BROKEN_HINT))
            continue
        if block.kind != "string":
            fields = {name: value.strip() for name, value in fields.items()}
            entry = _read_entry(block, fields)
            is_complete = entry.venue and entry.year
            yield _Item(
                entry, key.lower(), "" if is_complete else fields.get("crossref", "").lower()
            )
            continue
        macros.update(fields)
        macros_length += sum(map(len, fields.values()))
        if macros_length > BLOCK_LENGTH_LIMIT:
            macros, macros_length = {}, 0
            message = "the @string macros up to here are too long together"
            yield _Item(Unreadable(block.place, message, "write fewer, or split the document"))


def _settle(items: Iterator[_Item]) -> Iterator[Part]:
    waiting: deque[_Item] = deque()
    parents: dict[str, _Parent] = {}
    for item in items:
        if isinstance(item.part, Entry) and item.key:
            parents[item.key] = item.part.venue or item.part.title, item.part.year
            if len(parents) > LOOK_AHEAD:
                del parents[next(iter(parents))]
        waiting.append(item)
        while waiting and (
            not waiting[0].parent or waiting[0].parent in parents or len(waiting) > LOOK_AHEAD
        ):
            yield _inherit(waiting.popleft(), parents)
    for item in waiting:
        yield _inherit(item, parents)


def _inherit(item: _Item, parents: Mapping[str, _Parent]) -> Part:
    part = item.part
    if item.parent not in parents or not isinstance(part, Entry):
        return part
    venue, year = parents[item.parent]
    return replace(part, venue=part.venue or venue, year=part.year or year)


def _read_entry(block: Block, fields: Mapping[str, str]) -> Entry:
    plain = {name: _remove_escapes(fields.get(name, "")) for name in (*_IDENTIFYING, *_CODE)}
    addresses = [plain[name] for name in (*_ADDRESSES, "eprint")]
    title, subtitle = _first(fields, "title"), _first(fields, "subtitle")
    return Entry(
        position=0,
        place=block.place,
        abstract=_first(fields, *_ABSTRACT) or "",
        title=f"{title}: {subtitle}" if title and subtitle else title,
        authors=tuple(_iter_names(fields.get("author", ""))),
        venue=_first(fields, *_VENUE),
        year=find_year(fields.get(name, "") for name in ("year", "date", "issued")),
        keywords=tuple(map(_unbrace, split_keywords(_first(fields, *_KEYWORDS) or ""))),
        openreview=find_openreview(addresses),
        arxiv=_read_arxiv(fields, plain),
        doi=find_doi([plain["doi"]], addresses),
        license=find_license(_unbrace(fields.get(name, "")) for name in _RIGHTS),
        code_url=find_page(plain[name] for name in _CODE),
        page=find_page(plain[name] for name in _ADDRESSES),
    )


def _read_arxiv(fields: Mapping[str, str], plain: Mapping[str, str]) -> str | None:
    archive = fields.get("archiveprefix") or fields.get("eprinttype") or "arxiv"
    bare = [plain["arxivid"]]
    if archive.lower() == "arxiv":
        bare.append(plain["eprint"])
    if fields.get("journal", "").lower() == "corr":
        bare.append(fields.get("volume", "").removeprefix("abs/"))
    return find_arxiv(plain.values(), bare=bare)


def _first(fields: Mapping[str, str], *names: str) -> str | None:
    """The first non-empty value, without braces around the whole of it."""
    return next((text for name in names if (text := _unbrace(fields.get(name, "")))), None)


def _unbrace(text: str) -> str:
    for _ in range(3):
        if not text.startswith("{") or text[1:2] == "\\":
            break
        if find_closing(text, 0) != len(text) - 1:
            break
        text = text[1:-1].strip()
    return text


def _remove_escapes(text: str) -> str:
    return _ESCAPE.sub(lambda match: match[1] or "~", text)


def _iter_names(text: str) -> Iterator[str]:
    from bibtexparser.middlewares.names import split_multiple_persons_names

    text = " ".join(text.split()).removesuffix(" and")
    names = split_multiple_persons_names(text)
    if len(names) == 1 and "{" not in text and (";" in text or text.count(",") > 2):
        yield from split_authors(text)  # against the rules, and often seen
        return
    for name in names:
        parts = dict(_NAME_PART.findall(name))
        if "family" in parts:
            words = [parts.get(part, "").strip(' {}"') for part in _PARTS_IN_ORDER]
        else:
            words = _split_name(name.removeprefix("and "))
        if clean := clean_name(" ".join(word for word in words if word)):
            yield _DBLP_NUMBER.sub("", clean)


def _split_name(name: str) -> list[str]:
    from bibtexparser.middlewares.names import parse_single_name_into_parts

    parts = parse_single_name_into_parts(name, strict=False)
    words = (*parts.first, *parts.von, *parts.last, *parts.jr)
    return [_TIE.sub(" ", _unbrace(word)) for word in words]
