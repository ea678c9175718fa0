"""What is in a package, for each platform, and what must not be."""

from __future__ import annotations

import json

import pytest

ROOT_HIDES = ("gradescope", "prairielearn", "oci")
RECORDED = ("autolab", "vpl", "coderunner", "classroom50")
OF_THE_GRADER = ("setup.sh", "requirements.txt", "uv.txt", ".whl", "Dockerfile")
SOLUTION = b"told by no word of the task"
HIDDEN = b"8191.25"


def course_files(files):
    """The parts of a course among files, by their place in it."""
    return {name.partition("course/")[2]: data for name, data in files.items() if "course/" in name}


@pytest.mark.parametrize("platform", ROOT_HIDES)
def test_where_root_can_hide_it_a_package_holds_the_solution(by_platform, platform):
    assert sorted(course_files(by_platform[platform])) == [
        "course.yaml",
        "exercises/01_double/exercise.yaml",
        "exercises/01_double/starter.py",
        "solutions/01_double/solution.py",
    ]


@pytest.mark.parametrize("platform", RECORDED)
def test_elsewhere_it_holds_what_the_solution_answered(by_platform, platform, package_of):
    found = course_files(by_platform[platform])
    assert sorted(found) == [
        "course.yaml",
        "exercises/01_double/exercise.yaml",
        "exercises/01_double/expected.msgpack",
        "exercises/01_double/starter.py",
    ]
    assert not any(SOLUTION in data or b"return 2 * x" in data for data in by_platform[platform].values())
    seeds = package_of(by_platform[platform])["seeds"]["01_double"]
    assert len(seeds) == 3
    assert all(seed.encode() in found["exercises/01_double/expected.msgpack"] for seed in seeds)


@pytest.mark.parametrize("platform", ROOT_HIDES + RECORDED)
def test_hidden_cases_are_graded_by_and_shown_to_nobody(by_platform, platform):
    inside = {name for name, data in by_platform[platform].items() if HIDDEN in data}
    assert {name.rpartition("/")[2] for name in inside} <= {"exercise.yaml", "expected.msgpack"}
    assert any(name.endswith("exercise.yaml") for name in inside)
    assert not any(name in ("question.html", "info.json", "exercise1.py") for name in inside)


@pytest.mark.parametrize("platform", ROOT_HIDES + RECORDED)
def test_no_package_holds_the_nudges_of_which_the_last_is_the_solution(by_platform, platform):
    assert not [name for name, data in by_platform[platform].items() if b"Take it out" in data]


@pytest.mark.parametrize("platform", ROOT_HIDES + RECORDED)
def test_nothing_names_this_machine(by_platform, platform, shelf):
    for name, data in by_platform[platform].items():
        if not name.endswith(".whl"):
            assert str(shelf.root.parent).encode() not in data, name
            assert b"/tmp/" not in data, name
            assert b"http" not in data.replace(b"https://github.com", b""), name


@pytest.mark.parametrize(
    ("platform", "names"),
    [
        ("gradescope", {"run_autograder", "package.json"}),
        ("prairielearn", {"info.json", "question.html", "exercise1.py", "tests/run.sh", "tests/package.json"}),
        ("autolab", {"autograde.tar:package.json", "autograde-Makefile"}),
        ("vpl", {"vpl_run.sh", "vpl_evaluate.sh", "jitgrade.b64:package.json"}),
        ("coderunner", {"template.py", "jitgrade.tar.gz:package.json"}),
        ("classroom50", {"autograder.py", "package.json"}),
        ("oci", {"package/package.json"}),
    ],
)
def test_each_platform_gets_the_files_it_looks_for(by_platform, platform, names):
    rest = {name for name in by_platform[platform] if "course/" not in name and not name.endswith(OF_THE_GRADER)}
    assert rest == names


@pytest.mark.parametrize("platform", ROOT_HIDES + RECORDED)
def test_each_package_brings_a_pinned_grader(by_platform, platform):
    requirements = next(data for name, data in by_platform[platform].items() if name.endswith("requirements.txt"))
    lines = requirements.decode().splitlines()
    assert all("==" in line for line in lines)
    assert {"jax", "jaxlib", "numpy", "msgspec"} <= {line.partition("==")[0] for line in lines}
    assert any(name.endswith(".whl") for name in by_platform[platform])


def test_prairielearn_is_told_image_timeout_and_entrypoint(by_platform):
    options = json.loads(by_platform["prairielearn"]["info.json"])["externalGradingOptions"]
    assert options == {
        "enabled": True,
        "image": "cs101/jitgrade:1",
        "entrypoint": "/grade/tests/run.sh",
        "timeout": 120,
        "enableNetworking": False,
    }


def test_a_question_has_the_task_an_editor_with_the_starter_and_the_results(by_platform):
    page = by_platform["prairielearn"]["question.html"].decode()
    assert "Return twice x, and do nothing else." in page
    assert '<pl-file-editor file-name="exercise1.py"' in page
    assert "<pl-external-grader-results>" in page
    assert b"def double" in by_platform["prairielearn"]["exercise1.py"]


@pytest.mark.usefixtures("untried")
def test_braces_in_a_task_are_not_taken_for_those_of_a_template(shelf):
    shelf.replace("exercises/01_double/exercise.yaml", "task: Return", "task: Like {{x}} and <% y %>, return")
    page = shelf.built("prairielearn", image="a:1")["question.html"].data.decode()
    assert page.startswith("{{=<< >>=}}\n")
    assert "Like {{x}} and <% y %>, return" in page


@pytest.mark.usefixtures("untried")
def test_the_same_command_writes_the_same_bytes(shelf):
    assert shelf.built("gradescope") == shelf.built("gradescope")


@pytest.mark.usefixtures("untried")
def test_recorded_seeds_follow_from_key_and_exercise(by_platform, package_of, shelf, monkeypatch):
    monkeypatch.setattr("grader.lms.packing.building.expected", lambda *_: b"")
    same = package_of({name: file.data for name, file in shelf.built("classroom50").items()})
    assert same["seeds"] == package_of(by_platform["classroom50"])["seeds"]
    shelf.replace("exercises/01_double/exercise.yaml", "8191.25", "8191.5")
    other = package_of({name: file.data for name, file in shelf.built("classroom50").items()})
    assert other["seeds"] != same["seeds"]


@pytest.mark.usefixtures("untried")
def test_expectations_can_be_had_where_files_could_be_hidden(shelf, monkeypatch):
    monkeypatch.setattr("grader.lms.packing.building.expected", lambda *_: b"recorded")
    files = {name: file.data for name, file in shelf.built("oci", expectations=True).items()}
    assert files["package/course/exercises/01_double/expected.msgpack"] == b"recorded"
    assert not any("solutions" in name for name in files)
