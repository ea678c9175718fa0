"""What a workshop promises of its tier, by what of the course everybody on this machine can read."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from grader.sandbox import tiers, workshop
from grader.sandbox.folders import entered_by_all
from grader.sandbox.tiers import NoIsolationError
from grader.sandbox.workshop import Workshop

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="permissions are told from each other on POSIX systems only"),
    pytest.mark.skipif(not entered_by_all(tempfile.gettempdir()), reason="others cannot enter temporary folders here"),
]


@pytest.fixture
def made(monkeypatch):
    """Makes a workshop that takes itself to be in a tier; its workers are never started."""

    def make(tier, required=""):
        monkeypatch.setattr(workshop, "choose", lambda *_, **__: tiers._KNOWN[tier])
        return Workshop(fork=False, require_isolation=required)

    return make


@pytest.fixture
def folder():
    """A folder that everybody can enter."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        place.chmod(0o755)
        yield place


def test_uid_promises_no_more_than_limits_where_everybody_can_enter_the_course(made, folder):
    with made("uid") as one:
        one.keep(folder)
        assert (one.tier.name, one.promised.name) == ("uid", "limits")
        assert str(folder) in one.promised.lacks[0]
        assert "chmod 700" in one.promised.lacks[0]
        assert one.promised.lacks[1:] == one.tier.lacks


def test_it_says_so_once_for_each_folder(made, folder):
    with made("uid") as one:
        for place in (folder, folder, folder.parent):
            one.keep(place)
        assert len(one.promised.lacks) == 2 + len(one.tier.lacks)


def test_uid_keeps_its_promise_where_the_course_lies_in_a_closed_folder(made, folder):
    course = folder / "course"
    course.mkdir()
    course.chmod(0o755)
    folder.chmod(0o700)
    with made("uid") as one:
        one.keep(course)
        assert one.promised == one.tier


def test_a_folder_that_cannot_be_listed_is_open_to_whoever_knows_the_names(made, folder):
    folder.chmod(0o711)
    with made("uid") as one:
        one.keep(folder)
        assert one.promised.name == "limits"


def test_a_folder_that_is_somewhere_else_than_it_seems_is_looked_at_where_it_is(made, folder, tmp_path):
    tmp_path.chmod(0o700)
    (tmp_path / "course").symlink_to(folder)
    with made("uid") as one:
        one.keep(tmp_path / "course")
        assert one.promised.name == "limits"


def test_where_uid_is_required_an_open_course_is_refused(made, folder):
    with made("uid", "uid") as one, pytest.raises(NoIsolationError, match=r"'uid' is required, and everybody.*chmod"):
        one.keep(folder)


def test_where_limits_are_required_an_open_course_is_not_refused(made, folder):
    with made("uid", "limits") as one:
        one.keep(folder)
        assert one.promised.name == "limits"


@pytest.mark.parametrize("tier", ["namespaces", "landlock", "limits"])
def test_other_tiers_promise_the_same_wherever_the_course_lies(made, folder, tier):
    with made(tier, "limits") as one:
        one.keep(folder)
        one.admit("a seed")
        assert one.promised == one.tier


def test_what_else_is_open_to_everybody_takes_the_promise_of_uid_as_well(made):
    with made("uid") as one:
        one.admit("everybody can read the seed")
        assert one.promised.name == "limits"
        assert "everybody can read the seed" in one.promised.lacks
    with made("uid", "uid") as one, pytest.raises(NoIsolationError, match="everybody can read the seed"):
        one.admit("everybody can read the seed")
