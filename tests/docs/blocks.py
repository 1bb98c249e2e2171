"""Find the code blocks of a Markdown page, run them, and read the tables that answer them."""

from __future__ import annotations

import contextlib
import io
import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import duckdb

from paperclaims_curation.building.questions import answer_cell

_BLOCK = re.compile(
    r"^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$", re.DOTALL | re.MULTILINE
)
_ANSWER = re.compile(r"\s*(?:<!-- answer -->\s*)?(?P<table>(?:^\|.*\|$\n)+)", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A code block; `answer` holds the cells of the table right below it, without its head."""

    language: str
    text: str
    line: int
    answer: list[list[str]] | None


def find_blocks(page: str) -> list[Block]:
    blocks = []
    for match in _BLOCK.finditer(page):
        answer = None
        if below := _ANSWER.match(page, match.end()):
            rows = below["table"].splitlines()[2:]
            answer = [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows]
        line = page.count("\n", 0, match.start()) + 1
        blocks.append(Block(match["language"], textwrap.dedent(match["text"]), line, answer))
    return blocks


def cells(rows: Iterable[Iterable[Any]]) -> list[list[str]]:
    return [[answer_cell(value) for value in row] for row in rows]


def run_sql(code: str) -> list[list[str]]:
    return cells(duckdb.connect().execute(code).fetchall())


def run_python(code: str) -> tuple[list[list[str]] | None, str]:
    """The rows that the code leaves in `answer`, if it does, and what it prints."""
    names: dict[str, Any] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "<block>", "exec"), names)
    answer = names.get("answer")
    if answer is None:
        return None, printed.getvalue()
    if hasattr(answer, "itertuples"):  # pandas
        answer = answer.itertuples(index=False, name=None)
    elif hasattr(answer, "rows"):  # polars
        answer = answer.rows()
    return cells(answer), printed.getvalue()
