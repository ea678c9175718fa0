"""The rows of nbgrader's gradebook: all of a submission or nothing, and what people gave stays."""

import os
import shutil
import sqlite3
import sys
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import msgspec
import pytest

from grader.nbgrader import rows
from grader.nbgrader.assigned import Assignment
from grader.nbgrader.collecting import Handed
from grader.nbgrader.errors import NbgraderError
from grader.nbgrader.gradebook import Ledger
from grader.nbgrader.marking import Marked, Score
from tests.nbgrader.conftest import needs_nbgrader

pytestmark = [needs_nbgrader, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

CELLS = ("double--correctness", "double--purity")
STAMP = "2026-11-30 12:00:00.000000 UTC"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A gradebook that has an assignment of one notebook, made by nbgrader itself."""
    from nbgrader.api import Gradebook

    path = tmp_path_factory.mktemp("made") / "gradebook.db"
    with pytest.MonkeyPatch.context() as patch:
        # Who makes a gradebook with it starts alembic.
        patch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
        with Gradebook(f"sqlite:///{path}") as book:
            book.add_assignment("ps1", duedate="2026-12-01 12:00:00")
            book.add_notebook("week1", "ps1", kernelspec='{"name": "python3"}')
            book.add_solution_cell("double", "week1", "ps1")
            book.add_source_cell("double", "week1", "ps1", cell_type="code", source="...")
            for name in CELLS:
                book.add_grade_cell(name, "week1", "ps1", max_score=4.0, cell_type="code")
                book.add_source_cell(name, "week1", "ps1", cell_type="code", source="check", locked=True)
        book.engine.dispose()
    return path


@pytest.fixture
def classroom(made, tmp_path):
    """A course folder with a gradebook of its own."""
    url = f"sqlite:///{shutil.copy(made, tmp_path / 'gradebook.db')}"
    return SimpleNamespace(url=url, course_id="", makes_students=True, penalty=lambda _, score, __: score / 4)


@pytest.fixture
def ledger(classroom):
    with Ledger(classroom, patience=0.2) as ledger:
        yield ledger


def handed(student="ada", timestamp=STAMP):
    return Handed(
        student=student,
        word=student,
        assignment=Assignment(name="ps1"),
        folder=Path(),
        timestamp=timestamp,
        at=None,
        notebooks={},
        strangers=(),
    )


def kept(*points, look=False, comment="why"):
    scores = tuple(Score(cell=name, points=one) for name, one in zip(CELLS, points, strict=True))
    return [Marked(name="week1", content=b"", scores=scores, comments={"double": comment}, look=look)]


def write(ledger, classroom, marked, *, fresh=True, one=None):
    with ledger.transaction() as book:
        return rows.write(book, classroom, one or handed(), marked, frozenset({"week1"} if fresh else ()))


def asked(ledger, query):
    with ledger.transaction() as book:
        from sqlalchemy import text

        return [tuple(row) for row in book.db.execute(text(query))]


def grades(ledger):
    cells = "grade join base_cell on base_cell.id = cell_id"
    return asked(ledger, f"select auto_score, needs_manual_grade from {cells} order by base_cell.name")


def change(ledger, statement):
    with ledger.transaction() as book:
        from sqlalchemy import text

        book.db.execute(text(statement))


def test_what_the_gradebook_knows_of_an_assignment_is_read(ledger):
    (assignment,) = ledger.assignments()
    assert assignment.due == datetime(2026, 12, 1, 12)  # noqa: DTZ001 - as nbgrader keeps it
    (notebook,) = assignment.notebooks
    assert notebook.kernelspec == {"name": "python3"}
    assert [cell.name for cell in notebook.cells] == ["double", *CELLS]
    assert [cell.points for cell in notebook.cells] == [None, 4.0, 4.0]
    assert [cell.solution for cell in notebook.cells] == [True, False, False]


def test_scores_comments_and_the_time_of_the_submission_are_written(ledger, classroom):
    assert not write(ledger, classroom, kept(4.0, 1.5))
    assert grades(ledger) == [(4.0, 0), (1.5, 0)]
    assert asked(ledger, "select auto_comment from comment") == [("why",)]
    assert asked(ledger, "select timestamp from submitted_assignment") == [("2026-11-30 12:00:00.000000",)]


def test_what_is_not_settled_waits_for_a_person_and_is_no_zero(ledger, classroom):
    write(ledger, classroom, kept(None, 1.5))
    assert grades(ledger) == [(None, 1), (1.5, 0)]


def test_what_is_not_settled_never_takes_the_place_of_an_earlier_mark(ledger, classroom):
    write(ledger, classroom, kept(4.0, 1.5))
    write(ledger, classroom, kept(None, None))
    assert grades(ledger) == [(4.0, 1), (1.5, 1)]


def test_a_settled_mark_ends_the_wait(ledger, classroom):
    write(ledger, classroom, kept(None, None))
    write(ledger, classroom, kept(4.0, 0.0))
    assert grades(ledger) == [(4.0, 0), (0.0, 0)]


def test_manual_marks_extra_credit_and_comments_stay(ledger, classroom):
    write(ledger, classroom, kept(4.0, 1.5))
    change(ledger, "update grade set manual_score = 3, extra_credit = 1, needs_manual_grade = 0")
    change(ledger, "update comment set manual_comment = 'mine'")
    write(ledger, classroom, kept(2.0, 1.5), fresh=False)
    assert asked(ledger, "select distinct manual_score, extra_credit from grade") == [(3.0, 1.0)]
    assert asked(ledger, "select manual_comment, auto_comment from comment") == [("mine", "why")]


def test_beside_a_manual_mark_only_what_changed_asks_for_a_look(ledger, classroom):
    write(ledger, classroom, kept(4.0, 1.5))
    change(ledger, "update grade set manual_score = 3, needs_manual_grade = 0")
    write(ledger, classroom, kept(4.0, 0.0), fresh=False)
    assert grades(ledger) == [(4.0, 0), (0.0, 1)]


def test_another_notebook_than_before_has_manual_marks_looked_at(ledger, classroom):
    write(ledger, classroom, kept(4.0, 1.5))
    change(ledger, "update grade set manual_score = 3, needs_manual_grade = 0")
    write(ledger, classroom, kept(4.0, 1.5))
    assert [wanted for _, wanted in grades(ledger)] == [1, 1]


def test_cells_without_a_score_keep_what_they_have(ledger, classroom):
    write(ledger, classroom, kept(4.0, 1.5))
    nothing = msgspec.structs.replace(kept(0.0, 0.0)[0], scores=(), comments={})
    write(ledger, classroom, [nothing])
    assert grades(ledger) == [(4.0, 0), (1.5, 0)]


@pytest.mark.parametrize(
    ("timestamp", "penalty"), [(STAMP, None), ("2026-12-01 12:00:01 UTC", 1.375), ("2026-12-01 12:00:01 +0100", None)]
)
def test_who_is_late_loses_what_the_plugin_says(ledger, classroom, timestamp, penalty):
    write(ledger, classroom, kept(4.0, 1.5), one=handed(timestamp=timestamp))
    assert asked(ledger, "select late_submission_penalty from submitted_notebook") == [(penalty,)]


def test_an_extension_moves_the_due_date(ledger, classroom):
    late = handed(timestamp="2026-12-02 12:00:00 UTC")
    write(ledger, classroom, kept(4.0, 1.5), one=late)
    with ledger.transaction() as book:
        book.grant_extension("ps1", "ada", days=2)
    write(ledger, classroom, kept(4.0, 1.5), one=late)
    assert asked(ledger, "select late_submission_penalty from submitted_notebook") == [(None,)]
    assert ledger.assignments()[0].extended == {"ada": datetime(2026, 12, 3, 12)}  # noqa: DTZ001 - as above


def test_a_student_whom_nobody_may_add_is_told(ledger, classroom):
    classroom.makes_students = False
    assert "no student 'ada'" in write(ledger, classroom, kept(4.0, 1.5))
    assert asked(ledger, "select count(*) from submitted_assignment") == [(0,)]


def test_a_notebook_that_the_assignment_got_later_has_rows_of_its_own(ledger, classroom):
    write(ledger, classroom, kept(4.0, 1.5))
    with ledger.transaction() as book:
        book.add_notebook("week2", "ps1")
        book.add_grade_cell("more", "week2", "ps1", max_score=1.0, cell_type="code")
    later = Marked(name="week2", content=b"", scores=(Score(cell="more", points=1.0),), comments={})
    write(ledger, classroom, [*kept(4.0, 1.5), later])
    assert sorted(auto for auto, _ in grades(ledger)) == [1.0, 1.5, 4.0]


def test_a_submission_is_written_as_a_whole_or_not_at_all(ledger, classroom):
    def killed(*_):
        raise KeyboardInterrupt

    classroom.penalty = killed
    with pytest.raises(KeyboardInterrupt):
        write(ledger, classroom, kept(4.0, 1.5), one=handed(timestamp="2027-01-01 12:00:00 UTC"))
    for table in ("student", "submitted_assignment", "submitted_notebook", "grade"):
        assert asked(ledger, f"select count(*) from {table}") == [(0,)]


def test_nobody_else_writes_meanwhile(ledger, tmp_path):
    other = sqlite3.connect(tmp_path / "gradebook.db", timeout=0)
    with ledger.transaction(), pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("insert into student (id) values ('eve')")
    other.close()


def test_a_gradebook_that_another_program_keeps_is_told_in_a_sentence(ledger, classroom, tmp_path):
    other = sqlite3.connect(tmp_path / "gradebook.db")
    other.execute("begin exclusive")
    with pytest.raises(NbgraderError, match="another program keeps it locked; close formgrader, or wait"):
        write(ledger, classroom, kept(4.0, 1.5))
    other.close()


def test_a_file_that_is_no_gradebook_is_told(classroom, tmp_path):
    (tmp_path / "gradebook.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(NbgraderError, match=r"gradebook.db cannot be used: "):
        Ledger(classroom)


def test_where_there_is_no_gradebook_none_is_made(classroom, tmp_path):
    (tmp_path / "gradebook.db").unlink()
    with pytest.raises(NbgraderError, match="there is no gradebook"):
        Ledger(classroom)
    assert not (tmp_path / "gradebook.db").exists()
