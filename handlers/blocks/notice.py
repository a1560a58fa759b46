"""A sentence or two for one person: what went wrong, or what was done."""

from handlers.blocks import kit
from handlers.blocks.shapes import Run, reply, rich
from handlers.messages import Reply

OLD_BUTTON = "This button comes from an earlier version of Paperboy. Please type the command again."


def notice(*sentences: str, replaces: bool = False) -> Reply:
    """The sentences, each on a line of its own; whatever is in them is shown letter by letter."""
    tidied = [kit.cut(text, 1_000) for sentence in sentences if (text := kit.tidy(sentence))]
    return reply(map(kit.inert, tidied), rich(*([Run(text)] for text in tidied)), replaces=replaces)


def gone(paper_id: str) -> Reply:
    """The paper of a button has left the library."""
    return notice(f"The paper {kit.cut(kit.tidy(paper_id), 100)} is no longer in the library.")


def share_failed(code: str | None) -> Reply:
    """Why a paper could not be shared, from Slack's error code, and what to do; None when Slack's answer was lost."""
    return notice(_UNCERTAIN if code is None else _SHARE_FAILURES.get(code, _REFUSED))


_INVITE = "I am not in this channel yet, so I could not share the paper. Type /invite @paperboy and press Share again."
_FORBIDDEN = "Only some people may post in this channel, and I am not one of them. You can share the paper elsewhere."
_ARCHIVED = "This channel is archived, so nothing can be posted here. You can share the paper in another channel."
_BUSY = "Slack asks me to wait a moment. Please press Share again in a minute."
_SET_UP = "Slack does not let me post at the moment. Please tell whoever looks after me; “paperboy check” says why."
_REFUSED = "Slack did not take the message, so the paper is not shared. Please press Share again in a minute."
_UNCERTAIN = "Slack did not say whether the paper was posted. Please look at the channel; I will not post it twice."
_SHARE_FAILURES = {
    **dict.fromkeys(("not_in_channel", "channel_not_found"), _INVITE),
    "is_archived": _ARCHIVED,
    **dict.fromkeys(("ratelimited", "rate_limited"), _BUSY),
    **dict.fromkeys(
        (
            "restricted_action",
            "restricted_action_read_only_channel",
            "restricted_action_thread_only_channel",
            "restricted_action_non_threadable_channel",
        ),
        _FORBIDDEN,
    ),
    **dict.fromkeys(
        ("missing_scope", "invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"), _SET_UP
    ),
}
