"""A real PostgreSQL server for tests: a schema or a database of its own for each, and a wire to it that can be cut."""

import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from uuid import uuid4

from sqlalchemy import URL, Engine, NullPool, create_engine, make_url

PIECE = 65_536


@dataclass(frozen=True, slots=True)
class Postgres:
    """A server where these tests may do anything, and a database of theirs on it."""

    address: URL
    database: str
    numbers: Iterator[int] = field(default_factory=count)

    def schema(self) -> str:
        """The address of a new schema, the cheapest place for a library."""
        name = f"s{next(self.numbers)}"
        self.run(f"CREATE SCHEMA {name}", database=self.database)
        return self.at(self.database, {"options": f"-csearch_path={name}"})

    @contextmanager
    def own_database(self, more: str = "") -> Iterator[str]:
        """The name of a new database, for what would disturb others in theirs."""
        name = f"{self.database}_{next(self.numbers)}"
        self.run(f"CREATE DATABASE {name} {more}")
        try:
            yield name
        finally:
            self.run(f"DROP DATABASE {name} WITH (FORCE)")

    def at(
        self, database: str, more: Mapping[str, str] | None = None, user: str | None = None, password: str | None = None
    ) -> str:
        """The address of this database, for another user or with further options."""
        url = self.address.set(database=database, username=user, password=password)
        return url.update_query_dict(more or {}).render_as_string(hide_password=False)

    def run(self, *statements: str, database: str | None = None) -> None:
        """Run these as the server's owner, each by itself."""
        with connections(self.at(database or self.address.database or "postgres")).connect() as connection:
            for statement in statements:
                connection.exec_driver_sql(statement)

    @contextmanager
    def wire(self) -> Iterator["Wire"]:
        """A way to the server that can be cut while it is in use."""
        wire = Wire(self.address)
        wire.mend()
        try:
            yield wire
        finally:
            wire.cut()


def connections(address: str) -> Engine:
    """Ways to look at a database from outside the store; every statement stands by itself, and nothing is kept open."""
    url = make_url(address).set(drivername="postgresql+psycopg")
    return create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")


@contextmanager
def postgres_at(address: str) -> Iterator[Postgres]:
    """The server at this address. A server that does not answer is an error."""
    server = Postgres(make_url(address), f"paperboy_test_{uuid4().hex[:12]}")
    server.run(f"CREATE DATABASE {server.database}")
    try:
        yield server
    finally:
        server.run(f"DROP DATABASE {server.database} WITH (FORCE)")


class Wire:
    """Passes bytes on between a port of this machine and the server, until it is cut."""

    def __init__(self, server: URL) -> None:
        self._server = server
        self._listener: socket.socket | None = None
        self._ends: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self.port = 0

    def address(self, database: str) -> str:
        """The database at the near end."""
        url = URL.create("postgresql", self._server.username, self._server.password, "127.0.0.1", self.port, database)
        return url.render_as_string(hide_password=False)

    def mend(self) -> None:
        """Listens, at the same port as before."""
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listener.getsockname()[1]
        self._start(self._accept, self._listener)

    def cut(self) -> None:
        """Breaks every connection off, and takes no more."""
        with self._lock:
            listener, self._listener = self._listener, None
            ends, self._ends = self._ends, []
        for end in filter(None, (listener, *ends)):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        threads, self._threads = self._threads, []
        for thread in threads:
            thread.join()

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                near, _ = listener.accept()
                far = _connected(self._server)
                with self._lock:
                    if self._listener is not listener:
                        near.close()
                        far.close()
                        return
                    self._ends += [near, far]
                self._start(_pass_on, near, far)
                self._start(_pass_on, far, near)

    def _start(self, work: Callable[..., None], *ends: socket.socket) -> None:
        thread = threading.Thread(target=work, args=ends, daemon=True)
        self._threads.append(thread)
        thread.start()


def _connected(server: URL) -> socket.socket:
    host = str(server.query.get("host") or server.host or "localhost")
    port = server.port or 5432
    if not host.startswith("/"):
        return socket.create_connection((host, port))
    far = socket.socket(socket.AF_UNIX)
    far.connect(f"{host}/.s.PGSQL.{port}")
    return far


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while piece := source.recv(PIECE):
            target.sendall(piece)
    # Whoever reads at the other end learns that nothing more comes.
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)
