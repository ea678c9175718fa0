# expect: predictions: no dict
"""A list in place of a dict."""

PREDICTED = [5, 20, 1, 3, 2, 2, 2, 1]
