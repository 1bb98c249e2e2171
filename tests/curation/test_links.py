"""URLs of abstracts."""

from __future__ import annotations

import re

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from paperclaims_curation.links import (
    find_links,
    guess_link_kind,
    link_host,
    link_repository,
)
from paperclaims_schema.record import Url

URL = TypeAdapter(Url)


def stretches(abstract: str) -> list[tuple[str, str]]:
    return [(link.url, abstract[link.start : link.end]) for link in find_links(abstract)]


HREF = r"\href{https://github.com/o/Conformal_X}{\texttt{github.com/o/Conformal_X}}"


# The four ways in which the first collection gives its code.
@pytest.mark.parametrize(
    ("abstract", "url", "stretch"),
    [
        (f"We make the code available at {HREF}.", "https://github.com/o/Conformal_X", HREF),
        (
            "Our code is available at https://github.com/a-lab/Cannistraci_Hebb_network_automata.",
            "https://github.com/a-lab/Cannistraci_Hebb_network_automata",
            "https://github.com/a-lab/Cannistraci_Hebb_network_automata",
        ),
        (
            "an alternative to LS.Code and scripts are available at https://github.com/Z/Max-Sup.",
            "https://github.com/Z/Max-Sup",
            "https://github.com/Z/Max-Sup",
        ),
        (
            "with the actual outcomes. The code is at https://github.com/F/CURE.",
            "https://github.com/F/CURE",
            "https://github.com/F/CURE",
        ),
    ],
)
def test_the_link_shapes_of_the_first_collection_are_found_whole(
    abstract: str, url: str, stretch: str
) -> None:
    assert stretches(abstract) == [(url, stretch)]


@pytest.mark.parametrize(
    ("abstract", "url", "stretch"),
    [
        (r"See \url{https://a.org/b_c}.", "https://a.org/b_c", r"\url{https://a.org/b_c}"),
        (r"\href{https://a.org/b\_c}{here}", "https://a.org/b_c", r"\href{https://a.org/b\_c}{here}"),
        (r"\href{https://a.org}{\textbf{\emph{x}}} y}", "https://a.org",
         r"\href{https://a.org}{\textbf{\emph{x}}}"),
        (r"\texttt{https://a.org/b}.", "https://a.org/b", "https://a.org/b"),
        (r"at https://a.org/b\_c\footnote{x}", "https://a.org/b_c", r"https://a.org/b\_c"),
        ("[code](https://a.org/b), x", "https://a.org/b", "[code](https://a.org/b)"),
        ("[wiki](https://a.org/b_(c)).", "https://a.org/b_(c)", "[wiki](https://a.org/b_(c))"),
        ('[x](<https://a.org/b> "t")', "https://a.org/b", '[x](<https://a.org/b> "t")'),
    ],
)  # fmt: skip
def test_latex_and_markdown_are_taken_off_the_url_but_not_off_the_stretch(
    abstract: str, url: str, stretch: str
) -> None:
    assert stretches(abstract) == [(url, stretch)]


@pytest.mark.parametrize(
    "abstract",
    [
        "(https://a.org/b).",
        "**https://a.org/b**",
        "`https://a.org/b`",
        '"https://a.org/b",',
        "<https://a.org/b>",
        "at:https://a.org/b; and",
        "代码见https://a.org/b。代码",
        "代码(https://a.org/b)",
        "https://a.org/b—as shown",
        "HTTPS://a.org/b...",
        "$https://a.org/b$",
    ],
)
def test_what_surrounds_a_url_is_not_part_of_it(abstract: str) -> None:
    assert [link.url for link in find_links(abstract)] == ["https://a.org/b"]


@pytest.mark.parametrize(
    "abstract",
    ["See README.md.", "LS.Code and", "github.com/a/b", "mail a@b.org", "https://...", "http://x"],
)
def test_a_name_with_a_dot_is_no_url(abstract: str) -> None:
    assert find_links(abstract) == []


def test_each_url_is_given_once_where_it_stands_first() -> None:
    abstract = "https://b.org/x, https://a.org and [x](https://b.org/x)."
    assert stretches(abstract) == [
        ("https://b.org/x", "https://b.org/x"),
        ("https://a.org", "https://a.org"),
    ]


def test_markup_right_after_a_url_is_a_link_of_its_own() -> None:
    abstract = "https://a.org/b[x](https://c.org)"
    assert stretches(abstract) == [
        ("https://a.org/b", "https://a.org/b"),
        ("https://c.org", "[x](https://c.org)"),
    ]


@pytest.mark.parametrize(
    ("abstract", "stretch"),
    [
        ("at https://github.com/a/b\u200d and", "https://github.com/a/b\u200d"),
        ("at https://github.com/a/b\u0308\u0301, so", None),
        ("at \u0600https://github.com/a/b.", "\u0600https://github.com/a/b"),
        ("[x](https://github.com/a/b)\u20dd.", "[x](https://github.com/a/b)\u20dd"),
        ("at https://github.com/a/b 👩‍🔬", "https://github.com/a/b"),
    ],
)
def test_the_stretch_cuts_no_character_made_of_several_code_points(
    abstract: str, stretch: str | None
) -> None:
    (link,) = find_links(abstract)
    assert stretch is None or abstract[link.start : link.end] == stretch
    edges = {0, *(match.end() for match in regex.finditer(r"\X", abstract))}
    assert {link.start, link.end} <= edges


def test_a_url_inside_a_url_is_not_a_second_link() -> None:
    url = "https://web.archive.org/web/2020/https://a.org/b"
    assert [link.url for link in find_links(f"at {url}.")] == [url]


@given(
    st.lists(
        st.one_of(
            st.sampled_from(
                ["https://", "a.org", "/b_c", "\\href{", "\\url{", "}{", "}", "[", "](", ")", " "]
            ),
            st.text(max_size=4),
        )
    ).map("".join)
)
def test_every_found_url_is_valid_in_a_record_and_lies_in_its_stretch(abstract: str) -> None:
    for link in find_links(abstract):
        URL.validate_python(link.url)
        host = link_host(link.url)
        assert host is not None
        assert host.lower() in abstract[link.start : link.end].lower()


@pytest.mark.parametrize(
    ("url", "host", "repository", "kind"),
    [
        ("https://github.com/A/b.git", "github.com", "A/b", "code"),
        ("https://www.GitHub.com/A/b/tree/main/c#d", "github.com", "A/b", "code"),
        ("https://github.com/A", "github.com", None, "code"),
        ("https://github.com/topics/nlp", "github.com", None, "code"),
        ("https://gitlab.com/g/sub/p/-/tree/x", "gitlab.com", "g/sub/p", "code"),
        ("https://bitbucket.org/a/b/src", "bitbucket.org", "a/b", "code"),
        ("https://anonymous.4open.science/r/x-1", "anonymous.4open.science", None, "code"),
        ("https://huggingface.co/a/b", "huggingface.co", "a/b", "model"),
        ("https://huggingface.co/datasets/a/b", "huggingface.co", "a/b", "data"),
        ("https://huggingface.co/spaces/a/b", "huggingface.co", "a/b", "other"),
        ("https://huggingface.co/papers/2506.07673", "huggingface.co", None, "other"),
        ("https://huggingface.co/a", "huggingface.co", None, "other"),
        ("https://a.github.io/b/c", "a.github.io", None, "other"),
        ("https://a.org:8080/b/c", "a.org", None, "other"),
        ("https://[a", None, None, "other"),
    ],
)
def test_host_repository_and_kind_follow_from_the_url(
    url: str, host: str | None, repository: str | None, kind: str
) -> None:
    assert (link_host(url), link_repository(url), guess_link_kind(url)) == (host, repository, kind)


def test_a_long_text_of_open_markup_is_searched_in_linear_time() -> None:
    # A pattern that backtracks would need minutes.
    assert find_links("\\href{https://a.org}{" + "{" * 20_000) != []
    assert find_links("[" * 20_000 + "](" * 20_000) == []
    assert re.fullmatch(r"https://a\.org", find_links("https://a.org " * 2_000)[0].url)
