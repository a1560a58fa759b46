"""LaTeX source made safe to parse: literal signs set apart, formulas paired, braces balanced and bounded in depth."""

import re
from collections.abc import Callable, Iterator

LITERAL = {"%": "\ufdd4", "#": "\ufdd5", "&": "\ufdd6", "$": "\ufdd7", "{": "\ufdd8", "}": "\ufdd9"}
"""Noncharacters that stand for signs that mean themselves; `plain_characters` has removed all others of the kind."""

_FORMULA_LIMIT = 1000
_DEPTH_LIMIT = 20  # deeper braces are dropped, so that no parser can run out of stack
_SIGNS = re.compile(r"\\\\([%&_#$])|\\\\([A-Za-z]+)?(?:\*|\[\d[^\]\n]{0,8}\])?|\\([%&_#${}])|([%#&])")
_DISPLAY = re.compile(r"\\\(([^\n]{1,500}?)\\\)|\\\[([^\n]{1,500}?)\\\]")
_BRACKET = re.compile(r"\\([()\[\]])")
_OPTIONS = re.compile(r"(\\[A-Za-z]*cite[A-Za-z]*\*?)\s*(?:\[[^\[\]{}$\\]{0,100}\]\s*){1,2}(?=\{)")
_OPEN_OPTION = re.compile(r"(\\sqrt\s*)(?=\[(?![^\[\]\\{}$]{1,20}\]))")
_MATH_ENVIRONMENT = re.compile(r"\\(?:begin|end)\{(?:equation|align|eqnarray|displaymath|math|gather)\*?\}")
_ENVIRONMENT = re.compile(
    r"\\(?:begin|end)(?:\s*\{[^{}]*\}|(?:itemize|enumerate|description)?(?![a-z]))(?:\[[^\]]*\])?"
)
_SIZES = re.compile(
    r"\\(?:(?:m?left|m?right|middle)(?![A-Za-z])\s*\.?|(?:[bB]igg?[lrm]?|limits|nolimits|displaystyle|scriptstyle|"
    r"textstyle"
    r"|tiny|small|large|Large|noindent|smash|centering)(?![A-Za-z])\s*)"
)
_SPACES = re.compile(r"\\(?:[ ,;:>\n]|quad(?![A-Za-z])|qquad(?![A-Za-z]))")
_NOTHING = re.compile(r"\\(?:[!/\-@*]|xspace(?![A-Za-z])|protect(?![A-Za-z])|(?=[\d\s]|$))")
_PARAGRAPH = re.compile(r"\\par(?![A-Za-z])|\\n(?![A-Za-z])")
_FORMULA = re.compile(r"\$\$?")
_WORD = re.compile(r"(?:^|(?<=\s))[A-Za-z]{3,}(?=\s|$)")
_OPERATOR = re.compile(r"\s*[-+<>\u2212\u00b1\u00d7\u2264\u2265\u223c~]{1,2}\s*")
_SCRIPT_IN_TEXT = re.compile(r"([_^])(?:(?<=[\w)\]}].)|(?<=[\w)\]}] .))\{([^{}$\\]{1,40})\}")
_BRACE_PART = re.compile(r"\\[A-Za-z]+\*?\s*|\\[^A-Za-z]|\$[^$]*\$|[{}]|[^\\${}]+|[\\$]", re.DOTALL)

_BEGIN = re.compile(r"[\\${]")
_PIECE = re.compile(r"\$[^$]*\$|\\[A-Za-z]+\*?|\\.|[{}]|\s+|[^\\${}\s]+|.", re.DOTALL)


def tamed(text: str, known: Callable[[str], bool]) -> str:
    """The source with `LITERAL` signs; what is left of `$`, braces and backslashes is well-formed LaTeX.

    `known` tells the commands of LaTeX from a line break before a word, since `\\\\alpha` is often escaped twice.
    """
    text = _SIGNS.sub(lambda match: _sign(match, known), text)
    text = _DISPLAY.sub(lambda match: f"${(match[1] or match[2]).replace('$', '')}$", text)
    text = _OPEN_OPTION.sub(r"\1{}", _OPTIONS.sub(r"\1", _BRACKET.sub(r"\1", text)))
    text = _ENVIRONMENT.sub(" ", _MATH_ENVIRONMENT.sub("$", text))
    text = _PARAGRAPH.sub("\n\n", _SIZES.sub("", text))
    text = _NOTHING.sub("", _SPACES.sub(" ", text))
    return _balanced("".join(_with_formulas(text)))


def pieces(source: str, wants_more: Callable[[str], bool]) -> Iterator[tuple[bool, str]]:
    """Tamed source in pieces, each with whether it is LaTeX: a parser needs only those, and is slow.

    A piece of LaTeX ends at the first space outside its braces that no command `wants_more` behind.
    """
    place = 0
    while begin := _BEGIN.search(source, place):
        if begin.start() > place:
            yield False, source[place : begin.start()]
        depth = -source.count("}", place, begin.start())
        place = _end(source, begin.start(), depth, wants_more)
        yield True, source[begin.start() : place]
    if place < len(source):
        yield False, source[place:]


def _end(source: str, begin: int, depth: int, wants_more: Callable[[str], bool]) -> int:
    """Where the piece of LaTeX ends that begins there."""
    waiting = False
    for match in _PIECE.finditer(source, begin):
        part = match[0]
        if not part.isspace():
            depth += (part == "{") - (part == "}")
            waiting = wants_more(part[1:].rstrip("*")) if part[0] == "\\" else waiting and _opens_option(part)
        elif not depth and not waiting:
            return match.start()
    return len(source)


def _opens_option(part: str) -> bool:
    return part.startswith("[") or part.endswith(("]", ","))


def untamed(text: str) -> str:
    """The signs back in the place of their stand-ins."""
    for sign, stand_in in LITERAL.items():
        text = text.replace(stand_in, sign)
    return text


def _sign(match: re.Match[str], known: Callable[[str], bool]) -> str:
    escaped = match[1] or match[3] or match[4]
    if escaped:
        return LITERAL.get(escaped, escaped)
    word: str | None = match[2]
    if word is None:
        return " "
    return f"\\{word}" if known(word) else f" {word}"


def _with_formulas(text: str) -> Iterator[str]:
    """The text in pieces, `$...$` where a formula is, and every other `$` literal; each `$` is looked at once."""
    signs = list(_FORMULA.finditer(text))
    place = index = 0
    while index < len(signs):
        opening = signs[index]
        yield _SCRIPT_IN_TEXT.sub(r"$\1{\2}$", text[place : opening.start()])
        closing = signs[index + 1] if index + 1 < len(signs) else None
        if closing and _is_formula(text[opening.end() : closing.start()], text[closing.end() : closing.end() + 1]):
            content = text[opening.end() : closing.start()]
            yield f"${_balanced(content, in_formula=True)}$" if content.strip() else " "
            place, index = closing.end(), index + 2
        else:
            yield LITERAL["$"] * len(opening[0])
            place, index = opening.end(), index + 1
    yield _SCRIPT_IN_TEXT.sub(r"$\1{\2}$", text[place:])


def _is_formula(content: str, after: str) -> bool:
    """Not money: `$5 and $6` has a space before the second sign, `$5-$6` a digit behind it."""
    if len(content) > _FORMULA_LIMIT or "\n\n" in content:
        return False
    if _OPERATOR.fullmatch(content):
        return True
    if re.search(r"\\[A-Za-z]|[\^=]|_[\w{]", content) or len(content.strip()) <= 2:
        return not after.isdigit() or "\\" in content
    if content[0].isspace() or content[-1].isspace() or after.isdigit():
        return False
    return len(_WORD.findall(content)) < 2


def _balanced(text: str, in_formula: bool = False) -> str:
    """Braces in pairs: literal where one is missing or where they enclose a set, dropped where too deep."""
    if "{" not in text and "}" not in text:
        return text
    pieces: list[str] = []
    opened: list[tuple[int, bool]] = []  # the piece where each open brace stands, and whether it holds an argument
    previous = ""
    for part in _BRACE_PART.findall(text):
        if part == "{":
            opened.append((len(pieces), in_formula or _takes_argument(previous)))
        pieces.append(part)
        if part == "}" and opened:
            _close(pieces, *opened.pop(), depth=len(opened))
        elif part == "}":
            pieces[-1] = LITERAL["}"]
        previous = part if part.strip() else previous
    for place, _ in opened:
        pieces[place] = LITERAL["{"]
    return "".join(pieces)


def _takes_argument(previous: str) -> bool:
    return previous.startswith("\\") or previous == "}" or previous.endswith("]")


def _close(pieces: list[str], place: int, is_argument: bool, depth: int) -> None:
    """The pair of braces whose second one has just been added."""
    if depth >= _DEPTH_LIMIT:
        pieces[place] = pieces[-1] = ""
    elif not is_argument and place + 1 < len(pieces) - 1 and _is_set(pieces[place + 1]):
        pieces[place], pieces[-1] = LITERAL["{"], LITERAL["}"]


def _is_set(content: str) -> bool:
    """`{0,1}` means itself, `{Bayesian}` only protects its letters, `{\\em x}` groups."""
    return "," in content or "=" in content or content[:1].isdigit()
