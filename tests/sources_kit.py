"""Services of papers on this machine: recorded answers in their formats, and the faults that services have."""

import json
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from threading import Event, Thread
from typing import Any

from bot.sources import Access, Client, Sources
from bot.sources.access import Address
from bot.sources.exchange import Bounds
from bot.sources.lookup import SERVICES, agent

ABSTRACT = (
    "We present WellCount, which counts wells in dry lands from photographs taken by satellites. Maps that people drew "
    "by hand miss four wells in ten. WellCount finds nine in ten of them, with a tenth of the labels that earlier "
    "methods need, and we publish the 41,000 wells it found."
)
FORUM = "aB3dE5gH7j"
QUICK = Bounds(step=2.0, whole=3.0, tries=3)
HOST = "services.test"


@dataclass(frozen=True)
class Told:
    """One answer of a service; `act` takes the place of all the rest."""

    body: str | bytes = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    act: Callable[[BaseHTTPRequestHandler], None] | None = None


class Services(ThreadingHTTPServer):
    """Answers each path by the first beginning that fits: with the next of its answers, and with the last for ever."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: dict[str, list[Told]] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.leave = Event()

    def say(self, beginning: str, *told: Told) -> None:
        self.answers[beginning] = list(told)

    @property
    def origin(self) -> str:
        return f"http://{HOST}:{self.server_address[1]}"

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.asked]

    def answer(self, path: str) -> Told:
        told = next(
            (told for beginning, told in self.answers.items() if path.startswith(beginning)), [Told(status=404)]
        )
        return told.pop(0) if len(told) > 1 else told[0]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        assert isinstance(self.server, Services)
        self.server.asked.append((self.path, dict(self.headers.items())))
        told = self.server.answer(self.path)
        self.close_connection = True
        if told.act is not None:
            told.act(self)
            return
        body = told.body.encode() if isinstance(told.body, str) else told.body
        self.send_response(told.status)
        for name, value in {"Content-Length": str(len(body)), **told.headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Nothing on stderr."""


@contextmanager
def served(context: ssl.SSLContext | None = None) -> Iterator[Services]:
    with Services() as services:
        if context is not None:
            services.socket = context.wrap_socket(services.socket, server_side=True)
        thread = Thread(target=services.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield services
        finally:
            services.leave.set()
            services.shutdown()
            thread.join()


class Rests:
    """Time that passes only while somebody waits."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    def pause(self, seconds: float) -> None:
        self.waited.append(seconds)

    def elapsed(self) -> float:
        return sum(self.waited)


def here(_host: str, _port: int) -> tuple[Address, ...]:
    return (ip_address("127.0.0.1"),)


def access_to(*origins: str, interval: float = 0.0, **more: Any) -> Access:
    """To services on this machine, which no access but that of tests allows."""
    given = {"resolve": here, "permits": lambda address: address.is_loopback, **more}
    return Access(dict.fromkeys(origins, interval), **given)


def client_of(access: Access, rests: Rests, bounds: Bounds = QUICK) -> Client:
    return Client(access, agent("papers@example.org"), pause=rests.pause, elapsed=rests.elapsed, bounds=bounds)


def sources_at(services: Services, rests: Rests | None = None, names: Sequence[str] = ()) -> Sources:
    """The real services' ways of asking and reading, all at this one address, each under its own path."""
    client = client_of(access_to(services.origin), rests or Rests())
    moved = [replace(each, origin=f"{services.origin}") for each in SERVICES if not names or each.name in names]
    return Sources(client, moved)


def atom(number: str = "2405.00001", abstract: str = ABSTRACT, title: str = "Counting Wells from Above") -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
  <title type="html">arXiv Query: search_query=&amp;id_list={number}</title>
  <entry>
    <id>http://arxiv.org/abs/{number}v3</id>
    <updated>2024-09-02T17:59:01Z</updated><published>2024-05-01T08:00:00Z</published>
    <title>{title}</title>
    <summary>  {abstract}
    </summary>
    <author><name>Ann Lee</name></author><author><name>José Álvarez</name></author>
    <link href="http://arxiv.org/abs/{number}v3" rel="alternate" type="text/html"/>
    <link title="pdf" href="http://arxiv.org/pdf/{number}v3" rel="related" type="application/pdf"/>
    <category term="cs.CV" scheme="http://arxiv.org/schemas/atom"/>
  </entry>
</feed>"""


NO_ENTRY = '<feed xmlns="http://www.w3.org/2005/Atom"><title>arXiv Query</title></feed>'


def note(forum: str = FORUM, abstract: str = ABSTRACT, title: str = "Counting Wells from Above") -> str:
    content = {
        "title": {"value": title},
        "authors": {"value": ["Ann Lee", "José Álvarez"]},
        "abstract": {"value": abstract},
        "venue": {"value": "NeurIPS 2025 poster"},
        "pdf": {"value": "/pdf/0a1b.pdf"},
    }
    one = {"id": forum, "forum": forum, "invitations": ["NeurIPS.cc/2025/Conference/-/Submission"], "content": content}
    return json.dumps({"notes": [one], "count": 1})


def work(doi: str = "10.1000/wells.7", abstract: str | None = ABSTRACT) -> str:
    message = {
        "DOI": doi,
        "URL": f"https://doi.org/{doi}",
        "title": ["Counting Wells from Above"],
        "author": [{"given": "Ann", "family": "Lee"}, {"given": "José", "family": "Álvarez"}],
        "container-title": ["Journal of Wells"],
        "issued": {"date-parts": [[2024, 5, 1]]},
        "is-referenced-by-count": 3,
        "reference-count": 12,
        "prefix": "10.1000",
    }
    jats = {"abstract": f"<jats:p>{abstract}</jats:p>"} if abstract else {}
    return json.dumps({"status": "ok", "message-type": "work", "message": {**message, **jats}})


def scholar(abstract: str | None = ABSTRACT, **external: str) -> dict[str, object]:
    return {
        "paperId": "0123456789abcdef0123456789abcdef01234567",
        "externalIds": {"DOI": "10.1000/wells.7", "CorpusId": 77, **external},
        "title": "Counting Wells from Above",
        "abstract": abstract,
        "authors": [{"authorId": "1", "name": "Ann Lee"}, {"authorId": "2", "name": "José Álvarez"}],
        "year": 2024,
        "venue": "Journal of Wells",
    }
