"""Codes of the other stages: adjudicating, building; and of the tool itself."""

from __future__ import annotations

from paperclaims_curation.problem import Severity
from paperclaims_curation.validating.rule import Declaration, Example

DECLARATIONS = (
    Declaration(
        "adjudication-open",
        "Nothing is undecided in what is called adjudicated",
        "Where two readings differ, and where the record differs from both, a decision says what was "
        "chosen and why.",
        example=Example(
            "choice: efficiency\nreason: What is compared is time.",
            "choice: open\nreason: open",
            file=None,
        ),
    ),
    Declaration(
        "release-missing",
        "There is a release",
        "The folder of the release is not there, or is not a folder. `paperclaims build` makes it.",
        example=Example("release/README.md, release/data/...", "no folder release/", file=None),
    ),
    Declaration(
        "release-stale",
        "The release is what the records give",
        "Records, passes or `collection.toml` changed after the last build, or a file of the release "
        "was edited by hand. `paperclaims build` makes it anew.",
        example=Example(
            "records changed, then paperclaims build", "records changed, no build", file=None
        ),
    ),
    Declaration(
        "release-bytes",
        "The release has the bytes of the locked versions",
        "The tables hold the same, yet the files differ: another version of pyarrow wrote them. "
        "Releases are built with the versions in `constraints.txt`.",
        Severity.WARNING,
        Example("built with constraints.txt", "built with another pyarrow", file=None),
    ),
    Declaration(
        "tool-crash",
        "No rule fails",
        "A rule stopped with an error of the program. The other rules went on, yet something may not "
        "have been checked; the exit code is 3, and neither `--ignore` nor an exception hides it.",
        example=Example("every rule comes to its end", "a rule stops with a KeyError", file=None),
    ),
)
