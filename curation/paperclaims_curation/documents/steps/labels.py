"""The words that stand before the parts of a paper, in the languages that lists come in."""

from __future__ import annotations

import re

from paperclaims_curation.patterns import lazy_pattern

ABSTRACT_WORDS = (
    "abstract|zusammenfassung|kurzfassung|résumé|resumen|resumo|riassunto|sommario|samenvatting"
    "|abstrakt|sammanfattning|sammendrag|resumé|tiivistelmä|streszczenie|rezumat|összefoglalás"
    "|souhrn|sažetak|povzetek|περίληψη|özet|аннотация|реферат|резюме|анотація|tóm tắt|abstrak"
    "|ملخص|الملخص|چکیده|תקציר|सारांश|บทคัดย่อ|초록|요약|摘\\s?要|要\\s?旨|抄\\s?録|概\\s?要|内容提要"
)
"""The word for an abstract: alternatives of a regular expression, to be matched without case."""

# What a sentence begins with, but no name that begins with `Abstract`.
_STARTERS = (
    "We|Our|This|These|That|Those|The|There|It|Its|In|On|At|To|For|From|With|Within|Without|By|As"
    "|An|Here|How|What|When|Where|Which|While|Why|Who|Whether|If|Is|Are|Can|Do|Does|Although|Though"
    "|Despite|Because|Since|Given|Under|Over|Among|After|Before|During|Through|Unlike|Using|Based"
    "|Motivated|Inspired|Recent|Recently|Existing|Current|Currently|Many|Most|Much|Several|Some"
    "|Various|Numerous|All|Both|Each|Every|One|Two|Three|However|Modern|Traditional|Traditionally"
    "|Consider|Let|Suppose|Large|New|Objectives?|Background|Purpose|Aims?|Introduction"
    "|Motivation|Methods?|Results?|Context|Importance|Significance|Rationale|Summary|Problem"
)
# How arXiv's feeds begin every abstract.
_FEED = r"arXiv:\S{5,40}\s+Announce\sType:\s*[\w-]{1,20}\s+Abstract:\s*"
_LABEL = lazy_pattern(
    rf"""
    {_FEED}
    | (?:\#{{1,6}}\s+)?                                     # a heading of Markdown
    (?:
      (?:[*_]{{1,3}}|[【\[［(（])\s?(?i:{ABSTRACT_WORDS})\s?     # in bold or brackets
      (?: [:：.．。—–-]+\s?[*_】\]）)］]{{1,3}}\s*
        | [*_】\]）)］]{{1,3}} (?:\s*[:：.．。—–|-]+\s*|(?<=[】］])|\s+(?![a-z]))
      )
    | (?i:{ABSTRACT_WORDS})
      # `Abstract—We`, but `Abstract-level` and `Abstract- and concept-level`
      (?: \s?[:：．。]\s* | \.(?:[-—–]+\s*|\s+) | \s?[—–|]+\s*(?![a-z]) | \s?-+\s+(?![a-z])
        | [^\S\n]*\n\s*(?![a-z])
        | (?<=[摘要旨抄録초록])[\s\u3000]+
        | (?<=(?i:abstract))\s*(?=(?:{_STARTERS})\b)
      )
    )
    (?=\S)
    """,
    re.VERBOSE,
)


def remove_abstract_label(text: str) -> str:
    """The text without the word Abstract that stands before it, in any of many languages.

    `Abstract We propose` has a label, `Abstract Meaning Representation is` has none. Where that
    is not certain, the word stays.
    """
    match = _LABEL.match(text)
    return text[match.end() :] if match else text
