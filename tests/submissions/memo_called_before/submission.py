import jax

_rounds = {}
_compiled = None


def rounds(dimensions):
    if dimensions not in _rounds:
        _rounds[dimensions] = range(dimensions)
    return _rounds[dimensions]


def shifted(x, offset):
    global _compiled
    if _compiled is None:
        _compiled = jax.jit(lambda left, right: left + right)
    for _ in rounds(getattr(x, "ndim", 0)):
        offset = offset + 0
    return _compiled(x, offset)


shifted(1.0, 2.0)
