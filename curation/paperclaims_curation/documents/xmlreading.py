"""Read the entries of an XML document as a stream: safely, with their places, past damage.

Names are read without their namespaces: what they mean is clear in the formats that are read
here, and an entry cut out of its document has lost the declarations.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Collection, Iterator
from typing import BinaryIO
from xml.parsers.expat import ErrorString, ExpatError, errors

from paperclaims_curation.documents.entry import Unreadable
from paperclaims_curation.documents.xmlelement import Element, Found
from paperclaims_curation.documents.xmlparsing import (
    DECODED,
    EncodingError,
    RefusedError,
    XmlParser,
    codec_name,
)

CHUNK_SIZE = 1 << 16
"""In bytes: what is read at a time."""
TOKEN_LIMIT = 1 << 22
"""In bytes: a longer tag or comment is taken for damage."""

_BEFORE_ROOT = re.compile(
    r"(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*", re.DOTALL
)
_ROOT = re.compile(r"<(?:[^\s<>/:?!]+:)?([^\s<>/:?!]+)")
_LINE_END = re.compile(rb"\r\n?|\n")

_ENDED = errors.codes[errors.XML_ERROR_NO_ELEMENTS]
_CUT = (_ENDED, errors.codes[errors.XML_ERROR_UNCLOSED_TOKEN])
_FOLLOWED = errors.codes[errors.XML_ERROR_JUNK_AFTER_DOC_ELEMENT]
_OTHER_ENCODING = errors.codes[errors.XML_ERROR_INCORRECT_ENCODING]

# Decoded for expat, so that the next tag behind damage can be found.
_UTF_16 = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"<\0": "utf-16-le", b"\0<": "utf-16-be"}
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
# Bytes that are not of the encoding become a NUL, which is damage in XML.
_ERRORS = "paperclaims-nul"
codecs.register_error(_ERRORS, lambda error: ("\0", getattr(error, "end", 0)))


def root_name(head: str) -> str | None:
    """The name of the first element in the beginning of a document; null if it is no XML."""
    before = _BEFORE_ROOT.match(head)
    found = _ROOT.match(head, before.end()) if before else None
    return found[1] if found else None


def iter_elements(
    stream: BinaryIO, names: Collection[str], ignored: Collection[str] = ()
) -> Iterator[Found | Unreadable]:
    """The elements of these names, the outermost where they lie inside each other, in order.

    What lies in them under an ignored name is left out: persons' data, and what nobody asks for.

    A chunk of the stream is in memory, and the element that is being read. Damage is one
    `Unreadable` part, and the reading goes on at the next element of these names. Documents may
    follow each other in one stream. Encodings are those that the documents declare.
    """
    reader = _Reader(names, ignored)
    while chunk := stream.read(CHUNK_SIZE):
        yield from reader.read(chunk)
    yield from reader.read(b"", is_last=True)


class _Reader:
    """Puts a parser on each document of a stream, and on what follows damage."""

    def __init__(self, names: Collection[str], ignored: Collection[str]) -> None:
        self._names, self._ignored = names, ignored
        words = "|".join(map(re.escape, names)).encode()
        self._tag = re.compile(rb"<(?:[^\s<>/:]+:)?(?:" + words + rb")(?=[\s/>])")
        self._parser: XmlParser | None = None
        self._damaged: XmlParser | None = None
        self._decoder: codecs.IncrementalDecoder | None = None
        self._is_new = True
        self._is_finished = False
        self._window = b""
        """What no parser has finished yet."""
        self._line, self._column = 1, 1
        """Where the window begins in the stream."""
        self._offset = 0
        """Where it begins in the bytes of the parser."""
        self._seen = 0
        """How much of it the parser was given."""

    def read(self, data: bytes, *, is_last: bool = False) -> Iterator[Found | Unreadable]:
        """The elements, and the damage, that end in these bytes."""
        if self._is_new and not self._window and data[:2] in _UTF_16:
            self._decoder = codecs.getincrementaldecoder(_UTF_16[data[:2]])(_ERRORS)
        self._window += self._decode(data, is_last=is_last)
        while not self._is_finished and (parser := self._begin(is_last=is_last)):
            try:
                self._parse(parser, is_last=is_last)
            except (EncodingError, LookupError, ValueError):
                yield from self._change_encoding(parser)
            except (ExpatError, RefusedError) as error:
                yield from parser.take()
                yield from self._leave(parser, error)
            else:
                yield from parser.take()
                self._is_finished = is_last
                return

    def _parse(self, parser: XmlParser, *, is_last: bool) -> None:
        parser.parse(self._window[self._seen :], is_last=is_last)
        self._seen = len(self._window)
        self._drop(parser.expat.CurrentByteIndex - self._offset)
        if len(self._window) > TOKEN_LIMIT:
            raise RefusedError("a tag or comment of more than four million bytes")

    def _decode(self, data: bytes, *, is_last: bool = False) -> bytes:
        return self._decoder.decode(data, is_last).encode() if self._decoder else data

    def _begin(self, *, is_last: bool) -> XmlParser | None:
        """The parser for the window; null if nothing can begin in it yet."""
        if self._parser:
            return self._parser
        encoding = "utf-8" if self._decoder else None
        if self._damaged is None:
            if self._is_new and self._window.startswith(_BYTE_ORDER_MARK):
                self._window = self._window.removeprefix(_BYTE_ORDER_MARK)
            self._drop(len(self._window) - len(self._window.lstrip()))
            if not self._window and not (is_last and self._is_new):
                return None
            parents: list[tuple[str, Element]] = []
        else:
            found = self._tag.search(self._window)
            # A tag may be cut by the end of the window.
            tail = max(self._window.rfind(b"<"), len(self._window) - 256)
            self._drop(found.start() if found else tail)
            if not found:
                return None
            encoding = encoding or _resuming_encoding(self._damaged.encoding)
            parents = self._damaged.parents
        parser = XmlParser(
            self._names,
            self._ignored,
            line=self._line,
            column=self._column,
            encoding=encoding,
            parents=parents,
        )
        self._parser, self._damaged, self._is_new = parser, None, False
        self._offset, self._seen = parser.offset, 0
        return parser

    def _drop(self, size: int) -> None:
        """Take bytes off the beginning of the window."""
        size = max(size, 0)
        dropped, self._window = self._window[:size], self._window[size:]
        self._seen = max(self._seen - len(dropped), 0)
        self._offset += len(dropped)
        lines = _LINE_END.split(dropped)
        if len(lines) > 1:
            self._line, self._column = self._line + len(lines) - 1, 1
        self._column += len(lines[-1].decode("utf-8", "replace"))

    def _leave(self, parser: XmlParser, error: ExpatError | RefusedError) -> Iterator[Unreadable]:
        """Give up a parser where it failed."""
        index = parser.expat.ErrorByteIndex
        self._parser, self._damaged = None, parser
        if isinstance(error, RefusedError):
            reason, self._is_finished = str(error), error.is_final
        elif error.code == _OTHER_ENCODING:
            yield from self._change_encoding(parser)
            return
        elif error.code == _FOLLOWED and self._window.startswith(b"<", index - self._offset):
            self._damaged = None
            self._drop(index - self._offset)
            return
        elif error.code == _ENDED and parser.has_root:
            reason = "the document ends too early"
        else:
            reason = ErrorString(error.code) or str(error)
        where = f" in the {parser.entry}" if parser.entry else ""
        yield Unreadable(
            parser.place,
            f"damaged XML{where}: {reason}",
            "write the text itself in place of the entity, and leave its declaration out"
            if self._is_finished
            else "correct the XML there, or fetch the document again; other entries are read",
        )
        # A parser that failed at once would do so again, and what is cut off stays so.
        is_passed = index <= parser.offset or getattr(error, "code", None) in _CUT
        self._drop(index - self._offset + (1 if is_passed else 0))

    def _change_encoding(self, parser: XmlParser) -> Iterator[Unreadable]:
        """Begin the document again with another encoding."""
        self._parser, self._damaged = None, None
        name = codec_name(parser.encoding or "") or ""
        if not self._decoder and (name in DECODED or name.startswith("utf")):
            # A document that says UTF-16 and could be read up to there is in UTF-8.
            codec = "utf-8" if name.startswith("utf") else name
            self._decoder = codecs.getincrementaldecoder(codec)(_ERRORS)
            self._window, self._seen = self._decode(self._window), 0
            return
        self._is_finished = True
        yield Unreadable(
            parser.place,
            f"damaged XML: the encoding {parser.encoding!r} is not one that can be read",
            "save the document in UTF-8, and correct its first line",
        )


def _resuming_encoding(declared: str | None) -> str:
    """The encoding behind damage, where tags were found as ASCII."""
    try:
        return declared if declared and "<".encode(declared) == b"<" else "utf-8"
    except (LookupError, ValueError):
        return "utf-8"
