"""DOIs, arXiv ids and OpenReview ids: read however they are written, and compared."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from urllib.parse import unquote

_DOI = re.compile(
    r"(?:https?://(?:[\w-]+\.)*doi\.org/|doi[:\s]\s*)?(10\.\d{4,9}/\S+)", re.IGNORECASE
)
_ARXIV = re.compile(
    r"(?:https?://(?:[\w-]+\.)*arxiv\.org/(?:abs|pdf|html)/|(?:oai:arxiv\.org|arxiv):\s*)?"
    r"(?:(\d{4}\.\d{4,5})|([a-z-]+)(\.[a-z]{2})?/(\d{7}))(v\d+)?(?:\.pdf)?(?:\s*\[.*)?",
    re.IGNORECASE,
)
_ARXIV_DOI = "10.48550/arxiv."
_OPENREVIEW = re.compile(
    r"(?:https?://(?:[\w-]+\.)*openreview\.net/(?:forum|pdf)\?(?:[^\s#]*&)?id=)?"
    r"([A-Za-z0-9_-]{5,})(?:[&#].*)?"
)
_ARXIV_VERSION = re.compile(r"v\d+$")
_ARXIV_SUBJECT = re.compile(r"\.[a-z]{2}/")


def read_doi(text: str) -> str | None:
    """The DOI in a text that is one, with or without `doi:` or a resolver's address."""
    found = _DOI.fullmatch(unescape(text.strip()))
    if found is None and "%2f" in text.lower():
        found = _DOI.fullmatch(unquote(text.strip()))
    return found[1].rstrip(".,;") if found else None


def read_arxiv(text: str) -> str | None:
    """The arXiv id, with its version if it is given, in a text that is one or an address of one."""
    found = _ARXIV.fullmatch(text.strip())
    if found is None:
        return None
    new, archive, subject, number, version = found.groups(default="")
    # arXiv writes `math.GT/0309136`.
    return (new or f"{archive.lower()}{subject.upper()}/{number}") + version.lower()


def read_openreview(text: str) -> str | None:
    """The OpenReview forum id in a text that is one or an address of one."""
    found = _OPENREVIEW.fullmatch(text.strip())
    return found[1] if found else None


def arxiv_of_doi(doi: str) -> str | None:
    """The arXiv id in a DOI that arXiv gave; null for any other DOI."""
    if not doi.lower().startswith(_ARXIV_DOI):
        return None
    return read_arxiv(unquote(doi[len(_ARXIV_DOI) :]))


def arxiv_version(arxiv: str | None) -> str | None:
    """The version at the end of an arXiv id: `v2`."""
    found = _ARXIV_VERSION.search(arxiv or "")
    return found[0] if found else None


def arxiv_base(arxiv: str) -> str:
    """An arXiv id in the one form in which it is compared: without version and subject."""
    return _ARXIV_SUBJECT.sub("/", _ARXIV_VERSION.sub("", arxiv.lower()))


@lru_cache(maxsize=64)
def identity_keys(doi: str | None, arxiv: str | None, openreview: str | None) -> tuple[str, ...]:
    """What tells a paper from others, the most telling first; equal keys are of one paper.

    A DOI is compared without case, and one that arXiv gave counts as the arXiv id, which is
    compared with its version first, then without.
    """
    keys = []
    ids = [arxiv] if arxiv else []
    if doi is not None:
        of_doi = arxiv_of_doi(doi)
        if of_doi is None:
            keys.append(f"doi:{unquote(doi).casefold()}")
        else:
            ids.append(of_doi)
    keys += [f"arxiv:{arxiv_base(one)}{version}" for one in ids if (version := arxiv_version(one))]
    if openreview is not None:
        keys.append(f"openreview:{openreview}")
    keys += [f"arxiv:{arxiv_base(one)}" for one in ids]
    return tuple(dict.fromkeys(keys))
