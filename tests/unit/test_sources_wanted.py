"""Links, numbers and BibTeX as people paste them, each understood as the paper it means."""

import pytest

from bot.sources import Wanted, asked_from, wanted_from

SHA = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2301.00001", Wanted("arxiv", "2301.00001")),
        ("arXiv:2301.00001v3", Wanted("arxiv", "2301.00001")),
        ("https://arxiv.org/abs/2301.00001v2", Wanted("arxiv", "2301.00001")),
        ("http://www.arxiv.org/pdf/2301.00001.pdf", Wanted("arxiv", "2301.00001")),
        ("arxiv.org/abs/2301.00001", Wanted("arxiv", "2301.00001")),
        ("https://export.arxiv.org/abs/hep-th/9901001", Wanted("arxiv", "hep-th/9901001")),
        ("<https://arxiv.org/abs/2301.00001>", Wanted("arxiv", "2301.00001")),
        ("10.48550/arXiv.2301.00001", Wanted("arxiv", "2301.00001")),
        ("10.1000/Wells.7", Wanted("doi", "10.1000/wells.7")),
        ("doi:10.1000/wells.7", Wanted("doi", "10.1000/wells.7")),
        ("https://doi.org/10.1000/wells.7", Wanted("doi", "10.1000/wells.7")),
        ("http://dx.doi.org/10.1000/wells.7.", Wanted("doi", "10.1000/wells.7")),
        ("https://dl.acm.org/doi/pdf/10.1145/3500000.3500001", Wanted("doi", "10.1145/3500000.3500001")),
        ("https://link.springer.com/article/10.1007/s10994-020-05877-5", Wanted("doi", "10.1007/s10994-020-05877-5")),
        ("https://link.springer.com/content/pdf/10.1007/s10994-020-05877-5.pdf?x=1",
         Wanted("doi", "10.1007/s10994-020-05877-5")),
        ("https://onlinelibrary.wiley.com/doi/10.1002/wells.7/full", Wanted("doi", "10.1002/wells.7")),
        ("https://example.org/doi/10.1002%2Fwells.7", Wanted("doi", "10.1002/wells.7")),
        ("https://openreview.net/forum?id=aB3dE5gH7j", Wanted("openreview", "aB3dE5gH7j")),
        ("https://openreview.net/pdf?id=aB3dE5gH7j", Wanted("openreview", "aB3dE5gH7j")),
        ("openreview.net/forum?id=aB3dE5gH7j&referrer=%5Bthe%20profile%5D", Wanted("openreview", "aB3dE5gH7j")),
        ("openreview:aB3dE5gH7j", Wanted("openreview", "aB3dE5gH7j")),
        ("aB3dE5gH7j", Wanted("openreview", "aB3dE5gH7j")),
        ("https://aclanthology.org/2020.acl-main.1/", Wanted("acl", "2020.acl-main.1")),
        ("https://www.aclweb.org/anthology/P18-1001.pdf", Wanted("acl", "P18-1001")),
        ("2020.acl-main.1", Wanted("acl", "2020.acl-main.1")),
        ("acl:P18-1001", Wanted("acl", "P18-1001")),
        (f"https://www.semanticscholar.org/paper/On-Wells-Lee/{SHA}", Wanted("semantic-scholar", SHA)),
        (SHA, Wanted("semantic-scholar", SHA)),
        ("CorpusId:77", Wanted("semantic-scholar", "CorpusId:77")),
    ],
)  # fmt: skip
def test_a_paper_is_known_by_what_people_paste(text: str, expected: Wanted) -> None:
    assert expected == wanted_from(text)


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "wells", "counting wells", "kvcache2024", "https://example.org/paper.html", "https://", "http://[::1",
        "https://openreview.net/group?id=NeurIPS.cc/2025/Conference", "https://openreview.net/forum?id=../../x",
        "file:///etc/passwd", "http://127.0.0.1/", "acl:../x", "CorpusId:x", "openreview:a b", "javascript:alert(1)",
        "https://www.semanticscholar.org/paper/x", "10.1000", "arxiv:9999.1", "@article", "\x00", "x" * 10_000,
    ],
)  # fmt: skip
def test_what_no_service_can_be_asked_for_is_none(text: str) -> None:
    assert wanted_from(text) is None


def test_links_and_numbers_are_told_apart_by_spaces_and_lines() -> None:
    asked = list(asked_from(["2301.00001 https://doi.org/10.1000/wells.7\nnonsense", "2301.00002"]))

    assert [str(each.wanted) for each in asked if each.wanted] == [
        "arxiv:2301.00001",
        "10.1000/wells.7",
        "arxiv:2301.00002",
    ]
    assert ["nonsense"] == [each.text for each in asked if "paste the paper's BibTeX entry" in each.trouble]


def test_an_entry_says_what_it_says_and_is_looked_up_for_the_rest() -> None:
    text = """@string{jow = "Journal of Wells"}
    @article{lee, title={On {W}ells}, author={Lee, Ann and others}, journal=jow, year=2024, doi={10.1000/wells.7}}
    @misc{ray, title={More Wells}, eprint={2405.00001}, archiveprefix={arXiv}}
    @inproceedings{doe, title={Deep Wells}, url={https://openreview.net/forum?id=aB3dE5gH7j}}
    @misc{whole, title={Whole}, abstract={We count what is there.}}
    @misc{lost, title={Lost Wells}}
    """

    asked = list(asked_from([text]))

    assert [each.text for each in asked] == ["lee", "ray", "doe", "whole", "lost"]
    assert [str(each.wanted or "") for each in asked] == [
        "10.1000/wells.7", "arxiv:2405.00001", "openreview:aB3dE5gH7j", "", "",
    ]  # fmt: skip
    assert [each.is_whole for each in asked] == [False, False, False, True, False]
    first = asked[0].given
    assert first is not None
    assert (first.authors, first.year, first.venue) == (("Ann Lee", "others"), 2024, "Journal of Wells")
    assert ["", "", "", "", "it has no abstract, and no DOI or link to look it up by"] == [
        each.trouble for each in asked
    ]


@pytest.mark.parametrize("text", ["@", "@article", "@article{", "@misc{x, title={never closed", "@comment{only this}"])
def test_an_entry_that_cannot_be_read_is_told(text: str) -> None:
    (asked,) = asked_from([text])

    assert asked.trouble
    assert not asked.wanted


def test_what_is_too_long_to_be_typed_is_not_read() -> None:
    (asked,) = asked_from(["@article{x, title={" + "x" * 300_000])

    assert "import" in asked.trouble
    assert len(asked.text) < 100
