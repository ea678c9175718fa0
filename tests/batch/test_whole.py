"""Files that appear whole or not at all."""

from __future__ import annotations

import stat
import subprocess
import sys

import pytest

from grader.batch.whole import OutputError, whole


def test_a_file_appears_under_its_name_once_it_is_whole(tmp_path):
    path = tmp_path / "marks.csv"
    with whole(path) as file:
        file.write("é\n")
        assert not path.exists()
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("marks.csv", "é\n".encode())]


def test_what_goes_wrong_on_the_way_leaves_what_was_there(tmp_path):
    path = tmp_path / "marks.csv"
    path.write_text("earlier")
    with pytest.raises(ZeroDivisionError), whole(path) as file:
        file.write(f"half{1 / 0}")
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("marks.csv", "earlier")]


def test_a_file_that_cannot_be_written_is_told_by_its_name(tmp_path):
    (tmp_path / "marks.csv").mkdir()
    with pytest.raises(OutputError, match=r"marks\.csv cannot be written"), whole(tmp_path / "marks.csv") as file:
        file.write("text")
    assert [one.name for one in tmp_path.iterdir()] == ["marks.csv"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_marks_are_for_their_owner_alone(tmp_path):
    with whole(tmp_path / "marks.csv") as file:
        file.write("text")
    assert stat.S_IMODE((tmp_path / "marks.csv").stat().st_mode) == 0o600


def test_nothing_stays_of_a_process_that_was_killed_on_the_way(tmp_path):
    script = f"""
import os, pathlib
from grader.batch.whole import whole
with whole(pathlib.Path({str(tmp_path / "marks.csv")!r})) as file:
    os._exit(9)
"""
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 9
    assert len(list(tmp_path.iterdir())) == 1
    with whole(tmp_path / "marks.csv") as file:
        file.write("text")
    assert [one.name for one in tmp_path.iterdir()] == ["marks.csv"]


def test_what_no_encoding_has_does_not_lose_the_file(tmp_path):
    with whole(tmp_path / "marks.csv") as file:
        file.write("half \ud800")
    assert (tmp_path / "marks.csv").read_text() == "half ?"
