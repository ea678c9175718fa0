"""What a course says of isolation binds whoever grades with it what others handed in."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader import grading
from grader.model.exercise import Course
from grader.sandbox import tiers
from grader.sandbox.tiers import NoIsolationError

POOR = {"namespaces": "no bubblewrap", "landlock": "an old kernel", "uid": "not root", "limits": ""}


@pytest.fixture
def course():
    return Course(folder=Path(__file__).parents[1], title="A course", exercises=(), isolation="landlock")


def test_a_course_s_isolation_is_required(monkeypatch, course):
    monkeypatch.setattr(tiers, "obstacles", lambda: POOR)
    with pytest.raises(NoIsolationError, match="'landlock' or better"):
        grading.workshop(course=course)


def test_a_stronger_requirement_of_one_s_own_counts(monkeypatch, course):
    monkeypatch.setattr(tiers, "obstacles", lambda: POOR | {"landlock": ""})
    with pytest.raises(NoIsolationError, match="'namespaces' or better"):
        grading.workshop(course=course, require_isolation="namespaces")


def test_a_weaker_requirement_of_one_s_own_does_not_count(monkeypatch, course):
    monkeypatch.setattr(tiers, "obstacles", lambda: POOR)
    with pytest.raises(NoIsolationError, match="'landlock' or better"):
        grading.workshop(course=course, require_isolation="limits")
