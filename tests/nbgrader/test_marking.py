"""What comes of a student's notebook by a report: scores for cells, outputs that say why, comments on answers."""

import json

import msgspec
import pytest

from grader.model.exercise import Source
from grader.nbgrader.assigned import Cell, Notebook
from grader.nbgrader.marking import Answer, absent, marked
from grader.nbgrader.sanitizing import sanitized
from tests.batch.conftest import _check as check
from tests.batch.conftest import _graded as graded
from tests.nbgrader.test_sanitizing import ANSWER, CHECK, CODE, HANDED_IN, READ_ONLY, cell, notebook

PURITY = msgspec.structs.replace(CHECK, name="double--purity", points=2.0)
KNOWN = Notebook(name="week1", cells=(READ_ONLY, ANSWER, CHECK, PURITY))
WHOLE = (*HANDED_IN, cell("", PURITY.name))
SOURCE = Source(name="week1.ipynb", data=CODE.encode(), lines={1: "cell 2, line 1", 2: "cell 2, line 2"})


def report(*checks, attempted=True):
    made = graded(exercise="01_double", checks=checks).report
    return msgspec.structs.replace(made, attempted=attempted)


RIGHT = check(score=4.0, most=4.0)
PURE = check("purity", score=2.0, most=2.0)


def come_of(found, cells=WHOLE, known=KNOWN):
    """What comes of a notebook with these cells by a report."""
    answer = found and Answer(report=found, source=SOURCE)
    return marked(known, sanitized(notebook(*cells), known), {"double": answer})


def scores(made):
    return {score.cell: score.points for score in made.scores}


def outputs(made, name):
    cells = json.loads(made.content)["cells"]
    return next(one["outputs"] for one in cells if one["metadata"].get("nbgrader", {}).get("grade_id") == name)


def test_each_check_gives_its_cell_its_points():
    made = come_of(report(RIGHT, check("purity", "failed", score=0.5, most=2.0)))
    assert scores(made) == {"double--correctness": 4.0, "double--purity": 0.5}


def test_a_cell_shows_the_reason_as_text_and_its_points_as_nbgrader_reads_them():
    made = come_of(report(RIGHT, check("purity", "failed", score=0.5, most=2.0, message="It prints.")))
    told, result = outputs(made, PURITY.name)
    assert (told["output_type"], told["name"]) == ("stream", "stdout")
    assert "It prints." in told["text"]
    assert result["data"] == {"text/plain": "0.5"}


def test_where_the_gradebook_has_other_points_for_a_cell_it_gets_its_share_of_those():
    known = Notebook(name="week1", cells=(ANSWER, msgspec.structs.replace(CHECK, points=10.0)))
    made = come_of(report(check("correctness", "failed", score=1.0, most=4.0)), known=known)
    assert scores(made) == {"double--correctness": 2.5}


@pytest.mark.parametrize("status", ["pending", "broken"])
def test_what_is_not_settled_has_no_points_and_shows_none(status):
    made = come_of(report(check(status=status, most=4.0), PURE))
    assert scores(made) == {"double--correctness": None, "double--purity": 2.0}
    assert [one["output_type"] for one in outputs(made, CHECK.name)] == ["stream"]


def test_a_check_cell_that_is_missing_is_put_back_and_marked_and_the_comment_says_so():
    made = come_of(report(RIGHT, PURE), HANDED_IN)
    assert scores(made) == {"double--correctness": 4.0, "double--purity": 2.0}
    assert "double--purity was missing" in made.comments["double"]
    assert "2 of 2 points" in outputs(made, PURITY.name)[0]["text"]


def test_a_file_that_is_no_notebook_has_the_points_of_its_report_and_nothing_was_missing_from_it():
    broken = report(check(status="broken", most=4.0), check("purity", "broken", most=2.0))
    made = marked(
        KNOWN, sanitized(b"{", KNOWN), {"double": Answer(report=broken, source=Source(name="week1.ipynb", data=b""))}
    )
    assert scores(made) == {"double--correctness": None, "double--purity": None}
    assert "missing" not in made.comments["double"]


def test_an_exercise_that_was_not_graded_keeps_what_it_has():
    made = come_of(None)
    assert made.scores == ()
    assert "double" not in made.comments


def test_a_cell_for_a_check_that_the_course_does_not_have_is_for_a_person():
    assert scores(come_of(report(RIGHT))) == {"double--correctness": 4.0, "double--purity": None}


def test_an_instructors_own_cell_is_for_a_person():
    own = msgspec.structs.replace(CHECK, name="theirs", points=3.0)
    known = Notebook(name="week1", cells=(ANSWER, CHECK, own))
    assert scores(come_of(report(RIGHT), (*HANDED_IN, cell("", "theirs")), known))["theirs"] is None


@pytest.mark.parametrize(("text", "points"), [("my own words", None), ("Explain.", 0.0)])
def test_an_answer_that_people_grade_waits_for_them_unless_nothing_was_written(text, points):
    words = Cell(name="why", cell_type="markdown", source="Explain.", solution=True, points=2.0)
    known = Notebook(name="week1", cells=(ANSWER, CHECK, words))
    made = come_of(report(RIGHT), (*HANDED_IN, cell(text, "why", "markdown")), known)
    assert scores(made)["why"] == points
    assert made.comments["why"] == (None if points is None else "No response.")


def test_an_answer_for_people_that_was_copied_is_shown_to_them_whichever_copy_it_is_in():
    words = Cell(name="why", cell_type="markdown", source="Explain.", solution=True, points=2.0)
    known = Notebook(name="week1", cells=(*KNOWN.cells, words))
    answers = [cell(text, "why", "markdown") for text in ("Since it traces.", "Explain.")]
    made = come_of(report(RIGHT, PURE), (*WHOLE, *answers), known)
    assert scores(made)["why"] is None
    assert made.comments["why"] is None


def test_an_answer_for_people_that_is_missing_waits_for_them_where_the_rest_is_there():
    words = Cell(name="why", cell_type="markdown", source="Explain.", solution=True, points=2.0)
    known = Notebook(name="week1", cells=(ANSWER, CHECK, words))
    assert scores(come_of(report(RIGHT), (*HANDED_IN, cell("my own words", "", "markdown")), known))["why"] is None
    assert scores(marked(known, sanitized(b"{", known), {"double": None}))["why"] == 0.0


def test_a_comment_is_nothing_but_text_for_markdown_and_html():
    hostile = "</code></pre><script>alert(1)</script>\n# big\n[x](javascript:1) $x$ \x1b[31m![](http://a/b)"
    failed = check("correctness", "failed", score=0.0, most=4.0, message=hostile)
    text = come_of(report(failed, PURE)).comments["double"]
    assert "\x1b" not in text
    filters = pytest.importorskip("nbconvert.filters", reason="nbconvert comes with nbgrader")
    shown = filters.markdown2html(text)
    for made in ("<script", "<h1", "<a ", "<img", "javascript:1)</a>"):
        assert made not in shown
    assert "alert(1)" in shown


def test_a_comment_names_the_cell_and_line():
    failed = msgspec.structs.replace(check("purity", "failed", score=0.0, most=2.0, message="It prints."), line=2)
    assert "cell 2, line 2" in come_of(report(RIGHT, failed)).comments["double"]


def test_who_wrote_nothing_is_told_so():
    assert "No response." in come_of(report(RIGHT, PURE, attempted=False)).comments["double"]


def test_a_notebook_that_was_not_handed_in_is_worth_nothing():
    made = absent(KNOWN, look=True)
    assert scores(made) == {"double--correctness": 0.0, "double--purity": 0.0}
    assert made.content is None
    assert made.look
