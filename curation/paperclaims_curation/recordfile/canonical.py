"""Bring any readable record or pass file into canonical form, comments kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from paperclaims_curation.problem import Loc
from paperclaims_curation.recordfile.quotes import Span
from paperclaims_curation.recordfile.reading import AuthoredFile, ModelT
from paperclaims_curation.recordfile.rescuing import Rescuer
from paperclaims_curation.recordfile.tree import Mapping, Node, Scalar, Sequence
from paperclaims_curation.recordfile.writing import SCHEMA_LINE, format_data, to_plain
from paperclaims_schema.record import Record

_COMMENT = re.compile(r"(?:^|(?<=[ \t\n]))#[^\n]*")


def _scalars(node: Node | None) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _scalars(item)
    elif isinstance(node, Mapping):
        for key, value in node.values.items():
            yield node.keys[key]
            yield from _scalars(value)


def _starts(node: Node | None, loc: Loc) -> Iterator[tuple[int, Loc]]:
    if isinstance(node, Sequence):
        for index, item in enumerate(node.items):
            if not isinstance(item, Mapping):
                yield item.start, (*loc, index)
            yield from _starts(item, (*loc, index))
    elif isinstance(node, Mapping):
        for key, value in node.values.items():
            yield node.keys[key].start, (*loc, key)
            yield from _starts(value, (*loc, key))


def _iter_comments(text: str, root: Node | None, rescued: list[Span]) -> Iterator[tuple[int, str]]:
    scalars = [
        # A comment may stand behind the sign that opens a block.
        (text.find("\n", scalar.start) if scalar.style in {"|", ">"} else scalar.start, scalar.end)
        for scalar in _scalars(root)
        if scalar.end > scalar.start
    ]
    inside = sorted([*scalars, *rescued])
    offset = 0
    for start, end in [*inside, (len(text), len(text))]:
        for match in _COMMENT.finditer(text, offset, max(offset, start)):
            yield match.start(), match.group().rstrip()
        offset = max(offset, end)


def _exists(data: Any, loc: Loc) -> bool:
    for part in loc:
        is_key = isinstance(data, dict) and part in data
        if is_key or (isinstance(data, list) and isinstance(part, int) and part < len(data)):
            data = data[part]
        else:
            return False
    return True


def _comments(text: str, root: Node | None, data: Any, rescued: list[Span]) -> dict[Loc, list[str]]:
    """The comments by the path that each stands above; a trailing one goes above its line."""
    # Words without their `occurrence` are written without the key `quote`.
    found = ((at, loc[:-1] if loc[-1] == "quote" else loc, loc) for at, loc in _starts(root, ()))
    starts = [
        (start, loc if _exists(data, loc) else short)
        for start, short, loc in found
        if _exists(data, short)
    ]
    comments: dict[Loc, list[str]] = {}
    for offset, comment in _iter_comments(text, root, rescued):
        if comment == SCHEMA_LINE:
            continue
        line_start = text.rfind("\n", 0, offset) + 1
        anchor = offset if not text[line_start:offset].strip() else line_start
        loc = next((loc for start, loc in starts if start >= anchor), ())
        comments.setdefault(loc, []).append(comment)
    return comments


def canonical_text(file: AuthoredFile[ModelT]) -> str:
    """The file's text in canonical form; of a file with findings, as far as it can be read.

    Raises:
        ValueError: the file cannot be parsed at all, or holds what has no canonical form.
    """
    if not isinstance(file.root, Mapping):
        raise ValueError(f"{file.path} cannot be parsed")  # noqa: TRY004 - its text is at fault
    rescuer = Rescuer(file.text, file.root)
    try:
        data = to_plain(file.model_type.model_validate(rescuer.data(file.root)))
    except ValidationError:
        # A file with findings is written as far as it can be understood.
        rescuer = Rescuer(file.text, file.root, keep_plain=True)
        data = rescuer.data(file.root)
    header = f"{SCHEMA_LINE}\n" if file.model_type is Record else ""
    comments = _comments(file.text, file.root, data, rescuer.spans)
    return header + format_data(data, comments)


def as_saved(file: AuthoredFile[ModelT], text: str) -> str:
    """A new text with the byte order mark and the line ends of the file."""
    mark = "\ufeff" if file.content.startswith(b"\xef\xbb\xbf") else ""
    saved = file.content.decode("utf-8")
    ends = (end for end in ("\r\n", "\r") if mark + file.text.replace("\n", end) == saved)
    return mark + text.replace("\n", next(ends, "\n"))
