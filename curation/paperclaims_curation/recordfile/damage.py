"""Texts that YAML reads otherwise than they were meant, without a word: comments and escapes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from paperclaims_curation.problem import Loc
from paperclaims_curation.recordfile.tree import Mapping, Node, Scalar, Sequence, find_node
from paperclaims_curation.recordfile.writing import VERBATIM_KEYS, format_scalar, quoted
from paperclaims_schema.record import abstract_sha256

_COMMENT = re.compile(r"[ \t]+#[^\n]*")
_SHOWN_LENGTH = 120
# `\t` before a letter is `\times` or `\text`; `\n` begins a line as well, so it needs its word.
_LATEX = re.compile(
    r"\\(?:\\|[abefrtvLNP](?P<command>[A-Za-z]+)"
    r"|n(?P<n_command>abla|atural|e|eg|eq|ew\w+|exists|geq|i|leq|mid|orm|ot|otin|parallel|u)(?![a-z])"
    r"|.)"
)
_CONTROL = re.compile("[\0-\x1f\x7f-\xa0\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Damage:
    """A text of which YAML reads something else than is written."""

    code: str
    loc: Loc
    scalar: Scalar
    message: str
    hint: str
    words: str
    """The text as it was meant."""
    start: int
    """Where it stands in the file, code points."""
    end: int
    is_certain: bool
    """Whether the words are those that were meant, so that they may be put right unasked."""


def iter_scalars(node: Node | None, loc: Loc = ()) -> Iterator[tuple[Loc, Scalar]]:
    """The values of a tree with their paths, keys left out."""
    if isinstance(node, Scalar):
        yield loc, node
    elif isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            yield from iter_scalars(item, (*loc, index))
    elif isinstance(node, Mapping):
        for key, value in node.values.items():
            yield from iter_scalars(value, (*loc, key))


def is_verbatim(loc: Loc) -> bool:
    """Whether the text at a path is words of the abstract."""
    keys = [part for part in loc if isinstance(part, str)]
    return bool(keys) and keys[-1] in VERBATIM_KEYS


def _inner(text: str, scalar: Scalar) -> str:
    return text[scalar.start + 1 : scalar.end - 1].replace('\\"', '"')


def rest_of_line(text: str, scalar: Scalar) -> str:
    """What a comment takes away after a value."""
    comment = _COMMENT.match(text, scalar.end)
    return comment.group().rstrip() if comment else ""


def _with_comment(text: str, scalar: Scalar) -> str:
    read = scalar.value if isinstance(scalar.value, str) else text[scalar.start : scalar.end]
    return (read + rest_of_line(text, scalar)).strip()


def abstract_of(text: str, root: Node | None) -> str:
    """The abstract of a file, taken as written if that is what was imported; else empty."""
    node, found = find_node(root, ("abstract",))
    if not found or not isinstance(node, Scalar) or not isinstance(node.value, str):
        return ""
    digest, _ = find_node(root, ("abstract_sha256",))
    written = _inner(text, node) if node.style == '"' else _with_comment(text, node)
    is_meant = isinstance(digest, Scalar) and digest.value == abstract_sha256(written)
    return written if is_meant else node.value


def _corrected(text: str, scalar: Scalar, words: str) -> str:
    before = text[text.rfind("\n", 0, scalar.start) + 1 : scalar.start].strip()
    if len(words) > _SHOWN_LENGTH:
        words = f"{words[:_SHOWN_LENGTH]} …"
    is_whole = re.fullmatch(r"(?:- )*(?:[\w-]+:)?|-", before)
    return f"{before} {quoted(words)}".strip() if is_whole else quoted(words)


def _cut_by_comment(text: str, abstract: str, loc: Loc, scalar: Scalar) -> Damage | None:
    comment = _COMMENT.match(text, scalar.end)
    raw = text[scalar.start : scalar.end]
    is_cut = comment and scalar.style is None and (isinstance(scalar.value, str) or not raw)
    verbatim = is_verbatim(loc)
    # In a verbatim slot `7 #2` and `null # ...` are cut words as well, if the abstract has them.
    if comment is None or not (is_cut or (verbatim and scalar.style is None)):
        return None
    words = _with_comment(text, scalar)
    # `tool #1` is a number, not a comment.
    is_number = bool(raw and is_cut and re.match(r"\s*#\d", comment.group()))
    is_certain = "\n" not in raw and (words in abstract if verbatim else is_number)
    if not is_cut and not is_certain:
        return None
    message = "` #` starts a comment and cuts the text"
    quote = f"put the text in single quotes: {_corrected(text, scalar, words)}"
    move = "give the comment a line of its own"
    hint = f"{quote}; or {move}"
    if is_certain and verbatim:
        hint = quote
    elif re.match(r"\s*#(?:\s|$)", comment.group()):
        hint = f"{move}; or, if it is text, {quote}"
    # Without a text before it, the sign itself begins the words.
    start = scalar.start if raw else comment.end() - len(comment.group().lstrip())
    end = comment.end()
    return Damage("yaml-comment", loc, scalar, message, hint, words, start, end, is_certain)


def _is_latex(written: str) -> bool:
    return any(match["command"] or match["n_command"] for match in _LATEX.finditer(written))


def _read_as_escape(text: str, abstract: str, loc: Loc, scalar: Scalar) -> Damage | None:
    raw = text[scalar.start : scalar.end]
    value = scalar.value
    if scalar.style != '"' or "\\" not in raw or not isinstance(value, str):
        return None
    written = _inner(text, scalar)
    verbatim = is_verbatim(loc)
    is_certain = verbatim and written in abstract and value not in abstract
    if not is_certain:
        is_own = raw == format_scalar(value, 0, verbatim=verbatim)
        is_given = verbatim and value in abstract
        if is_own or is_given or not _CONTROL.search(value) or not _is_latex(written):
            return None
    message = "a backslash in double quotes is an escape, and changes the text"
    hint = f"LaTeX belongs in single quotes: {_corrected(text, scalar, written)}"
    return Damage(
        "yaml-escape", loc, scalar, message, hint, written, scalar.start, scalar.end, is_certain
    )


def find_damage(text: str, root: Node | None) -> list[Damage]:
    """The texts of a file that a comment cuts, or whose LaTeX is read as escapes, in order."""
    if "#" not in text and "\\" not in text:
        return []
    abstract = abstract_of(text, root)
    found = []
    for loc, scalar in iter_scalars(root):
        damage = _cut_by_comment(text, abstract, loc, scalar)
        damage = damage or _read_as_escape(text, abstract, loc, scalar)
        if damage is not None:
            found.append(damage)
    return found
