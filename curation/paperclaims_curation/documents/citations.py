"""What citations hold however they are written: names, years, identifiers, missing abstracts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from urllib.parse import unquote

from paperclaims_curation.documents.entry import Entry, Part, Skipped, Unreadable
from paperclaims_curation.documents.text import has_damage

# A year, also as the head of 20170812.
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?=\D|$|\d{4}(?!\d))")
_ARXIV_ID = r"(?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7})(?:v\d+)?(?!\d)"
_ARXIV = re.compile(
    rf"\barxiv(?:\.org/(?:abs|pdf|html|format)/|[:.]\s*|\s+)(?:abs/)?({_ARXIV_ID})", re.IGNORECASE
)
_BARE_ARXIV = re.compile(_ARXIV_ID, re.IGNORECASE)
_DOI = re.compile(r"(?<![\d.])10\.\d{4,9}/[^\s\"<>]+(?:<[^\s\"]*)?")
_DOI_ADDRESS = re.compile(
    r"(?:\bdoi\.org/|/doi/(?:[a-z]+/)?)(10\.\d{4,9}/[^\s\"<>?#]+)", re.IGNORECASE
)
_FORUM = re.compile(r"\bopenreview\.net/\w+\?(?:[^\s#]*&)?id=([\w-]+)", re.IGNORECASE)
_PAGE = re.compile(r"https?://[^\s\"<>{}|\\^`]+", re.IGNORECASE)
_LICENSE = re.compile(
    r"licen[cs]e|creative ?commons|\bCC[ -]?(?:BY|0)\b|public domain", re.IGNORECASE
)

_ORCID = r"(?:https?://(?:www\.)?orcid\.org/)?\d{4}-\d{4}-\d{4}-\d{3}[\dX]"
_NO_NAME = re.compile(
    rf"\(?\b(?:orcid:?\s*)?{_ORCID}\)?|[(<]?[^\s@,;<>()]{{1,99}}@[^\s,;<>()]{{1,99}}[)>]?",
    re.IGNORECASE,
)
_SUFFIX = re.compile(
    r"(?:jr|sr|2nd|3rd|4th|ii|iii|iv|ph\.?\s?d|m\.?d|esq|inc|ltd|llc|gmbh)\.?", re.IGNORECASE
)
_OTHERS = frozenset(("others", "and others", "et al", "et al.", "…", "..."))

_NO_ABSTRACT = re.compile(
    r"\W*(?:n/?a|none|null|nan|nil|tb[acd]|unknown|abstract|not (?:available|provided|applicable)"
    r"|(?:there is )?no abstract(?:[- ](?:is |was )?(?:available|provided|given|supplied|prepared"
    r"|present|found|received|text))?(?: (?:for|in|from|with) .{0,60})?"
    r"|(?:the )?abstract (?:text )?(?:is |was )?(?:not (?:available|provided|given|supplied|found)"
    r"|unavailable|missing|forthcoming|to follow)(?: (?:for|in|from) .{0,60})?)?\W*",
    re.IGNORECASE,
)
_WITHDRAWN = re.compile(
    r"\W*(?:withdrawn|retracted)\W*$"
    r"|\W*(?:(?:this|the) )?(?:\w+ )?(?:paper|article|submission|manuscript|preprint|work) "
    r"(?:has been |is being |was |is )?(?:temporarily )?(?:withdrawn|retracted)\b",
    re.IGNORECASE,
)
_WITHDRAWN_TITLE = re.compile(r"\W*withdrawn(?:\W*$|\s*[:.\]–—-])", re.IGNORECASE)
_NOTICE_LENGTH_LIMIT = 400
"""In code points: a longer text that begins as a notice holds an abstract too."""


def explain_absence(abstract: str, title: str | None = None) -> str | None:
    """Why a text is no abstract: `no abstract` (empty, or as `N/A`), `withdrawn`; null if it is.

    A withdrawn paper may still show its abstract; then its title says so.
    """
    if title and _WITHDRAWN_TITLE.match(title):
        return "withdrawn"
    text = abstract.strip()
    if len(text) > _NOTICE_LENGTH_LIMIT:
        return None
    if _NO_ABSTRACT.fullmatch(text):
        return "no abstract"
    return "withdrawn" if _WITHDRAWN.match(text) else None


def show(text: str) -> str:
    """A text in one line, fit for a message whatever it holds."""
    return " ".join(text.replace("\0", " ").encode(errors="replace").decode().split())


def number_entries(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts of a document, its entries numbered.

    An entry that is no abstract becomes a `Skipped` part; one with bytes that are no text, an
    `Unreadable` one.
    """
    position = 0
    for part in parts:
        if not isinstance(part, Entry):
            yield part
        elif reason := explain_absence(part.abstract, part.title):
            yield Skipped(part.place, show(part.title or "") or "(no title)", reason)
        elif _is_damaged(part):
            yield Unreadable(
                part.place,
                "the entry holds bytes that are not UTF-8, or NUL characters",
                "save the document as UTF-8, then import it again",
            )
        else:
            position += 1
            # Nobody else has the entry yet, and to copy it takes longer than to read it.
            object.__setattr__(part, "position", position)
            yield part


_TEXT_FIELDS = tuple(
    field.name for field in fields(Entry) if field.name not in {"position", "place", "year"}
)


def _is_damaged(entry: Entry) -> bool:
    texts: list[str] = []
    for name in _TEXT_FIELDS:
        value = getattr(entry, name)
        if isinstance(value, str):
            texts.append(value)
        elif value:
            texts += value
    return has_damage("\n".join(texts))


def clean_name(name: str) -> str:
    """A name without the email address or ORCID beside it; empty if it stands for others."""
    clean = " ".join(_NO_NAME.sub(" ", name).split()).strip(" ,;")
    return "" if clean.lower() in _OTHERS else clean


def name_in_order(name: str) -> str:
    """A clean name given name first: of `Last, First` and `Last, First, Suffix`; others stay."""
    parts = [part.strip() for part in clean_name(name).split(",") if part.strip()]
    if len(parts) == 2 and _SUFFIX.fullmatch(parts[1]):
        return " ".join(parts)
    return " ".join((*parts[1:2], *parts[:1], *parts[2:]))


def split_keywords(text: str) -> tuple[str, ...]:
    """The keywords of a list with semicolons or, where it has none, commas or line ends."""
    marks = ";" if ";" in text else ",\n"
    words = (" ".join(word.split()) for word in re.split(f"[{marks}]", text))
    return tuple(word for word in words if word)


def find_year(texts: Iterable[str]) -> int | None:
    """The first year from 1500 on that one of the texts names."""
    found = (_YEAR.search(text) for text in texts)
    return next((int(match[1]) for match in found if match), None)


def find_arxiv(texts: Iterable[str], *, bare: Iterable[str] = ()) -> str | None:
    """The first arXiv id in an address, DOI or words such as `arXiv:2501.00001`.

    Before them go the texts in `bare`, which may be an id without anything.
    """
    whole = (_BARE_ARXIV.fullmatch(text.strip()) for text in bare)
    if match := next(filter(None, whole), None):
        return match[0]
    inside = (_ARXIV.search(text) for text in (*bare, *texts))
    return next((match[1] for match in inside if match), None)


def find_doi(texts: Iterable[str], addresses: Iterable[str] = ()) -> str | None:
    """The first DOI of the texts, else of a resolver's or publisher's address."""
    found = (_DOI.search(text) for text in texts)
    dois = [match[0] for match in found if match]
    found = (_DOI_ADDRESS.search(unquote(address)) for address in addresses)
    dois += [match[1] for match in found if match]
    return next((doi.rstrip(".,;") for doi in dois), None)


def find_openreview(addresses: Iterable[str]) -> str | None:
    """The first forum id in an OpenReview address."""
    found = (_FORUM.search(address) for address in addresses)
    return next((match[1] for match in found if match), None)


def find_page(texts: Iterable[str]) -> str | None:
    """The first http or https address in the texts."""
    found = (_PAGE.search(text) for text in texts)
    return next((match[0].rstrip(".,;") for match in found if match), None)


def find_license(texts: Iterable[str]) -> str | None:
    """The first text that names a licence, not just a holder of rights."""
    return next(filter(_LICENSE.search, texts), None)
