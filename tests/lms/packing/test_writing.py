"""A package is written whole or not at all, over what jitgrade wrote itself and nothing else."""

from __future__ import annotations

import io
import stat
import tarfile
import zipfile

import pytest

from grader.lms.packing.errors import PackingError
from grader.lms.packing.nouns import File
from grader.lms.packing.writing import refuse_foreign, tar, write, zipped

FILES = {
    "run": File(data=b"#!/bin/sh\n", executable=True),
    "package.json": File(data=b'{"schema": "jitgrade/package/1"}'),
    "course/course.yaml": File(data=b"title: T\n"),
}


def test_archives_tell_modes_and_neither_times_nor_users():
    with zipfile.ZipFile(io.BytesIO(zipped(FILES))) as archive:
        entries = {entry.filename: entry for entry in archive.infolist()}
    assert list(entries) == sorted(FILES)
    assert {entry.date_time for entry in entries.values()} == {(1980, 1, 1, 0, 0, 0)}
    assert entries["run"].external_attr >> 16 == 0o700
    assert entries["package.json"].external_attr >> 16 == 0o600
    with tarfile.open(fileobj=io.BytesIO(tar(FILES, compressed=True))) as archive:
        assert {(one.mtime, one.uid, one.uname) for one in archive.getmembers()} == {(0, 0, "")}
        assert archive.getmember("run").mode == 0o700


@pytest.mark.parametrize("make", [zipped, tar, lambda files: tar(files, compressed=True)])
def test_the_order_of_files_does_not_matter(make):
    assert make(FILES) == make(dict(reversed(FILES.items())))


def test_a_folder_holds_the_files_with_their_modes(tmp_path):
    out = tmp_path / "out"
    write(out, FILES)
    assert (out / "course" / "course.yaml").read_bytes() == b"title: T\n"
    assert stat.S_IMODE((out / "run").stat().st_mode) == 0o700
    assert [path.name for path in out.parent.iterdir()] == ["out"]


@pytest.mark.parametrize("content", [FILES, zipped(FILES)], ids=["folder", "file"])
def test_what_jitgrade_wrote_is_replaced(tmp_path, content):
    out = tmp_path / "out"
    write(out, content)
    refuse_foreign(out)
    write(out, content)
    refuse_foreign(out)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_file_that_is_gone_from_the_package_is_gone_from_the_folder(tmp_path):
    write(tmp_path / "out", FILES)
    write(tmp_path / "out", {"run": FILES["run"]})
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [".jitgrade", "run"]


def test_another_s_folder_is_left_alone(tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.tex").touch()
    with pytest.raises(PackingError, match="is there already and is no package of ours"):
        refuse_foreign(tmp_path / "out")


def test_an_empty_folder_is_as_good_as_none(tmp_path):
    (tmp_path / "out").mkdir()
    refuse_foreign(tmp_path / "out")
    write(tmp_path / "out", FILES)
    assert (tmp_path / "out" / "run").exists()


@pytest.mark.parametrize("data", [b"", b"text", zipped({"package.json": File(data=b"{}")})])
def test_another_s_file_is_left_alone(tmp_path, data):
    (tmp_path / "out.zip").write_bytes(data)
    with pytest.raises(PackingError, match="is there already and is no package of ours"):
        refuse_foreign(tmp_path / "out.zip")


def test_a_folder_that_somebody_changed_is_left_alone(tmp_path):
    write(tmp_path / "out", FILES)
    (tmp_path / "out" / "package.json").write_text("{}")
    with pytest.raises(PackingError, match="was changed since jitgrade wrote it"):
        refuse_foreign(tmp_path / "out")


def test_what_cannot_be_written_leaves_what_was_there(tmp_path, monkeypatch):
    write(tmp_path / "out", FILES)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    with pytest.raises(PackingError, match="out cannot be written: No space left on device"):
        write(tmp_path / "out", FILES | {"more": File(data=b"")})
    monkeypatch.undo()
    refuse_foreign(tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_a_zip_of_ours_that_was_changed_since_is_not_replaced(tmp_path):
    path = tmp_path / "out.zip"
    write(path, zipped(FILES))
    refuse_foreign(path)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("mine.txt", "notes")
    with pytest.raises(PackingError, match="was changed since jitgrade wrote it"):
        refuse_foreign(path)
