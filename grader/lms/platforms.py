"""The platforms that a package can be made for: what each is given, and where it looks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from grader.lms.forms import renderer

if TYPE_CHECKING:
    from grader.lms.result import Occasion, Result

__all__ = ["PLATFORMS", "Output", "Platform"]


class Output(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a platform is given: its format, and the file below the platform's root ("" is stdout)."""

    form: str
    file: str = ""

    def render(self, result: Result, occasion: Occasion) -> bytes:
        """Returns the content, as ``renderer`` has it."""
        return renderer(self.form)(result, occasion)


class Platform(msgspec.Struct, frozen=True, kw_only=True):
    """One platform: its name on the command line, what people call it, all that it is given."""

    name: str
    title: str
    outputs: tuple[Output, ...]


PLATFORMS: Final[dict[str, Platform]] = {
    one.name: one
    for one in (
        Platform(
            name="gradescope",
            title="Gradescope",
            outputs=(Output(form="gradescope", file="autograder/results/results.json"),),
        ),
        Platform(
            name="prairielearn",
            title="PrairieLearn",
            outputs=(Output(form="prairielearn", file="grade/results/results.json"),),
        ),
        Platform(name="autolab", title="Autolab", outputs=(Output(form="autolab"),)),
        Platform(name="vpl", title="Moodle VPL", outputs=(Output(form="vpl"),)),
        Platform(name="coderunner", title="Moodle CodeRunner", outputs=(Output(form="coderunner"),)),
        Platform(name="classroom50", title="Classroom 50", outputs=(Output(form="classroom50", file="result.json"),)),
        Platform(
            name="oci",
            title="a plain container",
            outputs=(
                Output(form="results", file="results/results.json"),
                Output(form="junit", file="results/junit.xml"),
            ),
        ),
    )
}
"""All platforms that ``grade package`` and ``grade run-in`` know, by name."""
