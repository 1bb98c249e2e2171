"""Where the files of a collection lie, and which collection is meant: what starts at once.

What the collection says about itself is in `collection`, which takes a while to load.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paperclaims_curation.problem import PaperclaimsError

CONFIG_NAME = "collection.toml"
RECORD_SUFFIX = ".yaml"
SOURCES_NAME = "sources"
"""The folder of the documents, unless the collection names another."""
SPLITS_NAME = "splits.csv"
"""The file of a release that gives the split of each record."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The folder of a collection, and what lies where in it."""

    root: Path

    @property
    def records_folder(self) -> Path:
        """One file per abstract: the source of truth."""
        return self.root / "records"

    @property
    def passes_folder(self) -> Path:
        """Raw annotation passes, one folder per annotator."""
        return self.root / "passes"

    @property
    def release_folder(self) -> Path:
        """What is published."""
        return self.root / "paperclaims" / "release"

    def record_path(self, record_id: str) -> Path:
        """Where the record lies, or would lie."""
        return self.records_folder / f"{record_id}{RECORD_SUFFIX}"

    def find_named(self, name: Path) -> Path | None:
        """The file that a user means by a path or a record id; null if there is none."""
        record_id = str(name).removesuffix(RECORD_SUFFIX)
        paths = (name, self.record_path(record_id))
        return next((path for path in paths if path.is_file()), None)


def find_root(folder: Path | None = None) -> Path:
    """The folder of the collection in `folder`, or of the one found by walking up from here.

    Without a folder, each folder from here upwards is looked at, and its `dataset/` too.

    Raises:
        PaperclaimsError: there is no collection.
    """
    if folder is not None:
        for candidate in (folder, folder / "dataset"):
            if (candidate / CONFIG_NAME).is_file():
                return candidate
        what = "is not a folder" if not folder.is_dir() else f"has no {CONFIG_NAME}"
        raise PaperclaimsError(f"{folder}: {what}; name the folder of a collection")
    try:
        here = Path.cwd()
    except FileNotFoundError:
        raise PaperclaimsError("the working folder does not exist any more") from None
    for level in (here, *here.parents):
        for candidate in (level, level / "dataset"):
            if (candidate / CONFIG_NAME).is_file():
                return candidate.relative_to(here) if candidate.is_relative_to(here) else candidate
    raise PaperclaimsError(
        f"no {CONFIG_NAME} here or above; run in a collection or use --collection FOLDER"
    )
