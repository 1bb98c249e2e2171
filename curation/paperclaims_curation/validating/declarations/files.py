"""Codes of reading a file: its YAML and its form."""

from __future__ import annotations

from paperclaims_curation.validating.rule import Declaration, Example

_TITLE = "title: 'Sift: Sorting Pebbles'"

DECLARATIONS = (
    Declaration(
        "yaml-encoding",
        "Files are UTF-8",
        "A record is text in UTF-8. An editor that saves as Latin-1, Windows-1252 or UTF-16 writes "
        "bytes that cannot be read; set its encoding and save again.",
        example=Example("saved as UTF-8", "saved as Latin-1", file=None),
    ),
    Declaration(
        "yaml-size",
        "A file is no larger than a record can be",
        "A record holds one abstract. A file of a million characters is something else, and is "
        "not read.",
        example=Example("one abstract a file", "a whole proceedings in one file", file=None),
    ),
    Declaration(
        "yaml-character",
        "Files hold no control characters",
        "Control characters cannot be seen, and most tools damage or refuse them. Where an abstract "
        "really has one, it is written as an escape in double quotes. Many of them mean that the "
        "file was saved as UTF-16.",
        example=Example(
            "- A. Example", "- A. Exam\aple", note="The character stands there itself."
        ),
    ),
    Declaration(
        "yaml-syntax",
        "Files are valid YAML",
        "Most often a text without quotes has a colon, or begins with a character that means "
        "something in YAML; a quote mark is not closed or not doubled; an indentation differs. Words "
        "of the abstract belong in single quotes, where only the quote mark itself is doubled.",
        example=Example(_TITLE, "title: Sift: Sorting Pebbles"),
    ),
    Declaration(
        "yaml-comment",
        "Comments cut no text",
        "After a space, `#` begins a comment: the rest of the line is not read. Text with ` #` belongs "
        "in single quotes, a comment in a line of its own.",
        example=Example(
            "  statement: Sift sorts 7.0 kg of pebbles within 15 minutes.",
            "  statement: Sift, tool #1, sorts 7.0 kg of pebbles within 15 minutes.",
        ),
    ),
    Declaration(
        "yaml-escape",
        "LaTeX is not read as escapes",
        "In double quotes a backslash begins an escape: `\\times` becomes a tab and `imes`. In single "
        "quotes the text stays as it is.",
        example=Example(
            "  - 'Sift is up to $2\\times$ faster than Sieve'",
            '  - "Sift is up to $2\\times$ faster than Sieve"',
        ),
    ),
    Declaration(
        "yaml-key",
        "Keys are names of fields",
        "A key is a word and a colon. A number is none, nor is a part of a text that a comma "
        "inside `{ }` has parted.",
        example=Example("track: main", "track: main\n2025: ToyConf"),
    ),
    Declaration(
        "yaml-duplicate-key",
        "No key stands twice",
        "YAML readers keep one of the two values, and not all of them the same one. In a list, a "
        "forgotten `- ` before an entry has this effect.",
        example=Example("track: main", "track: main\nyear: 2024"),
    ),
    Declaration(
        "yaml-alias",
        "Files have no anchors and aliases",
        "`&name` and `*name` repeat a value from elsewhere in a file, so that a line no longer says "
        "what it means. Values are written out; text that begins so is put in single quotes.",
        example=Example("track: main", "track: &main main"),
    ),
    Declaration(
        "yaml-tag",
        "Files have no tags",
        "`!tag` changes how a value is read. The form of a record says what a value is; text "
        "that begins with `!` is put in single quotes.",
        example=Example("  position: 1", "  position: !!int 1"),
    ),
    Declaration(
        "yaml-documents",
        "A file holds one document",
        "A line `---` begins a second document. One file is one record.",
        example=Example("claims:\n- id: c1", "---\nclaims:\n- id: c1"),
    ),
    Declaration(
        "yaml-depth",
        "Lists and keys are not nested without end",
        "A record is nested a few levels deep; a long row of brackets is a mistake.",
        example=Example(_TITLE, f"title: {'[' * 30}{']' * 30}"),
    ),
    Declaration(
        "yaml-top",
        "A file holds keys and values",
        "A record begins with the line `record_id: ...`. An empty file, a list or a text is none.",
        example=Example(
            "record_id: case-pebbles",
            "- record_id: case-pebbles",
            note="All of the file.",
            file=None,
        ),
    ),
    Declaration(
        "schema-missing",
        "Required fields are there",
        "Fields without a default are always written: see `schema/README.md` for each of them.",
        example=Example("  relation: better\n  metric: 'faster'", "  metric: 'faster'"),
    ),
    Declaration(
        "schema-unknown-key",
        "Every key is a field",
        "A key that no field has is misspelt, stands in the wrong place, or belongs to another "
        "`form` of quantity. Nothing would read it.",
        example=Example("presentation: poster", "presentaton: poster"),
    ),
    Declaration(
        "schema-vocabulary",
        "Words are those of the list",
        "Fields such as `relation`, `role` and `form` take one word of a fixed list, written exactly so.",
        example=Example("  relation: better", "  relation: beter"),
    ),
    Declaration(
        "schema-value",
        "Values have the form of their field",
        "A number, a text, true or false, a list or keys: as the field wants it, and within its "
        "limits. Some fields also depend on each other, as `measure` does on `metric`.",
        example=Example("    value: 15\n    unit: minutes", "    value: 15 min\n    unit: minutes"),
    ),
)
