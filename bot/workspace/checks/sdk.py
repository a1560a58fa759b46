"""The checks that Slack's Python SDK makes of blocks and views before it sends them."""

from collections.abc import Iterator
from copy import deepcopy

from bot.workspace.checks.problem import Found
from bot.workspace.model import Json

_NOT_TAKEN = (AttributeError, KeyError, TypeError, ValueError)
"""What the models raise where they have no sentence, as for an option without a value."""


def block_trouble(blocks: list[Json], at: str) -> Iterator[Found]:
    """What the SDK's model of a block does not take; the blocks have the right types."""
    # Imported late: the models take a tenth of a second, and a workspace starts without them.
    from slack_sdk.errors import SlackObjectFormationError
    from slack_sdk.models.blocks import Block

    known = {getattr(model, "type", None) for model in Block.__subclasses__()}
    for number, block in enumerate(blocks):
        try:
            model = Block.parse(deepcopy(block)) if block["type"] in known else None
            if model is not None:
                model.to_dict()
        except (SlackObjectFormationError, *_NOT_TAKEN) as error:
            yield f"{at}/{number}", f"{error}."


def view_trouble(view: Json, at: str) -> Iterator[Found]:
    """What the SDK's model of a view does not take, apart from its blocks."""
    from slack_sdk.errors import SlackObjectFormationError
    from slack_sdk.models.views import View

    try:
        # One block stands for all: they are checked one by one.
        View(**deepcopy(view) | {"blocks": [{"type": "divider"}] * min(1, len(view["blocks"]))}).to_dict()
    except (SlackObjectFormationError, *_NOT_TAKEN) as error:
        yield at, f"{error}."
