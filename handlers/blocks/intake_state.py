"""What the buttons of papers that people bring remember: what was typed, which files, or which import."""

import zlib
from base64 import b64decode, b64encode
from dataclasses import dataclass

from handlers.blocks import kit
from handlers.blocks.state import packed, unpacked
from handlers.intake import Deposit, Sent

ADD = "intake:add"
ADD_CANCEL = "intake:add:cancel"
IMPORT = "intake:import"
IMPORT_CANCEL = "intake:import:cancel"
UNDO = "intake:undo"
ACTIONS = (ADD, ADD_CANCEL, IMPORT, IMPORT_CANCEL, UNDO)
MOST_TYPED = 20_000
"""Characters of what was typed; a value that unpacks to more is none of ours."""


def add_value(text: str) -> str | None:
    """What was typed, packed where it is long; None where it is too long even so."""
    for value in (packed(t=text), packed(z=b64encode(zlib.compress(text.encode(), 9)).decode())):
        if kit.length(value) <= kit.VALUE and len(text) <= MOST_TYPED:
            return value
    return None


def typed_of(value: str) -> str | None:
    """What was typed; None when the value is not one of ours or of another version."""
    match unpacked(value):
        case {"t": str(text)} if text:
            return text
        case {"z": str(text)}:
            return _unpacked(text)
    return None


def deposit_value(deposit: Deposit) -> str:
    """The files, and who uploaded them."""
    files = [part for file in deposit.files for part in (file.id, file.name)]
    return packed(u=deposit.user_id, f=files)


def deposit_of(value: str, team_id: str) -> Deposit | None:
    """The files that this value names; None as above."""
    match unpacked(value):
        case {"u": str(user_id), "f": [*parts]} if user_id and parts and len(parts) % 2 == 0:
            texts = list(map(str, parts))
            return Deposit(team_id, user_id, tuple(map(Sent, texts[::2], texts[1::2])))
    return None


@dataclass(frozen=True, slots=True)
class Way:
    """Back from an import: its number, who may go it, and whether all see the message that it stands in."""

    number: int
    user_id: str
    public: bool


def undo_value(back: Way) -> str:
    """The way back from an import."""
    return packed(n=back.number, u=back.user_id, p=int(back.public))


def undo_of(value: str) -> Way | None:
    """The way back that this value names; None as above."""
    match unpacked(value):
        case {"n": int(number), "u": str(user_id), "p": int(public)} if number > 0 and user_id:
            return Way(number, user_id, bool(public))
    return None


def _unpacked(text: str) -> str | None:
    try:
        unpacking = zlib.decompressobj()
        return unpacking.decompress(b64decode(text, validate=True), MOST_TYPED).decode() or None
    except (ValueError, zlib.error):
        return None
