"""Parsed LaTeX written out as text."""

from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from pylatexenc.latex2text import LatexNodes2Text
from pylatexenc.latexwalker import LatexGroupNode, LatexMacroNode

from search.language.latex.citations import citation
from search.language.latex.commands import (
    ACCENTS,
    CITATIONS,
    DECLARATIONS,
    FRACTIONS,
    FUNCTIONS,
    LETTERS,
    PAIRS,
    RELATIONS,
    SILENT,
    known,
    symbol,
)
from search.language.latex.formulas import BOUNDARY, CLOSE, OPEN, RELATION, formula, fraction, root, script

_DOUBLE_STRUCK = {
    "C": "ℂ",
    "E": "𝔼",
    "F": "𝔽",
    "H": "ℍ",
    "N": "ℕ",
    "P": "ℙ",
    "Q": "ℚ",
    "R": "ℝ",
    "S": "𝕊",
    "Z": "ℤ",
    "1": "𝟙",
}


class Reader(LatexNodes2Text):  # type: ignore[misc]  # the library has no types
    """Writes nodes as text; formulas keep their groups until `formula` has placed the scripts."""

    def nodelist_to_text(self, nodelist: Any) -> str:
        pairs = zip_longest(nodelist, nodelist[1:])
        kept = [node for node, after in pairs if not _only_wraps(node, after)]
        return str(super().nodelist_to_text(kept))

    def group_node_to_text(self, node: Any) -> str:
        content = self.nodelist_to_text(node.nodelist)
        return f"{OPEN}{content}{CLOSE}" if _in_formula(node) else content

    def math_node_to_text(self, node: Any) -> str:
        return formula(self.nodelist_to_text(node.nodelist))

    def macro_node_to_text(self, node: Any) -> str:
        arguments = [self._argument(argument) for argument in (node.nodeargd.argnlist if node.nodeargd else ())]
        if arguments:
            return _with_arguments(node.macroname, arguments, _in_formula(node))
        return _alone(node.macroname, node.macro_post_space or "", _in_formula(node))

    def _argument(self, node: Any) -> str:
        if node is None:
            return ""
        return str(
            self.nodelist_to_text(node.nodelist) if isinstance(node, LatexGroupNode) else self.node_to_text(node)
        )


def _in_formula(node: Any) -> bool:
    return bool(node.parsing_state.in_math_mode)


def _only_wraps(node: Any, after: Any) -> bool:
    """Whether this is an unknown command around words (`\\todo{really}`), which are all that it says."""
    if not node.isNodeType(LatexMacroNode) or not isinstance(after, LatexGroupNode) or _in_formula(node):
        return False
    return bool(after.nodelist) and not (known(node.macroname) or node.macro_post_space)


def _with_arguments(name: str, arguments: list[str], in_formula: bool) -> str:
    last = arguments[-1]
    if name in CITATIONS:
        return citation(last, CITATIONS[name])
    if name in FRACTIONS:
        return fraction(arguments[0], last)
    if name in ACCENTS:
        return _accented(name, last, in_formula)
    if name in PAIRS:
        return last.join(PAIRS[name])
    return _structure(name, arguments, in_formula)


def _structure(name: str, arguments: list[str], in_formula: bool) -> str:
    first, last = arguments[0], arguments[-1]
    written = _WRITTEN.get(name)
    if written is not None:
        return written(first, last)
    if name in {"textsuperscript", "textsubscript"}:
        return script("^" if name == "textsuperscript" else "_", last)
    words = in_formula and name not in {"vec", "bm", "boldsymbol"} and len(last.strip()) > 1
    return f"{BOUNDARY}{last}{BOUNDARY}" if words else last


_WRITTEN: dict[str, Callable[[str, str], str]] = {
    "sqrt": lambda degree, radicand: root(radicand, degree),
    "binom": lambda above, below: f"({formula(above)} choose {formula(below)})",
    "href": lambda address, label: f"{label} ({address})",
    "footnote": lambda _, note: f" ({note.strip()})",
    **dict.fromkeys(("mathbb", "mathbbm", "mathds"), lambda _, letter: _DOUBLE_STRUCK.get(letter.strip(), letter)),
    **dict.fromkeys(("ref", "eqref", "autoref", "cref", "Cref"), lambda _, label: label.rpartition(":")[2]),
    **dict.fromkeys(SILENT, lambda _, __: ""),
}


def _accented(name: str, base: str, in_formula: bool) -> str:
    if in_formula and len(name) == 1 and name.isalpha():
        return name + base  # nobody accents letters in a formula like this: it is the authors' own macro
    plain = base.strip()
    if not plain or (len(plain) > 2 and len(name) > 1):
        return base
    letter = {"ı": "i", "ȷ": "j"}.get(plain[0], plain[0])
    return letter + ACCENTS[name] + plain[1:] if letter.isalpha() else base


def _alone(name: str, space: str, in_formula: bool) -> str:
    if name in DECLARATIONS:
        return ""
    if not name.isalpha() or name in ACCENTS:
        return symbol(name) or (name if name.isalpha() else "")
    if name in FUNCTIONS:
        return f"{BOUNDARY}{name}{BOUNDARY}" if in_formula else name + space
    if in_formula and len(name) == 1 and name.isupper() and name not in "REZN":
        return name
    meaning = symbol(name)
    if meaning is None:
        return f"{BOUNDARY}{_unknown(name)}{BOUNDARY}" if in_formula else name + space
    if in_formula:
        return f"{RELATION}{meaning}{RELATION}" if meaning in RELATIONS else meaning
    return meaning + ("" if name in LETTERS else space)


def _unknown(name: str) -> str:
    """`\\cO`, `\\bx` and `\\vx` are one letter in an unusual face."""
    return name[1] if len(name) == 2 and name[0] in "cbv" else name
