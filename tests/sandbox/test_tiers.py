"""Which isolation can be had, by what was tried, and what it does not keep out."""

from __future__ import annotations

import pytest

from grader.model.platforms import Platform
from grader.sandbox import probing, tiers
from grader.sandbox.tiers import TIERS, NoIsolationError, choose

NOTHING = {"namespaces": "no bubblewrap", "landlock": "an old kernel", "uid": "not root", "limits": ""}


@pytest.fixture
def missing(monkeypatch):
    """Says what is missing on this machine: a reason by tier."""

    def say(**reasons):
        monkeypatch.setattr(tiers, "obstacles", lambda: dict.fromkeys(TIERS, "") | reasons)

    return say


def test_the_best_tier_that_works_is_taken(missing):
    missing()
    assert choose().name == "namespaces"
    missing(namespaces="no bubblewrap")
    assert choose().name == "landlock"
    missing(**NOTHING)
    assert choose().name == "limits"


def test_a_tier_says_what_it_lacks(missing):
    missing(**NOTHING)
    assert any("network" in lack for lack in choose("limits").lacks)
    missing()
    assert choose().lacks == ()


def test_a_better_tier_than_there_is_is_refused_with_what_is_missing_for_each(missing):
    missing(**NOTHING)
    words = r"'landlock' or better.*'limits' \(landlock: an old kernel; namespaces: no bubblewrap\)"
    with pytest.raises(NoIsolationError, match=words):
        choose("landlock")


def test_a_weaker_tier_than_there_is_can_be_asked_for_by_name(missing):
    missing()
    assert [choose(exactly=name).name for name in TIERS] == list(TIERS)
    missing(uid="not root")
    with pytest.raises(NoIsolationError, match="'uid' does not work here: not root"):
        choose(exactly="uid")


def test_a_lesser_requirement_is_met_by_a_better_tier(missing):
    missing()
    assert choose("limits").name == "namespaces"


def test_an_unknown_tier_is_refused_with_the_known_ones():
    with pytest.raises(NoIsolationError, match=", ".join(TIERS)):
        choose("strong")
    with pytest.raises(NoIsolationError, match=", ".join(TIERS)):
        choose(exactly="strong")


def test_without_a_fork_server_there_is_the_weakest_only():
    assert choose(forks=False).name == "limits"


def test_where_others_cannot_read_python_workers_open_files_as_its_owner_and_that_is_said(missing, monkeypatch):
    missing(namespaces="no bubblewrap")
    monkeypatch.setattr(tiers.os, "geteuid", lambda: 0)
    monkeypatch.setattr(tiers, "closed_python", lambda: "closed")
    assert any("owner of this Python" in lack for lack in choose().lacks)
    monkeypatch.setattr(tiers, "closed_python", lambda: "")
    assert not any("owner of this Python" in lack for lack in choose().lacks)


def test_without_bubblewrap_the_reason_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(probing, "find", lambda: "")
    monkeypatch.setattr(probing.sys, "platform", "linux")
    monkeypatch.setattr(probing, "PLATFORMS", {})
    probing._obstacle.cache_clear()
    try:
        assert "apt install bubblewrap" in probing.obstacles()["namespaces"]
    finally:
        probing._obstacle.cache_clear()


def test_a_machine_with_an_accelerator_has_the_weakest_only_and_says_why(monkeypatch):
    monkeypatch.setattr(probing, "PLATFORMS", {"npu": Platform(name="npu", reported=("npu",), nodes=("null",))})
    probing._obstacle.cache_clear()
    try:
        found = dict(probing.obstacles())
    finally:
        probing._obstacle.cache_clear()
    assert not found.get("limits")
    assert all("/dev/null" in found[name] or "only Linux" in found[name] for name in TIERS[:-1])
