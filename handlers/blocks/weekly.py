"""The paper of the week: what it says, why it was picked, questions to begin a talk, votes, and the week before."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from handlers.blocks import kit, lines, state, week_state
from handlers.blocks.moments import day_said, line_said, moment
from handlers.blocks.paper import about, about_text
from handlers.blocks.shapes import Line, Run, actions, bold, button, context, header, plain_text, reply, rich
from handlers.blocks.shelved import save_button
from handlers.blocks.why import Why, why_blocks, why_text
from handlers.messages import Block, Reply
from search.models import Paper

MANY_REPLIES = 100
"""So many are counted at most."""
LINK = "https://slack.com/app_redirect"
"""Slack's own address that opens a channel, and with a message's name the message, in whatever workspace it is."""

_TITLE = "Paper of the week"
_TALK = "To begin the talk"
_CHANGE = "To see or change this, type /papers week"


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """An earlier paper of the week: its name, votes, replies where they are known, and where its message is."""

    name: str
    at: datetime
    zone: str
    ups: int
    downs: int
    replies: int | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WeekPost:
    """All that the message of a week holds; `rhythm` says in words when it comes."""

    key: str
    paper: Paper
    why: Why
    questions: tuple[str, ...] = ()
    last: Past | None = None
    rhythm: str = ""


def week_message(post: WeekPost) -> Reply:
    """The message for the channel."""
    last = [past_line("Last time: ", post.last)] if post.last else []
    blocks = [
        header(_TITLE),
        *_body(post),
        *rich(*last),
        post_buttons(post.key, post.paper.id, 0, 0),
        context(post.rhythm, _CHANGE),
    ]
    text = [f"{_TITLE}:", *_text(post), *map(line_said, last), kit.inert(f"{_CHANGE}.")]
    return reply(text, blocks, public=True)


def preview_reply(post: WeekPost, at: datetime | None) -> Reply:
    """For one person: what would be posted if it were chosen now."""
    when: Line = (
        [Run("It comes "), moment(at, post.why.zone), Run(".")] if at else [Run("Nothing comes at the moment.")]
    )
    head: Line = [Run("If it were chosen now, this would be the paper of the week. "), *when]
    return reply([line_said(head), *_text(post)], [*rich(head), *_body(post), actions(*_reading(post.paper.id))])


def no_paper_message(topic: str, at: datetime | None, zone: str) -> Reply:
    """For the channel: nothing can be picked."""
    line: Line = [Run("No paper of the week: "), *_lacking(topic)]
    told = [line]
    if at:
        told.append([Run("I look again "), moment(at, zone), Run(". To change the topic, type /papers week topic")])
    return reply(map(line_said, told), rich(*told), public=True)


def voted_message(message: Mapping[str, Any], key: str, paper_id: str, ups: int, downs: int) -> Reply:
    """The message of a week as it was sent, with its votes as they are now."""
    votes = f"Votes: {ups} up, {downs} down." if ups or downs else ""
    shown = tuple(
        post_buttons(key, paper_id, ups, downs) if _has_votes(block) else block for block in message["blocks"]
    )
    return Reply(plain_text([*message["text"].split("\n"), votes]), shown, public=True, replaces=True)


def post_buttons(key: str, paper_id: str, ups: int, downs: int) -> Block:
    """Votes, reading, and a word on what should come next."""
    vote = week_state.pick_value(key)
    return actions(
        button(f"👍 {ups}", week_state.UP, vote, about=f"worth reading, {paper_id}"),
        button(f"👎 {downs}", week_state.DOWN, vote, about=f"not worth it, {paper_id}"),
        *_reading(paper_id),
        button("Nominate another…", week_state.NOMINATION, week_state.empty()),
    )


def past_line(label: str, past: Past) -> Line:
    """What became of an earlier paper of the week."""
    name = Run(kit.cut(past.name, 150), bold=True, url=past.url)
    return [
        Run(label),
        name,
        Run(f", {day_said(past.at, past.zone)} · 👍 {past.ups} · 👎 {past.downs}{_replies(past)}"),
    ]


def message_link(team_id: str, channel_id: str, ts: str) -> str:
    """Where a message is."""
    return f"{LINK}?team={quote(team_id)}&channel={quote(channel_id)}&message_ts={quote(ts)}"


def _body(post: WeekPost) -> Iterator[Block]:
    yield from about(post.paper)
    yield from why_blocks(post.why)
    if post.questions:
        yield from rich([bold(_TALK)], *([Run(f"{number}. {asked}")] for number, asked in _numbered(post)))


def _text(post: WeekPost) -> Iterator[str]:
    yield from about_text(post.paper)
    yield from why_text(post.why)
    if post.questions:
        yield f"{_TALK}:"
        yield from (kit.inert(f"{number}. {asked}") for number, asked in _numbered(post))


def _numbered(post: WeekPost) -> Iterator[tuple[int, str]]:
    return enumerate((kit.cut(kit.tidy(asked), 400) for asked in post.questions), start=1)


def _reading(paper_id: str) -> tuple[Block, ...]:
    value = state.written(state.PaperState(paper_id))
    labels = (("Read", state.READ), ("Similar", state.SIMILAR))
    return *(button(label, action_id, value, about=paper_id) for label, action_id in labels), save_button(
        paper_id, paper_id
    )


def _has_votes(block: Block) -> bool:
    return any(element.get("action_id") == week_state.UP for element in block.get("elements", ()))


def _replies(past: Past) -> str:
    if past.replies is None:
        return ""
    more = " or more" if past.replies >= MANY_REPLIES else ""
    return f" · {past.replies} {'reply' if past.replies == 1 else 'replies'}{more}"


def _lacking(topic: str) -> Line:
    named = Run(kit.cut(kit.tidy(topic), 200), italic=True)
    return [Run("no paper has all of "), named, Run(".")] if topic else [Run("the library is empty.")]


def paper_name(paper: Paper) -> str:
    """What a paper is called beside others."""
    return lines.name(paper, 150)
