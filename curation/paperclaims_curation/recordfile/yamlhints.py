"""What to type instead, for the YAML errors that hand-edited records have most."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import yaml
from yaml.cyaml import CParser  # type: ignore[attr-defined]

from paperclaims_curation.problem import Edit


class Explanation(NamedTuple):
    """A YAML error for people."""

    offset: int
    """Where to look, in code points."""
    message: str
    hint: str | None


_KEY_AND_VALUE = re.compile(r"^(\s*(?:- )*(?:[\w-]+:)?\s*)(.*?)\s*$")


_FLOW_VALUE = re.compile(r"\s*(?:- )*([\w-]+):\s+(\[[^\[\]]*\]|\{[^{}]*\})\s*(?:#.*)?$")
_ENTRY = re.compile(r"\s*(?:- |-$|[\w-]+:(?:\s|$)|$)")
_COMMENT = re.compile(r"[ \t]+#")
_INDICATORS = "*&!%@`"
_SHOWN_LENGTH = 120
_QUOTES = "'\""
_CLOSED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"")
_PLAIN_WORDS = (
    ("mapping values are not allowed", "a second colon in a text without quotes"),
    ("escape", "a backslash in double quotes"),
    ("hexdecimal", "a backslash in double quotes"),
    ("character that cannot start", "a text may not begin with this character"),
    ("unexpected end of stream", "a quote mark or bracket is opened here and not closed"),
    ("expected ':'", "a line without a key"),
    ("did not find expected", "this does not fit what stands before it"),
    ("block sequence entries are not allowed", "a list may not begin here"),
)


def _quoted(value: str, limit: int | None = None) -> str:
    """A value as it is written, closed or not, as a text in single quotes."""
    if len(value) > 1 and value[0] == value[-1] == '"':
        value = value[1:-1].replace('\\"', '"')
    elif len(value) > 1 and value[0] == value[-1] == "'":
        value = value[1:-1].replace("''", "'")
    elif value[0] in "\"'":
        value = value[1:]
    if limit is not None and len(value) > limit:
        value = f"{value[:limit]} …"
    return "'" + value.replace("'", "''") + "'"


def _quoted_line(line: str) -> str | None:
    match = _KEY_AND_VALUE.match(line)
    if match is None or not match[2]:
        return None
    return f"{match[1].strip()} {_quoted(match[2], _SHOWN_LENGTH)}".lstrip()


def _of_open_quote(text: str, event: Any) -> Explanation | None:
    """A quote mark that is closed lines below, by the next one: the error is far from its cause."""
    if getattr(event, "style", None) not in ("'", '"'):
        return None
    start, end = event.start_mark, event.end_mark
    if start.line == end.line:
        return None
    message = f"a quote mark is opened here and closed only in line {end.line + 1}"
    fixed = _quoted_line(text.split("\n")[start.line])
    return Explanation(start.index, message, f"close it in its line: {fixed}" if fixed else None)


def _of_cut_text(text: str, event: Any, problem: str, end: int) -> Explanation | None:
    """A text that a comment cuts, and that goes on in the next line: that one cannot be read."""
    if getattr(event, "style", "'") not in {None, ""}:
        return None
    lines = f"{text}\n"[: text.find("\n", end)].split("\n")
    if not _COMMENT.match(text, event.end_mark.index):
        return None
    hint = "put the text in single quotes"
    if "',' or" not in problem:
        if _ENTRY.match(lines[-1]):
            return None
        first, *rest = lines[event.start_mark.line :]
        fixed = _quoted_line(" ".join([first, *map(str.strip, rest)]))
        hint = f"{hint}, in one line: {fixed}" if fixed else hint
    return Explanation(event.start_mark.index, "` #` starts a comment and cuts the text", hint)


def _of_two_values(text: str, problem: str, line: int) -> Explanation | None:
    """A value in brackets on the line of its key, with entries in the lines below as well."""
    lines = text.split("\n")
    if "did not find expected" not in problem or line >= len(lines):
        return None
    above = line - 1
    while above > 0 and not lines[above].partition("#")[0].strip():
        above -= 1
    match = _FLOW_VALUE.match(lines[above])
    below = lines[line].strip()
    if match is None or not (below.startswith("- ") if match[2][0] == "[" else _ENTRY.match(below)):
        return None
    key, value = match.groups()
    message = f"{key} has a value here, and entries in the lines below"
    hint = f"remove the `{value}`"
    if value[1:-1].strip():
        hint = f"{hint}, and write what it holds in lines like those"
    offset = sum(len(other) + 1 for other in lines[:above]) + match.start(2)
    return Explanation(offset, message, hint)


def explain(text: str, error: yaml.MarkedYAMLError, last: Any) -> Explanation:
    """A YAML error in plain words, with the line as it should be written where that is known.

    `last` is the value or key that was read before the error.
    """
    problem = error.problem or "cannot be read"
    mark = error.problem_mark or error.context_mark
    if "unexpected end of stream" in problem and error.context_mark is not None:
        # Where to look is where it was opened, far above the end of the file.
        mark = error.context_mark
    if mark is None:
        return Explanation(0, problem, None)
    if "expected" in problem and (open_quote := _of_open_quote(text, last)):
        return open_quote
    if cut_text := _of_cut_text(text, last, problem, mark.index):
        return cut_text
    if two_values := _of_two_values(text, problem, mark.line):
        return two_values
    lines = text.split("\n")
    line = lines[mark.line] if mark.line < len(lines) else ""
    message = next((plain for words, plain in _PLAIN_WORDS if words in problem), problem)
    parts = _KEY_AND_VALUE.match(line)
    before, value = (parts[1], parts[2]) if parts else ("", "")
    if value and value[0] in _INDICATORS:
        offset = mark.index - mark.column + len(before)
        hint = f"put the text in single quotes: {_quoted_line(line)}"
        return Explanation(offset, "a text may not begin with this character", hint)
    return Explanation(mark.index, *_improve(message, problem, line, mark.column))


def _improve(message: str, problem: str, line: str, column: int) -> tuple[str, str | None]:
    fixed = _quoted_line(line)
    parts = _KEY_AND_VALUE.match(line)
    before, value = (parts[1], parts[2]) if parts else ("", "")
    in_quotes = f"put the text in single quotes: {fixed}"
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return "a tab stands in the indentation", "indent with spaces"
    if "escape" in problem or "hexdecimal" in problem:
        return message, f"LaTeX belongs in single quotes: {fixed}"
    if "mapping values are not allowed" in problem and column < len(before):
        return "this line is read as part of the text above it", "check its indentation"
    if "mapping values are not allowed" in problem or "character that cannot start" in problem:
        return message, in_quotes if value else None
    if "unexpected end of stream" in problem:
        return message, f"close it; or {in_quotes}" if value else "close it"
    if "expected" in problem and value[:1] in _QUOTES and value and not _CLOSED.fullmatch(value):
        return message, f"a quote mark inside single quotes is doubled: {fixed}"
    if "expected" in problem:
        return message, "check the indentation, and the quote marks here and in the lines above"
    return message, None


def _is_one_text(value: str) -> bool:
    """Whether a value, closed or not, can only be meant as one text."""
    mark = value[0]
    if mark not in _QUOTES:
        # `tool #1` is a number, any other ` #` may begin a comment.
        return not re.search(r"\s#(?!\d)", value)
    is_closed = len(value) > 1 and value[-1] == mark
    inner = value[1:-1] if is_closed else value[1:]
    if not is_closed:
        return mark not in inner.replace(2 * mark, "") and " #" not in inner
    # A doubled backslash may be an escape among others that are none.
    return not re.search(rf"{mark}\s*[,:]" if mark == "'" else rf"{mark}\s*[,:]|\\\\", inner)


def find_correction(text: str) -> Edit | None:
    """What the value in the line of a YAML error should certainly be, as `explain` says it."""
    parser, last = CParser(text), None
    try:
        while parser.check_event():
            event = parser.get_event()
            last = event if isinstance(event, yaml.ScalarEvent) else last
    except yaml.MarkedYAMLError as error:
        explanation = explain(text, error, last)
    else:
        return None
    finally:
        parser.dispose()
    begin = text.rfind("\n", 0, explanation.offset) + 1
    line = text[begin:].partition("\n")[0]
    match, shown = _KEY_AND_VALUE.match(line), _quoted_line(line)
    if not match or not shown or not (explanation.hint or "").endswith(shown):
        return None
    if not _is_one_text(match[2]):
        return None
    return Edit(begin + match.start(2), begin + match.end(2), _quoted(match[2]))
