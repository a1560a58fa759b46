"""What feeds of papers people can name: categories and queries of arXiv, and venues of OpenReview."""

import re
from dataclasses import dataclass
from typing import Literal

FORMS = 'write arxiv:cs.CL, arxiv:query:"speculative decoding", or openreview:NeurIPS.cc/2025/Conference'
MOST = 50
"""More would not be asked within their hour: arXiv takes one request in three seconds, and a feed needs several."""
LONGEST = 500
ALONE = frozenset(["gr-qc", "hep-ex", "hep-lat", "hep-ph", "hep-th", "math-ph", "nucl-ex", "nucl-th", "quant-ph"])
"""Archives of arXiv without categories in them."""
ARCHIVES = ALONE | frozenset(
    ["astro-ph", "cond-mat", "cs", "econ", "eess", "math", "nlin", "physics", "q-bio", "q-fin", "stat"]
)
PART = re.compile(r"[A-Za-z-]{2,20}")
VENUE = re.compile(r"[A-Za-z0-9_.-]+(?:/[A-Za-z0-9_.&-]+)+")
FIELD = re.compile(r"\b(?:ti|au|abs|co|jr|cat|rn|id|all|submittedDate):")
PIECE = re.compile(r'(?:"[^"]*"|[^",\n])+')


@dataclass(frozen=True, slots=True)
class Feed:
    """`what` is a category (`cs.CL`) or a query in arXiv's own form, or the id of a venue."""

    kind: Literal["arxiv-category", "arxiv-query", "openreview"]
    what: str

    @property
    def name(self) -> str:
        """As it is written in the settings, the same however it was written."""
        prefix = {"arxiv-category": "arxiv:", "arxiv-query": "arxiv:query:", "openreview": "openreview:"}[self.kind]
        return f"{prefix}{self.what}"


def feeds(text: str) -> tuple[Feed, ...]:
    """The feeds between commas and line ends; a comma in double quotes is part of a query. Raises ValueError."""
    if text.count('"') % 2:
        raise ValueError(f"has a double quote that is not closed; {FORMS}")
    named = tuple(dict.fromkeys(_feed(piece) for each in PIECE.findall(text) if (piece := each.strip())))
    if len(named) > MOST:
        raise ValueError(f"names {len(named)} feeds, and at most {MOST} can be asked within an hour; leave some out")
    return named


def _feed(piece: str) -> Feed:
    service, _, rest = piece.partition(":")
    rest = rest.strip()
    match service.strip().lower():
        case "arxiv" if rest.lower().startswith("query:"):
            return Feed("arxiv-query", _query(rest[len("query:") :].strip()))
        case "arxiv" if rest:
            return Feed("arxiv-category", _category(rest))
        case "openreview" if rest:
            if not VENUE.fullmatch(rest):
                raise ValueError(f"has {_quoted(rest)}, which is no venue's id; copy it from the address of its page")
            return Feed("openreview", rest)
    raise ValueError(f"has {_quoted(piece)}, which is no feed; {FORMS}")


def _category(text: str) -> str:
    archive, dot, part = text.partition(".")
    archive = archive.lower()
    if archive not in ARCHIVES or (dot and (archive in ALONE or not PART.fullmatch(part))):
        raise ValueError(f"has {_quoted(text)}, which is no category of arXiv; write for example arxiv:cs.CL")
    # arXiv writes categories of two letters in capitals, longer ones in small letters.
    return f"{archive}.{part.upper() if len(part) == 2 else part.lower()}" if dot else archive


def _query(text: str) -> str:
    """In arXiv's form: words without the name of a field are looked for everywhere, next to each other."""
    bare = text[1:-1] if text.startswith('"') and text.endswith('"') and text.count('"') == 2 else text
    if not bare.strip() or len(bare) > LONGEST or not bare.isprintable():
        raise ValueError(f"has {_quoted(text)}, which is no query; {FORMS}")
    if FIELD.search(bare):
        return bare
    return f'all:"{bare}"' if '"' not in bare else f"all:{bare}"


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:59]}…")
