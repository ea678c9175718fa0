"""What a student's notebook becomes before nbgrader shows it: the instructor's in what is theirs, plain elsewhere."""

import json

import pytest

from grader.nbgrader.assigned import Cell, Notebook
from grader.nbgrader.sanitizing import sanitized

ANSWER = Cell(name="double", cell_type="code", source="def double(x):\n    ...", checksum="a" * 32, solution=True)
CHECK = Cell(
    name="double--correctness",
    cell_type="code",
    source='import grader\ngrader.check("exercise1", "correctness")',
    checksum="b" * 32,
    locked=True,
    points=4.0,
)
READ_ONLY = Cell(name="setup", cell_type="code", source="import jax", locked=True)
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
KNOWN = Notebook(name="week1", kernelspec=KERNEL, cells=(READ_ONLY, ANSWER, CHECK))
CODE = "def double(x):\n    return 2 * x"


def cell(source, name="", cell_type="code", **more):
    metadata = {"nbgrader": {"grade_id": name, "schema_version": 3}} if name else {}
    return {"cell_type": cell_type, "source": source, "metadata": metadata, **more}


def notebook(*cells, **more):
    return json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells, **more}).encode()


HANDED_IN = (cell("import jax", "setup"), cell(CODE, "double"), cell(CHECK.source, CHECK.name))


def kept(*cells):
    found = sanitized(notebook(*cells), KNOWN)
    return found, found.notebook["cells"]


def names(cells):
    return [one["metadata"].get("nbgrader", {}).get("grade_id", "") for one in cells]


def test_an_untouched_notebook_keeps_its_cells_and_gets_the_gradebooks_marks():
    found, cells = kept(*HANDED_IN)
    assert names(cells) == ["setup", "double", "double--correctness"]
    assert cells[1]["source"] == CODE
    assert cells[2]["metadata"]["nbgrader"] == {
        "schema_version": 3,
        "grade_id": "double--correctness",
        "grade": True,
        "solution": False,
        "locked": True,
        "task": False,
        "cell_type": "code",
        "checksum": "b" * 32,
        "points": 4.0,
    }
    assert found.notebook["metadata"]["kernelspec"] == KERNEL
    assert not found.missing


def test_outputs_and_foreign_metadata_go():
    output = {"output_type": "execute_result", "data": {"text/plain": "4.0"}, "metadata": {}, "execution_count": 9}
    found, cells = kept({**HANDED_IN[2], "outputs": [output], "metadata": {"tags": ["x"], "nbgrader": {"points": 99}}})
    assert all(one["outputs"] == [] for one in cells)
    assert b"tags" not in found.with_outputs({})
    assert b"99" not in found.with_outputs({})


def test_what_is_locked_gets_the_instructors_text_back():
    _, cells = kept(cell("import os", "setup"), HANDED_IN[1], cell("4.0", CHECK.name))
    assert [one["source"] for one in cells] == ["import jax", CODE, CHECK.source]


@pytest.mark.parametrize("mark", [{"grade": False}, {"grade": True, "solution": True, "points": 0}, {"locked": False}])
def test_a_students_marks_are_not_believed(mark):
    hostile = cell(CHECK.source, CHECK.name)
    hostile["metadata"]["nbgrader"] |= mark
    _, cells = kept(*HANDED_IN[:2], hostile)
    assert cells[2]["metadata"]["nbgrader"] == CHECK.mark()


def test_of_copies_the_last_counts_and_what_was_locked_is_no_code():
    _, cells = kept(*HANDED_IN, cell("def double(x):\n    return x", "double"), cell("4.0", CHECK.name))
    assert names(cells) == ["setup", "", "", "double", "double--correctness"]
    assert [one["cell_type"] for one in cells] == ["code", "code", "raw", "code", "code"]
    assert cells[3]["source"] == "def double(x):\n    return x"


def test_missing_cells_are_put_back_where_they_were():
    found, cells = kept(HANDED_IN[0], HANDED_IN[1], cell("double(2)"))
    assert names(cells) == ["setup", "double", "double--correctness", ""]
    assert found.missing == {"double--correctness"}
    assert cells[2]["source"] == CHECK.source


def test_a_notebook_that_lost_all_marks_gets_the_released_cells_after_its_own():
    found, cells = kept(cell(CODE), cell("double(2)"))
    assert names(cells) == ["", "", "setup", "double", "double--correctness"]
    assert found.missing == {"setup", "double", "double--correctness"}
    assert "missing" in cells[3]["source"]


def test_cells_of_unknown_names_become_ordinary_ones():
    _, cells = kept(*HANDED_IN, cell("1", "invented"), cell("2", "../../etc"))
    assert names(cells)[3:] == ["", ""]
    assert cells[3]["metadata"] == {}


def test_ids_that_are_there_twice_or_are_none_are_replaced():
    _, cells = kept(*({**one, "id": "same"} for one in HANDED_IN), cell("1", id="no id!"), cell("2", id=7))
    ids = [one["id"] for one in cells]
    assert len(set(ids)) == len(ids)
    assert ids[0] == "same"


def test_code_cells_are_numbered_as_reports_count_them():
    _, cells = kept(*HANDED_IN[:2], cell("words", cell_type="markdown"), HANDED_IN[2])
    assert [one.get("execution_count") for one in cells] == [1, 2, None, 3]


@pytest.mark.parametrize(
    "data", [None, b"", b"{", b"[]", b"null", b'{"cells": 3}', b"[" * 100_000, b"\xff\xfe", b'{"worksheets": []}']
)
def test_what_is_no_notebook_gives_the_released_cells_and_says_so(data):
    found = sanitized(data, KNOWN)
    assert not found.readable
    assert names(found.notebook["cells"]) == ["", "setup", "double", "double--correctness"]
    assert "cannot be read" in found.notebook["cells"][0]["source"]


@pytest.mark.parametrize("odd", [3, None, "text", [], {"cell_type": "heading"}, {"cell_type": ["code"]}, {}])
def test_cells_of_no_kind_are_left_out(odd):
    _, cells = kept(*HANDED_IN, odd)
    assert len(cells) == 3


@pytest.mark.parametrize("source", [None, 3, {"a": 1}, [1, None]])
def test_a_source_that_is_no_text_is_empty(source):
    _, cells = kept(*HANDED_IN, cell(source))
    assert cells[3]["source"] == ""


def test_pictures_in_text_stay_where_they_are_pictures():
    picture = {"a.png": {"image/png": "iVBORw0KGgo="}}
    words = [cell("![](attachment:a.png)", cell_type="markdown", attachments=one) for one in (picture, [1], {"a": 1})]
    _, cells = kept(*words, *HANDED_IN)
    assert [one.get("attachments") for one in cells[:3]] == [picture, None, None]


def test_outputs_are_put_into_their_cells_with_the_cells_number():
    found, _ = kept(*HANDED_IN)
    result = {"output_type": "execute_result", "data": {"text/plain": "4.0"}, "metadata": {}, "execution_count": None}
    written = json.loads(found.with_outputs({CHECK.name: [result]}))
    assert written["cells"][2]["outputs"] == [{**result, "execution_count": 3}]
    assert written["cells"][1]["outputs"] == []


def test_what_is_written_is_a_valid_notebook():
    nbformat = pytest.importorskip("nbformat", reason="nbformat comes with nbgrader")
    found, _ = kept(*HANDED_IN, cell("words", cell_type="markdown"), cell("1", "double"))
    nbformat.validate(json.loads(found.with_outputs({})))


def test_what_is_kept_for_pages_is_cut_where_a_notebook_is_very_long():
    long = sanitized(notebook(cell("a" * 50, "double"), cell("b" * 50, "more"), *HANDED_IN[:1]), KNOWN)
    kept = [one["source"] for one in json.loads(long.with_outputs({}, most=60))["cells"]]
    texts = "".join(kept)
    assert ("a" * 50) in texts
    assert 0 < texts.count("b") < 50
    assert "What follows was cut here" in texts
    assert "cut here" not in long.with_outputs({}).decode()
