"""All kinds of mutation, in the order of the table."""

from . import amounts, files, links, origins, quotes, readings, references, syntax
from .mutation import Kind

KINDS: tuple[Kind, ...] = (
    *amounts.KINDS,
    *quotes.KINDS,
    *references.KINDS,
    *syntax.KINDS,
    *links.KINDS,
    *origins.KINDS,
    *files.KINDS,
    *readings.KINDS,
)
