"""Every format: found out by what stands in a file, and read alike."""

import gzip
import json
from pathlib import Path

import pytest

from search.errors import UnreadableFile
from search.formats import FORMATS, NAMES, examine, is_known, read
from search.formats.seed_text import FORM as SEED_TEXT
from search.language.clean import clean
from search.reading import Skipped
from tests.format_samples import ABSTRACT, AUTHORS, SAMPLES, TITLE, common


def written(folder: Path, content: str | bytes, name: str = "papers.dat") -> Path:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return file


def test_there_is_a_sample_of_every_format() -> None:
    assert {form.label for form in FORMATS} - {SEED_TEXT.label} == SAMPLES.keys()
    assert len(NAMES) == len(set(NAMES)) == len(FORMATS)


@pytest.mark.parametrize("label", SAMPLES)
def test_the_paper_is_read_whole_and_the_one_without_an_abstract_told(tmp_path: Path, label: str) -> None:
    reading = examine(written(tmp_path, SAMPLES[label]))

    (paper,) = reading.papers
    assert reading.form == label
    assert clean(paper.abstract) == ABSTRACT
    assert (clean(paper.title or ""), *common(paper)[1:]) == (TITLE, AUTHORS, 2024, "Journal of Wells")
    assert label == "OpenReview notes" or paper.doi == "10.1000/wells"
    assert label in {"ACL Anthology XML", "DBLP XML"} or paper.keywords == ("wells", "maps")
    (left_out,) = reading.problems
    assert isinstance(left_out, Skipped)
    assert "has no abstract" in left_out.reason
    assert left_out.place.startswith("line ")


@pytest.mark.parametrize("label", SAMPLES)
def test_what_stands_in_a_file_weighs_more_than_its_name(tmp_path: Path, label: str) -> None:
    for name in ("papers.txt", "papers.bib", "papers.json"):
        assert examine(written(tmp_path, SAMPLES[label], name)).form == label


@pytest.mark.parametrize("label", SAMPLES)
@pytest.mark.parametrize(
    "change",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: "".join(line + ("\r\n" if n % 2 else "\n") for n, line in enumerate(text.splitlines())).encode(),
        lambda text: gzip.compress(text.encode()),
        lambda text: b"\n\n" + text.encode() + b"\n\n",
    ],
    ids=["byte order mark", "UTF-16", "CRLF", "mixed line ends", "gzip", "empty lines"],
)
def test_the_bytes_of_a_file_make_no_difference(tmp_path: Path, label: str, change: object) -> None:
    assert callable(change)
    reading = examine(written(tmp_path, change(SAMPLES[label])))

    assert (reading.form, [clean(paper.abstract) for paper in reading.papers]) == (label, [ABSTRACT])
    assert reading.papers[0].authors == AUTHORS


@pytest.mark.parametrize("label", SAMPLES)
def test_a_file_that_was_cut_off_anywhere_is_read_as_far_as_it_goes(tmp_path: Path, label: str) -> None:
    text = SAMPLES[label]
    for end in range(0, len(text), max(1, len(text) // 25)):
        reading = examine(written(tmp_path, text[:end]), _name_of(label))
        assert len(reading.papers) <= 1
        assert all(paper.abstract for paper in reading.papers)


def test_a_format_that_is_named_is_taken(tmp_path: Path) -> None:
    file = written(tmp_path, f"title|abstract|note\nOn Wells|{ABSTRACT}|x\n")

    assert examine(file, "csv").papers[0].title == TITLE
    assert examine(file, "ris").papers == ()


def test_without_a_sign_in_name_or_content_the_formats_are_told(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match=r"papers\.dat: is in no known form; files may end in .*\.bib"):
        read(written(tmp_path, "So it goes.\n"))


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"PK\x03\x04rest", "ZIP archive or an office document"),
        (b"%PDF-1.7 rest", "is a PDF"),
        (b"BZh91AY", "bzip2"),
        (b"SQLite format 3\0rest", "is a database"),
    ],
)
def test_what_is_no_text_is_named(tmp_path: Path, content: bytes, reason: str) -> None:
    with pytest.raises(UnreadableFile, match=reason):
        read(written(tmp_path, content, "papers.bib"))


@pytest.mark.parametrize(
    "recorded",
    [
        json.dumps({"url": "u", "status_code": 200, "body": SAMPLES["arXiv Atom"]}),
        "interactions:\n- request:\n    uri: u\n  response:\n    body:\n      string: "
        + json.dumps(SAMPLES["arXiv Atom"])
        + "\n",
    ],
    ids=["JSON", "YAML"],
)
def test_an_answer_that_a_test_recorded_is_read_like_the_answer(tmp_path: Path, recorded: str) -> None:
    reading = examine(written(tmp_path, recorded))

    assert (reading.form, [paper.title for paper in reading.papers]) == ("arXiv Atom", [TITLE])


def test_in_a_folder_files_count_by_name_and_doubtful_names_by_content(tmp_path: Path) -> None:
    known = {"a.bib", "a.ris.gz", "a.jsonl", "a.TSV"}
    pages = {"page.md": SAMPLES["PMLR front matter"], "readme.md": "# Read me\n", "feed.xml": SAMPLES["arXiv Atom"]}
    for name, content in pages.items():
        written(tmp_path, content, name)

    assert all(is_known(tmp_path / name) for name in known)
    assert [name for name in pages if is_known(tmp_path / name)] == ["page.md", "feed.xml"]
    assert not any(is_known(tmp_path / name) for name in ("a.png", "a.py", "bib", "missing.md"))


def _name_of(label: str) -> str:
    return next(form.name for form in FORMATS if form.label == label)
