"""What publishing a release would change on the Hub."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from paperclaims_curation.building.parquet import DATA_FOLDER
from paperclaims_curation.building.release import release_files
from paperclaims_curation.collection import Collection
from paperclaims_curation.problem import BadInputError, PaperclaimsError
from paperclaims_curation.publishing.differences import Differences
from paperclaims_curation.publishing.hub import MAIN, Hub, RemoteFile, is_same_file


class FileState(StrEnum):
    """What becomes of a file on the Hub."""

    ADDED = "added"
    CHANGED = "changed"
    REMOVED = "removed"
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class PlannedFile:
    """A file of the release, or one of an older release."""

    path: str
    state: FileState
    size: int
    """In bytes, as it will be; of a file that goes, as it is."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What publishing would do."""

    repository: str
    tag: str
    head: str | None
    """The commit that is built upon; null if the repository is still to be made."""
    files: tuple[PlannedFile, ...]
    foreign: tuple[str, ...]
    """Files on the Hub that are no part of a release, and are left alone."""
    tagged: str | None
    """The commit that has the tag already."""
    differences: Differences | None = None
    """Against what is on the Hub; null if there is nothing to compare with."""
    warnings: tuple[str, ...] = ()

    @property
    def changes(self) -> tuple[PlannedFile, ...]:
        """The files that differ."""
        return tuple(file for file in self.files if file.state is not FileState.UNCHANGED)


def is_part_of_release(path: str, local: Mapping[str, Path]) -> bool:
    """Whether a file on the Hub belongs to a release, this one or an older one."""
    return path in local or path.startswith(f"{DATA_FOLDER}/")


def _compare(local: Mapping[str, Path], remote: Mapping[str, RemoteFile]) -> list[PlannedFile]:
    files = []
    for path, file in sorted(local.items()):
        state = FileState.ADDED
        if path in remote:
            same = is_same_file(file, remote[path])
            state = FileState.UNCHANGED if same else FileState.CHANGED
        files.append(PlannedFile(path, state, file.stat().st_size))
    files += [
        PlannedFile(path, FileState.REMOVED, item.size)
        for path, item in sorted(remote.items())
        if path not in local and is_part_of_release(path, local)
    ]
    return files


def make_plan(collection: Collection, hub: Hub) -> Plan:
    """Compare the collection's release with the repository.

    Raises:
        HubError: the Hub does not answer, or refuses.
        BadInputError: the version was published before, with other content.
    """
    local = release_files(collection.release_folder)
    tag = f"v{collection.config.version}"
    head = hub.head()
    remote = hub.files(MAIN) if head is not None else {}
    tagged = hub.tags().get(tag) if head is not None else None
    files = tuple(_compare(local, remote))
    if tagged is not None:
        at_tag = _compare(local, hub.files(tagged))
        if any(file.state is not FileState.UNCHANGED for file in at_tag):
            raise BadInputError(
                f"{hub.repository} has a release {tag} already, with other content; raise `version`"
                " in collection.toml, build, and publish that"
            )
    foreign = tuple(path for path in sorted(remote) if not is_part_of_release(path, local))
    return Plan(hub.repository, tag, head, files, foreign, tagged)


def choose_repository(collection: Collection, given: str | None) -> str:
    """The repository that is named, or the collection's own.

    Raises:
        PaperclaimsError: there is none.
    """
    name = given or collection.config.hub_repository
    if name is None:
        raise PaperclaimsError(
            "no repository: name one with --repo OWNER/NAME, or as hub_repository in collection.toml"
        )
    return name
