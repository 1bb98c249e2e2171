"""What a plain YAML value means, and which texts may be written plain.

YAML 1.2 core rules: `NO`, `on`, `12:30` and `2025-12-01` are strings, numbers keep their digits as
`Decimal`.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

SIZE_LIMIT = 1_048_576
"""Largest record or pass file that is read, in bytes."""

_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_TRUE = frozenset(("true", "True", "TRUE"))
_FALSE = frozenset(("false", "False", "FALSE"))
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]{1,3})?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_UNSAFE = re.compile(r"^[-?:,\[\]{}#&*!|>'\"%@`=<~\s]|: |:$|\s#|\s$|[\t\n\xa0]|^\.\.\.")
_YAML_1_1_BOOLEANS = frozenset(
    form
    for word in ("yes", "no", "on", "off", "true", "false")
    for form in (word, word.capitalize(), word.upper())
)
# What YAML 1.1 may take for a number, a date or a time.
_YAML_1_1_NUMBER = re.compile(
    r"[+.-].*|0[bx][0-9a-fA-F_]+|[0-9_.:]+(?:[eE][-+]?[0-9]*)?|[0-9]+-[0-9]+-[0-9tTzZ:. \t+-]*",
    re.DOTALL,
)


def resolve_plain(text: str) -> str | int | bool | Decimal | None:
    """The value of a plain scalar under the YAML 1.2 core schema."""
    if text in _NULL:
        return None
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    if text[0] in "-+.0123456789":
        if _INT.fullmatch(text) and len(text) < 4000:
            return int(text, 0) if text[:2] in ("0o", "0x") else int(text)
        if _FLOAT.fullmatch(text):
            lowered = text.lower()
            return Decimal(lowered.replace(".inf", "Infinity").replace(".nan", "NaN"))
    return text


def _is_yaml_1_1_string(text: str) -> bool:
    if text[0] not in "0123456789.+-":
        return text not in _YAML_1_1_BOOLEANS
    if not _YAML_1_1_NUMBER.fullmatch(text):
        return True
    # Rare, and the resolver takes a while to load.
    import yaml.resolver

    resolver = yaml.resolver.Resolver()
    tag = resolver.resolve(yaml.ScalarNode, text, (True, False))  # type: ignore[no-untyped-call]
    return bool(tag == "tag:yaml.org,2002:str")


@lru_cache(maxsize=65_536)
def is_safe_plain(text: str) -> bool:
    """Whether every reader, of YAML 1.1 as well, takes the plain text for this string."""
    return (
        text != ""
        and not _UNSAFE.search(text)
        and resolve_plain(text) is text
        and _is_yaml_1_1_string(text)
    )
