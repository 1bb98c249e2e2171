"""Rules about how far an annotation is."""

from __future__ import annotations

from collections.abc import Iterator

from paperclaims_curation.problem import Severity
from paperclaims_curation.validating.rule import Example, Finding, RecordContext, RecordRule
from paperclaims_schema.vocabularies import Status

_OPEN = "open"


def _check_draft(context: RecordContext) -> Iterator[Finding]:
    record = context.record
    filled = [name for name in ("tasks", "methods", "resources", "claims") if getattr(record, name)]
    if record.annotation.status is Status.DRAFT and filled:
        message = f"a draft is not published, and this one holds {', '.join(filled)}"
        hint = "set `status: annotated` and name the annotators"
        yield Finding(("annotation", "status"), message, hint)


def _check_annotators(context: RecordContext) -> Iterator[Finding]:
    annotation = context.record.annotation
    if annotation.status is not Status.DRAFT and not annotation.annotators:
        message = f"the record is {annotation.status}, and no annotator is named"
        hint = "list who annotated under annotation.annotators, with id and kind"
        yield Finding(("annotation", "status"), message, hint)


def _check_decisions(context: RecordContext) -> Iterator[Finding]:
    annotation = context.record.annotation
    if annotation.status is not Status.ADJUDICATED:
        return
    for index, decision in enumerate(annotation.decisions):
        for name in ("choice", "reason"):
            if getattr(decision, name).strip().casefold() == _OPEN:
                loc = ("annotation", "decisions", index, name)
                message = f"the record is adjudicated, and the decision on {decision.what} is open"
                yield Finding(loc, message, "write what was decided and why")
                break


RULES = (
    RecordRule(
        "status-draft",
        "What is annotated is no draft",
        "A draft appears in the records table only, without its claims. Once it holds claims, "
        "tasks, methods or resources it is `annotated`, by someone who is named.",
        _check_draft,
        Severity.WARNING,
        example=Example("  status: annotated", "  status: draft", note="The record holds claims."),
    ),
    RecordRule(
        "status-annotators",
        "Annotated records name their annotators",
        "A record that is `annotated` or `adjudicated` says under `annotation.annotators` by whom.",
        _check_annotators,
        example=Example(
            "  annotators:\n  - id: first-model\n    kind: model\n",
            "",
            note="The record is `annotated`.",
        ),
    ),
    RecordRule(
        "status-decision",
        "Adjudicated records leave no decision open",
        "In an `adjudicated` record every decision has a choice and a reason.",
        _check_decisions,
        example=Example(
            "  decisions:\n"
            "  - what: claims[c2].type\n"
            "    choice: efficiency\n"
            "    reason: What is compared is time.",
            "  decisions:\n  - what: claims[c2].type\n    choice: open\n    reason: open",
            note="The record is `adjudicated`.",
            file=None,
        ),
    ),
)
