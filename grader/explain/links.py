"""The pages of jax's documentation that explanations send students to, by subject."""

__all__ = [
    "AT",
    "CALLBACKS",
    "COND",
    "CONTROL_FLOW",
    "CUSTOM_DERIVATIVES",
    "FORI_LOOP",
    "GOTCHAS",
    "GRAD",
    "JIT",
    "JIT_OPTIONS",
    "KEYS",
    "NAN",
    "PYTREES",
    "SCAN",
    "TRACING",
    "VMAP",
    "WHILE_LOOP",
    "error",
]

_ROOT = "https://docs.jax.dev/en/latest/"

AT = f"{_ROOT}_autosummary/jax.numpy.ndarray.at.html"
CALLBACKS = f"{_ROOT}external-callbacks.html"
COND = f"{_ROOT}_autosummary/jax.lax.cond.html"
CONTROL_FLOW = f"{_ROOT}201/control-flow.html"
CUSTOM_DERIVATIVES = f"{_ROOT}301/custom-jvp-vjp.html"
FORI_LOOP = f"{_ROOT}_autosummary/jax.lax.fori_loop.html"
GOTCHAS = f"{_ROOT}notebooks/Common_Gotchas_in_JAX.html"
GRAD = f"{_ROOT}_autosummary/jax.grad.html"
JIT = f"{_ROOT}201/jit.html"
JIT_OPTIONS = f"{_ROOT}_autosummary/jax.jit.html"
KEYS = f"{_ROOT}jax.random.html#prng-keys"
NAN = f"{_ROOT}_autosummary/jax.debug_nans.html"
PYTREES = f"{_ROOT}101/pytrees.html"
SCAN = f"{_ROOT}_autosummary/jax.lax.scan.html"
TRACING = f"{_ROOT}101/transformations.html"
VMAP = f"{_ROOT}_autosummary/jax.vmap.html"
WHILE_LOOP = f"{_ROOT}_autosummary/jax.lax.while_loop.html"


def error(name: str) -> str:
    """The page's paragraph about one of jax's own exceptions."""
    return f"{_ROOT}101/errors.html#jax.errors.{name}"
