"""The file of a notebook is found by its name, by what the front end tells, or because there is no other."""

import os
from datetime import UTC, datetime

import pytest

from grader.course import SubmissionError
from grader.notebook.files import found, saved


@pytest.fixture
def folder(tmp_path):
    """A folder with these files in it."""

    def make(*names):
        for name in names:
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text("{}")
        return tmp_path

    return make


def refused(*asked):
    with pytest.raises(SubmissionError) as error:
        found(*asked)
    return str(error.value)


def test_the_named_one_is_taken_with_or_without_its_ending(folder):
    here = folder("one.ipynb", "two.ipynb")
    assert found("two.ipynb", (), here) == found("two", ("one.ipynb",), here) == here / "two.ipynb"


def test_a_misspelt_name_is_told_the_nearest(folder):
    assert "did you mean 'exercise3.ipynb'?" in refused("exercse3", (), folder("exercise3.ipynb", "other.ipynb"))


def test_of_the_hints_the_first_that_leads_to_a_notebook_is_taken(folder):
    here = folder("one.ipynb", "two.ipynb", "below/three.ipynb")
    hints = ("renamed.ipynb", "console-1", str(here / "below" / "three.ipynb"), "one.ipynb")
    assert found("", hints, here) == here / "below" / "three.ipynb"


def test_a_hint_may_be_told_as_the_server_sees_it(folder):
    here = folder("one.ipynb", "two.ipynb")
    assert found("", ("work/week1/two.ipynb",), here) == here / "two.ipynb"


def test_the_only_one_in_the_folder_is_taken_without_a_hint(folder):
    here = folder("one.ipynb", "notes.txt", ".hidden.ipynb")
    assert found("", (), here) == here / "one.ipynb"


def test_of_several_the_only_one_that_holds_the_exercise_is_taken(folder):
    here = folder("one.ipynb", "two.ipynb", "three.ipynb")
    assert found("", (), here, lambda path: path.stem == "two") == here / "two.ipynb"
    with pytest.raises(SubmissionError, match="Which of these notebooks is this one"):
        found("", (), here, lambda path: path.stem != "two")


def test_without_any_one_is_told_to_save_and_to_name_it(folder):
    assert refused("", (), folder()) == (
        "The file of this notebook was not found. Save the notebook, then say its name: "
        'grader.check(…, notebook="NAME.ipynb").'
    )


def test_of_several_one_has_to_say_which(folder):
    assert refused("", (), folder("one.ipynb", "two.ipynb")) == (
        'Which of these notebooks is this one: one.ipynb, two.ipynb? Say so: grader.check(…, notebook="one.ipynb").'
    )


def test_when_a_file_was_saved_is_told_with_the_date_where_that_was_another_day(folder):
    path = folder("one.ipynb") / "one.ipynb"
    moment = datetime(2027, 1, 31, 12, 30, 5, tzinfo=UTC)
    os.utime(path, (moment.timestamp(), moment.timestamp()))
    local = moment.astimezone()
    assert saved(path, moment) == f"{local:%H:%M:%S}"
    assert saved(path, datetime(2027, 2, 3, 12, tzinfo=UTC)) == f"{local:%Y-%m-%d %H:%M:%S}"
