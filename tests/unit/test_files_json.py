"""JSON of any length and in any state, cut into its records."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.files.json_scan import records
from search.files.json_values import keys, values
from search.files.limits import LIMITS, Limits
from search.files.records import Remark

SMALL = Limits(record=100, depth=10)


def read(text: str, name: str = "a.json", limits: Limits = LIMITS) -> list[tuple[int, object]]:
    return list(values(name, text.splitlines(keepends=True), limits))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[{"a": 1}, {"a": 2}]', [{"a": 1}, {"a": 2}]),
        ('{"a": 1}', [{"a": 1}]),
        ('{"a": 1}\n{"a": 2}\n', [{"a": 1}, {"a": 2}]),
        ('{"meta": {"n": [{"x": 1}]}, "results": [{"a": 1}], "more": [{"b": 1}]}', [{"a": 1}]),
        ('{"items": [{"a": 1}]}\n{"items": [{"a": 2}]}', [{"a": 1}, {"a": 2}]),
        ('{"message-type": "x", "message": {"items": [{"a": 1}]}}', [{"a": 1}]),
        ('{"message-type": "x", "message": {"a": 1, "reference": [{"b": 1}]}}', [{"a": 1, "reference": [{"b": 1}]}]),
        ('{"title": "t", "notes": ["x"]}', [{"title": "t", "notes": ["x"]}]),
        ('{"k1": {"a": 1, "b": 2}, "k2": {"a": 2, "b": 2}}', [{"a": 1, "b": 2}, {"a": 2, "b": 2}]),
        (r'[{"a": "}\"]{["}, {"a": "\\"}]', [{"a": '}"]{['}, {"a": "\\"}]),
        ("[]", []),
        ("", []),
    ],
)
def test_records_are_found_wherever_answers_keep_them(text: str, found: list[object]) -> None:
    assert [value for _, value in read(text)] == found
    assert [value for _, value in read(json_apart(text))] == found


def json_apart(text: str) -> str:
    """The same text set out over many lines."""
    decoder, parts, place = json.JSONDecoder(), [], 0
    while place < len(text.rstrip()):
        value, place = decoder.raw_decode(text, place)
        parts.append(json.dumps(value, indent=2))
        place += len(text[place:]) - len(text[place:].lstrip())
    return "\n".join(parts)


def test_each_record_comes_with_the_line_it_begins_in() -> None:
    assert [line for line, _ in read('[\n {"a": 1},\n {"a":\n  2}, {"a": 3}\n]')] == [2, 3, 4]


@pytest.mark.parametrize(
    "bad",
    ['{"a" 1}', '{"a": 1 2}', '{"a": "never closed}', '{\n "a": "never closed,\n "b": {"c": 1}\n}', '{"a": tru}'],
)
def test_a_bad_record_does_not_take_the_next_ones_with_it(bad: str) -> None:
    found = read(f'[\n{{"a": 0}},\n{bad},\n{{"a": 3}},\n{{"a": 4}}\n]')

    assert [value for _, value in found if isinstance(value, dict)] == [{"a": 0}, {"a": 3}, {"a": 4}]
    ((line, reason),) = [(line, value) for line, value in found if isinstance(value, str)]
    assert (line, reason.partition(" (")[0].partition(", a text")[0]) == (3, "it is not valid JSON")


@pytest.mark.parametrize("bad", ['{"a": 1, }', '{"a": [1, 2,], "b": 2}', '{"a": "x, ]",\n}'])
def test_a_comma_too_many_is_told_and_the_record_taken(bad: str) -> None:
    found = read(f"[{bad}]")

    assert isinstance(found[0][1], Remark)
    assert found[0][1] == "it has a comma too many before a closing bracket, which was passed over"
    assert isinstance(found[1][1], dict)


def test_a_file_that_ends_too_early_is_read_up_to_there_and_told() -> None:
    assert read('[{"a": 1},\n{"a": 2') == [(1, {"a": 1}), (2, "it is never closed")]
    assert read('[{"a": 1},\n') == [(1, {"a": 1}), (2, "the file ends before its list does")]


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
def test_what_is_deep_or_long_is_left_out_and_told(name: str) -> None:
    deep = '{"a": ' + "[" * 5_000 + "]" * 5_000 + "}"
    long = json.dumps({"a": "x" * 200})
    found = read(f'{{"a": 1}}\n{deep}\n{{"a": 2}}\n', name)

    assert found == [(1, {"a": 1}), (2, "its values are nested too deeply"), (3, {"a": 2})]
    assert read(f'{{"a": 1}}\n{long}\n{{"a": 2}}\n', name, SMALL) == [
        (1, {"a": 1}),
        (2, "it is longer than 100 characters"),
        (3, {"a": 2}),
    ]


def test_brackets_without_end_need_no_more_room_than_themselves() -> None:
    assert read("[" * 300_000) == [(1, "the file ends before its list does")]
    assert read('{"a":' * 100_000) == [(1, "its values are nested too deeply")]


def test_lines_are_read_one_by_one_when_the_name_says_so() -> None:
    found = read('{"a": 1}\n{"a":\n\n[{"a": 3}]\n"a"\n{"a": 5}', "a.jsonl.gz")

    assert found[0] == (1, {"a": 1})
    assert [line for line, value in found if isinstance(value, str)] == [2, 4, 5]
    assert found[-1] == (6, {"a": 5})


def test_a_line_may_come_in_pieces() -> None:
    assert list(values("a.jsonl", ['{"a": "x', 'y"}', "\n", '{"a": 1}'])) == [(1, {"a": "xy"}), (2, {"a": 1})]


def test_names_of_fields_are_known_at_any_depth_and_only_in_json() -> None:
    assert keys(' [{"a": {"b-c": 1}, "d" : 2}') == {"a", "b-c", "d"}
    assert keys('@article{x, note = {"a": 1}}') == frozenset()


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet='a"\\{}[],:\n é', max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(alphabet='ab"{[', max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
ROWS = st.lists(st.dictionaries(st.sampled_from(["title", "notes", "x"]), VALUES, min_size=1, max_size=3), max_size=4)


@settings(max_examples=60)
@given(ROWS, st.integers(1, 9), st.sampled_from([None, 1]))
def test_an_array_gives_its_objects_however_it_is_set_out_and_cut(
    rows: list[dict[str, object]], length: int, indent: int | None
) -> None:
    lines = json.dumps(rows, indent=indent, ensure_ascii=False).splitlines(keepends=True)
    pieces = [line[place : place + length] for line in lines for place in range(0, len(line), length)]

    assert [json.loads(cut.text) for cut in records(pieces, Limits())] == rows


@settings(max_examples=150)
@given(st.text(alphabet='a"\\{}[],:\n 1', max_size=60))
def test_any_text_at_all_is_read_without_an_error(text: str) -> None:
    assert all(isinstance(value, dict | str) for _, value in read(text))
