"""Rules about what should lead to one paper only: identifiers, and links to what it released."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import unquote, urlsplit

from paperclaims_curation.links import CODE_HOSTS, link_host, link_repository
from paperclaims_curation.problem import Loc, Severity
from paperclaims_curation.validating.rule import (
    CollectionFinding,
    CollectionRule,
    Example,
    RecordContext,
)
from paperclaims_curation.validating.rules.versions import find_papers
from paperclaims_schema.vocabularies import LinkKind

_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(.+)")
_ARXIV_VERSION = re.compile(r"v\d+$")
_ARXIV_SUBJECT = re.compile(r"\.[a-z]{2}/")
_RELEASED = frozenset((LinkKind.CODE, LinkKind.DATA, LinkKind.MODEL))
_HOSTS_OF_MANY = CODE_HOSTS | {"huggingface.co"}
_MAIN_BRANCH = re.compile(r"/(?:-/)?tree/(?:main|master)$")

Key = tuple[str, str]
"""What is compared: the sort of name, and the name in one spelling."""


def _arxiv_key(arxiv: str) -> Key:
    folded = _ARXIV_VERSION.sub("", arxiv.casefold())
    # Old ids may name a subject: math.GT/0309136 is math/0309136.
    return "arxiv", _ARXIV_SUBJECT.sub("/", folded)


def _identifiers(context: RecordContext) -> Iterator[tuple[Key, Loc, str]]:
    identifiers = context.record.identifiers
    if identifiers.doi is not None:
        doi = unquote(identifiers.doi).casefold()
        arxiv = _ARXIV_DOI.fullmatch(doi)
        key = _arxiv_key(arxiv[1]) if arxiv else ("doi", doi)
        yield key, ("identifiers", "doi"), f"the DOI {identifiers.doi}"
    if identifiers.arxiv is not None:
        loc = ("identifiers", "arxiv")
        yield _arxiv_key(identifiers.arxiv), loc, f"the arXiv id {identifiers.arxiv}"
    if identifiers.openreview is not None:
        key = "openreview", identifiers.openreview
        yield key, ("identifiers", "openreview"), f"the OpenReview id {identifiers.openreview}"


def _link_key(url: str) -> Key | None:
    """The link in one spelling; null for a page of a host or an owner, which many papers share."""
    host = link_host(url)
    if host is None:
        return None
    parts = urlsplit(url)
    path = unquote(parts.path).rstrip("/")
    if path.count("/") < (2 if host in _HOSTS_OF_MANY else 1):
        return None
    if link_repository(url) is not None:
        path = _MAIN_BRANCH.sub("", path).casefold()
    return host, f"{path.removesuffix('.git')}?{parts.query}#{parts.fragment}"


def _links(context: RecordContext) -> Iterator[tuple[Key, Loc, str]]:
    for index, link in enumerate(context.record.links):
        key = _link_key(link.url) if link.kind in _RELEASED else None
        if key is not None:
            yield key, ("links", index, "url"), f"the {link.kind} link {link.url}"


def _iter_shared(
    contexts: list[RecordContext],
    names: Callable[[RecordContext], Iterator[tuple[Key, Loc, str]]],
) -> Iterator[tuple[RecordContext, RecordContext, Loc, str]]:
    """Records of two papers that share a name: the earlier, the later, and place and words there.

    Two records come once. One abstract in two records is a finding of its own.
    """
    papers = find_papers(contexts)
    first: dict[Key, RecordContext] = {}
    for context in contexts:
        record = context.record
        told: set[str] = {papers[record.record_id]}
        for key, loc, words in names(context):
            earlier = first.setdefault(key, context)
            paper = papers[earlier.record.record_id]
            if paper not in told and earlier.record.abstract_sha256 != record.abstract_sha256:
                told.add(paper)
                yield earlier, context, loc, words


def _check_identifiers(contexts: list[RecordContext]) -> Iterator[CollectionFinding]:
    for earlier, later, loc, words in _iter_shared(contexts, _identifiers):
        message = f"{words} is also that of {earlier.file.path}"
        hint = (
            "correct the wrong one; if both are versions of one paper, list the first under "
            "`versions` of the other"
        )
        yield CollectionFinding(later.file, loc, message, hint)


def _check_links(contexts: list[RecordContext]) -> Iterator[CollectionFinding]:
    for earlier, later, loc, words in _iter_shared(contexts, _links):
        message = f"{words} is also in {earlier.file.path}"
        hint = (
            "correct the wrong one; if both papers give it, list `code: duplicate-link` under "
            "annotation.exceptions with a reason"
        )
        yield CollectionFinding(later.file, loc, message, hint)


RULES = (
    CollectionRule(
        "duplicate-identifier",
        "A DOI, arXiv id or OpenReview id belongs to one paper",
        "Two records with the same identifier are two versions of a paper, which one of them says "
        "under `versions`, or one of the two has a wrong identifier. DOIs are compared without "
        "case, arXiv ids without version, and a DOI that arXiv gave counts as the arXiv id.",
        _check_identifiers,
        example=Example(
            "  arxiv: '2511.00001'",
            "  arxiv: '2510.15304v2'",
            note="Another record has the arXiv id `2510.15304`, and its own abstract.",
            file=None,
        ),
    ),
    CollectionRule(
        "duplicate-link",
        "Code, data and models belong to one paper",
        "The same link of kind `code`, `data` or `model` in two records is most often copied into "
        "the wrong one. Scheme, `www.`, `.git`, a slash at the end and, in names of repositories, "
        "case make no difference; pages of a host or of an owner are not compared, nor are versions "
        "of a paper. Where both papers do give the link, the record sets the finding aside.",
        _check_links,
        Severity.WARNING,
        example=Example(
            "- url: https://github.com/example-lab/stones",
            "- url: https://github.com/example-lab/sift.git",
            "Another record, with its own abstract, has the link "
            "`https://github.com/example-lab/sift`.",
            file=None,
        ),
    ),
)
