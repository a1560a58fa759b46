"""Files: an address to send the bytes to, then the file shared where people see it."""

from bot.workspace.composing import bot_message
from bot.workspace.errors import Refusal
from bot.workspace.model import Channel, Json
from bot.workspace.webapi.files import LARGEST, File
from bot.workspace.webapi.methods.context import Arguments, Context, Method
from bot.workspace.webapi.methods.messages import in_thread, put
from bot.workspace.webapi.methods.places import for_posting


def announce(context: Context, arguments: Arguments) -> Json:
    """files.getUploadURLExternal."""
    name = arguments.required("filename")
    arguments.required("length")
    length = arguments.number("length", 0)
    if length < 1:
        raise Refusal("missing_argument")
    if length > LARGEST:
        raise Refusal("file_upload_size_restricted")
    alt_text = arguments.optional("alt_txt") or arguments.optional("alt_text") or ""
    file = context.files.announce(name, length, int(context.state.now().timestamp()), alt_text)
    return {"upload_url": context.file_url(file.id), "file_id": file.id}


def complete(context: Context, arguments: Arguments) -> Json:
    """files.completeUploadExternal: the files appear in one message, or nowhere yet when no channel is given."""
    named = arguments.objects("files")
    files = [_arrived(context, str(one.get("id", ""))) for one in named]
    channels = _channels(context, arguments)
    threads = {channel.id: _thread(context, arguments, channel) for channel in channels}
    for file, one in zip(files, named, strict=True):
        file.title = str(one.get("title") or file.name)
        file.shared = True
        file.channels = (*file.channels, *(channel.id for channel in channels))
    shown = [file.described(context.file_url(file.id)) for file in files]
    for channel in channels:
        content = {"text": arguments.optional("initial_comment") or "", "blocks": arguments.given.get("blocks")}
        body = bot_message(content, context.bot, context.state.new_ts(), updated=channel.created)
        body |= {"subtype": "file_share", "files": shown, "upload": True, "display_as_bot": False}
        put(context, channel, body | threads[channel.id])
    return {"files": shown}


def info(context: Context, arguments: Arguments) -> Json:
    """files.info."""
    file = context.files.find(arguments.required("file"))
    if file is None or not file.shared:
        raise Refusal("file_not_found")
    return {"file": file.described(context.file_url(file.id)), "comments": [], "response_metadata": {"next_cursor": ""}}


def _arrived(context: Context, file_id: str) -> File:
    file = context.files.find(file_id)
    if file is None or file.content is None or file.shared:
        raise Refusal("file_not_found")
    return file


def _channels(context: Context, arguments: Arguments) -> list[Channel]:
    named = arguments.names("channels") or arguments.names("channel_id")
    return [for_posting(context, name) for name in named]


def _thread(context: Context, arguments: Arguments, channel: Channel) -> Json:
    thread_ts = arguments.optional("thread_ts")
    return {} if thread_ts is None else in_thread(context, channel, thread_ts)


METHODS: dict[str, Method] = {
    "files.getUploadURLExternal": announce,
    "files.completeUploadExternal": complete,
    "files.info": info,
}
