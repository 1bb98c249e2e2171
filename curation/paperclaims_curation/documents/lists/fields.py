"""Lines of a list that are no abstract: labelled fields, links, names of authors."""

from __future__ import annotations

import re
from dataclasses import dataclass

from paperclaims_curation.documents.steps.labels import ABSTRACT_WORDS, remove_abstract_label
from paperclaims_curation.patterns import lazy_pattern

# What a label stands for; `person` is never read in, `other` is no part of an abstract.
_WORDS = {
    "title": r"(?:paper |article )?title|titel|titre|título|titulo|titolo|название|заголовок"
    r"|(?:论文)?标题|(?:論文)?標題|题目|題目|タイトル|제목|tytuł|başlık|العنوان",
    "authors": r"authors?(?:\(s\))?|author list|by|autor(?:en|es|i|zy|ka)?|auteure?s?|авторы?|作者"
    r"|著者|저자|yazarlar?|المؤلفون|المؤلف",
    "abstract": rf"(?:original |english )?abstract|{ABSTRACT_WORDS}",
    "summary": r"summary|description|synopsis",
    "keywords": r"key ?words?(?: and phrases)?|index terms|tags|schlüssel(?:wörter|begriffe)"
    r"|schlagwörter|mots[- ]cl[ée]s?|palabras clave|palavras[- ]chave|parole chiave"
    r"|ключевые слова|关键词|关键字|關鍵詞|キーワード|키워드|anahtar kelimeler|słowa kluczowe",
    "venue": r"venue|journal|conference|published in|appeared in|booktitle|proceedings|zeitschrift"
    r"|revue|revista|会议|期刊|журнал",
    "year": r"year|published|publication (?:year|date)|date|jahr|année|año|ano|anno|год|年份?|日期",
    "track": r"track",
    "presentation": r"presentation(?: type)?",
    "primary_area": r"(?:primary|subject) area",
    "doi": r"doi",
    "arxiv": r"arxiv(?: id)?|eprint",
    "openreview": r"openreview(?: id)?|forum",
    "code": r"(?:source |official )?code|github(?: repo(?:sitory)?)?|repo(?:sitory)?|implementation"
    r"|代码|コード|코드",
    "page": r"paper|pdf|urls?|links?|html|project(?: page)?|web(?:site|page)?|homepage|dataset|data"
    r"|models?|demo|slides|video|poster|hugging ?face|论文|链接|下载",
    "license": r"licen[cs]e|lizenz|licencia",
    "person": r"affiliations?|institutions?|organi[sz]ations?|e-?mails?|contact|orcid"
    r"|corresponding author|(?:author )?address(?:es)?|author information|submitted by|reviewers?"
    r"|from|submitter|bio(?:graphy)?s?|(?:speaker|author)(?:'?s)? bio(?:graphy)?|about the (?:authors?|speakers?)"
    r"|signatures?|presenters?|speakers?|提交者|单位|作者单位",
    "other": r"tl;?dr|comments?|categor(?:y|ies)|subjects?|topics?|areas?|type|citations?"
    r"|(?:citation|citations) count|cited by|(?:paper )?(?:id|number|no\.?)|volume|issue|pages"
    r"|i[sb]sn|publisher|status|decision|ratings?|scores?|session|sources?|notes?|submitted|updated"
    r"|(?:report|journal|msc|acm)[- ](?:no|ref|class)|bibtex|cite as|pmc?id|conflict of interest"
    r"|funding|acknowledge?ments?",
}  # fmt: skip
_KEYS = [(key, lazy_pattern(words, re.IGNORECASE)) for key, words in _WORDS.items()]
_LEAD = r"\s*(?:[-*+•]\s+)?(?:[^\w\s*_\[\]<>#`$\\(){}\"'“‘,.;:&]{1,3}\s*)?"
_BOLD_FIELD = lazy_pattern(
    rf"{_LEAD}(?P<mark>\*\*\*|\*\*|__|\*|_|<(?P<tag>b|strong|em|i)>)\s?(?P<label>[^\W_][^*_:：<>\n]{{0,40}}?)"
    r"(?P<inside>\s?[:：.])?\s?(?(tag)</(?P=tag)>|(?P=mark))(?P<outside>\s?[:：])?(?P<value>.*)",
    re.DOTALL,
)
_PLAIN_FIELD = lazy_pattern(
    rf"(?P<lead>{_LEAD})\[?(?P<label>[^\W\d_][^*_:：\[\]\n]{{0,30}}?)\]?\s?[:：](?P<value>.*)",
    re.DOTALL,
)
_LABEL_ALONE = lazy_pattern(r"\W{0,8}(?P<label>[^\W\d_][\w ()-]{0,30}?)\W{0,8}")
# Parts of a structured abstract are its text.
_STRUCTURE = lazy_pattern(
    r"(?:(?:study )?(?:background|objectives?|aims?|goals?|purpose|methods?|results?|findings?"
    r"|conclusions?|introduction|motivation|context|design|setting|participants|patients|measures"
    r"|interpretation|significance|importance|discussion|implications?|limitations?|problem"
    r"|availability|contributions?|materials?|approach|methodology|main outcomes?)"
    r"(?: (?:and|&|/) )?)+",
    re.IGNORECASE,
)
_DECORATION = lazy_pattern(r"^[^\w(\[$]+|[^\w)\]$]+$")


@dataclass(frozen=True, slots=True)
class Field:
    """A labelled line."""

    key: str
    """A key of `_WORDS`, or `unknown` for another label in bold."""
    label: str
    value: str
    """What follows the label on its line, trimmed."""


def is_structure(label: str) -> bool:
    """Whether words name a part of a structured abstract: `Background`, `Methods and results`."""
    return bool(_STRUCTURE.fullmatch(label.strip(" :.*_")))


def find_key(label: str) -> str | None:
    """What a label stands for; null for a word that is no label."""
    label = _DECORATION.sub("", label.strip())
    return next((key for key, words in _KEYS if words.fullmatch(label)), None)


_ADDRESS = r"(?:https?://|www\.)[^\s<>\"]+"
_LINK = lazy_pattern(
    r"!?\[(?P<label>(?:[^\[\]]|\[[^\[\]]*\]|!\[[^\[\]]*\]\([^()\s]*\)){0,300})\]\(\s*<?(?P<url>[^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)*)>?(?:\s+\"[^\"]*\")?\s*\)"
)
_ANCHOR = lazy_pattern(
    r"<a\b[^<>]*href=[\"']?(?P<url>[^\"'\s<>]+)[\"']?[^<>]*>(?P<label>.*?)</a>",
    re.IGNORECASE | re.DOTALL,
)
_BARE_ADDRESS = lazy_pattern(_ADDRESS)
_ALONE = lazy_pattern(
    r"[\W\d]*(?:(?:links?|see|or|and|pdf|doi|arxiv|code|paper)[\W\d]*)*", re.IGNORECASE
)
_NOTE_WORDS_WORDS = (
    "paper pdf code github arxiv doi openreview project page homepage website html video"
    " slides poster dataset data demo model models link here download read view abs acl ieee"
    " acm springer proceedings supp supplementary bibtex huggingface colab blog back top"
    " home return"
)
_NOTE_WORDS = frozenset(_NOTE_WORDS_WORDS.split())


@dataclass(frozen=True, slots=True)
class Link:
    """An address with the words on it."""

    label: str
    url: str


def find_links(text: str) -> list[Link]:
    """The links of a text: of Markdown, of HTML, and bare addresses."""
    links = [Link(m["label"].strip(" []*_`"), m["url"]) for m in _LINK.finditer(text)]
    rest = _LINK.sub(" ", text)
    links += [
        Link(re.sub("<[^<>]*>", "", m["label"]).strip(" []"), m["url"])
        for m in _ANCHOR.finditer(rest)
    ]
    rest = _ANCHOR.sub(" ", rest)
    return links + [Link("", m[0].rstrip(").,;")) for m in _BARE_ADDRESS.finditer(rest)]


def _is_note(label: str) -> bool:
    """Whether the words on a link say what it leads to, as no title of a paper does."""
    label = re.sub(r"!?\[[^\[\]]*\]\([^()]*\)|<[^<>]*>", "", label).strip()
    words = re.findall(r"\w+", label.lower())
    return not words or bool(find_key(label) or _BARE_ADDRESS.match(label)) or (
        len(words) <= 5 and not _NOTE_WORDS.isdisjoint(words)
    )  # fmt: skip


def has_only_links(line: str) -> bool:
    """Whether a line holds links that say what they lead to, and only short words between them."""
    if not all(_is_note(link.label) for link in find_links(line)):
        return False
    rest = _BARE_ADDRESS.sub(" ", _ANCHOR.sub(" ", _LINK.sub(" ", line)))
    return rest != line and bool(_ALONE.fullmatch(re.sub(r"<[^<>]*>", " ", rest)))


def read_field(line: str) -> Field | None:
    """The field that a line is, if it is one.

    `Code:` and the like are labels only before a link or a few words, since authors write so, too.
    """
    if match := _BOLD_FIELD.fullmatch(line):
        value = match["value"].strip()
        key = find_key(match["label"])
        if not key and is_structure(match["label"]):
            return None
        if match["inside"] or match["outside"] or (not value and key):
            return Field(key or "unknown", match["label"].strip(), value)
        return Field(key, match["label"].strip(), value) if key == "abstract" else None
    if not (match := _PLAIN_FIELD.fullmatch(line)) or not (key := find_key(match["label"])):
        return None
    value = match["value"].strip()
    if key in ("title", "authors", "abstract", "summary", "keywords", "person"):
        return Field(key, match["label"].strip(), value)
    if find_links(value) or (len(value) < 200 and not value.endswith((".", "。"))):
        return Field(key, match["label"].strip(), value)
    return None


def read_section(heading: str) -> str | None:
    """What a heading or a line of its own announces: `abstract` for `### Abstract`; else null."""
    heading = _LINK.sub(lambda m: m["label"], heading)
    match = _LABEL_ALONE.fullmatch(heading.strip())
    return find_key(match["label"]) if match else None


def begins_with_abstract(text: str) -> bool:
    """Whether a paragraph begins with the word, be it a label or not."""
    return bool(re.match(rf"\W{{0,3}}(?:{ABSTRACT_WORDS})\b", text, re.IGNORECASE))


def has_abstract_label(text: str) -> bool:
    """Whether a paragraph begins with the word Abstract as a label."""
    return remove_abstract_label(text) != text
