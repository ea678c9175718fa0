"""Oversights that may be why a result is wrong, as a student reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.checks.resemblances import Resemblance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from grader.model.incidents import Oversight

__all__ = ["overlooked"]


def overlooked(oversights: Sequence[Oversight]) -> tuple[int, Resemblance] | None:
    """Returns the line of the first one and what is to be said of it; an update that is lost says more."""
    if not oversights:
        return None
    first = min(oversights, key=lambda one: one.kind)
    if first.kind == "dropped-update":
        return first.line, Resemblance(
            words=f"Line {first.line} makes an updated array and keeps it nowhere",
            hint="`x.at[i].set(v)` leaves x as it was and gives a new array: write `x = x.at[i].set(v)`.",
        )
    return first.line, Resemblance(
        words=f"Line {first.line} asks `{first.code}`: of a traced value Python's answer is the same, whatever it "
        "stands for",
        hint="A tracer is neither True nor False, and no Python number. Choose by `jnp.where` or `lax.cond`, and "
        "convert without asking: `jnp.asarray(x, float)`.",
    )
