"""Make the id of a new record."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from itertools import count

from paperclaims_schema.record import abstract_sha256

SLUG_LENGTH_LIMIT = 60
FIRST_WORD_COUNT = 8
HASH_LENGTH = 12
_SMALL_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "by",
        "for",
        "from",
        "in",
        "into",
        "of",
        "on",
        "or",
        "the",
        "to",
        "under",
        "via",
        "with",
    ]
)


def _slug(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", folded.replace("'", ""))
    slug = "-".join(words)
    if len(slug) > SLUG_LENGTH_LIMIT:
        whole, _, _ = slug[: SLUG_LENGTH_LIMIT + 1].rpartition("-")
        slug = whole or slug[:SLUG_LENGTH_LIMIT]
        while slug.rpartition("-")[2] in _SMALL_WORDS and "-" in slug:
            slug = slug.rpartition("-")[0]
    return slug


def make_record_id(
    collection_name: str, title: str | None, abstract: str, taken: Container[str]
) -> str:
    """A new record id, for instance `neurips2025-layer-as-puzzle-pieces`.

    It is made from the title up to its colon, without a title from the first words of the
    abstract, and from the abstract's hash where these have no ASCII letters or digits. An id
    that is taken gets `-2`, `-3` and so on.
    """
    if title is not None:
        name = title.split(": ", 1)[0]
    else:
        name = " ".join(abstract.split()[:FIRST_WORD_COUNT])
    stem = f"{collection_name}-{_slug(name) or abstract_sha256(abstract)[:HASH_LENGTH]}"
    if stem not in taken:
        return stem
    return next(name for n in count(2) if (name := f"{stem}-{n}") not in taken)
