"""What web services answer: CSL, Zotero, OpenReview, Semantic Scholar, OpenAlex, Crossref, arXiv, PMLR and XML."""

import json
from collections.abc import Callable, Iterable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.formats import (
    acl_anthology,
    arxiv_atom,
    arxiv_listing,
    crossref,
    csl_json,
    dblp,
    openalex,
    openreview,
    pmlr,
    pubmed,
    semantic_scholar,
    zotero_json,
)
from search.language.clean import clean
from search.models import Paper
from search.reading import Item, Skipped

Read = Callable[[str, Iterable[str]], Iterator[Item]]


def read(reader: Read, text: str) -> list[Item]:
    return list(reader("a", text.splitlines(keepends=True)))


def one(reader: Read, record: object) -> Paper:
    text = record if isinstance(record, str) else json.dumps(record)
    (paper,) = [item for item in read(reader, text) if isinstance(item, Paper)]
    return paper


def left_out(reader: Read, record: object) -> str:
    text = record if isinstance(record, str) else json.dumps(record)
    (item,) = read(reader, text)
    assert isinstance(item, Skipped)
    return item.reason.removesuffix("; the record was left out")


# CSL and Zotero


@pytest.mark.parametrize(
    ("fields", "name", "value"),
    [
        ({"author": [{"literal": "Wells Team"}]}, "authors", ("Wells Team",)),
        ({"author": [{"family": "Berg", "given": "A.", "suffix": "Jr."}]}, "authors", ("A. Berg Jr.",)),
        ({"author": [{"non-dropping-particle": "de", "family": "Berg", "given": "A."}]}, "authors", ("A. de Berg",)),
        ({"issued": {"date-parts": [[2019, 4, 28]]}}, "year", 2019),
        ({"issued": {"date-parts": [[None]]}}, "year", None),
        ({"issued": {"raw": "Spring 2019"}}, "year", 2019),
        ({"issued": "2019-04"}, "year", 2019),
        ({"DOI": "10/fqd6hj"}, "doi", "10/fqd6hj"),
        ({"URL": "https://arxiv.org/abs/2405.00001v3"}, "arxiv_id", "2405.00001"),
        ({"keyword": "wells, maps"}, "keywords", ("wells", "maps")),
    ],
)
def test_csl_fields_are_read_for_what_they_say(fields: dict[str, object], name: str, value: object) -> None:
    assert getattr(one(csl_json.read, {"type": "article", "abstract": "One.", **fields}), name) == value


def test_zotero_items_come_bare_and_in_envelopes_and_their_parts_are_no_papers() -> None:
    item = {"itemType": "preprint", "abstractNote": "One &nbsp; two.", "extra": "arXiv:2405.00001 [cs]", "date": "2024"}

    for record in (item, [item], {"key": "X", "version": 1, "data": item}, {"config": {}, "items": [item]}):
        paper = one(zotero_json.read, record)
        assert (paper.abstract, paper.arxiv_id, paper.year) == ("One &nbsp; two.", "2405.00001", 2024)
    assert left_out(zotero_json.read, {"itemType": "attachment", "title": "a.pdf"}) == "it is an attachment, no paper"


def test_of_a_book_without_authors_no_editor_becomes_one() -> None:
    creators = [{"creatorType": "editor", "lastName": "Itor"}, {"creatorType": "presenter", "lastName": "Lee"}]

    assert one(zotero_json.read, {"itemType": "book", "abstractNote": "One.", "creators": creators}).authors == ("Lee",)


# OpenReview


def test_notes_of_both_interfaces_are_read() -> None:
    content = {
        "title": "On Wells",
        "abstract": "One.",
        "authors": ["Ann Lee"],
        "pdf": "/pdf/x.pdf",
        "venue": "ICLR 2023 poster",
    }
    first = {"id": "aB", "forum": "aB", "invitation": "x", "content": content}
    second = {**first, "content": {name: {"value": value} for name, value in content.items()}}

    assert one(openreview.read, first) == one(openreview.read, {"notes": [second], "count": 1})
    paper = one(openreview.read, second)
    assert (paper.year, paper.pdf) == (2023, "https://openreview.net/pdf/x.pdf")
    assert paper.url == "https://openreview.net/forum?id=aB"


@pytest.mark.parametrize(
    ("note", "reason"),
    [
        ({"id": "b", "forum": "a", "replyto": "a", "content": {"review": "Good."}}, "it is a reply, no paper"),
        ({"id": "a", "ddate": 1, "content": {"abstract": "One."}}, "it was deleted"),
        ({"id": "a", "content": None}, "it holds no content"),
    ],
)
def test_notes_that_are_no_papers_are_named(note: object, reason: str) -> None:
    assert left_out(openreview.read, note) == reason


@pytest.mark.parametrize("moment", [10**30, -(10**30), "soon", 1_714_600_000_000])
def test_a_year_comes_from_the_day_where_the_venue_has_none(moment: object) -> None:
    paper = one(openreview.read, {"id": "a", "pdate": moment, "content": {"abstract": "One."}})

    assert paper.year == (2024 if moment == 1_714_600_000_000 else None)


# Semantic Scholar, OpenAlex, Crossref


def test_papers_of_semantic_scholar_come_alone_in_lists_and_as_citations() -> None:
    paper = {"paperId": "x", "abstract": "One.", "externalIds": {"ArXiv": "2405.00001"}, "openAccessPdf": None}

    for record in (paper, [paper], {"data": [{"citingPaper": paper}]}, {"recommendedPapers": [paper]}):
        found = one(semantic_scholar.read, record)
        assert (found.abstract, found.arxiv_id) == ("One.", "2405.00001")
        assert found.url == "https://www.semanticscholar.org/paper/x"


def test_an_inverted_index_is_put_in_order_and_gaps_are_passed_over() -> None:
    index = {"wells": [2, 9], "We": [0], "count": [1], "odd": "x", "more": [None, True]}

    assert one(openalex.read, {"abstract_inverted_index": index}).abstract == "We count wells wells"


@pytest.mark.parametrize(
    ("work", "reason"),
    [
        ({"abstract_inverted_index": {"a": list(range(30_000))}}, "its abstract has more than 20,000 words"),
        ({"abstract_inverted_index": {"a": [0]}, "is_retracted": True}, "it was retracted"),
        ({"abstract_inverted_index": ["a"]}, "it has no abstract"),
    ],
)
def test_works_that_cannot_be_taken_are_told(work: object, reason: str) -> None:
    assert left_out(openalex.read, work) == reason


def test_a_far_away_place_in_an_index_costs_nothing() -> None:
    assert one(openalex.read, {"abstract_inverted_index": {"a": [0], "b": [10**15]}}).abstract == "a b"


def test_abstracts_of_crossref_are_jats_and_titles_lists() -> None:
    work = {
        "DOI": "10.1000/x",
        "title": ["On <i>Wells</i>"],
        "subtitle": ["A Count"],
        "abstract": "<jats:title>Aims</jats:title><jats:p>CO<jats:sub>2</jats:sub> &amp; wells.</jats:p>",
        "author": [{"family": "Lee", "given": "Ann"}, {"name": "Wells Team"}],
        "link": [{"URL": "https://example.org/a.pdf", "content-type": "application/pdf"}],
        "published": {"date-parts": [[2023]]},
        "event": {"name": "WELLS 2023"},
    }
    paper = one(crossref.read, {"status": "ok", "message-type": "work", "message": work})

    assert clean(paper.title or "") == "On Wells: A Count"
    assert clean(paper.abstract) == "Aims\n\nCO₂ & wells."
    assert (paper.authors, paper.year, paper.venue) == (("Ann Lee", "Wells Team"), 2023, "WELLS 2023")
    assert paper.pdf == "https://example.org/a.pdf"


# arXiv


def test_an_error_of_arxivs_service_is_no_paper() -> None:
    feed = (
        '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/api/errors#x</id><title>Error</title>'
        "<summary>incorrect id</summary></entry></feed>"
    )

    assert left_out(arxiv_atom.read, feed) == "it is no paper but an error: incorrect id"


def test_signs_in_an_abstract_of_atom_stay() -> None:
    inside = "<id>http://arxiv.org/abs/astro-ph/0601001v1</id><summary>V_max&lt;17.5 &amp; {a}</summary>"
    feed = f'<feed xmlns="http://www.w3.org/2005/Atom"><entry>{inside}</entry></feed>'
    paper = one(arxiv_atom.read, feed)

    assert (paper.abstract, paper.arxiv_id) == ("V_max<17.5 & {a}", "astro-ph/0601001")
    assert paper.url == "https://arxiv.org/abs/astro-ph/0601001"


@pytest.mark.parametrize(
    ("head", "number", "year"),
    [
        ("arXiv:2405.00001", "2405.00001", 2024),
        ("Paper: hep-th/9901001", "hep-th/9901001", 1999),
        ("Paper (*cross-listing*): math-ph/0501001", "math-ph/0501001", 2005),
        ("Paper: math.AG/9712001", "math.AG/9712001", 1997),
    ],
)
def test_old_and_new_listings_are_read(head: str, number: str, year: int) -> None:
    fields = "Date: Thu, 11 Dec 97 20:47:36 GMT\n\nTitle: On Wells\nAuthors: Ann Lee and Bo Ray"
    text = f"----\n\\\\\n{head}\nFrom: Ann Lee <a@b.c>\n{fields}\n\\\\\n  One.\n\\\\\n"
    paper = one(arxiv_listing.read, text)

    assert (paper.arxiv_id, paper.year, paper.authors) == (number, year, ("Ann Lee", "Bo Ray"))


@pytest.mark.parametrize(
    "abstract",
    [
        "This paper has been withdrawn by the authors.",
        "Withdrawn.",
        "This submission was withdrawn by arXiv admins\nsince it is wrong.",
    ],
)
def test_a_withdrawn_paper_is_named(abstract: str) -> None:
    assert (
        left_out(arxiv_listing.read, f"\\\\\narXiv:2405.00001\nTitle: On\n\\\\\n  {abstract}\n\\\\\n")
        == "it was withdrawn"
    )


def test_a_paper_about_withdrawing_stays() -> None:
    text = "\\\\\narXiv:2405.00001\nTitle: On\n\\\\\n  Water is withdrawn from wells. We count them.\n\\\\\n"

    assert one(arxiv_listing.read, text).abstract == "Water is withdrawn from wells. We count them."


# PMLR and XML


@pytest.mark.parametrize(
    ("top", "reason"),
    [
        ("title: a: b: c\nabstract: x", "it is not valid YAML (mapping values are not allowed here)"),
        ("a: &a [x, x]\nb: &b [*a, *a]\nabstract: *b", "it repeats a part of itself by its name, which is not read"),
        ("- abstract", "it holds no fields"),
        ("abstract: !!python/object/apply:os.system [x]", "it is not valid YAML"),
    ],
)
def test_a_page_that_cannot_be_read_says_why(top: str, reason: str) -> None:
    assert left_out(pmlr.read, f"---\n{top}\n---\n").startswith(reason)


def test_a_page_of_pmlr_has_an_address_and_authors_in_one_of_two_forms() -> None:
    top = "abstract: One.\npublisher: PMLR\nvolume: '291'\nid: lee25a\ndate: 2025-07-02\n"
    text = f'---\n{top}bibtex_author: Lee, Ann and G{{\\"o}}bel, A.\n---\nbody\n'
    paper = one(pmlr.read, text)

    assert (paper.url, paper.year) == ("https://proceedings.mlr.press/v291/lee25a.html", 2025)
    assert paper.authors == ("Ann Lee", "A. Göbel")


def test_a_paper_of_the_anthology_has_its_volumes_venue_and_an_address() -> None:
    text = (
        "<collection id='x'><volume id='1'><meta><booktitle>One <fixed-case>A</fixed-case></booktitle>"
        "<year>2020</year></meta><paper><abstract>One.</abstract><url>2020.x-1.1</url></paper></volume>"
        "<volume id='2'><meta><year>2021</year></meta><paper><abstract>Two.</abstract></paper></volume></collection>"
    )
    first, second = (item for item in read(acl_anthology.read, text) if isinstance(item, Paper))

    assert (first.venue, first.year, first.pdf) == ("One A", 2020, "https://aclanthology.org/2020.x-1.1.pdf")
    assert (second.venue, second.year) == (None, 2021)


def test_parts_of_a_medical_abstract_keep_their_labels() -> None:
    text = (
        "<PubmedArticle><Abstract><AbstractText Label='METHODS'>We count.</AbstractText>"
        "<AbstractText>More.</AbstractText></Abstract>"
        "<AuthorList><Author><CollectiveName>Wells Team</CollectiveName></Author></AuthorList></PubmedArticle>"
    )
    paper = one(pubmed.read, text)

    assert (paper.abstract, paper.authors) == ("Methods: We count.\n\nMore.", ("Wells Team",))


def test_letters_of_dblp_are_known_without_its_document_type() -> None:
    paper = one(
        dblp.read, "<article mdate='x'><author>J&uuml;rgen M&ouml;ller 0002</author><abstract>One.</abstract></article>"
    )

    assert paper.authors == ("Jürgen Möller",)


JSON_READERS: list[Read] = [
    module.read for module in (csl_json, zotero_json, openreview, semantic_scholar, openalex, crossref)
]
NAMES = """
abstract title author authors creators content value data items year issued date-parts DOI link tags name venue id
abstractNote abstract_inverted_index authorships keywords primary_location externalIds extra forum itemType
"""
KEYS = st.sampled_from(NAMES.split())
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=80)
@given(st.lists(st.dictionaries(KEYS, VALUES, max_size=6), max_size=2), st.sampled_from(JSON_READERS))
def test_whatever_a_service_answers_is_read_without_an_error(records: list[object], reader: Read) -> None:
    assert all(item.abstract for item in read(reader, json.dumps(records)) if isinstance(item, Paper))
