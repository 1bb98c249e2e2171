"""Record and pass files to models, with the place of every value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from paperclaims_curation.problem import (
    BadInputError,
    Loc,
    PaperclaimsError,
    Place,
    Problem,
    format_loc,
)
from paperclaims_curation.recordfile.canonicalreading import read_canonical
from paperclaims_curation.recordfile.modelwriting import format_quickly
from paperclaims_curation.recordfile.plainvalues import SIZE_LIMIT
from paperclaims_curation.recordfile.resolving import Resolution, find_spans
from paperclaims_schema.record import Pass, Record

# The YAML parser and what explains its errors are needed for a file with findings only.
if TYPE_CHECKING:
    from paperclaims_curation.recordfile.tree import Mapping, Node

ModelT = TypeVar("ModelT", Record, Pass)


@dataclass(frozen=True)
class AuthoredFile(Generic[ModelT]):
    """A file as read: its text, its tree, and the model if there are no findings yet."""

    path: Path
    content: bytes
    text: str
    """The decoded text: no byte order mark, line ends unified."""
    model_type: type[ModelT]
    model: ModelT | None
    problems: tuple[Problem, ...] = ()
    is_canonical: bool = False
    """Whether the text is known to be in canonical form."""

    @cached_property
    def root(self) -> Node | None:
        """The tree of the text; null if it is no YAML that a record may be."""
        from paperclaims_curation.recordfile.tree import YamlError, parse_tree

        try:
            return parse_tree(self.text)
        except YamlError:
            return None

    @property
    def data(self) -> Any:
        """The plain data of the file."""
        from paperclaims_curation.recordfile.tree import to_data

        return to_data(self.root)

    @cached_property
    def record_id(self) -> str | None:
        """The record's id as the file gives it, even where the rest is damaged."""
        from paperclaims_curation.recordfile.tree import Scalar, find_node

        if self.model is not None:
            return self.model.record_id
        node, complete = find_node(self.root, ("record_id",))
        found = isinstance(node, Scalar) and complete and isinstance(node.value, str)
        return str(node.value) if found and isinstance(node, Scalar) else None

    def place(self, loc: Loc) -> Place | None:
        """Where the value at a path stands; the nearest value around it, if it is not there."""
        from paperclaims_curation.recordfile.tree import Mapping, find_node

        if loc and isinstance(loc[-1], str):
            parent, complete = find_node(self.root, loc[:-1])
            value, found = find_node(self.root, loc)
            if complete and found is False and isinstance(parent, Mapping):
                return _first_line(parent)
            return _place_of(value)
        return _place_of(find_node(self.root, loc)[0])

    def place_within(self, loc: Loc, start: int, end: int) -> Place | None:
        """Where a stretch of the text at a path stands, if the text is a literal block."""
        from paperclaims_curation.recordfile.tree import Scalar, find_node

        node, found = find_node(self.root, loc)
        if not found or not isinstance(node, Scalar) or node.style != "|":
            return self.place(loc)
        first = node.place.line  # the line after the header, counted from 0
        block = self.text.split("\n")[first]
        indent = len(block) - len(str(node.value).partition("\n")[0])

        def position(offset: int) -> tuple[int, int]:
            before = str(node.value)[:offset]
            return first + 1 + before.count("\n"), indent + len(before.rpartition("\n")[2]) + 1

        return Place(*position(start), *position(end))

    def key_place(self, loc: Loc) -> Place | None:
        """Where the key at the end of a path stands."""
        from paperclaims_curation.recordfile.tree import Mapping, find_node

        parent, _ = find_node(self.root, loc[:-1])
        if isinstance(parent, Mapping) and loc[-1] in parent.keys:
            return parent.keys[str(loc[-1])].place
        return self.place(loc)

    def problem(self, code: str, loc: Loc, message: str, hint: str | None = None) -> Problem:
        """A finding about the value at a path."""
        return Problem(
            code,
            message,
            file=str(self.path),
            place=self.place(loc),
            record_id=self.record_id,
            field=format_loc(loc),
            hint=hint,
        )


@dataclass(frozen=True, slots=True)
class FileOnDisk:
    """A record file that was found to be readable, and is read again if there is more to say."""

    path: Path

    def problem(self, code: str, loc: Loc, message: str, hint: str | None = None) -> Problem:
        """A finding about the value at a path."""
        return read_record(self.path).problem(code, loc, message, hint)


RecordFile = AuthoredFile[Record]
PassFile = AuthoredFile[Pass]


def _first_line(mapping: Mapping) -> Place:
    return next((key.place for key in mapping.keys.values()), mapping.place)


def _place_of(node: Node | None) -> Place | None:
    from paperclaims_curation.recordfile.tree import Mapping

    if node is None:
        return None
    return _first_line(node) if isinstance(node, Mapping) else node.place


def decode(content: bytes, path: Path) -> str:
    """The text of a file's bytes, without a byte order mark.

    Raises:
        BadInputError: the bytes are not UTF-8.
    """
    try:
        return content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        message = f"not UTF-8 text: byte 0x{content[error.start]:02X} cannot be read"
        place = Place(line, column, line, column + 1)
        problem = Problem("yaml-encoding", message, str(path), place, hint="save the file as UTF-8")
        raise BadInputError(message, (problem,)) from error


def _damage_problems(file: AuthoredFile[ModelT]) -> Iterator[Problem]:
    from paperclaims_curation.recordfile.damage import find_damage
    from paperclaims_curation.recordfile.tree import place_at
    from paperclaims_curation.recordfile.writing import quoted

    for damage in find_damage(file.text, file.root):
        problem = file.problem(damage.code, damage.loc, damage.message, damage.hint)
        place = place_at(file.text, damage.start, damage.end)
        fix = quoted(damage.words) if damage.is_certain else None
        yield replace(problem, place=place, fix=fix)


def _schema_problems(
    file: AuthoredFile[ModelT], model: type[ModelT], errors: Iterable[ErrorDetails]
) -> Iterator[Problem]:
    from paperclaims_curation.recordfile.schemaerrors import describe_errors

    for found in describe_errors(file.root, file.text, model, errors):
        problem = file.problem(found.code, found.loc, found.message, found.hint)
        place = file.key_place(found.loc) if found.at_key else problem.place
        yield replace(problem, place=place)


def _read_canonical(text: str, model: type[ModelT]) -> ModelT | None:
    """The model of a text in canonical form without comments; null for any other text."""
    data = read_canonical(text)
    if data is None:
        return None
    try:
        valid = model.model_validate(data)
        return valid if format_quickly(valid) == text else None
    except ValueError:
        return None


def parse_file(path: Path, content: bytes, model: type[ModelT]) -> AuthoredFile[ModelT]:
    """Parse the bytes of a record or pass file; all that is wrong is in `problems`."""
    try:
        text = decode(content, path).replace("\r\n", "\n").replace("\r", "\n")
    except BadInputError as error:
        return AuthoredFile(path, content, "", model, None, error.problems)
    if len(content) <= SIZE_LIMIT and (read := _read_canonical(text, model)) is not None:
        is_canonical = len(content) == len(text.encode())
        return AuthoredFile(path, content, text, model, read, is_canonical=is_canonical)
    return _parse_any(path, content, text, model)


def _with(file: AuthoredFile[ModelT], root: Node | None, **changes: Any) -> AuthoredFile[ModelT]:
    """The file with other fields, and with the tree that was parsed already."""
    changed = replace(file, **changes)
    changed.__dict__["root"] = root
    return changed


def _parse_any(path: Path, content: bytes, text: str, model: type[ModelT]) -> AuthoredFile[ModelT]:
    from paperclaims_curation.recordfile.tree import Mapping, YamlError, parse_tree, place_at

    file: AuthoredFile[ModelT] = AuthoredFile(path, content, text, model, None)
    try:
        root = parse_tree(text)
    except YamlError as error:
        problem = Problem(error.code, str(error), str(path), error.place, hint=error.hint)
        return replace(file, problems=(problem,))
    if not isinstance(root, Mapping):
        what = "the file is empty" if root is None else "the file does not hold keys and values"
        hint = "a record begins with the line `record_id: ...`"
        place = place_at(text, 0) if root is None else root.place
        problem = Problem("yaml-top", what, str(path), place, hint=hint)
        return _with(file, root, problems=(problem,))
    file = _with(file, root)
    damage: tuple[Problem, ...] = tuple(_damage_problems(file))
    try:
        valid = model.model_validate(file.data)
    except ValidationError as error:
        details = error.errors(include_url=False, include_input=False)
        damaged = {problem.field for problem in damage}
        schema = _schema_problems(file, model, details)
        others: list[Problem] = [item for item in schema if item.field not in damaged]
        return _with(file, root, problems=(*damage, *others))
    return _with(file, root, problems=damage) if damage else _with(file, root, model=valid)


def read_bytes(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        PaperclaimsError: the file is missing or cannot be read.
    """
    try:
        with path.open("rb") as stream:
            # More than a record may hold is not read; what is read is still found too large.
            return stream.read(4 * SIZE_LIMIT + 4)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise PaperclaimsError(f"{path}: {reason}; check the name and the permissions") from error


def read_record(path: Path) -> RecordFile:
    """Read a record file.

    Raises:
        PaperclaimsError: the file is missing or cannot be read.
    """
    return parse_file(path, read_bytes(path), Record)


def read_pass(path: Path) -> PassFile:
    """Read a pass file.

    Raises:
        PaperclaimsError: the file is missing or cannot be read.
    """
    return parse_file(path, read_bytes(path), Pass)


def resolve_file(file: RecordFile) -> tuple[Resolution | None, list[Problem]]:
    """The spans of a record file, and the findings that stand against its row.

    There are no spans if the file holds no valid record.
    """
    if file.model is None:
        return None, list(file.problems)
    resolution = find_spans(file.model, file.model.abstract)
    return resolution, [
        file.problem(item.code, item.loc, item.message, item.hint) for item in resolution.failures
    ]
