"""Whatever becomes of the process that grades, what it told is kept, and nothing that it started lives."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import time
from pathlib import Path

import msgspec
import psutil
import pytest

from grader.lms.result import Graded
from grader.lms.run_in.nouns import OUT_OF_MEMORY, Due, Fault, Finished, Order, Planned, Refused, SoFar
from grader.lms.run_in.watching import watched
from tests.lms.run_in.control_groups import group

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the containers of platforms are Linux")

ROOT = Path(__file__).parents[3]
ORDER = Order(course="/nowhere", exercises=("01_double",), submission="/nowhere", seconds=60.0, memory=1 << 30)
TALK = """
import os, signal, sys, time
order = sys.stdin.readline()
def say(data):
    sys.stdout.buffer.write(data + b"\\n")
    sys.stdout.flush()
"""


@pytest.fixture
def lines(a_report, a_check):
    """The lines of a process that has graded one check of two."""
    waiting = (a_check(name="a", status="pending", score=None), a_check(name="b", status="pending", score=None))
    graded = Graded(report=a_report(checks=waiting))
    planned = Planned(exercises=(Due(graded=graded, left=("a", "b")),), isolation="landlock")
    so_far = SoFar(at=0, report=a_report(checks=(a_check(name="a"), waiting[1])), left=("b",))
    return [msgspec.json.encode(line) for line in (planned, so_far)]


@pytest.fixture
def run(tmp_path, lines):
    """Watches a program that tells these lines and then does something."""

    def watch(then, *, seconds=60.0, stopped=lambda: False, said=lines):
        script = f"{TALK}\nfor line in {said!r}: say(line)\n{textwrap.dedent(then)}"
        return watched(
            ORDER,
            until=time.monotonic() + seconds,
            folder=tmp_path,
            log=None,
            stopped=stopped,
            program=("-c", script),
        )

    return watch


def kept(found):
    """Whether the one check that was graded is there."""
    [due] = found.due
    return due.left == ("b",) and due.graded.report.checks[0].status == "passed"


def test_what_was_told_is_kept_when_the_time_is_over(run):
    found = run("time.sleep(1000)", seconds=0.5)
    assert found.end == "time"
    assert not found.due or kept(found)


def test_all_that_was_told_is_there_in_the_end(run):
    found = run(f"say({msgspec.json.encode(Finished())!r})\ntime.sleep(1000)")
    assert found.end == "finished"
    assert kept(found)
    assert found.planned.isolation == "landlock"


def test_a_process_that_is_killed_ran_out_of_memory(run):
    found = run("os.kill(os.getpid(), signal.SIGKILL)")
    assert found.end == "memory"
    assert kept(found)


WATCHES = """
import sys, time
from pathlib import Path
from grader.lms.run_in.watching import watched
from tests.lms.run_in.test_watching import ORDER, kept

found = watched(
    ORDER,
    until=time.monotonic() + 60,
    folder=Path(sys.argv[1]),
    log=None,
    stopped=lambda: False,
    program=("-c", sys.argv[2]),
)
print(found.end, kept(found))
"""


def test_who_watches_outlives_what_the_system_kills_for_memory(tmp_path, lines):
    with group(250 << 20) as small:
        if small is None:
            pytest.skip("no control group can be made here")
        greedy = "held = []\nwhile True: held.append(bytearray(b'1') * (1 << 22))"
        script = f"{TALK}\nfor line in {lines!r}: say(line)\ntime.sleep(0.5)\n{greedy}"
        words = [*small.enter, sys.executable, "-c", WATCHES, str(tmp_path), script]
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)
        assert small.kills
    assert done.stdout == "memory True\n", done.stderr


def test_a_process_that_gets_no_memory_says_so(run):
    found = run(f"sys.exit({OUT_OF_MEMORY})")
    assert found.end == "memory"
    assert kept(found)


def test_a_process_that_ends_otherwise_is_our_fault(run):
    found = run("sys.exit(1)")
    assert (found.end, found.fault) == ("fault", "the process that grades ended with status 1")


def test_a_fault_that_it_tells_is_told(run):
    found = run("", said=[msgspec.json.encode(Fault(message="the course is wrong"))])
    assert (found.end, found.fault) == ("fault", "the course is wrong")


def test_what_it_refuses_is_told(run):
    found = run("time.sleep(1000)", said=[msgspec.json.encode(Refused(message="Nothing was handed in."))])
    assert (found.end, found.refused) == ("finished", "Nothing was handed in.")


def test_half_a_line_is_not_taken(run, lines):
    found = run(f"sys.stdout.buffer.write({lines[1][:50]!r})", said=lines[:1])
    assert found.end == "fault"
    assert found.due[0].left == ("a", "b")


def test_it_is_ended_when_the_platform_wants_an_end(run, tmp_path):
    mark = tmp_path / "told"
    found = run(f"open({str(mark)!r}, 'w').close()\ntime.sleep(1000)", stopped=mark.exists)
    assert found.end == "stopped"
    assert kept(found)


def test_nothing_of_it_survives_in_another_session_without_its_environment(run, tmp_path):
    number = tmp_path / "number"
    hiding = f"""
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                os.execve({sys.executable!r}, ["hidden", "-c", "import os, signal, time\\nfor n in (1, 2, 15): "
                    "signal.signal(n, signal.SIG_IGN)\\nopen({str(number)!r} + '.part', 'w').write(str(os.getpid()))\\n"
                    "os.rename({str(number)!r} + '.part', {str(number)!r})\\ntime.sleep(1000)"], {{}})
            os._exit(0)
        time.sleep(1000)
    """
    assert run(hiding, stopped=number.exists).end == "stopped"
    assert not psutil.pid_exists(int(number.read_text()))


def test_what_whoever_watches_had_started_before_is_spared(run):
    other = psutil.Popen([sys.executable, "-c", "import time; time.sleep(1000)"])
    try:
        run("time.sleep(1000)", seconds=0.1)
        assert other.is_running()
    finally:
        other.kill()
        other.wait()


def test_its_temporary_files_go_into_the_folder(run, tmp_path):
    run("import tempfile; open(tempfile.mkstemp()[1] + '.mine', 'w').close(); sys.exit(1)")
    assert list(tmp_path.glob("*.mine"))
