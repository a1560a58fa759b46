"""One paper in a list: its name, the sentence that fits best, what is known of it, and its buttons."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from handlers.blocks import kit, lines, shelf_state, state, week_state
from handlers.blocks.shapes import Run, actions, button, context, rich
from handlers.messages import Block
from search.language.snippet import Snippet
from search.models import Paper

SENTENCE = 400
NO_ABSTRACT = "No abstract."

_LEAD = 60  # characters kept before the first marked word when a long sentence loses its beginning
_LACKS = 120


@dataclass(frozen=True, slots=True)
class Entry:
    """A paper at its place in a list: its number, its sentence with the matching words and the asked words it lacks;
    or that it has none of them and was found by meaning."""

    paper: Paper
    number: int
    sentence: Snippet
    lacks: tuple[str, ...] = ()
    by_meaning: bool = False


def entry_blocks(
    entry: Entry, sentence: int = SENTENCE, *, facts: Sequence[str] | None = None, buttons: Block | None = None
) -> tuple[Block, ...]:
    """The entry's blocks, with at most `sentence` characters of its sentence; `facts` and `buttons` in the place of the
    usual ones."""
    small = context(*(known(entry) if facts is None else facts), handle=entry.paper.id)
    return (*entry_text(entry, sentence), small, buttons or paper_buttons(entry.paper))


def entry_text(entry: Entry, sentence: int = SENTENCE) -> tuple[Block, ...]:
    """The first of these blocks: the name, and at most `sentence` characters of the sentence."""
    name = [Run(f"{entry.number:,}. "), lines.linked_name(entry.paper)]
    return rich(name, _sentence(entry.sentence, sentence))


def entry_line(entry: Entry, sentence: int = 240, *, also: str = "") -> str:
    """The entry in one line for those who cannot see blocks; without room for a sentence only what it is called."""
    if not sentence:
        return kit.inert(f"{entry.number:,}. {lines.name(entry.paper, 100)} [{entry.paper.id}]")
    facts = "; ".join(filter(None, (*known(entry), also)))
    about = f" ({facts})" if facts else ""
    said = "".join(run.text for run in _sentence(entry.sentence, sentence))
    return kit.inert(f"{entry.number:,}. {lines.name(entry.paper, 200)} [{entry.paper.id}]{about}: {said}")


def paper_buttons(paper: Paper, *, share: bool = True, nominate: bool = False) -> Block:
    """Read, Similar, Save and Share, and where there is room Nominate, each named for the paper it is about."""
    value = state.written(state.PaperState(paper.id))
    labels = [("Read", state.READ), ("Similar", state.SIMILAR), ("Save", shelf_state.SAVE)]
    labels += [("Share", state.SHARE)] if share else []
    labels += [("Nominate", week_state.NOMINATE)] if nominate else []
    name = f"{paper.id}, {lines.name(paper, 200)}"  # the handle first: two papers may have the same name
    return actions(*(button(label, action_id, value, about=name) for label, action_id in labels))


def known(entry: Entry) -> tuple[str, ...]:
    """What is known of the paper, and what it lacks."""
    lacks = [kit.cut(f"without {', '.join(entry.lacks)}", _LACKS)] if entry.lacks else []
    return (*lines.facts(entry.paper), *lacks, *(["found by meaning"] if entry.by_meaning else []))


def _sentence(found: Snippet, limit: int) -> list[Run]:
    if not kit.tidy(found.text):
        return [Run(NO_ABSTRACT, italic=True)]
    runs: list[Run] = []
    room = limit
    for run in _runs(_from_first_mark(found, limit)):
        text = kit.cut(run.text, room)
        if text:
            runs.append(Run(text, bold=run.bold))
        room -= kit.length(run.text)
        if text != run.text or room < 2:
            break
    return runs


def _from_first_mark(found: Snippet, limit: int) -> Snippet:
    """The snippet, without its beginning where the first marked word would otherwise be cut away."""
    if not found.marks or kit.length(found.text[: found.marks[0][1]]) < limit:
        return found
    start = found.text.rfind(" ", 0, max(0, found.marks[0][0] - _LEAD)) + 1
    moved = tuple((first - start + 1, last - start + 1) for first, last in found.marks)
    return Snippet(f"{kit.ELLIPSIS}{found.text[start:]}", moved)


def _runs(found: Snippet) -> Iterator[Run]:
    """Plain and bold stretches in turn."""
    last = 0
    for start, end in found.marks:
        yield Run(_spaced(found.text[last:start]))
        yield Run(_spaced(found.text[start:end]), bold=True)
        last = end
    yield Run(_spaced(found.text[last:]))


def _spaced(text: str) -> str:
    """The text tidied, with a space kept at either end where there was one."""
    inner = kit.tidy(text)
    if not inner:
        return " " if text and text.isspace() else ""
    return f"{' ' * text[0].isspace()}{inner}{' ' * text[-1].isspace()}"
