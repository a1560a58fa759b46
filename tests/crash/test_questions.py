"""Questions while the processes that answer them are killed (`kill -9`): each is answered once in the end."""

import json
import signal
import subprocess
import sys
from pathlib import Path

from tests.crash.asker import POINTS

ROOT = Path(__file__).parents[2]


def test_each_question_is_answered_once_wherever_a_process_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.crash.asker", str(tmp_path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    found = json.loads(ran.stdout)

    assert found["ends"] == [-signal.SIGKILL] * len(POINTS) + [0, 0]
    assert [message["text"] for message in found["answers"]] == [f"On question {n}" for n in range(len(POINTS) + 1)]
    assert (found["waiting"], found["posts"]) == (0, {"sent": len(POINTS) + 1})
