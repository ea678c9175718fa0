"""What a control group says of memory, as a process sees it, in both of the system's versions, in containers or not."""

import pytest

from grader.sandbox.control_group import memory_limit, times_out_of_memory

BOTH = pytest.mark.parametrize("version", ["one", "two"])
FILES = {"one": ("memory.limit_in_bytes", "memory.oom_control"), "two": ("memory.max", "memory.events")}


@pytest.fixture
def seen(tmp_path):
    """Writes what a process sees: the text of a limit and of kills, at a path below the mount."""

    def write(version, limit, kills="", path="", told="/"):
        mount = tmp_path / "mount"
        folder = (mount / "memory" if version == "one" else mount) / path
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in zip(FILES[version], (limit, kills), strict=True):
            (folder / name).write_text(text)
        of_process = tmp_path / "cgroup"
        of_process.write_text(f"9:name=systemd:/\n4:memory:{told}\n0::/\n" if version == "one" else f"0::{told}\n")
        return mount, of_process

    return write


@BOTH
def test_the_limit_of_the_group_is_told(seen, version):
    assert memory_limit(*seen(version, "805306368\n", path="a/b", told="/a/b")) == 768 << 20


@BOTH
def test_a_group_has_no_more_than_those_around_it(seen, version):
    seen(version, "1000\n")
    assert memory_limit(*seen(version, "2000\n", path="a", told="/a")) == 1000


@BOTH
def test_in_a_container_the_group_is_the_root_whatever_its_path_is_outside(seen, version):
    assert memory_limit(*seen(version, "1000\n", told="/docker/0123")) == 1000


@pytest.mark.parametrize(("version", "text"), [("one", "9223372036854771712\n"), ("two", "max\n")])
def test_no_limit_is_none(seen, version, text):
    assert memory_limit(*seen(version, text)) is None


def test_without_control_groups_there_is_no_limit(tmp_path):
    assert memory_limit(tmp_path / "none", tmp_path / "none") is None
    assert times_out_of_memory(tmp_path / "none", tmp_path / "none") == 0


@pytest.mark.parametrize(
    ("version", "kills"),
    [("one", "oom_kill_disable 0\nunder_oom 0\noom_kill 3\n"), ("two", "low 0\nmax 7\noom 4\noom_kill 3\n")],
)
def test_kills_are_counted(seen, version, kills):
    assert times_out_of_memory(*seen(version, "1000", kills)) == 3
