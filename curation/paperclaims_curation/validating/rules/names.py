"""Rules about names in several records: one spelling where no abstract decides, and one kind."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator

from paperclaims_curation.problem import Severity
from paperclaims_curation.recordfile.writing import quoted
from paperclaims_curation.validating.rule import (
    CollectionFinding,
    CollectionRule,
    Example,
    RecordContext,
)
from paperclaims_curation.validating.rules.spelling import Name, fold, iter_names, tidy
from paperclaims_schema.record import Resource

_PLURAL = re.compile(r"(?<=\w\w\w)(?<!s)s\b")


def _find_odd(items: Iterable[tuple[Hashable, Name]]) -> Iterator[tuple[Name, Name]]:
    """Names that are spelt otherwise than most of the same key, each with one of those.

    A spelling that stands in its abstract goes before one that more records have.
    """
    groups: dict[Hashable, list[Name]] = {}
    for key, item in items:
        groups.setdefault(key, []).append(item)
    for group in groups.values():
        counts = Counter(tidy(item.name) for item in group)
        if len(counts) > 1:
            usual = max(group, key=lambda item: (item.is_bound, counts[tidy(item.name)]))
            for item in group:
                if tidy(item.name) != tidy(usual.name):
                    yield item, usual


def _key(item: Name) -> Hashable:
    name = _PLURAL.sub("", item.name.casefold()) if item.is_task else item.name
    return item.is_task, fold(name)


def _check_variants(contexts: list[RecordContext]) -> Iterator[CollectionFinding]:
    names = [item for context in contexts for item in iter_names(context)]
    by_case = ((tidy(item.name).casefold(), item) for item in names if item.is_task)
    for item, usual in _find_odd(by_case):
        yield _variant(item, usual, "write both in lower case; only acronyms keep their case")
    for item, usual in _find_odd((_key(item), item) for item in names):
        is_told = item.is_task and tidy(item.name).casefold() == tidy(usual.name).casefold()
        if not is_told and not item.is_bound:
            hint = f"the abstract does not write it so: write {quoted(usual.name)} here too"
            yield _variant(item, usual, hint)


def _variant(item: Name, usual: Name, hint: str) -> CollectionFinding:
    where = usual.context.file.path
    message = f"{quoted(item.name)} is written {quoted(usual.name)} in {where}"
    return CollectionFinding(item.context.file, item.loc, message, hint)


def _known_as(resource: Resource) -> dict[str, None]:
    names = (resource.name, resource.expansion)
    return dict.fromkeys(fold(name) for name in names if name is not None)


def _are_two(one: Resource, other: Resource) -> bool:
    """Whether the long forms tell two things of one name apart."""
    both = one.expansion, other.expansion
    return None not in both and fold(both[0] or "") != fold(both[1] or "")


def _check_kinds(contexts: list[RecordContext]) -> Iterator[CollectionFinding]:
    groups: dict[str, list[tuple[RecordContext, int, Resource]]] = {}
    for context in contexts:
        for index, resource in enumerate(context.record.resources):
            for key in _known_as(resource):
                groups.setdefault(key, []).append((context, index, resource))
    told = set()
    for group in groups.values():
        kinds = Counter(resource.kind for _, _, resource in group)
        kind = kinds.most_common(1)[0][0]
        where, _, usual = next(item for item in group if item[2].kind is kind)
        for context, index, resource in group:
            place = context.file.path, index
            if resource.kind is kind or place in told or _are_two(resource, usual):
                continue
            told.add(place)
            message = (
                f"{quoted(resource.name)} has the kind {resource.kind} here, "
                f"and {kind} in {where.file.path}"
            )
            meanings = " and ".join(f"{word} is {word.meaning}" for word in (resource.kind, kind))
            hint = f"if it is one thing, write one kind in both: {meanings}"
            loc = ("resources", index, "kind")
            yield CollectionFinding(context.file, loc, message, hint)


RULES = (
    CollectionRule(
        "name-variant",
        "A name that no abstract spells is spelt in one way",
        "Where an abstract does not have a name or its parts, the spelling is the annotator's: "
        "another record that has the name, with other case, hyphens, spaces or, for tasks, in "
        "singular or plural, is followed. The case of a task is always the annotator's: lower case, "
        "except in acronyms. Two spellings that stand in their abstracts are both right.",
        _check_variants,
        Severity.WARNING,
        example=Example(
            "- name: sorting pebbles",
            "- name: Sorting pebbles",
            copy_to="records/case-stones.yaml",
        ),
    ),
    CollectionRule(
        "name-kind",
        "A resource is of one kind",
        "The same name, or the same long form, is a `dataset` in one record and a `benchmark` in "
        "another: one of them is wrong, unless the two are different things with the same name, and "
        "then the record sets the finding aside. Long forms that differ tell two things apart.",
        _check_kinds,
        Severity.WARNING,
        example=Example(
            "  kind: benchmark\n",
            "  kind: dataset\n",
            copy_to="records/case-stones.yaml",
        ),
    ),
)
