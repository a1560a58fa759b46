"""What the bot says of itself when somebody only calls it: what can be asked, with examples from the library."""

from handlers.blocks import kit
from handlers.blocks.examples import PAPERS, key_words
from handlers.blocks.shapes import Run, bold, context, reply, rich
from handlers.messages import Reply
from handlers.ports import Services

GREETING = "Ask me about the papers of your team’s library, in your own words."
THREAD = "Mention me alone in a thread, and I look for what the thread is about. For commands, type /papers help."


def help_reply(services: Services, direct: bool) -> Reply:
    """In short."""
    papers = services.library.draw(PAPERS, services.random)
    called = "" if direct else "@paperboy "
    asked = [
        f"{called}{made}" for made in _examples([key_words(paper) for paper in papers], papers[-1].id if papers else "")
    ]
    empty = [[Run("The library holds no papers yet.", italic=True)]] if not papers else []
    blocks = [
        *rich([bold(GREETING)], *empty, *([Run("For example: "), Run(text, italic=True)] for text in asked)),
        context(THREAD),
    ]
    return reply(map(kit.inert, [GREETING, *(f"For example: {text}" for text in asked), THREAD]), blocks)


def _examples(words: list[str], handle: str) -> list[str]:
    known = [word for word in words if word]
    made = [f"what do we have on {known[0]}?"] if known else []
    made += [f"papers about {known[1]} with code"] if len(known) > 1 else []
    return [*made, *([f"like {handle}"] if handle else [])]
