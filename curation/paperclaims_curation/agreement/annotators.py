"""Which annotators are compared."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from paperclaims_curation.collection import Collection
from paperclaims_curation.problem import PaperclaimsError


def choose_annotators(collection: Collection, names: Sequence[str] = ()) -> tuple[str, str]:
    """The two annotators that are named, or else the first two that have passes.

    Raises:
        PaperclaimsError: one of them has no passes, or they are not two.
    """
    known = sorted({path.parent.name for path in collection.pass_paths()})
    folder = collection.passes_folder
    for name in names:
        if name not in known:
            close = get_close_matches(name, known, n=1)
            hint = (
                f"did you mean {close[0]}?" if close else f"there are {', '.join(known) or 'none'}"
            )
            raise PaperclaimsError(f"{folder}: no passes of annotator {name}; {hint}")
    chosen = tuple(dict.fromkeys(names or known[:2]))
    if len(chosen) != 2:
        found = f"{len(chosen)} given" if names else f"{len(known)} found"
        raise PaperclaimsError(f"{folder}: agreement needs two different annotators, {found}")
    return chosen[0], chosen[1]
