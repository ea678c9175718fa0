"""nbgrader's folder: made, extended, never overwritten; and what is built into it."""

from __future__ import annotations

import json
import sys

import pytest

from grader.course import find_exercise, read_course, read_exercise
from grader.nbgrader import config
from grader.nbgrader.building import build
from grader.nbgrader.config import CONFIG
from grader.nbgrader.errors import NbgraderError
from tests.nbgrader.conftest import SMALL_COURSE

THEIRS = 'c = get_config()\nc.CourseDirectory.course_id = "theirs"\n# c.Autograde.exporter_class = "x"\n'


@pytest.fixture
def place(tmp_path):
    config.init(tmp_path / "class", SMALL_COURSE, "cs101")
    return config.find(tmp_path / "class")


@pytest.fixture
def course():
    return read_course(SMALL_COURSE)


@pytest.fixture
def exercises(course):
    return [read_exercise(find_exercise(course, word), course) for word in ("1", "2")]


def test_a_new_folder_has_a_config_that_says_all_and_a_place_for_sources(tmp_path):
    assert config.init(tmp_path / "class", SMALL_COURSE, "cs101") == "written"
    told = config.settings((tmp_path / "class" / CONFIG).read_text())
    assert told["CourseDirectory.course_id"] == "cs101"
    assert told["Autograde.exporter_class"] == "grader.nbgrader.exporter.Jitgrade"
    assert (tmp_path / "class" / "source").is_dir()


def test_a_config_that_is_there_keeps_each_of_its_words(tmp_path):
    (tmp_path / CONFIG).write_text(THEIRS)
    assert config.init(tmp_path, SMALL_COURSE, "cs101").startswith("extended")
    text = (tmp_path / CONFIG).read_text()
    assert text.startswith(THEIRS)
    assert config.settings(text)["CourseDirectory.course_id"] == "theirs"


@pytest.mark.skipif(sys.platform == "win32", reason="no limit there is like a full disk")
def test_on_a_full_disk_what_is_there_stays(tmp_path, course, exercises):
    import resource

    (tmp_path / CONFIG).write_text(THEIRS)
    (notebook,) = build(config.Folder(root=tmp_path), course, exercises[:1], "ps1")
    built = notebook.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(NbgraderError, match="cannot be written"):
            config.init(tmp_path, SMALL_COURSE, "cs101")
        with pytest.raises(NbgraderError, match="cannot be written"):
            build(config.Folder(root=tmp_path), course, exercises[:1], "ps1")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert (tmp_path / CONFIG).read_text() == THEIRS
    assert notebook.read_bytes() == built
    assert sorted(path.name for path in notebook.parent.iterdir()) == [notebook.name]


def test_doing_it_twice_changes_nothing(tmp_path):
    (tmp_path / CONFIG).write_text(THEIRS)
    config.init(tmp_path, SMALL_COURSE, "cs101")
    text = (tmp_path / CONFIG).read_text()
    assert config.init(tmp_path, SMALL_COURSE, "cs101").startswith("left as it is")
    assert (tmp_path / CONFIG).read_text() == text


def test_another_course_replaces_our_block_and_nothing_else(tmp_path):
    (tmp_path / CONFIG).write_text(THEIRS)
    config.init(tmp_path, SMALL_COURSE, "cs101")
    (tmp_path / CONFIG).write_text((tmp_path / CONFIG).read_text() + "c.Late.word = 'kept'\n")
    config.init(tmp_path, tmp_path / "elsewhere", "cs101")
    told = config.settings((tmp_path / CONFIG).read_text())
    assert told["Jitgrade.course"] == "elsewhere"
    assert told["Late.word"] == "kept"


@pytest.mark.parametrize(
    "line", ["c.Autograde.exporter_class = Mine", "c.Autograde.autograde_preprocessors.insert(0, 'mine.First')"]
)
def test_a_config_that_sets_the_same_is_left_alone_and_its_author_told_what_to_add(tmp_path, line):
    (tmp_path / CONFIG).write_text(f"{THEIRS}{line}\n")
    with pytest.raises(NbgraderError, match=r"\(line 4\) itself, so it was left as it is") as caught:
        config.init(tmp_path, SMALL_COURSE, "cs101")
    assert '"grader.nbgrader.autograding.Grade",' in str(caught.value)
    assert (tmp_path / CONFIG).read_text() == f"{THEIRS}{line}\n"


@pytest.mark.parametrize("text", [b"c = (", b"\xff\xfe"])
def test_a_config_that_is_no_python_is_told_with_its_name(tmp_path, text):
    (tmp_path / CONFIG).write_bytes(text)
    with pytest.raises(NbgraderError, match=CONFIG):
        config.init(tmp_path, SMALL_COURSE, "cs101")
    assert (tmp_path / CONFIG).read_bytes() == text


def test_outside_of_such_a_folder_one_is_told_how_to_make_it(tmp_path):
    with pytest.raises(NbgraderError, match="make a folder with `grade nbgrader init FOLDER`"):
        config.find(tmp_path)


def test_the_folder_is_found_from_within_and_knows_its_course(place):
    found = config.find(place.root / "source")
    assert found.root == place.root
    assert found.course.resolve() == SMALL_COURSE.resolve()


def test_a_config_s_own_layout_of_folders_is_followed(tmp_path):
    (tmp_path / CONFIG).write_text(
        'c.CourseDirectory.source_directory = "masters"\n'
        'c.CourseDirectory.directory_structure = "{assignment_id}/{nbgrader_step}/{student_id}"\n'
    )
    assert config.find(tmp_path).of("ps1") == tmp_path / "ps1" / "masters"


def test_each_exercise_has_a_notebook_of_its_name(place, course, exercises):
    made = build(place, course, exercises, "ps1")
    assert [path.relative_to(place.root).as_posix() for path in made] == [
        "source/ps1/exercise1.ipynb",
        "source/ps1/exercise2.ipynb",
    ]


def test_together_they_are_in_one_notebook_called_as_the_assignment(place, course, exercises):
    (made,) = build(place, course, exercises, "ps1", together=True)
    assert made.name == "ps1.ipynb"
    ids = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in json.loads(made.read_text())["cells"]]
    assert {"double", "brief"} <= set(ids)


@pytest.mark.parametrize("name", ["../ps1", "a+b", ".hidden", "", "a/b", "ps1 "])
def test_what_cannot_be_an_assignment_s_name_is_refused(place, course, exercises, name):
    with pytest.raises(NbgraderError, match="is no name for an assignment"):
        build(place, course, exercises, name)


def test_a_notebook_for_several_is_not_called_like_one_exercise(place, course, exercises):
    with pytest.raises(NbgraderError, match="'double' means exercise 01_double"):
        build(place, course, exercises, "double", together=True)


def test_what_was_built_is_built_again_and_what_was_edited_is_not(place, course, exercises):
    first, second = build(place, course, exercises, "ps1")
    build(place, course, exercises, "ps1")
    second.write_text(second.read_text().replace("# Exercise", "# My exercise"))
    first.write_bytes(first.read_bytes() + b"\n")
    with pytest.raises(NbgraderError, match=r"exercise2\.ipynb was edited since it was built"):
        build(place, course, exercises, "ps1")
    assert first.read_bytes().endswith(b"\n\n"), "nothing is written where one is refused"
    build(place, course, exercises, "ps1", force=True)
    assert "# My exercise" not in second.read_text()
