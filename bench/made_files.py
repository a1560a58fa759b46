"""Files of each format, made of the same papers."""

import csv
import io
import json
from collections.abc import Callable
from typing import Any, NamedTuple
from xml.sax.saxutils import escape

Row = dict[str, Any]


class Made(NamedTuple):
    """How a file is made: what stands before and behind the records, and between them, and one record."""

    ending: str
    record: Callable[[Row], str]
    before: str = ""
    between: str = "\n"
    behind: str = "\n"


def _last_first(name: str) -> str:
    given, _, family = name.rpartition(" ")
    return f"{family}, {given}" if given else name


def _bibtex(row: Row) -> str:
    abstract = "".join(f"\\{sign}" if sign in "%&#_" else sign for sign in row["abstract"] if sign not in "{}\\")
    names = " and ".join(map(_last_first, row["authors"]))
    title = row["title"].replace("{", "").replace("}", "")
    return (
        f"@inproceedings{{k{row['number']},\n  title = {{{title}}},\n  author = {{{names}}},\n"
        f"  year = {{{row['year']}}},\n  booktitle = {{{row['venue']}}},\n  abstract = {{{abstract}}}\n}}"
    )


def _ris(row: Row) -> str:
    names = "".join(f"AU  - {_last_first(name)}\n" for name in row["authors"])
    return (
        f"TY  - CONF\nTI  - {row['title']}\n{names}PY  - {row['year']}\nJO  - {row['venue']}\nAB  - {row['abstract']}\n"
        "ER  - \n"
    )


def _nbib(row: Row) -> str:
    names = "".join(f"FAU - {_last_first(name)}\n" for name in row["authors"])
    return (
        f"PMID- {row['number']}\nTI  - {row['title']}\n{names}DP  - {row['year']}\nJT  - {row['venue']}\n"
        f"AB  - {row['abstract']}\n"
    )


def _csl(row: Row) -> str:
    names = [dict(zip(("family", "given"), _last_first(name).split(", "), strict=False)) for name in row["authors"]]
    about = {"id": str(row["number"]), "type": "paper-conference", "title": row["title"], "author": names}
    issued = {"date-parts": [[row["year"]]]}
    return json.dumps({**about, "issued": issued, "container-title": row["venue"], "abstract": row["abstract"]})


def _csv(row: Row) -> str:
    line = io.StringIO()
    cells = row["title"], "; ".join(row["authors"]), row["year"], row["venue"], row["abstract"]
    csv.writer(line, lineterminator="").writerow(cells)
    return line.getvalue()


def _atom(row: Row) -> str:
    names = "".join(f"<author><name>{escape(name)}</name></author>" for name in row["authors"])
    return (
        f"<entry><id>http://arxiv.org/abs/2401.{row['number'] % 100_000:05}v1</id><title>{escape(row['title'])}</title>"
        f"<published>{row['year']}-01-01T00:00:00Z</published><summary>{escape(row['abstract'])}</summary>{names}</entry>"
    )


def _acl(row: Row) -> str:
    names = "".join(
        f"<author><first>{escape(given)}</first><last>{escape(family)}</last></author>"
        for given, _, family in (name.rpartition(" ") for name in row["authors"])
    )
    return (
        f'<paper id="{row["number"]}"><title>{escape(row["title"])}</title>{names}'
        f"<abstract>{escape(row['abstract'])}</abstract></paper>"
    )


def _pubmed(row: Row) -> str:
    names = "".join(
        f"<Author><LastName>{escape(family)}</LastName><ForeName>{escape(given)}</ForeName></Author>"
        for given, _, family in (name.rpartition(" ") for name in row["authors"])
    )
    return (
        f"<PubmedArticle><MedlineCitation><PMID>{row['number']}</PMID><Article><Journal><JournalIssue><PubDate><Year>"
        f"{row['year']}</Year></PubDate></JournalIssue><Title>{escape(str(row['venue']))}</Title></Journal>"
        f"<ArticleTitle>{escape(row['title'])}</ArticleTitle><Abstract><AbstractText>{escape(row['abstract'])}"
        f"</AbstractText></Abstract><AuthorList>{names}</AuthorList></Article></MedlineCitation></PubmedArticle>"
    )


def _endnote(row: Row) -> str:
    names = "".join(f"%A {_last_first(name)}\n" for name in row["authors"])
    venue, year = row["venue"], row["year"]
    return f"%0 Conference Paper\n%T {row['title']}\n{names}%D {year}\n%J {venue}\n%X {row['abstract']}\n"


def _web_of_science(row: Row) -> str:
    names = "\n   ".join(map(_last_first, row["authors"]))
    return (
        f"PT J\nAF {names}\nTI {row['title']}\nSO {row['venue']}\nAB {row['abstract']}\nPY {row['year']}\n"
        f"DI 10.1000/{row['number']}\nER\n"
    )


def _zotero(row: Row) -> str:
    pairs = ((given, family) for given, _, family in (name.rpartition(" ") for name in row["authors"]))
    creators = [{"creatorType": "author", "firstName": given, "lastName": family} for given, family in pairs]
    about = {"itemType": "journalArticle", "title": row["title"], "creators": creators, "date": str(row["year"])}
    return json.dumps({**about, "publicationTitle": row["venue"], "abstractNote": row["abstract"]})


def _openalex(row: Row) -> str:
    places: dict[str, list[int]] = {}
    for place, word in enumerate(row["abstract"].split()):
        places.setdefault(word, []).append(place)
    names = [{"author": {"display_name": name}} for name in row["authors"]]
    about = {"id": f"https://openalex.org/W{row['number']}", "title": row["title"], "publication_year": row["year"]}
    source = {"source": {"display_name": row["venue"]}}
    return json.dumps({**about, "authorships": names, "primary_location": source, "abstract_inverted_index": places})


def _crossref(row: Row) -> str:
    pairs = ((given, family) for given, _, family in (name.rpartition(" ") for name in row["authors"]))
    names = [{"given": given, "family": family} for given, family in pairs]
    about = {"DOI": f"10.1000/{row['number']}", "prefix": "10.1000", "title": [row["title"]], "author": names}
    issued = {"date-parts": [[row["year"]]]}
    abstract = f"<jats:p>{escape(row['abstract'])}</jats:p>"
    return json.dumps({**about, "issued": issued, "container-title": [row["venue"]], "abstract": abstract})


def _semantic_scholar(row: Row) -> str:
    about = {name: row[name] for name in ("title", "abstract", "year", "venue")}
    names = [{"authorId": None, "name": name} for name in row["authors"]]
    return json.dumps({"paperId": f"{row['number']:040x}", **about, "authors": names})


def _openreview(row: Row) -> str:
    content = {name: {"value": row[name]} for name in ("title", "authors", "abstract", "venue")}
    forum = f"n{row['number']:09}"
    return json.dumps({"id": forum, "forum": forum, "invitations": ["Venue/-/Submission"], "content": content})


def _listing(row: Row) -> str:
    number = f"2401.{row['number'] % 100_000:05}"
    return (
        f"\\\\\narXiv:{number}\nDate: Wed, 1 May {row['year']} 00:00:00 GMT   (12kb)\n\nTitle: {row['title']}\n"
        f"Authors: {', '.join(row['authors'])}\nCategories: cs.CL\n\\\\\n  {row['abstract']}\n"
        f"\\\\ ( https://arxiv.org/abs/{number} ,  12kb)\n{'-' * 78}"
    )


def _pmlr(row: Row) -> str:
    pairs = ((given, family) for given, _, family in (name.rpartition(" ") for name in row["authors"]))
    names = "".join(f"- given: {json.dumps(given)}\n  family: {json.dumps(family)}\n" for given, family in pairs)
    title, abstract, venue = (json.dumps(row[name]) for name in ("title", "abstract", "venue"))
    return (
        f"---\ntitle: {title}\nabstract: {abstract}\nlayout: inproceedings\npublisher: PMLR\nid: k{row['number']}\n"
        f"author:\n{names}date: {row['year']}-01-01\ncontainer-title: {venue}\n---"
    )


def _dblp(row: Row) -> str:
    names = "".join(f"<author>{escape(name)}</author>" for name in row["authors"])
    return (
        f'<article key="journals/x/{row["number"]}">{names}<title>{escape(row["title"])}</title><journal>'
        f"{escape(str(row['venue']))}</journal><year>{row['year']}</year>"
        f"<abstract>{escape(row['abstract'])}</abstract></article>"
    )


def _text(row: Row) -> str:
    return str(row["abstract"])


ATOM = '<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>a query</title>\n'
VOLUME = '<?xml version="1.0"?>\n<collection id="2024.x"><volume id="1"><meta><year>2024</year></meta>\n'
MADE = {
    "json": Made(".jsonl", json.dumps),
    "csv": Made(".csv", _csv, "Title,Authors,Year,Venue,Abstract\n"),
    "bibtex": Made(".bib", _bibtex, between="\n\n"),
    "ris": Made(".ris", _ris),
    "nbib": Made(".nbib", _nbib),
    "csl-json": Made(".json", _csl, "[", ",\n", "]\n"),
    "arxiv-atom": Made(".xml", _atom, ATOM, behind="\n</feed>\n"),
    "text": Made(".txt", _text, between="\n\n"),
    "endnote": Made(".enw", _endnote),
    "wos": Made(".txt", _web_of_science, "FN Clarivate Analytics Web of Science\nVR 1.0\n", behind="\nEF\n"),
    "zotero": Made(".json", _zotero, '{"items": [', ",\n", "]}\n"),
    "openalex": Made(".json", _openalex, '{"meta": {}, "results": [', ",\n", "]}\n"),
    "crossref": Made(".json", _crossref, '{"status": "ok", "message": {"items": [', ",\n", "]}}\n"),
    "semanticscholar": Made(".json", _semantic_scholar, '{"data": [', ",\n", "]}\n"),
    "openreview": Made(".json", _openreview, '{"notes": [', ",\n", "]}\n"),
    "arxiv-listing": Made(".txt", _listing, f"{'-' * 78}\n"),
    "pmlr": Made(".md", _pmlr),
    "dblp": Made(".xml", _dblp, '<?xml version="1.0"?>\n<dblp>\n', behind="\n</dblp>\n"),
    "acl-anthology": Made(".xml", _acl, VOLUME, behind="\n</volume></collection>\n"),
    "pubmed": Made(".xml", _pubmed, '<?xml version="1.0"?>\n<PubmedArticleSet>\n', behind="\n</PubmedArticleSet>\n"),
}
