"""The formats of documents: one module each, named as the words of `SourceFormat`.

A module has two functions and one constant:

* `recognises(head: str, name: str) -> bool`: whether the first 64 KiB of a document (decoded,
  line ends unified, no byte order mark) are of this format; `name` is the file's name in lower
  case without `.gz` or `.zst`, empty for standard input.
* `iter_parts(stream: BinaryIO, columns: Mapping[str, str]) -> Iterator[Part]`: the parts of the
  document in order, read as they are asked for, in memory that does not grow with the document.
  The stream is decompressed and can be read once. `columns` maps a field of `Entry` to the column
  or key that holds it; formats without columns ignore it. Nothing but `OSError` is raised: what
  cannot be read is an `Unreadable` part, and a document that cannot be read any further ends with
  one.
* `CLEANING: tuple[CleaningStep, ...]`: the steps of `documents.cleaning` that its texts need.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from paperclaims_schema.vocabularies import SourceFormat


def load_format(name: SourceFormat) -> ModuleType:
    """The module of a format. Only the one that is needed is loaded, with its parser."""
    return import_module(f"{__name__}.{name.value.replace('-', '_')}")


def recognise_format(head: str, name: str) -> SourceFormat:
    """The format of a document by its beginning: the first that knows it, from the most specific.

    `SourceFormat` lists the formats in that order; anything may be a plain list.
    """
    return next(word for word in SourceFormat if load_format(word).recognises(head, name))
