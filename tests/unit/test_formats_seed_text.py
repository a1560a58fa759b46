"""The seeds' form, in all the states such files are found in."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.errors import UnreadableFile
from search.formats import read, seed_text
from search.language.clean import clean
from search.models import Paper
from search.reading import Fact, Problem, Reading

FIRST = (
    "We study how abstracts are read from plain text files, which is harder than it looks. Files come from many hands "
    "and many systems. We show that a small and careful reader takes all of them, and says what it doubts."
)
SECOND = (
    "Reading is a solved problem, or so it seems. We disagree, and present a collection of files that no reader takes "
    "as they were meant. On this collection a new reader makes half the mistakes of the best earlier one."
)
PLAIN = f"NeurIPS 2025 Papers\n\n{FIRST}\n\n{SECOND}\n"


def written(folder: Path, content: str | bytes, name: str = "seeds.txt") -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def abstracts(reading: Reading) -> list[str]:
    return [paper.abstract for paper in reading.papers]


def reasons(reading: Reading) -> list[str]:
    return [str(problem) for problem in reading.problems]


def test_a_heading_gives_venue_and_year_and_each_paragraph_is_a_paper(tmp_path: Path) -> None:
    assert read(written(tmp_path, PLAIN)) == Reading(
        papers=(
            Paper(abstract=FIRST, venue="NeurIPS", year=2025, source="seeds.txt#1"),
            Paper(abstract=SECOND, venue="NeurIPS", year=2025, source="seeds.txt#2"),
        )
    )


@pytest.mark.parametrize(
    "content",
    [
        PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace("\n", "\r").encode(),
        b"\xef\xbb\xbf" + PLAIN.encode(),
        PLAIN.encode("utf-16"),
        PLAIN.encode("utf-32"),
        PLAIN.replace("\n", "\r\n").encode("utf-16"),
        PLAIN.replace("\n\n", "\n\n\n\n").encode(),
        PLAIN.replace("\n\n", "\n  \t\n\u00a0\n").encode(),
        PLAIN.replace("\n", "   \t\n").encode(),
        b"\n\n  \n" + PLAIN.strip().encode(),
        PLAIN.replace(" ", "\n").replace("NeurIPS\n2025\nPapers", "NeurIPS 2025 Papers").encode(),
        PLAIN.replace("Papers\n\n", "Papers\n").encode(),
    ],
    ids=range(12),
)
def test_the_same_text_is_read_whatever_its_bytes(tmp_path: Path, content: bytes) -> None:
    reading = read(written(tmp_path, content))

    assert abstracts(reading) == [FIRST, SECOND]
    assert {(paper.venue, paper.year) for paper in reading.papers} == {("NeurIPS", 2025)}
    assert reasons(reading) == []


def test_without_a_heading_the_first_paragraph_is_a_paper(tmp_path: Path) -> None:
    assert abstracts(read(written(tmp_path, f"{FIRST}\n\n{SECOND}"))) == [FIRST, SECOND]


@pytest.mark.parametrize(
    ("heading", "venue", "year"),
    [
        ("NeurIPS 2025 Papers", "NeurIPS", 2025),
        ("# ICML 2024 Abstracts", "ICML", 2024),
        ("Accepted papers of ICLR (2023)", "ICLR", 2023),
        ("2019 Conference on Learning Theory", "Learning Theory", 2019),
        ("CVPR 1999", "CVPR", 1999),
        ("Our reading list", None, None),
        ("Papers 2020", None, 2020),
        ("NeurIPS 12345", None, None),
    ],
)
def test_a_heading_may_be_worded_in_many_ways(
    tmp_path: Path, heading: str, venue: str | None, year: int | None
) -> None:
    reading = read(written(tmp_path, f"{heading}\n\n{FIRST}\n"))

    assert reading.papers == (Paper(abstract=FIRST, venue=venue, year=year, source="seeds.txt#1"),)


def test_a_second_heading_holds_for_what_follows_it(tmp_path: Path) -> None:
    papers = read(written(tmp_path, f"{PLAIN}\nICML 2024 Papers\n\n{FIRST[:-1]}!\n")).papers

    assert [(paper.venue, paper.source) for paper in papers] == [
        ("NeurIPS", "seeds.txt#1"),
        ("NeurIPS", "seeds.txt#2"),
        ("ICML", "seeds.txt#3"),
    ]


@pytest.mark.parametrize(
    ("wrapped", "joined"),
    [
        ("feder-\nated learning", "federated learning"),
        ("a state-of-the-\nart result", "a state-of-the-art result"),
        ("self-\nplay", "self-play"),
        ("Kullback-\nLeibler", "Kullback-Leibler"),
        ("multi-head and multi-\nhead", "multi-head and multi-head"),
        ("graph-based; then graph-\nbased", "graph-based; then graph-based"),
        ("ranges 1-\n2", "ranges 1- 2"),
        ("a dash -\nhere", "a dash - here"),
        ("visual-\nand language-based", "visual- and language-based"),
        ("off-\nthe-shelf", "off-the-shelf"),
        ("see https://struct-\nbench.github.io", "see https://struct-bench.github.io"),
    ],
)
def test_a_word_broken_at_a_line_end_is_read_whole(tmp_path: Path, wrapped: str, joined: str) -> None:
    assert [clean(abstract) for abstract in abstracts(read(written(tmp_path, f"{FIRST}\n{wrapped}.")))] == [
        f"{FIRST} {joined}."
    ]


def test_an_abstract_split_in_the_middle_of_a_sentence_is_kept_in_two_and_told(tmp_path: Path) -> None:
    reading = read(written(tmp_path, PLAIN.replace(" we show that", "").replace("which is", "\n\nwhich is", 1)))

    assert len(reading.papers) == 3
    assert [(problem.place, problem.reason.partition(";")[0]) for problem in reading.problems] == [
        ("paragraph 1", "it is very short for an abstract"),
        ("paragraph 2", "it begins with a small letter"),
    ]


@pytest.mark.parametrize("ending", ["and the", "we show that", "faster,", "caches (", "of"])
def test_a_long_half_that_ends_in_the_middle_of_a_sentence_is_told_too(tmp_path: Path, ending: str) -> None:
    reading = read(written(tmp_path, f"{FIRST} {SECOND[:-1]} {ending}\n\n{SECOND}"))

    assert reasons(reading) == [
        (
            "seeds.txt, paragraph 1: it ends in the middle of a sentence; "
            "if the next paragraph goes on with it, join the two."
        )
    ]


@pytest.mark.parametrize(
    "beginning",
    ["However, no", "To this end, our", "Our", "These", "In particular, the", "We also", "This way, a"],
)
def test_a_second_half_that_goes_on_with_the_first_is_told(tmp_path: Path, beginning: str) -> None:
    half = f"{beginning} reader takes them all. {SECOND}"

    assert reasons(read(written(tmp_path, f"{FIRST}\n\n{half}"))) == [
        (
            "seeds.txt, paragraph 2: it begins as the middle of an abstract does; "
            "if it belongs to the paragraph before it, join the two."
        )
    ]
    assert reasons(read(written(tmp_path, half))) == []


def test_a_forgotten_full_stop_alone_is_no_doubt(tmp_path: Path) -> None:
    assert reasons(read(written(tmp_path, f"{FIRST} {SECOND[:-1]}\n\n{SECOND}"))) == []


@pytest.mark.parametrize(
    "abstract",
    [
        f"iP-VAE is new. {FIRST}",
        f"k-means is old. {FIRST}",
        f"{FIRST} See https://example.org/code",
        f"{FIRST} (It is “so.”)",
        f"{FIRST} So $x.$",
    ],
)
def test_a_whole_abstract_is_not_doubted(tmp_path: Path, abstract: str) -> None:
    assert reasons(read(written(tmp_path, abstract))) == []


def test_eight_bit_text_is_read_and_told_and_whole_utf_8_beside_it_kept(tmp_path: Path) -> None:
    reading = read(written(tmp_path, f"{FIRST} α ".encode() + "Schrödinger’s “café”.".encode("cp1252")))

    assert abstracts(reading) == [f"{FIRST} α Schrödinger’s “café”."]
    assert reasons(reading) == [
        "seeds.txt, line 1: it is not UTF-8 and was read as Windows-1252, here and further down."
    ]


def test_stray_nul_characters_are_left_out_and_told(tmp_path: Path) -> None:
    reading = read(written(tmp_path, FIRST.replace("text", "te\0xt", 1)))

    assert abstracts(reading) == [FIRST]
    assert reasons(reading) == [
        "seeds.txt, line 1: it holds NUL characters, which were left out here and further down."
    ]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "holds no abstract"),
        (b" \n\r\n\t", "holds no abstract"),
        (b"NeurIPS 2025 Papers\n\n", "holds no abstract"),
        (b"\0\1\2\3" * 50, "holds NUL bytes"),
        (PLAIN.encode("utf-16-le"), "holds NUL bytes"),
    ],
)
def test_a_file_without_abstracts_is_refused_with_the_reason(tmp_path: Path, content: bytes, reason: str) -> None:
    with pytest.raises(UnreadableFile, match=rf"^seeds\.txt: .*{reason}"):
        read(written(tmp_path, content))


def test_a_line_of_a_million_characters_is_left_out_and_the_rest_read(tmp_path: Path) -> None:
    reading = read(written(tmp_path, f"{FIRST}\n\n{'x' * 2_500_000}\n\n{SECOND}"))

    assert abstracts(reading) == [FIRST, SECOND]
    assert reasons(reading) == ["seeds.txt, line 3: it is longer than 1,000,000 characters and left out."]


def test_a_paragraph_of_endless_lines_is_left_out_and_keeps_its_number(tmp_path: Path) -> None:
    reading = read(written(tmp_path, f"{FIRST}\n\n" + "so it goes on\n" * 80_000 + f"\n{SECOND}"))

    assert [paper.source for paper in reading.papers] == ["seeds.txt#1", "seeds.txt#3"]
    assert reasons(reading) == ["seeds.txt, paragraph 2: it is longer than 20,000 characters and left out."]


@settings(max_examples=80)
@given(st.lists(st.text(max_size=300), max_size=8), st.sampled_from(["\n", "\n\n", "\r\n", " \n \n"]))
def test_any_lines_at_all_are_read_without_an_error(lines: list[str], between: str) -> None:
    items = list(seed_text.read("any.txt", between.join(lines).splitlines()))

    papers = [item for item in items if isinstance(item, Paper)]
    numbers = [int((paper.source or "").removeprefix("any.txt#")) for paper in papers]
    assert not any(isinstance(item, Fact) for item in items)
    assert numbers == sorted(set(numbers))
    assert all(paper.abstract.strip() and paper.abstract.encode() for paper in papers)
    assert all(isinstance(item, Paper | Problem) for item in items)
