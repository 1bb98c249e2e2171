"""Streams of bytes to lines of text."""

from __future__ import annotations

import io
from typing import BinaryIO


def open_text(stream: BinaryIO) -> io.TextIOWrapper:
    r"""The text of a stream, line by line with its line ends (`\n`, `\r\n` or `\r`) as they are.

    A byte order mark (UTF-8 or UTF-16) is taken off. Bytes that are not of the encoding come as
    lone surrogates: whoever finds one (`has_damage`) makes it an `Unreadable` part.
    """
    buffered = io.BufferedReader(stream) if isinstance(stream, io.RawIOBase) else stream
    head = buffered.peek(2)[:2] if isinstance(buffered, io.BufferedReader) else b""
    if head in (b"\xff\xfe", b"\xfe\xff"):
        # What is no UTF-16 has no bytes that could stand as they are.
        return io.TextIOWrapper(buffered, encoding="utf-16", errors="replace", newline="")
    return io.TextIOWrapper(buffered, encoding="utf-8-sig", errors="surrogateescape", newline="")


def has_damage(text: str) -> bool:
    """Whether a text holds bytes that were not of its encoding, or NUL characters."""
    if "\0" in text:
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False
