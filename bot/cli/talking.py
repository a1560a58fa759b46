"""A question to the bot by its name at the terminal, answered as in a thread of Slack."""

from dataclasses import replace

from bot import clock
from bot.terminal.people import HERE
from bot.terminal.threads import OneThread
from handlers.conversation import Answer, Question, React, Said
from handlers.mending import answered
from handlers.messages import Reply
from handlers.ports import Services
from handlers.talk.answering import converse

MENTION = "@paperboy"
YOU, US = "you", "paperboy"


def question_in(line: str) -> str | None:
    """What is asked behind the bot's name; None where a line does not begin with that."""
    first, _, rest = line.strip().partition(" ")
    return rest.strip() if first.casefold().rstrip(",:") == MENTION else None


def spoken(text: str, services: Services, thread: OneThread) -> Reply:
    """The answer; a reaction in Slack's spelling, and silence as no text. Both are kept in the thread."""
    ts = thread.next_ts()
    question = Question(
        text=text,
        user_id=YOU,
        team_id=HERE,
        channel_id=HERE,
        ts=ts,
        thread_ts=thread.root,
        direct=False,
        now=clock.now(),
    )
    thread.said.append(Said(ts, YOU, f"{MENTION} {text}"))
    talk = answered(lambda: converse(question, replace(services, threads=thread)))
    match talk:
        case Answer(message, facts):
            thread.said.append(Said(thread.next_ts(), US, message.text, facts))
            return message
        case React(name):
            return Reply(f":{name}:")
        case Reply():
            return talk
    return Reply("")
