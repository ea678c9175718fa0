"""Which isolation can be had, and what it does not keep out."""

from __future__ import annotations

import pytest

from grader.sandbox.tiers import TIERS, NoIsolationError, choose


def test_the_tier_says_what_it_lacks():
    assert any("network" in lack for lack in choose("limits").lacks)


def test_a_better_tier_than_there_is_is_refused_by_name():
    with pytest.raises(NoIsolationError, match=r"'namespaces' or better.*'limits'"):
        choose("namespaces")


def test_an_unknown_tier_is_refused_with_the_known_ones():
    with pytest.raises(NoIsolationError, match=", ".join(TIERS)):
        choose("strong")
