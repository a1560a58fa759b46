"""The papers most like one paper, and a paper drawn from many."""

from collections.abc import Iterator, Sequence

from handlers.blocks import kit, lines, state
from handlers.blocks.asked import as_typed, count, typed
from handlers.blocks.entry import Entry, entry_blocks, entry_line
from handlers.blocks.paper import paper_reply
from handlers.blocks.shapes import Run, actions, bold, button, reply, rich
from handlers.blocks.shelf_state import HIDE
from handlers.messages import Block, Reply
from search.models import Paper
from search.query import Query

SENTENCE = 250


def similar_reply(paper: Paper, entries: Sequence[Entry]) -> Reply:
    """The nearest papers, the nearest first."""
    if not entries:
        said = f"Nothing in the library is much like {lines.name(paper, 200)}. A search for its words may find more."
        return reply([kit.inert(said)], rich([Run(said)]))
    blocks = [*rich([bold("Most like "), lines.linked_name(paper)])]
    blocks += [block for entry in entries for block in entry_blocks(entry, SENTENCE)]
    text = [kit.inert(f"Most like {lines.name(paper)} [{paper.id}]:"), *map(entry_line, entries)]
    return reply([*text, f"To read one, type /papers show {kit.inert(entries[0].paper.id)}"], blocks)


def drawn_reply(paper: Paper, query: Query | None, total: int, topic: str = "") -> Reply:
    """One paper drawn at random, from all or from those that a search found; then with ways to see them all, and to
    search for the `topic` that the command may have been meant for (`random forests`)."""
    not_for_me = button("Not for me", HIDE, state.written(state.PaperState(paper.id)), about=paper.id)
    if query is None:
        drawn = paper_reply(paper, f"Drawn at random from {count(total)}.")
        return Reply(drawn.text, (*drawn.blocks, actions(not_for_me)))
    found = f"Drawn at random from {count(total)}" if total > 1 else "The only paper"
    hint = f"For the topic itself, type /papers search {topic}" if topic else ""
    drawn = paper_reply(paper, *filter(None, (f"{found} for {typed(query)}.", hint)))
    ways = [*_way(f"See all {count(total)}", state.SUGGEST, query.typed if total > 1 else "")]
    ways += _way(f"Search for {topic}", state.PAGE_NEXT, topic)
    return Reply(drawn.text, (*drawn.blocks, actions(not_for_me, *ways)))


def _way(label: str, action_id: str, text: str) -> Iterator[Block]:
    """The button to a search for this text, if there is one and it fits."""
    search = state.PageState(text)
    if text and state.fits(search):
        yield button(label, action_id, state.written(search), about=kit.cut(kit.tidy(text), 200))


def none_drawn_reply(query: Query | None) -> Reply:
    """There was nothing to draw from."""
    if query is None:
        said = "The library holds no papers yet."
        return reply([said], rich([Run(said)]))
    way_on = ". Other words may find one; /papers random draws from all papers."
    line = [Run("No paper fits "), as_typed(query), Run(way_on)]
    return reply([kit.inert("".join(run.text for run in line))], rich(line))
