"""Papers that are shared from a window, where the channel has to be chosen first."""

from handlers.blocks import lines, state
from handlers.blocks.notice import OLD_BUTTON, gone, notice
from handlers.blocks.paper import shared_message
from handlers.blocks.share_window import CHANNEL
from handlers.messages import Share
from handlers.ports import Services
from handlers.windows import Mend, Submission, Submitted

NOT_THERE = "One of us is not in that channel. Join it, type /invite @paperboy there, and press Share again."


def sent_share(submission: Submission, services: Services) -> Submitted:
    """The paper for the channel that was chosen. Raises what the ports raise."""
    named = state.paper_state(submission.state)
    if not named:
        return Mend({CHANNEL: OLD_BUTTON})
    paper = next(iter(services.library.papers([named.id])), None)
    if not paper:
        return Mend({CHANNEL: gone(named.id).text})
    channel_id = submission.values.get(CHANNEL, "")
    if channel_id not in services.people.channels_of(submission.team_id, submission.user_id):
        return Mend({CHANNEL: NOT_THERE})
    name = lines.name(paper, 200)
    return Share(
        channel_id=channel_id,
        # A window cannot be told from the next one; nobody needs a paper twice within a minute.
        key=f"share:{channel_id}:{paper.id}:{submission.now:%Y-%m-%dT%H:%M}",
        message=shared_message(paper, submission.user_id),
        done=notice(f"Shared with the channel: {name}"),
        again=notice(f"This was shared with the channel a moment ago, so I did not post it twice: {name}"),
    )
