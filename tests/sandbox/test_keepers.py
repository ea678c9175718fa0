"""Who keeps others from reading a place, by the permissions on the way to it."""

from __future__ import annotations

import os

import pytest

from grader.sandbox.folders import keepers, open_to_all

pytestmark = pytest.mark.skipif(os.name != "posix", reason="permissions are told so on POSIX only")


@pytest.fixture
def place(tmp_path):
    """A file that all may read, in a folder that all may enter; what lies above is the machine's."""
    path = tmp_path / "inner" / "file"
    path.parent.mkdir()
    path.write_text("")
    path.chmod(0o644)
    path.parent.chmod(0o755)
    return path


@pytest.fixture
def above(place):
    """Who keeps others from the folder that the place lies in."""
    return keepers(place)


def test_a_file_that_others_may_not_read_is_kept_by_its_owner(place, above):
    place.chmod(0o600)
    assert keepers(place) == above | {os.getuid()}
    assert not open_to_all(place)


def test_a_folder_on_the_way_that_others_may_not_enter_is_kept_by_its_owner(place, above):
    place.parent.chmod(0o744)
    assert keepers(place) == above | {os.getuid()}
    assert not open_to_all(place)


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root can give files away")
def test_all_owners_on_the_way_are_told(place, above):
    place.chmod(0o600)
    os.chown(place, 12345, 12345)
    place.parent.chmod(0o700)
    assert keepers(place) == above | {0, 12345}


def test_a_place_that_all_can_read_is_kept_by_nobody():
    assert keepers("/") == set()
    assert open_to_all("/")


def test_a_place_that_is_not_there_is_open_to_nobody(place):
    assert not open_to_all(place / "absent")
