"""An entry of a list while it is being read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from paperclaims_curation.documents.citations import (
    find_arxiv,
    find_doi,
    find_openreview,
    find_page,
    find_year,
    split_keywords,
)
from paperclaims_curation.documents.entry import Entry, Skipped
from paperclaims_curation.documents.lists.blocks import Line, one_line
from paperclaims_curation.documents.lists.fields import (
    Field,
    Link,
    find_key,
    find_links,
    has_only_links,
    read_field,
)
from paperclaims_curation.documents.lists.items import are_asides
from paperclaims_curation.documents.lists.names import read_names
from paperclaims_curation.documents.lists.titles import (
    clean_title,
    is_heading,
    read_marker,
    reads_as_title,
)
from paperclaims_curation.documents.people import split_authors
from paperclaims_curation.problem import Place

# These end an abstract wherever they stand in it; other labels could be words of its text.
_STRONG = frozenset(
    ["title", "authors", "abstract", "keywords", "doi", "arxiv", "openreview", "code", "person"]
)
_SEPARATORS = str.maketrans("；，、", ";,,")
_SHORTEST_ABSTRACT = 8
"""In words: a shorter line below a title that does not end as a sentence is no abstract."""
_SECTIONS = ("abstract", "text", "summary", "aside")
"""Where an abstract is looked for, in this order."""


@dataclass(slots=True)
class Draft:
    """What is known so far of an entry."""

    place: Place
    title: str | None = None
    authors: tuple[str, ...] = ()
    values: dict[str, str] = field(default_factory=dict)
    """The labelled values by key."""
    links: list[Link] = field(default_factory=list)
    texts: dict[str, list[str]] = field(default_factory=dict)
    """The paragraphs by section."""
    section: str = "text"
    """`abstract` or `summary` behind such a label, `dropped` where the abstract is over."""
    is_code: bool = False
    """Whether what follows stands below a heading such as `Code`."""
    has_summary: bool = False
    """Whether the label `Summary` stands before abstracts here, and is not one of their words."""
    is_over: bool = False
    """Whether a rule came behind the text."""

    @property
    def has_text(self) -> bool:
        """Whether a paragraph of text was read."""
        return any(key in self.texts for key in ("abstract", "text", "summary", "dropped"))

    def add_title(self, text: str) -> None:
        """Take a line as the title, and the links on it."""
        title, links = clean_title(text)
        self.title = title or self.title
        self.links += links

    def begin_section(self, key: str) -> None:
        """Go on below a heading such as `Abstract` or `Code`."""
        self.section = key if key in ("abstract", "summary") else "dropped"
        self.is_code = key == "code"

    def add_links(self, text: str, *, is_code: bool = False) -> None:
        """Take over the links of a text."""
        self.links += [
            Link("code" if is_code or self.is_code else link.label, link.url)
            for link in find_links(text)
        ]

    def add_text(self, text: str, section: str | None = None) -> None:
        """Add a paragraph."""
        if text:
            self.texts.setdefault(section or self.section, []).append(text)

    def add_field(self, found: Field) -> None:
        """Take over a labelled value."""
        value = found.value.strip("*_` ")
        is_title = found.label.lower() == "paper" and value and not find_links(value)
        if found.key in ("abstract", "summary"):
            self.section = found.key
            return
        if found.key == "title" or is_title:
            self.add_title(found.value)
        elif found.key == "authors":
            self.authors = self.authors or split_authors(value)
        elif found.key not in ("person", "other", "unknown"):
            self.values.setdefault(found.key, value)
            if found.key != "license":
                self.add_links(found.value, is_code=found.key == "code")
        if self.section != "text" and self.section in self.texts:
            # Another label behind the abstract begins something else.
            self.section = "dropped"

    def add_lines(self, lines: Sequence[Line]) -> None:
        """Take over a paragraph, with the fields, links and names around its text."""
        held: list[str] = []
        before: Field | None = None
        is_aside = are_asides(lines)
        for number, line in enumerate(lines):
            found = self._read_field(line.text)
            if found and (not held or found.key in _STRONG):
                self._add_paragraph(held)
                held = [found.value] if found.key in ("abstract", "summary") and found.value else []
                held += [_line_end(line.text)] if held else []
                self.add_field(found)
                before = found
            elif before and not held and _continues(before, line.text):
                before = _extended(before, line.text)
                self._extend(before)
            elif has_only_links(line.text) and (not held or _are_notes(lines[number:])):
                self.add_links(line.text)
            elif not held and self._is_aside(line.text, is_alone=is_aside):
                self._add_aside(line.text)
            else:
                held.append(line.text)
                before = None
        self._add_paragraph(held)

    def _read_field(self, text: str) -> Field | None:
        found = read_field(text)
        return None if found and found.key == "summary" and not self.has_summary else found

    def _extend(self, found: Field) -> None:
        """Take over a value again that goes on in the next line."""
        if found.key == "title":
            self.add_title(found.value)
        elif found.key == "authors":
            self.authors = split_authors(found.value.strip("*_` "))
        elif found.key in self.values:
            self.values[found.key] = found.value.strip("*_` ")

    def _is_aside(self, text: str, *, is_alone: bool) -> bool:
        """Whether a line between title and abstract is none of both: names, or a venue."""
        if self.has_text or self.section != "text":
            return False
        stripped = text.strip()
        in_italics = len(stripped) > 2 and stripped[0] == stripped[-1] and stripped[0] in "*_"
        return bool(read_names(text)) or (is_heading(stripped) and (is_alone or in_italics))

    def _add_aside(self, text: str) -> None:
        if names := read_names(text):
            self.authors = self.authors or names
        elif "@" not in text:
            self.add_text(text.strip(), "aside")

    def _add_paragraph(self, held: list[str]) -> None:
        text = "".join(held).strip()
        marker = read_marker(text)
        if marker and marker.number is None and not self.has_text and "\n" not in text:
            text = text[marker.width :]
        self.add_text(text)

    def _settle_names(self) -> None:
        """Tell title and authors apart where each has a line of its own and no mark."""
        aside = self.texts.get("aside", [""])[0]
        if self.authors or not aside:
            return
        if (
            self.title
            and reads_as_title(aside)
            and (names := read_names(self.title, is_marked=True))
        ):
            self.title, self.authors = clean_title(aside)[0], names
            del self.texts["aside"]
        elif "abstract" in self.texts:
            self.authors = read_names(aside, is_marked=True)

    def finish(self) -> Entry | Skipped:
        """The entry; a `Skipped` part if it has no abstract."""
        self._settle_names()
        if len(" ".join(self.texts.get("aside", ())).split()) < _SHORTEST_ABSTRACT:
            self.texts.pop("aside", None)
        abstract = next((self.texts[key] for key in _SECTIONS if key in self.texts), None)
        if abstract is None:
            return Skipped(self.place, one_line(self.title or "(no title)"), "no abstract")
        values = self.values
        code = [link.url for link in self.links if find_key(link.label) == "code"]
        pages = [link.url for link in self.links if find_key(link.label) != "code"]
        arxiv = values.get("arxiv")
        return Entry(
            0,
            self.place,
            "\n\n".join(abstract),
            title=self.title,
            authors=self.authors,
            venue=values.get("venue") or None,
            year=find_year((values.get("year", ""), values.get("venue", ""))),
            track=values.get("track") or None,
            presentation=values.get("presentation") or None,
            primary_area=values.get("primary_area") or None,
            keywords=split_keywords(values.get("keywords", "").translate(_SEPARATORS)),
            openreview=find_openreview((values.get("openreview", ""), *pages)),
            arxiv=find_arxiv(pages, bare=[arxiv] if arxiv else []),
            doi=find_doi((values.get("doi", ""),), pages),
            license=values.get("license") or None,
            code_url=find_page(code),
            page=find_page(pages),
        )


def _line_end(text: str) -> str:
    return text[len(text.rstrip("\r\n")) :]


def _extended(found: Field, text: str) -> Field:
    """A field with another line of its value; items of a list are parted by semicolons."""
    marker = read_marker(text)
    separator = "; " if marker and found.value else " "
    more = text[marker.width if marker else 0 :].strip()
    return Field(found.key, found.label, f"{found.value}{separator}{more}".strip())


def _continues(found: Field, text: str) -> bool:
    """Whether a line goes on with the value of the field above it."""
    if found.key in ("abstract", "summary", "person"):
        return found.key == "person"
    if read_marker(text):
        return found.key in ("keywords", "authors")
    return not found.value or text[:1] in " \t" or found.value.endswith((",", ";", "&", " and"))


def _are_notes(lines: Sequence[Line]) -> bool:
    """Whether lines hold only links and fields."""
    return all(has_only_links(line.text) or read_field(line.text) for line in lines)
