"""``grade doctor``, with a real worker."""

from __future__ import annotations

import pytest

from grader import cli
from grader.commands.doctor import spread


@pytest.mark.parametrize(
    ("seconds", "expected"), [([1.0, 1.0, 1.0], 0.0), ([1.0, 2.0, 9.0], 1.0), ([2.0], 0.0), ([4.0, 1.0, 1.5], 0.5)]
)
def test_the_spread_is_the_medians_distance_from_the_fastest(seconds, expected):
    assert spread(seconds) == expected


def test_the_doctor_tells_versions_device_isolation_log_and_noise(capsys):
    assert cli.run(["doctor"]) == 0
    told = capsys.readouterr().out
    rows = {line.split("  ")[0] for line in told.splitlines()}
    expected = {"jitgrade", "Python", "jax", "jaxlib", "isolation", "device", "compile log", "cores", "noise"}
    assert expected <= rows
