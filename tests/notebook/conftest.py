"""Notebooks that are run as Jupyter runs them, in a kernel of their own, in the folder of a small course."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

COURSE = Path(__file__).parent.parent / "end_to_end" / "small_course"


class Ran(NamedTuple):
    """A cell that was run, and what a front end was told to show below it."""

    outputs: list[dict[str, Any]]

    @property
    def printed(self) -> str:
        """What it printed."""
        return "".join(
            one["text"] for one in self.outputs if one["output_type"] == "stream" and one["name"] == "stdout"
        )

    @property
    def shown(self) -> dict[str, str]:
        """The one thing it shows, in all its forms."""
        (one,) = (one for one in self.outputs if "data" in one)
        return one["data"]


@pytest.fixture(scope="module")
def jupyter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., dict[str, Ran]]]:
    """Runs cells, by name, as a notebook in a folder of the small course; ``marks`` is what nbgrader knows of them."""
    nbclient = pytest.importorskip("nbclient", reason="nbclient runs the notebooks; pip install nbclient ipykernel")
    pytest.importorskip("ipykernel", reason="ipykernel is the kernel; pip install nbclient ipykernel")
    import nbformat

    home = tmp_path_factory.mktemp("home")

    def run(cells: Mapping[str, str], marks: Mapping[str, dict[str, Any]] | None = None) -> dict[str, Ran]:
        course = shutil.copytree(COURSE, tmp_path_factory.mktemp("jupyter") / "course")
        folder = course / "mine"
        folder.mkdir()
        made = [
            nbformat.v4.new_code_cell(text, metadata={"nbgrader": (marks or {}).get(name, {})})
            for name, text in cells.items()
        ]
        for cell, name in zip(made, cells, strict=True):
            if name.startswith("raises"):
                cell.metadata["tags"] = ["raises-exception"]
        notebook = nbformat.v4.new_notebook(cells=made)
        nbformat.write(notebook, folder / "mine.ipynb")
        resources = {"metadata": {"path": str(folder)}}
        nbclient.NotebookClient(notebook, timeout=100, kernel_name="python3", resources=resources).execute()
        return {name: Ran(cell["outputs"]) for name, cell in zip(cells, notebook["cells"], strict=True)}

    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("JPY_SESSION_NAME", raising=False)
        for name in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
            patch.setenv(name, str(home / name.lower()))
        yield run
