"""Files that mean harm: each is refused or made harmless, with a line that says so, and without much time or room."""

import gzip
import json
import tracemalloc
from pathlib import Path

import pytest

from search.errors import UnreadableFile
from search.files.limits import Limits
from search.formats import examine, read
from search.language.clean import clean
from search.reading import Reading
from tests.format_samples import SAMPLES

SMALL = Limits(file=20_000, line=2_000, record=4_000)
FILLERS = {
    "BibTeX": "@misc{{a, abstract = {{{}}}}}\n",
    "RIS": "TY  - JOUR\nAB  - {}\nER  - \n",
    "EndNote": "%0 Book\n%T a\n%X {}\n\n",
    "JSON": '[{{"abstract": "{}"}}]',
    "arXiv Atom": '<feed xmlns="http://www.w3.org/2005/Atom"><entry><summary>{}</summary></entry></feed>',
    "CSV": "title,abstract\na,{}\n",
}
"""A file of the format with one long value in it."""


def written(folder: Path, content: str | bytes, name: str = "a.dat") -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
    return file


def reasons(reading: Reading) -> list[str]:
    return [problem.reason for problem in reading.problems]


@pytest.mark.parametrize("label", SAMPLES)
def test_a_gzip_bomb_of_any_format_is_refused(tmp_path: Path, label: str) -> None:
    bomb = gzip.compress((SAMPLES[label] + " \n" * 40_000).encode())
    assert len(bomb) < SMALL.file

    with pytest.raises(UnreadableFile, match=r"a\.dat: unpacks to more than 20,000 bytes; split it\."):
        examine(written(tmp_path, bomb), limits=SMALL)


def test_a_file_that_is_too_big_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"is bigger than 20,000 bytes"):
        examine(written(tmp_path, "x" * 20_001, "a.bib"), limits=SMALL)


@pytest.mark.parametrize("label", FILLERS)
def test_one_endless_line_is_left_out_or_cut_into_pieces_and_told(tmp_path: Path, label: str) -> None:
    reading = examine(written(tmp_path, FILLERS[label].format("x" * 1_300_000)))

    assert reading.papers == ()
    assert any("longer than" in reason for reason in reasons(reading))


def test_reading_a_long_line_needs_no_room_beyond_the_limits(tmp_path: Path) -> None:
    file = written(tmp_path, "TY  - JOUR\nAB  - One.\nAB  - " + "x" * 8_000_000 + "\nER  - \n")
    tracemalloc.start()
    examine(file, limits=Limits(line=10_000))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert peak < 1_000_000


@pytest.mark.parametrize("label", ["BibTeX", "RIS", "JSON", "CSV", "Crossref", "arXiv Atom"])
def test_tens_of_thousands_of_authors_are_left_out_and_their_paper_kept(tmp_path: Path, label: str) -> None:
    many = [f"Author, A{number}" for number in range(30_000)]
    crossref = {"DOI": "10.1/x", "prefix": "10.1", "indexed": {}, "abstract": "One."}
    atom = "".join(f"<author><name>{name}</name></author>" for name in many)
    content = {
        "BibTeX": f"@misc{{a, abstract = {{One.}}, author = {{{' and '.join(many)}}}}}",
        "RIS": "TY  - JOUR\nAB  - One.\n" + "".join(f"AU  - {name}\n" for name in many) + "ER  - \n",
        "JSON": json.dumps([{"abstract": "One.", "authors": many}]),
        "CSV": f'title;abstract;authors\na;One.;"{"; ".join(many)}"\n',
        "Crossref": json.dumps({**crossref, "author": [{"family": name} for name in many]}),
        "arXiv Atom": FILLERS["arXiv Atom"].format("One.").replace("<entry>", f"<entry>{atom}"),
    }[label]
    reading = examine(written(tmp_path, content))

    assert (reading.form, [(paper.abstract, paper.authors) for paper in reading.papers]) == (label, [("One.", ())])
    assert [each.rpartition("left out, ")[2] for each in reasons(reading)] == ["there are more than 10,000 of them"]


@pytest.mark.parametrize("name", ["a.bib", "a.ris", "a.csv", "a.json", "a.jsonl", "a.xml", "a.txt", "a.abs", "a.md"])
@pytest.mark.parametrize("sign", ["{", "[", "<", '"', "@a{", "TY  - ", "<entry>", '{"a":', "\\\\\n", "---\n", "a,b\n"])
def test_a_sign_without_end_is_refused_or_told(tmp_path: Path, name: str, sign: str) -> None:
    file = written(tmp_path, sign * (60_000 // len(sign)), name)
    try:
        told = [str(problem) for problem in examine(file).problems] or [f"{name}: nothing is in it."]
    except UnreadableFile as error:
        told = [str(error)]

    assert all(sentence.startswith(name) and sentence.endswith(".") for sentence in told)


HOSTILE = "a\0b\u202ec\u2066d\u200be\ufefff\x1b[31mg\U000e0041h"


@pytest.mark.parametrize("label", ["BibTeX", "RIS", "CSV", "JSON"])
def test_characters_that_hide_or_turn_text_reach_nobody(tmp_path: Path, label: str) -> None:
    fields = ", ".join(f"{name} = {{{HOSTILE}}}" for name in ("title", "author", "journal", "abstract"))
    content = {
        "BibTeX": f"@misc{{a, {fields}}}",
        "RIS": f"TY  - JOUR\nTI  - {HOSTILE}\nAU  - {HOSTILE}\nJO  - {HOSTILE}\nAB  - {HOSTILE}\nER  - \n",
        "CSV": f"title;authors;venue;abstract\n{';'.join([HOSTILE] * 4)}\n",
        "JSON": json.dumps([dict.fromkeys(("title", "authors", "venue", "abstract"), HOSTILE)]),
    }[label]
    (paper,) = examine(written(tmp_path, content)).papers

    shown = "".join((clean(paper.title or ""), *paper.authors, paper.venue or "", clean(paper.abstract)))
    assert set(shown) <= set("abcdef[31mgh\ufffd ")


def test_right_to_left_text_and_joined_emoji_stay(tmp_path: Path) -> None:
    title = "مرحبا بالعالم و שלום 👩\u200d🔬"
    (paper,) = examine(written(tmp_path, f"@misc{{a, title = {{{title}}}, abstract = {{One.}}}}")).papers

    assert clean(paper.title or "") == title


def test_half_characters_are_replaced(tmp_path: Path) -> None:
    (paper,) = examine(written(tmp_path, '[{"title": "a\\ud800b", "abstract": "c\\udfff"}]')).papers

    assert (paper.title, paper.abstract) == ("a\ufffdb", "c\ufffd")


@pytest.mark.parametrize("address", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "//example.org"])
def test_only_addresses_of_the_web_become_links(tmp_path: Path, address: str) -> None:
    row = json.dumps([{"abstract": "One.", "url": address, "pdf": address, "code": address}])
    reading = examine(written(tmp_path, row))

    assert [(paper.url, paper.pdf, paper.code) for paper in reading.papers] == [(None, None, None)]
    assert len(reading.problems) == 3


def test_names_that_lead_elsewhere_are_names(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    written(tmp_path, SAMPLES["RIS"], "a.ris")

    assert read(tmp_path / "in" / ".." / "a.ris").papers[0].source == "a.ris#1"


def test_of_very_many_problems_the_first_are_kept_and_the_others_counted(tmp_path: Path) -> None:
    rows = '{"abstract": "One."}\n' + "{}\n" * 20 + '{"abstract": "Two.", "year": "soon"}\n' * 5
    reading = examine(written(tmp_path, rows, "a.jsonl"), limits=Limits(problems=3))

    assert (len(reading.papers), reading.skipped) == (6, 20)
    assert [str(problem) for problem in reading.problems[3:]] == [
        "a.jsonl: 17 more records were left out for such reasons.",
        "a.jsonl: 5 more such things were met with.",
    ]


def test_a_file_of_more_papers_than_anyone_has_is_refused(tmp_path: Path) -> None:
    rows = "".join(f'{{"abstract": "Number {number}."}}\n' for number in range(11))

    assert len(examine(written(tmp_path, rows, "a.jsonl"), limits=Limits(papers=11)).papers) == 11
    with pytest.raises(UnreadableFile, match=r"a\.jsonl: holds more than 10 papers; split it\."):
        examine(written(tmp_path, rows, "a.jsonl"), limits=Limits(papers=10))
