"""Damage to the words that a record quotes, and to where they are said to stand."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from random import Random

from .document import Scalar
from .mutation import Kind, Mutation, Subject, edit, replace_value

# Words that stand nowhere; in an exception that is reported by the rule about exceptions.
ABSENT = ("span-not-found", "quantity-outside-evidence", "exception-unused")
# A short quote may by chance stand inside other words: `opt` in `adopt` and `option`.
CHANGED = (*ABSENT, "span-ambiguous", "span-cuts-word")
LIGATURES = {"ffi": "\ufb03", "fi": "\ufb01", "fl": "\ufb02", "ff": "\ufb00"}
CURLY = {"'": ("\u2019", "\u2018"), '"': ("\u201d", "\u201c")}


def _each_quote(
    change: Callable[[str, Random], set[str]],
) -> Callable[[Subject, Random], Iterator[Mutation]]:
    def mutate(subject: Subject, random: Random) -> Iterator[Mutation]:
        for scalar in subject.document.quotes:
            for words in sorted(change(scalar.value, random) - {scalar.value}):
                yield replace_value(subject.document, scalar, words)

    return mutate


def change_word(subject: Subject, random: Random) -> Iterator[Mutation]:
    """One word of a quote is another word, taken from any record."""
    vocabulary = sorted({word for other in subject.others for word in other.abstract.split()})
    for scalar in subject.document.quotes:
        words = list(re.finditer(r"[A-Za-z]{3,}", scalar.value))
        if words:
            word = random.choice(words)
            other = random.choice(vocabulary).strip(".,;:()'\"$*")
            if other not in {"", word[0]}:
                value = scalar.value[: word.start()] + other + scalar.value[word.end() :]
                yield replace_value(subject.document, scalar, value)


def change_case(words: str, random: Random) -> set[str]:
    """Another first letter, or all in capitals, or all small."""
    return {words[:1].swapcase() + words[1:], words.upper(), words.lower(), words.title()}


def drop_backslash(words: str, random: Random) -> set[str]:
    r"""`\%` becomes `%`."""
    return {words.replace("\\%", "%")}


def change_normal_form(words: str, random: Random) -> set[str]:
    """Decomposed or composed, or with ligatures, as copied from a PDF."""
    forms = {
        unicodedata.normalize("NFC", words),
        unicodedata.normalize("NFD", words),
        unicodedata.normalize("NFKC", words),
    }
    for letters, ligature in LIGATURES.items():
        if letters in words:
            forms.add(words.replace(letters, ligature))
            break
    return forms


def curl_quotation_marks(words: str, random: Random) -> set[str]:
    """Curly for straight quotation marks, or the other way round."""
    forms = set()
    for straight, curly in CURLY.items():
        forms.add(words.replace(straight, curly[0]))
        for mark in curly:
            forms.add(words.replace(mark, straight))
    return forms


def double_space(words: str, random: Random) -> set[str]:
    """A second space beside one of the spaces."""
    spaces = [place for place, letter in enumerate(words) if letter == " "]
    if not spaces:
        return set()
    place = random.choice(spaces)
    return {words[:place] + " " + words[place:]}


def cut_number(words: str, random: Random) -> set[str]:
    """The quote begins or ends inside a number."""
    found = set()
    for number in re.finditer(
        r"(?<![\w.,-])(?=\d{2}|\d[.,]\d)\d+(?:,\d{3})*(?:\.\d+)?(?!\w)", words
    ):
        if len(number[0]) == 1:
            continue
        cut = random.randrange(number.start() + 1, number.end())
        found |= {words[:cut], words[cut:]} - {"", words}
    return {part for part in found if re.search(r"\d", part) and part == part.strip()}


def quote_elsewhere(subject: Subject, random: Random) -> Iterator[Mutation]:
    """Words for the same slot out of another record, which this abstract does not hold."""
    for scalar in subject.document.quotes:
        others = [
            quote.value
            for other in subject.others
            for quote in other.quotes
            if (quote.path[0], quote.key) == (scalar.path[0], scalar.key)
            and quote.value not in subject.document.abstract
        ]
        if others:
            yield replace_value(subject.document, scalar, random.choice(others))


def _count(words: str, text: str) -> int:
    return sum(text.startswith(words, place) for place in range(len(text)))


def change_occurrence(subject: Subject, random: Random) -> Iterator[Mutation]:
    """Another number, none where one is needed, or one where the words are unique."""
    document = subject.document
    for scalar in document.matching(r".*\.occurrence"):
        words = document.scalars.get((*scalar.path[:-1], "quote"))
        words = words or document.scalars[(*scalar.path[:-1], "text")]
        count = _count(words.value, document.abstract)
        block = document.blocks[scalar.path]
        places = (scalar.start, words.start)
        for number in sorted({*range(count + 2)} - {int(scalar.value)}):
            yield replace_value(document, scalar, str(number), at=places)
        what = f"{scalar.name}: {scalar.value} left out"
        yield edit(document, what, (block.start, block.end, ""), at=(words.start,))
    unique = [
        scalar
        for scalar in document.quotes
        if scalar.key in {"text", "evidence"} and _count(scalar.value, document.abstract) == 1
    ]
    for scalar in random.sample(unique, min(2, len(unique))):
        column = scalar.start - document.line_start(scalar.start)
        indent = " " * (column - len("text: ") * (scalar.key == "text"))
        yield _occurrence(subject, scalar, f"\n{indent}occurrence: ", random)


def _occurrence(subject: Subject, scalar: Scalar, line: str, random: Random) -> Mutation:
    number = random.choice((1, 2))
    raw = subject.document.text[scalar.start : scalar.end]
    if scalar.key == "evidence":
        raw = f"quote: {raw}"
    mutation = edit(
        subject.document,
        f"{scalar.name}: {scalar.value[:50]} is unique, yet occurrence: {number}",
        (scalar.start, scalar.end, f"{raw}{line}{number}"),
    )
    lines = mutation.lines or frozenset()
    return Mutation(mutation.what, mutation.files, lines | {max(lines) + 1}, mutation.record)


def move_quantity(subject: Subject, random: Random) -> Iterator[Mutation]:
    """An amount is put under another claim."""
    document = subject.document
    claims = document.data.get("claims", [])
    for path, quantity in document.quantities():
        block = document.blocks[path]
        entry = document.text[block.start : block.end]
        source = int(path[1])
        start = block.start
        if len(claims[source]["quantities"]) == 1:
            start = document.line_start(document.key_start(path[:-1]))
        for number, claim in enumerate(claims):
            if number == source:
                continue
            target = document.blocks[("claims", number)].end
            given = quantity["text"] in [each["text"] for each in claim.get("quantities", [])]
            if given:
                continue
            new = entry if "quantities" in claim else f"  quantities:\n{entry}"
            mutation = edit(
                document,
                f"{quantity['text']}: from {claims[source]['id']} to {claim['id']}",
                (start, block.end, ""),
                (target, target, new),
            )
            text = mutation.files[mutation.record].decode("utf-8")
            removed = block.end - start if start < target else 0
            place = target - removed + len(new) - len(entry)
            yield Mutation(
                mutation.what,
                mutation.files,
                frozenset({1 + text.count("\n", 0, place)}),
                mutation.record,
            )


KINDS = (
    Kind("quote with one word changed", CHANGED, change_word),
    Kind("quote in another case", CHANGED, _each_quote(change_case)),
    Kind("`\\%` to `%`", ABSENT, _each_quote(drop_backslash)),
    Kind("another Unicode normal form", ABSENT, _each_quote(change_normal_form)),
    Kind("curly for straight quotes", ABSENT, _each_quote(curl_quotation_marks)),
    Kind("doubled space", ABSENT, _each_quote(double_space)),
    Kind(
        "truncated quote that cuts a number",
        (*CHANGED, "quantity-cuts-number"),
        _each_quote(cut_number),
    ),
    Kind("quote of another abstract", ABSENT, quote_elsewhere),
    Kind(
        "wrong occurrence",
        ("span-occurrence", "span-ambiguous", "schema-value", "exception-unused"),
        change_occurrence,
        place="the words or their occurrence",
    ),
    Kind(
        "quantity moved to another claim",
        (*ABSENT, "span-ambiguous", "quantity-not-in-statement"),
        move_quantity,
        place="the amount's text",
    ),
)
