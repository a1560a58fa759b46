"""`paperboy duplicates` as it is typed: listed, looked at field by field, split, joined, kept apart."""

import json
from pathlib import Path

import pytest

from tests.command_kit import Run, typing
from tests.unit.test_merges import PREPRINT, PRINT, REVISED


@pytest.fixture
def run(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, logging_as_it_was: None
) -> Run:
    """Status, stdout and stderr of a command, in a library of three records of which two are of one paper."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.jsonl").write_text(json.dumps(PREPRINT))
    doubtful = {"title": "How Canoes Find Atolls", "authors": ["A. Nunez"], "abstract": REVISED + " Canoes do, too."}
    (tmp_path / "b.jsonl").write_text(
        "\n".join(json.dumps(one) for one in ({**PRINT, "venue": "\x1b[2JNAV"}, doubtful))
    )

    run = typing(capfd, tmp_path)
    run("import", "a.jsonl", "b.jsonl")
    return run


def test_merged_papers_are_listed_looked_at_split_and_joined(run: Run) -> None:
    handle, other = "stick-charts-expansions", "stick-charts-expansions-2"
    listed = run("duplicates")[1].splitlines()
    assert listed[0] == f"{handle}: 2 records, from a.jsonl#1, b.jsonl#1"
    assert listed[2].startswith(f"  canoes-find-atolls and {handle}: the abstracts share ")

    looked = run("duplicates", handle)[1]
    assert "import 1; the same title, the abstracts share 80%\n" in looked
    assert "  * doi: 10.1000/preprint (1)\n    doi: 10.1000/charts (2)\n" in looked
    assert "  * year: 2021 (2)\n" in looked
    assert "by the swell that bends" not in looked  # where they are the same
    assert "fit it to recordings of forty-two boats in three seasons" in looked
    assert "\x1b" not in looked

    assert run("duplicates", "split", handle, "b.jsonl#1")[1].startswith(
        f"The record from b.jsonl#1 is a paper of its own: {other}.\n"
    )
    assert f"{other} · " in run("show", "doi:10.1000/charts")[1]
    told = run("duplicates", "join", handle, other)[1]
    assert told.splitlines()[-1] == f"To part them again: paperboy duplicates split {handle} b.jsonl#1"
    assert f"{handle} · " in run("show", other)[1]
    assert f"{other} · " not in run("search", "sailors")[1]
    assert run("duplicates", "split", handle, "b.jsonl#1")[1].startswith(
        f"The record from b.jsonl#1 is a paper of its own: {other}.\n"
    )


def test_what_is_in_doubt_is_settled_and_what_is_wrong_is_said(run: Run) -> None:
    handle = "stick-charts-expansions"
    assert run("duplicates", "canoes-find-atolls")[1].startswith(
        "canoes-find-atolls is made of one record, from b.jsonl#2.\nMay be one and kept apart: canoes-find-atolls and "
    )
    assert run("duplicates", "apart", handle, "canoes-find-atolls")[0] == 0
    assert "canoes" not in run("duplicates")[1]

    for words, status, sentence in (
        (("nobody",), 1, "There is no paper called nobody"),
        (("split", handle, "z#1"), 1, "has no record from z#1. Its records are from a.jsonl#1, b.jsonl#1."),
        (("apart", handle, "canoes-find-atolls"), 1, "they stay two"),
        (("join", handle, handle), 1, "one paper already"),
        (("one", "two"), 2, "split HANDLE SOURCE"),
    ):
        done = run("duplicates", *words)
        assert (done[0], sentence in done[2]) == (status, True), done
