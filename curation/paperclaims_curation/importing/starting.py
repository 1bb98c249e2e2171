"""Start an empty collection of one's own."""

from __future__ import annotations

import json
import os
import re
import tomllib
import unicodedata
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from paperclaims_curation.collection import (
    CONFIG_NAME,
    Collection,
    CollectionConfig,
    open_collection,
)
from paperclaims_curation.documents.text import has_damage
from paperclaims_curation.problem import PaperclaimsError
from paperclaims_schema.documentation import record_json_schema_text

RULES_VERSION = "1.3"
"""The version of the annotation rules that the validator goes by."""
DEFAULT_LICENSE = "CC-BY-4.0"
_NAME_LIMIT = 40
_SPDX = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]*")


@dataclass(frozen=True, slots=True)
class NewCollection:
    """What is known of a collection that is to be."""

    name: str | None = None
    """Without it, the name is made from that of the folder."""
    title: str | None = None
    """Without it, venue and year, else the name."""
    venue: str | None = None
    year: int | None = None
    license: str = DEFAULT_LICENSE


_CONFIG = """\
# What this collection is. Unknown keys are refused.

# The first part of every record id: leave it once there are records.
name = {name}
# The heading of the dataset card.
title = {title}
# Of the data: raise it with each release.
version = "0.1.0"
# Of your annotations, as an SPDX identifier. Each abstract is under its own licence.
license = {license}
# Of the annotation rules that new records follow.
rules_version = "{rules_version}"

# Copied into new records.
{venue}
{year}
# The words that records may have as track and presentation.
# tracks = ["main", "workshop"]
# presentations = ["oral", "poster"]

# How you annotate: a path from this folder.
# guidelines = "../GUIDELINES.md"
# Where the data is published on the Hugging Face Hub.
# hub_repository = "owner/name"

# What no file can prove, for the dataset card. Long texts stand between two lines of three quotes.
{texts}

[splits]
# A record keeps the split it was made with: change these only while there are no records.
seed = {name}
# Shares in percent.
train = 30
validation = 20
test = 50

[sources]
folder = "sources"
# JSON Lines with what is known about the papers, joined to their abstracts at import.
# bibliography = "sources/bibliography.jsonl"
"""

_README = """\
# {title}

| place | what it holds | who edits it |
|---|---|---|
| `collection.toml` | name, venue, year, licence, split shares, allowed words | you |
| `sources/` | the documents as received: import and add keep them here | nobody, ever |
| `records/<record_id>.yaml` | one file per abstract: the source of truth | you, by hand or with the tool |
| `passes/<annotator>/<record_id>.yaml` | independent annotation passes, if you compare annotators | nobody, once they are made |
| `paperclaims/release/` | what is published: card, Croissant file, Parquet | `paperclaims build` only |

```
paperclaims import FILE...   # documents with abstracts: a draft record for each new one
paperclaims add              # one abstract, pasted
paperclaims validate         # after each change: what is wrong, and what to write
paperclaims build            # the release, when nothing is wrong
```

Each record names its form, `../schema/record.schema.json`, so that editors complete and check while you
type. After a new version of the tool, make that file anew:
`paperclaims schema > schema/record.schema.json`.
"""

_RECORDS = """\
One file per abstract, `<record_id>.yaml`, made by `paperclaims import` or `paperclaims add` and edited by
people. Id, split, abstract and its hash never change.
"""

_PASSES = """\
One folder per annotator with a file per abstract that was read, `<annotator>/<record_id>.yaml`. They
are needed only to compare annotators (`paperclaims agree`) and to decide between them (`paperclaims
adjudicate`), and stay as they were made.
"""

_IGNORED = """\
# What a killed import or build may leave behind.
.import.*
paperclaims/.release.*
"""


def _texts() -> str:
    """The keys that are not in the template, as comments that say what they are."""
    meanings = CollectionConfig.meanings()
    names = [name for name in CollectionConfig.ordered_fields() if f"{name} = " not in _CONFIG]
    names = [name for name in names if name not in {"venue", "year", "splits", "sources"}]
    return "\n".join(f'# {meanings[name]}\n# {name} = "..."' for name in names)


def _quote(text: str) -> str:
    """A text as TOML has it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _name_of(folder: Path) -> str:
    name = Path(os.path.realpath(folder)).name
    folded = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    slug = "-".join(re.findall("[a-z0-9]+", folded))[:_NAME_LIMIT].rstrip("-")
    if not slug:
        raise PaperclaimsError(f"{folder}: no name can be made from that; add --name NAME")
    return slug


def _refuse(option: str, text: str) -> PaperclaimsError:
    forms = {
        "name": "a-z, 0-9 and single hyphens, at most 40 characters",
        "license": f"an SPDX identifier, as in {DEFAULT_LICENSE}",
    }
    form = forms.get(option, "one line of at most 300 characters")
    return PaperclaimsError(f"--{option} {text!r}: write {form}")


def _make_config(folder: Path, given: NewCollection) -> tuple[str, CollectionConfig]:
    """The text of `collection.toml`, and what it says."""
    for option in ("name", "title", "venue", "license"):
        if has_damage(getattr(given, option) or ""):
            raise PaperclaimsError(f"--{option}: is not UTF-8 text")
    if not _SPDX.fullmatch(given.license):
        raise _refuse("license", given.license)
    name = given.name or _name_of(folder)
    of_venue = " ".join(str(part) for part in (given.venue, given.year) if part is not None)
    title = given.title or f"paperclaims: {of_venue if given.venue else name}"
    text = _CONFIG.format(
        name=_quote(name),
        title=_quote(title),
        license=_quote(given.license),
        rules_version=RULES_VERSION,
        texts=_texts(),
        venue=f"venue = {_quote(given.venue)}" if given.venue else '# venue = "NeurIPS"',
        year="# year = 2025" if given.year is None else f"year = {given.year}",
    )
    try:
        return text, CollectionConfig.model_validate(tomllib.loads(text))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        option = str(first["loc"][0])
        raise _refuse(option, str(first["input"])) from None


def _refuse_used(folder: Path, names: list[str]) -> None:
    if (folder / CONFIG_NAME).is_file():
        raise PaperclaimsError(f"{folder}: is a collection already; name another folder")
    for name in names:
        path = folder / name
        if os.path.lexists(path):
            raise PaperclaimsError(
                f"{path}: is there already and would be overwritten; name another folder"
            )
        around = next(parent for parent in path.parents if os.path.lexists(parent))
        if not around.is_dir():
            raise PaperclaimsError(f"{around}: is not a folder; name another one")


def start_collection(folder: Path, given: NewCollection) -> Collection:
    """Make an empty collection: `dataset` in the folder, and the form of records in `schema`.

    Raises:
        PaperclaimsError: something in the folder would be overwritten, an option cannot be what
            it should be, or a file cannot be written; then nothing was.
    """
    config_text, config = _make_config(folder, given)
    files = {
        f"dataset/{CONFIG_NAME}": config_text,
        "dataset/README.md": _README.format(title=config.title),
        "dataset/.gitignore": _IGNORED,
        # Import would read a README among the documents.
        "dataset/sources/.gitkeep": "",
        "dataset/records/README.md": _RECORDS,
        "dataset/passes/README.md": _PASSES,
        "schema/record.schema.json": record_json_schema_text(),
    }
    _refuse_used(folder, [*files])
    _write_all({folder / name: text for name, text in files.items()})
    return open_collection(folder)


def _write_all(files: dict[Path, str]) -> None:
    made: list[Path] = []
    try:
        for path, text in files.items():
            for parent in reversed([one for one in path.parents if not one.exists()]):
                parent.mkdir()
                made.append(parent)
            with path.open("x", encoding="utf-8", newline="\n") as stream:
                made.append(path)
                stream.write(text)
    except BaseException as error:
        for path in reversed(made):
            with suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        if isinstance(error, OSError):
            reason = (error.strerror or str(error)).lower()
            raise PaperclaimsError(f"{error.filename}: {reason}; nothing was made") from error
        raise
