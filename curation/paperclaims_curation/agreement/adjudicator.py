"""Adjudication on the files of a collection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paperclaims_curation.agreement.adjudication import (
    Reading,
    find_undecided,
    finish,
    merge_readings,
)
from paperclaims_curation.agreement.annotators import choose_annotators
from paperclaims_curation.collection import RECORD_SUFFIX, Collection
from paperclaims_curation.problem import BadInputError, PaperclaimsError, Problem
from paperclaims_curation.recordfile.reading import (
    RecordFile,
    read_pass,
    read_record,
    resolve_file,
)
from paperclaims_curation.recordfile.resolving import find_spans
from paperclaims_curation.recordfile.rowmaking import make_pass_row, make_record_row
from paperclaims_curation.recordfile.writing import format_model, write_text_atomically
from paperclaims_schema.record import Annotator, Record
from paperclaims_schema.vocabularies import Status


@dataclass(frozen=True, slots=True)
class Adjudicator:
    """Decides the records of a collection from the passes of two annotators."""

    collection: Collection
    annotators: tuple[str, str]

    @classmethod
    def open(cls, collection: Collection, names: Sequence[str] = ()) -> Adjudicator:
        """Adjudicate from the two annotators named, or the first two that have passes.

        Raises:
            PaperclaimsError: one of them has no passes, or they are not two.
        """
        return cls(collection, choose_annotators(collection, names))

    def _record(self, record_id: str) -> tuple[RecordFile, Record]:
        path = self.collection.record_path(record_id)
        if not path.is_file():
            raise PaperclaimsError(f"{path}: no such record; give the id of a record")
        file = read_record(path)
        if file.model is None:
            raise BadInputError(f"{path}: mend the record first", file.problems)
        return file, file.model

    def _readings(self, record: Record) -> tuple[Reading, Reading]:
        return self._reading(record, self.annotators[0]), self._reading(record, self.annotators[1])

    def _reading(self, record: Record, annotator: str) -> Reading:
        name = f"{record.record_id}{RECORD_SUFFIX}"
        path = self.collection.passes_folder / annotator / name
        if not path.is_file():
            raise PaperclaimsError(f"{path}: {annotator} has not read this record yet")
        file = read_pass(path)
        if file.model is None:
            raise BadInputError(f"{path}: mend the pass first", file.problems)
        resolution = find_spans(file.model, record.abstract)
        if resolution.failures:
            problems = tuple(
                file.problem(f.code, f.loc, f.message, f.hint) for f in resolution.failures
            )
            raise BadInputError(f"{path}: mend the pass first", problems)
        return Reading(file.model, make_pass_row(file.model, resolution))

    def begin(self, record_id: str) -> int:
        """Write what both passes agree on into the record; how many decisions are open.

        Raises:
            PaperclaimsError: a file is missing, or the record is adjudicated already.
            BadInputError: the record or a pass is damaged.
        """
        file, record = self._record(record_id)
        known = {annotator.id for annotator in record.annotation.annotators}
        begun = record.annotation.decisions or set(self.annotators) <= known
        if begun or record.annotation.status is Status.ADJUDICATED:
            raise PaperclaimsError(
                f"{file.path}: adjudication has begun, and beginning again would lose what was "
                "decided; to do so, remove annotators and decisions and set status: draft"
            )
        merged = merge_readings(record, *self._readings(record))
        write_text_atomically(file.path, format_model(merged))
        return len(merged.annotation.decisions)

    def find_problems(self, record_id: str) -> list[Problem]:
        """What stands against calling a record adjudicated.

        Raises:
            PaperclaimsError: a file is missing.
            BadInputError: the record or a pass is damaged.
        """
        file, record = self._record(record_id)
        resolution, problems = resolve_file(file)
        if resolution is None or problems:
            return problems
        row = make_record_row(record, resolution)
        hint = "decide, and write choice and reason; a further change needs a decision of its own"
        for position, message in find_undecided(record, row, *self._readings(record)):
            end = () if position is None else (position, "choice")
            loc = ("annotation", "decisions", *end)
            problems.append(file.problem("adjudication-open", loc, message, hint))
        return problems

    def finish(self, record_id: str, by: Annotator) -> list[Problem]:
        """Call a record adjudicated, or say what stands against it.

        Raises:
            PaperclaimsError: a file is missing.
            BadInputError: the record or a pass is damaged.
        """
        problems = self.find_problems(record_id)
        if not problems:
            file, record = self._record(record_id)
            write_text_atomically(file.path, format_model(finish(record, by)))
        return problems
