"""Each use of a random key is told by its words, its lines and how often, wherever the key went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from grader.model.answers import Followed, Returned
from grader.model.questions import Arguments, Call, Follow
from grader.model.values import Key

if TYPE_CHECKING:
    from grader.model.key_use import KeyUse

HEAD = "import jax, jax.numpy as jnp\nfrom jax import lax, random\n"  # what follows begins on line 3
GIVEN = Key(impl="threefry2x32", shape=(), data=bytes(4) + (7).to_bytes(4, "little"))
WORDS = GIVEN.data.hex()


def follow(worker: Any, source: str) -> tuple[KeyUse, ...]:
    """The uses in a call of ``f`` with the key."""
    worker.load(HEAD + source, jit="submission")
    answer = worker.ask(Follow(arguments=Arguments(positional=(GIVEN,))))
    assert isinstance(answer, Followed), answer
    assert isinstance(answer.outcome, Returned), answer
    assert answer.whole
    return answer.uses


@pytest.mark.parametrize(
    ("source", "lines", "times"),
    [
        ("def f(key):\n    return [random.normal(key) for _ in range(3)]", (4,), 3),
        ("@jax.jit\ndef f(key):\n    return lax.fori_loop(0, 3, lambda _, x: x + random.normal(key), 0.0)", (5,), 3),
        ("@jax.jit\ndef f(key):\n    return lax.scan(lambda x, _: (x + random.normal(key), x), 0.0, None, 3)", (5,), 3),
        ("def f(key):\n    return lax.while_loop(lambda x: x < 3, lambda x: x + (random.bits(key) >= 0), 0)", (4,), 3),
        ("@jax.jit\ndef f(key):\n    return lax.cond(True, lambda: random.normal(key), lambda: 0.0)", (5,), 1),
        ("f = jax.jit(lambda key: jax.vmap(random.normal)(jnp.stack([key, key])))", (3,), 2),
        ("def f(key):\n    return random.normal(random.key_data(key))", (4,), 1),
    ],
    ids=["Python loop", "fori_loop", "scan", "while_loop", "cond", "array of keys", "legacy key"],
)
def test_draws_from_the_key_are_told_with_their_line(worker, source, lines, times):
    [use] = [use for use in follow(worker, source) if use.act == "draw"]
    assert (use.key, use.lines, use.times) == (WORDS, lines, times)


def test_a_use_in_a_helper_has_the_lines_that_led_there(worker):
    source = "@jax.jit\ndef noise(key):\n    return random.normal(key)\ndef f(key):\n    return noise(key)\n"
    [use] = follow(worker, source)
    assert (use.by, use.lines) == ("normal", (7, 5))


def test_split_fold_and_a_key_made_inside_are_told_apart(worker):
    source = """def f(key):
    one, two = random.split(key)
    three = random.fold_in(two, 5)
    return random.normal(random.key(9)) + random.bernoulli(three)
"""
    uses = follow(worker, source)
    assert [(use.act, use.by) for use in uses] == [
        ("split", "split"),
        ("fold", "fold_in"),
        ("make", "key"),
        ("draw", "normal"),
        ("draw", "bernoulli"),
    ]
    assert uses[2].key == uses[3].key


@pytest.mark.parametrize("call", ["binomial(key, 5, 0.3)", "multinomial(key, 5, jnp.ones(3) / 3)", "poisson(key, 3.0)"])
def test_what_jax_draws_within_one_of_its_functions_is_no_reuse(worker, call):
    uses = follow(worker, f"f = jax.jit(lambda key: random.{call})")
    assert {use.times for use in uses} == {1}
    assert [use.key for use in uses].count(WORDS) == 1


@pytest.mark.parametrize(("drawn", "whole"), [("random.normal(key)", False), ("jnp.ones(())", True)])
def test_keys_that_are_drawn_from_within_shard_map_are_not_said_to_be_followed(worker, drawn, whole):
    source = f"""from jax.sharding import Mesh, PartitionSpec as P
@jax.jit
def f(key):
    part = lambda key: {drawn}
    return jax.shard_map(part, mesh=Mesh(jax.devices()[:1], "i"), in_specs=P(), out_specs=P())(key) + random.normal(key)
"""
    worker.load(HEAD + source, jit="submission")
    assert worker.ask(Follow(arguments=Arguments(positional=(GIVEN,)))).whole is whole


BRANCHES = """def one(key, x):
    return lax.cond(x > 0.5, lambda k: random.normal(k), lambda k: random.uniform(k), key)
"""
ROUNDS = """def one(key, x):
    def again(state):
        key, sub = random.split(state[0])
        return key, random.uniform(sub)
    return lax.while_loop(lambda state: state[1] < x, again, (key, -1.0))[1]
"""
MAPPED = "f = jax.jit(lambda key: jax.vmap(one)(random.split(key, 5), jnp.linspace(0.0, 0.9, 5)))\n"


@pytest.mark.parametrize("source", [BRANCHES, ROUNDS], ids=["cond", "while_loop"])
def test_under_vmap_each_element_takes_its_own_branch_and_its_own_rounds(worker, source):
    worker.load(HEAD + source + MAPPED, jit="submission")
    arguments = Arguments(positional=(GIVEN,))
    before = worker.ask(Call(arguments=arguments))  # jax keeps what it traced then
    followed = worker.ask(Follow(arguments=arguments))
    after = worker.ask(Call(arguments=arguments))
    spent = [use.key for use in followed.uses for _ in range(use.times)]
    assert len(set(spent)) == len(spent) > 5
    assert followed.outcome == before == after


def test_one_key_for_all_elements_is_drawn_from_by_each(worker):
    source = BRANCHES + "f = jax.jit(lambda key: jax.vmap(lambda x: one(key, x))(jnp.linspace(0.0, 0.9, 5)))\n"
    assert sum(use.times for use in follow(worker, source)) == 5


def test_of_too_many_uses_those_that_matter_are_told(worker):
    source = """def f(key):
    one, two = random.split(key)
    jax.vmap(random.bits)(random.split(one, 5000))
    return random.normal(random.key(3)) + random.normal(two) + random.uniform(two)
"""
    assert [use.by for use in follow(worker, source)][-4:] == ["key", "normal", "normal", "uniform"]


@pytest.mark.parametrize(
    "call", ["normal(key)", "gamma(key, 2.0)", "permutation(key, 9)", "normal(random.split(key)[1])"]
)
def test_settled_draws_give_the_same_for_every_key(worker, call):
    worker.load(f"{HEAD}f = jax.jit(lambda key: random.{call})", jit="submission")
    other = Key(impl="threefry2x32", shape=(), data=bytes(range(8)))
    asked = [Follow(arguments=Arguments(positional=(one,)), settled=True) for one in (GIVEN, other)]
    one, two = (worker.ask(question) for question in asked)
    assert one.outcome == two.outcome
    assert one.uses != two.uses


def test_what_is_made_of_a_key_by_hand_is_not_settled(worker):
    worker.load(f"{HEAD}f = lambda key: random.normal(key) + random.key_data(key)[1]", jit="submission")
    other = Key(impl="threefry2x32", shape=(), data=bytes(range(8)))
    one, two = (worker.ask(Follow(arguments=Arguments(positional=(key,)), settled=True)) for key in (GIVEN, other))
    assert one.outcome != two.outcome
