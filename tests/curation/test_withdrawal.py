from __future__ import annotations

import pytest

from paperclaims_curation.documents.withdrawal import find_absence


@pytest.mark.parametrize(
    "comment",
    [
        "This paper has been withdrawn by the authors",
        "This submission has been withdrawn by arXiv administrators",
        "Withdrawn",
        "withdrawn by the authors",
        "Withdrawn: superseded by arXiv:2401.00001",
        "12 pages. Paper withdrawn due to an error in Lemma 2",
        "The author has withdrawn this paper.",
        "arXiv admin note: This paper has been withdrawn by arXiv due to disputed authorship",
        "This version is withdrawn as the proof is wrong",
    ],
)
def test_a_comment_tells_that_a_paper_was_withdrawn(comment: str) -> None:
    assert find_absence("We prove a theorem.", "A theorem", comment) == "withdrawn"


@pytest.mark.parametrize(
    "comment",
    [
        "",
        "12 pages, 3 figures",
        "An earlier version of this paper was withdrawn",
        "replaces withdrawn 2401.00001",
        "withdrawn 2401.00001 is replaced by this",
        "samples were withdrawn",
    ],
)
def test_other_comments_do_not(comment: str) -> None:
    assert find_absence("We prove a theorem.", "A theorem", comment) is None


@pytest.mark.parametrize(
    ("title", "reason"),
    [
        ("WITHDRAWN: Watering at noon.", "withdrawn"),
        ("[Withdrawn] Watering", "withdrawn"),
        ("Withdrawn", "withdrawn"),
        ("TEMPORARY REMOVAL: Watering", "withdrawn"),
        ("Withdrawn patients and their gardens", None),
        ("On withdrawn: an essay", None),
    ],
)
def test_a_title_tells_it_only_as_a_mark_in_front(title: str, reason: str | None) -> None:
    assert find_absence("We water.", title) == reason


@pytest.mark.parametrize(
    ("abstract", "reason"),
    [
        ("", "no abstract"),
        ("  \n", "no abstract"),
        ("N/A", "no abstract"),
        ("[No abstract available]", "no abstract"),
        ("This paper has been withdrawn by the author.", "withdrawn"),
        ("We study papers that were withdrawn by the authors.", None),
    ],
)
def test_an_abstract_may_be_none(abstract: str, reason: str | None) -> None:
    assert find_absence(abstract) == reason
