"""How blocks are sized, on given seconds."""

import random
from itertools import chain, count, repeat

import pytest

from grader.checks.race import Race, Racer


class _Worker:
    """A worker whose calls take what it is given; the last for ever."""

    waited = None
    processor_seconds = None

    def __init__(self, *taken):
        self._taken = chain(taken, repeat(taken[-1]))
        self.seconds = 0.0

    def ask(self, _):
        self.seconds = next(self._taken)

    def resume(self):
        pass

    pause = resume


def _racer(*taken):
    return Racer(_Worker(*taken), lambda: None, lambda _: None)


@pytest.mark.parametrize(("seconds", "calls"), [(1.0, 1), (1e-3, 2), (1e-4, 20), (1e-6, 64)])
def test_a_block_has_as_many_calls_as_take_two_milliseconds(seconds, calls):
    racer = _racer(seconds)
    racer.warm()
    assert racer.calls == calls


def test_first_calls_after_a_stop_do_not_size_a_block():
    racer = _racer(0.3, 2.5e-3, 2.5e-3, 2.5e-3, 1e-4)
    racer.warm()
    assert racer.calls == 20


def test_sides_that_take_alike_get_as_many_calls():
    race = Race(_racer(1e-3), _racer(0.6e-3), host=False, idle=0.0, budget=0.0)
    race.run(1.0)
    assert len(race.pairs[0].submission.walls) == len(race.pairs[0].baseline.walls) == 4


def test_who_takes_long_is_not_called_as_often_as_who_is_quick():
    race = Race(_racer(1e-4), _racer(0.5), host=False, idle=0.0, budget=0.0)
    race.run(1.0)
    assert (len(race.pairs[0].submission.walls), len(race.pairs[0].baseline.walls)) == (20, 1)


def _every(period):
    return lambda _: (number % period == 0 for number in count())


def _in_runs(length):
    return lambda _: (number // length % 2 == 1 for number in count())


def _drawn(share):
    return lambda rng: (rng.random() < share for _ in count())


_NEVER = _drawn(0)


def _won(seed, call, *, slower=1.0, slow=_NEVER, noise=0.05):
    """Whether who is quick in most calls passes: 20 times as fast then, where 10 times is asked; ``slow`` tells when.

    A call that takes so many times ``slower`` is one of those. Each call is disturbed at random, one in thirty by much.
    """
    rng = random.Random(seed)

    def disturbed(seconds):
        return seconds * (1 + abs(rng.gauss(0, noise))) * (rng.uniform(1, 4) if rng.random() < 1 / 30 else 1)

    def taken(seconds, is_slow):
        return (disturbed(seconds * (slower if one else 1)) for one in is_slow)

    own, other = _racer(1.0), _racer(1.0)
    own.worker._taken, other.worker._taken = taken(call, slow(rng)), taken(20 * call, _NEVER(rng))
    race = Race(own, other, host=False, idle=0.0, budget=1e9)
    now = race.run(10.0)
    return now.verdict == "faster" and race.usual_ratio(now.by) >= 10.0


CALLS = pytest.mark.parametrize("call", [1e-5, 4e-4, 3e-3])


@CALLS
@pytest.mark.parametrize(
    ("slow", "share"),
    [
        (_every(2), 1 / 2),
        (_every(3), 1 / 3),
        (_every(5), 1 / 5),
        (_in_runs(3), 1 / 2),
        (_in_runs(20), 1 / 2),
        (_drawn(0.5), 0.5),
        (_drawn(0.3), 0.3),
    ],
)
def test_who_is_slow_by_turns_does_not_pass_in_whatever_pattern(call, slow, share):
    slower = (2 / 0.6 - (1 - share)) / share  # so that on average it reaches 0.6 of what is asked
    assert not any(_won(seed, call, slower=slower, slow=slow) for seed in range(5))


@CALLS
@pytest.mark.parametrize("noise", [0.01, 0.05, 0.3])
def test_who_does_the_same_work_in_each_call_passes_on_a_noisy_machine(call, noise):
    assert all(_won(seed, call, noise=noise) for seed in range(5))
