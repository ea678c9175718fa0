"""In a notebook: ``%load_ext grader`` and ``%%grade exercise3`` on a cell, ``grader.check("exercise3")`` anywhere.

The kernel asks (`magic.py`, `checking.py`); a process beside it grades (`process.py`), with workers as `grade` has.
In the kernel nothing is imported, set or kept but what asking takes.
"""
