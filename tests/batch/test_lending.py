"""Processes of a batch share fork servers: each has workers of its own there, and one that goes takes only its own."""

import os
import sys
import time

import psutil
import pytest

from grader.batch import lending
from grader.batch.lending import Lender
from grader.model.answers import Loaded
from grader.model.exercise import Limits
from grader.model.questions import Load
from grader.sandbox.server import Server
from grader.sandbox.tiers import NoIsolationError
from grader.sandbox.workshop import Workshop

linux_only = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the fork server is for Linux")
LOAD = Load(source=b"def f(x):\n    return x\n", name="answer.py", function="f", jit="none", shape=(1, ()))


@pytest.fixture(scope="module")
def lender():
    with Lender("cpu") as lender:
        yield lender


def _runs(pid):
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _ends(pid):
    until = time.monotonic() + 10
    while _runs(pid) and time.monotonic() < until:
        time.sleep(0.01)
    return not _runs(pid)


@linux_only
def test_clients_of_one_server_have_workers_of_their_own(lender):
    with Workshop(loan=lender.lend()) as one, Workshop(loan=lender.lend()) as other:
        first, second = one.open(LOAD, Limits()), other.open(LOAD, Limits())
        assert isinstance(first.loaded, Loaded)
        assert isinstance(second.loaded, Loaded)
        assert first._body.pid != second._body.pid
        first.close()
        assert _runs(second._body.pid)


@linux_only
def test_the_workers_of_a_client_that_is_gone_end_and_no_others(lender):
    with Workshop(loan=lender.lend()) as other:
        gone = Workshop(loan=lender.lend())
        first, second = gone.open(LOAD, Limits()), other.open(LOAD, Limits())
        assert isinstance(first.loaded, Loaded)
        assert isinstance(second.loaded, Loaded)
        for held in (gone._processes._line, gone._switchboard, first._body):  # all that it holds, as when it dies
            held.close()
        assert _ends(first._body.pid)
        assert _runs(second._body.pid)
        assert isinstance(other.open(LOAD, Limits()).loaded, Loaded)


@linux_only
def test_a_client_has_the_tier_of_the_server(lender):
    loan = lender.lend()
    with Workshop(loan=loan) as workshop:
        assert workshop.tier == loan.tier


@linux_only
def test_without_a_server_that_lives_nothing_is_lent():
    with Lender("cpu") as lender:
        loan = lender.lend()
        assert loan is not None
        with Workshop(loan=loan) as workshop:
            assert isinstance(workshop.open(LOAD, Limits()).loaded, Loaded)
            lender._servers[0][0].kill()
            workshop._switchboard.wait(lambda: not workshop.lives, 10)
            assert not workshop.lives
        assert lender.lend() is None


@linux_only
def test_nothing_is_lent_where_the_isolation_cannot_be_had(monkeypatch):
    def settle(_, required):
        raise NoIsolationError(f"no {required}")

    monkeypatch.setattr(Server, "settle", settle)
    with Lender("cpu", "namespaces") as lender:
        assert lender.lend() is None


@linux_only
def test_four_clients_share_a_server():
    with Lender("cpu") as lender:
        lender.widen(4)
        assert len(lender._servers) == 1
        lender.widen(5)
        assert len(lender._servers) == 2
        loans = [lender.lend() for _ in range(3)]
        for loan in loans:
            os.close(loan.line)
        assert [loan.scratch for loan in loans] == [lender._servers[place][0].mark for place in (0, 1, 0)]


def test_elsewhere_than_on_linux_there_is_nothing_to_lend(monkeypatch):
    monkeypatch.setattr(lending.sys, "platform", "darwin")
    with Lender("cpu") as lender:
        assert lender.lend() is None
