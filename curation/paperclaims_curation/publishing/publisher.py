"""Publish a release: one commit, a tag, and a look at what arrived."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from tempfile import TemporaryDirectory

from paperclaims_curation.building.parquet import content_sha256, read_tables
from paperclaims_curation.building.release import release_files
from paperclaims_curation.collection import Collection
from paperclaims_curation.problem import PaperclaimsError
from paperclaims_curation.publishing.changes import compare_releases
from paperclaims_curation.publishing.hub import MAIN, Commit, Hub, HubError, is_same_file
from paperclaims_curation.publishing.planning import FileState, Plan, is_part_of_release, make_plan
from paperclaims_curation.publishing.snapshots import read_snapshot


class Outcome(StrEnum):
    """What publishing did."""

    PUBLISHED = "published"
    TAGGED = "tagged"
    """The files were there already, the tag was not."""
    PROPOSED = "proposed"
    """As a pull request."""
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Publication:
    """What is on the Hub now."""

    outcome: Outcome
    repository: str
    tag: str
    revision: str
    url: str | None
    content_sha256: str
    """Of the copy that was read back, which is that of the release."""


def plan_release(collection: Collection, hub: Hub) -> Plan:
    """The plan, with the differences from what is published, record by record.

    Raises:
        HubError: the Hub does not answer, or refuses.
        BadInputError: the version was published before, with other content.
    """
    plan = make_plan(collection, hub)
    warnings = []
    if plan.head is None:
        warnings.append("there is no such repository yet: publish with --create to make it")
    if plan.foreign:
        warnings.append(f"left alone, no part of a release: {', '.join(plan.foreign)}")
    differences = None
    if plan.head is not None and plan.changes:
        local = release_files(collection.release_folder)
        paths = [path for path in hub.files(plan.head) if is_part_of_release(path, local)]
        with TemporaryDirectory(prefix="paperclaims-") as folder:
            if paths:
                hub.download(plan.head, Path(folder), paths)
            try:
                old = read_snapshot(Path(folder), f"{plan.repository}@{plan.head[:8]}")
            except PaperclaimsError as error:
                if paths:
                    warnings.append(f"what is published cannot be compared: {error}")
            else:
                new = read_snapshot(collection.release_folder)
                differences = compare_releases(old, new)
    return replace(plan, differences=differences, warnings=tuple(warnings))


def _read_back(hub: Hub, revision: str, folder: Path, local: Mapping[str, Path]) -> str:
    """The content hash of the published copy.

    Raises:
        HubError: the copy cannot be read, or is not what was sent.
    """
    state = f"{hub.repository}: the release is there, at {revision}"
    try:
        remote = hub.files(revision)
        hub.download(revision, folder, local)
    except HubError as error:
        raise HubError(f"{state}, but could not be read back: {error}", error.status) from error
    for path, file in local.items():
        copy = folder / path
        if path not in remote or not is_same_file(file, remote[path]) or not copy.is_file():
            raise HubError(f"{state}, but {path} is not what was sent; publish again")
        if copy.read_bytes() != file.read_bytes():
            raise HubError(f"{state}, but {path} arrives damaged; read it again later")
    return content_sha256(read_tables(folder))


def _commit(hub: Hub, plan: Plan, local: Mapping[str, Path], *, pull_request: bool) -> Commit:
    """Make the commit; one whose answer was lost is looked for.

    Raises:
        HubError: the repository is as it was.
    """
    sent = {file.path: local[file.path] for file in plan.changes if file.path in local}
    stale = [file.path for file in plan.changes if file.state is FileState.REMOVED]
    message = f"Release {plan.tag}"
    parent = str(plan.head)
    try:
        return hub.commit(sent, stale, message, parent, pull_request=pull_request)
    except HubError as error:
        as_it_was = HubError(f"{error}. The published copy is as it was", error.status)
        if pull_request:
            raise as_it_was from error
        try:
            head = hub.head()
            landed = head not in {None, parent} and not _differing(hub, str(head), local)
        except HubError:
            raise HubError(
                f"{error}. Whether the release is there cannot be told: run this again, which"
                " changes nothing if it is",
                error.status,
            ) from error
        if head == parent:
            raise as_it_was from error
        if not landed:
            raise HubError(
                f"{error}. Somebody else has changed the repository meanwhile; look at it, and run"
                " this again",
                error.status,
            ) from error
        return Commit(str(head), "")


def _differing(hub: Hub, revision: str, local: Mapping[str, Path]) -> list[str]:
    remote = hub.files(revision)
    changed = [p for p, f in local.items() if p not in remote or not is_same_file(f, remote[p])]
    return changed + [p for p in remote if p not in local and is_part_of_release(p, local)]


def _plan_on_repository(collection: Collection, hub: Hub, *, create: bool, private: bool) -> Plan:
    """The plan, on top of a repository that is made if need be."""
    plan = make_plan(collection, hub)
    if plan.head is not None:
        return plan
    if not create:
        raise HubError(
            f"there is no dataset repository {hub.repository}, or the token may not see it;"
            " publish with --create to make it"
        )
    hub.create(private=private)
    return replace(plan, head=hub.head())


def publish(
    collection: Collection,
    hub: Hub,
    *,
    create: bool = False,
    private: bool = False,
    pull_request: bool = False,
) -> Publication:
    """Bring the collection's release to the Hub, unless it is there already.

    The release must be current and without findings: that is for the caller to check.

    Raises:
        HubError: the Hub does not answer, or refuses; says what is published now.
        BadInputError: the version was published before, with other content.
    """
    hub.check_token()
    try:
        plan = _plan_on_repository(collection, hub, create=create, private=private)
    except HubError as error:
        raise HubError(f"{error}. The published copy is as it was", error.status) from error
    local = release_files(collection.release_folder)
    digest = content_sha256(read_tables(collection.release_folder))
    if not plan.changes and (plan.tagged is not None or pull_request):
        revision = plan.tagged or str(plan.head)
        return Publication(Outcome.UNCHANGED, hub.repository, plan.tag, revision, None, digest)
    outcome = Outcome.TAGGED
    commit = Commit(str(plan.head), "")
    if plan.changes:
        outcome = Outcome.PROPOSED if pull_request else Outcome.PUBLISHED
        commit = _commit(hub, plan, local, pull_request=pull_request)
    with TemporaryDirectory(prefix="paperclaims-") as folder:
        found = _read_back(hub, commit.revision, Path(folder), local)
    if found != digest:
        raise HubError(f"{hub.repository}: the published rows are not those of the release")
    if not pull_request:
        try:
            hub.tag(plan.tag, commit.revision, f"paperclaims {plan.tag}")
        except HubError as error:
            raise HubError(
                f"{error}. The release is complete on {MAIN}, without its tag: run this again to"
                " add it",
                error.status,
            ) from error
    return Publication(
        outcome, hub.repository, plan.tag, commit.revision, commit.url or None, digest
    )
