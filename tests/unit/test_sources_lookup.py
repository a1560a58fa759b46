"""Papers fetched from recorded answers of each service, and what is said when there is none."""

import json

import pytest

from bot.sources import Wanted
from search.models import Paper
from tests.sources_kit import ABSTRACT, FORUM, NO_ENTRY, Services, Told, atom, note, scholar, served, sources_at, work

ARXIV = Wanted("arxiv", "2405.00001")
DOI = Wanted("doi", "10.1000/wells.7")
NOTE = Wanted("openreview", FORUM)


def paper_at(services: Services, wanted: Wanted) -> Paper:
    found = sources_at(services).find(wanted)
    assert found.paper is not None, found.said
    return found.paper


def test_arxiv_is_asked_for_its_papers() -> None:
    with served() as services:
        services.say("/api/query", Told(atom()))
        paper = paper_at(services, ARXIV)

    assert services.paths == ["/api/query?id_list=2405.00001"]
    assert (paper.title, paper.authors) == ("Counting Wells from Above", ("Ann Lee", "José Álvarez"))
    assert (paper.arxiv_id, paper.url, paper.year) == ("2405.00001", "https://arxiv.org/abs/2405.00001", 2024)
    assert (paper.abstract, paper.source) == (ABSTRACT, "arxiv:2405.00001#1")


def test_openreview_is_asked_by_its_second_interface_and_then_by_its_first() -> None:
    old = json.loads(note())
    content = {name: field["value"] for name, field in old["notes"][0]["content"].items()}
    first = json.dumps({"notes": [{**old["notes"][0], "content": content, "invitation": "x/-/Blind_Submission"}]})
    with served() as services:
        services.say("/notes?id=", Told(json.dumps({"notes": [], "count": 0})), Told(first))
        paper = paper_at(services, NOTE)

    assert services.paths == [f"/notes?id={FORUM}"] * 2
    assert (paper.url, paper.venue) == (f"https://openreview.net/forum?id={FORUM}", "NeurIPS 2025 poster")
    assert paper.pdf == "https://openreview.net/pdf/0a1b.pdf"


def test_crossref_is_asked_for_dois_with_their_signs_quoted() -> None:
    odd = Wanted("doi", "10.1000/(sici)1097-0010(199)<1::aid>3.0.co;2-#?x")
    with served() as services:
        services.say("/works/", Told(work(odd.value)))
        paper = paper_at(services, odd)

    assert services.paths == ["/works/10.1000%2F%28sici%291097-0010%28199%29%3C1%3A%3Aaid%3E3.0.co%3B2-%23%3Fx"]
    assert (paper.doi, paper.venue, paper.abstract) == (odd.value, "Journal of Wells", ABSTRACT)


def test_where_crossref_has_no_abstract_semantic_scholar_is_asked() -> None:
    with served() as services:
        services.say("/works/", Told(work(abstract=None)))
        services.say("/graph/v1/paper/DOI:10.1000/wells.7", Told(json.dumps(scholar())))
        found = sources_at(services).find(DOI)

    assert found.paper is not None
    assert (found.service, found.paper.doi) == ("Semantic Scholar", "10.1000/wells.7")
    assert found.said == ("Crossref has it without its abstract.",)


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        (Wanted("acl", "P18-1001"), "/graph/v1/paper/ACL:P18-1001?"),
        (Wanted("semantic-scholar", "CorpusId:77"), "/graph/v1/paper/CorpusId:77?"),
    ],
)
def test_semantic_scholar_knows_papers_by_other_names(wanted: Wanted, path: str) -> None:
    with served() as services:
        services.say(path, Told(json.dumps(scholar())))

        assert paper_at(services, wanted).title == "Counting Wells from Above"


def test_when_a_service_is_down_the_next_one_is_asked() -> None:
    with served() as services:
        services.say("/api/query", Told(status=503))
        services.say("/graph/v1/paper/ARXIV:2405.00001", Told(json.dumps(scholar(ArXiv="2405.00001"))))
        found = sources_at(services).find(ARXIV)

    assert found.service == "Semantic Scholar"
    assert len(found.said) == 1
    assert "cannot answer now (status 503)" in found.said[0]


def test_what_nobody_has_is_told_by_everybody() -> None:
    with served() as services:
        services.say("/api/query", Told(NO_ENTRY))
        found = sources_at(services).find(ARXIV)

    assert found.paper is None
    assert found.said == ("arXiv does not have it.", "services.test does not have it.")


def test_an_answer_about_another_paper_is_not_taken() -> None:
    with served() as services:
        services.say("/api/query", Told(atom("2405.99999")))
        services.say("/works/", Told(work("10.1000/other")))
        services.say("/notes", Told(note("zZ9yY8xX7w")))

        assert sources_at(services, names=["arXiv"]).find(ARXIV).said == ("arXiv answered about another paper.",)
        assert sources_at(services, names=["Crossref"]).find(DOI).said == ("Crossref answered about another paper.",)
        assert sources_at(services, names=["OpenReview"]).find(NOTE).said == (
            "OpenReview answered about another paper.",
        )


def test_an_answer_without_an_abstract_is_no_paper() -> None:
    with served() as services:
        services.say("/api/query", Told(atom(abstract="")))
        services.say("/graph", Told(json.dumps(scholar(abstract=None))))
        found = sources_at(services).find(ARXIV)

    assert found.said == ("arXiv has it without its abstract.", "Semantic Scholar has it without its abstract.")


BOMB = """<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "wells wells wells wells">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/abs/2405.00001</id><title>t</title>
<summary>%s</summary></entry></feed>"""


@pytest.mark.parametrize(
    "body",
    [
        BOMB % "&c;", BOMB % "&x;", "<html><body>Maintenance</body></html>", "", "{", "[" * 100_000, "\x00" * 1_000,
        "null", "[]", '{"message": "Endpoint request timed out"}', "<feed", "\ud800".encode("utf-8", "surrogatepass"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("wanted", [ARXIV, DOI, NOTE], ids=str)
def test_no_answer_harms_and_none_that_is_no_paper_becomes_one(wanted: Wanted, body: str | bytes) -> None:
    with served() as services:
        services.say("/", Told(body))
        found = sources_at(services).find(wanted)

    assert found.paper is None
    assert found.said
    assert all(len(sentence) < 300 and "root:" not in sentence for sentence in found.said)


def test_papers_are_looked_for_by_their_words_until_nobody_wants_more() -> None:
    with served() as services:
        services.say("/graph/v1/paper/search", Told(json.dumps({"total": 1, "data": [scholar()]})))
        services.say("/api/query", Told(atom()))
        services.say("/notes/search", Told(status=500))
        services.say(
            "/works?",
            Told(json.dumps({"message-type": "work-list", "message": {"items": [json.loads(work())["message"]]}})),
        )
        every = list(sources_at(services).like(("WellCount", "satellites"), "enriched:wellcount"))
        services.asked.clear()
        next(iter(sources_at(services).like(("WellCount",), "enriched:wellcount")))

    assert len(services.asked) == 1
    assert {name: [paper.title for paper in papers] for name, papers, _ in every} == {
        "arXiv": ["Counting Wells from Above"],
        "OpenReview": [],
        "Crossref": ["Counting Wells from Above"],
        "Semantic Scholar": ["Counting Wells from Above"],
    }
    assert ["OpenReview"] == [name for name, _, trouble in every if trouble]
