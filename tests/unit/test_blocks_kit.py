"""Foreign text is made safe, measured, cut and split without a scar."""

import re
import unicodedata

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from handlers.blocks import kit

FLAG = "🇨🇭"
FAMILY = "👩‍👩‍👧‍👦"
ACCENT = "e\u0301\u0323"
LINK = "<https://example.org/a?b=c|the label>"
TRICKY = f"a & b &amp; c <!channel> d {LINK} e {FLAG} f {FAMILY} g {ACCENT} h &#8217; <@U123ABC> i"
ANYTHING = st.text(st.characters(codec=None), max_size=300) | st.lists(
    st.sampled_from([FLAG, FAMILY, ACCENT, LINK, "&", "&amp;", "<!here>", " ", "word", "\x00", "\ud800", "*", "`"])
).map("".join)


@pytest.mark.parametrize("limit", range(1, kit.length(TRICKY) + 2))
def test_a_cut_at_any_place_leaves_whole_pieces(limit: int) -> None:
    shortened = kit.cut(TRICKY, limit)

    kept = shortened.removesuffix(kit.ELLIPSIS)
    pieces = list(kit.atoms(TRICKY))
    beginnings = {"".join(pieces[:count]).rstrip(" ,:") for count in range(len(pieces) + 1)} | {TRICKY}
    assert kit.length(shortened) <= limit
    assert kept in beginnings
    assert shortened == TRICKY or shortened.endswith(kit.ELLIPSIS)


@pytest.mark.parametrize("piece", [FLAG, FAMILY, ACCENT, LINK, "&amp;", "&#8217;", "<!channel>", "<@U123ABC>"])
def test_no_piece_is_cut_wherever_it_stands(piece: str) -> None:
    for before in range(46):
        shortened = kit.cut("x" * before + piece + "y" * 60, 45)

        inside = shortened.removesuffix(kit.ELLIPSIS).lstrip("x").rstrip("y")
        assert inside in ("", piece)


def test_a_text_that_fits_is_left_as_it_is() -> None:
    assert kit.cut("exactly ten", 11) == "exactly ten"


def test_a_cut_falls_between_words_where_one_is_near() -> None:
    assert kit.cut("several words in a row, and more", 25) == "several words in a row…"


def test_a_word_that_is_most_of_the_text_is_cut_and_not_left_out() -> None:
    assert kit.cut(f"word {'x' * 200}", 100) == f"word {'x' * 94}…"


def test_an_address_in_plain_text_keeps_its_target_and_is_no_markup() -> None:
    said = kit.address_to_read("https://a.org/~ann/_x_?q=*&r=:smile:@here")

    assert said == "https://a.org/%7Eann/%5Fx%5F?q=%2A&amp;r=%3Asmile:%40here"


def test_lengths_are_counted_after_escaping_and_emoji_count_twice() -> None:
    assert kit.length("a & b") == 9
    assert kit.length("<>") == 8
    assert kit.length("😀") == 2


@given(ANYTHING, st.integers(1, 60))
def test_a_cut_text_keeps_to_its_limit(text: str, limit: int) -> None:
    assert kit.length(kit.cut(text, limit)) <= limit


@given(ANYTHING, st.integers(8, 60))
def test_pieces_keep_to_their_limit_and_make_up_the_text(text: str, limit: int) -> None:
    pieces = kit.split(text, limit)

    assert "".join(pieces) == text
    assert all(0 < kit.length(piece) <= limit for piece in pieces)


def test_one_letter_under_endless_accents_is_split_all_the_same() -> None:
    letter = "a" + "\u0301" * 5_000

    assert "".join(kit.split(letter, 100)) == letter


@given(ANYTHING)
def test_nothing_in_inert_text_is_alive(text: str) -> None:
    said = kit.inert(text)

    assert not re.search(r"[<>*~`]|&(?!amp;|lt;|gt;)", said)
    assert not regex.search(r"(?<![^\W_])_|_(?![^\W_])|:[\w+'-]+:|^&gt;|\w://|(?<!\w)@(channel|here|everyone)\b", said)
    assert not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in said)


@pytest.mark.parametrize(
    ("foreign", "said"),
    [
        ("AT&T's R&D: p < 0.05", "AT&amp;T's R&amp;D: p &lt; 0.05"),
        ("write &amp; once", "write &amp;amp; once"),
        ("snake_case stays", "snake_case stays"),
        ("_italic_", "＿italic＿"),
        ("*bold* ~struck~ `code`", "∗bold∗ ∼struck∼ ˋcodeˋ"),
        ("a\x00b\u202ec\nd", "abc d"),
        ("<!channel>", "&lt;!channel&gt;"),
        (":smile: at 10:30", ":\u2060smile: at 10:30"),
        ("> quoted", "\u2060&gt; quoted"),
        ("@here and me@here.org, @ann", "@\u2060here and me@here.org, @ann"),
    ],
)
def test_foreign_text_reads_as_it_was_written(foreign: str, said: str) -> None:
    assert kit.inert(foreign) == said


@pytest.mark.parametrize(
    ("address", "linked"),
    [
        ("https://openreview.net/forum?id=a&b=c", "https://openreview.net/forum?id=a&b=c"),
        ("HTTPS://Example.org/x", "HTTPS://Example.org/x"),
        (" http://example.org/a b ", "http://example.org/a%20b"),
        ("https://evil.test/?a=b|arxiv.org", "https://evil.test/?a=b%7Carxiv.org"),
        (
            "https://en.example.org/wiki/Attention_(disambiguation)",
            "https://en.example.org/wiki/Attention_(disambiguation)",
        ),
        ('https://a.org/<b>"`', "https://a.org/%3Cb%3E%22%60"),
        ("https://[::1]:8080/x", "https://[::1]:8080/x"),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("ftp://example.org", None),
        ("//example.org", None),
        ("https://", None),
        ("https:///path", None),
        ("https://arxiv.org@evil.test/", None),
        ("https://user:secret@example.org/", None),
        ("https://arxiv.org\\@evil.test/", None),
        ("https://exa\u202emple.org/", None),
        ("https://example.org/\x00", None),
        ("https://example.org:99999/", None),
        ("https://[::1/", None),
        ("https://example.org/" + "a" * 400, None),
        ("", None),
        (None, None),
    ],
)
def test_only_plain_web_addresses_are_linked(address: str | None, linked: str | None) -> None:
    assert kit.web_address(address) == linked
