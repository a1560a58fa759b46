"""The methods of the Web API that the workspace knows, by their names."""

from bot.workspace.webapi.methods import (
    assistant,
    conversations,
    ephemeral,
    files,
    history,
    identity,
    messages,
    people,
    reactions,
    unfurls,
    views,
)
from bot.workspace.webapi.methods.context import Method

METHODS: dict[str, Method] = {
    **assistant.METHODS,
    **conversations.METHODS,
    **ephemeral.METHODS,
    **files.METHODS,
    **identity.METHODS,
    **history.METHODS,
    **messages.METHODS,
    **people.METHODS,
    **reactions.METHODS,
    **unfurls.METHODS,
    **views.METHODS,
}
