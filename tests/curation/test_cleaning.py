"""What is taken from an abstract as received, and above all what is not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperclaims_curation.documents.cleaning import clean
from paperclaims_schema.vocabularies import CleaningStep

ALL = tuple(step for step in CleaningStep if step is not CleaningStep.INVERTED_INDEX)


def cleaned(text: str, *steps: CleaningStep) -> str:
    result, changed = clean(text, steps)
    assert changed == (() if result == text else steps)
    assert clean(result, steps) == (result, ())
    return result


@pytest.mark.parametrize(
    "text",
    [
        "95% accuracy, p < 0.05 and q > 3; costs $5 to $10 [12]  and two  spaces 🤗",
        "R&D at AT&T; &copy 2020 &unknown; a && b",
        "We add <think>, <mask>, <s> and </s> tokens to Map<K, V>; a<b>c; x <y and z> w; `<b>`",
        '$a<b$ and $x_{A} \\% \\"o$ and \\(x\\%\\) and \\[{A}\\]',
        "\\textbf{CNN}, \\emph{A}, \\href{https://a.org/x\\_y}{B}, \\url{https://a.org/a\\%b}",
        "the set {0, 1}, {a, b} and f{x}; a line\\\\'s end; 7--9 and ``so''; 50~km",
        "the \\\"attention\\\" model; it\\'s and we\\'re",
        "Abstract Meaning Representation is used.",
        "Abstract interpretation is sound.",
        "Abstract Wikipedia is a project.",
        "Abstract-level reasoning helps.",
        "Abstract- and concept-level reasoning helps.",
        "Abstract",
        "摘要生成是一项任务。",
        "Résumé parsing is hard.",
        "Summary: we describe a tool. Availability: it is free.",
        "Copyright is a growing concern.",
        "We show it. Copyright 2019 directives change the law.",
        "We show it. All rights reserved images are left out.",
        "We do this: (a) X is done. (b) Y is done. (c) 2020 data is released.",
        "We show it. © 2020. Accuracy rises.",
        "We show it. © 2020 Toys. Our code is published by us.",
        "We show it. © 2020 images are shown to all.",
        "© 2020 Toy Society",
        "First paragraph.\n\nSecond one.",
        "We show:\n- first\n- second",
        "\u2028 and \u0085 and \x0b stay".strip(),
    ],
)
def test_what_only_looks_like_waste_stays(text: str) -> None:
    assert clean(text, ALL) == (text, ())


def test_line_ends_are_unified_and_nothing_else_is() -> None:
    text = "A\r\n\r\nB\rC  D\u2028E"
    assert cleaned(text, CleaningStep.LINE_ENDS) == "A\n\nB\nC  D\u2028E"


def test_white_space_around_a_text_never_counts() -> None:
    assert clean("\n  We show it. \r\n", ALL) == ("We show it.", ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<jats:p>We <jats:italic>do</jats:italic> it.</jats:p>", "We do it."),
        ("<p>One.<p>Two.</p>", "One.\n\nTwo."),
        ("One.<p>Two.", "One.\n\nTwo."),
        ("a<br/>b<br>c<br><br>d", "a\nb\nc\n\nd"),
        ("Two:<ul>\n <li>a</li>\n <li>b</li>\n</ul>End.", "Two:\n\na\nb\n\nEnd."),
        (
            "<jats:sec>\n <jats:title>Background</jats:title>\n <jats:p>We did.</jats:p>\n"
            "</jats:sec><jats:sec><jats:title>Methods:</jats:title><jats:p>So.</jats:p></jats:sec>",
            "Background: We did.\n\nMethods: So.",
        ),
        ("<title>What is new?</title><p>This.</p>", "What is new? This."),
        ("<h4>Aim</h4>Text<h4>Result</h4>More", "Aim: Text\n\nResult: More"),
        (
            '<AbstractText Label="AIM" NlmCategory="OBJECTIVE">A.</AbstractText>\n'
            '<AbstractText Label="UNLABELLED">B.</AbstractText>'
            "<CopyrightInformation>© 2020</CopyrightInformation>",
            "AIM: A.\n\nB.",
        ),
        ("<fixed-case>BERT</fixed-case> in <tex-math>O(n^2)</tex-math>", "BERT in O(n^2)"),
        (
            "in <inline-formula><alternatives><tex-math>$x$</tex-math>"
            "<mml:math><mml:mi>x</mml:mi></mml:math></alternatives></inline-formula> steps",
            "in $x$ steps",
        ),
        ("10<sup>6</sup> and 10<sup>-3</sup>, 2<sup>k</sup>", "10⁶ and 10⁻³, 2^k"),
        ("the 19<sup>th</sup> toy<sup>®</sup>, <i>in vitro</i>", "the 19th toy®, in vitro"),
        ("CO<sub>2</sub>, log<sub>2</sub>10", "CO2, log₂10"),
        (
            "<math><msup><mi>x</mi><mn>2</mn></msup><mo>&lt;</mo><mfrac><mi>a</mi>"
            "<mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math>",
            "x²&lt;a/(b+1)",
        ),
        (
            "<mml:math><mml:msub><mml:mi>a</mml:mi><mml:mi>ij</mml:mi></mml:msub>"
            "<mml:msqrt><mml:mi>n</mml:mi></mml:msqrt></mml:math>",
            "a_{ij}√n",
        ),
        (
            "<math><semantics><mi>x</mi>"
            '<annotation encoding="application/x-tex">\\bar x</annotation></semantics></math>',
            "\\bar x",
        ),
        ("<math><mi>x</mrow></math> stays readable", "x stays readable"),
        (
            'See <a href="https://a.org/x">this URL</a>, <a href="https://a.org/">a.org</a>.',
            "See this URL (https://a.org/x), a.org.",
        ),
        ("A<!-- not -->B <![CDATA[p < 0.05]]>", "AB p < 0.05"),
        ('<span class="x">A</span> <FONT size=2>B</FONT> in vivo</i>', "A B in vivo"),
        ("p < 0.05 in <b>A</b> and Stack<p>top", "p < 0.05 in A and Stack<p>top"),
        ("<p></p>", ""),
    ],
)
def test_tags_are_taken_away_and_blocks_become_lines(text: str, expected: str) -> None:
    assert cleaned(text, CleaningStep.MARKUP) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("R&amp;D, p &lt; 0.05, caf&eacute;, &#233;, &#xE9;", "R&D, p < 0.05, café, é, é"),
        ("&amp;amp;, &amp;lt;, &#38;gt;", "&, <, >"),
        ("&nbsp;x".strip() + "&nbsp;y", "x\u00a0y"),
        ("&#0; &#x1F; &#xD800; &#128; &#9999999;", "&#0; &#x1F; &#xD800; € &#9999999;"),
    ],
)
def test_entities_are_written_out_however_often_they_were_escaped(text: str, expected: str) -> None:
    assert cleaned(text, CleaningStep.ENTITIES) == expected


def test_tags_that_were_escaped_are_tags() -> None:
    text = "&lt;p&gt;We do &amp;lt;i&amp;gt;it&amp;lt;/i&amp;gt; at p &lt; 0.05.&lt;/p&gt;"
    steps = (CleaningStep.MARKUP, CleaningStep.ENTITIES)
    assert clean(text, steps) == ("We do it at p < 0.05.", steps)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('Schr{\\"o}dinger, Schr\\"odinger, Schr\\"{o}dinger', "Schrödinger, " * 2 + "Schrödinger"),
        ("\\'e \\`{a} \\^{\\i} \\~n \\c{c} {\\c c} {\\v{s}} \\H{o} \\k{a}", "é à î ñ ç ç š ő ą"),
        ("Stra\\ss e, {\\o}, \\o{}re, \\L{}ukasz, \\.z, \\AA ngstrom", "Straße, ø, øre, Łukasz, ż, Ångstrom"),
        ("95\\% accuracy at \\$5 to \\$10, R\\&D, {\\&}, a\\_b, \\#1", "95% accuracy at $5 to $10, R&D, &, a_b, #1"),
        ("{CNN}, {{BERT}}-based {Graph Nets}, i{P}hone", "CNN, BERT-based Graph Nets, iPhone"),
        ("p {\\textless} 0.05, \\textgreater{} 3 {\\textpm} 1", "p < 0.05, > 3 ± 1"),
        ("{CNN} in $O({N}\\%)$", "CNN in $O({N}\\%)$"),
        ("\\$5 and $x\\%$ of {CNN}", "$5 and $x\\%$ of CNN"),
    ],
)  # fmt: skip
def test_latex_accents_and_escapes_are_written_as_characters(text: str, expected: str) -> None:
    assert cleaned(text, CleaningStep.LATEX_ACCENTS) == expected


def test_an_escape_that_was_escaped_again_is_undone_twice() -> None:
    steps = (CleaningStep.ENTITIES, CleaningStep.LATEX_ACCENTS)
    assert clean("R{\\&amp;}D", steps) == ("R&D", steps)


@pytest.mark.parametrize(
    "label",
    [
        "Abstract ",
        "Abstract",
        "ABSTRACT: ",
        "Abstract. ",
        "Abstract.—",
        "Abstract—",
        "Abstract - ",
        "Abstract\n\n",
        "[Abstract] ",
        "**Abstract.** ",
        "**Abstract**: ",
        "*Abstract*—",
        "# Abstract\n\n",
        "Abstract: Abstract. ",
        "Zusammenfassung. ",
        "Résumé : ",
        "Resumen: ",
        "Resumo — ",
        "Аннотация. ",
        "摘要：",
        "摘 要 ",
        "【摘要】",
        "초록: ",
        "الملخص: ",
        "arXiv:2401.00001v1 Announce Type: replace-cross Abstract: ",
    ],
)
def test_the_word_abstract_in_front_is_taken_away(label: str) -> None:
    assert cleaned(f"{label}We propose it.", CleaningStep.ABSTRACT_LABEL) == "We propose it."


@pytest.mark.parametrize(
    "notice",
    [
        " © 2020 Elsevier Ltd. All rights reserved.",
        " © 2020 IEEE.",
        " © 2013 IEEE",
        "© ACL 2020.All right reserved.",
        "\n© Springer-Verlag Berlin Heidelberg 2010.",
        " © 2021, The Author(s), under exclusive licence to Springer Nature Switzerland AG.",
        " © The Author(s) 2020. Published by Oxford University Press. All rights reserved."
        " For permissions, please email: rights@example.org.",
        " © 2019 by the authors. Licensee MDPI, Basel, Switzerland.",
        " © 2023 Neural information processing systems foundation. All rights reserved.",
        " © 2008 Wiley Periodicals, Inc. J Comput Toys, 2008",
        " (C) 2015 Elsevier B.V. All rights reserved.",
        " (c) 2018 by the authors.",
        " Copyright © 2020 The Authors. Published by Elsevier Ltd. This is an open access article"
        " under the CC BY license (http://creativecommons.org/licenses/by/4.0/).",
        " Copyright (C) 2012, AAAI (www.aaai.org).",
        " Copyright 2012 by the author(s)/owner(s).",
        " Crown Copyright © 2012 Published by Elsevier Ltd. All rights reserved.",
        " This article is protected by copyright. All rights reserved.",
        " (PsycINFO Database Record (c) 2020 APA, all rights reserved).",
        " © Author(s) (or their employer(s)) 2020. Re-use permitted under CC BY-NC."
        " No commercial re-use. See rights and permissions. Published by BMJ.",
        " All rights reserved.",
    ],
)
def test_a_notice_of_rights_at_the_end_is_taken_away(notice: str) -> None:
    text = "We show that accuracy rises by 3.5%."
    assert cleaned(text + notice, CleaningStep.COPYRIGHT) == text


@pytest.mark.parametrize(
    "notice",
    [
        "© 2020 Elsevier Ltd. ",
        "© 2020 Elsevier B.V. All rights reserved. ",
        "Copyright © 2020 The Authors. Published by Elsevier Ltd. ",
        "(c) 2014 John Wiley & Sons, Ltd. ",
    ],
)
def test_a_notice_of_rights_in_front_is_taken_away(notice: str) -> None:
    text = "We propose Toys Inc. as a model."
    assert cleaned(notice + text, CleaningStep.COPYRIGHT) == text


def test_code_behind_a_notice_is_kept() -> None:
    text = "We show it. © 2020 Elsevier. Code is available under the MIT license."
    assert clean(text, ALL) == (text, ())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We\npropose  it.\n\n\nMore\n  text.", "We propose  it.\n\nMore text."),
        ("state-of-\nthe-art; pre- \nand post-training", "state-of-the-art; pre- and post-training"),
        ("我们\n提出\nBERT 的方法", "我们提出 BERT 的方法"),
        ("Two:\n- one\n  and more\n- two\nend", "Two:\n- one and more\n- two end"),
        ("We do it\nand more.\n  New text\nbegins.", "We do it and more.\n\nNew text begins."),
        ("We do it\n  and more.\n  No new text.", "We do it and more. No new text."),
    ],
)  # fmt: skip
def test_wrapped_lines_are_joined_and_paragraphs_stay(text: str, expected: str) -> None:
    assert cleaned(text, CleaningStep.WRAPPING) == expected


def test_the_steps_that_changed_something_come_in_their_order() -> None:
    text = '<p>Abstract: caf&eacute;s\r\nare {\\"o}pen. © 2020 IEEE.</p>'
    assert clean(text, tuple(reversed(ALL))) == ("cafés are öpen.", ALL)
    assert clean("We show it.", (CleaningStep.INVERTED_INDEX, *ALL)) == (
        "We show it.",
        (CleaningStep.INVERTED_INDEX,),
    )


def test_steps_that_are_not_asked_for_are_not_done() -> None:
    text = "<p>Abstract: caf&eacute; {CNN}</p>"
    assert clean(text, (CleaningStep.LINE_ENDS,)) == (text, ())


def test_a_text_that_does_not_settle_stays_as_it_is() -> None:
    text = "<" * 40 + "/i>" * 40
    assert clean(text, ALL) == (text, ())


PIECES = [
    "<b>", "</b>", "<p>", "<br/>", "</jats:p>", "<jats:title>", "</jats:title>", "<sup>", "</sup>",
    "<mml:math>", "</mml:math>", "<mml:mi>", "</mml:mi>", "<", "&lt;", ">", "&gt;", "&amp;", "amp;",
    "&", "lt;", "b", "br>", "\\", '\\"', "{", "}", "$", "%", "\\%", '{\\"o}', "o", "\\c", "CNN",
    "{CNN}", "Abstract", ": ", ". ", "—", "-", "We propose", "**", "# ", "©", " 2020", " Elsevier",
    "Copyright", "(c)", "All rights reserved.", " ", "\n", "\r\n", "\r", "\n\n", "  ", "- ", "1. ",
    "我", "。", "<!--", "-->", "<![CDATA[", "]]>", "\\textless", '<a href="https://a.org">', "</a>",
    "#38;", "\\i", "'", "摘要", "\u3000", "\u2028", "🤗",
]  # fmt: skip


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=2), max_size=14).map("".join),
    st.sets(st.sampled_from(ALL)),
)
def test_cleaning_twice_changes_nothing_more(text: str, steps: set[CleaningStep]) -> None:
    for chosen in (tuple(steps), ALL, *((step,) for step in ALL)):
        result, _ = clean(text, chosen)
        assert clean(result, chosen) == (result, ())


@settings(max_examples=200, deadline=None, derandomize=True)
@given(
    st.lists(
        st.sampled_from(["We show 3.5%", "at $5 to $10", "[12]", "a  b", "🤗", "p < 0.05", "x > 3",
                         "R&D", "{0, 1}", "$x_1$", "(c)", "<think>", "Map<K, V>", "我们", "don't"]),
        min_size=1,
        max_size=12,
    ).map(" ".join)
)  # fmt: skip
def test_prose_is_never_touched(text: str) -> None:
    assert clean(f"{text}.", ALL) == (f"{text}.", ())
