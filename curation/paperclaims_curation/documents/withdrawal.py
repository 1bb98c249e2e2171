"""Papers that were withdrawn, by what is written about them."""

from __future__ import annotations

import re

from paperclaims_curation.documents.citations import explain_absence

_NOUN = r"(?:paper|article|submission|manuscript|preprint|pre-print|e-?print|work|version|thesis)"
_NOTICE = re.compile(
    # "This paper has been withdrawn by the author", "Paper withdrawn"; not "replaces withdrawn 1"
    rf"\b{_NOUN}(?: (?:has|have) been| is| was)?(?: now| temporarily| permanently)? withdrawn\b"
    rf"|\bwithdrawn by (?:the )?(?:authors?|arxiv|admin|submitter)"
    rf"|\bauthors? (?:(?:has|have) )?withdr[ae]wn? (?:the|this) {_NOUN}"
    r"|^\W*(?:arxiv admin note: )?withdrawn\b(?!\s+\d)",
    re.IGNORECASE,
)
_OLDER = re.compile(r"\b(?:earlier|previous|prior|older|old|first|original)\b", re.IGNORECASE)
_TITLE = re.compile(r"\W*(?:withdrawn|temporary removal)(?:\W*$|\W*[:.\]–—-])", re.IGNORECASE)


def find_absence(abstract: str, title: str = "", comment: str = "") -> str | None:
    """Why an entry is no abstract: `no abstract`, `withdrawn`; null if it is one.

    A withdrawn paper may still show its abstract; then its title or the comment says so.
    """
    if _TITLE.match(title) or any(
        not _OLDER.search(comment, 0, found.start()) for found in _NOTICE.finditer(comment)
    ):
        return "withdrawn"
    return explain_absence(abstract)
