"""No cheat against the grading earns points that it did not honestly earn, and its honest twin gets them all.

``python -m tests.attacks.cheats --rounds 20`` does the same again and again.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from types import SimpleNamespace

import pytest

from grader import host
from grader.grading import workshop

cheating = SimpleNamespace(**runpy.run_path(str(Path(__file__).with_name("cheats.py"))))


@pytest.fixture(autouse=True)
def _quiet(monkeypatch):
    """Takes the machine for quiet: whether it is has no part in what these tests say."""
    monkeypatch.setattr(host, "proven", lambda _, platform: host.Proof(at=0.0, platform=platform, same=1.0, more=1.1))


@pytest.fixture(scope="module")
def one_workshop():
    with workshop() as made:
        yield made


@pytest.mark.corpus
@pytest.mark.parametrize("cheat", cheating.cheats(), ids=lambda cheat: cheat.name)
def test_a_cheat_earns_no_more_than_its_honest_part(cheat, one_workshop):
    if not cheating.can_be_caught(cheat, one_workshop):
        pytest.skip(f"only a confined worker stops it, and here it is {one_workshop.tier.name}")
    assert cheating.caught(cheat, cheating.report_of(cheat, "cheat", one_workshop)) == ""


@pytest.mark.corpus
@pytest.mark.parametrize("cheat", cheating.cheats(), ids=lambda cheat: cheat.name)
def test_its_honest_twin_gets_all_points(cheat, one_workshop):
    assert cheating.spared(cheating.report_of(cheat, "honest", one_workshop)) == ""
