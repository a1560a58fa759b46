"""Sentences of readable text, told apart from abbreviations, initials, numbers and names."""

# Own rules, because the libraries at hand are either no longer kept (pysbd) or bring a trained model to download, and
# abstracts are narrow: what misleads a splitter here is `et al.`, `e.g.`, initials, numbers and names such as `iP-VAE`.

import re
from functools import lru_cache

from search.language.vocabulary import word_set

_END = re.compile(r"[.?!…]+[\"”’')\]]*\s+(?=(?P<next>\S+))")
_PARAGRAPH = re.compile(r"\n\s*\n")
_LAST_WORD = re.compile(r"\S+$")
_NEVER_LAST = word_set(
    """
    e.g. i.e. cf. vs. viz. fig. figs. eq. eqs. eqn. sec. sect. no. nos. tab. ch. vol. pp. p. dr. mr. mrs. ms.
    prof. st. approx. resp. ref. refs. thm. prop. def. lem. alg. app. ca. c.f. e.g i.e incl.
    """
)
_SELDOM_LAST = word_set("al. etc. w.r.t. i.i.d. a.k.a. s.t. a.s. u.s. u.k. ph.d. inc. ltd. co. jr. a.e. w.l.o.g. d.c.")
_OPENERS = word_set(
    """
    We The This These Those That Our In It Its However To For Experiments Extensive Moreover Furthermore
    Additionally Specifically Finally While By As An A Although Despite Here Then When With On Based Existing
    Recent Code Results Unlike First Second Third Therefore Thus Hence There They Such One From At Using Through
    Under Across Also But Yet If Notably I
    """
)
_LONGEST_REFERENCE = 120
_INITIAL = re.compile(r"[(\[“\"]?[A-Z]\.")


@lru_cache(maxsize=1024)
def sentences(cleaned: str) -> tuple[str, ...]:
    """The sentences in their order; joined with spaces they are the text again."""
    return tuple(sentence for paragraph in _PARAGRAPH.split(cleaned) for sentence in _of_paragraph(paragraph))


def _of_paragraph(paragraph: str) -> list[str]:
    found: list[str] = []
    start = 0
    for match in _END.finditer(paragraph):
        stop = re.match(r"\S+", paragraph[match.start() : match.end()])
        end = match.start() + len(stop[0] if stop else "")
        goes_on = _goes_on(paragraph[max(start, end - 40) : end], match["next"])
        if _begins(match["next"]) and not goes_on and not _in_brackets(paragraph, start, end):
            found.append(paragraph[start:end].strip())
            start = match.end()
    found.append(paragraph[start:].strip())
    return [sentence for sentence in found if sentence]


def _in_brackets(paragraph: str, start: int, end: int) -> bool:
    """Whether `end` lies in a reference such as `[SIAM J. Comput. 1998]`, opened in this sentence and closed soon."""
    opening = paragraph.rfind("[", start, end)
    closing = paragraph.find("]", end, end + _LONGEST_REFERENCE)
    inside = opening >= 0 and closing >= 0 and "]" not in paragraph[opening:end] and "[" not in paragraph[end:closing]
    return inside and paragraph[opening + 1].isalpha()


def _begins(word: str) -> bool:
    """Whether a sentence can begin with this word; `iP-VAE` and `k-means` begin with a name or a formula."""
    first = word.lstrip("\"“‘'([")[:1]
    return first.isupper() or first.isdigit() or not (first.isalpha() or word[0] in "–—,;-+=<>") or _is_named(word)


def _is_named(word: str) -> bool:
    return any(letter.isupper() for letter in word[1:])


def _goes_on(text: str, following: str) -> bool:
    """Whether the stop at the end of `text` belongs to an abbreviation or an initial."""
    found = _LAST_WORD.search(text)
    last = found[0] if found else ""
    opener = following.rstrip(",:") in _OPENERS
    plain = last.lstrip('("“‘[').lower()
    if plain in _NEVER_LAST:
        return True
    if plain in _SELDOM_LAST or _INITIAL.fullmatch(last):
        return not opener
    return False
