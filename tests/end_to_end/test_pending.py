"""A report with a pending speed check, made on the processor, is finished on a simulated GPU; nothing else changes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parent
SCHEMA = json.loads((HERE.parent / "report.schema.json").read_text(encoding="utf-8"))
FILE = "def double(x):\n    return 2 * x\n"
ON_A_GPU = """
from msgspec.structs import replace
from grader.model.platforms import PLATFORMS
cpu, gpu = PLATFORMS["cpu"], PLATFORMS["gpu"]
PLATFORMS.update(cpu=replace(cpu, reported=()), gpu=replace(gpu, reported=("cpu", *gpu.reported), nodes=()))
from grader import host
host.proven = lambda _, platform: host.Proof(at=0.0, platform=platform, same=1.0, more=1.1)
from grader.cli import main
main()
"""
"""``grade`` on a quiet machine whose only device jax calls cpu, and we a GPU."""
UNTOUCHED = ("exercise", "number", "title", "submission", "attempted", "environment", "seed", "seconds", "max_score")


def course_for_gpus(folder: Path, asked: str = "{cpu: 3, gpu: 0.01}") -> Path:
    """A course whose third exercise is timed on GPUs."""
    course = shutil.copytree(HERE / "small_course", folder / "course")
    with (course / "course.yaml").open("a") as settings:
        settings.write("accelerator: gpu\n")
    exercise = course / "exercises" / "03_race" / "exercise.yaml"
    exercise.write_text(exercise.read_text().replace("{cpu: 2, gpu: 2}", f"{asked}, steps: {{0.001: 50%}}"))
    return course


@pytest.fixture(scope="module")
def earlier(tmp_path_factory) -> Path:
    """A folder with a course, a file, and its report from a machine without a GPU."""
    folder = tmp_path_factory.mktemp("earlier")
    course = course_for_gpus(folder)
    (folder / "mine.py").write_text(FILE)
    words = ["3", "mine.py", "--device", "cpu", "--course", str(course), "--format", "json", "--output", "report.json"]
    assert subprocess.run([sys.executable, "-m", "grader", *words], cwd=folder, check=False).returncode == 4
    return folder


@pytest.fixture
def here(earlier, tmp_path) -> Path:
    """A copy of that folder to work in."""
    return shutil.copytree(earlier, tmp_path / "here")


@pytest.fixture
def resume(here) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs ``grade --pending``, on the simulated GPU unless another program is given."""

    def run(*words: object, program: str = ON_A_GPU, report: str = "report.json") -> subprocess.CompletedProcess[str]:
        line = ["--pending", report, *words, "--course", "course", "--format", "json", "--output", "finished.json"]
        command = [sys.executable, "-c", program, *map(str, line)]
        return subprocess.run(command, cwd=here, capture_output=True, text=True, check=False, timeout=110)

    return run


def read(folder: Path, name: str) -> dict:
    """A report, which is what its schema says."""
    report = json.loads((folder / name).read_text(encoding="utf-8"))
    jsonschema.validate(report, SCHEMA)
    return report


def test_the_right_machine_settles_what_was_pending_and_nothing_else(here, resume):
    before = read(here, "report.json")
    done = resume("mine.py")
    assert (done.returncode, done.stderr) == (0, "")
    after = read(here, "finished.json")
    assert [after[name] for name in UNTOUCHED] == [before[name] for name in UNTOUCHED]
    assert after["checks"][:-1] == before["checks"][:-1]
    speed = after["checks"][-1]
    assert (speed["status"], speed["score"], speed["detail"]["platform"]) == ("passed", 3, "gpu")
    assert (after["status"], after["score"], after["pending_score"]) == ("passed", 4, 0)
    (later,) = after["later"]
    assert (later["checks"], later["environment"]["platform"]) == (["speedup"], "gpu")
    assert later["seed"] != before["seed"]


def test_a_finished_report_has_nothing_to_finish_and_bears_its_own_digest(here, resume):
    resume("3", "mine.py")
    shutil.copy(here / "finished.json", here / "again.json")
    done = resume("mine.py", report="again.json")
    assert (done.returncode, done.stderr) == (0, "grade: nothing in that report is pending.\n")
    assert read(here, "finished.json") == read(here, "again.json")


def test_another_machine_without_one_leaves_it_pending(here, resume):
    before = read(here, "report.json")
    done = resume("mine.py", "--device", "cpu", program="from grader.cli import main; main()")
    assert (done.returncode, done.stderr) == (4, "")
    after = read(here, "finished.json")
    assert after["checks"][:-1] == before["checks"][:-1]
    assert (after["checks"][-1]["status"], len(after["later"])) == ("pending", 1)


def test_a_changed_threshold_means_grading_anew_by_the_new_one(here, tmp_path_factory, resume):
    folder = tmp_path_factory.mktemp("steep")
    shutil.rmtree(here / "course")
    shutil.move(course_for_gpus(folder, "{cpu: 3, gpu: 1000000}"), here / "course")
    done = resume("mine.py")
    assert "everything is graded anew" in done.stderr
    speed = read(here, "finished.json")["checks"][-1]
    assert (done.returncode, speed["status"], speed["score"]) == (1, "failed", 1.5)


def tampered(here: Path) -> None:
    report = (here / "report.json").read_text()
    (here / "report.json").write_text(report.replace('"score": 1.0', '"score": 9.0'))


def another_file(here: Path) -> None:
    (here / "mine.py").write_text(FILE.replace("2 * x", "x + x"))


def another_key(here: Path) -> None:
    (here / "other.key").write_bytes(b"another key, which nobody shares")


def another_exercise(here: Path) -> None:
    with (here / "course" / "exercises" / "03_race" / "exercise.yaml").open("a") as file:
        file.write("# changed\n")


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (tampered, "was changed since"),
        (another_file, "a file with other content"),
        (another_key, "not written by this grader"),
        (another_exercise, "the exercise has been changed"),
    ],
)
def test_what_does_not_belong_together_is_graded_anew_and_said_to_be(here, resume, monkeypatch, change, why):
    before = read(here, "report.json")
    change(here)
    if (here / "other.key").exists():
        monkeypatch.setenv("JITGRADE_KEY_FILE", str(here / "other.key"))
    done = resume("mine.py")
    assert done.stderr.startswith("grade: everything is graded anew, for ")
    assert why in done.stderr
    after = read(here, "finished.json")
    assert (done.returncode, after["score"], after["later"]) == (0, 4, [])
    assert after["seed"] != before["seed"]


def test_a_file_that_no_longer_runs_fails_what_was_pending_alone(here, resume):
    """It opens a file that isolation hides: the same bytes run on the machine without isolation only."""
    text = f"open({str(here / 'mine.py')!r}).close()\n" + FILE
    (here / "mine.py").write_text(text)
    words = ["3", "mine.py", "--course", "course", "--format", "json", "--output", "report.json"]
    program = "from grader.sandbox import tiers\ntiers.obstacles = lambda: dict.fromkeys(tiers.TIERS[:-1], 'no')\n"
    program += "from grader.cli import main; main()"
    first = subprocess.run([sys.executable, "-c", program, *words], cwd=here, check=False)
    assert first.returncode == 4
    before = read(here, "report.json")
    done = resume("mine.py")
    after = read(here, "finished.json")
    if after["later"][0]["environment"]["isolation"] in {"uid", "limits"}:
        pytest.skip("no isolation here hides this folder from the file")
    assert done.returncode == 1
    assert after["checks"][:-1] == before["checks"][:-1]
    assert after["checks"][-1]["message"].startswith("On gpu it no longer runs: ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["absent.json", "mine.py"], "absent.json cannot be read"),
        (["mine.py", "mine.py"], "names no exercise of this course"),
        (["report.json", "mine.py", "--seed", "7"], "leave out --only and --seed"),
        (["report.json", "mine.py", "--only", "speedup"], "leave out --only and --seed"),
        (["report.json", "absent.py"], "absent.py"),
    ],
)
def test_what_cannot_be_resumed_exits_2_and_says_why(here, words, told):
    command = [sys.executable, "-m", "grader", "--pending", *words, "--course", "course"]
    done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_a_report_cannot_lead_to_an_exercise_outside_of_the_course(here):
    report = read(here, "report.json")
    report["exercise"] = str(here / "course" / "exercises" / "03_race")
    (here / "report.json").write_text(json.dumps(report))
    command = [sys.executable, "-m", "grader", "--pending", "report.json", "mine.py", "--course", "course"]
    done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "names no exercise of this course" in done.stderr


def test_a_device_that_is_not_here_exits_2_and_says_what_is(here):
    command = [sys.executable, "-m", "grader", "3", "mine.py", "--course", "course", "--device", "tpu:3"]
    done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("grade: there is no tpu:3 here: jax finds only the ")


CLAIM = """
import sys
for name, module in list(sys.modules.items()):
    if name.startswith(("jax", "grader.worker")):
        for known in ("default_backend", "_default_backend"):
            if hasattr(module, known):
                setattr(module, known, lambda *_: "gpu")
"""


def test_a_file_that_claims_to_run_on_a_gpu_settles_nothing(here):
    """What platform there is, the reference's worker tells."""
    (here / "mine.py").write_text(CLAIM + FILE)
    command = [sys.executable, "-m", "grader", "3", "mine.py", "--device", "cpu", "--course", "course"]
    done = subprocess.run([*command, "--format", "json"], cwd=here, capture_output=True, text=True, check=False)
    report = json.loads(done.stdout)
    assert report["environment"]["platform"] == "cpu"
    assert report["checks"][-1]["status"] != "passed"
    assert report["checks"][-1]["detail"].get("platform") != "gpu"
