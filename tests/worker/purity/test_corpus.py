"""Impure functions are told with the true kind, line and place; pure ones carry no fault, however they look."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.model.answers import Examined
from grader.model.questions import Arguments, Examine
from grader.model.values import Mapping, Sequence

HEAD = "import jax, jax.numpy as jnp, numpy as np\n"


@dataclass(frozen=True)
class Section:
    """One function of a corpus."""

    name: str
    fields: list[str]
    source: str

    @property
    def options(self) -> dict[str, str]:
        words = self.fields[-1].split() if self.fields and "=" in self.fields[-1] else []
        return dict(word.split("=") for word in words)

    @property
    def line(self) -> int | None:
        marked = [number for number, text in enumerate(self.source.splitlines(), 1) if "# !" in text]
        return marked[0] if marked else None


def sections(name: str) -> list[Section]:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    found = []
    for part in text.split("\n### ")[1:]:
        title, _, body = part.partition("\n")
        label, *fields = [field.strip() for field in title.split("|")]
        found.append(Section(label, fields, HEAD + body.strip() + "\n"))
    return found


def examined(worker, array, scalar, section: Section) -> Examined:
    vector = array([0.5, 1.0, 2.0])
    jit = {"submission": "submission", "none": "none", "static": {"static_argnums": [0]}}
    given = {
        "list": Sequence(type="list", items=(vector, array([1.0, 2.0, 3.0]))),
        "dict": Mapping(keys=("w", "b"), items=(vector, vector)),
        "numpy": array([0.5, 1.0, 2.0], origin="numpy"),
        "number": scalar(-3),
    }
    options = section.options
    loaded = worker.load(section.source, jit=jit.get(options.get("jit", ""), {}))
    assert type(loaded).__name__ == "Loaded", loaded
    argument = given.get(options.get("given", ""), vector)
    answer = worker.ask(Examine(arguments=Arguments(positional=(argument,))))
    assert isinstance(answer, Examined), answer
    return answer


@pytest.mark.corpus
@pytest.mark.parametrize("section", sections("impure.txt"), ids=lambda section: section.name)
def test_an_impure_function_is_told(worker, array, scalar, section):
    kind, words = section.fields[:2]
    faults = [finding for finding in examined(worker, array, scalar, section).findings if finding.fault]
    told = [finding for finding in faults if finding.kind == kind and words in f"{finding.detail} {finding.subject}"]
    assert told, faults
    assert section.line in {None, *(finding.line for finding in told)}


@pytest.mark.corpus
@pytest.mark.parametrize("section", sections("pure.txt"), ids=lambda section: section.name)
def test_a_pure_function_carries_no_fault(worker, array, scalar, section):
    assert [finding for finding in examined(worker, array, scalar, section).findings if finding.fault] == []


AROUND = """
@jax.jit
def inner(x):
    {traced}
    return x * 2

def f(x):
    {around}
    return inner(x)
"""


@pytest.mark.parametrize("line", ["print('here')", "CALLS.append(1)", "np.random.rand()", "time.time()"])
@pytest.mark.parametrize(("around", "each_call"), [(True, True), (False, False)])
def test_a_line_around_a_jitted_function_runs_in_every_call(worker, array, scalar, line, around, each_call):
    lines = {"around": line, "traced": "pass"} if around else {"around": "pass", "traced": line}
    source = f"{HEAD}import time\nCALLS = []\n{AROUND.format(**lines)}"
    found = examined(worker, array, scalar, Section("around", ["jit=none"], source)).findings
    assert {finding.each_call for finding in found if finding.fault and finding.line} == {each_call}


def test_the_corpora_are_large_enough():
    assert len(sections("impure.txt")) >= 33
    assert len(sections("pure.txt")) >= 25
