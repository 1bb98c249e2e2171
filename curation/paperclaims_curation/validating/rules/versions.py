"""Rules about the versions of a paper: each a record of its own, all in one split."""

from __future__ import annotations

from collections.abc import Iterator

from paperclaims_curation.validating.rule import (
    CollectionFinding,
    CollectionRule,
    Example,
    RecordContext,
)


def find_papers(contexts: list[RecordContext]) -> dict[str, str]:
    """For each record id, the id that stands for all records of the same paper.

    Records are of one paper if one of them names the other under `versions`, or if both are of one
    paper with a third.
    """
    parents = {context.record.record_id: context.record.record_id for context in contexts}

    def stands_for(record_id: str) -> str:
        while (parent := parents.setdefault(record_id, record_id)) != record_id:
            # Halving the way at each step keeps long chains of versions short.
            parents[record_id] = record_id = parents[parent]
        return record_id

    for context in contexts:
        for version in context.record.versions:
            parents[stands_for(context.record.record_id)] = stands_for(version)
    return {record_id: stands_for(record_id) for record_id in [*parents]}


def _check_versions(contexts: list[RecordContext]) -> Iterator[CollectionFinding]:
    read = {context.record.record_id for context in contexts}
    for context in contexts:
        record_id, versions = context.record.record_id, context.record.versions
        for index, version in enumerate(versions):
            loc = ("versions", index)
            if version == record_id:
                message = "the record names itself as another version"
                yield CollectionFinding(context.file, loc, message, "remove it")
            elif version in versions[:index]:
                message = f"{version} is listed twice"
                yield CollectionFinding(context.file, loc, message, "keep one entry")
            # Not all records need to have been read.
            elif version not in read and not context.collection.record_path(version).is_file():
                message = f"there is no record {version}"
                hint = "correct the id, which is the name of a file in records/, or remove it"
                yield CollectionFinding(context.file, loc, message, hint)


def _check_splits(contexts: list[RecordContext]) -> Iterator[CollectionFinding]:
    splits = {context.record.record_id: context.record.split for context in contexts}
    for context in contexts:
        record_id, split = context.record.record_id, context.record.split
        for version in context.record.versions:
            other = splits.get(version, split)
            if other is not split:
                message = f"{record_id} is in the split {split}, its version {version} in {other}"
                hint = f"write `split: {other}`; if this one was published, `split: {split}` there"
                yield CollectionFinding(context.file, ("split",), message, hint)
                break


RULES = (
    CollectionRule(
        "reference-version",
        "Versions are other records of the collection",
        "`versions` lists the ids of records of the same paper that were there first, such as its "
        "preprint: each once, and not the record itself.",
        _check_versions,
        example=Example(
            "split: train",
            "versions:\n- case-pebbles\nsplit: train",
            note="The record is `case-pebbles` itself.",
        ),
    ),
    CollectionRule(
        "split-version",
        "Versions of a paper are in one split",
        "A preprint and its final version say nearly the same: in two splits they would leak from "
        "training into evaluation. The record that came later takes the split of the one that was "
        "there first.",
        _check_splits,
        example=Example(
            "record_id: case-stones\nversions:\n- case-pebbles\nsplit: train",
            "record_id: case-stones\nversions:\n- case-pebbles\nsplit: test",
            file=None,
            note="The record `case-pebbles` is in the split train.",
        ),
    ),
)
