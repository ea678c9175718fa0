from collections import deque

past = deque(maxlen=3)


def trace_free(x):
    past.append(x)
    return (2 * x + 1) * 3, [x]
