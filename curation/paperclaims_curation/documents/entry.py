"""What a format yields: entries, parts that are no abstract, and parts that cannot be read."""

from __future__ import annotations

from dataclasses import dataclass

from paperclaims_curation.problem import Place


@dataclass(frozen=True, slots=True)
class Entry:
    """One abstract of a document, with what the document says about its paper.

    All texts are as the parser of the format gives them; `cleaning` makes them readable later.
    What a document does not say is null or empty. Of people, only authors' names are read.
    """

    position: int
    """Its place among the abstracts of the document, counted from 1."""
    place: Place
    """Where it begins in the (decompressed) document."""
    abstract: str
    """Exactly as received; in XML, the markup inside the element included."""
    title: str | None = None
    authors: tuple[str, ...] = ()
    """The names in order, given name first: `Ada Lovelace`."""
    venue: str | None = None
    year: int | None = None
    track: str | None = None
    presentation: str | None = None
    primary_area: str | None = None
    keywords: tuple[str, ...] = ()
    openreview: str | None = None
    """OpenReview forum id."""
    arxiv: str | None = None
    """arXiv id, any prefix or address allowed."""
    doi: str | None = None
    """DOI, any prefix or address allowed."""
    license: str | None = None
    """The licence of the abstract as the document names it."""
    license_source: str | None = None
    """The page that the document names for it."""
    code_url: str | None = None
    """A link to code that the document gives outside the abstract."""
    page: str | None = None
    """The page of the paper that the document names."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A part of a document that holds no abstract."""

    place: Place
    text: str
    """The part itself, or its title; one line."""
    reason: str
    """Why there is no abstract: `heading`, `no abstract`, `withdrawn`."""


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A part of a document that cannot be read; the reader goes on behind it if it can."""

    place: Place
    message: str
    """What is wrong, in one line."""
    hint: str
    """What to do, in one line."""


Part = Entry | Skipped | Unreadable
