"""What the dataset card and the Croissant file both say about the data as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paperclaims_curation.agreement.report import Agreement, Figure, Statistic
from paperclaims_curation.collection import CollectionConfig
from paperclaims_schema.tables import AnnotationRow, RecordRow
from paperclaims_schema.vocabularies import AnnotatorKind, CleaningStep, Status

UNKNOWN = "unknown"
"""What stands for a licence, or an annotator, that nobody has recorded."""


@dataclass(frozen=True, slots=True)
class Datasheet:
    """Facts about a release, in words: counted, not claimed."""

    summary: tuple[str, str, str]
    """What it is, in three lines."""
    annotators: tuple[str, ...]
    """Each annotator with its kind and how many abstracts it read."""
    machine_annotators: tuple[str, ...]
    """Those of them that are language models."""
    annotations_per_item: str
    preprocessing: str
    """What was done to the abstracts as received."""
    absent: tuple[tuple[str, int], ...]
    """What is not known of how many records."""
    limitations: tuple[str, ...]
    """The limits that hold for every collection."""
    analysis: str | None
    """How far two passes agree; None without two."""
    citation: str
    """BibTeX."""


def counted(count: int, noun: str, ending: str = "s") -> str:
    """`1 claim`, `2 claims`, `2 passes`."""
    return f"{count} {noun}{'' if count == 1 else ending}"


def license_counts(records: Iterable[RecordRow]) -> list[tuple[str, int]]:
    """How many abstracts are under each licence, the unknown ones last."""
    counts = Counter(record.source.license or UNKNOWN for record in records)
    return sorted(counts.items(), key=lambda item: (item[0] == UNKNOWN, item[0]))


def annotator_counts(records: Iterable[RecordRow]) -> Counter[str]:
    """Annotated records by who took part: `person`, only a `model`, or `unknown`."""
    counts: Counter[str] = Counter()
    for record in records:
        if record.annotation.status is not Status.DRAFT:
            kinds = {annotator.kind for annotator in record.annotation.annotators}
            if AnnotatorKind.PERSON in kinds:
                counts["person"] += 1
            else:
                counts["model" if kinds else UNKNOWN] += 1
    return counts


def _venue(config: CollectionConfig) -> str:
    return " ".join(str(part) for part in (config.venue, config.year) if part is not None)


def _by_whom(kinds: Counter[str]) -> str:
    if kinds["person"] and not (kinds["model"] or kinds[UNKNOWN]):
        return "Persons took part in annotating each of them."
    if kinds["person"]:
        return (
            f"Persons took part in annotating {kinds['person']} of them; the others are unverified."
        )
    if kinds["model"]:
        return "A language model annotated them; no person has verified them."
    return "Who annotated them is not recorded."


def _figure(agreement: Agreement, part: str) -> Figure | None:
    return next(
        (
            figure
            for figure in agreement.subsets[0].figures
            if figure.part == part and figure.statistic is Statistic.F1
        ),
        None,
    )


_HOLDS = (
    "For each abstract its tasks, methods and resources, its results with numbers, baselines, "
    "datasets and conditions, and where its code is; what it does not say is left out."
)


def _summary(
    records: Sequence[RecordRow], config: CollectionConfig, agreement: Agreement | None
) -> tuple[str, str, str]:
    annotated = [one for one in records if one.annotation.status is not Status.DRAFT]
    claims = [claim for record in annotated for claim in record.claims]
    amounts = sum(len(claim.quantities) for claim in claims)
    found = (
        f"{counted(len(claims), 'claim')} with {counted(amounts, 'amount')}, each"
        if claims
        else "each claim"
    )
    drafts = len(records) - len(annotated)
    standing = counted(len(records), "abstract") if records else "No abstract yet."
    if drafts:
        are = "is" if len(annotated) == 1 else "are"
        standing += f", of which {len(annotated)} {are} annotated in full"
        standing += f" and {drafts} {'is a draft' if drafts == 1 else 'are drafts'}."
    elif records:
        standing += ", annotated in full."
    if annotated:
        standing += f" {_by_whom(annotator_counts(annotated))}"
    overall = _figure(agreement, "overall") if agreement else None
    if overall and overall.value is not None:
        standing += f" Two independent passes agree with F1 {overall.value:.3f}."
    of = f" ({venue})" if (venue := _venue(config)) else ""
    what = f"What the abstracts of research papers{of} claim: {found} tied to the exact words of its abstract."
    return what, _HOLDS, standing


def _annotators(
    records: Iterable[RecordRow], passes: Iterable[AnnotationRow]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All annotators with what they did, and those that are models."""
    read: Counter[tuple[str, AnnotatorKind]] = Counter((one.annotator, one.kind) for one in passes)
    signed: Counter[tuple[str, AnnotatorKind]] = Counter()
    for record in records:
        signed.update({(one.id, one.kind) for one in record.annotation.annotators})
    described, machines = [], []
    for who in sorted({*read, *signed}):
        name, kind = who
        did = []
        if read[who]:
            did.append(counted(read[who], "pass", "es"))
        if signed[who]:
            did.append(f"named in {counted(signed[who], 'record')}")
        text = f"{name} ({kind.meaning}): {', '.join(did)}"
        described.append(text)
        if kind is AnnotatorKind.MODEL:
            machines.append(text)
    return tuple(described), tuple(machines)


def _annotations_per_item(records: Sequence[RecordRow], passes: Iterable[AnnotationRow]) -> str:
    read = Counter(one.record_id for one in passes)
    if not read:
        return "One annotation per annotated abstract; no separate passes are kept."
    annotated = [one for one in records if one.annotation.status is not Status.DRAFT]
    spread = Counter(read[record.record_id] for record in annotated)
    parts = [
        f"{count} for {counted(number, 'abstract')}" for count, number in sorted(spread.items())
    ]
    decided = sum(one.annotation.status is Status.ADJUDICATED for one in annotated)
    return (
        f"Independent passes, kept in the config annotations: {', '.join(parts)}. "
        f"Adjudicated, that is decided from them: {counted(decided, 'record')}."
    )


def _preprocessing(records: Sequence[RecordRow]) -> str:
    steps = Counter(step for record in records for step in record.source.cleaning)
    done = [
        f"{step.meaning} ({counted(steps[step], 'abstract')})"
        for step in CleaningStep
        if steps[step] and step is not CleaningStep.LINE_ENDS
    ]
    if not done:
        return "The abstracts stand as received, line ends aside."
    return f"Done to abstracts as received, line ends aside: {'; '.join(done)}."


def _absent(records: Sequence[RecordRow]) -> tuple[tuple[str, int], ...]:
    counts = {
        "title": sum(record.title is None for record in records),
        "authors": sum(not record.authors for record in records),
        "licence of the abstract": sum(record.source.license is None for record in records),
        "bibliography": sum(record.source.bibliography is None for record in records),
    }
    return tuple((name, count) for name, count in counts.items() if count)


_LIMITATIONS = """\
The records say what abstracts claim, not whether it is true, and nothing of what only the papers say.
{abstracts} no sample of science: use shares and rates with care.
`factor` and `favourable` are derived from the annotated words and null where those leave them open.
`availability` is by the abstract's words alone; whether a link still works has not been watched.
"""


def _limitations(records: Sequence[RecordRow], config: CollectionConfig) -> tuple[str, ...]:
    of = _venue(config)
    abstracts = counted(len(records), "abstract") + (f" of {of}" if of else "")
    abstracts += " is" if len(records) == 1 else " are"
    return tuple(_LIMITATIONS.format(abstracts=abstracts).splitlines())


def _analysis(agreement: Agreement | None) -> str | None:
    if agreement is None:
        return None
    shown = []
    for part in ("claims", "quantities.text", "quantities.normalised", "overall"):
        if (figure := _figure(agreement, part)) and figure.value is not None:
            interval = (
                f" [{figure.low:.3f}, {figure.high:.3f}]"
                if figure.low is not None and figure.high is not None
                else ""
            )
            shown.append(f"{part} {figure.value:.3f}{interval}")
    number = counted(len(agreement.subsets[0].record_ids), "abstract")
    return (
        f"{agreement.annotators[0]} and {agreement.annotators[1]} both read {number}. F1 of their "
        f"passes before anything was decided, with 95% bootstrap intervals: {'; '.join(shown)}."
    )


def _bibtex(config: CollectionConfig, content_sha256: str) -> str:
    # A brace in a title would end the field.
    title = config.title.replace("{", "").replace("}", "")
    fields = [
        ("title", title),
        ("version", config.version),
        ("note", f"Dataset, {config.license}; SHA-256 of the content {content_sha256}"),
    ]
    if config.hub_repository:
        fields.append(("url", f"https://huggingface.co/datasets/{config.hub_repository}"))
    lines = "".join(f"  {name} = {{{value}}},\n" for name, value in fields)
    return f"@misc{{paperclaims-{config.name},\n{lines}}}"


def describe(
    records: Sequence[RecordRow],
    passes: Sequence[AnnotationRow],
    config: CollectionConfig,
    content_sha256: str,
    *,
    agreement: Agreement | None = None,
) -> Datasheet:
    """The facts about a release with these rows."""
    annotators, machines = _annotators(records, passes)
    return Datasheet(
        summary=_summary(records, config, agreement),
        annotators=annotators,
        machine_annotators=machines,
        annotations_per_item=_annotations_per_item(records, passes),
        preprocessing=_preprocessing(records),
        absent=_absent(records),
        limitations=_limitations(records, config),
        analysis=_analysis(agreement),
        citation=(config.citation or _bibtex(config, content_sha256)).strip(),
    )
