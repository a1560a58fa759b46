"""What answering questions needs of the store: each is kept once, and taken by one process at a time."""

from datetime import datetime, timedelta
from typing import Literal, Protocol

from handlers.conversation import Question
from handlers.talk.pace import Taken

Outcome = Literal["answered", "warned", "silent"]
"""What a question led to: an answer or a reaction, the word that it is too much, or nothing at all."""


class Inbox(Protocol):
    """Questions that were asked and are to be answered. Any method may raise `handlers.errors.Unavailable`."""

    def add(self, *asked: Question) -> int:
        """Keeps questions, all or none; how many of them are new. A message is one question, however often and as
        whatever event it comes."""

    def take(self, now: datetime, lease: timedelta) -> Taken | None:
        """The oldest question that can be answered now; nobody else gets it while the lease lasts (an hour at most).

        A thread's questions are answered in their order, each once the answer before it is there: people go on from
        what they see. None: there is nothing to answer at the moment.
        """

    def hold(self, taken: Taken, now: datetime, lease: timedelta) -> bool:
        """Nobody else gets it for longer, since its answer takes longer. False as below."""

    def done(self, taken: Taken, outcome: Outcome, now: datetime) -> bool:
        """It is dealt with, and its words are forgotten. False when another process has taken it since."""
