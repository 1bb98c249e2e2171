"""Codes of importing: what a document holds, and how it fits to the records that are there."""

from __future__ import annotations

from paperclaims_curation.problem import Severity
from paperclaims_curation.validating.rule import Declaration, Example

_CODE_SOURCE = "code_url: https://github.com/example-lab/sift"

DECLARATIONS = (
    Declaration(
        "import-unreadable",
        "Every entry of a document can be read",
        "A part of the document is damaged, cut short or not in its format. It is left out, and the "
        "rest is imported; with --strict, nothing is.",
        example=Example('{"abstract": "We sort."}', '{"abstract": "We so', file=None),
    ),
    Declaration(
        "import-empty",
        "A document holds an abstract",
        "Nothing in the document is an entry of its format: an empty answer of an interface, or "
        "another format than it was read as.",
        example=Example('{"results": [{"abstract": ...}]}', '{"results": []}', file=None),
    ),
    Declaration(
        "import-unfit",
        "Every abstract of a document can become a record",
        "A draft that could not be read back from its file as it is, such as one that is larger than "
        "a record file can be, is not written. The document is corrected before its first import; "
        "the other abstracts are not affected.",
        example=Example("one abstract a paragraph", "a whole book in one paragraph", file=None),
    ),
    Declaration(
        "import-field",
        "What a document says about a paper fits into a record",
        "A field that is no text, year, address or identifier is left out; the abstract is imported.",
        Severity.WARNING,
        Example("year = {2024}", "year = {202424}", file=None),
    ),
    Declaration(
        "import-place-taken",
        "Imported documents do not change",
        "At this place of the document there was another abstract at its import. Documents are kept "
        "as received; a corrected one gets a new name.",
        example=Example("pebbles-2.txt, with a correction", "pebbles.txt, edited", file=None),
    ),
    Declaration(
        "import-conflict",
        "The text of a record does not change",
        "The entry has the DOI, arXiv id or OpenReview id of a record, is the same version of the "
        "paper, and has another abstract. A draft that nobody has worked on gets the new text; a "
        "record with annotations, notes or passes is left alone, since its spans would be in doubt. "
        "So is a record whose text another entry of the same import has given.",
        example=Example(
            "the abstract that was annotated",
            "its revision, under the same DOI",
            "A record with this DOI is annotated.",
            file=None,
        ),
    ),
    Declaration(
        "import-other-text",
        "An abstract comes with one text",
        "Two entries of one import are the same paper and have nearly the same text, as the exports "
        "of two databases have. The first is kept.",
        Severity.WARNING,
        Example(
            "abstract = {We sort pebbles by 3.5% faster.}",
            "abstract = {We sort pebbles by 3.5 % faster.}",
            "Both entries have the same DOI.",
            file=None,
        ),
    ),
    Declaration(
        "import-new-abstract",
        "The text of a draft is the newest",
        "A later document has another abstract for a draft that nobody has worked on: the draft got "
        "that text and names that document.",
        Severity.WARNING,
        Example(
            "the abstract of the draft",
            "its revision, under the same DOI",
            "The record with this DOI is a draft without annotations.",
            file=None,
        ),
    ),
    Declaration(
        "import-version",
        "A title belongs to one paper",
        "The entry has the title of a record, at least one author in common if both name any, and "
        "another text: probably a preprint and its final version. The new record lists the other one "
        "under `versions` and has its split.",
        Severity.WARNING,
        Example(
            "title = {Sift: Sorting Pebbles at Sea}",
            "title = {Sift: Sorting Pebbles}",
            "The record `case-pebbles` has this title and another text.",
            file=None,
        ),
    ),
    Declaration(
        "import-shared-identifier",
        "A DOI belongs to one paper",
        "The entry has the DOI of a record, but another title and another text, as all papers of a "
        "volume have to which the volume's DOI was given. It becomes a record without the DOI.",
        Severity.WARNING,
        Example(
            "doi = {10.1000/volume.7}",
            "doi = {10.1000/volume}",
            "The record `case-pebbles` has the DOI `10.1000/volume`.",
            file=None,
        ),
    ),
    Declaration(
        "import-other-identifier",
        "An abstract that is known comes with its identifiers",
        "The record with this very text has another DOI, arXiv id or OpenReview id. The entry is left "
        "out: two records with one text would count double.",
        Severity.WARNING,
        Example(
            "doi = {10.1000/1}",
            "doi = {10.1000/2}",
            "The record with the same abstract has the DOI `10.1000/1`.",
            file=None,
        ),
    ),
    Declaration(
        "import-not-added",
        "What a document adds can be written into the record",
        "The entry has a title, names or an identifier that its record lacks. The record's file has "
        "comments or is not in canonical form, which would be lost: it is left as it is.",
        Severity.WARNING,
        Example(
            "identifiers:\n  doi: 10.1000/1",
            "# to do: look for the DOI",
            "The document has the DOI `10.1000/1`.",
            file=None,
        ),
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
)
