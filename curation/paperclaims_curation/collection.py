"""Open and describe a collection: the folder with `collection.toml`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, StringConstraints, ValidationError, model_validator
from pydantic_core import ErrorDetails

from paperclaims_curation.layout import (
    CONFIG_NAME,
    RECORD_SUFFIX,
    SOURCES_NAME,
    SPLITS_NAME,
    Layout,
    find_root,
)
from paperclaims_curation.problem import BadInputError, PaperclaimsError
from paperclaims_schema.base import Integer, Model

__all__ = [
    "CONFIG_NAME",
    "RECORD_SUFFIX",
    "SPLITS_NAME",
    "Collection",
    "CollectionConfig",
    "Sources",
    "SplitShares",
    "open_collection",
]

Line = Annotated[
    str, StringConstraints(pattern=r"^[^\x00-\x1f]*[^\x00-\x20][^\x00-\x1f]*$", max_length=300)
]
"""A text of one line."""
Prose = Annotated[str, StringConstraints(pattern=r"^[^\x00]*[^\x00-\x20][^\x00]*$")]
Year = Annotated[Integer, Field(ge=1600, le=2200)]


class SplitShares(Model):
    """How new records are dealt out."""

    seed: Line
    """Hashed together with each abstract; a new seed deals out anew."""
    train: Annotated[Integer, Field(ge=0)]
    """Share of the train split in percent."""
    validation: Annotated[Integer, Field(ge=0)]
    """Share of the validation split in percent."""
    test: Annotated[Integer, Field(ge=0)]
    """Share of the test split in percent."""

    @model_validator(mode="after")
    def _shares_are_whole(self) -> Self:
        total = self.train + self.validation + self.test
        if total != 100:
            raise ValueError(f"train, validation and test add up to {total}, not to 100")
        return self


class Sources(Model):
    """Where the documents as received lie, relative to the collection."""

    folder: Line = SOURCES_NAME
    """The folder of the documents."""
    bibliography: Line | None = None
    """JSON Lines with one entry per abstract, joined at import."""


class CollectionConfig(Model):
    """What `collection.toml` says."""

    name: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
    """The first part of every record id."""
    title: Line
    """The heading of the dataset card."""
    version: Annotated[str, StringConstraints(pattern=r"^\d+\.\d+\.\d+$")]
    """The version of the data."""
    venue: Line | None = None
    """The venue's short name, copied into new records."""
    year: Year | None = None
    """The year of the venue, copied into new records."""
    license: Line
    """The licence of the annotations (SPDX identifier)."""
    hub_repository: Line | None = None
    """`owner/name` on the Hub."""
    guidelines: Line | None = None
    """The annotation guidelines, relative to the collection; agreement is also reported for the abstracts that they quote nowhere."""
    how_annotated: Prose | None = None
    """How the annotations were made, in Markdown, for the dataset card: what no file can prove."""
    motivation: Prose | None = None
    """Why the dataset was made, in Markdown, for card and Croissant file like all texts below."""
    how_collected: Prose | None = None
    """Where the abstracts come from, and how they were chosen."""
    uses: Prose | None = None
    """What the data is meant for, and what it is not fit for."""
    limitations: Prose | None = None
    """What else a reader must know not to be misled; the general limits are in every card."""
    biases: Prose | None = None
    """What the choice of abstracts and the annotators favour."""
    sensitive_information: Prose | None = None
    """What is said about persons, or could harm them."""
    maintenance: Prose | None = None
    """Who corrects errors, how they are reported, what becomes of old versions."""
    citation: Prose | None = None
    """How to cite the data (BibTeX); null for an entry made from title and version."""
    rules_version: Line
    """The version of the annotation rules that new records follow."""
    tracks: tuple[Line, ...] = ()
    """Allowed values of a record's `track`."""
    presentations: tuple[Line, ...] = ()
    """Allowed values of a record's `presentation`."""
    splits: SplitShares
    sources: Sources = Sources()


@dataclass(frozen=True, slots=True)
class Collection(Layout):
    """A collection on disk."""

    config: CollectionConfig

    @property
    def sources_folder(self) -> Path:
        """The documents as received."""
        return self.root / self.config.sources.folder

    @property
    def bibliography_path(self) -> Path | None:
        """The bibliography, if the collection names one."""
        name = self.config.sources.bibliography
        return None if name is None else self.root / name

    @property
    def guidelines_path(self) -> Path | None:
        """The annotation guidelines, if the collection names them."""
        name = self.config.guidelines
        return None if name is None else self.root / name

    def record_paths(self) -> tuple[Path, ...]:
        """The record files in the order of their names.

        Raises:
            PaperclaimsError: the folder cannot be read, or holds what is no record.
        """
        return _record_files(self.records_folder)

    def pass_paths(self) -> tuple[Path, ...]:
        """The pass files in the order of annotator and record.

        Raises:
            PaperclaimsError: a folder cannot be read, or holds what is no pass.
        """
        folders = [path for path in _entries(self.passes_folder) if path.is_dir()]
        return tuple(path for folder in folders for path in _record_files(folder))


def _entries(folder: Path) -> list[Path]:
    """What lies in a folder, hidden files aside; nothing if there is no such folder."""
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except FileNotFoundError:
        return []
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise PaperclaimsError(f"{folder}: {reason}; it must be a folder you may read") from error


def _record_files(folder: Path) -> tuple[Path, ...]:
    paths = [path for path in _entries(folder) if path.name != "README.md"]
    for path in paths:
        # A file that nobody reads would be missing from every table without a word.
        if path.suffix != RECORD_SUFFIX:
            raise PaperclaimsError(f"{path}: files here end in {RECORD_SUFFIX}; rename or move it")
        if not path.is_file():
            raise PaperclaimsError(f"{path}: is not a regular file; move it away")
    return tuple(paths)


def _describe(errors: list[ErrorDetails]) -> str:
    """What is wrong with the configuration: a misspelt key, all missing ones, or a value."""
    from difflib import get_close_matches

    for item in errors:
        key = ".".join(map(str, item["loc"]))
        if item["type"] == "extra_forbidden":
            models = (CollectionConfig, SplitShares, Sources)
            known = [name for model in models for name in model.model_fields]
            close = get_close_matches(str(item["loc"][-1]), known, n=1)
            return f"unknown key {key}; " + (f"did you mean {close[0]}?" if close else "remove it")
    missing = [".".join(map(str, item["loc"])) for item in errors if item["type"] == "missing"]
    if missing:
        return f"{', '.join(missing)} missing; add the line `{missing[0]} = ...`"
    key = ".".join(map(str, errors[0]["loc"]))
    said = errors[0]["msg"].removeprefix("Value error, ").replace("a valid tuple", "a list")
    said = re.sub("^(Input|String) should", "it should", said)
    return f"{key}: {said}" if key else said


def _read_config(path: Path) -> CollectionConfig:
    import tomllib

    try:
        data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise PaperclaimsError(f"{path}: {(error.strerror or str(error)).lower()}") from error
    except tomllib.TOMLDecodeError as error:
        raise BadInputError(f"{path}: not valid TOML: {error}") from error
    except UnicodeDecodeError as error:
        raise BadInputError(f"{path}: not UTF-8 text; save it as UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"{path}: a number or a nesting is too large to be read") from error
    try:
        return CollectionConfig.model_validate(data)
    except ValidationError as error:
        message = f"{path}: {_describe(error.errors(include_url=False))}"
        raise BadInputError(message) from error


def open_collection(folder: Path | None = None) -> Collection:
    """Open the collection in `folder`, or the one found by walking up from here.

    Raises:
        PaperclaimsError: there is no collection.
        BadInputError: `collection.toml` is damaged.
    """
    root = find_root(folder)
    return Collection(root, _read_config(root / CONFIG_NAME))
