"""Expat, made safe, on one XML document or on the rest of one behind damage."""

from __future__ import annotations

import codecs
from collections.abc import Collection, Sequence
from html.entities import html5

# Used directly for the places of entries and of damage; `XmlParser` says what makes it safe.
from xml.parsers import expat

from paperclaims_curation.documents.xmlelement import Element, Found
from paperclaims_curation.problem import Place

ENTRY_LIMIT = 1 << 22
"""In code points, each element counted as 64: a larger entry is taken for damage."""
DEPTH_LIMIT = 100
"""Elements inside each other; more is taken for damage."""


DECODED = frozenset(
    (
        *("gb2312", "gbk", "gb18030", "hz", "big5", "big5hkscs", "cp950", "shift_jis", "cp932"),
        *("euc_jp", "iso2022_jp", "euc_kr", "cp949", "johab", "iso2022_kr", "utf8"),
    )
)
"""Names of encodings that expat does not read; the reader decodes them for it."""


def codec_name(encoding: str) -> str | None:
    """The one name of an encoding; null if it is not known. `utf8` is not `utf-8` to expat."""
    try:
        name = codecs.lookup(encoding).name
    except LookupError:
        return None
    return "utf8" if name == "utf-8" and encoding.casefold() != name else name


class EncodingError(Exception):
    """The document declares an encoding that expat does not read."""


class RefusedError(Exception):
    """What expat would read and is not read here; `is_final` if nothing behind it is either."""

    def __init__(self, message: str, *, is_final: bool = False) -> None:
        super().__init__(message)
        self.is_final = is_final


def _local(name: str) -> str:
    return name.rpartition(":")[2] if ":" in name else name


def _without_namespaces(attributes: dict[str, str]) -> dict[str, str]:
    return {
        _local(key): value
        for key, value in attributes.items()
        if key != "xmlns" and not key.startswith("xmlns:")
    }


class XmlParser:
    """Collects in `found` the elements of some names, the outermost of them.

    What lies in them under an ignored name is not kept.

    No external entity and no DTD is ever asked for, since nothing is set that would fetch it;
    a document that declares entities is refused. Entities that nobody declared are read as those
    of HTML, or kept as they stand.
    """

    def __init__(
        self,
        names: Collection[str],
        ignored: Collection[str],
        *,
        line: int,
        column: int,
        encoding: str | None,
        parents: Sequence[tuple[str, Element]] = (),
    ) -> None:
        self.encoding = encoding
        """As the document declares it, or as given."""
        self.found: list[Found] = []
        self.has_root = False
        self.parents: list[tuple[str, Element]] = []
        """The open elements around the entries, with their names as written."""
        tags = "".join(f"<{name}>" for name, _ in parents) + "\n" if parents else ""
        self._prologue = tags.encode(encoding or "utf-8", "replace")
        self.offset = len(self._prologue)
        """In bytes: what is read before the first byte, to open the elements open at the damage."""
        self._given = encoding
        self._opening = list(parents)
        self._names, self._ignored = names, ignored
        self._inside: list[Element] = []
        self._ignored_depth = 0
        self._size = 0
        self._line, self._column = line - (1 if parents else 0), column
        self._begin = self._place_at(1, 0)
        self.expat = parser = expat.ParserCreate(encoding)
        parser.buffer_text = True
        # Without this, an undeclared entity ends the reading unless there is a DOCTYPE.
        parser.UseForeignDTD(True)
        parser.XmlDeclHandler = self._read_declaration
        parser.EntityDeclHandler = self._refuse_entity
        parser.SkippedEntityHandler = self._read_entity
        parser.StartElementHandler = self._read_start
        parser.EndElementHandler = self._read_end
        parser.CharacterDataHandler = self._read_text

    def parse(self, data: bytes, *, is_last: bool) -> None:
        """Read the next bytes of the document."""
        prologue, self._prologue = self._prologue, b""
        self.expat.Parse(prologue + data, is_last)

    def take(self) -> list[Found]:
        """The elements found since the last time."""
        found, self.found = self.found, []
        return found

    @property
    def place(self) -> Place:
        """Where expat is, at damage or not."""
        return self._place_at(self.expat.ErrorLineNumber, self.expat.ErrorColumnNumber)

    def _place_at(self, line: int, column: int) -> Place:
        first = 2 if self.offset else 1
        line, column = self._line + line - 1, column + (self._column if line == first else 1)
        return Place(line, column, line, column)

    @property
    def entry(self) -> str | None:
        """The entry that is being read, for a message."""
        if not self._inside:
            return None
        return f"<{self._inside[0].name}> that begins on line {self._begin.line}"

    def _grow(self, size: int) -> None:
        self._size += size
        if self._size > ENTRY_LIMIT:
            raise RefusedError("an entry of more than four million characters")

    def _read_declaration(self, version: str, encoding: str | None, standalone: int) -> None:
        self.encoding = encoding
        if self._given is None and encoding and codec_name(encoding) in DECODED:
            raise EncodingError

    def _refuse_entity(self, name: str, *_: object) -> None:
        raise RefusedError(f"the document declares the entity {name!r}", is_final=True)

    def _read_entity(self, name: str, is_parameter: bool) -> None:
        if not is_parameter:
            self._read_text(html5.get(f"{name};", f"&{name};"))

    def _read_start(self, raw_name: str, raw_attributes: dict[str, str]) -> None:
        self.has_root = True
        if self._opening:
            self.parents.append(self._opening.pop(0))
            return
        name = _local(raw_name)
        if len(self._inside) + len(self.parents) + self._ignored_depth >= DEPTH_LIMIT:
            raise RefusedError(f"more than {DEPTH_LIMIT} elements inside each other")
        if self._inside and (self._ignored_depth or name in self._ignored):
            self._ignored_depth += 1
            return
        element = Element(name, _without_namespaces(raw_attributes) if raw_attributes else {})
        if self._inside:
            self._grow(64 + sum(map(len, element.attributes.values())))
            self._inside[-1].content.append(element)
            self._inside.append(element)
        elif name in self._names:
            self._begin, self._size = self.place, 0
            self._inside.append(element)
        else:
            self.parents.append((raw_name, element))

    def _read_end(self, name: str) -> None:
        if self._ignored_depth:
            self._ignored_depth -= 1
            return
        if not self._inside:
            self.parents.pop()
            return
        element = self._inside.pop()
        if not self._inside:
            parents = tuple(parent for _, parent in self.parents)
            self.found.append(Found(self._begin, parents, element))

    def _read_text(self, text: str) -> None:
        if self._inside and not self._ignored_depth:
            self._grow(len(text))
            self._inside[-1].content.append(text)
