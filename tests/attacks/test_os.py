"""Some attacks of each kind, in every tier that can be entered here; all of them by ``python -m tests.attacks``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the attacks are made for Linux")

ROOT = Path(__file__).resolve().parents[2]
HERE = "root" if os.name == "posix" and os.geteuid() == 0 else "user"
KINDS = (
    "01_tcp_connect",
    "06_read_hidden",
    "11_write_outside",
    "22_fork_bomb",
    "36_root_powers",
    "40_leftovers",
    "exec_program",
    "import_the_grader",
    "line_garbage",
    "proc_of_grader",
    "signals_by_other_calls",
    "stop_itself",
)


def attacked(tier, *words, situation=HERE):
    """Runs the driver in one tier, as whoever runs the tests where no other situation is given."""
    command = [sys.executable, "-m", "tests.attacks", "--tier", tier, "--situation", situation, "--wall", "4", *words]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=110)


def only(*names):
    return [word for name in names for word in ("--only", name)]


def cells(done):
    """What the table says of each attack."""
    rows = (line.split() for line in done.stdout.splitlines())
    return {row[0]: row[1] for row in rows if len(row) == 2 and row[1] in {"ok", "BREACH"}}


@pytest.mark.parametrize(
    ("tier", "situation", "kinds"),
    [
        ("namespaces", HERE, KINDS),
        ("landlock", HERE, KINDS),
        ("landlock", "docker", KINDS[:5]),
        ("uid", "docker", KINDS[:5]),
    ],
)
def test_a_tier_stops_every_kind_of_attack_that_it_claims_to_stop(tier, situation, kinds):
    done = attacked(tier, *only(*kinds), situation=situation)
    if done.returncode == 2 and "not run: " in done.stdout:
        pytest.skip(done.stdout.splitlines()[0])
    assert done.returncode == 0, done.stdout + done.stderr
    assert set(cells(done)) == set(kinds)


def test_attacks_get_through_where_nothing_stops_them_and_that_is_told():
    done = attacked("limits", *only("01_tcp_connect", "06_read_hidden", "47_exit_zero"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert cells(done) == {"01_tcp_connect": "BREACH", "06_read_hidden": "BREACH", "47_exit_zero": "ok"}
    assert done.stdout.splitlines()[-1].startswith("attacks that got through: 2 in limits, of 3;")


SAYS = """
print("BREACH it says so")
"""
GOES_ON = """
print("BREACH it says so")
print("and more")
raise ValueError
"""
FORGES = """
import os, time
for fd in (3, 4): os.write(fd, b"forged")
print("BREACH [3, 4]", flush=True)
time.sleep(9)
"""
FROM_THE_FUTURE = '''"""One line."""
from __future__ import annotations
import os
print("BLOCKED" if os.environ["ATK"] else "BREACH")
'''
KILLS = """
import json, os
os.kill(json.loads(os.environ["ATK"])["gpid"], 9)
"""
LEAVES = """
import os, time
if os.fork() == 0:
    os.setsid()
    time.sleep(60)
print("BLOCKED", flush=True)
"""
PROGRAM = """
if __name__ == "__main__":
    print("BREACH as a program")
"""
WRITES = """
import json, os
open(json.loads(os.environ["ATK"])["gradebook"], "w").write("{}")
"""
FILES = {
    "breach_said": SAYS,
    "breach_said_before_more": GOES_ON,
    "breach_of_the_grader": KILLS,
    "breach_of_a_program": PROGRAM,
    "breach_without_a_word": WRITES,
    "forges_its_own_line": FORGES,
    "from_the_future": FROM_THE_FUTURE,
    "leaves_a_process": LEAVES,
    "no_python": "this is no Python",
    "nothing": "",
}


def test_any_file_is_run_and_judged_by_its_word_and_by_what_it_did(tmp_path):
    for name, text in FILES.items():
        (tmp_path / f"{name}.py").write_text(text)
    done = attacked("limits", str(tmp_path))
    assert done.returncode == 0, done.stdout + done.stderr
    assert cells(done) == {name: "BREACH" if name.startswith("breach") else "ok" for name in FILES}
