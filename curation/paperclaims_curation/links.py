"""Find URLs in an abstract, and tell what they lead to."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from typing import Any
from urllib.parse import urlsplit

from paperclaims_curation.patterns import lazy_pattern, lazy_unicode_pattern
from paperclaims_schema.vocabularies import LinkKind

CODE_HOSTS = frozenset(
    (
        "anonymous.4open.science",
        "bitbucket.org",
        "codeberg.org",
        "gist.github.com",
        "github.com",
        "gitlab.com",
    )
)
"""Hosts whose links count as code."""

_REPOSITORY_HOSTS = frozenset(("github.com", "gitlab.com", "bitbucket.org", "huggingface.co"))
_NOT_OWNERS = {
    "github.com": frozenset(("features", "orgs", "search", "settings", "sponsors", "topics")),
    "huggingface.co": frozenset(("blog", "collections", "docs", "learn", "papers", "posts")),
}

_NESTED = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_MARKUP = lazy_pattern(
    rf"\\href\s*\{{\s*(?P<href>https?://[^\s{{}}]+)\s*\}}(?:\s*{_NESTED})?"
    r"|\\(?:nolinkurl|url)\s*\{\s*(?P<url>https?://[^\s{}]+)\s*\}"
    r"|\[[^\[\]]*\]\(\s*<?(?P<markdown>https?://(?:[^\s()<>]|\([^\s()<>]*\))+)>?"
    r"(?:\s+\"[^\"]*\")?\s*\)",
    re.IGNORECASE,
)
_SCHEME = re.compile(r"https?:(?=//)", re.IGNORECASE)
_LATEX_ESCAPE = lazy_pattern(r"\\([_%#&~$])")
# What no URL holds (RFC 3986), or what follows a URL without a space in running text: LaTeX,
# quotation marks, dashes, and the punctuation and letters of Chinese, Japanese and Korean.
_URL_END = lazy_pattern(
    r"\\(?![_%#&~$])"
    r"|[\s\"<>^`{|}\u00a0-\u00bf\u2000-\u206f\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]"
)
_TRAILING = ".,:;!?'*$\\"

_CHARACTER = lazy_unicode_pattern(r"\X")
"""What a reader takes for one character, with its marks and joiners."""


@cache
def _finder() -> Any:
    # Only here: few abstracts hold a link, and it takes a moment to load.
    from linkify_it import LinkifyIt

    return LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False, "fuzzy_ip": False})


@dataclass(frozen=True, slots=True)
class FoundLink:
    """A URL of an abstract, and the stretch in which it stands."""

    url: str
    """Usable as it is: without markup or trailing punctuation, with a scheme."""
    start: int
    """Where the stretch begins, markup and marks on its characters included, in code points."""
    end: int
    """Where it ends; exclusive."""


def find_links(abstract: str) -> list[FoundLink]:
    r"""The http and https URLs of an abstract, each once at its first occurrence, in order.

    `\href{..}{..}`, `\url{..}` and `[..](..)` are taken whole. A URL needs its scheme: a bare
    `github.com/a/b` or `README.md` is none.
    """
    if not _SCHEME.search(abstract):
        return []
    first: dict[str, FoundLink] = {}
    for link in _iter_stretches(abstract):
        first.setdefault(link.url, link)
    if not first or abstract.isascii():
        return list(first.values())
    edges = [0, *(match.end() for match in _CHARACTER.finditer(abstract))]
    return [_widen(link, edges) for link in first.values()]


def _widen(link: FoundLink, edges: Sequence[int]) -> FoundLink:
    """The link with a stretch that cuts no character."""
    start = edges[bisect_right(edges, link.start) - 1]
    return FoundLink(link.url, start, edges[bisect_left(edges, link.end)])


def _iter_stretches(abstract: str) -> Iterator[FoundLink]:
    position = 0
    for markup in _MARKUP.finditer(abstract):
        yield from _iter_bare(abstract, position, markup.start())
        url = _clean(markup["href"] or markup["url"] or markup["markdown"])
        if url:
            yield FoundLink(url, *markup.span())
        position = markup.end()
    yield from _iter_bare(abstract, position, len(abstract))


def _iter_bare(abstract: str, position: int, end: int) -> Iterator[FoundLink]:
    # The finder is asked at each scheme: by itself it overlooks one that follows a letter
    # directly, as Chinese text has it.
    while scheme := _SCHEME.search(abstract, position, end):
        length = _finder().test_schema_at(abstract[:end], "https:", scheme.end())
        position = scheme.end() + length
        raw = _trim(abstract[scheme.start() : position])
        if length and (url := _clean(raw)):
            position = scheme.start() + len(raw)
            yield FoundLink(url, scheme.start(), position)


def _trim(raw: str) -> str:
    end = _URL_END.search(raw)
    return raw[: end.start() if end else None].rstrip(_TRAILING)


def _clean(raw: str) -> str | None:
    url = _LATEX_ESCAPE.sub(r"\1", _trim(raw))
    scheme, _, rest = url.partition("://")
    return f"{scheme.lower()}://{rest}" if "." in (link_host(url) or "") else None


def link_host(url: str) -> str | None:
    """The host in lower case, without port and `www.`; null if the URL has none."""
    try:
        host = urlsplit(url).hostname
    except ValueError:
        return None
    return host.removeprefix("www.") or None if host else None


def link_repository(url: str) -> str | None:
    """`owner/name` on GitHub, GitLab, Bitbucket or Hugging Face; null elsewhere.

    On GitLab the owner may be a group in a group: `group/subgroup/name`.
    """
    host = link_host(url)
    if host not in _REPOSITORY_HOSTS:
        return None
    parts = [part for part in urlsplit(url).path.split("/") if part]
    if host == "huggingface.co" and parts[:1] in (["datasets"], ["spaces"]):
        del parts[0]
    if parts[:1] and parts[0] in _NOT_OWNERS.get(host, ()):
        return None
    if host == "gitlab.com":
        parts = list(takewhile(lambda part: part not in {"-", "tree", "blob", "raw"}, parts))
    else:
        parts = parts[:2]
    return "/".join(parts).removesuffix(".git") if len(parts) > 1 else None


def guess_link_kind(url: str) -> LinkKind:
    """What a URL leads to, by its host alone; `other` where the host does not tell."""
    host = link_host(url)
    if host in CODE_HOSTS:
        return LinkKind.CODE
    if host == "huggingface.co" and link_repository(url):
        first = urlsplit(url).path.split("/")[1]
        return {"datasets": LinkKind.DATA, "spaces": LinkKind.OTHER}.get(first, LinkKind.MODEL)
    return LinkKind.OTHER
