"""LaTeX as readable Unicode text, parsed by pylatexenc; what nobody knows stays as a plain word."""

import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from pylatexenc.latexwalker import LatexWalker
from pylatexenc.macrospec import LatexContextDb, std_macro

from search.language.latex.commands import (
    ACCENTS,
    CITATIONS,
    FRACTIONS,
    LETTERS,
    PAIRS,
    PLACEHOLDERS,
    SECOND,
    SILENT,
    TEXT,
    known,
    takes_argument,
    unglued,
)
from search.language.latex.reader import Reader
from search.language.latex.source import pieces, tamed, untamed

_COMMAND = re.compile(r"\\([A-Za-z]+)")
_AGAINST_LETTER = re.compile(r"(\\[A-Za-z]+)(?=[^\W\d_A-Za-z])")
_PLACEHOLDER = re.compile(r"\\([A-Za-z]+)(?:\{\})?")
_VERBATIM = re.compile(r"\\verb\*?([^\sA-Za-z*])([^\n]{0,200}?)\1")
_PROTECTED = re.compile(r"\\[A-Za-z]+\*?\s*(?:\[[^\]\n]*\]\s*)?\{|\{(?<![\\}^_\]]\{)([A-Za-z][\w-]*)\}")
_EATEN_OF = {"imes": "times", "heta": "theta", "ightarrow": "rightarrow", "oldsymbol": "boldsymbol"}
_EATEN_OF.update({f"ext{face}": f"text{face}" for face in ("it", "bf", "tt", "sc", "rm", "color")})
_EATEN = re.compile(rf"(?<![A-Za-z\\])(?:{'|'.join(_EATEN_OF)})(?![A-Za-z])")
"""Commands after which a careless program took `\\t`, `\\r` or `\\b` for a tab, a line's end or a step back."""
_FALLBACK_NAME = "our method"


def without_latex(text: str, own_name: Callable[[str], str | None]) -> str:
    """The text without any LaTeX; linear in its length, never raises.

    `own_name` finds, in the readable text, the name of the authors' system: abstracts pasted from LaTeX say `\\model`
    where the macro was not expanded.
    """
    if not ("\\" in text or "$" in text or "{" in text):
        return text
    text = _EATEN.sub(lambda match: f"\\{_EATEN_OF[match[0]]}", text)
    text = _VERBATIM.sub(lambda match: match[2].replace("\\", ""), text)
    text = _AGAINST_LETTER.sub(r"\1 ", text)
    source = tamed(_COMMAND.sub(_separated, text), known)
    placed = {name for name in _COMMAND.findall(source) if name in PLACEHOLDERS and not known(name)}
    if placed:
        name = own_name(_read(_named(source, placed, ""))) or _FALLBACK_NAME
        source = _named(source, placed, name)
    return _read(source)


def _read(source: str) -> str:
    source = _PROTECTED.sub(lambda match: match[1] or match[0], source)
    return untamed("".join(_parsed(piece) if is_latex else piece for is_latex, piece in pieces(source, _wants_more)))


@lru_cache(maxsize=16384)
def _parsed(source: str) -> str:
    """The readable text of a piece of LaTeX; papers write `$n$` and `$\\epsilon$` again and again."""
    nodes, _, _ = LatexWalker(source, latex_context=_PARSING, tolerant_parsing=True).get_latex_nodes()
    return unicodedata.normalize("NFC", _READER.nodelist_to_text(nodes))


def _wants_more(command: str) -> bool:
    """Whether a command goes on behind a space: with its argument, or with the rest of the word it is a letter of."""
    return takes_argument(command) or command in LETTERS


def _separated(match: re.Match[str]) -> str:
    halves = unglued(match[1])
    return f"\\{halves[0]}{{{halves[1]}}}" if halves else match[0]


def _named(source: str, placed: set[str], name: str) -> str:
    return _PLACEHOLDER.sub(lambda match: name if match[1] in placed else match[0], source)


def _parsing_context() -> LatexContextDb:
    macros = [std_macro(name, "{") for name in (*TEXT, *SILENT, *PAIRS, *ACCENTS, "mathbb", "mathbbm", "mathds")]
    macros += [std_macro(name, "*{") for name in CITATIONS]
    macros += [std_macro(name, "{{") for name in (*FRACTIONS, *SECOND, "href", "binom")]
    macros.append(std_macro("sqrt", "[{"))
    context = LatexContextDb()
    context.add_context_category("abstracts", macros=macros)
    context.set_unknown_macro_spec(std_macro("", ""))
    return context


_PARSING = _parsing_context()
_READER = Reader(strict_latex_spaces=True)
