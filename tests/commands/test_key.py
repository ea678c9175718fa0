"""The key of a grader: made once, for its owner alone, or where one says."""

from __future__ import annotations

import os
import subprocess
import sys

import click
import pytest

from grader.commands.key import VARIABLE, key

posix = pytest.mark.skipif(os.name != "posix", reason="permissions and places are those of POSIX")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A home without a key."""
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(click, "get_app_dir", lambda name: str(tmp_path / "settings" / name))
    return tmp_path / "settings" / "jitgrade"


def test_it_is_made_at_its_first_use_and_stays(home):
    first = key()
    assert len(first) == 32
    assert key() == first
    assert [path.name for path in home.iterdir()] == ["report.key"]


@posix
def test_its_owner_alone_can_read_it(home):
    key()
    assert (home / "report.key").stat().st_mode & 0o777 == 0o600
    assert home.stat().st_mode & 0o777 == 0o700


MAKE = """
import sys, click
click.get_app_dir = lambda name: sys.argv[1]
from grader.commands.key import key
print(key().hex())
"""


def test_processes_that_make_it_at_once_agree(tmp_path):
    command = [sys.executable, "-c", MAKE, str(tmp_path / "settings")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    told = {process.communicate(timeout=60)[0].strip() for process in running}
    assert len(told) == 1
    assert len(told.pop()) == 64


def test_a_file_system_without_links_will_do(home, monkeypatch):
    def unsupported(*_):
        raise OSError

    monkeypatch.setattr(os, "link", unsupported)
    assert key() == key()
    assert [path.name for path in home.iterdir()] == ["report.key"]


def test_where_none_can_be_made_there_is_none(tmp_path):
    (tmp_path / "settings").write_text("a file, where a folder should be")
    assert key() == b""


def test_a_variable_names_another_file(tmp_path, monkeypatch, home):
    (tmp_path / "shared.key").write_bytes(b"s" * 40)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "shared.key"))
    assert key() == b"s" * 40
    assert not home.exists()


@pytest.mark.parametrize("data", [None, b"", b"s" * 31])
def test_a_file_that_is_named_and_holds_no_key_is_refused(tmp_path, monkeypatch, data):
    if data is not None:
        (tmp_path / "shared.key").write_bytes(data)
    monkeypatch.setenv(VARIABLE, str(tmp_path / "shared.key"))
    with pytest.raises(click.UsageError, match=r"shared\.key"):
        key()
