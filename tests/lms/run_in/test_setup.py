"""Whoever set up a run wrongly is told what was expected where; students are not told where that is."""

from __future__ import annotations

import msgspec
import pytest

from grader import __version__
from grader.course.errors import CourseError
from grader.lms.package import Package, package_bytes
from grader.lms.platforms import PLATFORMS
from grader.lms.run_in import entering, setup
from grader.lms.run_in.setup import other_versions, package_for
from grader.lms.run_in.watching import Watched

PACKAGE = Package(
    platform="oci", exercises=("03_abs_static",), deadline=90, memory=1 << 30, jitgrade=__version__, jax="0.12.0"
)


@pytest.mark.parametrize(
    ("lies", "said"),
    [
        ("package/package.json", "name {here}/package with --package"),
        ("autograder.zip", "unpack autograder.zip first, and name the folder with --package"),
        ("jitgrade.b64", "unpack jitgrade.b64 first"),
        ("README.md", "--package names the folder in which it lies"),
    ],
)
def test_where_there_is_no_package_it_is_told_what_to_name(tmp_path, lies, said):
    (tmp_path / lies).parent.mkdir(exist_ok=True)
    (tmp_path / lies).touch()
    with pytest.raises(CourseError) as caught:
        package_for(PLATFORMS["oci"], tmp_path, tmp_path)
    assert str(caught.value).startswith(f"there is no package.json in {tmp_path}; {said.format(here=tmp_path)}")


def test_a_zip_in_the_place_of_its_folder_is_told(tmp_path):
    (tmp_path / "autograder.zip").touch()
    with pytest.raises(CourseError, match="that is a file: unpack it"):
        package_for(PLATFORMS["gradescope"], tmp_path / "autograder.zip", tmp_path)


def test_what_students_read_names_no_path_of_the_server(tmp_path, capfdbinary):
    run = entering._Run(PLATFORMS["vpl"], tmp_path, tmp_path / "secret")
    found = entering._result(run)
    assert found.broken
    assert str(tmp_path) not in PLATFORMS["vpl"].outputs[0].render(found, run.occasion).decode()
    assert f"there is no package.json in {tmp_path}/secret".encode() in capfdbinary.readouterr().err


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ({}, ""),
        ({"jax": "0.10.2"}, f"with jitgrade {__version__} and jax 0.10.2, and jitgrade {__version__} and jax 0.12.0"),
        ({"jitgrade": "0.0.9"}, f"with jitgrade 0.0.9 and jax 0.12.0, and jitgrade {__version__} and jax 0.12.0"),
        ({"jax": ""}, ""),
    ],
)
def test_another_version_than_is_installed_is_told(monkeypatch, made, said):
    monkeypatch.setattr(setup, "version", lambda _: "0.12.0")
    found = other_versions(msgspec.structs.replace(PACKAGE, **made))
    assert said in found
    assert bool(said) is bool(found)


def test_the_log_of_a_run_tells_of_another_version_and_it_goes_on(tmp_path, monkeypatch, capfdbinary):
    (tmp_path / "package.json").write_bytes(package_bytes(msgspec.structs.replace(PACKAGE, jitgrade="0.0.9")))
    (tmp_path / "submission").mkdir()
    graded = Watched(refused="Nothing was handed in.", end="finished")
    monkeypatch.setattr(entering, "watched", lambda *_, **__: graded)
    assert entering._result(entering._Run(PLATFORMS["oci"], tmp_path, tmp_path)).usage == graded.refused
    assert b"grade: this was packaged with jitgrade 0.0.9" in capfdbinary.readouterr().err


@pytest.mark.parametrize(("now", "age"), [(4.0, 3.0), (30.0, 0.0)])
def test_a_start_takes_from_the_time_and_a_shell_that_waited_before_does_not(monkeypatch, now, age):
    told = "1 (grade) " + " ".join(["S", *"0" * 18, str(entering.os.sysconf("SC_CLK_TCK"))])
    monkeypatch.setattr(entering.Path, "read_text", lambda *_, **__: told)
    monkeypatch.setattr(entering.time, "clock_gettime", lambda _: now)
    assert entering._age() == age
