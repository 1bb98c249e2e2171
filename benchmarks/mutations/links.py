"""Damage to links and to what they make available."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from .mutation import Kind, Mutation, Subject, edit, quoted, replace_value


def pretend_abstract(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A link that is known from elsewhere is said to stand in the abstract."""
    document = subject.document
    words = next((quote.value for quote in document.quotes if quote.key == "evidence"), None)
    if words is None:
        return
    for number, link in enumerate(document.data.get("links", ())):
        url = document.scalars["links", number, "url"]
        if link["origin"] == "external":
            start = document.blocks["links", number, "origin"].start
            end = document.blocks["links", number].end
            new = f"  origin: abstract\n  evidence:\n  - {quoted(words)}\n"
            what = f"{link['url']} marked origin: abstract"
            yield edit(document, what, (start, end, new), at=(url.start,))
        else:
            yield replace_value(document, url, f"{url.value}-extended")
    if "links" not in document.data:
        place = document.line_start(document.key_start(("availability",)))
        url_line = "- url: https://github.com/example/project\n"
        new = (
            f"links:\n{url_line}  kind: other\n  origin: abstract\n"
            f"  evidence:\n  - {quoted(words)}\n"
        )
        made = edit(document, "an invented link", (place, place, new))
        lines = frozenset(line + 1 for line in made.lines or ())
        yield Mutation(made.what, made.files, lines, made.record)


def remove_link(subject: Subject, random: Random) -> Iterator[Mutation]:
    """A link of the abstract is left out."""
    document = subject.document
    links = document.data.get("links", ())
    for number, link in enumerate(links):
        if link["origin"] != "abstract":
            continue
        block = document.blocks["links", number]
        top = document.line_start(document.key_start(("links",)))
        start = top if len(links) == 1 else block.start
        abstract = document.key_start(("abstract",))
        first = document.keys[0].start
        # Where the only link is gone, the finding stands where a missing value is reported.
        at = (abstract, first) if len(links) == 1 else (abstract, top)
        yield edit(document, f"{link['url']} left out", (start, block.end, ""), at=at)


def contradict_links(subject: Subject, random: Random) -> Iterator[Mutation]:
    """`linked` without such a link, or another word with one."""
    document = subject.document
    for scalar in document.matching(r"availability\.(?:code|data|model)"):
        words = ("none", "released", "promised") if scalar.value == "linked" else ("linked",)
        for word in words:
            yield replace_value(document, scalar, word)


KINDS = (
    Kind(
        "URL not in the abstract marked `origin: abstract`",
        ("link-abstract",),
        pretend_abstract,
        place="the URL",
    ),
    Kind(
        "link missing from an abstract that has it",
        ("link-abstract",),
        remove_link,
        place="the abstract, or where the list is or would be reported missing",
    ),
    Kind("availability against the links", ("link-availability",), contradict_links),
)
