"""What ``grade lint`` takes for a class of exception is one in this jax."""

import jax

from grader.lint.exceptions import OF_JAX


def test_all_exceptions_of_jax_are_known():
    errors = {name for name, cls in vars(jax.errors).items() if isinstance(cls, type) and issubclass(cls, Exception)}
    assert errors
    assert errors <= set(OF_JAX)
