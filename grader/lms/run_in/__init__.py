"""``grade run-in PLATFORM``: grades one submission inside a platform's container, and always writes a whole result.

``entering`` is the process that the platform started. It takes away what lies where its result goes, keeps room for
that, and has another process grade (``process``, in ``watching``), which tells after each check how the reports stand.
It parses nothing that a student wrote and starts nothing else. Whatever ends the grading (its end, the clock, memory, a
signal, a fault), all below it is killed; then what was told becomes the result (``concluding``), written by rename.
"""
