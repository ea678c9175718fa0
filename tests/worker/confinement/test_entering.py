"""Whether a worker of root's gets a user of its own, by what root may do and which users there are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

if sys.platform != "linux":
    pytest.skip("these calls are of Linux only", allow_module_level=True)

from grader.sandbox.protocol import Confine, Rights
from grader.sandbox.tiers import NoIsolationError
from grader.sandbox.workshop import Workshop
from grader.worker.confinement import entering

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")

USERS = """
from grader.worker.confinement import entering
print(*{entering.own_user(number) for number in range(900)})
"""
WITHOUT = """
from grader.worker.confinement import kernel
kernel._set_capabilities(kernel.permitted_capabilities() & 0xffffffff & ~(1 << %d))
"""
LOADS = """
from grader.model.exercise import Limits
from grader.model.questions import Load
from grader.sandbox.workshop import Workshop
text = b"import os\\nprint(os.getuid(), *(line for line in open('/proc/self/status') if 'CapEff' in line))"
with Workshop(isolation="landlock") as workshop:
    worker = workshop.open(Load(source=text, name="a.py", function="f", jit="none"), Limits())
    print(worker.loaded and worker.output)
"""


def words(script):
    """A command that runs a script."""
    return [sys.executable, "-I", "-c", script]


def told(*command):
    """What a command prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=100, cwd=os.sep)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def alone():
    """A command that starts another one as the only user there is, which root outside is."""
    command = [shutil.which("unshare") or "unshare", "--user", "--map-root-user"]
    try:
        subprocess.run([*command, "true"], check=True, capture_output=True, timeout=20)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no namespaces of users can be made here by unshare(1)")
    return command


@pytest.fixture
def landlock():
    """Skips where there is no such tier."""
    try:
        Workshop(isolation="landlock").close()
    except NoIsolationError as error:
        pytest.skip(str(error))


@as_root
def test_each_worker_of_root_is_a_user_of_its_own():
    users = {int(word) for word in told(*words(USERS)).split()}
    assert len(users) == 800
    assert min(users) > 60_000


@as_root
@pytest.mark.parametrize("power", [0, 5, 6, 7], ids=["CHOWN", "KILL", "SETGID", "SETUID"])
def test_where_root_may_not_become_another_user_it_does_not_try(power):
    assert told(*words(WITHOUT % power + USERS)) == "None\n"


def test_in_the_tier_uid_a_worker_without_a_user_of_its_own_is_none(tmp_path):
    with pytest.raises(OSError, match="no user of its own"):
        entering.enter(Confine(tier="uid"), Rights(scratch=str(tmp_path / "w"), cpu=1, memory=1), None, lambda: None)
    assert not (tmp_path / "w").exists()


def test_where_there_is_no_other_user_root_stays_root(alone):
    assert told(*alone, *words(USERS)) == "None\n"


@as_root
def test_where_several_users_keep_others_from_python_root_stays_root(monkeypatch):
    monkeypatch.setattr(entering, "_keepers_of_python", lambda: {0, 1000})
    assert entering.own_user(1) is None
    monkeypatch.setattr(entering, "_keepers_of_python", lambda: {1000})
    assert entering.own_user(1) is not None


@as_root
@pytest.mark.usefixtures("landlock")
def test_a_worker_of_root_s_holds_nothing_of_root_whoever_keeps_others_from_python():
    user, *rest = told(*words(LOADS)).split()
    assert int(user) > 60_000
    assert rest == ["CapEff:", 16 * "0"]


@as_root
@pytest.mark.usefixtures("landlock")
def test_root_without_any_power_still_runs_files_locked_in():
    powerless = "import os, sys\nfrom grader.worker.confinement import kernel\nkernel.drop_capabilities()\n"
    started = "os.execv(sys.executable, [sys.executable, '-I', '-c', sys.argv[1]])"
    assert told(*words(powerless + started), LOADS).split() == ["0", "CapEff:", 16 * "0"]


@pytest.mark.usefixtures("landlock")
def test_the_only_user_of_a_namespace_still_runs_files_locked_in(alone):
    assert told(*alone, *words(LOADS)).split() == ["0", "CapEff:", 16 * "0"]
