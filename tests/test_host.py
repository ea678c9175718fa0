"""Whether the machine can judge speed: what is found out is kept for some minutes, and found out anew after that."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from grader import host
from grader.host import Proof, prove, proven
from grader.sandbox.workshop import Workshop

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOISE = "This machine is too noisy to judge speed now: …"


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[Proof, int]]:
    """Asks for a proof at a time; tells how often the machine had to prove itself by then."""
    made: list[float] = []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))

    def ask(now: float, reason: str = "", platform: str = "cpu") -> tuple[Proof, int]:
        def fresh(_: object, platform: str) -> Proof:
            made.append(now)
            return Proof(at=now, platform=platform, same=1.0, more=1.1, reason=reason)

        monkeypatch.setattr(host, "prove", fresh)
        monkeypatch.setattr(host.time, "time", lambda: now)
        return proven(object(), platform), len(made)  # type: ignore[arg-type]

    return ask


def test_a_proof_holds_for_ten_minutes(at):
    assert at(1000.0)[1] == 1
    proof, made = at(1599.0)
    assert (proof.at, made) == (1000.0, 1)
    proof, made = at(1600.0)
    assert (proof.at, made) == (1600.0, 2)


def test_noise_is_looked_for_again_much_sooner(at):
    assert at(1000.0, NOISE)[0].reason == NOISE
    assert at(1029.0)[0].reason == NOISE
    assert at(1030.0)[0].reason == ""


def test_each_platform_proves_itself(at):
    at(1000.0)
    assert at(1001.0, platform="gpu")[1] == 2


def test_a_proof_of_the_future_or_none_at_all_is_made_anew(at, tmp_path):
    at(1000.0)
    assert at(900.0)[1] == 2
    for path in tmp_path.rglob("host-cpu.json"):
        path.write_text("{half")
    assert at(901.0)[1] == 3


def test_a_home_that_cannot_be_written_to_does_no_harm(at, tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    monkeypatch.setenv("LOCALAPPDATA", str(blocked))
    assert at(1000.0)[0].reason == ""
    assert at(1001.0)[1] == 2


def test_the_machine_races_a_program_against_itself_and_against_a_tenth_more():
    with Workshop() as workshop:
        proof = prove(workshop, "cpu")
    assert proof.platform == "cpu"
    assert proof.same > 0
    assert proof.more > 0
    assert not proof.reason or proof.reason.startswith("This machine is too noisy to judge speed now")
