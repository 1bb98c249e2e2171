"""Find out what becomes of each entry: a new record, a change to one, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from paperclaims_curation.documents.identifiers import arxiv_base
from paperclaims_curation.documents.reading import CleanEntry
from paperclaims_curation.duplicates import NEAR_DUPLICATE_RATIO, normalise_abstract
from paperclaims_curation.importing.bibliography import BibliographyEntry
from paperclaims_curation.importing.known import (
    Known,
    Paper,
    are_versions,
    has_other_identifier,
    text_key,
    title_words,
)
from paperclaims_curation.problem import Problem, Severity
from paperclaims_schema.record import Record
from paperclaims_schema.vocabularies import SourceFormat

_SAME_TITLE = 0.5
"""Titles that share fewer of their words are those of two papers."""


class Outcome(StrEnum):
    """What becomes of an entry: the words of `ImportCounts`."""

    ADDED = "added"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Origin:
    """The document from which entries come."""

    path: Path
    """As the user named it."""
    content: Path
    """The file with its bytes."""
    document: str
    """Its name in the sources."""
    format: SourceFormat
    columns: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that becomes a record, or the new text of one."""

    record_id: str
    path: Path
    """The document as the user named it."""
    document: str
    """The document's name in the sources."""
    format: SourceFormat
    columns: Mapping[str, str]
    clean: CleanEntry
    normalised: str
    """The normalised abstract."""
    bibliography: BibliographyEntry | None
    versions: tuple[str, ...] = ()
    """The records of other versions of the paper."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What is to be done with an entry."""

    outcome: Outcome
    clean: CleanEntry
    """The entry, without identifiers that belong to other records."""
    normalised: str = ""
    """The normalised abstract."""
    paper: Paper | None = None
    """The record that the entry is, if there is one."""
    versions: tuple[str, ...] = ()
    """The records of other versions of the paper."""
    problem: Problem | None = None


_IDENTIFIERS = ("doi", "arxiv", "openreview")


def _only(clean: CleanEntry, name: str) -> CleanEntry:
    """The entry with one of its identifiers only."""
    return _without(clean, [other for other in _IDENTIFIERS if other != name])


def _without(clean: CleanEntry, names: Iterable[str]) -> CleanEntry:
    """The entry without some of its identifiers."""
    left_out = {*names}
    return replace(
        clean,
        doi=None if "doi" in left_out else clean.doi,
        arxiv=None if "arxiv" in left_out else clean.arxiv,
        openreview=None if "openreview" in left_out else clean.openreview,
    )


def _share_title(one: str | None, other: str | None) -> bool:
    first, second = {*title_words(one)}, {*title_words(other)}
    shared = len(first & second)
    return not first or not second or shared >= _SAME_TITLE * min(len(first), len(second))


def _families(names: tuple[str, ...]) -> set[str]:
    return {words[-1] for name in names if (words := title_words(name))}


@dataclass(frozen=True, slots=True)
class Selector:
    """Compares entries with what is known."""

    known: Known
    read: Callable[[str], Record | None]
    """Reads a record by its id."""

    def select(self, clean: CleanEntry, origin: Origin) -> Selection:
        """What is to be done with an entry of a document.

        The text is compared first: two records must not have the same. Then come DOI, arXiv id
        and OpenReview id, and the title last.
        """
        normalised = normalise_abstract(clean.abstract)
        paper = self.known.find_by_text(text_key(normalised))
        if paper is not None:
            return self._same_text(paper, clean, origin, normalised)
        papers = [*self.known.iter_by_identifier(clean)]
        versions = tuple(paper.record_id for paper in papers)
        problem = None
        if not papers:
            versions, problem = self._same_title(clean, origin)
        elif same := next(
            # Any of them: which record came first must not decide what becomes of an entry.
            (paper for paper in papers if not are_versions(paper, clean, origin.format)),
            None,
        ):
            if not self._is_other_paper(same, clean):
                others = tuple(name for name in versions if name != same.record_id)
                return self._changed(same, clean, origin, normalised, others)
            problem = _problem(
                "import-shared-identifier",
                f"{_entry(clean)} has the DOI of {same.record_id}, but another title and text:"
                " it becomes a record without that DOI",
                "add the right DOI to the record by hand",
                (clean, origin, same.record_id, Severity.WARNING),
            )
            taken_names = [name for name in _IDENTIFIERS if self._owners(clean, name)]
            clean, versions = _without(clean, taken_names), ()
        if taken := self.known.find_by_place(origin.document, clean.entry.position):
            return self._edited(taken, clean, origin)
        return Selection(Outcome.ADDED, clean, normalised, None, versions, problem)

    def _owners(self, clean: CleanEntry, name: str) -> set[str]:
        """The ids of the records that have one of the entry's identifiers."""
        return {paper.record_id for paper in self.known.iter_by_identifier(_only(clean, name))}

    def _are_linked(self, one: str, others: set[str]) -> bool:
        """Whether a record and others are known as versions of one paper."""

        def group(record_id: str) -> set[str]:
            record = self.read(record_id)
            return {record_id, *(record.versions if record else ())}

        return all(group(one) & group(other) for other in others)

    def _same_text(
        self, paper: Paper, clean: CleanEntry, origin: Origin, normalised: str
    ) -> Selection:
        """The entry of a record, whose text it has, with the identifiers that it may be given."""
        is_other = has_other_identifier(paper, clean)
        is_shared = any(other is not paper for other in self.known.iter_by_identifier(clean))
        for name in _IDENTIFIERS if is_shared else ():
            others = self._owners(clean, name) - {paper.record_id}
            if others and getattr(paper, name) is None:
                is_other = is_other or not self._are_linked(paper.record_id, others)
                clean = _without(clean, [name])
        problem = None
        if is_other:
            problem = _problem(
                "import-other-identifier",
                f"{_entry(clean)} has the text of {paper.record_id}, but another DOI, arXiv id or"
                " OpenReview id, which is left out",
                "correct the record if its identifier is wrong",
                (clean, origin, paper.record_id, Severity.WARNING),
            )
        return Selection(Outcome.UNCHANGED, clean, normalised, paper, (), problem)

    def _same_title(
        self, clean: CleanEntry, origin: Origin
    ) -> tuple[tuple[str, ...], Problem | None]:
        paper = self.known.find_by_title(clean)
        if paper is None or (
            # arXiv gives two ids to two papers only.
            paper.arxiv and clean.arxiv and arxiv_base(paper.arxiv) != arxiv_base(clean.arxiv)
        ):
            return (), None
        record = self.read(paper.record_id)
        if record is None or (
            record.authors
            and clean.authors
            and not _families(record.authors) & _families(clean.authors)
        ):
            return (), None
        problem = _problem(
            "import-version",
            f"{_entry(clean)} has the title of {paper.record_id} and another text: it becomes a"
            " record that lists the other under `versions`",
            "take the line out of the record if they are two papers",
            (clean, origin, paper.record_id, Severity.WARNING),
        )
        return (paper.record_id,), problem

    def _is_other_paper(self, paper: Paper, clean: CleanEntry) -> bool:
        """Whether only a DOI is shared, as by all papers to which a volume's DOI was given."""
        if paper.arxiv and clean.arxiv:
            return False
        if paper.openreview is not None and paper.openreview == clean.openreview:
            return False
        record = self.read(paper.record_id)
        return record is not None and not _share_title(record.title, clean.title)

    def _changed(
        self,
        paper: Paper,
        clean: CleanEntry,
        origin: Origin,
        normalised: str,
        versions: tuple[str, ...],
    ) -> Selection:
        """The entry of a record whose text is another."""
        about = (clean, origin, paper.record_id)
        if self.known.is_seen(paper.record_id):
            return self._disagreeing(paper, clean, origin, normalised)
        if not paper.is_open:
            message = f"{_entry(clean)} has another text than {paper.record_id}, which has the same"
            message += " identifiers and was worked on; nothing is overwritten"
            hint = "if the new text is right, delete the record and import again, or correct it by"
            hint += " hand and annotate it anew"
            problem = _problem("import-conflict", message, hint, (*about, Severity.ERROR))
            return Selection(Outcome.FAILED, clean, problem=problem)
        taken = self.known.find_by_place(origin.document, clean.entry.position)
        if taken not in {None, paper.record_id}:
            return self._edited(str(taken), clean, origin)
        return Selection(Outcome.UPDATED, clean, normalised, paper, versions)

    def _disagreeing(
        self, paper: Paper, clean: CleanEntry, origin: Origin, normalised: str
    ) -> Selection:
        """The entry of a record that got its text from an entry before, of the same import."""
        # Only here: few entries need it, and it takes a moment to load.
        from rapidfuzz import fuzz

        record = self.read(paper.record_id)
        ratio = fuzz.ratio(normalised, normalise_abstract(record.abstract)) if record else 0
        about = (clean, origin, paper.record_id)
        if ratio >= NEAR_DUPLICATE_RATIO:
            message = (
                f"{_entry(clean)} is {ratio:.0f} % the same as {paper.record_id}, which has the"
            )
            message += " same identifiers and its text from an entry before: that text is kept"
            hint = "take the earlier entry out of its document if this one is better"
            problem = _problem("import-other-text", message, hint, (*about, Severity.WARNING))
            return Selection(Outcome.UNCHANGED, clean, problem=problem)
        message = f"{_entry(clean)} has another text than {paper.record_id}, which has the same"
        message += " identifiers and its text from an entry before; nothing is overwritten"
        hint = "correct the identifiers if they are two papers; else take one of the entries out"
        problem = _problem("import-conflict", message, hint, (*about, Severity.ERROR))
        return Selection(Outcome.FAILED, clean, problem=problem)

    def _edited(self, record_id: str, clean: CleanEntry, origin: Origin) -> Selection:
        problem = _problem(
            "import-place-taken",
            f"{_entry(clean)} of {origin.document} is not the text that {record_id} was made from:"
            " the document has changed since",
            "documents in the sources are never edited: restore it, and import the changed one from"
            " elsewhere",
            (clean, origin, record_id, Severity.ERROR),
        )
        return Selection(Outcome.FAILED, clean, problem=problem)


def _entry(clean: CleanEntry) -> str:
    return f"abstract {clean.entry.position}"


def _problem(
    code: str, message: str, hint: str, about: tuple[CleanEntry, Origin, str, Severity]
) -> Problem:
    clean, origin, record_id, severity = about
    return Problem(
        code, message, str(origin.path), clean.entry.place, severity, record_id, hint=hint
    )
