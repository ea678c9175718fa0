"""Where a result goes: nothing that lay there is taken for it, and there is room for it on a disk that is full."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import closing, suppress

import pytest

from grader.lms.run_in.outlets import FileOutlet

DATA = b"{}" * 1000


@pytest.fixture
def place(tmp_path):
    """Where a result is to go."""
    return tmp_path / "results" / "results.json"


def test_a_result_is_written_whole(place):
    with closing(FileOutlet(place)) as outlet:
        assert not place.exists()
        outlet.write(DATA)
    assert place.read_bytes() == DATA
    assert list(place.parent.iterdir()) == [place]


def test_without_a_result_nothing_is_left(place):
    with closing(FileOutlet(place)):
        pass
    assert list(place.parent.iterdir()) == []


@pytest.mark.parametrize("kind", ["file", "link", "folder"])
def test_what_lay_there_is_gone_before_anything_is_graded(place, tmp_path, kind):
    place.parent.mkdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("kept")
    if kind == "file":
        place.write_text("forged")
    elif kind == "link":
        place.symlink_to(elsewhere)
    else:
        (place / "forged").mkdir(parents=True)
    with closing(FileOutlet(place)) as outlet:
        assert not os.path.lexists(place)
        outlet.write(DATA)
    assert place.read_bytes() == DATA
    assert elsewhere.read_text() == "kept"


@pytest.mark.parametrize("kind", ["file", "link", "folder"])
def test_what_is_put_there_meanwhile_is_not_what_the_platform_reads(place, tmp_path, kind):
    elsewhere = tmp_path / "elsewhere"
    with closing(FileOutlet(place)) as outlet:
        [part] = place.parent.iterdir()
        part.unlink()
        if kind == "file":
            part.write_text("forged")
        elif kind == "link":
            part.symlink_to(elsewhere)
            place.symlink_to(elsewhere)
        else:
            (place / "forged").mkdir(parents=True)
        outlet.write(DATA)
    assert place.read_bytes() == DATA
    assert not place.is_symlink()
    assert not elsewhere.exists()


def test_others_cannot_write_where_it_goes(place):
    place.parent.mkdir()
    place.parent.chmod(0o777)
    with closing(FileOutlet(place)):
        assert place.parent.stat().st_mode & 0o777 == 0o755


@pytest.fixture
def small_disk(tmp_path):
    """A disk of three megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=3m", "small", str(folder)]
    if os.name != "posix" or os.geteuid() or subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("only root can make a small disk")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder):
    """Writes until there is no room."""
    with (folder / "filler").open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(1 << 16))
    assert shutil.disk_usage(folder).free == 0


def test_there_is_room_for_it_on_a_disk_that_became_full(small_disk):
    place = small_disk / "results.json"
    with closing(FileOutlet(place)) as outlet:
        fill(small_disk)
        outlet.write(DATA * 100)
    assert place.read_bytes() == DATA * 100


def test_on_a_disk_that_was_full_from_the_start_there_is_no_half_result(small_disk):
    fill(small_disk)
    place = small_disk / "results.json"
    with closing(FileOutlet(place)) as outlet, pytest.raises(OSError, match="No space"):
        outlet.write(DATA * 100)
    assert not place.exists()
