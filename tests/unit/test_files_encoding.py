"""Texts in the encodings of the world."""

from pathlib import Path

import pytest

from search.files.encoding import encoding_of
from search.formats import examine

ENTRY = "@article{{a, author = {{{name}}}, title = {{{title}}}, abstract = {{{title}. {title}.}}}}"
GERMAN = ("Müller, Jörg", "Über die Größe der Brücken")
POLISH = ("Żółć, Łucja", "Zażółć gęślą jaźń w źródłach wiedzy")
RUSSIAN = ("Иванов, Илья", "Мы изучаем обучение нейронных сетей и оценку качества")
CHINESE = ("王, 小明", "本文提出了一种新的深度学习方法并在多个数据集上进行了实验")
JAPANESE = ("山田, 太郎", "本論文では新しい深層学習の手法を提案し、その有効性を示す")
KOREAN = ("김, 철수", "본 논문에서는 새로운 심층 학습 방법을 제안한다")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (GERMAN, "utf-8"),
        (GERMAN, "cp1252"),
        (RUSSIAN, "cp1251"),
        (CHINESE, "gb18030"),
        (JAPANESE, "shift_jis"),
        (KOREAN, "euc_kr"),
        (CHINESE, "utf-16"),
        (POLISH, "utf-8-sig"),
    ],
)
def test_a_text_in_the_encoding_of_its_language_is_read(tmp_path: Path, text: tuple[str, str], encoding: str) -> None:
    name, title = text
    file = tmp_path / "a.bib"
    file.write_bytes(ENTRY.format(name=name, title=title).encode(encoding))

    assert examine(file).papers[0].title == title


@pytest.mark.parametrize(
    ("head", "encoding", "python"),
    [
        ("% -*- coding: latin-2-unix -*-\n", "iso8859_2", "iso8859-2"),
        ("% -*- mode: bibtex; coding: latin-9 -*-\n", "iso8859_15", "iso8859-15"),
        ("% Encoding: windows-1250\n", "cp1250", "cp1250"),
        ('<?xml version="1.0" encoding="ISO-8859-2"?>\n', "iso8859_2", "iso8859-2"),
    ],
)
def test_what_a_text_says_of_its_encoding_is_believed_where_it_can_be(head: str, encoding: str, python: str) -> None:
    assert encoding_of((head + "šŠ").encode(encoding)) == (python, False)
    assert encoding_of((head + "šŠ").encode()) == ("utf-8", False)
    assert encoding_of(head.encode()) == ("utf-8", False)


def test_an_encoding_that_was_guessed_is_told(tmp_path: Path) -> None:
    file = tmp_path / "a.bib"
    file.write_bytes(ENTRY.format(name=CHINESE[0], title=CHINESE[1]).encode("gb18030"))

    assert [str(problem) for problem in examine(file).problems] == ["a.bib: it is not UTF-8 and was read as GB18030."]


def test_a_few_chinese_bytes_are_not_taken_for_utf_8_by_chance() -> None:
    assert encoding_of(b"@article{a, author={\xbf\xad\xc8\xf6}, journal={\xb2\xe2\xca\xd4\xc6\xda\xbf\xaf}}") == (
        "gb18030",
        True,
    )


def test_a_name_of_no_encoding_is_passed_over() -> None:
    assert encoding_of("% Encoding: klingon\nMüller".encode("cp1252")) == ("utf-8", False)
