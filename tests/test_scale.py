"""What docs/scale.md gives to copy can be used, and its estimate is the formula that it states."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

TEXT = (Path(__file__).parents[1] / "docs" / "scale.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
CLIENT = 200
"""Results a second that the client takes in."""


def blocks(language):
    return [body for name, body in BLOCKS if name == language]


@pytest.mark.parametrize("script", blocks("python"))
def test_a_script_is_python(script):
    compile(script, "scale.md", "exec")


def test_the_cluster_on_kubernetes_is_yaml_whose_words_are_strings():
    [text] = blocks("yaml")
    cluster, group = yaml.safe_load_all(text)
    specs = [cluster["spec"]["worker"], cluster["spec"]["scheduler"], group["spec"]["worker"]]
    containers = [container for spec in specs for container in spec["spec"]["containers"]]
    assert len(containers) == 3
    for container in containers:
        limits = container.get("resources", {}).get("limits", {})
        assert all(isinstance(word, str) for word in [*container["args"], *limits.values()])
    assert group["spec"]["cluster"] == cluster["metadata"]["name"]


def duration(seconds):
    """Seconds as the table tells them."""
    minutes = seconds / 60
    if minutes >= 100:
        return f"{minutes / 60:.1f} h"
    return f"{minutes:.0f} min" if minutes >= 10 else f"{minutes:.1f} min"


def test_the_estimate_is_the_formula_and_the_client_at_least():
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in TEXT.splitlines() if line.startswith("|")]
    start = next(number for number, row in enumerate(rows) if row[0] == "seconds a submission")
    cores = [int(cell.split()[0]) for cell in rows[start][2:]]
    estimates = rows[start + 2 :]
    assert len(estimates) == 3
    for seconds, hours, *durations in estimates:
        work = 100_000 * float(seconds)
        assert hours == f"{work / 3600:.1f}"
        for count, told in zip(cores, durations, strict=True):
            bound = 100_000 / CLIENT
            by_client = work / count < bound
            assert told == duration(max(work / count, bound)) + (" (client)" if by_client else "")
