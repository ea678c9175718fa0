"""--pattern: a name is somebody's where there is one way to read it, and the pattern itself must be right."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.batch.layouts import LayoutError
from grader.batch.layouts.patterns import read_pattern

PATTERN = "{student}_{exercise}.py"
A = ("alice", "03_abs_static")
NAMES = st.text(st.characters(codec="utf-8", exclude_characters="/_-*{}"), min_size=1, max_size=12)


@pytest.mark.parametrize("name", ["alice_exercise3.py", "alice_abs_static.py", "alice_3.py", "alice_exercise_3.py"])
def test_a_name_gives_student_and_exercise(handed, name):
    handed.write(name)
    assert handed.whose(pattern=PATTERN) == {A: name}


@pytest.mark.parametrize(
    "name",
    [
        "alice_exercise3-1.py",
        "alice_exercise3 (1).py",
        "alice_exercise3 - Copy.py",
        "alice_exercise3 - Kopie (2).py",
        "alice_exercise3 \u2013 Copie.py",
        "alice_exercise3 copy 2.py",
        "alice_exercise3-Copy1.py",
        "alice_exercise3 (weitere Kopie).py",
        "alice_exercise3 - \u30b3\u30d4\u30fc.py",
        "alice_Copy of exercise3.py",
        "alice_abs_static (1).py",
        "alice_exercise3.PY",
    ],
)
def test_what_systems_make_of_a_name_changes_neither_student_nor_exercise(handed, name):
    handed.write(name)
    assert handed.whose(pattern=PATTERN) == {A: name}


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("{student}-{exercise}.py", "alice-exercise3-1.py"),
        ("*_{student}_*_{exercise}.*", "lee_alice_207797_exercise3-1.py".replace("alice", "3143")),
        ("*_{student}_*_{exercise}.*", "lee_LATE_3143_207797_exercise3.py"),
    ],
)
def test_the_number_of_an_upload_and_canvas_marks_are_no_part_of_a_student(handed, pattern, name):
    handed.write(name)
    assert handed.whose(pattern=pattern) == {("alice" if "alice" in name else "3143", A[1]): name}


def test_a_number_behind_an_exercise_is_no_other_exercise(handed):
    handed.write("alice_exercise3_4.py")
    found = handed.find(pattern=PATTERN)
    assert found.submissions == ()
    assert found.lost == 1


SIX = ("ann", "bob", "cyd", "dan", "eve", "fay")


@pytest.mark.parametrize(
    ("named", "pattern"),
    [
        ("{s}_exercise{e}.py", "{student}_{exercise}.py"),
        ("{s}/exercise{e}.ipynb", "{student}/{exercise}.ipynb"),
        ("exercise{e}/{s}.py", "{exercise}/{student}.py"),
        ("exercise{e}_{s}.py", "{exercise}_{student}.py"),
        ("{s}-exercise{e}.py", "{student}-{exercise}.py"),
        ("{s}_lee_exercise{e}.py", "{student}_{exercise}.py"),
        ("2023011{n}_exercise{e}.py", "{student}_{exercise}.py"),
        ("section 1/{s}/exercise{e}.py", "*/{student}/{exercise}.py"),
        ("{s}_{n}_2071{n}{e}_exercise{e}.py", "*_{student}_*_{exercise}.py"),
        ("{s}_LATE_{n}_2071{n}{e}_exercise{e}-1.py", "*_{student}_*_{exercise}.py"),
        ("{s} Lee_30{n}_assignsubmission_file_/exercise{e}.py", "{student}_*_assignsubmission_file*/{exercise}.py"),
        ("{s} Lee_3{n}{e}_assignsubmission_file_exercise{e}.py", "{student}_*_assignsubmission_file_{exercise}.py"),
        ("ps1_{s}_attempt_2027-01-30-11-0{e}-00_exercise{e}.py", "*_{student}_attempt_*_{exercise}.py"),
        ("12-6{n} - {s} Lee - Jan 30, 2027 110{e} AM - exercise{e}.py", "* - {student} - * - {exercise}.py"),
        ("{s}_2027-01-30-11-0{e}-00_exercise{e}.py", "{student}_20*_{exercise}.py"),
        ("{s}_exercise{e}_2027-01-30-11-0{e}-00.py", "{student}_{exercise}_20*.py"),
    ],
)
def test_the_usual_pattern_that_fits_is_offered_with_its_counts_and_reads_them(handed, named, pattern):
    for n, s in enumerate(SIX):
        for e in (3, 4):
            handed.write(named.format(s=s, n=n, e=e))
    assert handed.find().hints == ((pattern, "6 students × 2 exercises"),)
    assert len(handed.whose(pattern=pattern)) == 12


@pytest.mark.parametrize("named", ["{s}_{n}_exercise3.py", "{s}_v{n}_exercise3.py", "a{s}{n}.py"])
def test_no_pattern_is_offered_that_makes_ten_students_of_six(handed, named):
    for n in (1, 2):
        for s in SIX[: 6 if n == 1 else 4]:
            handed.write(named.format(s=s, n=n))
    assert handed.find().hints == ()


def test_where_the_exercise_is_said_a_pattern_without_it_is_offered(handed):
    for s in SIX:
        handed.write(f"{s}/answer.py")
    assert handed.find(exercise="3").hints == (("{student}/*.py", "6 students × 1 exercise"),)


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("{student}/{exercise}.py", "alice/exercise3.py"),
        ("./{student}/{exercise}.*", "alice/exercise3.ipynb"),
        ("{exercise}/{student}.py", "exercise3/alice.py"),
        ("{student}_*_assignsubmission_file/{exercise}.py", "alice_123_assignsubmission_file/exercise3.py"),
        ("*/{student}-{exercise}.zip", "section 1/alice-exercise3.zip"),
        ("{exercise}{student}.py", "abs_staticalice.py"),
    ],
)
def test_fields_and_stars_stand_in_folders_too(handed, pattern, name):
    handed.write(name)
    assert handed.whose(pattern=pattern) == {A: name}


def test_a_pattern_without_folders_reads_files_at_any_depth_and_one_with_folders_from_the_first(handed):
    handed.write("section 1/alice_exercise3.py")
    handed.write("section 1/bob/exercise3.py")
    assert set(handed.keyed(handed.find(pattern=PATTERN))) == {A}
    assert handed.find(pattern="{student}/{exercise}.py").submissions == ()


def test_students_may_have_the_marks_of_the_pattern_in_their_names(handed):
    handed.write("anna_maria_abs_static.py")
    assert handed.whose(pattern=PATTERN) == {("anna_maria", "03_abs_static"): "anna_maria_abs_static.py"}


def test_a_name_that_can_be_read_in_two_ways_is_listed_with_both_unless_the_roster_knows(handed, tmp_path):
    handed.write("group_03_abs_static.py")
    found = handed.find(pattern=PATTERN)
    assert found.submissions == ()
    assert "'group' for 03_abs_static or 'group_03' for 03_abs_static" in found.misfits[0].reason
    roster = tmp_path / "roster.csv"
    roster.write_text("id\ngroup_03\n")
    assert list(handed.whose(pattern=PATTERN, roster=roster)) == [("group_03", "03_abs_static")]


def test_whoever_is_not_on_the_roster_is_listed_with_the_nearest(handed, tmp_path):
    handed.write("alcie_exercise3.py")
    (tmp_path / "roster.csv").write_text("id\nAlice\n")
    found = handed.find(pattern=PATTERN, roster=tmp_path / "roster.csv")
    assert [one.reason for one in found.misfits] == ["Nobody in roster.csv is 'alcie'; is it 'Alice'?"]


def test_the_exercise_may_be_told_apart_from_the_pattern(handed):
    handed.write("alice.py")
    assert handed.whose(pattern="{student}.py", exercise="abs_static") == {A: "alice.py"}


def test_where_the_pattern_tells_it_too_others_are_left_out(handed):
    handed.write("alice_exercise3.py")
    handed.write("alice_exercise4.py")
    assert handed.whose(pattern=PATTERN, exercise="3") == {A: "alice_exercise3.py"}


def test_a_renamed_file_is_listed_with_the_nearest_exercise(handed):
    handed.write("alice_abs_sttic.py")
    (one,) = handed.find(pattern=PATTERN).misfits
    assert one.reason == "'abs_sttic' means no exercise of this course; rename the file if it is for 'abs_static'."


def test_a_file_that_does_not_follow_the_pattern_is_listed(handed):
    handed.write("alice.ipynb")
    (one,) = handed.find(pattern=PATTERN).misfits
    assert one.reason.startswith(f"It does not follow the pattern '{PATTERN}'")


def test_without_metadata_pattern_or_roster_nothing_is_guessed(handed):
    handed.write("alice_exercise3.py")
    found = handed.find()
    assert found.submissions == ()
    assert "say how files are named with --pattern" in found.misfits[0].reason
    assert found.hints == (("{student}_{exercise}.py", "1 student × 1 exercise"),)


def test_a_file_named_by_itself_is_read_by_the_end_of_its_path(handed):
    file = handed.write("alice/exercise3.py")
    assert handed.whose(file, pattern="{student}/{exercise}.py") == {A: "alice/exercise3.py"}
    other = handed.write("bob_exercise3.py")
    assert list(handed.whose(other, pattern=PATTERN)) == [("bob", "03_abs_static")]


def test_folders_named_twice_or_in_one_another_count_once(handed):
    handed.write("section/alice_exercise3.py")
    assert len(handed.whose(handed.root, handed.root, handed.root / "section", pattern=PATTERN)) == 1


def test_accents_are_the_same_however_they_are_written(handed):
    handed.write("zoe\u0308_exercise3.py")
    assert list(handed.whose(pattern=PATTERN)) == [("zo\u00eb", "03_abs_static")]


@pytest.mark.parametrize("name", ["a\nb_exercise3.py", "a\x1b[31m_exercise3.py", "a\u202e_exercise3.py"])
def test_a_student_who_cannot_be_printed_is_listed_so_that_it_can_be(handed, name):
    handed.write(name)
    (one,) = handed.find(pattern=PATTERN).misfits
    assert one.reason == "Whose it is cannot be printed, or be the name of a folder; rename it."
    assert one.path.isprintable()


@pytest.mark.parametrize(
    ("pattern", "said"),
    [
        ("{exercise}.py", "has no {student}"),
        ("{student}.py", "has no {exercise}; write it in, or say which with --exercise"),
        ("{studnt}_{exercise}.py", "there is no field {studnt}; did you mean 'student'?"),
        ("{student}_{course}", "there is no field {course}; known: student, exercise"),
        ("{student}_{student}.py", "{student} stands twice"),
        ("{student_{exercise}.py", "a '{' stands alone"),
        ("/home/{student}/{exercise}.py", "must begin below the folder"),
        ("../{student}/{exercise}.py", "must begin below the folder"),
    ],
)
def test_a_wrong_pattern_says_what_is_wrong(handed, pattern, said):
    with pytest.raises(LayoutError) as caught:
        handed.find(pattern=pattern)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_exercise_that_does_not_exist_names_the_nearest(handed):
    with pytest.raises(LayoutError, match="did you mean 'abs_static'"):
        handed.find(exercise="abs_sttic", pattern="{student}.py")


@given(
    student=NAMES,
    exercise=NAMES,
    between=st.sampled_from(["_", "/", "-*-", "/*_"]),
    ending=st.sampled_from(["", ".py"]),
)
def test_what_a_pattern_makes_it_reads_again(student, exercise, between, ending):
    """Whatever stands in the fields, as long as it has none of the marks between them."""
    pattern = read_pattern(f"{{student}}{between}{{exercise}}{ending}")
    name = student + between.replace("*", "") + exercise + ending
    assert pattern.readings(tuple(name.split("/")), lambda _: True) == {(student, exercise)}


@given(text=st.text("a_", max_size=12))
def test_every_way_to_read_a_name_is_found(text):
    ways = {
        (text[:at], text[at + 1 :]) for at, letter in enumerate(text) if letter == "_" and text[:at] and text[at + 1 :]
    }
    assert read_pattern("{student}_{exercise}").readings((text,), lambda _: True) == ways


def test_a_name_that_was_made_to_be_read_in_thousands_of_ways_ends(handed):
    handed.write("_".join("a" * 120) + ".py")
    (one,) = handed.find(pattern="*_*_{student}_*_{exercise}.py").misfits
    assert "means no exercise" in one.reason
