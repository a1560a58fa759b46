"""Files: the bot sends them to the address it was given, and the page shows them."""

import hmac

from flask import Flask, Response, request
from werkzeug.exceptions import Forbidden, NotFound

from bot.workspace.site.arguments import body
from bot.workspace.webapi.files import LARGEST, Files

SHOWN = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
"""Kinds that a browser shows and that can hold no script; everything else is only saved."""
LONGEST_NAME = 255
"""Characters of the name under which a browser saves a file."""

LOG_IN = "<!DOCTYPE html><html><head><title>Sign in | Slack</title></head><body>Sign in</body></html>\n"


class FileSide:
    """An address is a secret of its own, as in Slack; to read a file, a program needs the bot's token besides, and the
    bot the scope for it: whoever may not read it is shown the page on which people log in."""

    def __init__(self, files: Files, bot_token: str, *, readable: bool) -> None:
        self._files = files
        self._readable = readable
        self._authorization = f"Bearer {bot_token}"

    def add_to(self, site: Flask) -> None:
        """Adds the routes."""
        site.add_url_rule("/files/<file_id>", "receive file", self._receive, methods=["POST", "PUT"])
        site.add_url_rule("/files/<file_id>", "send file", self._send)

    def _receive(self, file_id: str) -> Response:
        request.max_content_length = LARGEST
        # First the bytes: the SDK sends them bare under the name of a form, which would be read away as one.
        content = body()
        upload = next(iter(request.files.values()), None) if request.mimetype == "multipart/form-data" else None
        content = upload.read() if upload else content
        if not self._files.receive(file_id, content):
            return Response("No such upload, or not as long as was announced.\n", 400, mimetype="text/plain")
        return Response(f"OK - {len(content)}", mimetype="text/plain")

    def _send(self, file_id: str) -> Response:
        given = request.headers.get("Authorization", "")
        # The guard lets only the page itself come here from a browser.
        if "Sec-Fetch-Site" not in request.headers and not hmac.compare_digest(
            given.encode(), self._authorization.encode()
        ):
            raise Forbidden
        file = self._files.find(file_id)
        if file is None or file.content is None:
            raise NotFound
        if "Sec-Fetch-Site" not in request.headers and not self._readable:
            return Response(LOG_IN, mimetype="text/html")
        response = Response(file.content, mimetype=file.mimetype)
        if file.mimetype not in SHOWN:
            name = "".join(sign if sign.isprintable() else "_" for sign in file.name[:LONGEST_NAME])
            response.headers.set("Content-Disposition", "attachment", filename=name)
        return response
