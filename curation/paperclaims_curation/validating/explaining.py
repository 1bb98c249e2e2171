"""What findings mean, as text, JSON and Markdown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from textwrap import dedent, fill, indent
from typing import Any

from paperclaims_curation.reporting import one_line
from paperclaims_curation.validating.catalogue import family_of
from paperclaims_curation.validating.rule import EXAMPLE_FILE, Declaration, Example

_INTRODUCTION = """\
# What the findings mean

*Generated from the declarations by `make docs`: change those in `paperclaims_curation/validating`,
not this page.*

Every finding ends with its code in brackets. `paperclaims explain CODE` says what this page says.
`paperclaims validate --select` and `--ignore` take a code or its first word (`span` stands for
every `span-...`). A record sets a finding aside by its code, with a reason, under
`annotation.exceptions`. Errors stand against a build, warnings do not.
"""


def _wrap(text: str, width: int) -> str:
    return fill(text, width, break_long_words=False, break_on_hyphens=False)


def _example_lines(text: str) -> str:
    # A control character is the point of one example, and must not reach the terminal.
    return "\n".join(map(one_line, dedent(text).splitlines())) or "# left out"


def _iter_sides(example: Example) -> Iterator[tuple[str, str]]:
    where = f", in `{example.file}`" if example.file not in {None, EXAMPLE_FILE} else ""
    if example.copy_to is not None:
        where = f", in `{example.copy_to}`, otherwise a copy of `{example.file}`"
    yield f"Wrong{where}:", _example_lines(example.wrong)
    yield "Right:", _example_lines(example.right)


def list_declarations(declarations: Sequence[Declaration]) -> str:
    """One line for each: code, severity and title."""
    width = max(len(item.code) for item in declarations)
    return "\n".join(
        f"{item.code:<{width}}  {item.severity:<7}  {item.title}" for item in declarations
    )


def explain_as_text(declaration: Declaration) -> str:
    """Everything about a code, for a terminal."""
    parts = [
        f"{declaration.code} ({declaration.severity}): {declaration.title}",
        _wrap(declaration.explanation, 88),
    ]
    if declaration.example is not None:
        sides = _iter_sides(declaration.example)
        parts += [f"{label}\n{indent(text, '    ')}" for label, text in sides]
        if declaration.example.note is not None:
            parts.append(_wrap(declaration.example.note, 88))
    return "\n\n".join(parts)


def _as_data(declaration: Declaration) -> dict[str, Any]:
    example = declaration.example
    return {
        "code": declaration.code,
        "severity": declaration.severity.value,
        "title": declaration.title,
        "explanation": declaration.explanation,
        "example": example
        and {
            "wrong": example.wrong,
            "right": example.right,
            "file": example.copy_to or example.file,
            "note": example.note,
        },
    }


def format_json(declarations: Iterable[Declaration]) -> str:
    """The declarations as one JSON document, whose form has a version of its own."""
    document = {
        "format": "paperclaims-codes",
        "version": 1,
        "codes": [_as_data(item) for item in declarations],
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def _as_markdown(declaration: Declaration) -> str:
    parts = [
        f"### {declaration.code}",
        f"**{declaration.title}** ({declaration.severity})",
        _wrap(declaration.explanation, 100),
    ]
    if declaration.example is not None:
        for label, text in _iter_sides(declaration.example):
            language = "yaml" if declaration.example.file is not None else "text"
            parts += [label, f"```{language}\n{text}\n```"]
        if declaration.example.note is not None:
            parts.append(_wrap(declaration.example.note, 100))
    return "\n\n".join(parts)


def format_markdown(declarations: Iterable[Declaration]) -> str:
    """The declarations as a page, family by family."""
    families: dict[str, list[Declaration]] = {}
    for item in declarations:
        families.setdefault(family_of(item.code), []).append(item)
    parts = [_INTRODUCTION.rstrip("\n"), "| code | severity | what holds |\n|---|---|---|"]
    rows = [item for family in families.values() for item in family]
    parts[-1] += "".join(
        f"\n| [{item.code}](#{item.code}) | {item.severity} | {item.title} |" for item in rows
    )
    for family, items in families.items():
        parts += [f"## {family}", *map(_as_markdown, items)]
    return "\n\n".join(parts)
