"""A Bolt app that uses every surface of Slack in the smallest way, so that workspaces can be compared by it."""

from concurrent.futures import Executor

from slack_bolt import Ack, App, Respond, Say
from slack_sdk import WebClient

from tests.foreign.slack_like import Json, refusal

MANIFEST: Json = {
    "display_information": {"name": "Probe"},
    "features": {
        "bot_user": {"display_name": "probe", "always_online": True},
        "app_home": {"home_tab_enabled": True, "messages_tab_enabled": True},
        "slash_commands": [{"command": "/probe", "description": "Answers", "usage_hint": "now, later or card"}],
        "shortcuts": [
            {"name": "Ask", "type": "global", "callback_id": "ask", "description": "Opens a window"},
            {"name": "About this", "type": "message", "callback_id": "about", "description": "Says what it is about"},
        ],
        "unfurl_domains": ["papers.example"],
    },
    "oauth_config": {
        "scopes": {
            "bot": [
                "app_mentions:read",
                "channels:history",
                "channels:read",
                "chat:write",
                "commands",
                "links:read",
                "links:write",
                "reactions:write",
            ]
        }
    },
    "settings": {
        "event_subscriptions": {"bot_events": ["app_home_opened", "app_mention", "link_shared", "message.channels"]},
        "interactivity": {"is_enabled": True},
        "socket_mode_enabled": True,
    },
}


def build_probe(client: WebClient, signing_secret: str, threads: Executor) -> App:
    """The app; it asks nothing of Slack until something is delivered, and its listeners run in `threads`."""
    app = App(client=client, signing_secret=signing_secret, token_verification_enabled=False, listener_executor=threads)
    app.command("/probe")(command)
    app.action("replace")(replace_message)
    app.action("menu")(answer_menu)
    app.action("form")(open_form)
    app.view("form")(take_form)
    app.shortcut("ask")(open_form)
    app.shortcut("about")(tell_about)
    app.event("app_home_opened")(publish_home)
    app.event("app_mention")(answer_mention)
    app.event("message")(follow_thread)
    app.event("link_shared")(preview)
    return app


def command(ack: Ack, respond: Respond, client: WebClient, payload: Json) -> None:
    """`now` answers in the acknowledgement, `later` by the response URL, `card` with a message of its own; `twice`
    tells what came of opening a second window with one trigger."""
    how, _, words = payload["text"].partition(" ")
    if how == "now":
        ack(text=f"now: {words}", response_type="ephemeral")
        return
    ack()
    if how == "later":
        respond(text=f"later: {words}", response_type="in_channel")
    elif how == "twice":
        respond(text=f"twice: {words}: {_opened_twice(client, payload['trigger_id'])}", response_type="ephemeral")
    else:
        client.chat_postMessage(channel=payload["channel_id"], text=f"card: {words}", blocks=card(words))


def _opened_twice(client: WebClient, trigger_id: str) -> str:
    client.views_open(trigger_id=trigger_id, view=form("Ready", ""))
    return str(refusal(lambda: client.views_open(trigger_id=trigger_id, view=form("Ready", ""))))


def replace_message(ack: Ack, respond: Respond, action: Json) -> None:
    """The button's message becomes another one."""
    ack()
    respond(text=f"replaced: {action['value']}", replace_original=True)


def answer_menu(ack: Ack, respond: Respond, action: Json) -> None:
    """A private answer beside the message."""
    ack()
    chosen = action["selected_option"]["value"]
    respond(text=f"picked: {chosen}", replace_original=False, response_type="ephemeral")


def open_form(ack: Ack, client: WebClient, body: Json) -> None:
    """A window, changed once after it opened; it remembers where it was asked for."""
    ack()
    where = body.get("channel", {}).get("id", "")
    opened = client.views_open(trigger_id=body["trigger_id"], view=form("Not ready", where))["view"]
    client.views_update(view_id=opened["id"], hash=opened["hash"], view=form("Ready", where))


def take_form(ack: Ack, client: WebClient, view: Json) -> None:
    """Refuses an empty-handed answer, and posts a good one where the window was asked for."""
    answer = view["state"]["values"]["answer"]["words"]["value"]
    if answer == "wrong":
        ack(response_action="errors", errors={"answer": "Please say something right."})
        return
    ack()
    if view["private_metadata"]:
        client.chat_postMessage(channel=view["private_metadata"], text=f"saved: {answer}")


def tell_about(ack: Ack, client: WebClient, body: Json) -> None:
    """A private answer to whoever used the shortcut."""
    ack()
    about = f"about: {body['message']['text']}"
    client.chat_postEphemeral(channel=body["channel"]["id"], user=body["user"]["id"], text=about)


def publish_home(client: WebClient, event: Json) -> None:
    """A Home tab for the one who opened it."""
    client.views_publish(user_id=event["user"], view={"type": "home", "blocks": [section(f"Hello <@{event['user']}>")]})


def answer_mention(client: WebClient, say: Say, event: Json) -> None:
    """A reaction, and an answer in the thread."""
    client.reactions_add(channel=event["channel"], timestamp=event["ts"], name="eyes")
    say(text="heard", thread_ts=event.get("thread_ts", event["ts"]))


def follow_thread(say: Say, event: Json) -> None:
    """Answers replies in threads, except where `app_mention` tells of them as well."""
    if "thread_ts" in event and "subtype" not in event and "<@" not in event["text"]:
        say(text=f"followed: {event['text']}", thread_ts=event["thread_ts"])


def preview(client: WebClient, event: Json) -> None:
    """A preview below each link."""
    unfurls = {link["url"]: {"blocks": [section(f"Preview of {link['domain']}")]} for link in event["links"]}
    client.chat_unfurl(channel=event["channel"], ts=event["message_ts"], unfurls=unfurls)


def card(words: str) -> list[Json]:
    """A message with everything to press."""
    options = [{"text": plain("First"), "value": words}, {"text": plain("Second"), "value": "other"}]
    elements = [
        {"type": "button", "action_id": "replace", "text": plain("Replace"), "value": words},
        {"type": "button", "action_id": "form", "text": plain("Form")},
        {"type": "overflow", "action_id": "menu", "options": options},
    ]
    return [section(f"*{words}*"), {"type": "actions", "block_id": "choices", "elements": elements}]


def form(title: str, where: str) -> Json:
    """A window with one input."""
    words = {"type": "plain_text_input", "action_id": "words"}
    return {
        "type": "modal",
        "callback_id": "form",
        "title": plain(title),
        "submit": plain("Save"),
        "close": plain("Cancel"),
        "private_metadata": where,
        "blocks": [{"type": "input", "block_id": "answer", "label": plain("Answer"), "element": words}],
    }


def section(text: str) -> Json:
    """A paragraph."""
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def plain(text: str) -> Json:
    """Text without marks."""
    return {"type": "plain_text", "text": text}
