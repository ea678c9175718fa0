"""Our own wheel, and the pins beside it."""

from __future__ import annotations

import hashlib
import io
import subprocess
import sys
import zipfile

import pytest

from grader.lms.packing.errors import PackingError
from grader.lms.packing.pins import installed, requirements
from grader.lms.packing.wheel import wheel


@pytest.fixture
def shut_off(tmp_path, monkeypatch):
    """Has pip find nothing but what lies in a folder: our wheel."""
    name, data = wheel()
    (tmp_path / name).write_bytes(data)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    return data


def test_it_is_the_same_every_time():
    assert wheel() == wheel()


def test_it_holds_what_grades_and_nothing_of_the_course_or_the_tests():
    _, data = wheel()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
    assert "grader/worker/forkserver.py" in names
    assert "grader/lms/packing/templates/setup.sh" in names
    assert not [name for name in names if "released" in name or "__pycache__" in name or "tests" in name]
    assert "jitgrade-0.1.0.dist-info/entry_points.txt" in names


@pytest.mark.usefixtures("shut_off")
def test_pip_installs_it_and_the_command_runs(tmp_path):
    target = tmp_path / "target"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target), "jitgrade"]
    subprocess.run(install, check=True, timeout=100)
    script = f"import sys; sys.path.insert(0, {str(target)!r}); import grader.cli; print(grader.__file__)"
    words = [sys.executable, "-P", "-c", script]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=100)
    assert done.stdout.startswith(str(target))


def test_what_jax_needs_is_pinned_and_what_tests_need_is_not():
    pins = installed()
    assert {"jax", "jaxlib", "numpy", "scipy", "ml-dtypes", "click", "msgspec", "mdurl"} <= set(pins)
    assert not {"pytest", "ruff", "nbgrader", "distributed", "jitgrade"} & set(pins)
    assert list(pins) == sorted(pins)


def test_without_digests_versions_are_pinned_without_asking_anybody(monkeypatch):
    monkeypatch.setattr("subprocess.run", None)
    assert requirements({"jax": "0.10.2"}, "3.12", hashes=False) == {"jax": "jax==0.10.2\n"}


def test_digests_are_what_the_index_has(shut_off):
    digest = hashlib.sha256(shut_off).hexdigest()
    lines = requirements({"jitgrade": "0.1.0"}, "3.12", hashes=True)
    assert lines == {"jitgrade": f"jitgrade==0.1.0 \\\n    --hash=sha256:{digest}\n"}


@pytest.mark.usefixtures("shut_off")
def test_a_version_that_the_index_lacks_is_told():
    with pytest.raises(PackingError, match=r"digests of 1 packages for Python 3.12 .*jitgrade==9.*--no-hashes"):
        requirements({"jitgrade": "9"}, "3.12", hashes=True)
