"""The files that a user names."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from paperclaims_curation.collection import RECORD_SUFFIX, Collection
from paperclaims_curation.problem import PaperclaimsError
from paperclaims_curation.recordfile.reading import PassFile, RecordFile, read_pass, read_record


def _find_named(collection: Collection, name: Path) -> Path:
    """The file that a user means by a path or a record id.

    Raises:
        PaperclaimsError: there is none.
    """
    path = collection.find_named(name)
    if path is not None:
        if path.suffix != RECORD_SUFFIX:
            message = f"{name}: not a record: records and passes are {RECORD_SUFFIX} files"
            raise PaperclaimsError(message)
        return path
    if name.is_dir():
        hint = "give a file or a record id; without names the whole collection is checked"
        raise PaperclaimsError(f"{name}: a folder; {hint}")
    if name.exists():
        raise PaperclaimsError(f"{name}: not a record: it is no ordinary file")
    raise PaperclaimsError(f"{name}: no such file or record; {_did_you_mean(collection, name)}")


def _did_you_mean(collection: Collection, name: Path) -> str:
    from difflib import get_close_matches

    beside = [path for path in collection.pass_paths() if path.parent == name.parent]
    known = {path.stem: str(path) for path in beside}
    known = known or {path.stem: path.stem for path in collection.record_paths()}
    word = name.name.removesuffix(RECORD_SUFFIX).lower()
    close = [stem for stem in known if word and f"-{word}-" in f"-{stem}-"]
    close = close or get_close_matches(word, known, n=1)
    return f"did you mean {known[close[0]]}?" if close else "give a file or a record id"


def named_files(
    collection: Collection, names: Iterable[Path]
) -> tuple[list[RecordFile], list[PassFile]]:
    """Read the records and passes that a user names, as paths or as record ids, each once.

    A file inside the collection's folder of passes is a pass; the record that it annotates is
    read too, since without it the spans of the pass cannot be checked.

    Raises:
        PaperclaimsError: there is no such file, or it is not a record or pass.
    """
    folder = collection.passes_folder.resolve()
    records: dict[Path, RecordFile] = {}
    passes: dict[Path, PassFile] = {}
    for name in names:
        path = _find_named(collection, name)
        if path.resolve().is_relative_to(folder):
            annotation = passes.setdefault(path.resolve(), read_pass(path))
            path = collection.record_path(annotation.record_id or path.stem)
            if not path.is_file():
                continue
        if path.resolve() not in records:
            records[path.resolve()] = read_record(path)
    return [*records.values()], [*passes.values()]


def record_files(collection: Collection, names: Iterable[Path]) -> list[RecordFile]:
    """Read the record files that a user names, as paths or as record ids.

    Raises:
        PaperclaimsError: there is no such file.
    """
    return named_files(collection, names)[0]
