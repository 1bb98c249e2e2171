"""Codes of finding quotes in the abstract, and of the passes over it."""

from __future__ import annotations

from paperclaims_curation.validating.rule import Declaration, Example

_PASS = "passes/first-model/case-pebbles.yaml"  # noqa: S105 - an annotation pass

DECLARATIONS = (
    Declaration(
        "span-not-found",
        "Quotes stand in the abstract, word for word",
        "Evidence, metric, baselines, conditions and amounts are copied from the abstract: same case, "
        "same spaces, LaTeX and typing errors as they are, nothing left out. An amount stands in the "
        "evidence of its claim.",
        example=Example(
            "  - 'Sift is up to $2\\times$ faster than Sieve'",
            "  - 'Sift is up to 2 times faster than Sieve'",
        ),
    ),
    Declaration(
        "span-ambiguous",
        "Quotes lead to one place",
        "Words that stand more than once need the number of the place, counted from 1, or more words "
        "around them.",
        example=Example("  - quote: 'Sift'\n    occurrence: 1", "  - 'Sift'"),
    ),
    Declaration(
        "span-occurrence",
        "An occurrence is one that there is",
        "`occurrence` counts from 1 to as often as the words stand there. Words that stand there once "
        "have none.",
        example=Example(
            "  - quote: 'Sift'\n    occurrence: 1", "  - quote: 'Sift'\n    occurrence: 7"
        ),
    ),
    Declaration(
        "quantity-cuts-number",
        "Amounts hold whole numbers",
        "The 5 of 15 is not the amount 5: a quantity's text begins and ends outside of numbers.",
        example=Example("  - text: '15 minutes'", "  - text: '5 minutes'"),
    ),
    Declaration(
        "quantity-outside-evidence",
        "Amounts stand in the evidence of their claim",
        "A number that stands elsewhere in the abstract belongs to another claim, or the evidence "
        "is too short.",
        example=Example("  - text: '7.0 kg'", "  - text: '45\\%'"),
    ),
    Declaration(
        "pass-path",
        "A pass lies where its annotator and record say",
        "The path is `passes/<annotator>/<record_id>.yaml`, and the file says the same.",
        example=Example("  id: first-model", "  id: second-model", file=_PASS),
    ),
    Declaration(
        "pass-record",
        "A pass belongs to a record",
        "A pass is a reading of a record's abstract; without that record it says nothing.",
        example=Example("record_id: case-pebbles", "record_id: case-stones", file=_PASS),
    ),
    Declaration(
        "pass-hash",
        "A pass was made from the record's abstract",
        "`abstract_sha256` in a pass is that of the text the annotator read. If it is another than the "
        "record's, the two readings cannot be compared.",
        example=Example("abstract_sha256: dc97", "abstract_sha256: 4bbb", file=_PASS),
    ),
)
