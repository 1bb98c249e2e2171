"""Regular expressions that are compiled when they are first used.

Compiling all of them takes longer than validating a record, and most records need few.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast


class _LazyPattern:
    def __init__(self, compile_it: Callable[[], Any]) -> None:
        self._compile = compile_it

    def __getattr__(self, name: str) -> Any:
        compiled = self._compile()
        # From now on, these are found without coming here.
        for method in ("match", "fullmatch", "search", "finditer", "findall", "sub", "split"):
            self.__dict__[method] = getattr(compiled, method)
        return getattr(compiled, name)


def lazy_pattern(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """`re.compile`, put off until the first use."""
    return cast("re.Pattern[str]", _LazyPattern(lambda: re.compile(pattern, flags)))


def lazy_unicode_pattern(pattern: str) -> re.Pattern[str]:
    r"""`regex.compile`, put off: for what only that library knows (`\X`, `\p{Han}`)."""

    def compile_it() -> Any:
        import regex

        return regex.compile(pattern)

    return cast("re.Pattern[str]", _LazyPattern(compile_it))
