"""Rules about links and what they make available."""

from __future__ import annotations

from collections.abc import Iterator

from paperclaims_curation.links import find_links
from paperclaims_curation.recordfile.writing import quoted
from paperclaims_curation.validating.rule import Example, Finding, RecordContext, RecordRule
from paperclaims_schema.record import AbstractLink
from paperclaims_schema.vocabularies import Availability, LinkKind


def _check_links(context: RecordContext) -> Iterator[Finding]:
    record = context.record
    found = {link.url: link for link in find_links(record.abstract)}
    seen: set[str] = set()
    for index, link in enumerate(record.links):
        if link.url in seen:
            yield Finding(("links", index, "url"), f"{link.url} is listed twice", "keep one entry")
        seen.add(link.url)
        if not isinstance(link, AbstractLink):
            continue
        if link.url not in found:
            message = f"{link.url} is not a URL of the abstract"
            hint = "correct it, or use origin: external with seen_on"
            if found:
                hint = f"the abstract has {', '.join(found)}"
            yield Finding(("links", index, "url"), message, hint)
        elif not context.resolution.failures:
            whole = found[link.url]
            places = (("links", index, "evidence", at) for at, _ in enumerate(link.evidence))
            spans = [context.spans[place] for place in places]
            if all(whole.start < start or end < whole.end for start, end in spans):
                text = record.abstract[whole.start : whole.end]
                message = "the evidence does not hold the whole link"
                yield Finding(("links", index, "evidence", 0), message, f"write {quoted(text)}")
    listed = {link.url for link in record.links if isinstance(link, AbstractLink)}
    for url in found:
        if url not in listed:
            message = f"the abstract has the link {url}, the record does not"
            yield Finding(("links",), message, "add it with origin: abstract")


def _check_availability(context: RecordContext) -> Iterator[Finding]:
    record = context.record
    kinds = {link.kind for link in record.links if isinstance(link, AbstractLink)}
    for name, kind in (("code", LinkKind.CODE), ("data", LinkKind.DATA), ("model", LinkKind.MODEL)):
        said = getattr(record.availability, name)
        loc = ("availability", name)
        if kind in kinds and said is not Availability.LINKED:
            message = f"{name} is {said}, yet the abstract links to it"
            yield Finding(loc, message, "write linked")
        if kind not in kinds and said is Availability.LINKED:
            message = f"{name} is linked, yet no link of the abstract is of kind {kind}"
            yield Finding(loc, message, "add the link, or write released, promised or none")


RULES = (
    RecordRule(
        "link-abstract",
        "Links are those of the abstract, whole and once each",
        "Every URL of the abstract is listed once with `origin: abstract`, usable as it is, with "
        "the stretch as it stands as evidence. A URL that stands elsewhere is `origin: external`.",
        _check_links,
        example=Example(
            "- url: https://github.com/example-lab/sift",
            "- url: https://github.com/example-lab/sieve",
            note="The abstract has `https://github.com/example-lab/sift`.",
        ),
    ),
    RecordRule(
        "link-availability",
        "Availability agrees with the links",
        "`linked` is said exactly where a link of that kind stands in the abstract.",
        _check_availability,
        example=Example(
            "  code: linked", "  code: released", note="The abstract links to the code."
        ),
    ),
)
