"""`/papers similar ID-or-name`: the papers most like one paper."""

import re

from handlers.blocks.neighbours import similar_reply
from handlers.blocks.results import PAGE
from handlers.command import Command
from handlers.errors import UserError
from handlers.finding import entries, named_paper, some_handle, unnamed_reply
from handlers.messages import Reply, Request
from handlers.ports import Services

_LIKE = re.compile(r"(?:papers? )?(?:to|like) ", re.IGNORECASE)
"""Words of a request that are no part of the name: `similar papers to kvflow`."""


def _run(_request: Request, words: str, services: Services) -> Reply:
    if not words:
        handle = some_handle(services)
        raise UserError(f"Similar to which paper? Type its handle or its name, as in /papers similar {handle}")
    about = _LIKE.sub("", words, count=1) if _LIKE.match(words) else words
    paper = named_paper(words, services) or named_paper(about, services)
    if paper:
        return similar_reply(paper, entries(services.engine.similar(paper.id, PAGE), services))
    return unnamed_reply(words, about, services)


SIMILAR = Command(
    name="similar",
    usage="ID-or-name",
    summary="lists the papers most like one paper.",
    example="similar kvflow",
    run=_run,
)
