"""--roster: whose id stands in a name as a word, alone among the class, has handed it in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.batch.layouts import LayoutError
from grader.batch.layouts.rosters import read_roster

A = ("alice", "03_abs_static")


@pytest.fixture
def roster(tmp_path):
    path = tmp_path / "roster.csv"

    def write(text="student,name\nalice,Alice Example\nbob,Bob\nanna,\nanna_maria,\n007,\n3,\n"):
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write


@pytest.mark.parametrize(
    "name",
    [
        "alice_exercise3.py",
        "exercise3-alice.py",
        "exercise_3 (alice).ipynb",
        "alice (exercise3).py",
        "alice_exercise3 (1).py",
        "alice_exercise3-1.py",
        "exercise3 - Kopie_alice.py",
        "ALICE abs_static.py",
        "alice/exercise3.py",
        "alice/alice_exercise3.py",
        "alice_exercise3/solution.py",
        "section 1/exercise3/alice.zip",
    ],
)
def test_an_id_in_a_name_or_a_folders_says_whose_and_the_rest_for_what(handed, roster, name):
    handed.write(name)
    assert handed.whose(roster=roster()) == {A: name}


def test_the_exercise_may_be_said_for_all(handed, roster):
    handed.write("alice.py")
    handed.write("homework of 007.py")
    assert set(handed.whose(roster=roster(), exercise="3")) == {A, ("007", "03_abs_static")}


@pytest.mark.parametrize("name", ["malice_exercise3.py", "alice2_exercise3.py", "exercise_3.py", "carol_exercise3.py"])
def test_an_id_within_a_word_or_the_number_of_an_exercise_is_nobodys(handed, roster, name):
    handed.write(name)
    (one,) = handed.find(roster=roster()).misfits
    assert one.reason.startswith("No id of roster.csv stands in its name")


@pytest.mark.parametrize("name", ["alice_bob_exercise3.py", "alice/bob_exercise3.py", "anna_maria_exercise3.py"])
def test_two_ids_are_listed_and_neither_is_guessed(handed, roster, name):
    handed.write(name)
    found = handed.find(roster=roster())
    assert found.submissions == ()
    assert found.misfits[0].reason.startswith("The ids of ")


def test_a_column_of_files_comes_before_ids(handed, roster):
    handed.write("Untitled.py")
    handed.write("team7/exercise3.py")
    path = roster("id,file\nalice,Untitled.py\nbob,team7/\n")
    assert handed.keyed(handed.find(roster=path)) == {("bob", "03_abs_static"): "team7/exercise3.py"}
    assert set(handed.whose(roster=path, exercise="3")) == {A, ("bob", "03_abs_static")}


def test_a_name_with_more_than_id_and_exercise_is_listed(handed, roster):
    handed.write("alice_final_exercise3.py")
    (one,) = handed.find(roster=roster()).misfits
    assert one.reason == "'final_exercise3' means no exercise of this course; rename the file if it is for 'exercise3'."


def test_a_name_with_nothing_but_the_id_says_that_the_exercise_is_missing(handed, roster):
    handed.write("alice.py")
    (one,) = handed.find(roster=roster()).misfits
    assert one.reason == "Its name does not say for which exercise it is; rename it, or say it with --exercise."


def test_the_whole_class_is_told_whoever_handed_in(handed, roster):
    assert handed.find(roster=roster("id\nBob\nalice\n")).students == ("Bob", "alice")
    assert handed.find().students == ()


def test_a_students_folder_may_be_named_by_itself(handed, roster):
    handed.write("alice/exercise3.py")
    assert handed.whose(handed.root / "alice", roster=roster()) == {A: "alice/exercise3.py"}


@pytest.mark.parametrize(
    "text",
    [
        "ID;Name\nalice;A\n",
        "\ufeffstudent\talice's name\r\nalice\tA\r\n",
        'Student,ID\n"Example, Alice",alice\n,\n',
        "id\nAlice",
    ],
)
def test_tables_of_other_programs_are_read(handed, roster, text):
    handed.write("alice_exercise3.py")
    assert [word.lower() for word, _ in handed.whose(roster=roster(text))] == ["alice"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "roster.csv:1: there is no column 'student' or 'id'; its first line names the columns"),
        ("studnet,name\nalice,A\n", "roster.csv:1: there is no column 'student' or 'id', only 'studnet'"),
        ("id\nalice\nbob\nAlice\n", "roster.csv:4: 'Alice' stands twice, first in line 2"),
        ("id\na/b\n", "roster.csv:2: this cannot be a student's id"),
        ("id,file\nalice,x.py\nbob,x.py\n", "roster.csv:3: the file 'x.py' is also another student's"),
        ('id\nalice\n"bob\n', "this is no line of a CSV table"),
        (b"id\nalice\nb\0b\n", "roster.csv:3: this is no line of a CSV table"),
        (b"id\nzo\xeb\n", "roster.csv:2: this line is not UTF-8 text"),
        ("id,name\n,Alice\n", "names no student: its column 'id' is empty"),
    ],
)
def test_a_wrong_roster_is_an_error_with_its_line(handed, roster, text, said):
    with pytest.raises(LayoutError) as caught:
        handed.find(roster=roster(text))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,abs_static (1)
    Points Possible,,,,,10
"Example, Alice",3143,00123,alice,A,
"Lee, Bob",3144,00124,bob@uni.edu,A,
"""


@pytest.mark.parametrize(
    "name", ["3143_exercise3.py", "00123_exercise3.py", "alice_exercise3.py", "Alice Example_exercise3.py"]
)
@pytest.mark.parametrize("given", [{}, {"pattern": "{student}_{exercise}.py"}])
def test_a_student_is_found_by_each_column_of_ids_and_by_name(handed, roster, name, given):
    handed.write(name)
    handed.write("bob@uni.edu_exercise3.py")
    assert set(handed.whose(roster=roster(CANVAS), **given)) == {("3143", A[1]), ("3144", A[1])}


@pytest.mark.parametrize("name", ["Lee_exercise3.py", "12_exercise3.py"])
def test_a_word_that_may_be_many_peoples_name_is_no_id(handed, roster, name):
    handed.write(name)
    text = "id,name,user id\n7001,Lee,12\n7002,Kim Lee,7001\n"
    assert handed.find(roster=roster(text)).submissions == ()


def test_an_id_that_lost_its_zeros_in_the_roster_is_offered(handed, roster):
    handed.write("00007_exercise3.py")
    for pattern in ("", "{student}_{exercise}.py"):
        (one,) = handed.find(roster=roster("id\n7\n8\n"), pattern=pattern).misfits
        assert "is it '7'?" in one.reason


@pytest.mark.parametrize(
    "stem", ["lee_3143_207797_exercise3", "lee_LATE_3143_3144_exercise3-1", "bob_3143_7_exercise3 (1)"]
)
def test_of_canvas_names_the_id_tells_whose_it_is_and_no_other_number(handed, roster, stem):
    handed.write(f"{stem}.py")
    assert set(handed.whose(roster=roster("id\n3143\n3144\n207797\n"))) == {("3143", A[1])}


@pytest.mark.parametrize("name", ["none.csv", "."])
def test_a_roster_that_cannot_be_read_is_an_error(handed, name):
    with pytest.raises(LayoutError, match="cannot be read"):
        handed.find(roster=handed.root / name)


@given(
    st.lists(st.sampled_from(["id", "file", "a", "ä", ",", ";", '"', "\n", "\r", "\0", "\t", " "]), max_size=20).map(
        "".join
    )
)
def test_whatever_a_roster_holds_it_is_read_or_refused(tmp_path_factory, text):
    path = tmp_path_factory.getbasetemp() / "roster.csv"
    path.write_bytes(text.encode())
    try:
        roster = read_roster(path)
    except LayoutError:
        return
    assert all(roster.listed(student) == student for student in roster.ids.values())


@given(st.text(st.characters(categories=("L", "Nd")), min_size=1, max_size=8), st.sampled_from("_- .("))
def test_any_id_of_letters_and_digits_is_found_beside_an_exercise(tmp_path_factory, student, mark):
    path = tmp_path_factory.getbasetemp() / "ids.csv"
    path.write_text(f"id\n{student}\n", encoding="utf-8")
    roster = read_roster(path)
    (listed,) = roster.ids.values()
    assert {found for found, _, _ in roster.places(f"{student}{mark}abs")} >= {listed}
