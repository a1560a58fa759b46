"""Names of people in all the ways they are written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.language.mojibake import mended
from search.language.people import listed, named, people, person


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Smith, John", "John Smith"),
        ("John Smith", "John Smith"),
        ("Plato", "Plato"),
        ("van der Berg, Anna Maria", "Anna Maria van der Berg"),
        ("Ludwig van Beethoven", "Ludwig van Beethoven"),
        ("Smith, Jr., John", "John Smith Jr."),
        ("King, Martin Luther, Jr.", "Martin Luther King Jr."),
        ("Smith, III", "Smith III"),
        ("Wetmore, SA", "SA Wetmore"),
        ("{von Neumann}, John", "John von Neumann"),
        ("{Barnes and Noble, Inc.}", "Barnes and Noble, Inc."),
        ("Wells Unlimited, Inc.", "Wells Unlimited, Inc."),
        ("{The Wells Team}", "The Wells Team"),
        (r"{\'A}lvarez, Jos{\'e}", "José Álvarez"),
        (r"Macr\`i, Emanuele", "Emanuele Macrì"),
        (r"{\L}ukasz Kaiser", "Łukasz Kaiser"),
        (r"Rodr\'{\i}guez", "Rodríguez"),
        ("SchrÃ¶dinger, E.", "E. Schrödinger"),
        ("O&#39;Brien, Pat", "Pat O'Brien"),
        ("王, 小明", "王小明"),
        ("王小明", "王小明"),
        ("김, 철수", "김철수"),
        ("Макаров, Илья", "Илья Макаров"),
        ("van den Hoven, null", "van den Hoven"),
        ("Lee, Ann (ann@example.org)", "Ann Lee"),
        ("Ann Lee*†", "Ann Lee"),
        ("Ann\n  Lee", "Ann Lee"),
        ("\u202eLee, \u200bAnn\0", "Ann Lee"),
        ("Lee,", "Lee"),
        (", ,", ""),
        ("A, B, C, D", "A, B, C, D"),
        ("others", "others"),
        ("et al.", "others"),
        ("", ""),
    ],
)
def test_a_name_is_said_as_people_say_it(written: str, said: str) -> None:
    assert person(written) == said


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Ann Lee and Bo Ray", ["Ann Lee", "Bo Ray"]),
        ("Lee, Ann AND Ray, Bo", ["Ann Lee", "Bo Ray"]),
        ("Lee, Ann\n  and\n  Ray, Bo", ["Ann Lee", "Bo Ray"]),
        ("Lee, Ann and others", ["Ann Lee", "others"]),
        ("Lee, Ann and {Sand and Sea} and Ray, Bo", ["Ann Lee", "Sand and Sea", "Bo Ray"]),
        ("{Sand and Sea", ["Sand and Sea"]),
        ("Anderson, Andy", ["Andy Anderson"]),
        ("Ann Lee, Bo Ray, Cy van Doe and Di Fox", ["Ann Lee", "Bo Ray", "Cy van Doe", "Di Fox"]),
        ("van der Berg, Jr., Anna Maria", ["Anna Maria van der Berg Jr."]),
        ("and", ["and"]),
        ("", []),
    ],
)
def test_in_bibtex_the_word_and_parts_names(written: str, said: list[str]) -> None:
    assert list(people(written)) == said


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Lee, Ann; Ray, Bo", ["Ann Lee", "Bo Ray"]),
        ("Ann Lee, Bo Ray and Cy Doe", ["Ann Lee", "Bo Ray", "Cy Doe"]),
        ("Lee, Ann and Ray, Bo et al.", ["Ann Lee", "Bo Ray", "others"]),
        ("Ann Lee & Bo Ray", ["Ann Lee", "Bo Ray"]),
    ],
)
def test_lists_that_people_type_are_parted(written: str, said: list[str]) -> None:
    assert list(listed(written)) == said


def test_parts_make_a_name_in_the_order_of_its_language() -> None:
    assert named("Berg", "Anna", "Jr.", "van der") == "Anna van der Berg Jr."
    assert named("王", "小明") == "王小明"
    assert named("Lee") == "Lee"


@pytest.mark.parametrize(
    ("damaged", "meant"),
    [
        ("Ã‰tude", "Étude"),
        ("naïve Â± 5", "naïve ± 5"),
        ("0.8Ânm", "0.8 nm"),
        ("ÐŸÑ€Ð¸Ð²ÐµÑ‚", "Привет"),
        ("â€œquotedâ€\x9d", "“quoted”"),
    ],
)
def test_text_read_in_a_wrong_encoding_is_mended(damaged: str, meant: str) -> None:
    assert mended(damaged) == meant


@pytest.mark.parametrize(
    "text", ["São Paulo", "Ελληνικά", "Łódź", "日本語", "Erdős–Rényi", "Côté’s", "µÂ", "ÀÈÌ", "x²"]
)
def test_text_that_is_right_stays(text: str) -> None:
    assert mended(text) == text


@settings(max_examples=150)
@given(st.text(alphabet="aB é,;.{}\\'\"()and&王\n*", max_size=60))
def test_whatever_is_typed_gives_lines_without_braces_around_them(text: str) -> None:
    for said in (person(text), *people(text), *listed(text)):
        assert said == " ".join(said.split())
        assert not (said.startswith("{") and said.endswith("}") and person(said) != said)


@pytest.mark.parametrize(
    "text", ["{" * 50_000, "a and " * 50_000, "*" * 50_000, "(" * 50_000, ", " * 50_000, " " * 90_000]
)
def test_long_nonsense_is_read_before_the_tests_run_out_of_patience(text: str) -> None:
    assert sum(map(len, people(text))) <= len(text)
    assert len(person(text)) <= len(text)
