"""How long `grade exercise3` takes from a cold start, beside bare scripts that only import jax and make the calls.

Two baselines, run in turn with it: one makes the calls of all workers (submission, its fresh workers, reference) one
after another in one process, the other the submission's own calls only. Ratios are those of medians. The calls are
taken down from a real grading run, so the scripts cannot drift from what is graded.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from grader.course import find_exercise, read_course, read_exercise
from grader.grading import grade, workshop
from grader.model.answers import Answer
from grader.model.exercise import Limits, Source
from grader.model.questions import Arguments, Call, Count, Examine, Load, Question, Trace
from grader.model.values import Array, Scalar, Value

ROOT = Path(__file__).resolve().parents[2]


class Listening:
    """A workshop that takes down what each of its workers is asked."""

    def __init__(self, inner) -> None:
        self.inner = inner
        self.asked: list[tuple[Load, list[Question]]] = []

    def __getattr__(self, name: str):
        return getattr(self.inner, name)

    def open(self, load: Load, limits: Limits, **named):
        worker = self.inner.open(load, limits, **named)
        questions: list[Question] = []
        self.asked.append((load, questions))
        ask = worker.ask

        def listening(question: Question) -> Answer:
            questions.append(question)
            return ask(question)

        worker.ask = listening
        return worker


def expression(value: Value) -> str:
    """A value as Python source."""
    if isinstance(value, Scalar):
        return repr(value.text) if value.type == "str" else "None" if value.type == "none" else value.text
    if isinstance(value, Array):
        array = f"np.frombuffer({value.data!r}, {value.dtype!r}).reshape({value.shape!r})"
        return f"jnp.asarray({array})" if value.origin == "jax" else array
    raise TypeError(f"this benchmark does not write {type(value).__name__}")


def call(arguments: Arguments) -> str:
    """The arguments of a call as Python source."""
    words = [expression(value) for value in arguments.positional]
    words += [f"{name}={expression(value)}" for name, value in arguments.keyword.items()]
    return ", ".join(words)


def script(asked: list[tuple[Load, list[Question]]]) -> str:
    """A bare script that makes these calls."""
    lines = ["import jax, jax.numpy as jnp, numpy as np", ""]
    for load, questions in asked:
        lines += [f"space = {{'__name__': 'submission'}}; exec({load.source.decode()!r}, space)"]
        lines += [f"f = space[{load.function!r}]"]
        for question in questions:
            if isinstance(question, Call | Count):
                lines += [f"try: jax.block_until_ready(f({call(question.arguments)}))", "except Exception: pass"]
            elif isinstance(question, Trace):
                lines += [f"f.trace({call(question.arguments)})"]
            elif isinstance(question, Examine):
                # Three traces and as many calls are the least that purity can be told from.
                lines += ["for _ in range(3):", "    jax.clear_caches()"]
                lines += [f"    f.trace({call(question.arguments)})"]
                lines += [f"    jax.block_until_ready(f({call(question.arguments)}))"]
    return "\n".join(lines) + "\n"


def taken_down(word: str, path: Path) -> list[tuple[Load, list[Question]]]:
    """What each worker is asked when this file is graded."""
    course = read_course(ROOT)
    exercise = read_exercise(find_exercise(course, word), course)
    with workshop(course=course) as inner:
        listening = Listening(inner)
        report = grade(Source(name=path.name, data=path.read_bytes()), exercise, workshop=listening, course=course)
    if report.status != "passed":
        raise SystemExit(f"the solution of exercise {word} does not pass here, so there is nothing to time")
    return listening.asked


def seconds(command: list[str], folder: str) -> float:
    """How long a command takes, in seconds."""
    started = time.perf_counter()
    subprocess.run(command, cwd=folder, check=False, capture_output=True, timeout=300)
    return time.perf_counter() - started


def main() -> None:
    """Prints the table; its last line sums up."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="three rounds instead of fifteen")
    parser.add_argument("--json", metavar="FILE", help="write the figures there, too")
    options = parser.parse_args()
    solution = next((ROOT / "solutions").glob("03_*/solution.py"))
    asked = taken_down("3", solution)
    own = [(load, questions) for load, questions in asked if load.source == solution.read_bytes()][:1]
    with tempfile.TemporaryDirectory() as folder:
        for name, workers in (("all.py", asked), ("own.py", own)):
            (Path(folder) / name).write_text(script(workers))
        grading = [sys.executable, "-m", "grader", "--course", str(ROOT), "exercise3", str(solution)]
        commands = {
            "grade exercise3": grading,
            "bare, all workers' calls": [sys.executable, "all.py"],
            "bare, own calls only": [sys.executable, "own.py"],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(3 if options.quick else 15):
            for name, command in commands.items():
                times[name].append(seconds(command, folder))
    medians = {name: statistics.median(found) for name, found in times.items()}
    ours, whole, least = medians.values()
    print(f"{'':28}{'median s':>10}{'min s':>10}{'max s':>10}")
    for name, found in times.items():
        print(f"{name:28}{medians[name]:10.2f}{min(found):10.2f}{max(found):10.2f}")
    low = [min(found) for found in times.values()]
    print(f"ratios of minima: {low[0] / low[1]:.2f} to all workers' calls, {low[0] / low[2]:.2f} to its own")
    print(f"grade exercise3 takes {ours / whole:.2f} of all workers' calls made bare, {ours / least:.2f} of its own")
    if options.json:
        figures = {"seconds": times, "ratio_all": ours / whole, "ratio_own": ours / least}
        Path(options.json).write_text(json.dumps(figures))


if __name__ == "__main__":
    main()
