"""Whose a notebook of ``submitted`` is, which one it is, and what is said of those that are not the assignment's."""

import json
import os
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from grader.course import read_course
from grader.nbgrader.assigned import Assignment, Cell, Notebook
from grader.nbgrader.collecting import collect
from grader.nbgrader.errors import NbgraderError
from tests.nbgrader.conftest import SMALL_COURSE, needs_nbgrader

pytestmark = needs_nbgrader

COURSE = read_course(SMALL_COURSE)
STAMP = "2026-11-30 12:00:00.000000 UTC"


def cells_of(slug):
    answer = Cell(name=slug, cell_type="code", source="...", solution=True)
    return answer, Cell(name=f"{slug}--correctness", cell_type="code", source="", locked=True, points=4.0)


ONE = Notebook(name="one", cells=cells_of("double"))
BOTH = Notebook(name="both", cells=(*cells_of("double"), *cells_of("parts")))


def notebook(**code):
    metadata = {slug: {"nbgrader": {"grade_id": slug, "solution": True}} for slug in code}
    cells = [{"cell_type": "code", "source": text, "metadata": metadata[slug]} for slug, text in code.items()]
    return json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5, "metadata": {}})


@pytest.fixture
def submitted(tmp_path):
    """Hands in files of a student for an assignment."""

    def hand_in(student, assignment="ps1", **files):
        folder = tmp_path / "submitted" / student / assignment
        folder.mkdir(parents=True)
        for name, text in {"timestamp": STAMP, **files}.items():
            ending = ".txt" if name == "timestamp" else ".ipynb"
            (folder / f"{name}{ending}").write_text(text)
        return folder

    return hand_in


@pytest.fixture
def found(tmp_path):
    """What is found for an assignment of these notebooks."""

    def find(*notebooks, wanted="", **more):
        root = tmp_path / "submitted"

        def folders(assignment):
            return ((path.parent.name, path) for path in sorted(root.glob(f"*/{assignment}")))

        names = {path.name for path in root.glob("*/*")}
        classroom = SimpleNamespace(
            root=tmp_path,
            submitted=folders,
            assignments=lambda: names,
            source=lambda name: tmp_path / "source" / name,
            loose=lambda: ([], []),
        )
        return collect(classroom, [Assignment(name="ps1", notebooks=notebooks, **more)], COURSE, wanted)

    return find


def reasons(collected):
    return {Path(one.path).name: one.reason for one in collected.found.misfits}


def test_a_notebook_is_one_submission_for_each_of_its_exercises(submitted, found):
    submitted("ada", both=notebook(double="def double(x): ...", parts="def total(parts): ..."))
    collected = found(BOTH)
    assert {one.exercise: collected.source(one).data for one in collected.found.submissions} == {
        "01_double": b"def double(x): ...\n",
        "04_parts": b"def total(parts): ...\n",
    }


def test_its_code_is_that_of_the_sanitized_notebook(submitted, found):
    submitted("ada", one=notebook(double="def double(x):\n    return 2 * x", invented="y = 1"))
    collected = found(ONE)
    (submission,) = collected.found.submissions
    assert submission.handed_in.isoformat() == "2026-11-30T12:00:00+00:00"
    source = collected.source(submission)
    assert source.name == "one.ipynb"
    assert source.data == b"def double(x):\n    return 2 * x\ny = 1\n"


def test_what_is_no_notebook_has_no_code(submitted, found):
    submitted("ada", one="{")
    collected = found(ONE)
    (submission,) = collected.found.submissions
    assert collected.source(submission) is None


def test_a_large_notebook_is_read_without_its_outputs(submitted, found):
    folder = submitted("ada", one=notebook(double="x = 1"))
    made = json.loads((folder / "one.ipynb").read_text())
    made["cells"][0]["outputs"] = ["x" * (3 << 20)]
    (folder / "one.ipynb").write_text(json.dumps(made))
    collected = found(ONE)
    (submission,) = collected.found.submissions
    assert collected.source(submission).data == b"x = 1\n"
    assert re.fullmatch("[0-9a-f]{64}", submission.sha256)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("one-final",), "has no notebook 'one-final'; rename it if it is 'one'."),
        (
            ("one", "one (1)"),
            "has no notebook 'one (1)'; it is a copy of one that was handed in besides: leave the one",
        ),
    ],
)
def test_a_notebook_of_another_name_is_told_with_the_one_that_is_missing(submitted, found, names, said):
    submitted("ada", **{name: notebook(double="") for name in names})
    assert said in reasons(found(ONE))[f"{names[-1]}.ipynb"]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("one.ipynb.json", "Its name ends in '.ipynb.json', so it is no notebook; rename it to one.ipynb."),
        ("one.ipynb.txt", "rename it to one.ipynb."),
        ("one.json", "rename it to one.ipynb."),
        ("one.IPYNB", "rename it to one.ipynb."),
        ("ps1/one.ipynb", "rename it to one.ipynb and move it up to ps1/."),
        (".one.ipynb", "begins with a dot, which hides it; rename it to one.ipynb."),
        ("one", "rename it to one.ipynb."),
        ("answers.tar.gz", "It is no notebook of assignment 'ps1'; ask for one.ipynb."),
        ("answers.py", "ask for one.ipynb."),
        ("homework.docx", "ask for one.ipynb."),
        ("KIM one.ipynb", "has no notebook 'KIM one'; rename it if it is 'one'."),
    ],
)
def test_whatever_may_be_the_notebook_is_listed_with_its_name_and_waits_for_a_person(submitted, found, name, said):
    folder = submitted("ada")
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text("{}")
    collected = found(ONE)
    assert said in reasons(collected)[Path(name).name]
    assert collected.handed[0].strangers
    assert collected.found.lost == 1


def test_files_that_hold_no_answer_and_those_beside_a_notebook_need_nobody(submitted, found, tmp_path):
    (tmp_path / "source" / "ps1").mkdir(parents=True)
    (tmp_path / "source" / "ps1" / "helpers.py").touch()
    for name in ("plot.png", "helpers.py", ".DS_Store"):
        (submitted(f"of {name}") / name).touch()
    for name in ("scratch.ipynb", "notes.docx"):
        (submitted(f"beside {name}", one=notebook(double="")) / name).touch()
    collected = found(ONE)
    assert not any(one.strangers for one in collected.handed)
    assert collected.found.lost == 0
    listed = collected.found.aside
    assert {"plot.png", "helpers.py", ".DS_Store", "scratch.ipynb", "notes.docx"} <= {
        Path(one.path).name for one in listed
    }


def test_a_notebook_that_is_missing_is_told(submitted, found):
    submitted("ada")
    assert reasons(found(ONE))["one.ipynb"].endswith("it counts 0 points.")


@pytest.mark.parametrize("text", ["", "yesterday", "9" * 90, f"{'9' * 40}h a1e99999", "2026-13-45 12:00:00 UTC"])
def test_a_timestamp_that_is_no_moment_is_told_and_nobody_is_late(submitted, found, text):
    submitted("ada", one=notebook(double=""), timestamp=text)
    collected = found(ONE)
    assert "nobody knows when" in reasons(collected)["timestamp.txt"]
    assert collected.found.submissions[0].handed_in is None


def test_an_assignment_that_the_gradebook_does_not_know_is_told_with_the_nearest(submitted, found):
    submitted("ada", one=notebook(double=""))
    submitted("ben", "ps2", one=notebook(double=""))
    assert reasons(found(ONE))["ps2"] == "The gradebook has no assignment 'ps2'; did you mean 'ps1'?"


def test_an_assignment_that_is_asked_for_and_not_there_is_told_with_the_nearest(found):
    with pytest.raises(NbgraderError, match=r"has no assignment 'ps2'; did you mean 'ps1'\?"):
        found(ONE, wanted="ps2")


def test_a_gradebook_without_cells_of_ours_says_how_to_get_some(found):
    with pytest.raises(NbgraderError, match="make notebooks with `grade nbgrader build`"):
        found(Notebook(name="theirs", cells=cells_of("integration")))


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
def test_a_notebook_that_is_a_link_out_of_its_folder_is_not_read(submitted, found, tmp_path):
    (tmp_path / "solution.ipynb").write_text(notebook(double="the solution"))
    folder = submitted("ada")
    (folder / "one.ipynb").symlink_to(tmp_path / "solution.ipynb")
    collected = found(ONE)
    (submission,) = collected.found.submissions
    assert collected.source(submission) is None
