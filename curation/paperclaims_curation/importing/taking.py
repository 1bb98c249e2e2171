"""Take entries into a collection: prepare the record of each, new or changed."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from paperclaims_curation.collection import Collection
from paperclaims_curation.documents.reading import CleanEntry
from paperclaims_curation.duplicates import normalise_abstract
from paperclaims_curation.importing.bibliography import (
    BibliographyEntry,
    read_bibliography,
)
from paperclaims_curation.importing.changes import Changes
from paperclaims_curation.importing.drafting import draft_record, format_draft
from paperclaims_curation.importing.findings import Findings
from paperclaims_curation.importing.known import Known, is_untouched, text_key
from paperclaims_curation.importing.newcomers import Newcomers
from paperclaims_curation.importing.receiving import is_whole_text
from paperclaims_curation.importing.recordid import make_record_id
from paperclaims_curation.importing.selecting import (
    Candidate,
    Origin,
    Outcome,
    Selection,
    Selector,
)
from paperclaims_curation.importing.updating import add_missing, replace_abstract
from paperclaims_curation.problem import BadInputError, Problem, Severity
from paperclaims_curation.recordfile.reading import read_record
from paperclaims_curation.recordfile.writing import format_model
from paperclaims_schema.record import Record
from paperclaims_schema.vocabularies import Split


class Taker:
    """Takes one entry after the other; each is known to those that follow."""

    def __init__(self, collection: Collection, changes: Changes, findings: Findings) -> None:
        self.newcomers = Newcomers(collection.config.splits)
        self._collection = collection
        self._changes = changes
        self._findings = findings
        self._known = Known()
        self._selector = Selector(self._known, lambda record_id: changes.read(record_id).model)
        path = collection.bibliography_path
        self._bibliography = read_bibliography(path, collection.config) if path else {}
        self._taken_ids = {path.stem for path in collection.record_paths()}

    def read_records(self) -> None:
        """Know the records that are there.

        Raises:
            PaperclaimsError: one cannot be read.
            BadInputError: one is damaged.
        """
        passed = {path.stem for path in self._collection.pass_paths()}
        for path in self._collection.record_paths():
            file = read_record(path)
            if file.model is None:
                first = file.problems[0]
                place = f"{path}:{first.place.line}" if first.place else str(path)
                message = f"{place}: {first.message}; correct it before importing"
                raise BadInputError(message, file.problems)
            record = file.model
            normalised = normalise_abstract(record.abstract)
            # Comments and passes are somebody's work, too.
            is_open = file.is_canonical and is_untouched(record) and record.record_id not in passed
            self._known.add_record(record, text_key(normalised), is_open=is_open)
            self._taken_ids.add(record.record_id)
            self.newcomers.see_old(record, normalised)

    def knows_whole(self, document: str, content: Path) -> bool:
        """Whether a document of the sources is the text of one record and nothing else."""
        record_id = self._known.find_by_place(document, 1)
        record = self._changes.read(record_id).model if record_id else None
        return record is not None and is_whole_text(content, record)

    def take(self, clean: CleanEntry, origin: Origin) -> Outcome:
        """Find out what becomes of an entry, and prepare it."""
        selection = self._selector.select(clean, origin)
        if selection.problem is not None:
            self._findings.report(selection.problem)
        if selection.outcome is Outcome.ADDED:
            return self._add(selection, origin)
        if selection.outcome is Outcome.UPDATED:
            return self._replace(selection, origin)
        if selection.outcome is Outcome.UNCHANGED:
            return self._complete(selection, origin)
        return selection.outcome

    def _report(  # noqa: PLR0917 - most of what a finding has
        self,
        code: str,
        message: str,
        hint: str,
        about: tuple[CleanEntry, Origin],
        severity: Severity = Severity.WARNING,
        record_id: str | None = None,
    ) -> None:
        clean, origin = about
        file, place = str(origin.path), clean.entry.place
        self._findings.report(Problem(code, message, file, place, severity, record_id, hint=hint))

    def _candidate(self, selection: Selection, origin: Origin) -> Candidate:
        clean, paper = selection.clean, selection.paper
        known = self._join(clean, origin)
        title = clean.title or (known.title if known else None)
        name = self._collection.config.name
        return Candidate(
            paper.record_id
            if paper
            else make_record_id(name, title, clean.abstract, self._taken_ids),
            origin.path,
            origin.document,
            origin.format,
            origin.columns,
            clean,
            selection.normalised,
            known,
            selection.versions,
        )

    def _join(self, clean: CleanEntry, origin: Origin) -> BibliographyEntry | None:
        """The bibliography's entry for an abstract; what does not belong is reported."""
        position = clean.entry.position
        found = self._bibliography.get((origin.document, position))
        hint = "correct the bibliography, and the new record by hand"
        if found is None:
            return None
        if not found.fits(clean.abstract):
            message = f"the bibliography's entry for abstract {position} of {origin.document}"
            message += f" begins {found.first_words!r}; it is left out"
            self._report("import-bibliography", message, hint, (clean, origin))
            return None
        if found.code_url and not found.code_url_source and found.code_url not in clean.abstract:
            message = f"{found.code_url} is left out: it does not stand in the abstract, and the"
            message += " bibliography has no code_url_source for it"
            self._report("import-link-source", message, hint, (clean, origin))
        return found

    def _draft(
        self, candidate: Candidate, origin: Origin, split: Split
    ) -> tuple[Record, str] | None:
        """The record of a candidate, and its text; null, and reported, if there can be none."""
        about = candidate.clean, origin
        position = candidate.clean.entry.position
        try:
            record, left_out = draft_record(candidate, split, self._collection.config)
            text = format_draft(record)
        except ValueError as error:
            reason = str(error)
            if isinstance(error, ValidationError):
                first = error.errors(include_url=False)[0]
                reason = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
            message = f"abstract {position} cannot become a record: {reason}"
            hint = "correct it in the document; the other abstracts are not affected"
            self._report("import-unfit", message, hint, about, Severity.ERROR)
            return None
        left_out += candidate.clean.unread
        if left_out:
            message = (
                f"abstract {position}: {', '.join(left_out)} left out: a record cannot hold it"
            )
            hint = "add what is right to the record by hand"
            self._report("import-field", message, hint, about, record_id=record.record_id)
        return record, text

    def _add(self, selection: Selection, origin: Origin) -> Outcome:
        candidate = self._candidate(selection, origin)
        # The split is known only when all new abstracts are.
        drafted = self._draft(candidate, origin, Split.TRAIN)
        if drafted is None:
            return Outcome.FAILED
        record, text = drafted
        self._changes.added.put(record.record_id, text)
        self._changes.sources[origin.document] = origin.content
        self._taken_ids.add(record.record_id)
        self._known.add_record(record, text_key(candidate.normalised), is_new=True)
        self.newcomers.add(candidate)
        return Outcome.ADDED

    def _replace(self, selection: Selection, origin: Origin) -> Outcome:
        candidate = self._candidate(selection, origin)
        record_id = candidate.record_id
        old = self._changes.read(record_id).model
        drafted = self._draft(candidate, origin, self.newcomers.split(record_id))
        if drafted is None or old is None:
            return Outcome.FAILED
        record = replace_abstract(old, drafted[0])
        self._changes.put(record_id, format_model(record))
        self._changes.sources[origin.document] = origin.content
        self._known.add_record(record, text_key(candidate.normalised), is_open=True)
        self._known.see(record_id)
        self.newcomers.see_old(record, candidate.normalised)
        self._report(
            "import-new-abstract",
            f"{record_id}, a draft that nobody has worked on, got the text of abstract"
            f" {candidate.clean.entry.position}; it had another from {old.source.document}",
            "if the old text was right, import that document again",
            (candidate.clean, origin),
            record_id=record_id,
        )
        return Outcome.UPDATED

    def _complete(self, selection: Selection, origin: Origin) -> Outcome:
        """Add what the entry of a known record says and the record does not."""
        paper, clean = selection.paper, selection.clean
        if paper is None:
            return Outcome.UNCHANGED
        self._known.see(paper.record_id)
        lacking = [
            name for name in ("doi", "arxiv", "openreview")
            if getattr(paper, name) is None and getattr(clean, name) is not None
        ]  # fmt: skip
        lacking += ["title"] if clean.title and not paper.has_title else []
        lacking += ["authors"] if clean.authors and not paper.has_authors else []
        if not lacking:
            return Outcome.UNCHANGED
        file = self._changes.read(paper.record_id)
        new = add_missing(file.model, clean) if file.model is not None else None
        if new is None:
            return Outcome.UNCHANGED
        if not file.is_canonical:
            self._report(
                "import-not-added",
                f"{file.path} lacks {', '.join(lacking)}, which abstract {clean.entry.position} has;"
                " it is left as it is, since its comments or form would be lost",
                "add it by hand",
                (clean, origin),
                record_id=paper.record_id,
            )
            return Outcome.UNCHANGED
        self._changes.put(paper.record_id, format_model(new))
        self._known.add_record(new, paper.text_key, is_new=paper.is_new, is_open=paper.is_open)
        return Outcome.UPDATED
