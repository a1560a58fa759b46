"""One small made-up file of every format: each tells of the same paper, and of one without an abstract."""

import json

from search.models import Paper

ABSTRACT = "We count wells in dry lands, and find 40 more than maps show."
TITLE = "On Wells"
AUTHORS = ("Ann Lee", "José Álvarez")

BIBTEX = r"""
% two entries and a comment
@string{wells = "Journal of " # {Wells}}
@Article{lee2024wells,
  title    = {{On Wells}},
  author   = {Lee, Ann and {\'A}lvarez, Jos{\'e}},
  journal  = wells,
  year     = 2024,
  abstract = {We count wells in dry lands, and find 40 more than maps show.},
  doi      = {https://doi.org/10.1000/wells},
  keywords = {wells, maps},
}
@misc{bare, title = {No Abstract Here}}
"""
RIS = """TY  - JOUR
TI  - On Wells
AU  - Lee, Ann
AU  - Álvarez, José
PY  - 2024/05//
JO  - Journal of Wells
AB  - We count wells in dry lands, and find 40 more than maps show.
DO  - 10.1000/wells
KW  - wells
KW  - maps
ER  -\x20

TY  - JOUR
TI  - No Abstract Here
ER  -\x20
"""
ENDNOTE = """%0 Journal Article
%T On Wells
%A Lee, Ann
%A Álvarez, José
%D 2024
%J Journal of Wells
%X We count wells in dry lands, and find 40 more than maps show.
%R 10.1000/wells
%K wells
maps

%0 Journal Article
%T No Abstract Here
"""
NBIB = """PMID- 123
TI  - On Wells.
FAU - Lee, Ann
AU  - Lee A
FAU - Álvarez, José
AU  - Álvarez J
DP  - 2024 May 3
JT  - Journal of Wells
AB  - We count wells in dry lands,
      and find 40 more than maps show.
AID - 10.1000/wells [doi]
OT  - wells
OT  - maps

PMID- 124
TI  - No Abstract Here.
"""
WEB_OF_SCIENCE = """FN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Lee, A
   Alvarez, J
AF Lee, Ann
   Álvarez, José
TI On Wells
SO JOURNAL OF WELLS
DE wells; maps
AB We count wells in dry lands,
   and find 40 more than maps show.
PY 2024
DI 10.1000/wells
ER

PT J
TI No Abstract Here
ER

EF
"""
CSV = """"Title";"Authors";"Publication Year";"Source title";"Abstract";"DOI";"Author Keywords"
"On Wells";"Lee, Ann; Álvarez, José";2024;"Journal of Wells";"We count wells in dry lands, and find 40 more than maps show.";10.1000/wells;"wells; maps"
"No Abstract Here";;;;;;
"""  # noqa: E501 - a row is one line
CSL = json.dumps(
    [
        {
            "type": "article-journal",
            "title": "On Wells",
            "author": [{"family": "Lee", "given": "Ann"}, {"family": "Álvarez", "given": "José"}],
            "issued": {"date-parts": [["2024", 5]]},
            "container-title": "Journal of Wells",
            "abstract": ABSTRACT,
            "DOI": "10.1000/wells",
            "keyword": "wells, maps",
        },
        {"type": "book", "title": "No Abstract Here"},
    ],
    indent=1,
)
ZOTERO = json.dumps(
    {
        "items": [
            {
                "itemType": "journalArticle",
                "title": "On Wells",
                "creators": [
                    {"creatorType": "author", "firstName": "Ann", "lastName": "Lee"},
                    {"creatorType": "author", "name": "Álvarez, José"},
                    {"creatorType": "editor", "firstName": "Ed", "lastName": "Itor"},
                ],
                "date": "May 03 2024",
                "publicationTitle": "Journal of Wells",
                "abstractNote": ABSTRACT,
                "DOI": "10.1000/wells",
                "tags": [{"tag": "wells"}, {"tag": "maps", "type": 1}],
                "notes": ["read it"],
            },
            {"itemType": "book", "title": "No Abstract Here"},
        ]
    }
)
OPENALEX = json.dumps(
    {
        "meta": {"count": 2},
        "results": [
            {
                "id": "https://openalex.org/W1",
                "doi": "https://doi.org/10.1000/wells",
                "title": "On Wells",
                "publication_year": 2024,
                "authorships": [
                    {"author": {"display_name": "Ann Lee"}},
                    {"author": {}, "raw_author_name": "Álvarez, José"},
                ],
                "primary_location": {"source": {"display_name": "Journal of Wells"}},
                "abstract_inverted_index": {
                    word: [place for place, each in enumerate(ABSTRACT.split()) if each == word]
                    for word in sorted(ABSTRACT.split())
                },
                "keywords": [{"display_name": "wells"}, {"display_name": "maps"}],
            },
            {"id": "https://openalex.org/W2", "title": "No Abstract Here", "abstract_inverted_index": None},
        ],
    }
)
CROSSREF = json.dumps(
    {
        "status": "ok",
        "message-type": "work-list",
        "message": {
            "total-results": 2,
            "items": [
                {
                    "DOI": "10.1000/wells",
                    "prefix": "10.1000",
                    "reference-count": 3,
                    "title": ["On Wells"],
                    "author": [{"given": "Ann", "family": "Lee"}, {"given": "José", "family": "Álvarez"}],
                    "issued": {"date-parts": [[2024, 5]]},
                    "container-title": ["Journal of Wells"],
                    "abstract": f"<jats:title>Abstract</jats:title><jats:p>{ABSTRACT}</jats:p>",
                    "subject": ["wells", "maps"],
                },
                {"DOI": "10.1000/none", "title": ["No Abstract Here"]},
            ],
        },
    }
)
SEMANTIC_SCHOLAR = json.dumps(
    {
        "total": 2,
        "data": [
            {
                "paperId": "ab12",
                "externalIds": {"DOI": "10.1000/wells"},
                "title": "On Wells",
                "abstract": ABSTRACT,
                "year": 2024,
                "venue": "Journal of Wells",
                "authors": [{"authorId": "1", "name": "Ann Lee"}, {"authorId": None, "name": "José Álvarez"}],
                "fieldsOfStudy": ["wells", "maps"],
            },
            {"paperId": "ab13", "title": "No Abstract Here", "abstract": None},
        ],
    }
)
OPENREVIEW = json.dumps(
    {
        "notes": [
            {
                "id": "aB1",
                "forum": "aB1",
                "invitations": ["Wells/2024/-/Submission"],
                "pdate": 1714600000000,
                "content": {
                    "title": {"value": "On Wells"},
                    "authors": {"value": ["Ann Lee", "José Álvarez"]},
                    "abstract": {"value": ABSTRACT},
                    "venue": {"value": "Journal of Wells"},
                    "keywords": {"value": ["wells", "maps"]},
                },
            },
            {"id": "aB2", "forum": "aB2", "content": {"title": {"value": "No Abstract Here"}}},
        ],
        "count": 2,
    }
)
JSON = json.dumps(
    [
        {
            "title": "On Wells",
            "authors": ["Lee, Ann", "Álvarez, José"],
            "year": "2024",
            "journal": "Journal of Wells",
            "abstract": ABSTRACT,
            "DOI": "doi:10.1000/wells",
            "keywords": "wells, maps",
        },
        {"title": "No Abstract Here"},
    ]
)
ATOM = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
  <title>a query</title>
  <entry>
    <id>http://arxiv.org/abs/2405.00001v2</id>
    <title>On
  Wells</title>
    <published>2024-05-01T00:00:00Z</published>
    <summary>  We count wells in dry lands, and find 40 more than maps show.
</summary>
    <author><name>Ann Lee</name><arxiv:affiliation>Dry Lands</arxiv:affiliation></author>
    <author><name>Jos&#233; Álvarez</name></author>
    <arxiv:doi>10.1000/wells</arxiv:doi>
    <arxiv:journal_ref>Journal of Wells</arxiv:journal_ref>
    <link rel="related" title="pdf" href="http://arxiv.org/pdf/2405.00001v2"/>
    <category term="wells"/><category term="maps"/>
  </entry>
  <entry><id>http://arxiv.org/abs/2405.00002v1</id><title>No Abstract Here</title></entry>
</feed>
"""
LISTING = r"""------------------------------------------------------------------------------
\\
arXiv:2405.00001
Date: Wed, 1 May 2024 00:00:00 GMT   (12kb)

Title: On
  Wells
Authors: Ann Lee (Dry Lands), Jos\'e \'Alvarez ((1) Wells, (2) Maps)
Categories: wells maps
DOI: 10.1000/wells
Journal-ref: Journal of Wells
\\
  We count wells in dry lands,
and find 40 more than maps show.
\\ ( https://arxiv.org/abs/2405.00001 ,  12kb)
------------------------------------------------------------------------------
\\
arXiv:2405.00002
Date: Wed, 1 May 2024 00:00:00 GMT   (12kb)

Title: No Abstract Here
Authors: Ann Lee
Categories: maps
\\ ( https://arxiv.org/abs/2405.00002 ,  12kb)
"""
PMLR = """---
title: On Wells
abstract: We count wells in dry lands, and find 40 more
  than maps show.
layout: inproceedings
publisher: PMLR
id: lee24a
volume: '7'
doi: 10.1000/wells
author:
- given: Ann
  family: Lee
- given: José
  family: Álvarez
date: 2024-05-01
container-title: Journal of Wells
keywords: [wells, maps]
---
---
title: No Abstract Here
layout: inproceedings
---
"""
ACL = """<?xml version='1.0' encoding='UTF-8'?>
<collection id="2024.wells">
  <volume id="1">
    <meta><booktitle>Journal of Wells</booktitle><year>2024</year></meta>
    <frontmatter><url>2024.wells-1.0</url></frontmatter>
    <paper id="1">
      <title>On <fixed-case>W</fixed-case>ells</title>
      <author><first>Ann</first><last>Lee</last></author>
      <author><first>José</first><last>Álvarez</last></author>
      <abstract>We count wells in dry lands, and find <tex-math>40</tex-math> more than maps show.</abstract>
      <url hash="0">2024.wells-1.1</url>
      <doi>10.1000/wells</doi>
    </paper>
    <paper id="2"><title>No Abstract Here</title></paper>
  </volume>
</collection>
"""
DBLP = """<?xml version="1.0"?>
<!DOCTYPE dblp SYSTEM "dblp.dtd">
<dblp>
<article mdate="2024-05-01" key="journals/wells/Lee24">
<author>Ann Lee 0001</author>
<author>Jos&eacute; &Aacute;lvarez</author>
<title>On Wells.</title>
<journal>Journal of Wells</journal>
<year>2024</year>
<ee>https://doi.org/10.1000/wells</ee>
<abstract>We count wells in dry lands, and find 40 more than maps show.</abstract>
</article>
<article mdate="2024-05-01" key="journals/wells/None24"><title>No Abstract Here.</title></article>
</dblp>
"""
PUBMED = """<?xml version="1.0" ?>
<PubmedArticleSet>
<PubmedArticle><MedlineCitation><PMID Version="1">123</PMID><Article>
<Journal><JournalIssue><PubDate><Year>2024</Year></PubDate></JournalIssue><Title>Journal of Wells</Title></Journal>
<ArticleTitle>On <i>Wells</i>.</ArticleTitle>
<ELocationID EIdType="doi">10.1000/wells</ELocationID>
<Abstract><AbstractText>We count wells in dry lands, and find 40 more than maps show.</AbstractText></Abstract>
<AuthorList><Author><LastName>Lee</LastName><ForeName>Ann</ForeName></Author>
<Author><LastName>&#193;lvarez</LastName><ForeName>Jos&#xe9;</ForeName></Author></AuthorList>
</Article><KeywordList><Keyword>wells</Keyword><Keyword>maps</Keyword></KeywordList></MedlineCitation></PubmedArticle>
<PubmedArticle><MedlineCitation><PMID>124</PMID><Article><ArticleTitle>No Abstract Here</ArticleTitle></Article>
</MedlineCitation></PubmedArticle>
</PubmedArticleSet>
"""

SAMPLES: dict[str, str] = {
    "BibTeX": BIBTEX,
    "RIS": RIS,
    "EndNote": ENDNOTE,
    "NBIB": NBIB,
    "Web of Science": WEB_OF_SCIENCE,
    "CSV": CSV,
    "CSL-JSON": CSL,
    "Zotero JSON": ZOTERO,
    "OpenAlex": OPENALEX,
    "Crossref": CROSSREF,
    "Semantic Scholar": SEMANTIC_SCHOLAR,
    "OpenReview notes": OPENREVIEW,
    "JSON": JSON,
    "arXiv Atom": ATOM,
    "arXiv listing": LISTING,
    "PMLR front matter": PMLR,
    "ACL Anthology XML": ACL,
    "DBLP XML": DBLP,
    "PubMed XML": PUBMED,
}
"""By the label of the format."""


def common(paper: Paper) -> tuple[object, ...]:
    """What every sample says of its paper."""
    return paper.title, paper.authors, paper.year, paper.venue
