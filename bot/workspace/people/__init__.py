"""What people do in the workspace: say, type commands, press, send off, open, add and remove."""

from bot.workspace import checks
from bot.workspace.delivery.deliveries import Deliveries
from bot.workspace.delivery.events import Events
from bot.workspace.model import Json
from bot.workspace.people.commands import Commands
from bot.workspace.people.context import Checks, Context
from bot.workspace.people.membership import Membership
from bot.workspace.people.pressing import Pressing
from bot.workspace.people.shortcuts import Shortcuts
from bot.workspace.people.speaking import Speaking
from bot.workspace.people.uploading import FileShelf, Uploading
from bot.workspace.people.viewing import Viewing
from bot.workspace.state import State
from bot.workspace.triggers import Triggers
from bot.workspace.webapi.files import Files
from bot.workspace.webapi.response_urls import ResponseUrls


class People:
    """Each act begins with the id of who does it, and raises CannotDo with a sentence for that person."""

    def __init__(
        self,
        state: State,
        manifest: Json,
        deliveries: Deliveries,
        triggers: Triggers,
        response_urls: ResponseUrls,
        shelf: FileShelf | None = None,
        checks: Checks = checks,
    ) -> None:
        context = Context(
            state=state,
            manifest=manifest,
            deliveries=deliveries,
            events=Events(state, manifest, deliveries),
            triggers=triggers,
            response_urls=response_urls,
            checks=checks,
        )
        speaking, membership = Speaking(context), Membership(context)
        pressing, viewing = Pressing(context), Viewing(context)
        self.say = speaking.say
        self.upload = Uploading(context, speaking, shelf or FileShelf(Files(), str)).upload
        self.edit = speaking.edit
        self.delete = speaking.delete
        self.react = speaking.react
        self.invite = membership.invite
        self.remove = membership.remove
        self.archive = membership.archive
        self.unarchive = membership.unarchive
        self.create_channel = membership.create_channel
        self.command = Commands(context, membership).command
        self.press = pressing.press
        self.options = pressing.options
        self.submit = viewing.submit
        self.close = viewing.close
        self.open_home = viewing.open_home
        self.assistant_thread = viewing.assistant_thread
        self.shortcut = Shortcuts(context).shortcut
