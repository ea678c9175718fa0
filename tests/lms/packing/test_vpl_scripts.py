"""VPL's two scripts, beside an environment as Moodle writes it; a stand-in for the grader tells what it is told."""

from __future__ import annotations

import base64
import os
import subprocess
import sys

import pytest

from grader.lms.packing.installing import template
from grader.lms.packing.writing import tar
from tests.lms.vpl_environment import vpl_environment

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="containers are Linux")

COMMAND = "$(touch ran).py"


@pytest.fixture
def executed(tmp_path):
    """Runs a script, then the vpl_execution that it makes; returns what that prints."""

    def run(script, *names):
        programs = tmp_path / "home" / "bin"
        programs.mkdir(parents=True)
        for program, text in {"grade": "env | grep ^VPL_ | sort", "python": 'printf "%s\\n" "$@"'}.items():
            (programs / program).write_text(f"#!/bin/sh\n{text}\n", encoding="ascii")
            (programs / program).chmod(0o755)
        place = tmp_path / "p2000"
        place.mkdir()
        (place / script).write_bytes(template(script))
        (place / "jitgrade.b64").write_bytes(base64.encodebytes(tar({}, compressed=True)))
        (place / "vpl_environment.sh").write_bytes(vpl_environment(names, 20))
        environ = {**os.environ, "JITGRADE_HOME": str(programs.parent)}
        subprocess.run(["bash", script], cwd=place, env=environ, check=True)
        done = subprocess.run(["./vpl_execution"], cwd=place, env=environ, check=True, capture_output=True, text=True)
        assert not (place / "ran").exists()
        assert done.stderr == ""
        return done.stdout.splitlines()

    return run


def test_the_grader_is_told_grades_time_and_each_file_and_no_name_of_a_file_is_run(executed):
    assert executed("vpl_evaluate.sh", "exercise3.py", "it's.py", COMMAND) == [
        "VPL_GRADEMAX=20.00000",
        "VPL_GRADEMIN=0",
        "VPL_MAXTIME=240",
        "VPL_SUBFILE0=exercise3.py",
        "VPL_SUBFILE1=it's.py",
        f"VPL_SUBFILE2={COMMAND}",
    ]


@pytest.mark.parametrize("name", ["exercise3.py", "it's mine.py", COMMAND])
def test_run_runs_the_first_file_whatever_its_name(executed, name):
    assert executed("vpl_run.sh", name, "other.py") == [name]
