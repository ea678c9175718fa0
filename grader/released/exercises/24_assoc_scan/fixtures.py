"""Puts three elements together in both groupings."""


def both_ways(combine, l, m, r):
    """(l m) r and l (m r)."""
    return combine(combine(l, m), r), combine(l, combine(m, r))
