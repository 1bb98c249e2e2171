"""Tell whether somebody edited the published copy."""

from __future__ import annotations

import re
from dataclasses import dataclass

from paperclaims_curation.building.parquet import DATA_FOLDER
from paperclaims_curation.building.release import TOP_FILES
from paperclaims_curation.publishing.hub import MAIN, Hub, HubError

_TAG = re.compile(r"v(\d+)\.(\d+)\.(\d+)")


@dataclass(frozen=True, slots=True)
class Drift:
    """How the main branch differs from the newest release."""

    repository: str
    tag: str
    added: tuple[str, ...]
    changed: tuple[str, ...]
    removed: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed)


def find_drift(hub: Hub) -> Drift:
    """Compare the main branch with the newest tag `vX.Y.Z`.

    Raises:
        HubError: the Hub does not answer, or has no release.
    """
    if hub.head() is None:
        raise HubError(f"there is no dataset repository {hub.repository}")
    numbered = {
        tuple(map(int, match.groups())): name
        for name in hub.tags()
        if (match := _TAG.fullmatch(name))
    }
    if not numbered:
        raise HubError(f"{hub.repository} has no release: no tag like v1.0.0")
    tag = numbered[max(numbered)]
    then, now = (
        {
            path: file
            for path, file in hub.files(revision).items()
            if path in TOP_FILES or path.startswith(f"{DATA_FOLDER}/")
        }
        for revision in (tag, MAIN)
    )
    return Drift(
        hub.repository,
        tag,
        tuple(sorted(now.keys() - then.keys())),
        tuple(sorted(path for path in now.keys() & then.keys() if now[path] != then[path])),
        tuple(sorted(then.keys() - now.keys())),
    )
