"""Find out which abstracts of the documents are new, and what is known about their papers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from paperclaims_curation.duplicates import normalise_abstract
from paperclaims_curation.importing.bibliography import BibliographyEntry
from paperclaims_curation.importing.document import Document
from paperclaims_curation.importing.formats import Entry
from paperclaims_curation.importing.recordid import make_record_id
from paperclaims_curation.importing.result import DocumentResult, ImportCounts
from paperclaims_curation.problem import Problem, Severity
from paperclaims_schema.record import Record


@dataclass(frozen=True, slots=True)
class Candidate:
    """An abstract that becomes a record."""

    record_id: str
    document: Document
    entry: Entry
    normalised: str
    """The normalised abstract."""
    bibliography: BibliographyEntry | None


class Selector:
    """Picks the new abstracts out of documents; each abstract is picked once."""

    def __init__(
        self,
        collection_name: str,
        records: Iterable[Record],
        taken_ids: Iterable[str],
        bibliography: Mapping[tuple[str, int], BibliographyEntry],
        find_obstacle: Callable[[Candidate], str | None],
    ) -> None:
        self._collection_name = collection_name
        self._bibliography = bibliography
        self._find_obstacle = find_obstacle
        self._ids_by_text: dict[str, str] = {}
        self._ids_by_place: dict[tuple[str, int], str] = {}
        # A record file may have another name than its record.
        self._taken = set(taken_ids)
        for record in records:
            place = (record.source.document, record.source.position)
            self._note(record.record_id, normalise_abstract(record.abstract), place)
        self.candidates: list[Candidate] = []
        self.problems: list[Problem] = []

    def _note(self, record_id: str, normalised: str, place: tuple[str, int]) -> None:
        self._ids_by_text[normalised] = record_id
        self._ids_by_place[place] = record_id
        self._taken.add(record_id)

    def select(self, document: Document) -> DocumentResult:
        """Add the document's new abstracts to `candidates`, and what is wrong to `problems`."""
        became = Counter(self._sort_out(document, entry) for entry in document.entries)
        counts = ImportCounts(skipped=len(document.skipped), **became)
        return DocumentResult(document.path, counts, document.skipped)

    def _sort_out(self, document: Document, entry: Entry) -> str:
        place = (document.name, entry.position)
        normalised = normalise_abstract(entry.abstract)
        if normalised in self._ids_by_text:
            return "unchanged"
        if place in self._ids_by_place:
            problem = Problem(
                "import-place-taken",
                f"abstract {entry.position} of {document.name} has changed since its import",
                file=str(document.path),
                place=entry.place,
                record_id=self._ids_by_place[place],
                hint="documents are never edited; give the changed document a new name",
            )
            self.problems.append(problem)
            return "failed"
        bibliography = self._join(document, entry)
        title = entry.title or (bibliography.title if bibliography else None)
        record_id = make_record_id(self._collection_name, title, entry.abstract, self._taken)
        candidate = Candidate(record_id, document, entry, normalised, bibliography)
        if obstacle := self._find_obstacle(candidate):
            problem = Problem(
                "import-unfit",
                f"abstract {entry.position} of {document.name} cannot become a record: {obstacle}",
                file=str(document.path),
                place=entry.place,
                hint="correct the document before it is imported; the others are not affected",
            )
            self.problems.append(problem)
            return "failed"
        self._note(record_id, normalised, place)
        self.candidates.append(candidate)
        return "added"

    def _join(self, document: Document, entry: Entry) -> BibliographyEntry | None:
        found = self._bibliography.get((document.name, entry.position))
        if found is None:
            return None
        if not found.fits(entry.abstract):
            self._warn(
                document,
                entry,
                "import-bibliography",
                f"the bibliography's entry for abstract {entry.position} of {document.name}"
                f" begins {found.first_words!r}; it is left out",
            )
            return None
        if found.code_url and not found.code_url_source and found.code_url not in entry.abstract:
            self._warn(
                document,
                entry,
                "import-link-source",
                f"{found.code_url} is left out: it does not stand in the abstract, and the"
                " bibliography has no code_url_source for it",
            )
        return found

    def _warn(self, document: Document, entry: Entry, code: str, message: str) -> None:
        problem = Problem(
            code,
            message,
            file=str(document.path),
            place=entry.place,
            severity=Severity.WARNING,
            hint="correct the bibliography, and the new record by hand",
        )
        self.problems.append(problem)
