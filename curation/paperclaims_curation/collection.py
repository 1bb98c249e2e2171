"""Find and describe a collection: the folder with `collection.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, StringConstraints, ValidationError, model_validator

from paperclaims_curation.problem import BadInputError, PaperclaimsError
from paperclaims_schema.base import Integer, Model, Text

CONFIG_NAME = "collection.toml"
RECORD_SUFFIX = ".yaml"


class SplitShares(Model):
    """How new records are dealt out."""

    seed: Text
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

    folder: Text = "sources"
    """The folder of the documents."""
    bibliography: Text | None = None
    """JSON Lines with one entry per abstract, joined at import."""


class CollectionConfig(Model):
    """What `collection.toml` says."""

    name: Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    """The first part of every record id."""
    title: Text
    """The heading of the dataset card."""
    version: Annotated[str, StringConstraints(pattern=r"^\d+\.\d+\.\d+$")]
    """The version of the data."""
    venue: Text | None = None
    """The venue's short name, copied into new records."""
    year: Integer | None = None
    """The year of the venue, copied into new records."""
    license: Text
    """The licence of the annotations (SPDX identifier)."""
    hub_repository: Text | None = None
    """`owner/name` on the Hub."""
    guidelines: Text | None = None
    """The annotation guidelines, relative to the collection; agreement is also reported for the abstracts that they quote nowhere."""
    how_annotated: Text | None = None
    """How the annotations were made, in Markdown, for the dataset card: what no file can prove."""
    rules_version: Text
    """The version of the annotation rules that new records follow."""
    tracks: tuple[Text, ...] = ()
    """Allowed values of a record's `track`."""
    presentations: tuple[Text, ...] = ()
    """Allowed values of a record's `presentation`."""
    splits: SplitShares
    sources: Sources = Sources()


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection on disk."""

    root: Path
    config: CollectionConfig

    @property
    def records_folder(self) -> Path:
        """One file per abstract: the source of truth."""
        return self.root / "records"

    @property
    def passes_folder(self) -> Path:
        """Raw annotation passes, one folder per annotator."""
        return self.root / "passes"

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

    @property
    def release_folder(self) -> Path:
        """What is published."""
        return self.root / "paperclaims" / "release"

    def record_paths(self) -> tuple[Path, ...]:
        """The record files in the order of their names."""
        return tuple(sorted(self.records_folder.glob(f"*{RECORD_SUFFIX}")))

    def record_path(self, record_id: str) -> Path:
        """Where the record lies, or would lie."""
        return self.records_folder / f"{record_id}{RECORD_SUFFIX}"

    def pass_paths(self) -> tuple[Path, ...]:
        """The pass files in the order of annotator and record."""
        return tuple(sorted(self.passes_folder.glob(f"*/*{RECORD_SUFFIX}")))


def _read_config(path: Path) -> CollectionConfig:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadInputError(f"{path}: not valid TOML: {error}") from error
    except UnicodeDecodeError as error:
        raise BadInputError(f"{path}: not UTF-8 text; save it as UTF-8") from error
    try:
        return CollectionConfig.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        message = f"{path}: {key}: {first['msg']}" if key else f"{path}: {first['msg']}"
        if first["type"] == "extra_forbidden":
            known = (
                *CollectionConfig.model_fields,
                *SplitShares.model_fields,
                *Sources.model_fields,
            )
            close = get_close_matches(str(first["loc"][-1]), known, n=1)
            message = f"{path}: unknown key {key}"
            message += f"; did you mean {close[0]}?" if close else "; remove it"
        raise BadInputError(message) from error


def open_collection(folder: Path | None = None) -> Collection:
    """Open the collection in `folder`, or the one found by walking up from here.

    Without a folder, each folder from here upwards is looked at, and its `dataset/` too.

    Raises:
        PaperclaimsError: there is no collection.
        BadInputError: `collection.toml` is damaged.
    """
    if folder is not None:
        path = folder / CONFIG_NAME
        if not path.is_file():
            what = "is not a folder" if not folder.is_dir() else f"has no {CONFIG_NAME}"
            raise PaperclaimsError(f"{folder}: {what}; name the folder of a collection")
        return Collection(folder, _read_config(path))
    here = Path.cwd()
    for level in (here, *here.parents):
        for candidate in (level, level / "dataset"):
            if (candidate / CONFIG_NAME).is_file():
                root = candidate.relative_to(here) if candidate.is_relative_to(here) else candidate
                return Collection(root, _read_config(candidate / CONFIG_NAME))
    raise PaperclaimsError(
        f"no {CONFIG_NAME} here or above; run in a collection or use --collection FOLDER"
    )
