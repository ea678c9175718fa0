"""``grade doctor``, with a real worker."""

from __future__ import annotations

from functools import partial

from grader import cli
from grader.sandbox import tiers, workshop


def test_the_doctor_tells_versions_device_isolation_log_and_speed(capsys):
    assert cli.run(["doctor"]) == 0
    told = capsys.readouterr().out
    rows = {line.split("  ")[0] for line in told.splitlines()}
    expected = {"jitgrade", "Python", "jax", "jaxlib", "isolation", "device", "compile log", "cores", "speed"}
    assert expected <= rows


def test_the_doctor_tells_what_reports_on_the_course_of_this_folder_promise(monkeypatch, tmp_path, capsys):
    (tmp_path / "course.yaml").write_text("title: A course that everybody can read\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(workshop, "choose", lambda *_, **__: tiers._KNOWN["uid"])
    monkeypatch.setattr(workshop, "entered_by_all", lambda folder: folder == tmp_path.resolve())
    monkeypatch.setattr(workshop, "Workshop", partial(workshop.Workshop, fork=False))
    assert cli.run(["doctor"]) == 0
    rows = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    place = rows.index(["isolation", "limits"])
    assert rows[place + 1][1].startswith(f"everybody on this machine can enter {tmp_path.resolve()}")
