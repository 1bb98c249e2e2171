"""Import documents: each abstract that has no record yet becomes a draft record."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from paperclaims_curation.collection import Collection
from paperclaims_curation.duplicates import normalise_abstract
from paperclaims_curation.importing.bibliography import read_bibliography
from paperclaims_curation.importing.document import read_documents
from paperclaims_curation.importing.drafting import draft_record
from paperclaims_curation.importing.result import ImportOptions, ImportResult
from paperclaims_curation.importing.selecting import Candidate, Selector
from paperclaims_curation.importing.splitting import Assignment, Placed, assign_splits
from paperclaims_curation.problem import BadInputError, PaperclaimsError, Problem, Severity
from paperclaims_curation.recordfile.reading import read_record
from paperclaims_curation.recordfile.writing import format_model, write_text_atomically
from paperclaims_schema.record import Record


def _read_records(collection: Collection) -> list[Record]:
    records = []
    for path in collection.record_paths():
        file = read_record(path)
        if file.model is None:
            first = file.problems[0]
            place = f"{path}:{first.place.line}" if first.place else str(path)
            raise BadInputError(
                f"{place}: {first.message}; correct it before importing", file.problems
            )
        records.append(file.model)
    return records


def _twin_problems(candidate: Candidate, assignment: Assignment) -> list[Problem]:
    twin = assignment.twin
    if twin is None:
        return []
    problem = Problem(
        "import-near-duplicate",
        f"{twin.ratio:.0f} % the same as the abstract of {twin.record_id};"
        f" both are in the {assignment.split} split",
        file=str(candidate.document.path),
        place=candidate.entry.place,
        severity=Severity.WARNING,
        record_id=candidate.record_id,
        hint="keep one record, if they are the same paper",
    )
    return [problem]


def _write_all(contents: Mapping[Path, bytes | str]) -> None:
    written: list[Path] = []
    try:
        for path, content in contents.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            written.append(path)
            if isinstance(content, str):
                write_text_atomically(path, content)
            else:
                path.write_bytes(content)
    except BaseException as error:
        # Half an import would be dealt out to the splits differently when it is resumed.
        for path in written:
            path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            reason = error.strerror or str(error)
            raise PaperclaimsError(
                f"{written[-1]}: cannot be written: {reason}; nothing was imported"
            ) from error
        raise


def import_documents(collection: Collection, options: ImportOptions) -> ImportResult:
    """Add a draft record for each abstract that is new, and keep the documents in the sources.

    The result does not depend on the order of the paths. Either everything is written or, if
    something cannot go on, nothing.

    Raises:
        PaperclaimsError: a file is missing or cannot be read or written.
        BadInputError: a document, the bibliography or a record file is damaged; a document
            holds no abstract, or a different one of its name is among the sources.
    """
    documents = read_documents(collection, options.paths, options.format)
    records = _read_records(collection)
    bibliography_path = collection.bibliography_path
    bibliography = {} if bibliography_path is None else read_bibliography(bibliography_path)

    file_names = (path.stem for path in collection.record_paths())
    selector = Selector(collection.config.name, records, file_names, bibliography)
    results = tuple(selector.select(document) for document in documents)
    assignments = assign_splits(
        {candidate.record_id: candidate.normalised for candidate in selector.candidates},
        {r.record_id: Placed(normalise_abstract(r.abstract), r.split) for r in records},
        collection.config.splits,
    )

    problems = selector.problems
    contents: dict[Path, bytes | str] = {}
    for document in documents:
        kept = collection.sources_folder / document.name
        if not kept.exists():
            contents[kept] = document.content
    for candidate in selector.candidates:
        assignment = assignments[candidate.record_id]
        problems += _twin_problems(candidate, assignment)
        record = draft_record(candidate, assignment.split, collection.config)
        contents[collection.record_path(candidate.record_id)] = format_model(record)
    _write_all(contents)
    record_ids = tuple(candidate.record_id for candidate in selector.candidates)
    return ImportResult(results, tuple(problems), record_ids)
