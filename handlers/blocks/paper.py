"""One paper by itself: what it is about in three sentences, for its reader or for the whole channel."""

import re
from collections.abc import Iterator, Sequence

from handlers.blocks import kit, lines
from handlers.blocks.entry import NO_ABSTRACT, paper_buttons
from handlers.blocks.shapes import Line, Run, bold, context, mention, reply, rich
from handlers.messages import Block, Reply
from search.language.clean import clean
from search.language.sentences import sentences
from search.language.summary import summary
from search.models import Paper

SENTENCE = 900
FIRST_SENTENCES = 3

_MEMBER = re.compile(r"[UW][A-Z0-9]{2,20}")
_SHARED = "shared with /papers"


def paper_reply(
    paper: Paper, *notes: str, replaces: bool = False, beside: Sequence[Block] = (), beside_text: Sequence[str] = ()
) -> Reply:
    """The paper for one person; `notes` are sentences to be read first, and what stands `beside` it is what the person
    and others have said of it."""
    noted = [context(*notes)] if any(map(kit.tidy, notes)) else []
    blocks = [*noted, *about(paper), *beside, paper_buttons(paper, nominate=True)]
    return reply([*map(kit.inert, notes), *about_text(paper), *beside_text], blocks, replaces=replaces)


def shared_message(paper: Paper, user_id: str) -> Reply:
    """The paper for the channel, with who shared it."""
    return shared_by(user_id, reply(about_text(paper), [*about(paper), paper_buttons(paper, share=False)]))


def shared_by(user_id: str, message: Reply) -> Reply:
    """The message for everybody, with who shared it; only that person is named so that Slack could notify them."""
    member = user_id if _MEMBER.fullmatch(user_id) else None
    who = mention(member, "", f" {_SHARED}") if member else context(f"Somebody {_SHARED}")
    said = f"<@{member}> {_SHARED}:" if member else f"Somebody {_SHARED}:"
    return reply([said, *message.text.split("\n")], [who, *message.blocks], public=True)


def about(paper: Paper) -> Iterator[Block]:
    """What it is called, what is known of it, and what it says in three sentences."""
    yield from rich([lines.linked_name(paper)])
    yield context(*lines.facts(paper), handle=paper.id)
    told = [[bold(f"{label}  "), Run(sentence)] if label else [Run(sentence)] for label, sentence in _told(paper)]
    yield from rich(*(told or _no_abstract()), lines.links_line(paper))


def _told(paper: Paper) -> list[tuple[str, str]]:
    """Problem, idea and result where the abstract states one of them, else its first sentences."""
    stated = summary(paper.abstract)
    labelled = [("Problem", stated.problem), ("Idea", stated.idea), ("Result", stated.result)]
    told = [(label, sentence) for label, sentence in labelled if sentence and kit.tidy(sentence)]
    if not told:
        told = [("", " ".join(sentences(clean(paper.abstract))[:FIRST_SENTENCES]))]
    return [(label, text) for label, said in told if (text := kit.cut(kit.tidy(said), SENTENCE))]


def _no_abstract() -> list[Line]:
    return [[Run(NO_ABSTRACT, italic=True)]]


def about_text(paper: Paper, *, hint: bool = True) -> Iterator[str]:
    """The same in lines, ready for mrkdwn; with a `hint` of what to type where commands can be typed."""
    known = "; ".join(lines.facts(paper))
    handle = f" [{paper.id}]" if paper.id else ""  # one that is only looked up has none
    yield kit.inert(f"{lines.name(paper)}{handle}{f' ({known})' if known else ''}")
    told = _told(paper) or [("", NO_ABSTRACT)]
    yield from (kit.inert(kit.cut(f"{label}: {said}" if label else said, 700)) for label, said in told)
    yield from (f"{label}: {kit.address_to_read(address)}" for label, address in lines.links(paper)[:3])
    if hint and paper.id:
        yield kit.inert(f"For papers like it, type /papers similar {paper.id}")
