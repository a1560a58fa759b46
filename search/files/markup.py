"""The words of marked-up text (XML, JATS, MathML), with formulas, raised and lowered signs as LaTeX writes them."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from search.files.xml_records import local, parsed

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SCRIPTS = {"sup": "^", "sub": "_"}
APART = frozenset(("p", "sec", "title", "AbstractText", "list-item", "br", "abstract"))
SILENT = frozenset(("annotation", "annotation-xml", "xref-group"))
JATS = re.compile(
    r"</?(?:jats:|mml:)?(?:p|sec|title|italic|bold|sub|sup|i|b|em|strong|tex-math|math|inline-formula|br)\b"
)
SPACES = re.compile(r"[^\S\n]+")
INDENTED = re.compile(r"(?<=\() ?\n ?(?!\n)| ?\n ?(?=\$[_^]\{)")
"""Line breaks inside a bracket or before a raised sign are the program's that set the XML out, not the author's."""
HEADING = re.compile(r"(?:abstract|summary)[.:]?", re.IGNORECASE)
PARAGRAPHS = re.compile(r"\n ?\n[ \n]*")
DEPTH = 200


def text_of(element: "Element") -> str:
    """All its words: paragraphs apart, the lines inside them joined."""
    joined = INDENTED.sub("", SPACES.sub(" ", "".join(_pieces(element, 0))))
    paragraphs = (" ".join(part.split()) for part in PARAGRAPHS.split(joined))
    return "\n\n".join(part for part in paragraphs if part and not HEADING.fullmatch(part))


def line_of(element: "Element | None") -> str:
    """All its words on one line; nothing for no element."""
    return " ".join(text_of(element).split()) if element is not None else ""


def unmarked(text: str) -> str:
    """A text that may hold JATS; any other text, and what is not well-formed, is given back as it is."""
    if not JATS.search(text):
        return text
    element = parsed(f"<text>{text}</text>")
    return text if isinstance(element, str) else text_of(element)


def _pieces(element: "Element", depth: int) -> Iterator[str]:
    """Tail texts belong to the parent; deeper than any text goes, only the words are taken."""
    name = local(element)
    if name in SILENT or depth > DEPTH:
        return
    if name == "tex-math":
        yield _formula(element.text or "")
        return
    if (
        name == "alternatives"
        and (tex := next((each for each in element if local(each) == "tex-math"), None)) is not None
    ):
        yield from _pieces(tex, depth)
        return
    inside = "".join(_inside(element, depth))
    if name in SCRIPTS and inside.strip():
        yield f"${SCRIPTS[name]}{{{inside.strip()}}}$"
    elif name in APART:
        yield f"\n\n{inside}\n\n"
    else:
        yield inside


def _inside(element: "Element", depth: int) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        yield from _pieces(child, depth + 1)
        yield child.tail or ""


def _formula(source: str) -> str:
    """What publishers give as a whole LaTeX document holds its formula between dollars."""
    inner = re.search(r"\$\$?(.+?)\$\$?", source, re.DOTALL)
    return f"${(inner[1] if inner else source).strip()}$" if source.strip() else ""
