"""The buttons of papers that people bring: add, import, cancel, and take back."""

from handlers.adding.files import import_them, only_for
from handlers.adding.looking import add
from handlers.blocks import intake_state
from handlers.blocks.import_preview import cancelled_reply, undone_reply
from handlers.blocks.intake_state import ACTIONS, deposit_of, typed_of, undo_of
from handlers.blocks.notice import OLD_BUTTON, notice
from handlers.messages import Reply
from handlers.ports import Services
from handlers.windows import Press

ADDING_BUTTONS = ACTIONS


def handle_adding(press: Press, services: Services) -> Reply:
    """What the button leads to."""
    match press.action_id:
        case intake_state.ADD_CANCEL:
            return notice("Nothing was added.", replaces=True) if typed_of(press.value) else notice(OLD_BUTTON)
        case intake_state.ADD:
            text = typed_of(press.value)
            return add(text, press, services) if text else notice(OLD_BUTTON)
        case intake_state.UNDO:
            return _undo(press, services)
    deposit = deposit_of(press.value, press.team_id)
    if deposit is None:
        return notice(OLD_BUTTON)
    only_for(deposit.user_id, press)
    if press.action_id == intake_state.IMPORT_CANCEL:
        return cancelled_reply(deposit)
    return import_them(deposit, press, services)


def _undo(press: Press, services: Services) -> Reply:
    back = undo_of(press.value)
    if back is None:
        return notice(OLD_BUTTON)
    only_for(back.user_id, press)

    def undone() -> Reply:
        return undone_reply(services.intake.undo(back.number, press.now), public=back.public)

    return Reply("", then=undone)
