"""Formulas in MathML, written in one line: `x²`, `x^{n+1}`, `a_i`, `p/q`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_RAISED = str.maketrans("0123456789+-−–=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿⁱ")
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
# `19th`, `1er`, the mark of a trade name, a footnote's letter: raised, but no exponent.
_NO_EXPONENT = re.compile(r"(?i:st|nd|rd|th|tm|sm|er|[a-zéè]{2,}|[aeo®™*∗†‡]|\s*)")
_EXPONENT = re.compile(r"[\w+−–=()/*.,-]{1,20}", re.ASCII)

_UNSEEN = frozenset(("mphantom", "mprescripts", "none", "annotation-xml", "annotation"))


def raise_text(text: str) -> str:
    """A superscript: `²` if it can be, else `^n`; what is raised without being an exponent, as is.

    Without the mark `10<sup>6</sup>` would become 106.
    """
    raised = text.strip()
    if re.fullmatch(r"[0-9+−–=()ni-]+", raised):
        return raised.translate(_RAISED)
    if _NO_EXPONENT.fullmatch(raised) or not _EXPONENT.fullmatch(raised):
        return text
    return f"^{group(raised)}"


def lower_text(text: str, before: str, after: str) -> str:
    """A subscript: as it is, but `₂` between other digits, so that log₂10 is not log210."""
    touches = before[-1:].isdigit() or after[:1].isdigit()
    return text.translate(_LOWERED) if touches and text.isdigit() else text


def group(text: str) -> str:
    """A part of a formula in braces, unless it is one character."""
    return text if len(text) == 1 else f"{{{text}}}"


@dataclass(slots=True)
class Node:
    """An element of a formula."""

    name: str
    attributes: dict[str, str] = field(default_factory=dict)
    content: list[Node | str] = field(default_factory=list)


def write_formula(node: Node) -> str:
    """The text of a formula; TeX that stands beside it goes before."""
    written = [_write_text(p) if isinstance(p, str) else write_formula(p) for p in node.content]
    inside = [
        text for part, text in zip(node.content, written, strict=True) if isinstance(part, Node)
    ]
    if node.name in _UNSEEN:
        return ""
    match node.name, inside:
        case "msup", [base, exponent]:
            return base + _raise(exponent)
        case "msub" | "munder", [base, index]:
            return f"{base}_{group(index)}" if index else base
        case "msubsup" | "munderover", [base, index, exponent]:
            return f"{base}_{group(index)}{_raise(exponent)}"
        case "mfrac", [above, below]:
            return f"{_bracket(above)}/{_bracket(below)}"
        case "msqrt", _:
            return f"√{_bracket(''.join(written))}"
        case "mroot", [base, degree]:
            return f"{_bracket(base)}^{group(f'1/{degree}')}"
        case "mfenced", _:
            comma = node.attributes.get("separators", ",")[:1]
            opening, closing = node.attributes.get("open", "("), node.attributes.get("close", ")")
            return f"{opening}{comma.join(inside)}{closing}"
        case "semantics", [shown, *_]:
            return _find_tex(node) or shown
    return " " if node.name == "mspace" else "".join(written)


def _find_tex(node: Node) -> str | None:
    for part in node.content:
        if not isinstance(part, Node) or part.name != "annotation":
            continue
        if "tex" in part.attributes.get("encoding", "").lower():
            return "".join(text for text in part.content if isinstance(text, str)).strip()
    return None


def _write_text(text: str) -> str:
    # Space between the elements is indentation; inside a text it counts.
    return re.sub(r"\s+", " ", text) if text.strip() else ""


def _raise(exponent: str) -> str:
    if re.fullmatch(r"[0-9+−–-]+", exponent):
        return exponent.translate(_RAISED)
    return f"^{group(exponent)}" if exponent else ""


def _bracket(text: str) -> str:
    return text if re.fullmatch(r"\w*|\W", text) else f"({text})"
