"""Progress of a batch: how many of how many, how quickly, how long it will still take."""

import pytest

from grader.commands import pace
from grader.commands.pace import Pace, duration
from tests.batch.conftest import _graded as graded


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes on when told."""
    now = [100.0]
    monkeypatch.setattr(pace.time, "monotonic", lambda: now[0])
    return now


def test_rate_and_time_left_follow_from_what_was_graded_so_far(clock):
    told = []
    progress = Pace(10, told.append)
    for student in ("ada", "bob"):
        clock[0] += 6.0
        progress(graded(student))
    assert told[-1] == "2 of 10 graded, 10 a minute, 48 s left"
    assert progress.statuses == {"passed": 2}


def test_what_is_timed_once_more_is_not_graded_twice():
    told = []
    progress = Pace(1, told.append)
    progress(graded("ada"))
    progress(graded("ada"))
    assert told[-1] == "1 of 1 graded, timing once more what noise left pending"
    assert progress.statuses.total() == 1


def test_without_a_terminal_a_line_is_told_now_and_then(clock, capsys):
    progress = Pace(3, lambda _: None)
    for seconds, student in ((1.0, "ada"), (31.0, "bob"), (2.0, "cy")):
        clock[0] += seconds
        progress(graded(student))
    assert capsys.readouterr().err == "2 of 3 graded, 4 a minute, 16 s left\n"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "0 s"),
        (29, "29 s"),
        (31, "31 s"),
        (80, "1 min"),
        (3540, "59 min"),
        (3600, "1 h 0 min"),
        (9000, "2 h 30 min"),
    ],
)
def test_times_are_told_in_their_largest_units(seconds, words):
    assert duration(seconds) == words
