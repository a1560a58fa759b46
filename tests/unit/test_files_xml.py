"""XML of any length and in any state, cut into its records; and the words of marked-up text."""

from xml.etree.ElementTree import Element

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.files.limits import LIMITS, Limits
from search.files.markup import text_of, unmarked
from search.files.xml_records import elements, parsed
from search.language.clean import clean

BOMB = """<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY f SYSTEM "file:///etc/hostname">]>
<r><p>&c;</p><p>&f;</p><p>fine</p></r>"""


def read(text: str, length: int = 10**6, limits: Limits = LIMITS) -> list[tuple[int, str]]:
    lines = text.splitlines(keepends=True)
    pieces = [line[place : place + length] for line in lines for place in range(0, len(line), length)]
    found = elements(pieces, {"p", "paper"}, limits)
    return [(line, each if isinstance(each, str) else "".join(each.itertext())) for line, each in found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<r><p>one</p>\n<paper>two</paper></r>", [(1, "one"), (2, "two")]),
        ('<r xmlns:x="u">\n<x:p x:a="1">\none</x:p></r>', [(2, "\none")]),
        ('<p a="1"\n b="2">one</p><p/><p a="1" />', [(1, "one"), (2, ""), (2, "")]),
        ("<!-- <p>no</p> --><p>one</p>", [(1, "one")]),
        ("<pp>no</pp><p>J&oacute;se &amp; &lt;I&gt; &#233;</p>", [(1, "Jóse & <I> é")]),
        ("<p>AT&T, p < 0.05</p>", [(1, "AT&T, p < 0.05")]),
        ("<p>a\x01\x0bb&#0;&#x1F;c</p>", [(1, "abc")]),
        ("<p><![CDATA[a < b]]></p>", [(1, "a < b")]),
        ("<p>one</p><p>bad</q></p><p>three</p>", [(1, "one"), (1, "it is not well-formed XML"), (1, "three")]),
        ("<p>one\n<p>two</p>", [(1, "it is never closed"), (2, "two")]),
        ("<p>one</p><p>two", [(1, "one"), (1, "it is never closed")]),
        ("<p>&nobody;</p>", [(1, "it uses &nobody;, which nobody knows")]),
        ("", []),
    ],
)
@pytest.mark.parametrize("length", [3, 1_000])
def test_each_record_is_read_alone(text: str, found: list[tuple[int, str]], length: int) -> None:
    assert read(text, length) == found


def test_entities_of_a_files_own_are_never_expanded() -> None:
    assert read(BOMB) == [
        (3, "it uses &c;, which nobody knows"),
        (3, "it uses &f;, which nobody knows"),
        (3, "fine"),
    ]


def test_a_record_that_declares_a_document_type_is_refused() -> None:
    assert isinstance(parsed('<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>'), str)


@pytest.mark.parametrize("length", [5, 1_000])
def test_a_record_that_is_too_long_is_left_out_and_told(length: int) -> None:
    text = f"<p>one</p>\n<p>{'x' * 200}</p>\n<p>three</p>"

    assert read(text, length, Limits(record=100)) == [
        (1, "one"),
        (2, "it is longer than 100 characters"),
        (3, "three"),
    ]


@pytest.mark.parametrize(
    "text", ["<p>" * 50_000, "<p>" + "<b>" * 50_000 + "</p>", "<" * 90_000, "<p " * 50_000, "<!--" * 50_000]
)
def test_tags_without_end_are_read_before_the_tests_run_out_of_patience(text: str) -> None:
    assert all(reason.startswith("it is") for _, reason in read(text))


@settings(max_examples=100)
@given(st.text(alphabet="<>/p!-& a\n;x", max_size=60), st.integers(1, 9))
def test_any_text_at_all_is_read_without_an_error(text: str, length: int) -> None:
    assert all(isinstance(each, str) for _, each in read(text, length))


def words(text: str) -> str:
    element = parsed(f"<text>{text}</text>")
    assert isinstance(element, Element)
    return text_of(element)


@pytest.mark.parametrize(
    ("marked", "plain"),
    [
        ("a <i>b</i> c", "a b c"),
        ("10<sup>-19</sup> H<sub>2</sub>O", "10⁻¹⁹ H₂O"),
        ("of 10\n   <sup>-19</sup>", "of 10⁻¹⁹"),
        ("the gene (\n   <i>APOE</i>)", "the gene (APOE)"),
        ("<p>one\ntwo</p><p>three</p>", "one two\n\nthree"),
        ("<title>Abstract</title><p>one</p>", "one"),
        ("<sec><title>Aims</title><p>one</p></sec>", "Aims\n\none"),
        (
            "<alternatives><tex-math>$\\alpha$</tex-math><math><mi>α</mi></math></alternatives> is small",
            "α is small",
        ),
        ("<tex-math>\\documentclass{x}\\begin{document}$$\\beta$$\\end{document}</tex-math>", "β"),
        ("<math><semantics><mi>x</mi><annotation>x</annotation></semantics></math>", "x"),
    ],
)
def test_marked_up_text_becomes_words(marked: str, plain: str) -> None:
    assert clean(words(marked)) == plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("<jats:p>a <jats:italic>b</jats:italic></jats:p>", "a b"),
        ("<p>a</p>\n<p>b &amp; c</p>", "a\n\nb & c"),
        ("if x<y and y>z then", "if x<y and y>z then"),
        ("no markup & no end", "no markup & no end"),
        ("<p>never closed", "<p>never closed"),
    ],
)
def test_a_text_that_may_be_jats_is_read_as_what_it_is(text: str, plain: str) -> None:
    assert unmarked(text) == plain


def test_many_spaces_and_line_breaks_are_one() -> None:
    assert words("a" + " " * 100_000 + "b" + " \n" * 50_000 + "c") == "a b\n\nc"


def test_markup_nested_without_end_gives_what_can_be_read() -> None:
    assert words("<b>" * 3_000 + "deep" + "</b>" * 3_000 + " flat") == "flat"
