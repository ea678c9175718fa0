"""When a file counts as saved, by the ways in which editors do that."""

from __future__ import annotations

import os
import threading
import time

import pytest

from grader.commands.saves import Saves


@pytest.fixture
def mine(tmp_path):
    """The file that is watched; it is there."""
    path = tmp_path / "mine.py"
    path.write_text("x = 1\n")
    return path


@pytest.fixture
def saves(mine):
    """Its saves."""
    return Saves(mine.parent, lambda name: name == mine.name)


def told_while(saves, act):
    """What is told first when something is done in another thread, and whether more is to be told."""
    thread = threading.Thread(target=act)
    thread.start()
    name = saves.wait()
    thread.join()
    return name, saves.pending()


def test_a_file_written_in_place_was_saved(saves, mine):
    assert told_while(saves, lambda: mine.write_text("x = 2\n")) == ("mine.py", False)


def test_a_file_that_another_was_renamed_to_was_saved(saves, mine):
    other = mine.with_name(".mine.py.tmp")
    other.write_text("x = 1\n")
    assert told_while(saves, lambda: other.replace(mine)) == ("mine.py", False)


def test_a_file_that_is_emptied_and_then_filled_was_saved_once(saves, mine):
    def save():
        with mine.open("w") as file:
            time.sleep(0.1)
            file.write("x = 2\n")

    assert told_while(saves, save) == ("mine.py", False)


def test_a_file_that_is_moved_aside_and_written_anew_was_saved_once(saves, mine):
    def save():
        mine.rename(mine.with_name("mine.py~"))
        time.sleep(0.05)
        mine.write_text("x = 2\n")

    assert told_while(saves, save) == ("mine.py", False)


def test_a_file_that_goes_away_is_told_without_a_name(saves, mine):
    assert told_while(saves, mine.unlink) == ("", False)
    assert told_while(saves, lambda: mine.write_text("x = 1\n")) == ("mine.py", False)


def test_what_was_saved_without_a_change_was_saved(saves, mine):
    assert told_while(saves, lambda: os.utime(mine)) == ("mine.py", False)


def test_other_files_are_not_told_of(saves, mine):
    mine.with_name("other.py").write_text("")
    assert not saves.pending()


def test_a_save_while_nobody_waits_is_told_later(saves, mine):
    mine.write_text("x = 22\n")
    assert saves.pending()
    assert saves.wait() == "mine.py"


def test_of_several_files_the_one_saved_last_is_told_first(tmp_path):
    saves = Saves(tmp_path, lambda name: name.endswith(".py"))
    for name in ("late.py", "early.py"):
        (tmp_path / name).write_text("x = 1\n")
    os.utime(tmp_path / "early.py", (1, 1))
    assert [saves.wait(), saves.wait()] == ["late.py", "early.py"]
    assert saves.names == ["early.py", "late.py"]


def test_a_file_that_is_to_be_told_of_again_waits_for_those_that_were_saved(tmp_path):
    saves = Saves(tmp_path, lambda name: name.endswith(".py"))
    for name in ("one.py", "two.py", "gone.py"):
        (tmp_path / name).write_text("x = 1\n")
        assert saves.wait() == name
    (tmp_path / "two.py").write_text("x = 22\n")
    (tmp_path / "gone.py").unlink()
    for name in ("one.py", "two.py", "gone.py"):
        saves.again(name)
    assert [saves.wait(), saves.wait()] == ["two.py", "one.py"]
