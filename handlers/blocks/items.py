"""Papers of a digest, as many as one message takes, and the button to the rest."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from handlers.blocks import kit, state
from handlers.blocks.entry import SENTENCE, Entry, entry_line, entry_text, known
from handlers.blocks.results import TEXT_ROOMS
from handlers.blocks.shapes import actions, button, context, reply, weight, whole_reply
from handlers.blocks.shelved import save_button
from handlers.messages import Block, Reply

MOST = 10
"""Papers of one message at most; fewer where these do not fit."""
TOPIC = 80
SHORTEST = 140
"""Characters of a sentence, before papers are left for the next page."""
FEW = 6
"""So many papers mostly fit with their whole sentences."""

Foot = tuple[Block, Block]
"""What is known of a paper in small letters, and its buttons."""


@dataclass(frozen=True, slots=True)
class Item:
    """A paper, the subscriptions that bring it, and their topics where not all of the digest has the same."""

    entry: Entry
    schedules: tuple[str, ...]
    topics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Items, `most` of which are shown, and what stands before and after them, as blocks and as lines; with a `key` the
    rest can be asked for. There are `further` ones, which nobody needs to look at before they are."""

    items: tuple[Item, ...]
    key: str
    thread_ts: str
    head: tuple[Block, ...]
    said: tuple[str, ...]
    foot: Block | None
    end: tuple[str, ...]
    most: int = MOST
    further: int = 0

    def left(self, shown: int) -> int:
        """How many there are besides these."""
        return len(self.items) + self.further - shown


def fitting(part: Part) -> tuple[Reply, int]:
    """As many papers as a message takes, with sentences as long as fit: no paper is left out without a button to it."""
    feet = tuple(map(_foot, part.items[: part.most]))
    if len(feet) <= FEW and (whole := whole_reply(_text(part, len(feet)), _blocks(part, feet, SENTENCE))):
        return whole, len(feet)
    shown, spare = _room(part, feet)
    text, feet = _text(part, shown), feet[:shown]
    longer = whole_reply(text, _blocks(part, feet, min(SENTENCE, SHORTEST + spare // max(1, shown))))
    return longer or reply(text, _blocks(part, feet, SHORTEST)), shown


def _room(part: Part, feet: Sequence[Foot]) -> tuple[int, int]:
    """How many of the papers fit with short sentences, one at least, and how many characters are left then."""
    spare = kit.MESSAGE_CHARACTERS - weight(_blocks(part, (), SHORTEST))
    for shown, (item, foot) in enumerate(zip(part.items, feet, strict=False)):
        needed = weight((*entry_text(item.entry, SHORTEST), *foot))
        if shown and needed > spare:
            return shown, spare
        spare -= needed
    return len(feet), max(0, spare)


def _blocks(part: Part, feet: Sequence[Foot], room: int) -> list[Block]:
    """With the first papers, those that there are feet for."""
    shown = zip(part.items, feet, strict=False)
    entries = [block for item, foot in shown for block in (*entry_text(item.entry, room), *foot)]
    return [*part.head, *entries, *_rest(part, len(feet)), *([part.foot] if part.foot else [])]


def _foot(item: Item) -> Foot:
    """What stands below the paper's sentence, however long that is."""
    paper = item.entry.paper
    hide = state.written(state.HideState(paper.id, item.schedules))
    # Ten papers have to share the room of a message: short labels and facts in one piece leave more for sentences.
    buttons = actions(
        button("Read", state.READ, state.written(state.PaperState(paper.id)), about=paper.id),
        save_button(paper.id, paper.id),
        button("Not for us", state.DIGEST_HIDE, hide, about=paper.id),
    )
    facts = " · ".join(filter(None, (*known(item.entry), _topics(item))))
    return context(facts, handle=paper.id), buttons


def _topics(item: Item) -> str:
    named = [f"“{short(topic)}”" for topic in item.topics]
    return kit.cut(f"for {' and '.join(named)}", 300) if named else ""


def _rest(part: Part, shown: int) -> Iterator[Block]:
    left = part.left(shown)
    if left > 0 and part.key:
        more = state.MoreState(part.key, part.items[shown - 1].entry.number, part.thread_ts)
        label = f"Show {min(MOST, left)} more"
        yield actions(button(label, state.DIGEST_MORE, state.written(more), about=f"{left} are left"))
    elif left > 0:
        yield context(_left(part, left))


def _left(part: Part, left: int) -> str:
    return f"And {left} more{': press the button below the list' if part.key else ''}."


def _text(part: Part, shown: int) -> list[str]:
    """In lines, with sentences as long as let every paper be named."""
    left = part.left(shown)
    text: list[str] = []
    for room in TEXT_ROOMS:
        named = (entry_line(item.entry, room, also=_topics(item)) for item in part.items[:shown])
        text = [*part.said, *named, *([_left(part, left)] if left > 0 else []), *part.end]
        if sum(map(len, text)) < kit.TEXT - len(text):
            break
    return text


def short(topic: str, limit: int = TOPIC) -> str:
    """A topic as it was typed, on one line."""
    return kit.cut(kit.tidy(topic), limit)
