"""Import documents: each abstract that has no record yet becomes a draft record."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

from paperclaims_curation.collection import Collection
from paperclaims_curation.documents.entry import Skipped, Unreadable
from paperclaims_curation.documents.opening import STANDARD_INPUT, Listing, list_documents
from paperclaims_curation.documents.reading import Reading, reading_document
from paperclaims_curation.importing.changes import Changes
from paperclaims_curation.importing.findings import Findings
from paperclaims_curation.importing.result import (
    SKIPPED_SHOWN,
    DocumentResult,
    ImportCounts,
    ImportOptions,
    ImportResult,
)
from paperclaims_curation.importing.selecting import Origin
from paperclaims_curation.importing.sourcenames import SourceNames, check_name
from paperclaims_curation.importing.storing import (
    check_no_leftovers,
    importing_alone,
    store,
)
from paperclaims_curation.importing.taking import Taker
from paperclaims_curation.problem import BadInputError, PaperclaimsError, Problem, Severity

Advance = Callable[[int], object]


def import_documents(
    collection: Collection, options: ImportOptions, advance: Advance = lambda _count: None
) -> ImportResult:
    """Add a draft record for each abstract that is new, and keep the documents in the sources.

    Either everything is written or, if something cannot go on, nothing; an import that was killed
    is first finished or undone. A plan writes nothing at all. `advance` is told how many parts
    were read.

    Raises:
        PaperclaimsError: a file is missing or cannot be read or written, or another import is
            running.
        BadInputError: the bibliography or a record file is damaged, or, if strict, an entry or a
            document is.
    """
    if options.is_plan:
        check_no_leftovers(collection)
    with _collecting_rarely(), nullcontext() if options.is_plan else importing_alone(collection):
        return _import(collection, options, advance)


@contextmanager
def _collecting_rarely() -> Iterator[None]:
    """Look for garbage in circles less often: an import makes many objects, and hardly any."""
    thresholds = gc.get_threshold()
    gc.set_threshold(50_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


def _import(collection: Collection, options: ImportOptions, advance: Advance) -> ImportResult:
    listing = _list(collection, options)
    findings = Findings(is_strict=options.is_strict)
    with ExitStack() as kept, Changes(collection) as changes:
        taker = Taker(collection, changes, findings)
        kept.callback(taker.newcomers.close)
        taker.read_records()
        names = SourceNames(collection.sources_folder)
        results = [
            _Document(path, options, taker, findings, advance).read(changes.content(path), names)
            for path in listing.paths
        ]
        splits = taker.newcomers.assign(findings)
        added = tuple(changes.added)
        updated = tuple(changes.updated)
        if (added or updated) and not options.is_plan:
            changes.check_sources()
            store(collection, changes.sources, changes.iter_added(splits), changes.iter_updated())
    results += [
        DocumentResult(item.path, None, ImportCounts(skipped=1), (), item.reason)
        for item in listing.left_aside
    ]
    return ImportResult(tuple(results), findings.problems, added, updated)


def _list(collection: Collection, options: ImportOptions) -> Listing:
    """The documents, each of which is there; the bibliography is none."""
    listing = list_documents(options.paths)
    bibliography = collection.bibliography_path
    paths = []
    for path in listing.paths:
        if path != STANDARD_INPUT:
            check_name(path)
            try:
                path.stat()
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
                raise PaperclaimsError(f"{path}: {reason}; check the name") from error
            if bibliography is not None and bibliography.exists() and path.samefile(bibliography):
                if path in options.paths:
                    message = f"{path}: this is the bibliography; name the documents only"
                    raise BadInputError(message)
                continue
        paths.append(path)
    # The result does not depend on the order in which the documents are named.
    paths.sort(key=lambda path: (path.name, str(path)))
    return Listing(tuple(paths), listing.left_aside)


class _Document:
    """Imports one document."""

    def __init__(
        self,
        path: Path,
        options: ImportOptions,
        taker: Taker,
        findings: Findings,
        advance: Advance,
    ) -> None:
        self._path = path
        self._options = options
        self._taker = taker
        self._findings = findings
        self._advance = advance

    def read(self, content: Path, names: SourceNames) -> DocumentResult:
        """Take what the document holds; its bytes are in the file `content`."""
        format_, columns = self._options.format, self._options.columns
        try:
            with reading_document(content, format_, columns) as reading:
                name = names.find(self._path, content, reading.format)
                if self._taker.knows_whole(name, content):
                    counts = ImportCounts(unchanged=1)
                    return DocumentResult(self._path, reading.format, counts, ())
                origin = Origin(self._path, content, name, reading.format, columns)
                return self._take_all(reading, origin)
        except BadInputError as error:
            if error.problems or not str(error).startswith(f"{content}: "):
                raise
            message, _, hint = str(error).removeprefix(f"{content}: ").partition("; ")
            self._report("import-unreadable", message, hint)
            return DocumentResult(self._path, None, ImportCounts(failed=1), ())

    def _report(
        self, code: str, message: str, hint: str, severity: Severity = Severity.ERROR
    ) -> None:
        self._findings.report(Problem(code, message, str(self._path), None, severity, hint=hint))

    def _take_all(self, reading: Reading, origin: Origin) -> DocumentResult:
        became: Counter[str] = Counter()
        skipped: list[Skipped] = []
        for part in reading.parts:
            self._advance(1)
            if isinstance(part, Skipped):
                became["skipped"] += 1
                if len(skipped) < SKIPPED_SHOWN:
                    skipped.append(part)
            elif isinstance(part, Unreadable):
                became["failed"] += 1
                code, file = "import-unreadable", str(self._path)
                self._findings.report(Problem(code, part.message, file, part.place, hint=part.hint))
            else:
                became[self._taker.take(part, origin)] += 1
        if not became:
            became["failed"] += 1
            hint = f"it was read as {reading.format}; if it is something else, say so with --from"
            self._report("import-empty", "holds no abstract", hint)
        elif set(became) == {"skipped"}:
            hint = f"it was read as {reading.format}; if it is something else, say so with --from"
            message = "holds no abstract: all that it holds was skipped"
            self._report("import-empty", message, hint, Severity.WARNING)
        counts = ImportCounts(**became)
        return DocumentResult(self._path, reading.format, counts, tuple(skipped))
