"""Rules about names and ids within a record."""

from __future__ import annotations

from collections.abc import Iterator

from paperclaims_curation.recordfile.writing import quoted
from paperclaims_curation.validating.rule import Example, Finding, RecordContext, RecordRule


def _check_file_name(context: RecordContext) -> Iterator[Finding]:
    record_id = context.record.record_id
    path = context.file.path
    if path.name != "-" and path.stem != record_id:
        message = f"record_id {record_id} does not match the file name {path.name}"
        yield Finding(("record_id",), message, f"name the file {record_id}.yaml, or restore the id")


def _check_claim_ids(context: RecordContext) -> Iterator[Finding]:
    seen: set[str] = set()
    for index, claim in enumerate(context.record.claims):
        if claim.id in seen:
            free = 1 + max(int(other.id[1:]) for other in context.record.claims)
            message = f"claim id {claim.id} is used twice"
            yield Finding(("claims", index, "id"), message, f"use c{free}; ids are never reused")
        seen.add(claim.id)


def _check_names(context: RecordContext) -> Iterator[Finding]:
    seen: set[str] = set()
    methods = [("methods", i, item.name) for i, item in enumerate(context.record.methods)]
    resources = [("resources", i, item.name) for i, item in enumerate(context.record.resources)]
    for key, index, name in methods + resources:
        if name in seen:
            message = f"{quoted(name)} is listed twice among methods and resources"
            hint = "keep one entry; claims refer to it by name"
            yield Finding((key, index, "name"), message, hint)
        seen.add(name)


RULES = (
    RecordRule(
        "id-file-name",
        "The file is named after its record",
        "A record lies in `records/<record_id>.yaml`. The id never changes once it is published.",
        _check_file_name,
        example=Example(
            "record_id: case-pebbles",
            "record_id: case-stones",
            note="The file is `case-pebbles.yaml`.",
        ),
    ),
    RecordRule(
        "id-claim",
        "Claim ids are unique in a record",
        "Tables, links and adjudication refer to a claim by its id, so an id is used once and "
        "never again.",
        _check_claim_ids,
        example=Example("- id: c2", "- id: c1", note="The record has a claim `c1` above."),
    ),
    RecordRule(
        "id-name",
        "Method and resource names are unique in a record",
        "Claims refer to methods and resources by name; a name that is listed twice would be "
        "ambiguous.",
        _check_names,
        example=Example(
            "- name: Sieve", "- name: Sift", note="The record lists a method `Sift` above."
        ),
    ),
)
