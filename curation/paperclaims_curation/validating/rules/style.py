"""The canonical form of a file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from paperclaims_curation.problem import Place
from paperclaims_curation.validating.rule import Example, Finding, RecordContext, RecordRule

_SHOWN_LENGTH = 100


def _describe_difference(given: str, wanted: str) -> tuple[str, Place]:
    """The first difference in words, and its place."""
    if given.startswith("\ufeff"):
        return "a byte order mark stands at its beginning", Place(1, 1, 1, 1)
    if "\r" in given:
        line = given.count("\n", 0, given.index("\r")) + 1
        return "its lines end with a carriage return (Windows)", Place(line, 1, line, 1)
    lines, should = given.split("\n"), wanted.split("\n")
    if wanted == given + "\n":
        line, end = len(lines), len(lines[-1]) + 1
        return "the last line does not end with a line break", Place(line, end, line, end)
    pairs = zip(lines, should, strict=False)
    index = next((n for n, (a, b) in enumerate(pairs) if a != b), len(should) - 1)
    text = lines[index] if index < len(lines) else ""
    same = takewhile(lambda pair: pair[0] == pair[1], zip(text, should[index], strict=False))
    column = 1 + sum(1 for _ in same)
    place = Place(index + 1, column, index + 1, max(column, len(text) + 1))
    if index == len(should) - 1:
        return "nothing should follow here", place
    words = should[index].strip()
    if len(words) > _SHOWN_LENGTH:
        words = f"{words[:_SHOWN_LENGTH]} …"
    return f"the line should be `{words}`", place


def _check_canonical(context: RecordContext) -> Iterator[Finding]:
    file = context.file
    if file.is_canonical:
        return
    # Only here: it needs the YAML parser.
    from paperclaims_curation.recordfile.canonical import canonical_text

    wanted = canonical_text(file)
    given = file.content.decode("utf-8")
    if wanted != given:
        what, place = _describe_difference(given, wanted)
        hint = "run `paperclaims validate --fix`"
        yield Finding((), f"not in canonical form: {what}", hint, place)


RULES = (
    RecordRule(
        "style-canonical",
        "Files are in canonical form",
        "One way to write a record: block style, two spaces, fields in order, empty fields left "
        "out, words of the abstract in single quotes or as a literal block. Edits then differ "
        "only where something was changed, and YAML cannot damage a quote.",
        _check_canonical,
        example=Example(
            "  evidence:\n  - 'Sorting pebbles'",
            "  evidence: [Sorting pebbles]",
            note="`paperclaims validate --fix` writes it so.",
        ),
    ),
)
