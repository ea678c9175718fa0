"""What the fields of exercise.yaml mean, in a sentence each; what a kind of check does is told by its docstring."""

from __future__ import annotations

__all__ = ["ARGUMENTS", "CASE", "CHECK", "EXERCISE", "LIMITS"]

EXERCISE = {
    "format": "The version of this format.",
    "title": "One line, shown in lists and above reports.",
    "function": (
        "What a file has to define: `g(x, *, n)`, called with `x` by position and, after the `*`, `n` by keyword; or a "
        "bare name such as `PREDICTED`, where a value is read."
    ),
    "teaches": "The ideas it teaches, for lists.",
    "jit": (
        "Who jits the function: the grader, with these options (`{}`, the default; a file that comes jitted is as "
        "good); `submission`, where the file must; `none`, where it is called as it is."
    ),
    "also": "Functions besides the first; cases and checks say by `of` which they are of.",
    "task": "What is asked, in markdown: the idea, what to write, an example, how it is judged.",
    "cases": "Sets of arguments, for the checks to call the function with.",
    "checks": "What is judged and for how many points, in any order: the kinds have an order of their own.",
    "hints": (
        "What to try, by the cause that the grader sees (`carry-type`), or by class of exception. One for a class of "
        "jax's is told wherever that very class comes up; one for a base, or for a class of Python's own, only where "
        "the grader knows no cause."
    ),
    "nudges": "What `grade hint` gives, one by one: from a first question to nearly the repair.",
    "limits": "What a file may use over all its answers; what is left out is as in course.yaml, or as stated here.",
}
CASE = {
    "name": "What reports call it, unique; `case 1` and so on where it is left out.",
    "args": "The arguments by parameter. A case without `args` is nothing but arguments: `x: -3`.",
    "of": "The function that it is a call of; the first where it is left out.",
    "hidden": "Not given to students, and told by its name only, never by its values.",
    "weight": "Its share of the check's points, against 1 for the others.",
    "tag": "A word by which checks choose several cases at once.",
    "sizes": "Numbers for the names in shapes: `f32[n]` with `sizes: {n: 300}`. A whole-number argument serves, too.",
}
CHECK = {
    "name": "Unique in the exercise, of letters, digits, `_` and `-`; the kind's name where it is left out.",
    "title": "What reports call it; the kind has a title of its own.",
    "points": "How many points it gives.",
    "hint": "What to try once it has failed, told below what was found.",
    "of": "The function that is judged, where there are several; the first where it is left out.",
}
LIMITS = {
    "wall": "Time by the clock.",
    "cpu": "Time on processors, all threads together.",
    "memory": "Memory, what is shared for large arrays included.",
    "output": "What may be printed.",
}
ARGUMENTS = {
    "-3": "a Python number; `true`, `false`, `null`, `.inf` and `.nan` as well",
    "f32[64]": "an array, drawn by the run's seed: floats from -1 to 1, integers from -10 (unsigned: 0) to 10",
    "f32[64] in [-10, 10]": "the same within bounds, both included",
    "f32[300] = 0.5": "an array of one value",
    "f32(2.5)": "an array without axes",
    "{f32: [[1, 2], [3, 4]]}": "an array written out",
    "numpy f32[64]": "a NumPy array; `numpy` goes before each of these forms",
    "numpy f64(2.0)": "a NumPy scalar",
    "key": "a key for `jax.random`, drawn by the run's seed",
    "key(7)": "the key of this seed",
    "int in [2, 9]": "a Python number, drawn by the run's seed, both bounds included; likewise `float`",
    "int n in [2, 9]": "the same number wherever the exercise says `n`, in each case and call",
    '[1, "f32[3]"]': "a list; within brackets of any kind the text of an array needs quotes",
    '{tuple: [1, "f32[3]"]}': "a tuple",
    '{rate: 0.1, w: "f32[3]"}': "a dict",
    "{text: abc}": "a text",
    "{fixture: name}": "what fixtures.py beside exercise.yaml calls so; with `arguments: […]`, what it returns then",
}
"""What an argument may be, by an example of each form."""
