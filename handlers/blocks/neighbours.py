"""The papers most like one paper, and a paper drawn from many."""

from collections.abc import Sequence

from handlers.blocks import kit, lines, state
from handlers.blocks.asked import as_typed, count, typed
from handlers.blocks.entry import Entry, entry_blocks, entry_line
from handlers.blocks.paper import paper_reply
from handlers.blocks.shapes import Run, actions, bold, button, reply, rich
from handlers.messages import Reply
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


def drawn_reply(paper: Paper, query: Query | None, total: int) -> Reply:
    """One paper drawn at random, from all or from those that a search found; then with a way to see them all."""
    if query is None:
        return paper_reply(paper, f"Drawn at random from {count(total)}.")
    if total == 1:
        return paper_reply(paper, f"The only paper for {typed(query)}.")
    drawn = paper_reply(paper, f"Drawn at random from {count(total)} for {typed(query)}.")
    everything = state.PageState(query.typed)
    if not state.fits(everything):
        return drawn
    all_of_them = button(f"See all {count(total)}", state.SUGGEST, state.written(everything), about=typed(query))
    return Reply(drawn.text, (*drawn.blocks, actions(all_of_them)))


def none_drawn_reply(query: Query | None) -> Reply:
    """There was nothing to draw from."""
    if query is None:
        said = "The library holds no papers yet."
        return reply([said], rich([Run(said)]))
    way_on = ". Other words may find one; /papers random draws from all papers."
    line = [Run("No paper fits "), as_typed(query), Run(way_on)]
    return reply([kit.inert("".join(run.text for run in line))], rich(line))
