"""Messages: their text, blocks, attachments and metadata."""

from collections.abc import Iterator
from typing import Any

from bot.workspace.checks.blocks import size, trouble
from bot.workspace.checks.problem import Problem, coded
from bot.workspace.checks.schemas import found
from bot.workspace.model import Json

ALL_BLOCKS = 13_200  # [N]
UPDATED_TEXT = 4_000  # [M]
MARKDOWN_TEXT = 12_000  # [M]
ATTACHMENTS = 100  # [M]


def message_trouble(message: Json, *, update: bool = False) -> Iterator[Problem]:
    """What Slack would refuse in the arguments of chat.postMessage and its kin, or in a body for a response URL."""
    if message.get("delete_original") is True:
        return
    yield from _texts(message, update=update)
    yield from blocks_trouble(message.get("blocks"))
    yield from _attachments(message.get("attachments"))
    yield from _metadata(message.get("metadata"))


def blocks_trouble(blocks: Any, at: str = "/blocks") -> Iterator[Problem]:
    """What Slack would refuse in the blocks of a message; None are none."""
    if blocks is None:
        return
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        yield Problem("invalid_blocks_format", at, "Not a list of blocks.")
        return
    yield from coded("invalid_blocks", trouble(blocks, "message", at))
    if size(blocks) > ALL_BLOCKS:
        sentence = f"{size(blocks)} characters in all blocks; at most {ALL_BLOCKS} are allowed."
        yield Problem("msg_blocks_too_long", at, sentence)


def attachment_trouble(attachment: Any, at: str, code: str = "invalid_attachments") -> Iterator[Problem]:
    """What Slack would refuse in an attachment or in what a link is unfurled to."""
    if not isinstance(attachment, dict):
        yield Problem(code, at, "Not an object.")
        return
    rest = {key: value for key, value in attachment.items() if key != "blocks"}
    yield from coded(code, found("blocks", "attachment", rest, at))
    yield from blocks_trouble(attachment.get("blocks"), f"{at}/blocks")


def _metadata(metadata: Any) -> Iterator[Problem]:
    # Work objects, `entities`, are another type that is not checked.
    if metadata is not None and not (isinstance(metadata, dict) and "entities" in metadata):
        yield from coded("invalid_metadata_format", found("blocks", "metadata", metadata, "/metadata"))


def _texts(message: Json, *, update: bool) -> Iterator[Problem]:
    text, markdown = message.get("text"), message.get("markdown_text")
    for key, value in (("text", text), ("markdown_text", markdown)):
        if value is not None and not isinstance(value, str):
            yield Problem("invalid_arguments", f"/{key}", "Not a string.")
            return
    if not (text or markdown or "").strip() and not message.get("blocks") and not message.get("attachments"):
        yield Problem("no_text", "", "Neither text nor blocks nor attachments.")
    if update and len(text or "") > UPDATED_TEXT:
        yield Problem("msg_too_long", "/text", f"{len(text or '')} characters; at most {UPDATED_TEXT} are allowed.")
    if markdown and (text or message.get("blocks")):
        yield Problem("markdown_text_conflict", "/markdown_text", "Not together with text or blocks.")  # [M]
    if len(markdown or "") > MARKDOWN_TEXT:
        yield Problem("msg_too_long", "/markdown_text", f"More than {MARKDOWN_TEXT} characters.")


def _attachments(attachments: Any) -> Iterator[Problem]:
    if attachments is None:
        return
    if not isinstance(attachments, list):
        yield Problem("invalid_attachments", "/attachments", "Not a list.")
        return
    if len(attachments) > ATTACHMENTS:
        yield Problem("too_many_attachments", "/attachments", f"More than {ATTACHMENTS}.")
        return
    for number, attachment in enumerate(attachments):
        yield from attachment_trouble(attachment, f"/attachments/{number}")
