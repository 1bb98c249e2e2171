"""Import documents: each abstract that has no record yet becomes a draft record."""

from __future__ import annotations

from functools import partial

from paperclaims_curation.collection import Collection
from paperclaims_curation.duplicates import normalise_abstract
from paperclaims_curation.importing.bibliography import read_bibliography
from paperclaims_curation.importing.document import read_documents
from paperclaims_curation.importing.drafting import draft_record, find_obstacle
from paperclaims_curation.importing.result import ImportOptions, ImportResult
from paperclaims_curation.importing.selecting import Candidate, Selector
from paperclaims_curation.importing.splitting import Assignment, Placed, assign_splits
from paperclaims_curation.importing.storing import importing_alone, store
from paperclaims_curation.problem import BadInputError, PaperclaimsError, Problem, Severity
from paperclaims_curation.recordfile.reading import read_record
from paperclaims_curation.recordfile.writing import format_model
from paperclaims_schema.record import Record


def _read_records(collection: Collection) -> list[Record]:
    records = []
    for path in collection.record_paths():
        if not path.is_file():
            raise PaperclaimsError(f"{path}: is not a regular file; move it away")
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
        hint="if they are the same paper, delete the newer record and its paragraph in the document",
    )
    return [problem]


def import_documents(collection: Collection, options: ImportOptions) -> ImportResult:
    """Add a draft record for each abstract that is new, and keep the documents in the sources.

    The result does not depend on the order of the paths. Either everything is written or, if
    something cannot go on, nothing; an import that was killed is first finished or undone.

    Raises:
        PaperclaimsError: a file is missing or cannot be read or written, or another import is
            running.
        BadInputError: a document, the bibliography or a record file is damaged; a document
            holds no abstract, or a different one of its name is among the sources.
    """
    with importing_alone(collection):
        return _import(collection, options)


def _import(collection: Collection, options: ImportOptions) -> ImportResult:
    documents = read_documents(collection, options.paths, options.format)
    records = _read_records(collection)
    config, bibliography_path = collection.config, collection.bibliography_path
    bibliography = {} if bibliography_path is None else read_bibliography(bibliography_path, config)

    file_names = (path.stem for path in collection.record_paths())
    find = partial(find_obstacle, config=config)
    selector = Selector(config.name, records, file_names, bibliography, find)
    results = tuple(selector.select(document) for document in documents)
    assignments = assign_splits(
        {candidate.record_id: candidate.normalised for candidate in selector.candidates},
        {r.record_id: Placed(normalise_abstract(r.abstract), r.split) for r in records},
        config.splits,
    )

    problems = selector.problems
    sources = {
        document.name: document.content
        for document in documents
        if not (collection.sources_folder / document.name).exists()
    }
    drafts = {}
    for candidate in selector.candidates:
        assignment = assignments[candidate.record_id]
        problems += _twin_problems(candidate, assignment)
        record = draft_record(candidate, assignment.split, config)
        drafts[candidate.record_id] = format_model(record)
    store(collection, sources, drafts)
    return ImportResult(results, tuple(problems), tuple(drafts))
