"""`/papers import`: says how files of papers are brought into the library."""

from handlers.blocks.import_preview import how_to_reply
from handlers.command import Command, no_words
from handlers.messages import Reply, Request
from handlers.ports import Services


def _run(_request: Request, _words: str, services: Services) -> Reply:
    return how_to_reply(services.intake.forms())


IMPORT = Command(
    name="import",
    usage="",
    summary="says how to bring a whole file of papers: BibTeX, RIS, CSV and more.",
    example="import",
    run=_run,
    takes=no_words,
)
