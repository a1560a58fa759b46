"""JSON from outside is read only when everybody behind it can read it, too."""

import json

import pytest

from bot.workspace.reading import DEEPEST, Unreadable, read


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


@pytest.mark.parametrize("text", ["{}", "[1, 2.5, null]", '{"a": {"b": "\\u00e4\\ud83d\\ude00"}}', nested(DEEPEST)])
def test_what_is_json_for_everybody_is_read(text: str) -> None:
    assert read(text) == json.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        b"\xff\xfe",
        "NaN",
        '{"a": [-Infinity]}',
        "[1e400]",
        '"\\ud800"',
        '{"\\udfff": 1}',
        "9" * 5000,
        nested(DEEPEST + 1),
        nested(100_000),
        '{"a":' * 500 + "1" + "}" * 500,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_what_others_could_not_read_is_refused(text: str | bytes) -> None:
    with pytest.raises(Unreadable):
        read(text)
