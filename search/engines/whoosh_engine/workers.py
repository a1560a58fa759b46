"""Papers taken apart by processes beside this one, where there are many papers and more than one core."""

import logging
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from operator import is_
from queue import SimpleQueue
from threading import RLock

from search.engines.whoosh_engine.document import Documents, taken_apart
from search.models import Paper

LOG = logging.getLogger(__name__)

FEW = 2_000
"""Fewer papers are taken apart sooner than two processes have started."""
MOST = 2
"""What follows is done by one process and takes longer than two need; each has up to 116 MB."""
BATCH = 1_000
"""Each batch has its own lexicon; in smaller ones common words are looked up more often than need be."""
NICENESS = 5

Worker = subprocess.Popen[bytes]

SERVE = "import sys; sys.path[:] = sys.argv[1:]; from search.engines.whoosh_engine.workers import serve; serve()"


def serve() -> None:
    """What a worker does: papers come in and go out taken apart, until nobody is there to send any. It stays behind
    those who answer people. Where it fails it gives back nothing, and the process that sent the papers tries itself."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    papers, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # Whatever prints must not get between the answers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            batch = pickle.load(papers)  # noqa: S301 - from the process that started this one
        except EOFError:
            return
        try:
            found = taken_apart(batch)
        except Exception:  # The boundary between processes: it is raised where the papers are, on the second try.
            found = None
        pickle.dump(found, answers, pickle.HIGHEST_PROTOCOL)
        answers.flush()


@dataclass(frozen=True, slots=True, eq=False)
class _Begun:
    """Papers that are being taken apart, and what comes of each batch of them."""

    papers: Sequence[Paper]
    parts: Sequence[Future[Documents]]

    def are(self, papers: Sequence[Paper]) -> bool:
        """Whether it is these, each the very same: to compare what they say would take longer."""
        return len(papers) == len(self.papers) and all(map(is_, papers, self.papers))


class Workers:
    """Some processes. They end with this one however it ends, since nobody sends them anything then. One that is gone
    before is said in the log, and its work is done here."""

    def __init__(self, count: int) -> None:
        self._processes = [_started() for _ in range(count)]
        self._free: SimpleQueue[Worker | None] = SimpleQueue()
        for process in self._processes:
            self._free.put(process)
        self._threads = ThreadPoolExecutor(count, "index-worker")
        self._begun: list[_Begun] = []

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        """Ends them all; what they are at is waited for, which is no more than a batch each."""
        self._threads.shutdown(cancel_futures=True)
        for process in self._processes:
            if process is not None:
                _ended(process)

    def begin(self, papers: Sequence[Paper]) -> None:
        """These are taken apart meanwhile, because they are taken in soon."""
        self._begun.append(_Begun(papers, self._sent(papers)))

    def taken_in(self, papers: Sequence[Paper], documents: Documents) -> Iterator[int]:
        """How many papers each time were put among the documents, in their order."""
        begun = next((each for each in self._begun if each.are(papers)), None)
        if begun is not None:
            self._begun.remove(begun)
        for future in self._sent(papers) if begun is None else begun.parts:
            found = future.result()
            documents.take(found)
            yield found.count

    def _sent(self, papers: Sequence[Paper]) -> list[Future[Documents]]:
        batches = (papers[first : first + BATCH] for first in range(0, len(papers), BATCH))
        return [self._threads.submit(self._one, batch) for batch in batches]

    def _one(self, batch: Sequence[Paper]) -> Documents:
        process = self._free.get()
        found = None
        if process is not None:
            try:
                found = _asked(process, batch)
            except (OSError, EOFError, pickle.UnpicklingError):
                LOG.warning("A process that helped with the search index is gone; the work is done without it.")
                process = None
        self._free.put(process)
        return taken_apart(batch) if found is None else found


class Staff:
    """The workers of one engine: none as long as few papers come, some while many do. `most` is how many at most;
    otherwise the machine decides."""

    def __init__(self, most: int | None) -> None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        self._most = (most or min(cores, MOST)) if sys.executable else 1
        self._workers: Workers | None = None
        self._changing = RLock()

    @contextmanager
    def at_work(self, papers: int) -> Iterator[Workers | None]:
        """The workers that so many papers are worth; those that are there already stay afterwards."""
        with self._changing, ExitStack() as ending:
            mine = self._workers is None and papers >= FEW and self._most > 1
            yield ending.enter_context(Workers(self._most)) if mine else self._workers

    @contextmanager
    def kept(self, papers: int) -> Iterator[Workers | None]:
        """The workers that so many papers are worth, which stay while these come one after the other."""
        with ExitStack() as ending:
            with self._changing:
                if self._workers is None and papers >= FEW and self._most > 1:
                    self._workers = ending.enter_context(Workers(self._most))
                    ending.callback(self._dismiss)
            yield self._workers

    def _dismiss(self) -> None:
        with self._changing:
            self._workers = None


def _started() -> Worker | None:
    """In a group of its own, so that Ctrl-C reaches only this process. None where the system has no room for it."""
    command = [sys.executable, "-c", SERVE, *sys.path]
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0)
    except OSError:
        return None


def _asked(process: Worker, batch: Sequence[Paper]) -> Documents | None:
    if process.stdin is None or process.stdout is None:
        raise BrokenPipeError
    pickle.dump(batch, process.stdin, pickle.HIGHEST_PROTOCOL)
    process.stdin.flush()
    found = pickle.load(process.stdout)  # noqa: S301 - from a process that this one started
    return found if isinstance(found, Documents) else None


def _ended(process: Worker) -> None:
    process.kill()
    process.communicate()
