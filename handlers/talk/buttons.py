"""The buttons of an answer in a thread: chips that narrow it down, and the search with its words corrected."""

from handlers.blocks import talk_state
from handlers.blocks.notice import OLD_BUTTON, notice
from handlers.messages import Share
from handlers.ports import Services
from handlers.talk.looking import look
from handlers.talk.place import Place
from handlers.talk.remembered import remembered
from handlers.windows import Outcome, Press

TALK_BUTTONS = (*talk_state.NARROW, talk_state.LOOK)


def handle_talk(press: Press, services: Services) -> Outcome:
    """The answer for everybody in the thread, once however often the button is pressed. Raises what `look` raises."""
    state = talk_state.talk_state(press.value)
    topic = remembered(state.facts) if state else None
    if not state or not topic:
        return notice(OLD_BUTTON)
    answer = look(topic, Place(state.thread_ts, direct=press.channel_id.startswith("D")), services)
    return Share(
        channel_id=press.channel_id,
        key=f"talk:{press.channel_id}:{press.message_ts}:{press.action_id}",
        message=answer.message,
        done=notice("The answer is in the thread."),
        again=notice("That was pressed before: the answer is further down in the thread."),
        thread_ts=state.thread_ts,
        facts=answer.facts,
    )
