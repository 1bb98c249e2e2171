"""Plans, publications and drift as text and JSON."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from typing import Any

from paperclaims_curation.publishing.advice import advise
from paperclaims_curation.publishing.drift import Drift
from paperclaims_curation.publishing.formatting import format_differences
from paperclaims_curation.publishing.planning import FileState, Plan
from paperclaims_curation.publishing.publisher import Outcome, Publication

_SIGNS = {FileState.ADDED: "+", FileState.CHANGED: "~", FileState.REMOVED: "-"}


def _dump(kind: str, data: dict[str, Any]) -> str:
    return json.dumps(
        {"format": f"paperclaims-{kind}", "version": 1, **data}, ensure_ascii=False, indent=2
    )


def _size(count: int) -> str:
    if count < 1000:
        return f"{count} B"
    return f"{count / 1000:.1f} kB" if count < 1_000_000 else f"{count / 1_000_000:.1f} MB"


def format_plan(plan: Plan, *, as_json: bool = False) -> str:
    """What publishing would change."""
    if as_json:
        data = asdict(plan)
        del data["differences"]
        if plan.differences is not None:
            data["differences"] = asdict(plan.differences)
        return _dump("publish-plan", data)
    at = f"on top of {plan.head[:8]}" if plan.head else "in a new repository"
    lines = [f"{plan.repository}: release {plan.tag}, {at}"]
    counts = Counter(file.state for file in plan.files)
    lines.append("files: " + ", ".join(f"{counts[state]} {state}" for state in FileState))
    lines += [f"  {_SIGNS[file.state]} {file.path}  {_size(file.size)}" for file in plan.changes]
    if plan.tagged is not None:
        lines.append(f"the tag {plan.tag} is there already, with this content")
    if plan.differences is not None:
        lines.append(format_differences(plan.differences, advise(plan.differences)))
    lines += [f"warning: {warning}" for warning in plan.warnings]
    if not plan.changes and plan.tagged is not None:
        lines.append("nothing to do: this release is published")
    else:
        lines.append("nothing was changed: leave out --plan to do it")
    return "\n".join(lines)


_SAID = {
    Outcome.PUBLISHED: "published in one commit, and read back: the copy is the release",
    Outcome.TAGGED: "the files were there already; the tag was added",
    Outcome.PROPOSED: "proposed as a pull request, and read back: the copy is the release",
    Outcome.UNCHANGED: "published already, with this content; nothing was changed",
}


def format_publication(publication: Publication, *, as_json: bool = False) -> str:
    """What was published."""
    if as_json:
        return _dump("publication", asdict(publication))
    lines = [f"{publication.repository} {publication.tag}: {_SAID[publication.outcome]}"]
    lines.append(f"  revision {publication.revision}")
    lines.append(f"  content {publication.content_sha256}")
    if publication.url:
        lines.append(f"  {publication.url}")
    return "\n".join(lines)


def format_drift(drift: Drift, *, as_json: bool = False) -> str:
    """Whether the published copy was edited."""
    if as_json:
        return _dump("drift", asdict(drift))
    if not drift:
        return f"{drift.repository}: as released in {drift.tag}"
    lines = [f"{drift.repository}: edited since {drift.tag}"]
    for sign, paths in (("+", drift.added), ("~", drift.changed), ("-", drift.removed)):
        lines += [f"  {sign} {path}" for path in paths]
    lines.append("take the edits over into the records, or publish the next release over them")
    return "\n".join(lines)
