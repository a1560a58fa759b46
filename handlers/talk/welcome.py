"""What the assistant's pane shows around a conversation: a greeting, things to ask, what we do, and a title."""

from dataclasses import dataclass

from handlers.blocks import kit
from handlers.blocks.examples import PAPERS, key_words
from handlers.blocks.notice import notice
from handlers.messages import Reply
from handlers.ports import Services
from search.grammar.typed import plain
from search.models import Paper

LONGEST_PROMPT, LONGEST_TITLE = 75, 60


@dataclass(frozen=True, slots=True)
class Welcome:
    """What a new conversation begins with. `prompts` are things to ask, that find something here."""

    message: Reply
    prompts: tuple[str, ...]


def welcome(services: Services) -> Welcome:
    """The greeting. Raises Unavailable."""
    count = services.library.size()
    if not count:
        return Welcome(notice("Hello! The library is empty so far. Whoever looks after me can add papers to it."), ())
    papers = "one paper" if count == 1 else f"{count:,} papers"
    hello = (
        f"Hello! I look things up in {papers}, and answer in the abstracts’ own words.",
        "Ask a question, or paste a title, a link or a whole abstract.",
    )
    return Welcome(notice(*hello), _prompts(services.library.draw(PAPERS, services.random)))


def busy(services: Services) -> str:
    """What is shown while an answer is looked for, behind our name. Raises Unavailable."""
    count = services.library.size()
    return f"is searching {count:,} {'paper' if count == 1 else 'papers'}…"


def title_of(text: str) -> str:
    """What a conversation that began with this is called."""
    return kit.cut(kit.tidy(plain(text)), LONGEST_TITLE) or "A question"


def _prompts(papers: tuple[Paper, ...]) -> tuple[str, ...]:
    """A question, a look around one paper and a look at another."""
    first, second, third = (papers[place % len(papers)] for place in range(PAPERS))
    words = key_words(first)
    asked = (f"What is known about {words}?" if words else "", f"Papers like {second.id}", f"Show {third.id}")
    return tuple(kit.cut(kit.tidy(one), LONGEST_PROMPT) for one in asked if one)
