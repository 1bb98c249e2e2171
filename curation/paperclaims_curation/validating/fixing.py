"""Correct record files: the fixes that are certain, then canonical form."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from difflib import unified_diff
from functools import lru_cache
from itertools import accumulate, groupby
from typing import NamedTuple

from pydantic import ValidationError

from paperclaims_curation.collection import Collection
from paperclaims_curation.problem import Edit, Loc, Problem, format_loc, parse_loc
from paperclaims_curation.recordfile.canonical import as_saved, canonical_text
from paperclaims_curation.recordfile.quotes import QuoteError, Region, find_amount, find_words
from paperclaims_curation.recordfile.reading import RecordFile, parse_file, resolve_file
from paperclaims_curation.recordfile.rescuing import nearest_word, without_occurrence
from paperclaims_curation.recordfile.resolving import Resolution
from paperclaims_curation.recordfile.schemaerrors import describe_errors
from paperclaims_curation.recordfile.tree import Mapping, Scalar, find_node, place_at
from paperclaims_curation.recordfile.variants import find_variant
from paperclaims_curation.recordfile.writing import format_scalar, write_text_atomically
from paperclaims_curation.recordfile.yamlhints import find_correction
from paperclaims_curation.validating.checking import check_record

_ROUNDS = 10
"""So often a file is read again for what a fix has brought to light."""
_CANONICAL = "style-canonical"
_OF_QUOTES = {"span-not-found", "span-occurrence", "exception-unused"}


def _regions(resolution: Resolution, loc: Loc) -> list[Region]:
    """Where the words at a path are looked for, the first place first."""
    whole = Region.whole(resolution.abstract)
    if loc[0] != "claims" or loc[2] == "evidence":
        return [whole]
    within = (*loc[:2], "evidence")
    evidence = [span for at, span in resolution.spans.items() if at[:3] == within]
    region = Region.of_evidence(resolution.abstract, evidence)
    return [region] if loc[2] == "quantities" else [region, whole]


def _edit_of_quote(file: RecordFile, loc: Loc, regions: list[Region]) -> Edit | None:
    """The words of the abstract that a quote means, or the quote without its occurrence."""
    node, _ = find_node(file.root, loc)
    parent = node if isinstance(node, Mapping) else find_node(file.root, loc[:-1])[0]
    node = node.values.get("quote") if isinstance(node, Mapping) else node
    if not isinstance(node, Scalar) or not isinstance(node.value, str):
        return None
    abstract = regions[0].abstract
    variants = (find_variant(abstract, region.spans, node.value) for region in regions)
    words = next(filter(None, variants), node.value)
    if words != node.value:
        return Edit(node.start, node.end, format_scalar(words, 0, verbatim=True))
    if not isinstance(parent, Mapping) or "occurrence" not in parent.values:
        return None
    try:
        if loc[2:3] == ("quantities",):
            find_amount(regions[0], words)
        else:
            find_words(regions[0], abstract, words)
    except QuoteError:
        return None
    return without_occurrence(file.text, parent)


def _edit_of_value(
    collection: Collection | None, file: RecordFile, problem: Problem
) -> Edit | None:
    node, _ = find_node(file.root, parse_loc(problem.field or ""))
    if not isinstance(node, Scalar) or not isinstance(node.value, str):
        return None
    if problem.code == "span-edge":
        return Edit(node.start, node.end, format_scalar(node.value.strip(), 0, verbatim=True))
    config = collection.config if collection is not None else None
    allowed = {"track": config.tracks, "presentation": config.presentations} if config else {}
    word = nearest_word(node.value, allowed.get(problem.field or "", ()))
    return Edit(node.start, node.end, format_scalar(word, 0, verbatim=False)) if word else None


@lru_cache(maxsize=2)
def _line_starts(text: str) -> list[int]:
    return [0, *accumulate(len(line) + 1 for line in text.split("\n"))]


def _offset(text: str, line: int, column: int) -> int:
    return _line_starts(text)[line - 1] + column - 1


def _schema_edits(file: RecordFile) -> dict[tuple[str, str | None], Edit]:
    try:
        file.model_type.model_validate(file.data)
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
        found = describe_errors(file.root, file.text, file.model_type, details)
        return {(item.code, format_loc(item.loc)): item.edit for item in found if item.edit}
    return {}


def add_fixes(
    file: RecordFile, problems: Iterable[Problem], collection: Collection | None = None
) -> list[Problem]:
    """The findings about a record file, with fix and its place where one is certain."""
    problems = list(problems)
    codes = {problem.code for problem in problems}
    schema = _schema_edits(file) if any(code.startswith("schema-") for code in codes) else {}
    resolution = resolve_file(file)[0] if codes & _OF_QUOTES else None
    with_fixes = []
    for problem in problems:
        edit = schema.get((problem.code, problem.field))
        if problem.code == "yaml-syntax":
            edit = find_correction(file.text)
        elif problem.code in _OF_QUOTES and resolution and problem.field:
            loc = parse_loc(problem.field)
            edit = _edit_of_quote(file, loc, _regions(resolution, loc))
        elif problem.code in {"span-edge", "source-words"}:
            edit = _edit_of_value(collection, file, problem)
        if edit is not None and problem.place is not None and "\n" not in edit.text:
            # The place begins where it did, so that the finding stays where it was reported.
            start = _offset(file.text, problem.place.line, problem.place.column)
            if start > edit.start or "\n" in file.text[start : edit.start]:
                start = edit.start
            place, fix = place_at(file.text, start, edit.end), file.text[start : edit.start]
            problem = replace(problem, place=place, fix=fix + edit.text)  # noqa: PLW2901
        with_fixes.append(problem)
    return with_fixes


class _State(NamedTuple):
    """A file, its findings with their fixes, and how far it could be checked."""

    file: RecordFile
    problems: list[Problem]
    depth: int
    """0: it is no YAML; 1: no record; 2: some quotes have no span; 3: everything was checked."""


def _check(file: RecordFile, collection: Collection | None) -> _State:
    if collection is None:
        resolution, problems = resolve_file(file)
    else:
        context, problems = check_record(collection, file)
        resolution = context.resolution if context is not None else None
    depth = int(file.root is not None) if resolution is None else 2 if resolution.failures else 3
    return _State(file, add_fixes(file, problems, collection), depth)


def _key(problem: Problem) -> tuple[str, str | None, str]:
    return problem.code, problem.field, problem.message


def _lies_in(field: str | None, around: str | None) -> bool:
    return bool(around) and f"{field}.".startswith((f"{around}.", f"{around}["))


def _find_faults(before: _State, after: _State) -> list[Problem]:
    """The findings that a change of a file is to blame for.

    What was hidden before may come to light: a misspelt key hides what is wrong elsewhere.
    """
    if after.depth < before.depth:
        return after.problems
    old, now = set(map(_key, before.problems)), set(map(_key, after.problems))
    new = [item for item in after.problems if _key(item) not in old and item.code != _CANONICAL]
    if before.depth == 3:
        return new
    if before.depth == 0:
        # The rest of the file was not read at all: only the line that was changed is known.
        line = next((item.place.line for item in before.problems if item.place), 0)
        lines = range(line + 1) if after.depth == 0 else range(line, line + 1)
        return [problem for problem in new if problem.place and problem.place.line in lines]
    gone = {field for _, field, _ in old - now}
    return [problem for problem in new if any(_lies_in(problem.field, field) for field in gone)]


def apply_to(text: str, fixes: Iterable[Problem]) -> str:
    """The text with the fixes; of two that overlap, with the first."""
    edits = sorted(
        Edit(
            _offset(text, fix.place.line, fix.place.column),
            _offset(text, fix.place.end_line, fix.place.end_column),
            fix.fix,
        )
        for fix in fixes
        if fix.place is not None and fix.fix is not None
    )
    parts, done = [], 0
    for start, end, words in edits:
        if start >= done:
            parts += [text[done:start], words]
            done = end
    return "".join([*parts, text[done:]])


def _with_text(state: _State, text: str, collection: Collection | None) -> _State:
    file = state.file
    return _check(parse_file(file.path, text.encode("utf-8"), file.model_type), collection)


def _is_record(file: RecordFile) -> bool:
    return isinstance(file.root, Mapping) and bool({"record_id", "abstract"} & {*file.root.keys})


def _safe_fixes(
    state: _State, collection: Collection | None
) -> tuple[list[Problem], _State | None]:
    """The fixes that together do no harm, and the file after them; null if there are none."""
    fixes = [item for item in state.problems if item.fix is not None and "\n" not in item.fix]
    # What is no YAML yet may be a record.
    rounds = 2 if state.depth == 0 or _is_record(state.file) else 0
    for _ in range(rounds if fixes else 0):
        text = as_saved(state.file, apply_to(state.file.text, fixes))
        fixed = _with_text(state, text, collection)
        # What has a fix itself is put right in the next round.
        faults = [fault for fault in _find_faults(state, fixed) if fault.fix is None]
        if not faults:
            return fixes, fixed
        fixes = [fix for fix in fixes if not any(_lies_in(bad.field, fix.field) for bad in faults)]
    return [], None


def _in_canonical_form(state: _State, collection: Collection | None) -> _State | None:
    """The file in canonical form; null if it is, or if it has none that says the same."""
    if state.file.is_canonical or any(
        problem.code in {"yaml-comment", "yaml-escape"} and problem.fix is None
        for problem in state.problems
    ):
        return None  # A text that was cut or changed is left alone.
    try:
        text = canonical_text(state.file)
    except ValueError:
        # What no schema knows may have no canonical form; the findings say what is wrong.
        return None
    if text.encode("utf-8") == state.file.content:
        return None
    written = _with_text(state, text, collection)
    return None if _find_faults(state, written) else written


def _fixed_text(file: RecordFile, collection: Collection | None) -> str | None:
    """The text of a file as it should be; null if it is left alone."""
    first = state = _check(file, collection)
    for _ in range(_ROUNDS):
        _, fixed = _safe_fixes(state, collection)
        if fixed is None and _is_record(state.file):
            fixed = _in_canonical_form(state, collection)
        if fixed is None:
            break
        state = fixed
    if not _is_record(state.file) or (first.depth > 0 and _find_faults(first, state)):
        return None
    return state.file.content.decode("utf-8")


def find_fixes(
    files: Iterable[RecordFile], collection: Collection | None = None
) -> list[tuple[RecordFile, str]]:
    """The record files that can be corrected, or are not in canonical form, with the text to be.

    Without a collection only their form and their quotes are checked, not the rules.
    """
    texts = ((file, _fixed_text(file, collection)) for file in files)
    return [
        (file, text)
        for file, text in texts
        if text is not None and text.encode("utf-8") != file.content
    ]


def add_safe_fixes(
    problems: Iterable[Problem],
    find_file: Callable[[str], RecordFile | None],
    collection: Collection,
) -> tuple[Problem, ...]:
    """The findings of a validation in order, those in records with what `--fix` would write."""
    fixed: list[Problem] = []
    for name, group in groupby(problems, lambda problem: problem.file):
        found, file = list(group), find_file(name) if name else None
        if file is not None:
            fixes, _ = _safe_fixes(_check(file, collection), collection)
            safe = {_key(fix): fix for fix in fixes}
            found = [safe.get(_key(problem), replace(problem, fix=None)) for problem in found]
        fixed += found
    return tuple(fixed)


def apply_fixes(fixes: Iterable[tuple[RecordFile, str]]) -> None:
    """Write the texts."""
    for file, text in fixes:
        write_text_atomically(file.path, text)


def format_diff(file: RecordFile, text: str) -> str:
    """What a fix changes, as a unified diff."""
    old = file.content.decode("utf-8", "replace").splitlines(keepends=True)
    lines = unified_diff(old, text.splitlines(keepends=True), str(file.path), str(file.path), n=1)
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
