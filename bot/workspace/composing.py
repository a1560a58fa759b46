"""Messages of the bot as Slack keeps them: with ids, with who sent them, and with an id for each block."""

from collections.abc import Mapping
from secrets import token_urlsafe

from bot.workspace.model import APP, BOT, BOT_USER, TEAM, Json, Person

LONGEST_TEXT = 40_000
"""Characters; Slack cuts what is longer (docs.slack.dev, chat.postMessage, "Truncating content")."""

_CONTENT = ("metadata", "mrkdwn", "parse", "link_names")
_INTERACTIVE = frozenset(
    {
        "button", "channels_select", "checkboxes", "conversations_select", "datepicker", "datetimepicker",
        "email_text_input", "external_select", "file_input", "multi_channels_select", "multi_conversations_select",
        "multi_external_select", "multi_static_select", "multi_users_select", "number_input", "overflow",
        "plain_text_input", "radio_buttons", "rich_text_input", "static_select", "timepicker", "url_text_input",
        "users_select", "workflow_button", "feedback_buttons", "icon_button",
    }
)  # fmt: skip


def bot_message(content: Mapping[str, object], bot: Person, ts: str, *, updated: int, ephemeral: bool = False) -> Json:
    """The message object of what the bot sent. `content` has been checked; `updated` is in seconds since 1970."""
    body: Json = {
        "type": "message",
        "user": BOT_USER,
        "ts": ts,
        "bot_id": BOT,
        "app_id": APP,
        "team": TEAM,
        "bot_profile": bot_profile(bot, updated),
    }
    body |= content_of(content)
    return body | {"is_ephemeral": True} if ephemeral else body


def content_of(content: Mapping[str, object]) -> Json:
    """What is said: text, blocks and attachments with their ids, and metadata."""
    body: Json = {"text": str(content.get("text") or content.get("markdown_text") or "")[:LONGEST_TEXT]}
    blocks = content.get("blocks")
    if content.get("markdown_text") and not blocks:
        blocks = [{"type": "markdown", "text": str(content["markdown_text"])}]
    if isinstance(blocks, list) and blocks:
        body["blocks"] = with_ids(blocks)
    attachments = content.get("attachments")
    if isinstance(attachments, list) and attachments:
        body["attachments"] = [_attachment(one, number) for number, one in enumerate(attachments, 1)]
    return body | {name: content[name] for name in _CONTENT if content.get(name) is not None}


def with_ids(blocks: list[Json]) -> list[Json]:
    """The blocks with a `block_id` each and an `action_id` on all that can be pressed, where none was given."""
    return [_block(block) for block in blocks]


def _block(block: Json) -> Json:
    made = {**block, "block_id": block.get("block_id") or _id()}
    for place in ("accessory", "element"):
        if isinstance(made.get(place), dict):
            made[place] = _element(made[place])
    # A rich text block's elements have no ids; `_element` leaves them as they are.
    if isinstance(made.get("elements"), list):
        made["elements"] = [_element(element) for element in made["elements"]]
    return made


def _element(element: Json) -> Json:
    if element.get("type") not in _INTERACTIVE or element.get("action_id"):
        return element
    return {**element, "action_id": _id()}


def _attachment(attachment: Json, number: int) -> Json:
    made = {"id": number, "fallback": "[no preview available]", **attachment}
    return {**made, "blocks": with_ids(made["blocks"])} if isinstance(made.get("blocks"), list) else made


def _id() -> str:
    return token_urlsafe(6)[:5]


def bot_profile(bot: Person, updated: int) -> Json:
    """How the bot is shown beside its messages."""
    return {
        "id": BOT,
        "app_id": APP,
        "user_id": BOT_USER,
        "name": bot.real_name,
        "icons": {},
        "deleted": False,
        "updated": updated,
        "team_id": TEAM,
    }
