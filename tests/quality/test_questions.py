"""A hundred questions in people's own words: the right paper is shown, and so is a sentence that answers."""

from collections import Counter

import pytest

from search.language.clean import clean
from tests.quality.asking import Asked, ask_all, library, rows

FOUND = 90
ANSWERED = 80


@pytest.fixture(scope="module")
def trial(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Asked], dict[str | None, str]]:
    """What was asked, and the abstracts by their sources."""
    store, engine = library(tmp_path_factory.mktemp("questions"))
    try:
        return ask_all(store, engine), {paper.source: clean(paper.abstract) for paper in store.changes_since(0).papers}
    finally:
        engine.close()
        store.close()


@pytest.fixture(scope="module")
def asked(trial: tuple[list[Asked], dict[str | None, str]]) -> list[Asked]:
    return trial[0]


def test_there_are_two_questions_for_most_papers_and_one_for_the_others() -> None:
    per_paper = Counter(row["source"] for row in rows("questions.jsonl"))

    assert len(per_paper) == 57
    assert Counter(per_paper.values()) == {2: 43, 1: 14}


def test_the_right_paper_is_among_the_first_three(asked: list[Asked]) -> None:
    lost = [each.question for each in asked if not each.found]

    assert len(asked) - len(lost) >= FOUND, lost


def test_the_sentence_shown_is_the_one_that_was_judged(asked: list[Asked]) -> None:
    """Whoever changes what is shown prints the new sentences with bench/questions.py, judges them by question and
    sentence alone, and writes that down here."""
    judged = {row["question"]: row["sentence"] for row in rows("judgements.jsonl")}
    shown = {each.question: each.sentence for each in asked}

    assert {question: shown[question] for question in shown if shown[question] != judged[question]} == {}


def test_the_sentence_answers() -> None:
    judgements = rows("judgements.jsonl")

    assert sum(row["answers"] for row in judgements) >= ANSWERED
    assert not [row for row in judgements if row["answers"] and not row["sentence"]]


def test_a_sentence_is_the_abstracts_own(trial: tuple[list[Asked], dict[str | None, str]]) -> None:
    asked, abstracts = trial

    assert [each.question for each in asked if each.sentence.strip("…") not in abstracts[each.source]] == []
