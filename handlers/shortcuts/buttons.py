"""What is pressed and entered in what shortcuts lead to."""

from handlers.blocks.about_message import SHARE
from handlers.blocks.search_state import FIELDS
from handlers.ports import Services
from handlers.shortcuts.about import share_in_thread
from handlers.shortcuts.searching import BUTTONS, pressed_in_search
from handlers.windows import Outcome, Press

SHORTCUT_BUTTONS = (SHARE, *BUTTONS)
SHORTCUT_FIELDS = FIELDS
"""They tell of themselves like buttons, but remember nothing."""


def handle_shortcut_button(press: Press, services: Services) -> Outcome:
    """What it leads to. Raises what the ports and the engine raise."""
    if press.action_id == SHARE:
        return share_in_thread(press, services)
    return pressed_in_search(press, services)
