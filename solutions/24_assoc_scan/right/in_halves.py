# expect: passed
"""By recursion: the second half begins before the first one is done."""
import jax
import jax.numpy as jnp
from jax import lax


def combine(l, r):
    return l[0] * r[0], r[0] * l[1] + r[1]


def prefixes(pair):
    n = len(pair[0])
    if n == 1:
        return pair
    left = prefixes(tuple(v[: n // 2] for v in pair))
    right = prefixes(tuple(v[n // 2 :] for v in pair))
    right = combine(tuple(v[-1:] for v in left), right)
    return tuple(map(jnp.concatenate, zip(left, right)))


def in_pieces(a, b, piece):
    pad = -len(b) % piece
    a, b = (jnp.pad(v, (0, pad)).reshape(-1, piece) for v in (a, b))
    ends = jax.vmap(lambda a, b: prefixes((a, b)))(a, b)
    return ends


def linear_recurrence(a, b):
    n = len(b)
    a, b = in_pieces(a, b, 32)
    before = jnp.concatenate([jnp.zeros(1, b.dtype), prefixes((a[:, -1], b[:, -1]))[1][:-1]])
    return (a * before[:, None] + b).ravel()[:n]
