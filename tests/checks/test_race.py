"""How blocks are sized, on given seconds."""

from itertools import chain, repeat

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
