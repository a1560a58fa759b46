"""BibTeX as it is found: by hand, by machine, broken."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.formats import bibtex
from search.language.clean import clean
from search.models import Paper
from search.reading import Item, Skipped

ABSTRACT = "abstract = {We count wells.}"


def read(text: str) -> list[Item]:
    return list(bibtex.read("a.bib", text.splitlines(keepends=True)))


def papers(text: str) -> list[Paper]:
    return [item for item in read(text) if isinstance(item, Paper)]


def left_out(text: str) -> list[str]:
    return [f"{item.place}: {item.reason}" for item in read(text) if isinstance(item, Skipped)]


def of(*fields: str) -> Paper:
    (paper,) = papers("@article{key,\n  " + ",\n  ".join((ABSTRACT, *fields)) + "\n}\n")
    return paper


@pytest.mark.parametrize(
    "entry",
    [
        "@article{k, title={On Wells}, abstract={We count wells.}}",
        '@ARTICLE{k, TITLE="On Wells", Abstract = "We count wells." }',
        "@article(k, title={On Wells}, abstract={We count wells.})",
        "  @Article {k ,\ntitle\t=\n{On Wells}\n,\nabstract={We count wells.},\n}",
        "@article{, title={On Wells}, abstract={We count wells.}}",
        "some words @ home\n@article{k, title={On Wells}, abstract={We count wells.}}\n}}} more words",
        "@comment{jabref-meta: x:y;}\n@article{k, title={On Wells}, abstract={We count wells.}}",
        '@preamble{"\\newcommand{\\x}{y}"}\n@article{k, title={On Wells}, abstract={We count wells.}}',
        "@article{k, title={{On {Wells}}}, abstract={{We count wells.}}}",
        "@article{k, title={On Wells}, abstract={We count wells.}, title={Another}}",
        '@string{w="Wells"}\n@article{k, title="On " # w, abstract={We count } # {wells.}}',
        "@article{k, title={On Wells}, abstract={We count wells.}} @article{l, title={No}}",
    ],
)
def test_an_entry_is_read_however_it_is_set_out(entry: str) -> None:
    assert [(clean(paper.title or ""), paper.abstract) for paper in papers(entry)] == [("On Wells", "We count wells.")]


def test_entries_with_one_key_are_two_papers() -> None:
    text = "@misc{a, abstract={One.}}\n@misc{a, abstract={Two.}}\n"

    assert [(paper.abstract, paper.source) for paper in papers(text)] == [("One.", "a.bib#1"), ("Two.", "a.bib#2")]


@pytest.mark.parametrize(
    "broken",
    [
        "@article{a, title = {never closed, abstract = {x}\n",
        '@article{a, title = "never closed, abstract = {x}}\n',
        "@article{a, title {no sign}, abstract = {x}}\n",
        "@article{a, title = {x}, abstract = {x}\n",
    ],
)
def test_an_entry_that_is_broken_is_told_and_the_next_one_read(broken: str) -> None:
    text = f"@misc{{a, abstract={{One.}}}}\n{broken}@misc{{b, abstract={{Two.}}}}\n"

    assert [paper.abstract for paper in papers(text)] == ["One.", "Two."]
    assert left_out(text) == ["line 2: it is not closed, or a brace or quote in it is not; the record was left out"]


@pytest.mark.parametrize(
    ("authors", "names"),
    [
        ("Lee, Ann and Ray, Bo", ("Ann Lee", "Bo Ray")),
        (r"Mitrovi\'{c}, Slobodan and {\'A}lvarez, Rodr\'{\i}go", ("Slobodan Mitrović", "Rodrígo Álvarez")),
        ("{The Wells and Maps Team} and Lee, Ann", ("The Wells and Maps Team", "Ann Lee")),
        ("van der Berg, Anna and others", ("Anna van der Berg", "others")),
        ("Smith, Jr., John", ("John Smith Jr.",)),
        ("王, 小明", ("王小明",)),
    ],
)
def test_authors_are_named_as_people_name_them(authors: str, names: tuple[str, ...]) -> None:
    assert of(f"author = {{{authors}}}").authors == names


@pytest.mark.parametrize(
    ("field", "name", "value"),
    [
        ("year = {2024}", "year", 2024),
        ("date = {2024-05-01/2024-05-03}", "year", 2024),
        ("year = 2024", "year", 2024),
        ("year = {in press}", "year", None),
        ("booktitle = {Proc.\\ of the {IEEE}}", "venue", "Proc. of the IEEE"),
        ("journaltitle = {Wells \\& Maps}", "venue", "Wells & Maps"),
        ("journal = jwells", "venue", "jwells"),
        ("doi = {http://dx.doi.org/10.1000/a\\_b}", "doi", "10.1000/a_b"),
        ("url = {\\url{https://example.org/a\\_b\\%20c}}", "url", "https://example.org/a_b%20c"),
        ("howpublished = {Online, https://example.org/x.}", "url", "https://example.org/x"),
        ("url = {javascript:alert(1)}", "url", None),
        ("openreview = {aB1_x}", "url", "https://openreview.net/forum?id=aB1_x"),
        ("eprint = {2405.00001v2}, archivePrefix = {arXiv}", "arxiv_id", "2405.00001"),
        ("journal = {arXiv preprint arXiv:2405.00001}", "arxiv_id", "2405.00001"),
        ("eprint = {math/0601001}, eprinttype = {arxiv}", "arxiv_id", "math/0601001"),
        ("url = {https://arxiv.org/abs/2405.00001}", "arxiv_id", "2405.00001"),
        ("software = {https://github.com/a/b}", "code", "https://github.com/a/b"),
        ("keywords = {wells; {Dry} lands}", "keywords", ("wells", "Dry lands")),
        ("title = {On Wells}, subtitle = {A Count}", "title", "On Wells: A Count"),
    ],
)
def test_each_field_is_read_for_what_it_says(field: str, name: str, value: object) -> None:
    assert getattr(of(field), name) == value


@pytest.mark.parametrize("parent_first", [True, False])
def test_a_chapter_has_venue_and_year_from_its_book_and_not_the_abstract(parent_first: bool) -> None:
    book = "@proceedings{Book, title={Proceedings of Wells}, year={2024}, editor={Ed Itor}}\n"
    chapter = "@inproceedings{c, crossref={book}, title={On Wells}, abstract={We count wells.}}\n"
    bare = "@inproceedings{d, crossref={Book}, title={Bare}}\n"
    text = book + chapter + bare if parent_first else chapter + bare + book

    (paper,) = papers(text)
    assert (paper.venue, paper.year, paper.title) == ("Proceedings of Wells", 2024, "On Wells")
    assert len(left_out(text)) == 2


def test_a_chapter_of_a_book_that_is_nowhere_is_read_without_it() -> None:
    assert papers("@inproceedings{c, crossref={c}, abstract={We count wells.}}")[0].venue is None


def test_names_are_worth_what_they_were_when_used_and_never_run_in_circles() -> None:
    text = (
        "@string{a = b # {x}}\n@string{b = a # a}\n@string{a = {new}}\n@misc{k, title = b, journal = a, "
        + ABSTRACT
        + "}"
    )

    (paper,) = papers(text)
    assert (paper.title, paper.venue) == ("bxbx", "new")


def test_names_that_stand_for_more_and_more_text_end_somewhere() -> None:
    doubling = "".join(f"@string{{s{n + 1} = s{n} # s{n}}}\n" for n in range(60))
    (paper,) = papers(
        "@string{s0 = {xxxxxxxxxx}}\n" + doubling + "@misc{k, title = s60, journal = s3, " + ABSTRACT + "}"
    )

    assert len(paper.title or "") < 1_000
    assert paper.venue == "x" * 80


def test_latex_percent_signs_and_entities_are_for_reading_to_make_plain() -> None:
    paper = of("title = {50\\% of {H}$_2${O} \\& more}")

    assert clean(paper.title or "") == "50% of H₂O & more"


def test_very_many_entries_on_one_line_are_read() -> None:
    assert len(papers(" ".join(f"@misc{{k{n}, abstract = {{One {n}.}}}}" for n in range(1_000)))) == 1_000
    assert left_out("@misc{k," * 1_000) == [
        "line 1: there are too many beginnings of entries in it; the record was left out"
    ]


@settings(max_examples=150)
@given(st.text(alphabet='@{}",=#\\%( )\nabstricle1', max_size=80))
def test_any_text_at_all_is_read_without_an_error(text: str) -> None:
    assert all(item.abstract for item in read(f"@misc{{a, {text}\n@misc{{b, {ABSTRACT}}}") if isinstance(item, Paper))


@pytest.mark.parametrize(
    "text", ["{" * 100_000, '"' * 100_000, "#" * 100_000, "a = {" * 20_000, "@a{" * 30_000, "\\" * 90_000]
)
def test_signs_without_end_are_told_before_the_tests_run_out_of_patience(text: str) -> None:
    assert [paper.abstract for paper in papers(f"@misc{{a, x = {text}\n@misc{{b, {ABSTRACT}}}")][-1:] == [
        "We count wells."
    ]
