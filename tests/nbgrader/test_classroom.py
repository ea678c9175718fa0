"""A course folder as nbgrader's own commands see it, and what its configuration says of grading."""

import sys
from datetime import timedelta

import pytest

from grader.nbgrader.classroom import Classroom
from grader.nbgrader.errors import NbgraderError
from tests.nbgrader.conftest import needs_nbgrader

pytestmark = [needs_nbgrader, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

DAY = timedelta(days=1).total_seconds()
HALF = """
from nbgrader.plugins import LateSubmissionPlugin
class Half(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return {penalty}
c.AssignLatePenalties.plugin_class = Half
"""


@pytest.fixture
def classroom(tmp_path, monkeypatch):
    """The course folder with these words in its configuration."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "home"))
    folder = tmp_path / "class"
    folder.mkdir()

    def opened(words=""):
        (folder / "nbgrader_config.py").write_text(f"c = get_config()\n{words}\n")
        return Classroom(folder)

    return opened


def test_without_words_it_is_as_nbgrader_has_it(classroom, tmp_path):
    found = classroom()
    root = (tmp_path / "class").resolve()
    assert found.root == root
    assert found.url == f"sqlite:///{root / 'gradebook.db'}"
    assert found.autograded("ps1", "ada") == root / "autograded" / "ada" / "ps1"
    assert found.source("ps1") == root / "source" / "ps1"
    assert found.permissions == 0o444
    assert found.ignores("__pycache__")
    assert not found.ignores("data.csv")
    assert found.penalty("ada", 8.0, DAY) is None


def test_folders_lie_where_the_configuration_says(classroom, tmp_path):
    found = classroom(
        "c.CourseDirectory.directory_structure = '{nbgrader_step}/{assignment_id}/{student_id}'\n"
        "c.CourseDirectory.submitted_directory = 'in'\n"
        "c.CourseDirectory.groupshared = True\n"
        "c.Autograde.exclude_overwriting = {'ps1': ['notes.txt']}"
    )
    root = (tmp_path / "class").resolve()
    for place in ("in/ps1/ada", "in/ps1/b+b", "in/ps2/ada", "in/ps1"):
        (root / place).mkdir(parents=True, exist_ok=True)
    (root / "in" / "ps1" / "file").write_text("")
    assert list(found.submitted("ps1")) == [(name, root / "in" / "ps1" / name) for name in ("ada", "b+b")]
    assert found.assignments() == {"ps1", "ps2"}
    assert found.autograded("ps1", "ada") == root / "autograded" / "ps1" / "ada"
    assert (found.permissions, found.shared) == (0o664, True)
    assert found.not_overwritten("ps1") == {"notes.txt"}


@pytest.mark.parametrize(("penalty", "taken"), [("score / 2", 4.0), ("99", 8.0), ("-1", 0.0), ("None", None)])
def test_the_plugin_for_lateness_is_asked_and_takes_no_more_than_there_is(classroom, penalty, taken):
    assert classroom(HALF.format(penalty=penalty)).penalty("ada", 8.0, DAY) == taken


def test_a_plugin_that_fails_is_told_in_a_sentence(classroom):
    with pytest.raises(NbgraderError, match=r"failed for 'ada' \(ZeroDivisionError"):
        classroom(HALF.format(penalty="score / 0")).penalty("ada", 8.0, DAY)


def test_nbgraders_own_plugin_is_asked(classroom):
    assert classroom("c.LateSubmissionPlugin.penalty_method = 'zero'").penalty("ada", 8.0, DAY) == 8.0


@pytest.mark.parametrize(
    "words",
    [
        "c.Autograde.autograde_preprocessors = ['nbgrader.preprocessors.SaveAutoGrades']",
        "c.AssignLatePenalties.enabled = False",
    ],
)
def test_where_nbgrader_does_not_assign_penalties_there_are_none(classroom, words):
    assert classroom(f"c.LateSubmissionPlugin.penalty_method = 'zero'\n{words}").penalty("ada", 8.0, DAY) is None


def test_what_is_said_for_us_is_read(classroom, tmp_path):
    found = classroom("c.Jitgrade.course = '../course'\nc.Jitgrade.require_isolation = 'landlock'")
    assert found.course.resolve() == (tmp_path / "course").resolve()
    assert found.require_isolation == "landlock"
    assert found.device == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("c.Nothing.at = undefined", "cannot be read: NameError: name 'undefined' is not defined"),
        ("if", "cannot be read: SyntaxError"),
        ("c.AssignLatePenalties.plugin_class = 'no.such.Plugin'", "cannot be read: "),
    ],
)
def test_a_configuration_that_cannot_be_read_is_told_in_a_sentence(classroom, words, said):
    with pytest.raises(NbgraderError, match=said):
        classroom(words)


def test_the_working_folder_and_the_path_are_as_before(classroom, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    before = sys.path[0]
    classroom()
    assert sys.path[0] == before
