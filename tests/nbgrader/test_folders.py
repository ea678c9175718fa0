"""The folder of a graded submission: whole or not at all, with the instructor's files, and nothing but files."""

import os
import stat
from types import SimpleNamespace

import pytest

from grader.batch.whole import OutputError
from grader.nbgrader import folders

HERE = {"week1": b"graded\n"}
posix = pytest.mark.skipif(os.name != "posix", reason="permissions and links as POSIX has them")


@pytest.fixture
def classroom(tmp_path):
    """A course folder with a data file of the instructor's."""
    source = tmp_path / "source" / "week1"
    source.mkdir(parents=True)
    (source / "data.csv").write_text("theirs")
    (source / "week1.ipynb").write_text("the solution")
    return SimpleNamespace(
        source=lambda _: source,
        ignores=lambda name: name in ("__pycache__", ".ipynb_checkpoints"),
        not_overwritten=lambda _: frozenset({"notes.txt"}),
        permissions=0o444,
        shared=False,
    )


@pytest.fixture
def handed_in(tmp_path):
    """What a student handed in."""
    folder = tmp_path / "submitted" / "ada" / "week1"
    (folder / "more").mkdir(parents=True)
    (folder / "__pycache__").mkdir()
    for name in ("timestamp.txt", "week1.ipynb", "data.csv", "more/own.txt", "__pycache__/a.pyc"):
        (folder / name).write_text("student's")
    return folder


@pytest.fixture
def place(tmp_path):
    """Where it goes."""
    return tmp_path / "autograded" / "ada" / "week1"


def put(classroom, handed_in, place, notebooks=HERE):
    folders.put(folders.build(classroom, "week1", handed_in, place, notebooks), place)
    return {path.relative_to(place).as_posix(): path.read_text() for path in place.rglob("*") if path.is_file()}


def test_it_holds_graded_notebooks_side_files_and_the_instructors_data(classroom, handed_in, place):
    assert put(classroom, handed_in, place) == {
        "timestamp.txt": "student's",
        "week1.ipynb": "graded\n",
        "data.csv": "theirs",
        "more/own.txt": "student's",
    }


def test_files_that_students_may_change_stay_theirs(classroom, handed_in, place):
    for folder in (classroom.source(""), handed_in):
        (folder / "notes.txt").write_text(folder.parts[-2])
    assert put(classroom, handed_in, place)["notes.txt"] == "ada"


def test_what_was_there_is_replaced_as_a_whole(classroom, handed_in, place):
    put(classroom, handed_in, place)
    (handed_in / "more" / "own.txt").unlink()
    assert "more/own.txt" not in put(classroom, handed_in, place)
    assert [path.name for path in place.parent.iterdir()] == ["week1"]


@posix
def test_files_can_only_be_read(classroom, handed_in, place):
    put(classroom, handed_in, place)
    assert {stat.S_IMODE(path.stat().st_mode) for path in place.rglob("*") if path.is_file()} == {0o444}


@posix
def test_links_and_pipes_are_not_copied(classroom, handed_in, place, tmp_path):
    (tmp_path / "secret").write_text("the gradebook")
    (handed_in / "link.txt").symlink_to(tmp_path / "secret")
    (handed_in / "folder").symlink_to(tmp_path)
    os.mkfifo(handed_in / "pipe")
    assert "the gradebook" not in put(classroom, handed_in, place).values()
    assert not any((place / name).exists() for name in ("link.txt", "folder", "pipe"))


def test_a_students_folder_with_the_name_of_a_data_file_gives_way(classroom, handed_in, place):
    (handed_in / "data.csv").unlink()
    (handed_in / "data.csv").mkdir()
    (handed_in / "data.csv" / "x").write_text("")
    assert put(classroom, handed_in, place)["data.csv"] == "theirs"


@pytest.mark.parametrize("left", [".week1.part", ".week1.old"])
def test_what_a_killed_run_left_is_taken_away(classroom, handed_in, place, left):
    (place.parent / left / "more").mkdir(parents=True)
    (place.parent / left / "more" / "half").write_text("")
    put(classroom, handed_in, place)
    assert [path.name for path in place.parent.iterdir()] == ["week1"]


def test_a_folder_that_was_built_and_not_put_leaves_what_is_there(classroom, handed_in, place):
    put(classroom, handed_in, place)
    folders.build(classroom, "week1", handed_in, place, {"week1": b"other"})
    assert (place / "week1.ipynb").read_bytes() == b"graded\n"


def test_notebooks_with_other_bytes_than_those_there_are_fresh(classroom, handed_in, place):
    assert folders.fresh(place, HERE) == {"week1"}
    put(classroom, handed_in, place)
    assert folders.fresh(place, HERE) == set()
    assert folders.fresh(place, {"week1": b"other"}) == {"week1"}


def test_a_place_that_cannot_be_written_is_named(classroom, handed_in, place):
    place.parent.parent.mkdir(parents=True)
    place.parent.write_text("a file")
    with pytest.raises(OutputError, match=r"autograded.ada.week1 cannot be written: "):
        put(classroom, handed_in, place)
