"""What an instructor types for a class: what is found, graded by a pool that starts nothing, and what comes of it."""

import csv
import shutil
import time
from pathlib import Path

import msgspec
import pytest

from grader import cli
from grader.batch import lending, pool
from grader.commands import screen
from grader.course import fingerprint, read_course, read_exercise
from grader.sandbox import tiers
from tests.batch.conftest import _check as check
from tests.batch.conftest import _graded as graded

ROOT = Path(__file__).resolve().parents[2]
NAME = "03_abs_static"
SCORES = {"ada": 10.0, "bob": 4.0}


@pytest.fixture
def points():
    """What each student gets; 10 is all."""
    return dict(SCORES)


class NoLender:
    """Has nothing to lend, and starts nothing."""

    def __init__(self, device, required):
        self.wanted = device, required

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def widen(self, clients):
        assert clients >= 1


@pytest.fixture
def done():
    """Who was graded, in order."""
    return []


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch, points, done):
    """A folder with two submissions, and a pool that grades them by ``points``."""
    digest = fingerprint(read_exercise(ROOT / "exercises" / NAME, read_course(ROOT)))

    class Pool:
        def __init__(self, order, count, *, lender):
            assert order.seed
            assert count >= 1
            assert isinstance(lender, NoLender)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def results(self, tasks):
            for task in tasks:
                student = task.submission.student
                if points.get(student) == "interrupted":
                    raise KeyboardInterrupt
                done.append(student)
                found = points[student]
                one = (
                    check(status=found)
                    if isinstance(found, str)
                    else check(status="passed" if found == 10.0 else "failed", score=found)
                )
                made = graded(student, task.submission.exercise, batch=task.batch, digest=digest, checks=[one])
                yield task, msgspec.structs.replace(made, submission=task.submission)

    monkeypatch.setattr(lending, "Lender", NoLender)
    monkeypatch.setattr(pool, "Pool", Pool)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JITGRADE_KEY_FILE", str(tmp_path / "key"))
    (tmp_path / "key").write_bytes(b"k" * 32)
    (tmp_path / "in").mkdir()
    for student in SCORES:
        (tmp_path / "in" / f"{student}_exercise3.py").write_text(f"# by {student}\n")
    return tmp_path


def batch(*words):
    return cli.run(["batch", "in", "--course", str(ROOT), "--pattern", "{student}_{exercise}.py", *words])


def statuses(folder="grades"):
    with Path(folder, "students.csv").open(encoding="utf-8-sig") as file:
        return {row["student"]: row["exercise3 status"] for row in csv.DictReader(file)}


def students(folder="grades"):
    with Path(folder, "students.csv").open(encoding="utf-8-sig") as file:
        return {row["student"]: row["exercise3"] for row in csv.DictReader(file)}


def test_a_class_is_graded_and_its_tables_and_reports_are_there(here, capsys):
    assert batch() == 0
    said = capsys.readouterr()
    assert "2 submissions of 2 students: 1 passed, 1 failed." in said.out
    assert "2 submissions of 2 students by names by the pattern" in said.err
    assert students() == {"ada": "10", "bob": "4"}
    for name in ("checks.csv", "summary.txt", "results.jsonl", f"reports/ada/{NAME}.html", f"reports/bob/{NAME}.json"):
        assert (here / "grades" / name).stat().st_size


def test_an_interrupted_batch_says_how_to_go_on_and_does(points, done, capsys):
    points["bob"] = "interrupted"
    assert batch() == 130
    assert "goes on from here" in capsys.readouterr().err
    points["bob"] = 4.0
    assert batch() == 0
    assert done == ["ada", "bob"]
    assert ", 1 graded already" in capsys.readouterr().err


def test_a_batch_whose_tables_could_not_be_written_only_writes_them_once_they_can(here, done):
    (here / "grades" / "students.csv").mkdir(parents=True)
    assert batch() == 2
    (here / "grades" / "students.csv").rmdir()
    assert batch() == 0
    assert done == ["ada", "bob"]
    assert students() == {"ada": "10", "bob": "4"}


def test_only_what_changed_is_graded_where_that_is_asked(here, done):
    batch()
    (here / "in" / "bob_exercise3.py").write_text("# another try\n")
    assert batch("--changed") == 0
    assert done == ["ada", "bob", "bob"]


def test_a_corrected_exercise_shows_whose_mark_changed(points, capsys):
    batch("--output", "old")
    points["bob"] = 7.0
    capsys.readouterr()
    assert batch("--compare", "old") == 0
    assert "4 of 10 → failed 7 of 10" in capsys.readouterr().out


@pytest.mark.parametrize(("status", "code"), [("broken", 3), ("pending", 4)])
def test_what_is_not_marked_is_told_by_the_exit_code_and_an_empty_cell(points, status, code):
    points["bob"] = status
    assert batch("--no-timing") == code
    assert students()["bob"] == ""


def test_files_that_are_not_graded_are_told_in_red_by_the_exit_code_and_in_the_row_of_their_student(here, capsys):
    (here / "in" / "cyd_exercise3.py.txt").write_text("# by cyd\n")
    (here / "in" / ".DS_Store").touch()
    (here / "class.csv").write_text("id\nada\nbob\ncyd\ndan\n")
    assert batch("--roster", "class.csv") == 1
    said = capsys.readouterr()
    assert 'Not everything is marked: 1 file could not be graded; see "Not graded" above' in said.err
    assert "4 files: 2 graded, 1 not graded, 1 left aside." in said.out
    assert statuses() == {
        "ada": "",
        "bob": "",
        "cyd": "handed in, not graded: cyd_exercise3.py.txt: Its name ends in '.py.txt', so it is no Python file; "
        "rename it to cyd_exercise3.py.",
        "dan": "nothing handed in",
    }
    summary = (here / "grades" / "summary.txt").read_text()
    assert "Left aside (1)" in summary
    assert ".DS_Store" in summary


def test_on_a_terminal_what_is_not_graded_is_told_in_red(here, monkeypatch, capsys):
    monkeypatch.setattr(screen, "colourful", lambda _, *, no_color: not no_color)
    (here / "in" / "cyd_exercise3.txt").touch()
    batch()
    assert "\x1b[31mNot everything is marked" in capsys.readouterr().err
    batch("--no-color")
    assert "\x1b[31m" not in capsys.readouterr().err


@pytest.mark.parametrize(("status", "code"), [("broken", 3), ("pending", 1)])
def test_our_fault_comes_before_files_that_are_not_graded_and_what_is_pending_after(here, points, status, code):
    (here / "in" / "cyd_exercise3.txt").touch()
    points["bob"] = status
    assert batch("--no-timing") == code


def test_without_a_pattern_the_command_is_shown_that_reads_the_names(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["grade", "batch", "in", "--course", "a course"])
    assert cli.run(["batch", "in", "--course", str(ROOT)]) == 1
    said = capsys.readouterr().err
    assert "Their names fit this command (2 students × 1 exercise):" in said
    assert "  grade batch in --course 'a course' --pattern '{student}_{exercise}.py'\n" in said


def test_an_archive_of_a_class_is_graded_and_so_is_one_in_a_folder(here, points):
    shutil.make_archive("class", "zip", "in")
    assert cli.run(["batch", "class.zip", "--course", str(ROOT), "--pattern", "{student}_{exercise}.py"]) == 0
    assert students() == {"ada": "10", "bob": "4"}
    points["cyd"] = 7.0
    (here / "in" / "cyd_exercise3.py").write_text("# by cyd\n")
    shutil.move(shutil.make_archive("late", "zip", "in"), "in")
    for name in ("bob", "cyd"):
        (here / "in" / f"{name}_exercise3.py").unlink()
    assert batch("--output", "again") == 0
    assert students("again") == {"ada": "10", "bob": "4", "cyd": "7"}


def test_an_id_that_lost_its_zeros_in_the_gradebook_is_offered(here, points, capsys):
    points["00007"] = 10.0
    (here / "in" / "00007_exercise3.py").write_text("# by 7\n")
    (here / "canvas.csv").write_text('Student,ID,SIS Login ID,Section,abs_static (1)\n"Lee, Kim",12,7,A,\n')
    assert batch("--canvas", "canvas.csv") == 0
    assert "but Lee, Kim is '7' there" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("due", "told"),
    [
        ("2027-01-31", "Due 2027-01-31 23:59:59 CET (UTC+01:00)."),
        ("2027-07-31", "Due 2027-07-31 23:59:59 CEST (UTC+02:00)."),
        ("2027-01-31T12:00", "Due 2027-01-31 12:00:00 UTC."),
        ("2027-01-31T12:00-05:00", "Due 2027-01-31 12:00:00 UTC-05:00."),
    ],
)
@pytest.mark.skipif(not hasattr(time, "tzset"), reason="needs a zone of its own")
def test_the_due_time_is_told_with_its_zone_and_a_date_is_the_end_of_that_day_here(monkeypatch, capsys, due, told):
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        assert batch("--due", due) == 0
    finally:
        monkeypatch.undo()
        time.tzset()
    said = capsys.readouterr()
    assert told in said.err
    assert told in said.out


def test_the_class_page_lists_the_whole_roster_and_whose_file_is_not_graded(here):
    (here / "in" / "cyd_exercise3.ipynb.json").write_text("{}")
    (here / "in" / "notes.docx").touch()
    (here / "class.csv").write_text("id\nada\nbob\ncyd\ndan\n")
    assert batch("--roster", "class.csv") == 1
    assert cli.run(["report", "grades"]) == 0
    page = (here / "grades" / "class.html").read_text()
    table = page[page.index('<table id="students"') :]
    assert all(f"<bdi>{name}</bdi>" in table for name in ("ada", "bob", "cyd", "dan"))
    attention = page[page.index('id="attention"') : page.index('id="compared"')]
    assert "<strong>Handed in, not graded</strong>: 2 files" in attention
    assert "<bdi>cyd</bdi> (exercise 3): cyd_exercise3.ipynb.json" in attention
    assert "Nobody&#x27;s: notes.docx" in attention or "Nobody's: notes.docx" in attention


def test_the_late_policy_takes_off_what_the_course_says(here):
    course = here / "course"
    course.mkdir()
    (course / "course.yaml").write_text("title: Late\nlate: {0h: 0.5}\n")
    (course / "exercises").symlink_to(ROOT / "exercises", target_is_directory=True)
    (course / "solutions").symlink_to(ROOT / "solutions", target_is_directory=True)
    submitted = here / "submitted" / "ada" / "exercise3"
    submitted.mkdir(parents=True)
    (submitted / "exercise3.ipynb").write_text("{}")
    (submitted / "timestamp.txt").write_text("2027-01-02 00:00:00 UTC")
    words = ["batch", "submitted", "--course", str(course), "--due", "2027-01-01T12:00"]
    assert cli.run(words) == 0
    assert students() == {"ada": "5"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--pattern", "{studnt}.py"], "studnt"),
        (["--compare", "nowhere"], "there are no results at nowhere"),
        (["--canvas", "nowhere.csv"], "nowhere.csv cannot be read"),
        (["--exercise", "99"], "99"),
    ],
)
def test_what_was_typed_wrong_is_told_before_anything_is_graded(words, told, done, capsys):
    assert batch(*words) == 2
    assert told in capsys.readouterr().err
    assert done == []


def test_isolation_that_cannot_be_had_is_told_before_anything_is_begun(here, done, monkeypatch, capsys):
    def choose(required):
        raise tiers.NoIsolationError(f"isolation {required!r} is required")

    monkeypatch.setattr(tiers, "choose", choose)
    assert batch("--require-isolation", "namespaces") == 2
    assert capsys.readouterr().err == "grade: isolation 'namespaces' is required\n"
    assert (done, (here / "grades").exists()) == ([], False)


def test_the_page_that_helps_is_that_of_the_command(capsys):
    assert batch("--jbs", "3") == 2
    assert "'grade batch --help' shows what can be typed." in capsys.readouterr().err
