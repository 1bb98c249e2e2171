from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

from paperclaims_curation.documents import xmlparsing, xmlreading
from paperclaims_curation.documents.entry import Unreadable
from paperclaims_curation.documents.xmlelement import Found
from paperclaims_curation.documents.xmlreading import iter_elements, root_name

DAMAGED = "correct the XML there, or fetch the document again; other entries are read"


def read(document: bytes, names: tuple[str, ...] = ("r",)) -> list[tuple[int, int, str]]:
    """Line, column, and what stands inside an element or the message of damage."""
    return [
        (i.place.line, i.place.column, i.element.inner_xml if isinstance(i, Found) else i.message)
        for i in iter_elements(io.BytesIO(document), names)
    ]


def test_elements_come_in_order_with_place_and_parents() -> None:
    document = b'<a x="1">\n <b>\n  <r>1</r><r/> <c><r>2<r>3</r></r></c></b></a>'
    found = list(iter_elements(io.BytesIO(document), ("r",)))
    assert all(isinstance(item, Found) for item in found)
    assert read(document) == [(3, 3, "1"), (3, 11, ""), (3, 19, "2<r>3</r>")]
    last = found[-1]
    assert isinstance(last, Found)
    assert [(p.name, p.attributes, p.content) for p in last.parents] == [
        ("a", {"x": "1"}, []),
        ("b", {}, []),
        ("c", {}, []),
    ]


def test_columns_count_code_points() -> None:
    assert read("<a>\n👩‍🔬é<r>x</r></a>".encode()) == [(2, 5, "x")]


def test_names_lose_prefixes_and_declarations_of_namespaces() -> None:
    document = b'<o:a xmlns:o="u"><o:r xmlns="v" xml:lang="en"><q:i q:k="1">x</q:i></o:r></o:a>'
    assert read(document) == [(1, 18, '<i k="1">x</i>')]


def test_ignored_elements_are_left_out() -> None:
    document = b"<a><r>1<secret>x<r>y</r></secret>2</r><secret/></a>"
    items = list(iter_elements(io.BytesIO(document), ("r",), ("secret",)))
    assert [item.element.inner_xml for item in items if isinstance(item, Found)] == ["12"]


def test_cdata_is_text_and_comments_are_nothing() -> None:
    assert read(b"<a><r>x<!-- <r>no</r> --><![CDATA[ <i> & ]]></r></a>") == [
        (1, 4, "x &lt;i&gt; &amp;")
    ]


def test_entities_nobody_declared_are_those_of_html() -> None:
    assert read(b"<a><r>&alpha;&nbsp;&#x3b2;&amp;&unknown;</r></a>") == [
        (1, 4, "α\xa0β&amp;&amp;unknown;")
    ]


def test_a_document_type_is_not_fetched() -> None:
    document = b'<!DOCTYPE a PUBLIC "-//X//Y" "http://127.0.0.1:9/x.dtd">\n<a><r>1</r></a>'
    assert read(document) == [(2, 4, "1")]


BILLION_LAUGHS = b"""<?xml version="1.0"?>
<!DOCTYPE a [
 <!ENTITY lol "lol">
 <!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">
 <!ENTITY lol3 "&lol2;&lol2;&lol2;&lol2;&lol2;&lol2;&lol2;&lol2;">
]>
<a><r>&lol3;</r></a>"""
EXTERNAL = b"""<?xml version="1.0"?>
<!DOCTYPE a [<!ENTITY file SYSTEM "file:///etc/passwd">]>
<a><r>&file;</r></a>"""
PARAMETER = b"""<?xml version="1.0"?>
<!DOCTYPE a [<!ENTITY % dtd SYSTEM "http://127.0.0.1:9/x.dtd"> %dtd;]>
<a><r>&file;</r></a>"""


@pytest.mark.parametrize(
    ("document", "name", "line"),
    [(BILLION_LAUGHS, "lol", 3), (EXTERNAL, "file", 2), (PARAMETER, "dtd", 2)],
)
def test_declared_entities_end_the_reading(document: bytes, name: str, line: int) -> None:
    (item,) = iter_elements(io.BytesIO(document), ("r",))
    assert isinstance(item, Unreadable)
    assert item.message == f"damaged XML: the document declares the entity {name!r}"
    assert item.place.line == line
    assert "declaration" in item.hint


def test_damage_costs_one_entry() -> None:
    document = b"<a>\n<b>\n<r>1</r>\n<r>R&D</r>\n<r>2</r>\n\xc3\xa9<r>3</r></b></a>"
    assert read(document) == [
        (3, 1, "1"),
        (4, 7, "damaged XML in the <r> that begins on line 4: not well-formed (invalid token)"),
        (5, 1, "2"),
        (6, 2, "3"),
    ]
    damage = next(
        i for i in iter_elements(io.BytesIO(document), ("r",)) if not isinstance(i, Found)
    )
    assert damage.hint == DAMAGED


def test_parents_are_known_behind_damage() -> None:
    document = b'<a x="1"><b y="2"><r>\x01</r><r>1</r></b></a>'
    *_, last = iter_elements(io.BytesIO(document), ("r",))
    assert isinstance(last, Found)
    assert [(p.name, p.attributes) for p in last.parents] == [("a", {"x": "1"}), ("b", {"y": "2"})]


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (b"<a><r>1</r><r>2", "in the <r> that begins on line 1: the document ends too early"),
        (b"<a><r>1</r>", "damaged XML: the document ends too early"),
        (b"<a><r>1</r><r", "damaged XML: unclosed token"),
        (b"<a><r>1</r></b>", "damaged XML: mismatched tag"),
    ],
)
def test_a_cut_document_gives_the_entries_before(document: bytes, expected: str) -> None:
    first, second = read(document)
    assert first == (1, 4, "1")
    assert second[2].endswith(expected)


@pytest.mark.parametrize(
    "document", [b"", b" \n", b"plain text", b"{}", b"\0\1\2", b"<", b"<?xml?>"]
)
def test_what_is_no_xml_is_one_problem(document: bytes) -> None:
    (item,) = iter_elements(io.BytesIO(document), ("r",))
    assert isinstance(item, Unreadable)


def test_documents_may_follow_each_other() -> None:
    document = (
        b'<a><r>1</r></a>\n<?xml version="1.0"?>\n<!DOCTYPE b>\n<b><r>2</r></b>\n<r>3</r>\n\n'
    )
    assert read(document) == [(1, 4, "1"), (4, 4, "2"), (5, 1, "3")]


def test_space_and_a_mark_may_stand_before_the_declaration() -> None:
    document = "\ufeff\n \r\n<?xml version='1.0'?><r>é</r>".encode()
    assert read(document) == [(3, 22, "é")]


@pytest.mark.parametrize(
    ("declared", "codec"),
    [
        ("UTF-8", "utf-8"),
        ("utf8", "utf-8"),
        ("UTF-8", "utf-8-sig"),
        ("ISO-8859-1", "latin-1"),
        ("windows-1252", "cp1252"),
        ("UTF-16", "utf-16"),
        ("UTF-16", "utf-16-le"),
        ("UTF-16", "utf-16-be"),
        # What an editor leaves that saves as UTF-8 and does not know the declaration.
        ("UTF-16", "utf-8"),
    ],
)
def test_encodings_are_read_also_behind_damage(declared: str, codec: str) -> None:
    text = f'<?xml version="1.0" encoding="{declared}"?>\n<a>é<r>é</r>\né<r>\x01</r>é<r>ü</r></a>'
    assert read(text.encode(codec)) == [
        (2, 5, "é"),
        (3, 5, "damaged XML in the <r> that begins on line 3: not well-formed (invalid token)"),
        (3, 11, "ü"),
    ]


@pytest.mark.parametrize("codec", ["gbk", "big5", "gb18030"])
def test_chinese_encodings_are_read(codec: str) -> None:
    text = f'<?xml version="1.0" encoding="{codec}"?><a><r>文字</r></a>'
    assert [content for _, _, content in read(text.encode(codec))] == ["文字"]


def test_an_unknown_encoding_is_one_problem() -> None:
    ((line, _, message),) = read(b'<?xml version="1.0" encoding="x-klingon"?><a><r>1</r></a>')
    assert line == 1
    assert message == "damaged XML: the encoding 'x-klingon' is not one that can be read"


def test_a_wrong_byte_costs_one_entry() -> None:
    texts = [content for _, _, content in read(b"<a><r>caf\xe9</r><r>caf\xc3\xa9</r></a>")]
    assert texts[1:] == ["café"]


def test_line_ends_of_every_kind_are_counted_behind_damage() -> None:
    document = b"<a>\r\n<r>\x01</r>\r\r\n\n<r>1</r></a>"
    assert [place[:2] for place in read(document)] == [(2, 4), (5, 1)]


@pytest.mark.parametrize("size", [1, 2, 7, 64])
def test_the_size_of_what_is_read_at_a_time_changes_nothing(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = (
        '\ufeff<?xml version="1.0" encoding="utf8"?>\n<a>\n<r>é&nbsp;<i>x</i></r>\n<!-- c -->'
        '<r a="&">no</r>\n é <x:r>2</x:r></a>\n<b><r>3</r> <r>cut'
    ).encode()
    whole = read(document)
    assert [content for _, _, content in whole if "damaged" not in content] == [
        "é\xa0<i>x</i>",
        "2",
        "3",
    ]
    monkeypatch.setattr(xmlreading, "CHUNK_SIZE", size)
    assert read(document) == whole


def test_an_entry_too_large_costs_itself_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xmlparsing, "ENTRY_LIMIT", 1000)
    large, last = read(b"<a><r>" + b"x" * 2000 + b"</r><r>1</r></a>")
    assert large[2].endswith("an entry of more than four million characters")
    assert last[2] == "1"


def test_a_tag_too_long_costs_itself_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xmlreading, "TOKEN_LIMIT", 200)
    monkeypatch.setattr(xmlreading, "CHUNK_SIZE", 64)
    parts = read(b"<a><r>1</r><!--" + b"x" * 2000 + b"--><r>2</r></a>")
    assert [content for _, _, content in parts if "damaged" not in content] == ["1", "2"]
    assert any("a tag or comment of more than" in content for _, _, content in parts)


def test_elements_too_deep_inside_each_other_are_damage() -> None:
    depth = 100_000
    parts = read(b"<r>" + b"<i>" * depth + b"</i>" * depth + b"</r>\n<r>1</r>")
    assert "more than 100 elements inside each other" in parts[0][2]
    assert parts[-1][2] == "1"


class Endless(io.RawIOBase):
    """A document of many entries that is never in memory."""

    def __init__(self, count: int) -> None:
        self._pieces: Iterator[bytes] = iter(
            [b"<a>", *([b"<r>" + b"word " * 200 + b"</r>\n"] * count), b"</a>"]
        )
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        target = memoryview(buffer)
        self._rest = self._rest or next(self._pieces, b"")
        size = min(len(target), len(self._rest))
        target[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


def test_memory_does_not_grow_with_the_document() -> None:
    def peak(count: int) -> int:
        stream = io.BufferedReader(Endless(count))
        tracemalloc.start()
        try:
            assert sum(1 for _ in iter_elements(stream, ("r",))) == count
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    # 4 MB against 0.4 MB; the pieces are one object.
    assert peak(4000) < peak(400) + 200_000


@pytest.mark.parametrize(
    ("head", "name"),
    [
        ("<a/>", "a"),
        ('\n<?xml version="1.0"?>\n<!-- <x> -->\n<o:feed xmlns:o="u">', "feed"),
        ('<!DOCTYPE a PUBLIC "-//X//Y" "http://x/y.dtd">\n<a>', "a"),
        ('<!DOCTYPE a [<!ENTITY b "<c>">\n]>\n<a>', "a"),
        ("plain <a>", None),
        ('{"a": "<a>"}', None),
        ("<!-- cut", None),
        ("", None),
    ],
)
def test_the_root_of_a_document_is_known_by_its_beginning(head: str, name: str | None) -> None:
    assert root_name(head) == name
