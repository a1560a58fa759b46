"""One topic in many spellings has one key."""

import pytest

from handlers.subscriptions.topics import topic_key
from search.grammar import parse


@pytest.mark.parametrize(
    "spellings",
    [
        ("kv cache", "Cache  KV", "(kv) cache", "kv, cache", "KV cache cache"),
        ('"kv cache" -vision', "-Vision “KV cache”"),
        ("a1 OR b2", "B2 OR A1"),
        ("(a1 b2) OR c3", "c3 OR (b2 a1)"),
        ("author:Müller year:2024", "year:2024..2024 author:muller"),
        ("quant* has:code", "has:code QUANT*"),
    ],
)
def test_spellings_of_one_topic_have_one_key(spellings: tuple[str, ...]) -> None:
    assert len({topic_key(parse(text)) for text in spellings}) == 1


@pytest.mark.parametrize(
    "others",
    [
        ("kv cache", '"kv cache"', "kv OR cache", "kv -cache", "kv cache*", "author:kv cache"),
        ("C", "C++", "C#"),
        ("x year:2024", "x year:2024..", "x year:..2024", "x -year:2024"),
        ("x has:code", "x has:pdf", "x -has:code"),
        ('"kv cache"', '"cache kv"'),
        ("(a1 b2) OR c3", "a1 (b2 OR c3)"),
    ],
)
def test_other_topics_have_other_keys(others: tuple[str, ...]) -> None:
    assert len({topic_key(parse(text)) for text in others}) == len(others)
