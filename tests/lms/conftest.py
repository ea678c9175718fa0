"""What the solution of the small course's first exercise answered, asked once for all tests of packages."""

from __future__ import annotations

import pytest

from grader.course import find_exercise, fingerprint, read_course, read_exercise
from grader.grading import workshop
from grader.lms.packing.course import seeds
from grader.release import expected
from tests.lms.handed_in import COURSE

KEY = b"a key"


@pytest.fixture(scope="session")
def recorded():
    """Its expectations file, for the seeds that this key draws."""
    course = read_course(COURSE)
    exercise = read_exercise(find_exercise(course, "1"), course)
    with workshop(device="cpu") as opened:
        return expected(exercise, exercise.solution, seeds(fingerprint(exercise), KEY), opened)
