"""Previews of linked papers: found by every address they have, and none where anything is unclear."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handlers.errors import Unavailable
from handlers.previews import QUIET, Linked, Preview, previews
from search.grammar.addresses import known_as
from search.models import Paper
from tests.block_rules import problems
from tests.fakes import BrokenLibrary
from tests.fakes_handlers import EMPTY, NOW, PAPERS, services

ABSTRACT = "We study caches. We propose a cache that is small. It works."
ACL = Paper(id="acl", title="On ACL", abstract=ABSTRACT, url="https://aclanthology.org/2023.acl-long.7/")
ACL_DOI = Paper(id="acl-doi", title="On DOI", abstract=ABSTRACT, doi="10.18653/v1/2024.emnlp-main.3")
PMLR = Paper(id="pmlr", title="On PMLR", abstract=ABSTRACT, url="https://proceedings.mlr.press/v202/smith23a.html")
PDF_ONLY = Paper(id="pdf-only", title="On PDF", abstract=ABSTRACT, pdf="https://openreview.net/pdf?id=Zz9")
DOI = Paper(id="doi", title="On a DOI", abstract=ABSTRACT, doi="10.1145/3580305.3599")
OVER_DOI = Paper(id="over-doi", title="On arXiv's DOIs", abstract=ABSTRACT, doi="10.48550/arXiv.2404.00009")
HELD = (*PAPERS, ACL, ACL_DOI, PMLR, PDF_ONLY, DOI, OVER_DOI)


def linked(*links: str, **changes: object) -> Linked:
    usual = Linked(
        links=links, channel_id="C0CHANNEL", message_ts="1.2", team_id="T0TEAM", member=True, sent=True, now=NOW
    )
    return replace(usual, **changes)  # type: ignore[arg-type]


def shown(*links: str, **changes: object) -> tuple[Preview, ...]:
    made = previews(linked(*links, **changes), services(HELD))
    assert [problem for one in made for problem in problems(one.message)] == []
    return made


def papers(made: tuple[Preview, ...]) -> list[str]:
    return [one.key.rpartition(":")[2] for one in made]


@pytest.mark.parametrize(
    ("link", "paper"),
    [
        ("https://arxiv.org/abs/1901.00001", "forest-kernel"),
        ("http://www.arxiv.org/abs/1901.00001v12", "forest-kernel"),
        ("https://arxiv.org/pdf/1901.00001v2.pdf#page=3", "forest-kernel"),
        ("https://arxiv.org/html/1901.00001v1", "forest-kernel"),
        ("https://export.arxiv.org/abs/1901.00001?context=cs", "forest-kernel"),
        ("https://doi.org/10.48550/arXiv.1901.00001", "forest-kernel"),
        ("https://arxiv.org/abs/2404.00009", "over-doi"),
        ("https://openreview.net/forum?id=5Iw1nDtYmT&amp;a=b", "kvflow"),
        ("https://openreview.net/forum?id=Zz9&noteId=q", "pdf-only"),
        ("https://aclanthology.org/2023.acl-long.7", "acl"),
        ("https://aclanthology.org/2023.acl-long.7.pdf", "acl"),
        ("https://aclanthology.org/2024.emnlp-main.3/", "acl-doi"),
        ("https://proceedings.mlr.press/v202/smith23a/smith23a.pdf", "pmlr"),
        ("https://doi.org/10.1145/3580305.3599?utm_source=x", "doi"),
        ("https://dx.doi.org/10.1145/3580305.3599#sec-2", "doi"),
    ],
)
def test_a_paper_is_known_by_each_form_of_its_address(link: str, paper: str) -> None:
    (made,) = shown(link)

    assert (papers((made,)), made.link, made.quiet) == ([paper], link, QUIET)


@pytest.mark.parametrize(
    "link",
    [
        "https://arxiv.org/abs/2999.00001",
        "https://arxiv.org/list/cs.CL/recent",
        "https://arxiv.org/",
        "https://openreview.net/forum",
        "https://openreview.net/group?id=NeurIPS.cc/2025",
        "https://aclanthology.org/",
        "https://proceedings.mlr.press/v202/",
        "https://doi.org/",
        "https://[broken",
        "ftp://arxiv.org/abs/1901.00001",
        "kvflow",
        "",
    ],
)
def test_an_address_of_no_paper_here_has_no_preview(link: str) -> None:
    assert shown(link) == ()


def test_the_preview_has_the_headline_two_sentences_and_buttons() -> None:
    (made,) = shown("https://arxiv.org/abs/1901.00001")

    assert made.message.text.split("\n") == [
        "Random Forests as Kernels [forest-kernel]",
        "We study random forests.",
        "We propose a kernel that reads a forest as distances.",
    ]
    labels = [button["text"]["text"] for button in made.message.blocks[-1]["elements"]]
    assert labels[:2] == ["Read", "Similar"]
    assert "Share" not in labels


@pytest.mark.parametrize("changes", [{"member": False}, {"sent": False}, {"channel_id": "D0CHANNEL"}])
def test_where_the_bot_is_not_or_nothing_was_said_there_is_no_preview(changes: dict[str, object]) -> None:
    assert shown("https://arxiv.org/abs/1901.00001", **changes) == ()


def test_a_message_with_more_than_two_links_has_none() -> None:
    known = "https://arxiv.org/abs/1901.00001"

    assert papers(shown(known, "https://doi.org/10.1145/3580305.3599")) == ["forest-kernel", "doi"]
    assert shown(known, "https://doi.org/10.1145/3580305.3599", "https://arxiv.org/abs/2999.00001") == ()
    assert papers(shown(known, known, known)) == ["forest-kernel"]


def test_a_paper_that_is_linked_twice_is_shown_at_the_first_link() -> None:
    (made,) = shown("https://arxiv.org/pdf/1901.00001", "https://arxiv.org/abs/1901.00001")

    assert made.link == "https://arxiv.org/pdf/1901.00001"


def test_a_paper_that_says_nothing_of_itself_has_none() -> None:
    silent = replace(EMPTY, arxiv_id="2401.00001")

    assert previews(linked("https://arxiv.org/abs/2401.00001"), services((silent,))) == ()


def test_a_library_out_of_reach_is_no_preview_of_something_else() -> None:
    with pytest.raises(Unavailable):
        previews(linked("https://arxiv.org/abs/1901.00001"), services(library=BrokenLibrary()))


@given(st.text(max_size=60), st.sampled_from(["https://arxiv.org/", "https://openreview.net/forum?id=", "", "http://"]))
def test_whatever_stands_in_an_address_is_read_without_a_fault(text: str, before: str) -> None:
    for made in shown(before + text):
        assert papers((made,))[0] in {paper.id for paper in HELD}
    assert len(known_as(before + text)) <= 6
