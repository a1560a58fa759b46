"""What the buttons of a paper of the week remember, and those of nominations and duels."""

from dataclasses import dataclass

from handlers.blocks.state import packed, unpacked

UP = "week:up"
DOWN = "week:down"
ON = "week:on"
UNSKIP = "week:unskip"
NOMINATE = "week:nominate"
NOMINATION = "week:nomination"
"""Opens the window for a nomination, and names what comes back from it."""
WITHDRAW = "week:withdraw"
CHOOSE = "duel:choose"
OTHER = "duel:other"

LEFT_OUT = 30
"""Papers of one sitting that are left out of further duels: the latest of them, so that a button's value holds them."""


@dataclass(frozen=True, slots=True)
class SlotState:
    """One slot of a schedule."""

    schedule: str
    name: str


@dataclass(frozen=True, slots=True)
class DuelState:
    """Of two papers the one that was chosen, if one was, and the papers that are left out in this sitting."""

    one: str
    other: str
    out: tuple[str, ...] = ()


def empty() -> str:
    """For a button that needs to remember nothing."""
    return packed(a="week")


def pick_value(key: str) -> str:
    """The post of a paper of the week."""
    return packed(k=key)


def slot_value(slot: SlotState) -> str:
    """The slot as a button's value."""
    return packed(s=slot.schedule, n=slot.name)


def duel_value(duel: DuelState) -> str:
    """The duel as a button's value."""
    return packed(w=duel.one, l=duel.other, x=list(duel.out[-LEFT_OUT:]))


def channel_value(channel_id: str) -> str:
    """The channel in which a window was opened."""
    return packed(c=channel_id)


def is_ours(value: str) -> bool:
    """Whether the value is that of a button that remembers nothing."""
    return unpacked(value).get("a") == "week"


def pick_key(value: str) -> str | None:
    """The post that this value names; None when it is not one of ours or of another version."""
    match unpacked(value):
        case {"k": str(key)} if key:
            return key
    return None


def slot_state(value: str) -> SlotState | None:
    """The slot that this value names; None as above."""
    match unpacked(value):
        case {"s": str(schedule), "n": str(name)} if schedule and name:
            return SlotState(schedule, name)
    return None


def duel_state(value: str) -> DuelState | None:
    """The duel that this value names; None as above."""
    match unpacked(value):
        case {"w": str(one), "l": str(other), "x": [*out]} if one and other and one != other:
            return DuelState(one, other, tuple(filter(None, map(str, out))))
    return None


def channel_of(value: str) -> str | None:
    """The channel that this value names; None as above."""
    match unpacked(value):
        case {"c": str(channel_id)} if channel_id:
            return channel_id
    return None
