from __future__ import annotations

from paperclaims_curation.documents.xmlelement import Element


def test_inner_xml_escapes_text_and_keeps_elements_and_attributes() -> None:
    link = Element("a", {"href": 'x?a=1&b="2"'}, ["R&D"])
    element = Element("abstract", {}, ["p < 0.05, ", link, Element("br"), " end\n"])
    assert element.inner_xml == "p &lt; 0.05, <a href='x?a=1&amp;b=\"2\"'>R&amp;D</a><br/> end"


def test_inner_xml_drops_indentation_only_inside_mathml() -> None:
    math = Element("math", {}, ["\n  ", Element("mi", {}, [" x "]), "\n"])
    element = Element("p", {}, ["\n  of\n  ", math, "\n  size"])
    assert element.inner_xml == "of\n  <math><mi>x</mi></math>\n  size"


def test_text_is_all_text_inside_and_line_has_single_spaces() -> None:
    element = Element("p", {}, [" a\n", Element("b", {}, ["b ", Element("i", {}, ["c"])]), "d "])
    assert element.text == " a\nb cd "
    assert element.line == "a b cd"


def test_elements_are_found_by_path_and_by_depth() -> None:
    first, second = Element("name", {}, ["  "]), Element("name", {}, ["Ada"])
    group = Element("group", {}, [Element("author", {}, [second])])
    root = Element("root", {}, [Element("author", {}, [first]), "text", group])
    assert list(root.find_all("author", "name")) == [first]
    assert root.find_text("author", "name") is None
    assert root.find("author", "email") is None
    assert list(root.iter_inside("name")) == [first, second]
    assert root.find_text("group", "author", "name") == "Ada"
