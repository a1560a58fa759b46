"""What readers were promised of messages and windows, beside what Slack takes, which the workspace's checks know.

Lengths are counted here as long as Slack might count them, escaped and in UTF-16; the checks count characters. Sources,
by letter: [B] the Block Kit reference on docs.slack.dev; [S] the length checks in `slack_sdk.models`; [M]
chat.postMessage on docs.slack.dev, argument `text`; [N] bolt-js issue 2509, where Slack was seen to refuse messages at
about 13,200 characters over all blocks. Rules marked [P] are our own promises to readers.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlsplit

from bot.slack.answers import as_home, as_response, as_view
from bot.workspace.checks import check_message, check_view
from handlers.messages import Block, File, Reply, Share, Whisper
from handlers.windows import Home, Mend, Modal, Outcome, Renewed, Submitted

MESSAGE_CHARACTERS = 12_000  # [N]
MESSAGE_TEXT = 3_999  # [M]
RICH_TEXT = 3_000  # [P], like a section: Slack publishes none
MODAL_TITLE = 24  # [B] [S]
BUTTON_LIMITS = {"action_id": 255, "value": 2_000, "url": 3_000, "accessibility_label": 75}  # [B] [S]
BUTTON_TEXT = 75  # [B] [S]
OURS = {
    "header": {"type", "text", "block_id"},
    "divider": {"type", "block_id"},
    "context": {"type", "elements", "block_id"},
    "actions": {"type", "elements", "block_id"},
    "rich_text": {"type", "elements", "block_id"},
    "button": {"type", "text", "action_id", "value", "url", "style", "accessibility_label"},
    "plain_text": {"type", "text", "emoji"},
    "mrkdwn": {"type", "text", "verbatim"},
    "text": {"type", "text", "style"},
    "link": {"type", "url", "text", "style"},
    "date": {"type", "timestamp", "format", "fallback"},
    "channel": {"type", "channel_id"},
    "input": {"type", "block_id", "label", "element", "hint", "optional", "dispatch_action"},
    "plain_text_input": {"type", "action_id", "max_length", "initial_value", "multiline", "dispatch_action_config"},
    "checkboxes": {"type", "action_id", "options", "initial_options"},
    "static_select": {"type", "action_id", "options", "initial_option"},
    "timepicker": {"type", "action_id", "initial_time", "timezone"},
    "conversations_select": {"type", "action_id", "initial_conversation", "filter"},
}
"""[P] The kinds and properties that we use."""

ENTITY = re.compile(r"<([^<>]*)>")
MENTION = re.compile(r"@[UW][A-Z0-9]{2,20}")
CHANNEL = re.compile(r"#[CDG][A-Z0-9]{2,20}")
BARE_AMPERSAND = re.compile(r"&(?!(?:amp|lt|gt);)")
MARKUP = re.compile(r"[*~`]|(?<![^\W_])_|_(?![^\W_])|:[\w+'-]+:|(?m:^&gt;)")
OUR_CODE = re.compile(r"`[^`<>*~_]+`|`[\w-]+`")


def problems(outcome: Outcome | Submitted | Home, *, sharer: str | None = None) -> list[str]:
    """Everything in this outcome that Slack would refuse or that a reader was promised not to see."""
    match outcome:
        case Reply():
            silent = outcome.then and not outcome.text  # nothing is said before what follows
            return [] if silent else [*_message(outcome, sharer)]
        case Modal() | Renewed():
            return [*_window(outcome.window if isinstance(outcome, Renewed) else outcome, sharer)]
        case Share(message=message, done=done, again=again):
            return [*_message(message, sharer), *_message(done, None), *_message(again, None)]
        case File(message=message, done=done):
            return [*_message(message, None), *_message(done, None)]
        case Whisper(message=message):
            return [*_message(message, sharer)]
        case Home():
            return [*_home(outcome)]
        case Mend(sentences):
            return _unsaid(sentences)
        case _:  # A look is nothing to be seen yet.
            return []


def _unsaid(sentences: Mapping[str, str]) -> list[str]:
    return [f"nothing said of {name}" for name, said in sentences.items() if not said.strip()]


def _message(reply: Reply, sharer: str | None) -> Iterator[str]:
    if not 0 < len(_utf16(reply.text)) <= MESSAGE_TEXT:
        yield f"text has {len(_utf16(reply.text))} characters"
    yield from _mrkdwn(reply.text, "text", sharer)
    yield from (f"{one.pointer}: {one.sentence}" for one in check_message(as_response(reply)))
    if not reply.blocks:
        yield "[P] a message without blocks"
    if len(_escaped(_sent(reply.blocks))) > MESSAGE_CHARACTERS:
        yield f"{len(_escaped(_sent(reply.blocks)))} characters over all blocks"
    yield from _blocks(reply.blocks, sharer)


def _window(modal: Modal, sharer: str | None) -> Iterator[str]:
    if not 0 < len(_escaped(modal.title)) <= MODAL_TITLE:
        yield f"title {modal.title!r}"
    yield from (f"{one.pointer}: {one.sentence}" for one in check_view(as_view(modal), "modal"))
    if not modal.blocks:
        yield "[P] a window without blocks"
    if any(block["type"] == "input" for block in modal.blocks) != bool(modal.submit and modal.callback_id):
        yield "inputs need a button that sends them off, and the other way round"
    if len(modal.state) > 3_000 or len(modal.submit) > MODAL_TITLE:  # [B]
        yield "state or submit too long"
    yield from _blocks(modal.blocks, sharer)


def _home(home: Home) -> Iterator[str]:
    yield from (f"{one.pointer}: {one.sentence}" for one in check_view(as_home(home), "home"))
    yield from _blocks(home.blocks, None)


def _blocks(blocks: tuple[Block, ...], sharer: str | None) -> Iterator[str]:
    labels: list[tuple[str, str]] = []
    for number, block in enumerate(blocks):
        found = _input(block) if block["type"] == "input" else ()
        yield from (f"block {number}: {problem}" for problem in (*_block(block, sharer), *found))
        row = block["elements"] if block["type"] == "actions" else []
        buttons = [element for element in row if element["type"] == "button"]
        labels += [(button["text"]["text"], button.get("accessibility_label", "")) for button in buttons]
    yield from (f"[P] two buttons are called {twin}" for twin in {label for label in labels if labels.count(label) > 1})
    yield from _characters(_strings(list(blocks)))


def _block(block: Block, sharer: str | None) -> Iterator[str]:
    yield from _keys(block)
    match block:
        case {"type": "header", "text": text}:
            yield from _text(text, 150, None, {"plain_text"})
        case {"type": "context", "elements": elements}:
            for element in elements:
                yield from _text(element, 2_000, sharer, {"plain_text", "mrkdwn"})
        case {"type": "actions", "elements": elements}:
            for element in elements:
                yield from _button(element) if element["type"] == "button" else _choices(element)
        case {"type": "rich_text", "elements": sections}:
            yield from _rich(sections)


def _input(block: Block) -> Iterator[str]:
    yield from _text(block["label"], 2_000, None, {"plain_text"})
    yield from _choices(block["element"])


def _choices(element: Block) -> Iterator[str]:
    yield from _keys(element)
    options = element.get("options", [])
    for option in options:
        yield from _text(option["text"], 75, None, {"plain_text"})
    if "initial_option" in element and element["initial_option"] not in options:
        yield "an initial option that is none"


def _keys(thing: dict[str, Any]) -> Iterator[str]:
    unknown = thing.keys() - OURS.get(thing["type"], set())
    if unknown:
        yield f"{thing['type']} with {sorted(unknown)}"


def _text(text: dict[str, Any], limit: int, sharer: str | None, kinds: set[str]) -> Iterator[str]:
    yield from _keys(text)
    said = text["text"]
    if text["type"] not in kinds:
        yield f"a {text['type']} here"
    if text["type"] == "plain_text":
        said = _escaped(said)
        if text.get("emoji") is not False:
            yield "plain text whose emoji codes would be drawn"
    elif text.get("verbatim") is not True:
        yield "mrkdwn that is not verbatim"
    else:
        yield from _mrkdwn(said, "mrkdwn", sharer)
    if not said.strip() or len(_utf16(said)) > limit:
        yield f"{len(said)} characters where 1 to {limit} may be"


def _mrkdwn(said: str, where: str, sharer: str | None) -> Iterator[str]:
    """[P] Nothing is alive in it but a handle as code and the mention of the person who shared."""
    for entity in ENTITY.findall(said):
        if CHANNEL.fullmatch(entity):  # notifies nobody; whoever may not know the channel sees no name
            continue
        if entity not in {f"@{one}" for one in (sharer or "").split()} or not MENTION.fullmatch(entity):
            yield f"{where}: the live <{entity}>"
    rest = ENTITY.sub("", said)
    if "<" in rest or ">" in rest or BARE_AMPERSAND.search(rest):
        yield f"{where}: not escaped, or twice: {rest[:80]!r}"
    rest = OUR_CODE.sub("", rest) if where == "mrkdwn" else rest
    if found := MARKUP.search(rest):
        yield f"{where}: markup {found[0]!r} in {rest[max(0, found.start() - 20) : found.end() + 20]!r}"


def _button(button: Block) -> Iterator[str]:
    yield from _keys(button)
    yield from _text(button["text"], BUTTON_TEXT, None, {"plain_text"})
    for key, limit in BUTTON_LIMITS.items():
        if key in button and not 0 < len(_escaped(button[key])) <= limit:
            yield f"button {key} of {len(_escaped(button[key]))} characters"


def _rich(sections: list[Block]) -> Iterator[str]:
    elements = [element for section in sections for element in section["elements"]]
    if not elements or not all(section["elements"] for section in sections):
        yield "an empty rich text"
    said = "".join(_escaped(_read(element) + element.get("url", "")) for element in elements)
    if len(said) > RICH_TEXT:
        yield f"{len(said)} characters of rich text"
    for element in elements:
        yield from _keys(element)
        if not _read(element):
            yield "an empty element"
        if element["type"] == "link":
            yield from _link(element["url"])


def _read(element: Block) -> str:
    return str(element.get("text") or element.get("fallback") or element.get("channel_id") or "")


def _link(url: str) -> Iterator[str]:
    parts = urlsplit(url)
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
        yield f"a link to {url!r}"
    if re.search(r"[|<>\s\\\"`]", url) or not url.isprintable():
        yield f"a link with odd signs {url!r}"


def _strings(thing: object) -> str:
    if isinstance(thing, dict):
        return "".join(map(_strings, thing.values()))
    return "".join(map(_strings, thing)) if isinstance(thing, list) else str(thing)


def _characters(said: str) -> Iterator[str]:
    said = said.replace("\n", "")
    odd = {
        sign for sign in said if unicodedata.category(sign) in ("Cc", "Cs") or sign in "\u202a\u202b\u202d\u202e\ufeff"
    }
    if odd:
        yield f"unseen characters {sorted(odd)!r}"


def _sent(blocks: tuple[Block, ...]) -> str:
    return json.dumps(blocks, ensure_ascii=False, separators=(",", ":"))


def _escaped(text: str) -> str:
    return _utf16(text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def _utf16(text: str) -> str:
    """The text as long as Slack might count it: a character outside the basic plane counts twice."""
    return re.sub(r"[\U00010000-\U0010ffff]", "##", text)
