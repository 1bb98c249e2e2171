"""The schema in words and as JSON Schema: made from the models, so that neither can drift."""

from __future__ import annotations

import json
import re
import types
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pyarrow as pa

from paperclaims_schema import vocabularies
from paperclaims_schema.arrow import table_schema
from paperclaims_schema.base import JsonSchema, Model, Vocabulary
from paperclaims_schema.quantity import Quantity, VerbalQuantity
from paperclaims_schema.record import SCHEMA_VERSION, Content, Pass, Record
from paperclaims_schema.rows import Row
from paperclaims_schema.tables import (
    TABLES,
)
from paperclaims_schema.vocabularies import Form, Origin

_EXAMPLES = {
    Form.LEVEL: "over 37,000",
    Form.DELTA: r"7.0\%",
    Form.RATIO: r"up to $40\times$",
    Form.FROM_TO: "from 45% to 85%",
    Form.K_OF_N: "10 out of 12",
    Form.INTERVAL: r"$\alpha \in [1,2]$",
    Form.SYMBOLIC: r"$\tilde{\mathcal{O}}(\sqrt{T})$",
    Form.VERBAL: "most",
}
_FORM_MODELS: tuple[type[Model], ...] = get_args(get_args(Quantity)[0])
_Structs = list[tuple[type[Row], pa.StructType]]
_LEAVES: dict[type, str] = {
    str: "text",
    Decimal: "number",
    int: "whole number",
    bool: "true or false",
    types.NoneType: "null",
}

_INTRODUCTION = f"""\
# What a record is, field by field

*Generated from the models by `make docs`: change the docstrings in `paperclaims_schema`, not this
page.* Schema version {SCHEMA_VERSION}.

A record says what one paper abstract says: the tasks it addresses, its methods and resources, the
results it claims and its links. It is one YAML file, `dataset/records/<record_id>.yaml`. Everything
in it is tied to the exact words of the abstract; what the abstract does not say is left out.
Editors complete and check it by `record.schema.json`. One claim of the record
`neurips2025-masked-gated-linear-unit`:

```yaml
- id: c1
  type: efficiency
  statement: The FlashMGLU kernel speeds up inference by up to 19.7 times over a naive PyTorch implementation of MGLU.
  subject: FlashMGLU
  relation: better
  metric: 'inference-time speed-up'
  higher_is_better: true
  measure: time
  baselines:
  - text: 'na\\"ive PyTorch MGLU'
    kind: own_variant
  certainty: asserted
  evidence:
  - 'FlashMGLU, a hardware-friendly kernel that yields up to a 19.7$\\times$ inference-time speed-up over a na\\"ive PyTorch MGLU'
  quantities:
  - text: 'up to a 19.7$\\times$'
    role: result
    form: ratio
    value: 19.7
    unit: times
    unit_of: inference-time
    qualifier: up_to
    direction: increase
```

* [The record file](#the-record-file), [its parts](#the-parts-of-a-record) and its
  [quantities](#quantities); [the pass file](#the-pass-file)
* [Vocabularies](#vocabularies) and [what always holds](#what-always-holds)
* [The published tables](#the-published-tables) and [their structs](#the-structs-in-the-tables)
"""

_FILE = """\
The fields in the order of the file. A field that is not required may be left out. Unknown fields
are refused. Numbers are written without quotes and keep their digits: 7.0 is not 7. Words of the
abstract stand in single quotes or in a literal block, so that YAML leaves them alone."""

_QUANTITIES = """\
An amount of a claim. Its `form` decides which fields it has beside the common ones; all of them but
`variables` and `bound` are required. The `unit` of a `symbolic` quantity is null."""

_INVARIANTS = """\
* **Spans equal their slice.** `abstract[start:end] == text` for every span; offsets count Unicode
  code points from 0, the end is exclusive. They exist only in the tables: a record file gives the
  words, and the tool finds the place. Words that are not unique say which `occurrence` is meant.
* **Quotes are verbatim**, with their LaTeX, Markdown and typing errors. So are the texts of
  `metric`, baselines and conditions, also where they stand outside the claim's evidence.
* **A quantity lies inside its claim's evidence**, and neither begins nor ends inside a number.
* **Numbers come from the text.** Every number in `value_from`, `value`, `value_to` and
  `denominator` can be read from the quantity's `text`: `37,000` is 37000, `five` is 5, `5M` is
  5000000.
* **A statement adds no number.** Every number in a `statement` stands in the evidence; digits in
  the names of listed methods and resources do not count.
* **The abstract is untouched.** `abstract_sha256` is the SHA-256 of `abstract` in UTF-8."""

_ANNOTATOR_FILE = """\
`dataset/passes/<annotator>/<record_id>.yaml` keeps one independent annotation as it was made. It
has the fields of a record from `contributions` to `availability`, and these:"""

_TABLES = """\
Every table has the same splits and comes as Parquet. The columns have the names of the fields they
come from; quotes have their place, and numbers are doubles beside their digits as written."""


def record_json_schema() -> JsonSchema:
    """The JSON Schema of a record file, in draft 7: the newest that all YAML editors know."""
    schema = Record.model_json_schema(ref_template="#/definitions/{model}")
    definitions = schema.pop("$defs")
    models: tuple[type[Model], ...] = (Record, *_iter_models(Record))
    for model in models:
        part = schema if model is Record else definitions[model.__name__]
        # A quote is a string or a mapping: its fields are those of the mapping.
        part = part.get("anyOf", (part,))[-1]
        properties = {name: part["properties"][name] for name in model.ordered_fields()}
        part["properties"] = properties
        for name, given in [*properties.items()]:
            given.pop("title", None)  # It only repeats the name.
            field = {"description": _meaning(model, name), **given}
            properties[name] = field
            if union := field.get("items", {}).get("discriminator"):
                field["items"] = _union_schema(union["propertyName"], union["mapping"])
    head = {"$schema": "http://json-schema.org/draft-07/schema#"}
    return head | schema | {"title": "paperclaims record", "definitions": definitions}


def _union_schema(tag: str, branches: dict[str, str]) -> JsonSchema:
    # With a plain `oneOf`, editors guess the branch and report the errors of a wrong one.
    words = Form if tag == "form" else Origin
    choice = {"enum": [*words], "enumDescriptions": [word.meaning for word in words]}
    cases = []
    for word in words:
        condition = {"required": [tag], "properties": {tag: {"const": word}}}
        cases.append({"if": condition, "then": {"$ref": branches[word]}})
    return {"type": "object", "required": [tag], "properties": {tag: choice}, "allOf": cases}


def record_json_schema_text() -> str:
    """The JSON Schema as the text of its file."""
    return json.dumps(record_json_schema(), indent=2, ensure_ascii=False) + "\n"


def schema_readme() -> str:
    """The description of records and tables for readers, in Markdown."""
    named = vars(vocabularies).values()
    # The base class, which the module imports, has no words and is left out.
    words = [it for it in named if isinstance(it, type) and issubclass(it, Vocabulary) and [*it]]
    parts = [part for part in _iter_models(Record) if part not in _FORM_MODELS]
    common = (name for name in VerbalQuantity.ordered_fields() if name != "form")
    pass_fields = (name for name in Pass.ordered_fields() if name not in Content.model_fields)
    sections = [
        _INTRODUCTION,
        _section(2, "The record file", _FILE, _field_table(Record, Record.ordered_fields())),
        _section(2, "The parts of a record", "In the order in which a record needs them."),
        *(_part_section(part, _field_table(part, part.ordered_fields())) for part in parts),
        _section(2, "Quantities", _QUANTITIES, _form_table()),
        _section(3, "Fields of every form", _field_table(VerbalQuantity, common)),
        _section(2, "Vocabularies", "Closed lists: any other word is refused."),
        *(
            _part_section(kind, _table(("word", "meaning"), ((f"`{w}`", w.meaning) for w in kind)))
            for kind in words
        ),
        _section(2, "What always holds", _INVARIANTS),
        _section(2, "The pass file", _ANNOTATOR_FILE, _field_table(Pass, pass_fields)),
        _section(2, "The published tables", _TABLES),
        *_table_sections(),
    ]
    return "\n".join(sections)


def _parts_in(annotation: object) -> Iterator[type[Model | Vocabulary]]:
    if isinstance(annotation, type) and issubclass(annotation, (Model, Vocabulary)):
        yield annotation
    for argument in get_args(annotation):
        yield from _parts_in(argument)


def _iter_models(model: type[Model], seen: set[type[Model]] | None = None) -> Iterator[type[Model]]:
    """The models that a model is made of, each once, in the order of the fields."""
    seen = set() if seen is None else seen
    for name in model.ordered_fields():
        for part in _parts_in(model.model_fields[name].annotation):
            if issubclass(part, Model) and part not in seen:
                seen.add(part)
                yield part
                yield from _iter_models(part, seen)


def _type_in_words(annotation: Any) -> str:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _type_in_words(arguments[0])
    if origin is tuple:
        element = _type_in_words(arguments[0])
        return f"list of {'texts' if element == 'text' else element}"
    if origin is Literal:
        return f"`{arguments[0]}`"
    if origin in (Union, types.UnionType):
        if arguments == _FORM_MODELS:
            return "[quantity](#quantities)"
        return " or ".join(_type_in_words(argument) for argument in arguments)
    return _LEAVES.get(annotation) or _link(_title(annotation))


def _meaning(model: type[Model], field: str) -> str:
    """The description of a field; a field with one possible word has the meaning of that word."""
    (word, *_) = (*get_args(model.model_fields[field].annotation), None)
    return model.meanings().get(field) or str(getattr(word, "meaning", ""))


def _field_table(model: type[Model], fields: Iterable[str]) -> str:
    rows = []
    for name in fields:
        info = model.model_fields[name]
        kind = _type_in_words(info.annotation)
        default = "required" if info.is_required() else "empty"
        if info.default is None:
            kind, default = kind.removesuffix(" or null"), "null"
        elif isinstance(info.default, Vocabulary):
            default = f"`{info.default}`"
        rows.append((f"`{name}`", kind, default, _meaning(model, name)))
    return _table(("field", "what", "if left out", "meaning"), rows)


def _form_table() -> str:
    rows = []
    for model in _FORM_MODELS:
        (form,) = get_args(model.model_fields["form"].annotation)
        own = (name for name in model.ordered_fields() if name not in VerbalQuantity.model_fields)
        fields = []
        for name in own:
            info = model.model_fields[name]
            kind = _type_in_words(info.annotation).removesuffix(" or null")
            fields.append(f"`{name}`, {kind}: {_meaning(model, name)}")
        rows.append((f"`{form}`", form.meaning, f"`{_EXAMPLES[form]}`", "<br>".join(fields)))
    return _table(("form", "meaning", "example", "fields of its own"), rows)


def _table_sections() -> Iterator[str]:
    structs: _Structs = []
    for config, row in TABLES.items():
        columns = _column_table(row, table_schema(config), structs)
        yield _section(3, f"`{config}`", row.__doc__ or "", columns)
    yield _section(2, "The structs in the tables", "What the list columns hold.")
    # Describing a struct can find further ones inside it, which the list then goes on with.
    for row, struct in structs:
        yield _part_section(row, _column_table(row, struct, structs))


def _column_table(row: type[Row], columns: pa.Schema | pa.StructType, structs: _Structs) -> str:
    rows = []
    for name in row.ordered_fields():
        annotation = row.model_fields[name].annotation
        arrow = columns.field(name).type
        is_list = pa.types.is_list(arrow)
        item = arrow.value_type if is_list else arrow
        kind = f"`{item}`"
        for part in _parts_in(annotation):
            link = _link(_title(part))
            kind = f"{kind} ({link})" if issubclass(part, Vocabulary) else link
            if issubclass(part, Row) and (part, item) not in structs:
                structs.append((part, item))
        kind = f"list of {kind}" if is_list else kind
        null = " or *null*" if types.NoneType in get_args(annotation) else ""
        rows.append((f"`{name}`", kind + null, row.description_of(name)))
    return _table(("column", "type", "meaning"), rows)


def _title(model: type) -> str:
    """`ClaimType` is "Claim type"; the row `TaskRow` is "Task struct"."""
    name = re.sub(r"(Row|Fields|Part)?$", "Struct", model.__name__, count=1)
    name = name if issubclass(model, Row) else model.__name__
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


def _link(title: str) -> str:
    return f"[{title[0].lower()}{title[1:]}](#{title.lower().replace(' ', '-')})"


def _part_section(part: type, table: str) -> str:
    return _section(3, _title(part), part.__doc__ or "", table)


def _section(level: int, title: str, *paragraphs: str) -> str:
    return "\n\n".join((f"{'#' * level} {title}", *paragraphs)) + "\n"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    cells = ([cell.replace("|", r"\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)
