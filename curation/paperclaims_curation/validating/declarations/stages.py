"""Codes of the other stages: importing, adjudicating, building; and of the tool itself."""

from __future__ import annotations

from paperclaims_curation.problem import Severity
from paperclaims_curation.validating.rule import Declaration, Example

_CODE_SOURCE = "code_url: https://github.com/example-lab/sift"

DECLARATIONS = (
    Declaration(
        "import-unfit",
        "Every abstract of a document can become a record",
        "A draft that could not be read back from its file as it is, such as one that is larger than "
        "a record file can be, is not written. The document is corrected before its first import; "
        "the other abstracts are not affected.",
        example=Example("one abstract a paragraph", "a whole book in one paragraph", file=None),
    ),
    Declaration(
        "import-place-taken",
        "Imported documents do not change",
        "At this place of the document there was another abstract at its import. Documents are kept "
        "as received; a corrected one gets a new name.",
        example=Example("pebbles-2.txt, with a correction", "pebbles.txt, edited", file=None),
    ),
    Declaration(
        "import-near-duplicate",
        "No new abstract is nearly one that is there",
        "Probably a preprint and its final version. Both are put into one split, so that nothing "
        "leaks; a curator decides whether one goes.",
        Severity.WARNING,
        Example(
            "Sorting pebbles is slow. We propose Sift.",
            "Sorting pebbles is very slow. We propose Sift.",
            "The record `case-pebbles` has the right text.",
            file=None,
        ),
    ),
    Declaration(
        "import-bibliography",
        "An entry of the bibliography begins like its abstract",
        "Entries are joined to abstracts by document and position. One whose first words differ "
        "belongs to another abstract, and is left out.",
        Severity.WARNING,
        Example(
            "first_words: Sorting pebbles is",
            "first_words: Sorting stones is",
            "The abstract begins `Sorting pebbles is slow`.",
            file=None,
        ),
    ),
    Declaration(
        "import-link-source",
        "A link from elsewhere says where it was seen",
        "A code link that does not stand in the abstract needs `code_url_source`, the page it was "
        "seen on; without it, it is left out.",
        Severity.WARNING,
        Example(
            f"{_CODE_SOURCE}\ncode_url_source: https://papers.example.org/1",
            _CODE_SOURCE,
            file=None,
        ),
    ),
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
