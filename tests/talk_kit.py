"""A thread in which people talk to the bot, over the five papers of the fakes or over others."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from handlers.conversation import Answer, Question, Talk
from handlers.messages import Block, Reply
from handlers.ports import Services
from handlers.talk.answering import converse
from handlers.talk.buttons import handle_talk
from tests.block_rules import problems
from tests.fakes_handlers import NOW, PAPERS, press, services
from tests.fakes_talk import MemoryThreads

ANA = "U0READER1"
TEAM, CHANNEL, DIRECT = "T0TEAM", "C0CHANNEL", "D0CHANNEL"
THREAD = "1764579600.000100"


class Thread:
    """Messages follow each other; each answer is checked and put into the thread as Slack would have it."""

    def __init__(
        self, over: Services | None = None, *, direct: bool = False, threads: MemoryThreads | None = None
    ) -> None:
        self.threads = threads or MemoryThreads()
        self.services = replace(over or services(PAPERS), threads=self.threads)
        self.direct = direct
        self.channel = DIRECT if direct else CHANNEL

    def hear(self, *texts: str, user_id: str = ANA) -> None:
        """People say something without the bot."""
        for text in texts:
            self.threads.say(TEAM, self.channel, THREAD, user_id, text)

    def say(self, text: str) -> Talk:
        """Somebody says this to the bot in the thread."""
        said = self.threads.say(TEAM, self.channel, THREAD, ANA, text)
        talk = converse(self.question(text, ts=said.ts, thread_ts=THREAD), self.services)
        if isinstance(talk, Answer):
            assert problems(talk.message) == []
            self.threads.answer(TEAM, self.channel, THREAD, talk)
        return talk

    def answer(self, text: str) -> str:
        """The text of the message that answers."""
        talk = self.say(text)
        assert isinstance(talk, Answer)
        return talk.message.text

    def messages(self, *texts: str) -> list[Reply]:
        """The messages that answer these texts."""
        return [talk.message for talk in map(self.say, texts) if isinstance(talk, Answer)]

    def question(self, text: str, *, ts: str = THREAD, thread_ts: str | None = None) -> Question:
        return Question(
            text=text, user_id=ANA, team_id=TEAM, channel_id=self.channel, ts=ts, thread_ts=thread_ts,
            direct=self.direct, now=NOW,
        )  # fmt: skip

    def press(self, button: Block) -> Any:
        """What pressing this button leads to."""
        return handle_talk(replace(press(button["action_id"], button["value"]), channel_id=self.channel), self.services)


def buttons(message: Reply, prefix: str) -> list[Block]:
    """The buttons of a message whose action begins so."""
    rows: Iterable[Block] = (block for block in message.blocks if block["type"] == "actions")
    return [button for row in rows for button in row["elements"] if button["action_id"].startswith(prefix)]
