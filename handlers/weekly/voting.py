"""Votes on a paper of the week: one for each person, changed by the other button and taken back by the same."""

from handlers.ballots import Vote
from handlers.blocks.notice import OLD_BUTTON, notice
from handlers.blocks.week_state import UP, pick_key
from handlers.blocks.weekly import voted_message
from handlers.messages import Reply
from handlers.ports import Services
from handlers.schedules import Posting
from handlers.windows import Press


def vote(press: Press, services: Services) -> Reply:
    """Counts the press; the message with the votes as they are then."""
    key = pick_key(press.value)
    posting = services.outbox.posting(press.team_id, key) if key else None
    if not key or not posting:
        return notice(OLD_BUTTON)
    if not posting.papers or not posting.message:
        return notice("This paper of the week is too old to be voted on.")
    up = press.action_id == UP
    own = _own(press.user_id, posting, services)
    if own is up:
        services.week.unvote(press.team_id, key, press.user_id)
    else:
        services.week.vote(_vote(press, posting, up))
    if posting.state != "sent":
        # Whether it arrived is not known yet. Replaced, it might not be found again, and be sent twice.
        return notice("Your vote counts. The message shows it with the next vote.")
    ups, downs = _count(posting, services)
    return voted_message(posting.message, key, posting.papers[0], ups, downs)


def _own(user_id: str, posting: Posting, services: Services) -> bool | None:
    """This person's vote: up or down; None without one."""
    of_post = (
        one for one in services.week.votes(posting.team_id, posting.channel_id) if one.posting_key == posting.key
    )
    return next((one.up for one in of_post if one.user_id == user_id), None)


def _vote(press: Press, posting: Posting, up: bool) -> Vote:
    return Vote(
        team_id=posting.team_id,
        channel_id=posting.channel_id,
        posting_key=posting.key,
        paper_id=posting.papers[0],
        user_id=press.user_id,
        up=up,
        at=press.now,
    )


def _count(posting: Posting, services: Services) -> tuple[int, int]:
    votes = [
        one.up for one in services.week.votes(posting.team_id, posting.channel_id) if one.posting_key == posting.key
    ]
    return votes.count(True), votes.count(False)
