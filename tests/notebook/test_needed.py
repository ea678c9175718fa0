"""A cell takes along what it uses of the cells that were run before it, and nothing else of them."""

import pytest

from grader.notebook.needed import missing, needed, parts
from grader.notebook.nouns import Earlier

SCALED = "def f(x):\n    return scale * x\n"


def taken(cell, *earlier):
    """The text of what a cell takes along of these, which were run as In [1], In [2], and so on."""
    before = [Earlier(number=number, text=text) for number, text in enumerate(earlier, 1)]
    return ["\n".join(part.lines) for part in needed(parts(cell), before)]


@pytest.mark.parametrize(
    "definition",
    ["scale = 3", "scale, other = 3, 4", "from mine import scale", "import mine.parts as scale", "scale: int = 3"],
)
def test_a_name_that_it_reads_comes_along_however_it_is_bound(definition):
    assert taken(SCALED, "print('before')", definition) == [definition]


@pytest.mark.parametrize(
    "definition",
    [
        "def scale():\n    return 1",
        "class scale:\n    pass",
        "@made\n@twice\ndef scale():\n    pass",
        "for scale in (1, 2):\n    pass",
    ],
)
def test_a_definition_comes_along_whole(definition):
    assert taken(SCALED, f"{definition}\nprint(scale)") == [definition]


def test_what_that_needs_comes_along_too_in_the_order_in_which_it_was_run():
    cells = ["import jax.numpy as jnp", "unused = 1", "def scale():\n    return jnp.ones(SIZE)", "SIZE = 3"]
    assert taken(SCALED, *cells) == [cells[0], cells[2], cells[3]]


def test_experiments_plots_and_what_failed_on_purpose_stay_behind():
    assert taken(SCALED, "scale = 2\nprint(scale)\n1 / 0\nplt.plot(scale)\njax.jit(scale)(3)") == ["scale = 2"]


def test_a_name_of_its_own_is_nobody_else_s():
    assert taken("def f(x):\n    y = x\n    return [z for z in y]", "x = 1", "y = 2", "z = 3") == []


@pytest.mark.parametrize(
    "change", ["scale['a'] = 1", "scale.a = 1", "scale[0][1] += 2", "scale.append(3)", "del scale[0]"]
)
def test_what_changes_such_an_object_comes_along(change):
    assert taken(SCALED, "scale = make()", change, "other.append(scale)") == ["scale = make()", change]


def test_a_call_into_a_module_changes_nothing_of_the_cell_s():
    assert taken("def f(x):\n    return np.sin(x)", "import numpy as np", "np.random.seed(0)") == ["import numpy as np"]


@pytest.mark.parametrize("setting", ['jax.config.update("jax_enable_x64", True)', "jax.config.jax_enable_x64 = True"])
def test_a_setting_of_jax_comes_along_with_what_it_takes(setting):
    assert taken("def f(x):\n    return x", "import jax", setting) == ["import jax", setting]


def test_what_imports_any_name_comes_along():
    assert taken(SCALED, "from jax.numpy import *") == ["from jax.numpy import *"]


def test_a_cell_that_was_run_again_counts_as_it_was_run_last():
    assert taken(SCALED, "scale = 1 / 0", "scale = 3\nmore = 4") == ["scale = 3"]


def test_a_cell_that_goes_on_from_what_another_made_needs_it():
    assert taken(SCALED, "scale = 3", "scale = scale + 1") == ["scale = 3", "scale = scale + 1"]


@pytest.mark.parametrize(
    "cell", ["%%grade exercise1\nscale = 1", "%%bash\nscale=1", "scale = (", "scale = !ls", "scale = '\0'"]
)
def test_what_was_not_run_here_or_is_no_python_gives_nothing(cell):
    assert taken(SCALED, cell) == []


def test_what_stands_on_one_line_stays_together():
    assert taken(SCALED, "a = 1; scale = 2\nb = 3") == ["a = 1; scale = 2"]


@pytest.mark.parametrize("cell", ["%matplotlib inline\nscale = 2", "%%time\nscale = 2", "!ls\nscale = 2"])
def test_a_magic_does_not_hide_what_stands_beside_it(cell):
    assert taken(SCALED, cell) == ["scale = 2"]


def test_a_part_knows_its_place():
    (part,) = needed(parts(SCALED), [Earlier(number=7, text="a = 1\n\n@made\ndef scale():\n    pass\n")])
    assert (part.number, part.row) == (7, 3)


def test_names_that_nothing_binds_are_missing():
    cell = parts("def f(x):\n    return jnp.sin(x) + abs(scale) + f(x)")
    assert missing(cell, needed(cell, [Earlier(number=1, text="scale = 3")])) == ("jnp",)


def test_nothing_is_called_missing_where_any_name_may_have_been_imported():
    cell = parts("def f(x):\n    return sin(x)")
    assert missing(cell, needed(cell, [Earlier(number=1, text="from jax.numpy import *")])) == ()
