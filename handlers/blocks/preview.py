"""A preview of a paper below its address: what it is called, two of its sentences, and its buttons."""

from handlers.blocks import kit, lines
from handlers.blocks.entry import paper_buttons
from handlers.blocks.shapes import Run, context, reply, rich
from handlers.messages import Reply
from search.language.clean import clean
from search.language.sentences import sentences
from search.language.summary import summary
from search.models import Paper

SENTENCE = 400
SENTENCES = 2


def preview_message(paper: Paper) -> Reply | None:
    """What stands below the address; None for a paper that says nothing of itself."""
    said = _said(paper)
    if not said:
        return None
    blocks = [
        *rich([lines.linked_name(paper)]),
        *rich(*([Run(sentence)] for sentence in said)),
        context(*lines.facts(paper), handle=paper.id),
        paper_buttons(paper, share=False),
    ]
    return reply(map(kit.inert, (f"{lines.name(paper)} [{paper.id}]", *said)), blocks, public=True)


def _said(paper: Paper) -> tuple[str, ...]:
    """The idea and the result where the abstract states both, else as many of its sentences, the first ones."""
    stated = summary(paper.abstract)
    told = tuple(filter(None, (stated.idea, stated.result)))
    if len(told) < SENTENCES:
        told = sentences(clean(paper.abstract))[:SENTENCES]
    return tuple(kit.cut(tidied, SENTENCE) for sentence in dict.fromkeys(told) if (tidied := kit.tidy(sentence)))
