"""What people hear of a paper that they saved: a new version of it, or that it was withdrawn."""

from handlers.blocks import kit, lines
from handlers.blocks.entry import paper_buttons
from handlers.blocks.shapes import Line, Run, bold, context, reply, rich
from handlers.messages import Reply
from search.models import Paper

REASON = 300


def new_version(paper: Paper, service: str, version: int, *, changed: bool) -> Reply:
    """`version` is 0 where the service does not count them."""
    number = f" (version {version})" if version > 1 else ""
    what = "Its title or abstract has changed." if changed else "Title and abstract are as they were."
    return _told(paper, [bold(f"A paper on your list has a new version at {service}{number}.")], [Run(what)])


def withdrawn(paper: Paper, service: str, why: str) -> Reply:
    """With what the authors say of it, where they say anything."""
    reason = kit.cut(kit.tidy(why), REASON)
    said = [[Run(f"It says there: {reason}", italic=True)]] if reason else []
    stays = "It stays on your list and can be found, but I suggest it to nobody any more."
    return _told(paper, [bold(f"A paper on your list was withdrawn at {service}.")], *said, [Run(stays)])


def _told(paper: Paper, title: Line, *more: Line) -> Reply:
    told = [title, [lines.linked_name(paper)], *more]
    blocks = [*rich(*told), context(*lines.facts(paper), handle=paper.id), paper_buttons(paper, share=False)]
    named = f"{lines.name(paper)} [{paper.id}]"
    said = ["".join(run.text for run in line) for line in (title, [Run(named)], *more)]
    return reply(map(kit.inert, said), blocks)
