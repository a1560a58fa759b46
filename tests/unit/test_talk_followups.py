"""What people say to go on from an answer, and what only looks like it."""

import pytest

from handlers.talk.followups import LAST, THIS, FollowUp, More, Nth, Only, Why, read
from search.query import Author, Has, Query, Word, Years

YEAR = 2025


@pytest.mark.parametrize(
    "text",
    ["more", "More!", "show me more", "any more?", "more papers please", "next", "what else?", "ok, more", "go on",
     "can you show me some more papers"],
)  # fmt: skip
def test_more(text: str) -> None:
    assert read(text, YEAR) == More()


@pytest.mark.parametrize(
    ("text", "number"),
    [("2", 2), ("#2", 2), ("number 3", 3), ("the second one", 2), ("the 3rd", 3), ("the last one", LAST),
     ("last", LAST),
     ("tell me more about the first one", 1), ("show me 2 please", 2), ("what is the second paper?", 2),
     ("what is the third paper about?", 3), ("who wrote the first one?", 1), ("what does 2 propose", 2),
     ("paper two", 2), ("and the third?", 3), ("No. 10", 10), ("it", THIS), ("tell me more about that paper", THIS)],
)  # fmt: skip
def test_one_of_the_papers(text: str, number: int) -> None:
    assert read(text, YEAR) == Nth(number)


@pytest.mark.parametrize(
    ("text", "number"),
    [("like 3", 3), ("more like the second one", 2), ("papers like 2", 2), ("anything similar to the last?", LAST),
     ("like this", THIS), ("find me something like that one", THIS), ("other papers like it", THIS)],
)  # fmt: skip
def test_papers_like_one_of_them(text: str, number: int) -> None:
    assert read(text, YEAR) == Nth(number, "like")


@pytest.mark.parametrize(
    ("text", "number"),
    [("why?", None), ("Why these?", None), ("but why", None), ("why 2?", 2), ("why the second one", 2),
     ("why did you show me this paper?", THIS), ("why is the first one here?", 1)],
)  # fmt: skip
def test_why(text: str, number: int | None) -> None:
    assert read(text, YEAR) == Why(number)


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("only since 2024", Query("", filters=(Years(2024, None),))),
        ("since 2024", Query("", filters=(Years(2024, None),))),
        ("only before 2020", Query("", filters=(Years(None, 2019),))),
        ("just from 2020 to 2022", Query("", filters=(Years(2020, 2022),))),
        ("and with code", Query("", filters=(Has("code"),))),
        ("by Smith", Query("", filters=(Author("Smith"),))),
        ("without eviction", Query("", excluded=(Word("eviction"),))),
        ("but not eviction", Query("", excluded=(Word("eviction"),))),
        ("no eviction please", Query("", excluded=(Word("eviction"),))),
        ("only about eviction", Query("", (Word("eviction"),))),
        ("also eviction", Query("", (Word("eviction"),))),
    ],
)
def test_conditions(text: str, query: Query) -> None:
    read_as = read(text, YEAR, lambda name: name == "Smith")

    assert isinstance(read_as, Only)
    assert (read_as.more.wanted, read_as.more.excluded, read_as.more.filters) == (
        query.wanted,
        query.excluded,
        query.filters,
    )


@pytest.mark.parametrize(
    "text",
    ["kv cache", "more efficient attention", "why do transformers need warm-up?", "the first law of robotics",
     "papers like kvflow", "last year's best papers on diffusion", "no thanks", "not now", "next token prediction",
     "2024", "what is attention?", "with a little help", "like", "", "more " * 60],
)  # fmt: skip
def test_anything_else_is_something_new(text: str) -> None:
    read_as: FollowUp | None = read(text, YEAR)

    assert read_as is None
