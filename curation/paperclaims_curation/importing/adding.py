"""Add one abstract: a text becomes a draft record that says what to fill in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import NamedTemporaryFile

from paperclaims_curation.collection import Collection
from paperclaims_curation.duplicates import normalise_abstract
from paperclaims_curation.importing.description import Description, check_description
from paperclaims_curation.importing.drafting import draft_record
from paperclaims_curation.importing.findings import Findings
from paperclaims_curation.importing.known import Known, text_key
from paperclaims_curation.importing.newcomers import Newcomers
from paperclaims_curation.importing.receiving import Received, receive_abstract
from paperclaims_curation.importing.recordid import make_record_id
from paperclaims_curation.importing.selecting import Candidate, Origin, Selector
from paperclaims_curation.importing.skeleton import format_skeleton
from paperclaims_curation.importing.storing import importing_alone, store
from paperclaims_curation.links import guess_link_kind
from paperclaims_curation.problem import BadInputError, PaperclaimsError, Problem
from paperclaims_curation.recordfile.reading import parse_file, read_record, resolve_file
from paperclaims_schema import vocabularies
from paperclaims_schema.record import ExternalLink, Link, Record
from paperclaims_schema.vocabularies import SourceFormat, Split

_IDENTIFIERS = {"doi": "DOI", "arxiv": "arXiv id", "openreview": "OpenReview id"}


@dataclass(frozen=True, slots=True)
class Added:
    """A record that was added."""

    record_id: str
    path: Path
    problems: tuple[Problem, ...]
    """What a curator should look at: a near-duplicate, a record with the same title."""


def add_record(collection: Collection, path: Path, given: Description) -> Added:
    """Add a draft record for the text of a file or, for `-`, of standard input.

    The text is kept in the sources as it was received. Either record and text are written, or
    nothing is.

    Raises:
        PaperclaimsError: an option cannot be what it should be, a file cannot be read or written,
            or an import is running.
        BadInputError: the text is no abstract, a record has it or one of the identifiers already,
            or a record file is damaged.
    """
    given = check_description(given, collection.config)
    received = receive_abstract(path, given)
    with importing_alone(collection):
        return _Adder(collection, received, given).add()


class _Adder:
    def __init__(self, collection: Collection, received: Received, given: Description) -> None:
        self.collection = collection
        self.received = received
        self.given = given
        self.normalised = normalise_abstract(received.entry.abstract)
        self.known = Known()
        self.newcomers = Newcomers(collection.config.splits)
        self.findings = Findings(is_strict=False)
        self.records: dict[str, Record] = {}

    def add(self) -> Added:
        self.read_records()
        self.check_version()
        self.refuse_known()
        candidate = self.make_candidate()
        record_id = candidate.record_id
        self.newcomers.add(candidate)
        split = self.newcomers.assign(self.findings)[record_id]
        text = self.format_record(candidate, split)
        with NamedTemporaryFile(prefix="paperclaims-") as kept:
            kept.write(self.received.content)
            kept.flush()
            sources = {candidate.document: Path(kept.name)}
            store(self.collection, sources, [(record_id, text)], [])
        return Added(record_id, self.collection.record_path(record_id), self.findings.problems)

    def read_records(self) -> None:
        for path in self.collection.record_paths():
            file = read_record(path)
            if file.model is None:
                first = file.problems[0]
                place = f"{path}:{first.place.line}" if first.place else str(path)
                raise BadInputError(f"{place}: {first.message}; correct it before adding")
            record, normalised = file.model, normalise_abstract(file.model.abstract)
            self.records[record.record_id] = record
            self.known.add_record(record, text_key(normalised))
            self.newcomers.see_old(record, normalised)

    def check_version(self) -> None:
        wanted = self.given.version_of
        if wanted is None or wanted in self.records:
            return
        from difflib import get_close_matches

        close = get_close_matches(wanted, self.records, n=1)
        hint = f"did you mean {close[0]}?" if close else "give the id of a record"
        folder = self.collection.records_folder
        raise PaperclaimsError(f"--version-of {wanted}: no such record in {folder}; {hint}")

    def refuse_known(self) -> None:
        """Refuse a text that a record has, and an identifier of what is no version of the paper."""
        entry, label = self.received.entry, self.received.label
        if same := self.known.find_by_text(text_key(self.normalised)):
            path = self.collection.record_path(same.record_id)
            raise BadInputError(f"{label}: is the abstract of {path}; nothing was written")
        version = self.given.version_of
        versions = {version, *self.records[version].versions} if version else set()
        for name, words in _IDENTIFIERS.items():
            alone = replace(
                entry,
                doi=entry.doi if name == "doi" else None,
                arxiv=entry.arxiv if name == "arxiv" else None,
                openreview=entry.openreview if name == "openreview" else None,
            )
            for paper in self.known.iter_by_identifier(alone):
                if paper.record_id not in versions:
                    raise BadInputError(
                        f"{label}: the {words} {getattr(entry, name)} is that of"
                        f" {self.collection.record_path(paper.record_id)}; nothing was written;"
                        f" for another version of that paper, add --version-of {paper.record_id}"
                    )

    def make_candidate(self) -> Candidate:
        entry = self.received.entry
        name, taken = self.collection.config.name, _Taken(self.collection, self.received.content)
        record_id = make_record_id(name, entry.title, entry.abstract, taken)
        return Candidate(
            record_id=record_id,
            path=Path(self.received.label),
            document=f"{record_id}.txt",
            format=SourceFormat.PLAIN,
            columns={},
            clean=entry,
            normalised=self.normalised,
            bibliography=None,
            versions=self.find_versions(),
        )

    def find_versions(self) -> tuple[str, ...]:
        """The record of another version, as the user says or, as at import, the title."""
        if self.given.version_of:
            return (self.given.version_of,)
        label = Path(self.received.label)
        origin = Origin(label, label, self.received.label, SourceFormat.PLAIN, {})
        selector = Selector(self.known, self.records.get)
        selection = selector.select(self.received.entry, origin)
        if selection.problem is not None:
            self.findings.report(selection.problem)
        return selection.versions

    def format_record(self, candidate: Candidate, split: Split) -> str:
        """The text of the record's file.

        Raises:
            BadInputError: the record could not be read back from it as it is.
        """
        label, config = self.received.label, self.collection.config
        try:
            record, left_out = draft_record(candidate, split, config)
            links = _join_links(record.links, self.given)
            record = record.model_copy(update={"links": links})
            text = format_skeleton(record, config)
        except ValueError as error:
            reason = " ".join(str(error).split())
            raise BadInputError(f"{label}: cannot become a record: {reason}") from error
        path = self.collection.record_path(record.record_id)
        file = parse_file(path, text.encode("utf-8"), Record)
        problems = resolve_file(file)[1]
        if problems or left_out or file.model != record:
            reason = problems[0].message if problems else "its file would be read differently"
            raise BadInputError(f"{label}: cannot become a record: {reason}")
        return text


class _Taken:
    """The ids that no new record may get: of records, and of other texts in the sources."""

    def __init__(self, collection: Collection, content: bytes) -> None:
        self._folder = collection.sources_folder
        self._ids = {path.stem for path in collection.record_paths()}
        self._content = content

    def __contains__(self, record_id: object) -> bool:
        path = self._folder / f"{record_id}.txt"
        if record_id in self._ids or path.is_symlink():
            return True
        return path.exists() and not (path.is_file() and path.read_bytes() == self._content)


def _target(url: str) -> str:
    return url.casefold().rstrip("/").removesuffix(".git")


def _join_links(in_abstract: Iterable[Link], given: Description) -> tuple[Link, ...]:
    """The links of the abstract, and those of the options that it does not have."""
    links = {_target(link.url): link for link in in_abstract}
    for url in given.links:
        if _target(url) in links:
            continue
        if given.seen_on is None:
            raise PaperclaimsError(
                f"--link {url}: does not stand in the abstract; say where you saw it with"
                " --seen-on PAGE"
            )
        links[_target(url)] = ExternalLink(
            url=url,
            kind=guess_link_kind(url),
            origin=vocabularies.Origin.EXTERNAL,
            seen_on=given.seen_on,
        )
    return tuple(links.values())
