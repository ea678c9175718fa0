"""Which calls need the same programs, as far as their arguments tell."""

import pytest

from grader.checks.argument_types import evaluates_fixtures, types_of
from grader.model.questions import Arguments
from grader.model.values import Array, Fixture, Key, Mapping, Scalar, Sequence


def array(*shape, dtype="float32", byte=b"\0", **more):
    count = 4
    for length in shape:
        count *= length
    return Array(dtype=dtype, shape=shape, data=byte * count, **more)


def key(word):
    return Key(impl="threefry2x32", shape=(), data=word * 8)


def number(value):
    return Scalar(type=type(value).__name__, text=repr(value))


def listed(*items):
    return Sequence(type="list", items=items)


def of(*values, **named):
    return types_of(Arguments(positional=values, keyword=named))


SAME = {
    "arrays of other values": (array(3), array(3, byte=b"\1")),
    "floats of other values": (number(1.0), number(2.0)),
    "keys of other seeds": (key(b"\0"), key(b"\1")),
    "lists of the same types": (listed(array(3)), listed(array(3, byte=b"\1"))),
}
OTHER = {
    "arrays of other shapes": (array(3), array(4)),
    "arrays of other dtypes": (array(3), array(3, dtype="int32")),
    "a weak array": (array(), array(weak=True)),
    "a NumPy array": (array(3), array(3, origin="numpy")),
    "ints of other values, which may set a shape": (number(1), number(2)),
    "an int and a float": (number(1), number(1.0)),
    "a list of another length": (listed(array(3)), listed(array(3), array(3))),
    "a dict with another key": (Mapping(keys=("a",), items=(array(3),)), Mapping(keys=("b",), items=(array(3),))),
}


@pytest.mark.parametrize("kind", SAME)
def test_the_same_programs_serve(kind):
    one, two = SAME[kind]
    assert of(one) == of(two)


@pytest.mark.parametrize("kind", OTHER)
def test_other_programs_may_be_needed(kind):
    one, two = OTHER[kind]
    assert of(one) != of(two)


def test_an_argument_by_keyword_is_not_one_by_position():
    assert of(array(3)) != of(x=array(3))


def test_a_fixture_that_is_called_for_an_argument_is_seen_within_containers():
    made = Fixture(name="config", arguments=())
    assert evaluates_fixtures(Arguments(positional=(listed(made),)))


def test_a_fixture_that_is_only_looked_up_runs_nothing():
    assert not evaluates_fixtures(Arguments(keyword={"x": Fixture(name="config")}))
