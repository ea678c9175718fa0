"""New exercises, the students' copy of a course, and what is kept from it."""

import pytest

from grader.course import read_course
from grader.release import ReleaseError, without_hidden_cases, without_nudges
from grader.scaffold import ScaffoldError, init, new


@pytest.fixture
def course(tmp_path):
    (tmp_path / "course.yaml").write_text("title: T\n")
    (tmp_path / "exercises" / "01_taken").mkdir(parents=True)
    return read_course(tmp_path)


def test_a_new_exercise_has_all_its_files(course):
    paths = [path.relative_to(course.folder).as_posix() for path in new(course, "02_double")]
    assert paths == [
        "exercises/02_double/exercise.yaml",
        "exercises/02_double/starter.py",
        "solutions/02_double/solution.py",
        "solutions/02_double/wrong/squared.py",
        "solutions/02_double/wrong/prints.py",
        "solutions/02_double/wrong/lambda_each_call.py",
        "solutions/02_double/right/other_words.py",
        "exercises/exercise.schema.json",
    ]


def test_a_schema_for_editors_that_is_there_stays_as_it_is(course):
    (course.folder / "exercises" / "exercise.schema.json").write_text("{}")
    assert (course.folder / "exercises" / "exercise.schema.json") not in new(course, "02_double")
    assert (course.folder / "exercises" / "exercise.schema.json").read_text() == "{}"


@pytest.mark.parametrize(
    ("name", "words"), [("double", "no name for an exercise"), ("01_other", "number 01 is taken by 01_taken")]
)
def test_a_name_that_cannot_be_used_is_refused(course, name, words):
    with pytest.raises(ScaffoldError, match=words):
        new(course, name)


def test_a_folder_that_holds_something_is_not_overwritten(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(ScaffoldError, match="not empty"):
        init(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


_CASES = """\
cases:
  - x: 1
  - name: a
    hidden: true
    args:
      x: 3

  # about the next
  - name: b
    args: {x: 2}
  - {name: c, hidden: true, args: {x: 4}}
checks: []  # kept
"""


def test_hidden_cases_are_taken_out_and_the_rest_stays_as_it_was():
    assert without_hidden_cases(_CASES) == (
        "cases:\n  - x: 1\n\n  # about the next\n  - name: b\n    args: {x: 2}\nchecks: []  # kept\n"
    )


@pytest.mark.parametrize(
    "nudges",
    [
        "nudges: [Look., Do it.]\n",
        "nudges: [Look.,\n  Do it.]  # the solution\n",
        "nudges:\n  - Look.\n  - >-\n    Do\n    it.\n",
        "nudges:\n- Look.\n- |\n  # a comment, then\n  # the solution\n\n",
    ],
)
@pytest.mark.parametrize("after", ["", "limits: {wall: 25s}\n"])
def test_nudges_are_taken_out_however_they_are_written(nudges, after):
    assert without_nudges(f"title: T  # kept\n{nudges}{after}") == f"title: T  # kept\n{after}"


def test_nudges_at_the_end_of_a_file_without_a_last_line_break_are_taken_out():
    assert without_nudges("title: T\nnudges:\n  - Do it.") == "title: T\n"


def test_where_all_stands_on_one_line_the_author_is_told():
    with pytest.raises(ReleaseError, match="each field on lines of its own"):
        without_nudges("{title: T, nudges: [Do it.]}")
