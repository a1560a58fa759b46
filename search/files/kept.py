"""What is kept of a file: its papers up to a limit, the first problems, and how many others there were."""

from search.errors import UnreadableFile
from search.files.limits import Limits
from search.models import Paper
from search.reading import Fact, Item, Problem, Reading, Skipped


class Kept:
    """`problems` may have some already, and gets more while lines are read."""

    def __init__(self, name: str, problems: list[Problem], limits: Limits) -> None:
        self._name, self._problems, self._limits = name, problems, limits
        self._papers: list[Paper] = []
        self._facts: list[Fact] = []
        self._more = self._more_skipped = 0

    def add(self, item: Item) -> None:
        """Keep what is read next. Raises `UnreadableFile` when that is too much."""
        if isinstance(item, Problem):
            self._add_problem(item)
        elif isinstance(item, Fact):
            self._facts.append(item)
        else:
            self._papers.append(item)
        if len(self._papers) + len(self._facts) > self._limits.papers:
            raise UnreadableFile(f"{self._name}: holds more than {self._limits.papers:,} papers; split it.")

    def _add_problem(self, problem: Problem) -> None:
        if len(self._problems) < self._limits.problems:
            self._problems.append(problem)
        elif isinstance(problem, Skipped):
            self._more_skipped += problem.records
        else:
            self._more += 1

    def reading(self, form: str) -> Reading:
        """All that was kept."""
        if self._more_skipped:
            reason = f"{self._more_skipped:,} more records were left out for such reasons"
            self._problems.append(Skipped(self._name, "", reason, self._more_skipped))
        if self._more:
            self._problems.append(Problem(self._name, "", f"{self._more:,} more such things were met with"))
        return Reading(tuple(self._papers), tuple(self._facts), tuple(self._problems), form)
