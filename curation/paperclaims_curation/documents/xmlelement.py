"""An XML element in memory: its text, its markup, and the way to the elements inside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from paperclaims_curation.problem import Place


@dataclass(slots=True)
class Element:
    """An element with what it holds. Names of elements and attributes have no prefix."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    """Without declarations of namespaces."""
    content: list[Element | str] = field(default_factory=list)
    """Texts and elements in order; two texts may follow each other."""

    @property
    def children(self) -> Iterator[Element]:
        """The elements directly inside."""
        return (part for part in self.content if isinstance(part, Element))

    def find_all(self, *path: str) -> Iterator[Element]:
        """The elements at the end of a path of names, in order: `find_all("author", "name")`."""
        if not path:
            yield self
            return
        for child in self.children:
            if child.name == path[0]:
                yield from child.find_all(*path[1:])

    def find(self, *path: str) -> Element | None:
        """The first element at the end of a path of names."""
        return next(self.find_all(*path), None)

    def find_text(self, *path: str) -> str | None:
        """The text of the first element at the end of a path that has one, on one line."""
        return next((text for e in self.find_all(*path) if (text := e.line)), None)

    def iter_inside(self, name: str) -> Iterator[Element]:
        """The elements of a name at any depth, in order."""
        for child in self.children:
            if child.name == name:
                yield child
            yield from child.iter_inside(name)

    @property
    def text(self) -> str:
        """All text inside, without the markup."""
        return "".join(part if isinstance(part, str) else part.text for part in self.content)

    @property
    def line(self) -> str:
        """The same with single spaces: for names, years and the like."""
        return " ".join(self.text.split())

    @property
    def inner_xml(self) -> str:
        """What is inside, as XML without namespaces: `P &lt; 0.05 in <i>E. coli</i>`.

        The space around it and the space that indents MathML are left out.
        """
        return "".join(_iter_xml(self, in_math=False)).strip()


@dataclass(frozen=True, slots=True)
class Found:
    """An element that was looked for."""

    place: Place
    """Where its tag begins."""
    parents: tuple[Element, ...]
    """The elements around it, from the outermost, without what they hold."""
    element: Element


def _iter_xml(element: Element, *, in_math: bool) -> Iterator[str]:
    for part in element.content:
        if isinstance(part, str):
            yield escape(part.strip() if in_math else part)
            continue
        attributes = "".join(f" {k}={quoteattr(v)}" for k, v in part.attributes.items())
        if part.content:
            yield f"<{part.name}{attributes}>"
            yield from _iter_xml(part, in_math=in_math or part.name == "math")
            yield f"</{part.name}>"
        else:
            yield f"<{part.name}{attributes}/>"
