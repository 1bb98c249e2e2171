"""The new records of an import: their splits, and what they nearly repeat."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from paperclaims_curation.collection import SplitShares
from paperclaims_curation.duplicates import Twin, find_twins
from paperclaims_curation.importing.findings import Findings
from paperclaims_curation.importing.selecting import Candidate
from paperclaims_curation.importing.sketching import Sketcher
from paperclaims_curation.importing.splitting import Assignment, deal_splits, split_digest
from paperclaims_curation.problem import Place, Problem, Severity
from paperclaims_schema.record import Record
from paperclaims_schema.vocabularies import Split

NEAR_DUPLICATE_LIMIT = 200_000
"""Among more abstracts, old and new, no near-duplicates are looked for: bounds the memory."""


class Newcomers:
    """Deals new records out to the splits, once all are known."""

    def __init__(self, shares: SplitShares) -> None:
        self._shares = shares
        self._texts: dict[str, str] | None = {}
        """The normalised abstracts, old and new; null if they are too many."""
        self._old_splits: dict[str, Split] = {}
        self._digests: dict[str, bytes] = {}
        self._versions: dict[str, str] = {}
        self._places: dict[str, tuple[Path, Place]] = {}
        self._sketcher = Sketcher()

    def close(self) -> None:
        """Stop what goes on beside."""
        self._sketcher.close()

    def split(self, record_id: str) -> Split:
        """The split of a record that was there before; of a new one, the one that drafts begin with."""
        return self._old_splits.get(record_id, Split.TRAIN)

    def see_old(self, record: Record, normalised: str) -> None:
        """Note a record that was there before, or its new text."""
        self._old_splits[record.record_id] = record.split
        if record.versions:
            self._versions[record.record_id] = record.versions[0]
        self._keep(record.record_id, normalised)

    def add(self, candidate: Candidate) -> None:
        """Note a new record."""
        record_id = candidate.record_id
        self._digests[record_id] = split_digest(self._shares.seed, candidate.normalised)
        if candidate.versions:
            self._versions[record_id] = candidate.versions[0]
        self._keep(record_id, candidate.normalised)
        if self._texts is not None:
            self._places[record_id] = candidate.path, candidate.clean.entry.place

    def _keep(self, record_id: str, normalised: str) -> None:
        if self._texts is not None:
            self._texts[record_id] = normalised
            self._sketcher.add(record_id, normalised)
            if len(self._texts) > NEAR_DUPLICATE_LIMIT:
                self._texts = None
                self._places.clear()
                self._sketcher.close()

    def assign(self, findings: Findings) -> dict[str, Split]:
        """The splits of the new records; near-duplicates are reported."""
        twins = self._find_twins(findings)
        versions = {
            record_id: earlier
            for record_id, earlier in self._versions.items()
            if record_id in self._digests
        }
        assigned = deal_splits(self._digests, twins, self._old_splits, self._shares, versions)
        for record_id, assignment in assigned.items():
            self._report_twin(record_id, assignment, findings)
        return {record_id: assignment.split for record_id, assignment in assigned.items()}

    def _find_twins(self, findings: Findings) -> Mapping[str, list[Twin]]:
        if not self._digests:
            return {}
        if self._texts is None:
            findings.report(
                Problem(
                    "import-near-duplicate",
                    f"near-duplicates were not looked for among more than {NEAR_DUPLICATE_LIMIT}"
                    " abstracts",
                    severity=Severity.WARNING,
                    hint="`paperclaims validate` shows them",
                )
            )
            return {}
        new = {record_id: self._texts[record_id] for record_id in self._digests}
        old = {key: text for key, text in self._texts.items() if key not in self._digests}
        return find_twins(new, old, self._sketcher.take())

    def _first_version(self, record_id: str) -> str:
        seen: set[str] = set()
        while record_id in self._versions and record_id not in seen:
            seen.add(record_id)
            record_id = self._versions[record_id]
        return record_id

    def _report_twin(self, record_id: str, assignment: Assignment, findings: Findings) -> None:
        twin = assignment.twin
        if twin is None or self._first_version(record_id) == self._first_version(twin.record_id):
            return
        path, place = self._places[record_id]
        findings.report(
            Problem(
                "import-near-duplicate",
                f"{record_id} is {twin.ratio:.0f} % the same as {twin.record_id}; both are in the"
                f" {assignment.split} split",
                file=str(path),
                place=place,
                severity=Severity.WARNING,
                record_id=record_id,
                hint="if they are one paper, delete one of them, or list one under `versions` of the"
                " other",
            )
        )
