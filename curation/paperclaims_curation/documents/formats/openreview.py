"""OpenReview notes of API 1 (plain values) and 2 (`{"value": ...}`), also in one document."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

from paperclaims_curation.documents.citations import find_arxiv, find_doi, split_keywords
from paperclaims_curation.documents.entry import Entry, Part
from paperclaims_curation.documents.jsonobjects import (
    JsonObject,
    find_keys,
    first_text,
    iter_entries,
    read_authors,
    skip,
    text_at,
    texts_of,
)
from paperclaims_curation.problem import Place
from paperclaims_schema.vocabularies import CleaningStep

CLEANING = (CleaningStep.LINE_ENDS, CleaningStep.ENTITIES, CleaningStep.ABSTRACT_LABEL)

_OWN_KEYS = frozenset(
    (
        *("forum", "invitation", "invitations", "replyto", "signatures", "notes", "tcdate"),
        *("venueid", "authorids", "_bibtex"),
    )
)

_CONTENT = re.compile(r'"content"\s*:\s*\{')
_STATE = re.compile(
    r"^(?:under review|decision pending|submitted|accepted|rejected) (?:for|to|by|at) ",
    re.IGNORECASE,
)
# "NeurIPS 2025 Datasets and Benchmarks Track poster"
_VENUE = re.compile(
    r"(?P<venue>\S.*?) (?P<year>(?:19|20)\d\d)\b(?P<track>.*?)"
    r"(?: (?P<presentation>spotlight|oral|talk|poster|spotlightposter|oralposter))?\s*",
    re.IGNORECASE,
)
_TRACK = re.compile(r"\b(?:track|benchmarks)\b", re.IGNORECASE)
# `NeurIPS.cc/2025/Conference`, `robot-learning.org/CoRL/2024/Conference/-/Submission`
_VENUE_ID = re.compile(r"(?:^|/)(?P<venue>[A-Za-z][\w-]*)(?:\.[a-z]+)*/(?P<year>\d{4})(?=/|$)")
_CODE = re.compile(r"https?://(?!(?:www\.)?catalyzex\.com)[^\s<>()\[\]]+")


def recognises(head: str, name: str) -> bool:
    """Whether there are contents beside keys of OpenReview's own."""
    keys = find_keys(head)
    return _CONTENT.search(head) is not None and not keys.isdisjoint(_OWN_KEYS)


def iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]:
    """The notes of a document. `columns` has no meaning here."""
    return iter_entries(stream, frozenset(("content", "abstract")), _read_note)


def _read_note(note: JsonObject, place: Place) -> Part:
    content = note.get("content")
    # Some programs that save notes take what is in the content out of it.
    values = {
        key: value.get("value") if isinstance(value, dict) else value
        for key, value in (content if isinstance(content, dict) else note).items()
    }
    invitations = note.get("invitations")
    invitation = first_text(note.get("invitation"), invitations) or ""
    note_id, forum = text_at(note, "id"), first_text(note.get("forum"), note.get("id"))
    abstract = text_at(values, "abstract") or ""
    if text_at(note, "replyto") not in {None, note_id} or not (abstract or forum == note_id):
        # Of what reviewers write, not even the title is read.
        return skip(place, invitation.rpartition("/")[2] or "reply", "no abstract")
    title, venue_id = text_at(values, "title"), text_at(values, "venueid")
    states = [venue_id, text_at(values, "venue")] if venue_id else [invitation]
    if reason := _explain_withdrawal(" ".join(filter(None, states))):
        return skip(place, title or forum, reason)
    page = f"https://openreview.net/forum?id={forum}" if forum else None
    license_name = first_text(note.get("license"), values.get("license"))
    code = _CODE.search(first_text(values.get("code"), values.get("code_url")) or "")
    addresses = texts_of(values.get(key) for key in ("html", "pdf", "ee"))
    return Entry(
        0,
        place,
        abstract,
        title=title,
        authors=_read_authors(values.get("authors")),
        primary_area=text_at(values, "primary_area"),
        keywords=_read_keywords(values.get("keywords")),
        openreview=forum,
        arxiv=find_arxiv(addresses, bare=texts_of((values.get("arxiv_id"),))),
        doi=find_doi(texts_of((values.get("doi"),)), addresses),
        license=license_name,
        license_source=page if license_name else None,
        code_url=code[0] if code else None,
        page=page,
        **_read_venue(values, invitation),
    )


def _explain_withdrawal(state: str) -> str | None:
    words = re.sub(r"[\W_]+", " ", state).lower()
    if "desk reject" in words:
        return "desk rejected"
    return "withdrawn" if re.search(r"\b(?:withdrawn|retracted)\b", words) else None


def _read_authors(value: Any) -> tuple[str, ...]:
    return tuple(name for name in read_authors(value) if name != "Anonymous")


def _read_keywords(value: Any) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(" ".join(keyword.split()) for keyword in texts_of(value))
    return split_keywords(text_at(value) or "")


def _read_venue(values: JsonObject, invitation: str) -> dict[str, Any]:
    """Venue, year, track and presentation, as far as the note has them."""
    text = " ".join(_STATE.sub("", text_at(values, "venue") or "").split())
    track = text_at(values, "track")
    if (named := _VENUE.fullmatch(text)) and "workshop" not in text.lower():
        said = named["track"].strip()
        track = track or (said if _TRACK.search(said) else None)
        found: dict[str, Any] = {"venue": named["venue"], "year": int(named["year"])}
        presentation = named["presentation"]
        return {**found, "track": track, "presentation": presentation and presentation.lower()}
    of_id = _VENUE_ID.search(text_at(values, "venueid") or invitation)
    return {
        "venue": text or (of_id["venue"] if of_id else None),
        "year": int(of_id["year"]) if of_id else None,
        "track": track,
    }
