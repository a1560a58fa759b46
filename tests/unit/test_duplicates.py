"""When two records are of the same paper, and what says so."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.duplicates import Answer, candidates, hint, known_again, mixed_up, traits, verdict
from search.duplicates.byline import agreement, byline
from search.duplicates.exact import ExactName, exact_names
from search.duplicates.shingles import overlap_of, shingles
from search.duplicates.title import numbered_apart, retitled, title_key, title_of
from search.models import OTHERS, Paper

ABSTRACT = (
    "Sailors of the archipelago find their way by the swell that bends around islands they cannot see. We model the "
    "bending as refraction in shallow water and fit it to recordings of forty boats. A chart of sticks turns out to be "
    "a first-order expansion of that model, exact within 7% for the northern atolls. Pilots who were shown the "
    "expansion corrected it by hand, and their corrections match the second order. Code is at our website."
)
OTHER_TEXT = (
    "Bees that return to a moved hive search in loops which grow until something looks right. We show that the loops "
    "are the best plan for a searcher who forgets, and estimate how fast a bee forgets from how fast they grow. In "
    "gardens with few landmarks the estimate doubles. Honey yield does not depend on it, whatever keepers say."
)
PAPER = Paper(
    abstract=ABSTRACT,
    title="Stick Charts: Swell Refraction as Seen from a Canoe",
    authors=("Ana Núñez", "Jiří Kovář", "Lei Zhang"),
    year=2021,
    venue="NAV",
    source="a.bib#1",
)


def answer(one: Paper, other: Paper) -> Answer:
    there, back = verdict(traits(one), traits(other)), verdict(traits(other), traits(one))
    assert there == back
    assert there.reasons
    return there.answer


@pytest.mark.parametrize(
    "spelling",
    [
        "10.1000/Ab.12",
        "doi:10.1000/ab.12",
        "DOI: 10.1000/ab.12.",
        "https://doi.org/10.1000/AB.12",
        "http://dx.doi.org/10.1000/ab.12",
        "https://doi.org/10.1000%2Fab.12",
    ],
)
def test_a_doi_is_one_name_in_all_its_spellings(spelling: str) -> None:
    assert exact_names(Paper(abstract="", doi=spelling)) == {ExactName("doi", "10.1000/ab.12")}


@pytest.mark.parametrize(
    "fields",
    [
        {"arxiv_id": "2101.00001"},
        {"arxiv_id": "arXiv:2101.00001v3"},
        {"url": "https://arxiv.org/abs/2101.00001v2"},
        {"pdf": "http://export.arxiv.org/pdf/2101.00001.pdf"},
        {"doi": "10.48550/arXiv.2101.00001"},
        {"url": "https://doi.org/10.48550/ARXIV.2101.00001"},
    ],
)
def test_a_preprint_is_one_name_whatever_its_version(fields: dict[str, str]) -> None:
    assert exact_names(replace(Paper(abstract=""), **fields)) == {ExactName("arxiv", "2101.00001")}  # type: ignore[arg-type]


def test_old_numbers_of_arxiv_do_not_depend_on_the_subject_class() -> None:
    assert exact_names(Paper(abstract="", arxiv_id="math.AG/0601001")) == {ExactName("arxiv", "math/0601001")}


@pytest.mark.parametrize(
    "fields",
    [
        {"url": "https://aclanthology.org/P18-1001/"},
        {"pdf": "https://aclanthology.org/P18-1001.pdf"},
        {"url": "https://www.aclweb.org/anthology/P18-1001"},
    ],
)
def test_a_page_of_the_acl_anthology_is_one_name(fields: dict[str, str]) -> None:
    assert exact_names(replace(Paper(abstract=""), **fields)) == {ExactName("acl", "p18-1001")}  # type: ignore[arg-type]


def test_the_doi_of_the_acl_names_its_page_too() -> None:
    names = exact_names(Paper(abstract="", doi="10.18653/v1/2025.coling-main.60"))

    assert ExactName("acl", "2025.coling-main.60") in names


def test_forum_and_pdf_of_openreview_are_one_name() -> None:
    page, file = "https://openreview.net/forum?id=Ab1_x&noteId=z", "https://openreview.net/pdf?id=Ab1_x"

    assert exact_names(Paper(abstract="", url=page, pdf=file)) == {ExactName("openreview", "Ab1_x")}


@pytest.mark.parametrize("url", ["https://proceedings.example.org/paper/2020", "https://example.org/", "http://[::1"])
def test_an_address_of_a_whole_volume_or_none_names_no_paper(url: str) -> None:
    assert exact_names(Paper(abstract="", url=url)) == frozenset()


@pytest.mark.parametrize(
    "coat",
    [
        {"title": "{Stick Charts}: {\\emph{Swell} Refraction} as Seen from a Canoe"},
        {"title": "STICK CHARTS: SWELL REFRACTION AS SEEN FROM A CANOE."},
        {"title": "Stick Charts: Swell Refraction as Seen from a Canoe (Extended Abstract)", "year": 2023},
        {"title": "Stick Charts: Swell Refraction as Seen from a Canoe [technical report]", "venue": None},
        {"authors": ("A. Nunez", "J. Kovar", "L. Zhang")},
        {"authors": ("Núñez Ana", "Kovář Jiří", "Zhang Lei")},
        {"authors": ("Ana Núñez", OTHERS)},
        {"authors": ()},
        {"title": None, "authors": ()},
        {"abstract": "Abstract— " + ABSTRACT.replace("fi", "\ufb01").replace("%", "\\%"), "year": None},
        {"abstract": "<jats:p>" + ABSTRACT.replace("We", "We&#160;") + "</jats:p>"},
        {"abstract": ABSTRACT.replace("recordings", "record-\nings").replace("model", "\\emph{model}")},
        {"abstract": ABSTRACT[:250]},
        {"abstract": OTHER_TEXT, "venue": "arXiv", "year": 2020},
    ],
)
def test_a_paper_is_known_in_another_coat(coat: dict[str, object]) -> None:
    other = replace(PAPER, **coat)  # type: ignore[arg-type]

    assert answer(PAPER, other) is Answer.SAME
    assert [again.verdict.answer for again in known_again([PAPER], [other])] == [Answer.SAME]


@pytest.mark.parametrize(
    "near",
    [
        {"title": "Comments on Stick Charts: Swell Refraction as Seen from a Canoe"},
        {"title": "Reply to Stick Charts: Swell Refraction as Seen from a Canoe"},
        {"title": "Erratum: Stick Charts: Swell Refraction as Seen from a Canoe"},
        {"title": "Stick Charts: Swell Refraction as Seen from a Canoe, Part II"},
        {"title": "Stick Charts: Swell Refraction as Seen from a Canoe — Video contribution"},
        {"title": "Stick Charts in 3D: Swell Refraction as Seen from a Canoe"},
        {"title": "Swell Refraction around Two Islands"},
        {"title": "Mazes of Reefs", "authors": ("Bo Ek",)},
        {"title": "Preface"},
    ],
)
def test_what_stands_near_a_paper_is_not_merged_with_it_however_alike_the_abstracts_are(
    near: dict[str, object],
) -> None:
    assert answer(PAPER, replace(PAPER, **near)) is not Answer.SAME  # type: ignore[arg-type]


def test_parts_are_different_papers_even_with_one_abstract() -> None:
    parts = [replace(PAPER, title=f"Planning in Crowded Harbours: Part {number}") for number in ("I", "II")]

    assert answer(*parts) is Answer.DIFFERENT


@pytest.mark.parametrize("title", ["Preface", "Plenary talks", "[Monday digests]", "Workshops and Tutorials"])
def test_front_matter_of_two_volumes_is_not_one_paper(title: str) -> None:
    one = Paper(abstract=ABSTRACT, title=title, year=2007, venue="NAV")

    assert answer(one, replace(one, year=2018)) is Answer.DIFFERENT
    assert answer(one, one) is Answer.SAME


def test_one_title_on_two_texts_by_other_people_is_no_proof() -> None:
    assert answer(PAPER, replace(PAPER, abstract=OTHER_TEXT, authors=("Bo Ek",))) is Answer.DIFFERENT


def test_one_title_twice_in_a_volume_with_other_texts_stays_open() -> None:
    assert answer(PAPER, replace(PAPER, abstract=OTHER_TEXT)) is Answer.UNSURE


def test_an_exact_name_is_enough_unless_all_else_speaks_against_it() -> None:
    named = replace(PAPER, arxiv_id="2101.00001")

    again = Paper(abstract=ABSTRACT, title="What the Swell Tells", arxiv_id="2101.00001v2")
    assert answer(named, again) is Answer.SAME
    wrong = Paper(abstract=OTHER_TEXT, title="Bees", authors=("Bo Ek",), arxiv_id="2101.00001")
    assert answer(named, wrong) is Answer.UNSURE
    assert answer(replace(named, title="Charts, Part I"), replace(named, title="Charts, Part II")) is Answer.UNSURE


def test_two_numbers_of_arxiv_are_two_papers_until_a_person_says_otherwise() -> None:
    pair = [replace(PAPER, arxiv_id=number) for number in ("2101.00001", "2101.00002")]

    assert answer(*pair) is Answer.UNSURE


def test_without_a_title_likeness_is_not_enough() -> None:
    half = ABSTRACT[: len(ABSTRACT) // 2] + OTHER_TEXT[:100]

    assert answer(Paper(abstract=ABSTRACT), Paper(abstract=half)) is not Answer.SAME


@pytest.mark.parametrize("text", ["", "No abstract is available.", "None", "n/a n/a n/a"])
def test_a_phrase_in_the_place_of_an_abstract_makes_no_two_papers_one(text: str) -> None:
    assert (
        answer(Paper(abstract=text, title="Reefs at Low Water"), Paper(abstract=text, title="Bees")) is not Answer.SAME
    )
    assert answer(Paper(abstract=text), Paper(abstract=text)) is Answer.DIFFERENT


def test_an_abstract_that_was_printed_with_the_wrong_paper_is_seen() -> None:
    assert mixed_up(PAPER, replace(PAPER, title="Bees", authors=("Bo Ek",)))
    assert not mixed_up(PAPER, replace(PAPER, title="Bees"))
    assert not mixed_up(PAPER, replace(PAPER, title=None, authors=()))


def test_titles_are_compared_by_their_words_and_numbers() -> None:
    assert numbered_apart(title_of("Two Snake Robots"), title_of("Three Snake Robots"))
    assert numbered_apart(title_of("OmniClimber"), title_of("OmniClimber-II"))
    assert retitled(title_of("WSNet: Learning Compact Networks"), title_of("WSNet: Compact and Efficient Networks"))
    assert not retitled(title_of("LVI-SAM: Odometry by Smoothing"), title_of("LIO-SAM: Odometry by Smoothing"))
    assert title_key("{\\em On} C++ (Extended Abstract)") == title_key("On C++")
    assert title_key("On C++") != title_key("On C")


def test_bylines_agree_whatever_the_order_of_a_name() -> None:
    assert agreement(byline(["Fu Yili", "Li Bao"]), byline(["Yili Fu", "B. Li", "Jr. Cy Doe"])) == 1
    assert agreement(byline(["John Smith Jr."]), byline(["J. Smith"])) == 1
    assert agreement(byline(["Ann Lee"]), byline(["Bo Ray"])) == 0
    assert not byline([OTHERS])


def test_languages_without_spaces_are_compared_sign_by_sign() -> None:
    text = "本研究提出一种用于群岛航行的涌浪折射模型并用四十艘船的记录加以验证"

    assert len(shingles(text)) == len(text) - 2
    assert overlap_of(shingles(text), shingles(text[:20])).shared == 18
    long = text + "结果表明该模型在北部环礁的误差小于百分之七" * 3
    assert list(candidates([hint(Paper(abstract=long)), hint(Paper(abstract=long + "。"))])) == [(0, 1)]


def test_only_pairs_with_a_new_paper_are_looked_for() -> None:
    hints = [hint(PAPER)] * 3

    assert list(candidates(hints)) == [(0, 1), (0, 2), (1, 2)]
    assert list(candidates(hints, new_from=2)) == [(0, 2), (1, 2)]
    assert list(candidates(hints, new_from=3)) == []
    assert list(candidates([])) == []


def test_what_thousands_share_is_not_compared_each_with_each() -> None:
    papers = [replace(PAPER, url="https://a.org/x", source=f"a.bib#{number}") for number in range(3_000)]

    assert list(candidates([hint(paper) for paper in papers])) == []


def test_a_monstrous_record_is_compared_like_any_other() -> None:
    names = tuple(f"A{number} B{number}" for number in range(100_000))
    monster = Paper(abstract="x{" * 100_000, title="{" * 50_000 + "a", authors=names)

    assert answer(monster, PAPER) is Answer.DIFFERENT
    assert answer(monster, replace(monster, authors=names[::-1])) is not Answer.SAME


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=300), st.text(max_size=80), st.lists(st.text(max_size=20), max_size=4), st.text(max_size=60))
def test_no_text_breaks_anything_and_a_record_is_never_different_from_itself(
    abstract: str, title: str, authors: list[str], link: str
) -> None:
    paper = Paper(abstract=abstract, title=title, authors=tuple(authors), url=link, doi=link, arxiv_id=link)
    found = list(candidates([hint(paper), hint(PAPER)]))

    assert found in ([], [(0, 1)])
    if title_key(title) and len(shingles(abstract)) >= 15:
        assert answer(paper, paper) is not Answer.DIFFERENT
