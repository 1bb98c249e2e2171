"""How a list is laid out: what begins an entry, told from the beginning of the document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from paperclaims_curation.documents.lists.blocks import SUMMARY_LEVEL, Block, Kind
from paperclaims_curation.documents.lists.events import Event, Style, read_events
from paperclaims_curation.documents.lists.names import read_names
from paperclaims_curation.documents.lists.titles import is_heading, names_collection, reads_as_title

_ABOUT_AS_MANY = 0.85


@dataclass(frozen=True, slots=True)
class Layout:
    """How a document is laid out."""

    style: Style
    level: int = 0
    """Of the headings that begin entries."""
    indent: int = 0
    """Of the items of a list."""
    is_titled: bool = False
    """Whether most items of a list are titles."""
    has_names: bool = False
    """Whether what stands for titles is names of persons."""
    has_summaries: bool = False
    """Whether abstracts come behind the label `Summary`."""

    def is_heading(self, level: int) -> bool:
        """Whether headings of a level begin entries."""
        return self.style is Style.HEADING and self.level == level


@dataclass(slots=True)
class _Tally:
    """How well a style divides the beginning of a document."""

    layout: Layout
    titles: list[str]
    """What the openings say."""
    counts: list[int]
    """How many texts each opening has, itself included."""
    own: int = 0
    """Openings with a text of their own."""
    outside: int = 0
    """Texts before the first opening."""
    inside: int = 0
    """Texts that are indented below an item."""

    @property
    def good(self) -> int:
        """Openings that have a text."""
        return sum(count > 0 for count in self.counts)

    @property
    def singles(self) -> int:
        return self.counts.count(1)

    @property
    def mean(self) -> float:
        return sum(self.counts) / max(1, self.good)

    @property
    def has_names(self) -> bool:
        """Whether most openings are names of persons."""
        names = sum(bool(read_names(title, is_marked=True)) for title in self.titles)
        return names > 0.6 * len(self.titles)

    @property
    def weight(self) -> float:
        """How much speaks for the style."""
        return self.good * (0.5 if self.has_names else 1)


def _tally(events: Sequence[Event], layout: Layout) -> _Tally:
    tally = _Tally(layout, [], [])
    for event in events:
        if event.style is layout.style and event.level == layout.level:
            tally.titles.append(event.title)
            tally.counts.append(int(event.has_text))
            tally.own += event.has_text
        elif event.style is Style.HEADING and layout.level > event.level > 0:
            continue
        elif event.has_text and tally.counts:
            tally.counts[-1] += 1
            tally.inside += event.style is None and event.indent > 1
        elif event.has_text:
            tally.outside += 1
    return tally


def _has_good_titles(tally: _Tally, *, labelled: bool) -> bool:
    """Whether openings are titles of papers, each with its abstract, and not of sections."""
    titles = tally.titles
    if labelled and tally.good:
        return True
    if not tally.good or sum(map(names_collection, titles)) > 0.5 * len(titles):
        return False
    if tally.good == 1:
        return tally.mean == 1 and tally.outside == 0
    if sum(map(reads_as_title, titles)) > 0.5 * len(titles):
        return tally.mean <= 6
    return tally.mean <= 3 and tally.singles >= 0.5 * tally.good


def _is_good_list(tally: _Tally, *, labelled: bool) -> bool:
    if len(tally.counts) < 2 and tally.outside:
        return False
    untitled = tally.own > 0.5 * len(tally.counts)
    further = sum(tally.counts) - tally.own - tally.inside + tally.outside
    if untitled:
        numbered = tally.layout.style is Style.NUMBER
        return further <= (1.0 if numbered else 0.25) * tally.own
    return tally.good >= 2 and (labelled or tally.mean <= 3)


def _is_good(tally: _Tally, *, labelled: bool, texts: int) -> bool:
    style = tally.layout.style
    # Text outside all entries would be lost.
    if not tally.good or (tally.outside > 0.5 * tally.good and style is not Style.RULE):
        return False
    repeated = len(tally.titles) - len(set(tally.titles))
    match style:
        case Style.LABEL:
            return True
        case Style.HEADING | Style.BOLD:
            is_section = len(tally.titles) > 2 and repeated > 0.5 * len(tally.titles)
            return not is_section and _has_good_titles(tally, labelled=labelled)
        case Style.NUMBER | Style.BULLET:
            return _is_good_list(tally, labelled=labelled)
        case Style.BARE:
            return _has_good_lines(tally, labelled=labelled)
        case Style.LEAD:
            return tally.good >= 2 and tally.own >= 0.8 * texts
        case Style.ABSTRACT:
            together = tally.good > 1 or not tally.own
            return not tally.outside and labelled and together and tally.mean <= 4
        case Style.RULE:
            entries = tally.good + (tally.outside > 0)
            return entries >= 2 and 1 < texts / entries <= 5
        case _:
            return False


def _has_good_lines(tally: _Tally, *, labelled: bool) -> bool:
    """Whether short lines are titles of papers: one text behind each."""
    if tally.good < 2 or tally.outside > 0.2 * tally.good:
        return False
    if 0.2 < tally.own / len(tally.counts) < 0.8:
        # Either all titles have a line of the paragraph or a paragraph of their own.
        return False
    if labelled:
        return tally.mean <= 3
    return tally.mean <= 1.5 and sum(map(names_collection, tally.titles)) <= 0.5 * tally.good


# A label leaves no doubt, a rule is looked at last. Of the others, those that begin about as many
# entries, the first: the lowest heading before those above it, a heading before a list.
_CANDIDATES = (
    [Layout(Style.LABEL)],
    [
        *(Layout(Style.HEADING, level) for level in range(SUMMARY_LEVEL, 0, -1)),
        *map(Layout, (Style.BOLD, Style.NUMBER, Style.BULLET)),
        *map(Layout, (Style.LEAD, Style.BARE, Style.ABSTRACT)),
    ],
    [Layout(Style.RULE)],
)


def choose_layout(blocks: Sequence[Block]) -> Layout:
    """How a document is laid out whose first blocks these are."""
    events = [event for block in blocks for event in read_events(block)]
    texts = sum(event.has_text for event in events)
    labels = sum(event.names_abstract for event in events)
    for candidates in _CANDIDATES:
        tallies = [_tally(events, layout) for layout in candidates]
        good = [t for t in tallies if _is_good(t, labelled=_is_labelled(t, labels), texts=texts)]
        most = max((tally.weight for tally in good), default=0)
        for tally in good:
            if tally.weight >= _ABOUT_AS_MANY * most:
                return _describe(tally, events)
    return Layout(Style.LINE if _has_long_lines(blocks) else Style.PARAGRAPH)


def _describe(tally: _Tally, events: Sequence[Event]) -> Layout:
    return replace(
        tally.layout,
        indent=min(event.indent for event in events if event.style is tally.layout.style),
        is_titled=tally.own <= 0.5 * len(tally.counts),
        has_names=tally.has_names,
        has_summaries=sum(event.names_summary for event in events) >= 0.5 * tally.good,
    )


def _is_labelled(tally: _Tally, labels: int) -> bool:
    """Whether about each entry has its abstract labelled as such."""
    return max(1, 0.5 * tally.good) <= labels <= (2.5 * tally.good if tally.good > 1 else 1)


def _has_long_lines(blocks: Sequence[Block]) -> bool:
    """Whether a document without blank lines has lines as long as abstracts."""
    texts = [block for block in blocks if block.kind is Kind.TEXT and not is_heading(block.text)]
    if len(texts) != 1:
        return False
    lengths = [len(line.text) for line in texts[0].lines]
    return len(lengths) > 1 and median(lengths) >= 200 and sum(lengths) >= 4000
