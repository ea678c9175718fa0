"""All that comes out of a batch, in one pass."""

from __future__ import annotations

from grader.batch.gradebook import read_gradebook
from grader.batch.late import late_policy
from grader.batch.layouts import Found
from grader.batch.nouns import Misfit
from grader.batch.outcome import write_outcome
from grader.batch.results import latest


def test_a_batch_leaves_its_tables_its_summary_and_its_marks_for_canvas(a_file, a_result, tmp_path):
    results = a_file("results.jsonl", [a_result("anna", score=1.0, status="failed"), a_result("ben"), a_result("anna")])
    (tmp_path / "export.csv").write_text("Student,ID,SIS Login ID,Section,abs_static (1)\nAnna,1,anna,A,\n")
    outcome = write_outcome(
        latest(results),
        tmp_path,
        policy=late_policy({}),
        found=Found(
            submissions=(), misfits=(Misfit(path="notes.txt", reason="No."),), layout="by names", students=("cem",)
        ),
        gradebook=read_gradebook(tmp_path / "export.csv"),
    )
    assert (tmp_path / "students.csv").read_text("utf-8-sig").splitlines()[1:] == [
        '"anna",4,4,4,"",4,4',
        '"ben",4,4,4,"",4,4',
        '"cem","","",4,"nothing handed in","",4',
    ]
    assert len((tmp_path / "checks.csv").read_text("utf-8-sig").splitlines()) == 3
    assert (tmp_path / "canvas.csv").read_text().splitlines()[1:] == ["Anna,1,anna,A,4"]
    assert (tmp_path / "summary.txt").read_text() == outcome.text()
    for words in ("2 submissions of 2 students: 2 passed.", "notes.txt: No.", "ben: no SIS Login ID"):
        assert words in outcome.text()


def test_without_a_gradebook_there_is_nothing_for_canvas(tmp_path):
    outcome = write_outcome([], tmp_path, policy=late_policy({}))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["checks.csv", "students.csv", "summary.txt"]
    assert outcome.text() == "0 submissions.\n"
