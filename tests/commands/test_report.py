"""``grade report``: where the page goes, by which rules it counts, and what it refuses."""

from __future__ import annotations

import os
import sys
import threading

import msgspec
import pytest

from grader import cli
from grader.batch.nouns import Begun, Order
from tests.batch.conftest import NOON
from tests.batch.conftest import _graded as graded


@pytest.fixture
def begun(tmp_path):
    """The beginning of a batch of a course that keeps half of what is late."""
    (tmp_path / "course" / "exercises").mkdir(parents=True)
    (tmp_path / "course" / "course.yaml").write_text("title: Jit\nlate: {0h: 0.5}\n")
    return Begun(batch="b1", at=NOON, order=Order(course=str(tmp_path / "course"), seed="00"), course="Jit, as graded")


@pytest.fixture
def write(tmp_path):
    """Writes a results file."""

    def make(*lines):
        path = tmp_path / "grades" / "results.jsonl"
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
        return path

    return make


@pytest.fixture
def results(tmp_path, begun, write):
    """The results of one student, whose report is filed."""
    report = tmp_path / "grades" / "reports" / "ada" / "03_abs_static.html"
    report.parent.mkdir(parents=True)
    report.touch()
    return write(begun, graded("ada", handed_in=NOON))


def test_the_page_goes_beside_the_results_that_a_folder_stands_for(results, capsys):
    assert cli.run(["report", str(results.parent)]) == 0
    page = results.with_name("class.html")
    assert 'href="reports/ada/03_abs_static.html"' in page.read_text()
    assert capsys.readouterr().err == f"The class is in {page}.\n"


def test_the_page_goes_where_it_is_asked_for_and_finds_the_reports_from_there(results, tmp_path):
    assert cli.run(["report", str(results), "--output", str(tmp_path / "page.html")]) == 0
    assert 'href="grades/reports/ada/03_abs_static.html"' in (tmp_path / "page.html").read_text()


def test_the_late_policy_is_that_of_the_course_that_was_graded(results):
    assert cli.run(["report", str(results), "--due", "2026-11-30T11:00"]) == 0
    text = results.with_name("class.html").read_text()
    assert ">5</a>" in text
    assert "Late policy: who is late keeps 50%." in text


def test_where_the_course_is_gone_marks_are_as_graded_and_that_is_said(write):
    away = Begun(batch="b1", at=NOON, order=Order(course="/no/such/course", seed="00"), course="Jit")
    path = write(away, graded("ada", handed_in=NOON))
    assert cli.run(["report", str(path), "--due", "2026-11-30T11:00"]) == 0
    text = path.with_name("class.html").read_text()
    assert '<td class="passed">10 ' in text
    assert "there is no course at /no/such/course; --course names it." in text


def test_what_counts_is_the_latest_result_whichever_batch_it_is_of(write, begun):
    path = write(begun, graded("ada", sha256="a"), graded("ada", "05_loop"), graded("ada", sha256="b", batch="b2"))
    assert cli.run(["report", str(path)]) == 0
    assert "<dt>submissions</dt><dd>2</dd>" in path.with_name("class.html").read_text()


@pytest.mark.parametrize("name", ["missing", "missing/results.jsonl"])
def test_a_path_without_results_is_refused_in_a_sentence(tmp_path, capsys, name):
    assert cli.run(["report", str(tmp_path / name)]) == 2
    assert f"grade: there are no results at {tmp_path / name}; name a results.jsonl" in capsys.readouterr().err


def test_results_that_hold_nothing_yet_are_refused_in_a_sentence(write, begun, capsys):
    path = write(begun)
    assert cli.run(["report", str(path)]) == 2
    assert f"grade: {path} has no result yet; `grade batch` writes them" in capsys.readouterr().err
    assert not path.with_name("class.html").exists()


def test_what_is_no_results_file_is_refused_with_its_line(tmp_path, capsys):
    path = tmp_path / "notes.txt"
    path.write_text("hello\n")
    assert cli.run(["report", str(path)]) == 2
    assert f"grade: {path}:1: it is no result that `grade batch` wrote" in capsys.readouterr().err


def test_the_page_never_takes_the_place_of_the_results(results, capsys):
    before = results.read_bytes()
    assert cli.run(["report", str(results), "--output", str(results)]) == 2
    assert f"--output: {results} holds the results; name another file." in capsys.readouterr().err
    assert results.read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_gets_the_page_and_stays_a_pipe(results, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = threading.Thread(target=lambda: got.append(pipe.read_text()))
    got: list[str] = []
    reading.start()
    assert cli.run(["report", str(results), "--output", str(pipe)]) == 0
    reading.join()
    assert got[0].startswith("<!doctype html>")
    assert pipe.is_fifo()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps no such permissions")
def test_marks_are_for_their_owner_alone_to_read(results):
    assert cli.run(["report", str(results)]) == 0
    assert results.with_name("class.html").stat().st_mode & 0o077 == 0


def test_a_page_that_cannot_be_written_is_refused_before_the_work(results, tmp_path, capsys):
    assert cli.run(["report", str(results), "--output", str(tmp_path / "no" / "page.html")]) == 2
    assert "--output: there is no folder" in capsys.readouterr().err
