"""Calls a function operation by operation and writes down what becomes of each random key.

Jitted functions, loops and branches are gone through with real values, so a key is known by its words wherever it went:
through a carry, an array of keys, or a legacy key and back. What is compiled ahead of time is not looked into, nor is
``shard_map``.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Final

import jax
import jax.extend.core
import jax.numpy as jnp
import numpy as np

from grader.model.answers import Followed
from grader.worker.calling import outcome
from grader.worker.elementwise import elementwise, is_random
from grader.worker.genuine import JAX, name_of
from grader.worker.private import PRNGKeyArray, evaluated, interposed, origin, plainly, to_numpy
from grader.worker.spending import Spending

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model.key_use import Act
    from grader.worker.spending import Spot
    from grader.worker.subject import Subject

__all__ = ["counts_of_scan", "followed", "home_of"]

_ACTS: Final[dict[str, Act]] = {
    "random_bits": "draw",
    "random_gamma": "draw",
    "random_split": "split",
    "random_fold_in": "fold",
}
_MAKES: Final = "random_seed"
_CALLS: Final = frozenset({"jit", "closed_call", "remat2", "checkpoint"})
_APART: Final = "shard_map"  # whose operations jax has done in a way of its own
_DRAWING: Final = f"{JAX}/_src/random"

_key_data, _key_impl = jax.random.key_data, jax.random.key_impl
_wrap_key_data: Any = jax.random.wrap_key_data
_as_function, _closed = jax.extend.core.jaxpr_as_fun, jax.extend.core.ClosedJaxpr
_item = jax.lax.dynamic_index_in_dim
_stacked: Any = jnp.stack


def followed(
    subject: Subject, positional: tuple[Any, ...], keyword: dict[str, Any], *, settled: bool = False
) -> Followed:
    """What becomes of each random key in a call, and how the call ends."""
    follower = _Follower(subject.file, settled=settled)

    def call() -> Any:  # noqa: ANN401 - whatever the function gives
        with elementwise(), interposed(follower.operation):
            return subject.callable(*positional, **keyword)

    ended = outcome(call, subject)
    return Followed(uses=follower.spending.uses, outcome=ended, whole=follower.whole)


class _Follower:
    """What is done with keys so far. ``whole`` says that everything was gone through.

    Where draws are ``settled``, each is made with keys of our own instead: its number, and that within an array.
    """

    def __init__(self, file: str, *, settled: bool) -> None:
        self._file = file
        self._settled = settled
        self._draws = 0
        self.spending = Spending()
        self._above: tuple[int, ...] = ()  # the lines that led to the program that is gone through now
        self._by = ""  # the function of jax.random that is at work
        self.whole = True

    def operation(self, primitive: Any, arguments: Sequence[Any], parameters: dict[str, Any]) -> Any:  # noqa: ANN401
        """What an operation gives."""
        name = name_of(primitive)
        programs = _programs(parameters)
        by, lines, below = self._place()
        spot: Spot = (*below, *map(home_of, programs))

        def note(act: Act, *keys: object) -> None:
            self.spending.note(keys, (act, by, lines), spot)

        if name in _ACTS:
            # What a function like multinomial splits within, it draws from, as its caller sees it.
            note(_ACTS[name] if name != "random_split" or by in ("split", "") else "draw", arguments[0])
            if _ACTS[name] == "draw":
                arguments = self._drawing(arguments)
        elif any(home_of(program).startswith(_DRAWING) for program in programs):
            # As a whole it draws, whatever it does within: some draw for two methods there, and take one result.
            note("draw", *(one for one in arguments if type(one) is PRNGKeyArray))
            arguments = self._drawing(arguments)
        elif any(map(is_random, programs)):
            outside = self._above, self._by
            self._above, self._by = lines, by
            try:
                within = self._within(name, arguments, parameters)
            finally:
                self._above, self._by = outside
            if within is not None:
                return within
            self.whole = False
        result = evaluated(primitive, arguments, parameters)
        if name == _MAKES:
            note("make", result)
        return result

    def _drawing(self, arguments: Sequence[Any]) -> Sequence[Any]:
        """What a draw gets."""
        self._draws += 1
        if not self._settled:
            return arguments
        return [_numbered(one, self._draws) if type(one) is PRNGKeyArray else one for one in arguments]

    def _within(self, name: str, arguments: Sequence[Any], parameters: dict[str, Any]) -> Sequence[Any] | None:
        """What an operation gives that has a program in it; None where that cannot be gone through."""
        if name == "scan" and parameters["length"]:
            return self._scan(arguments, parameters)
        if name == "while":
            return self._while(arguments, parameters)
        if name == "cond":
            return self._run(parameters["branches"][int(_number(arguments[0]))], arguments[1:])
        if name in _CALLS:
            return self._run(parameters["jaxpr"], arguments)
        return None

    def _scan(self, arguments: Sequence[Any], parameters: dict[str, Any]) -> list[Any]:
        """What a loop over the rows of arrays gives."""
        constants, carried = counts_of_scan(parameters)
        given, rest = list(arguments[:constants]), arguments[constants:]
        carry, rows = list(rest[:carried]), rest[carried:]
        length = parameters["length"]
        made: dict[int, list[Any]] = {}
        for index in reversed(range(length)) if parameters["reverse"] else range(length):
            with plainly():
                row = [_item(array, np.int32(index), keepdims=False) for array in rows]
            outputs = self._run(parameters["jaxpr"], [*given, *carry, *row])
            carry, made[index] = list(outputs[:carried]), list(outputs[carried:])
        with plainly():
            stacked = [_stacked(column) for column in zip(*(made[index] for index in range(length)), strict=True)]
        return [*carry, *stacked]

    def _while(self, arguments: Sequence[Any], parameters: dict[str, Any]) -> list[Any]:
        """What a loop with a condition gives."""
        asking, doing = parameters["cond_nconsts"], parameters["body_nconsts"]
        conditions, constants = arguments[:asking], arguments[asking : asking + doing]
        carry = list(arguments[asking + doing :])
        while _number(self._run(parameters["cond_jaxpr"], [*conditions, *carry])[0]):
            carry = list(self._run(parameters["body_jaxpr"], [*constants, *carry]))
        return carry

    def _run(self, program: Any, arguments: Sequence[Any]) -> Sequence[Any]:  # noqa: ANN401 - as _inner
        """What a program gives, gone through like what called it."""
        closed = program if hasattr(program, "consts") else _closed(program, ())
        apart = (one.params["jaxpr"] for one in closed.eqns if name_of(one.primitive) == _APART)
        self.whole = self.whole and not any(map(is_random, apart))
        with interposed(self.operation):
            outputs: Sequence[Any] = _as_function(closed)(*arguments)
        return outputs

    def _place(self) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
        """Which function of jax.random is at work, the student's lines that led there, and the lines below them.

        The frames of a program begin where it was traced, so they tell nothing of who calls it now.
        """
        by = ""
        own: list[int] = []
        below: list[int] = []
        for frame in origin():
            if frame.file_name == self._file:
                own.append(frame.line_num)
            elif not own:
                below.append(frame.line_num)
                if frame.file_name.startswith(_DRAWING):
                    by = frame.function_name
        lines = (*self._above, *reversed(own))
        return by or self._by, tuple(line for line, _ in itertools.groupby(lines)), tuple(below)


def _numbered(keys: Any, number: int) -> Any:  # noqa: ANN401 - a key array
    """Keys in the place of these whose words are a number and where each of them stands."""
    with plainly():
        data = np.zeros_like(to_numpy(_key_data(keys)))
        data[..., 0], data[..., -1] = number, np.arange(keys.size).reshape(keys.shape)
        return _wrap_key_data(data, impl=_key_impl(keys))


def counts_of_scan(parameters: dict[str, Any]) -> tuple[int, int]:
    """How many arguments of a loop over rows are the same for all rounds, and how many are handed on."""
    if "num_consts" in parameters:  # until jax 0.10
        return parameters["num_consts"], parameters["num_carry"]
    constants, carry, _ = parameters["ft_in"].unpack()
    return len(constants), len(carry)


def _number(value: Any) -> Any:  # noqa: ANN401 - an array without a dimension
    with plainly():
        return np.asarray(value).item()


def _programs(parameters: dict[str, Any]) -> list[Any]:
    """The programs in an operation's parameters."""
    held = (one for value in parameters.values() for one in (value if isinstance(value, tuple | list) else (value,)))
    return [one for one in held if hasattr(_inner(one), "eqns")]


def _inner(program: Any) -> Any:  # noqa: ANN401 - a Jaxpr or ClosedJaxpr, as the release has it
    return getattr(program, "jaxpr", program)


def home_of(program: Any) -> str:  # noqa: ANN401 - as above
    """Where the function stands that a program was traced from."""
    return str(getattr(_inner(program).debug_info, "func_src_info", "")).partition(" at ")[2]
