"""What the user says about the paper of an abstract that is added: checked before it is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from paperclaims_curation.collection import CONFIG_NAME, CollectionConfig
from paperclaims_curation.documents.identifiers import (
    arxiv_of_doi,
    read_arxiv,
    read_doi,
    read_openreview,
)
from paperclaims_curation.documents.text import has_damage
from paperclaims_curation.problem import PaperclaimsError
from paperclaims_schema.record import Url

_URL: TypeAdapter[str] = TypeAdapter(Url)
_EXAMPLES = {
    "doi": "10.1000/182",
    "arxiv": "2510.15304",
    "openreview": "enhFXzKii4",
    "link": "https://github.com/owner/name",
    "seen-on": "https://arxiv.org/abs/2510.15304",
}


@dataclass(frozen=True, slots=True)
class Description:
    """What is said about a paper, each field as the option of its name gives it."""

    title: str | None = None
    authors: tuple[str, ...] = ()
    doi: str | None = None
    """With or without a resolver's address."""
    arxiv: str | None = None
    """The id or an address with it."""
    openreview: str | None = None
    """The forum id or an address with it."""
    track: str | None = None
    presentation: str | None = None
    links: tuple[str, ...] = ()
    """Addresses; the kind is told by the host."""
    seen_on: str | None = None
    """The page on which those links were seen that do not stand in the abstract."""
    version_of: str | None = None
    """The id of the record of another version of the paper, which was there first."""


def _clean(option: str, text: str | None) -> str | None:
    if text is None:
        return None
    if has_damage(text):
        raise PaperclaimsError(f"--{option}: is not UTF-8 text")
    cleaned = " ".join(text.split())
    if not cleaned:
        raise PaperclaimsError(f"--{option}: is empty; leave it out, or write something")
    return cleaned


def _clean_all(option: str, texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(filter(None, (_clean(option, text) for text in texts)))


def _refuse(option: str, text: str) -> PaperclaimsError:
    return PaperclaimsError(
        f"--{option} {text}: cannot be read; write it as in --{option} {_EXAMPLES[option]}"
    )


def _read_identifier(
    option: str, text: str | None, read: Callable[[str], str | None]
) -> str | None:
    text = _clean(option, text)
    found = read(text) if text is not None else None
    if text is not None and found is None:
        raise _refuse(option, text)
    return found


def _read_url(option: str, text: str | None) -> str | None:
    url = _clean(option, text)
    try:
        return url and _URL.validate_python(url)
    except ValidationError:
        raise _refuse(option, url or "") from None


def _read_word(name: str, text: str | None, allowed: tuple[str, ...]) -> str | None:
    word = _clean(name, text)
    if word is None or word in allowed:
        return word
    from difflib import get_close_matches

    close = get_close_matches(word, allowed, n=1)
    hint = f"did you mean {close[0]}?" if close else f"it allows: {', '.join(allowed) or 'none'}"
    raise PaperclaimsError(f"--{name} {word}: {CONFIG_NAME} has no such {name}; {hint}")


def check_description(given: Description, config: CollectionConfig) -> Description:
    """The description with spaces unified and each identifier in the form that records have.

    Raises:
        PaperclaimsError: an option cannot be what it should be; the message names it.
    """
    if given.seen_on is not None and not given.links:
        raise PaperclaimsError("--seen-on: says where a link was seen; add --link URL")
    doi = _read_identifier("doi", given.doi, read_doi)
    arxiv = _read_identifier("arxiv", given.arxiv, read_arxiv)
    return Description(
        title=_clean("title", given.title),
        authors=_clean_all("author", given.authors),
        doi=doi,
        arxiv=arxiv or (arxiv_of_doi(doi) if doi else None),
        openreview=_read_identifier("openreview", given.openreview, read_openreview),
        track=_read_word("track", given.track, config.tracks),
        presentation=_read_word("presentation", given.presentation, config.presentations),
        links=tuple(filter(None, (_read_url("link", url) for url in given.links))),
        seen_on=_read_url("seen-on", given.seen_on),
        version_of=_clean("version-of", given.version_of),
    )
