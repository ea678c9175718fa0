"""The sentences that several renderers share: how it went, with what it was graded, what to do next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grader import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from grader.model.report import ChecklistAnswer, LaterRun, Report
    from grader.reports.setting import Setting

__all__ = ["after_hints", "amount", "folded", "headline", "next_step", "points", "stack"]


def folded(answers: Sequence[ChecklistAnswer]) -> tuple[ChecklistAnswer, ...]:
    """Returns the answers to the lesson's questions, those that nothing looked at as one, the last."""
    seen = tuple(answer for answer in answers if answer.good is not None)
    unseen = [answer for answer in answers if answer.good is None]
    if len(unseen) < 2:  # noqa: PLR2004 - what one can be folded with
        return (*seen, *unseen)
    first, *others = (answer.answer.rstrip("?") for answer in unseen)
    told = "; ".join([first, *(other.removeprefix("Not looked at: ") for other in others)])
    return (*seen, msgspec.structs.replace(unseen[0], answer=f"{told}?"))


def amount(points: float) -> str:
    """Returns points as people write them: ``7``, ``2.5``, ``0.33``."""
    return f"{points:.2f}".rstrip("0").rstrip(".")


def points(number: float) -> str:
    """Returns so many points in words: ``1 point``, ``0.5 points``."""
    return f"{amount(number)} point{'' if number == 1 else 's'}"


def after_hints(report: Report, setting: Setting) -> str:
    """Returns what hints have cost and what is left, in one sentence; nothing where they cost nothing."""
    if not setting.paid:
        return ""
    left = amount(max(report.score - setting.paid, 0.0))
    return f"Hints cost {points(setting.paid)}: {left} of {amount(report.max_score)} points with that."


def headline(report: Report) -> str:
    """Returns how it went, in one sentence."""
    score, most = amount(report.score), amount(report.max_score)
    match report.status:
        case "passed":
            return f"{score} of {most} points."
        case "pending":
            to_come = f"{amount(report.pending_score)} to come; `grade --pending` finishes a JSON report of it"
            return f"Provisional: {score} of {most} points, {to_come}."
        case "broken":
            return f"Not graded, and not your fault: jitgrade or the course failed. {score} of {most} points settled."
        case _ if not report.attempted:
            return f"{score} of {most} points. Not attempted yet: this is the starter."
        case _:
            to_come = f", {amount(report.pending_score)} to come" if report.pending_score else ""
            return f"{score} of {most} points{to_come}. Not there yet."


def stack(report: Report, *, private: bool = True) -> str:
    """Returns what it was graded with, as far as that is known, in one line.

    Not ``private``, it is without what no student is to know (a package without solutions has three seeds in all) or
    can use (the commands of whoever grades).
    """
    env = report.environment
    device = env.platform if env.device in {"", env.platform} else f"{env.platform} ({env.device})"
    stack = f"jax {env.jax}, Python {env.python}, on {device}" if env.jax else f"jitgrade {__version__}"

    def seed(of: Report | LaterRun, mark: str) -> str:
        return f"{mark} seed {of.seed}" if private and of.seed else ""

    later = "".join(f"; {how} on {run.environment.platform}{seed(run, ',')}" for how, run in _later(report))
    if not env.isolation:  # nothing was run
        return f"{stack}{later}"
    lacking = " (grade doctor tells what it lacks)" if private and env.isolation_lacks else ""
    return f"{stack}, isolation: {env.isolation}{lacking}{seed(report, ';')}; {report.seconds:.1f} s{later}"


def _later(report: Report) -> Iterator[tuple[str, LaterRun]]:
    """Each later run, and whether it finished what it judged; what a run after it took up again, it did not."""
    open_ = {check.name for check in report.checks if check.status in {"pending", "broken"}}
    for at, run in enumerate(report.later, 1):
        left = set(run.checks) & open_.union(*(other.checks for other in report.later[at:]))
        whole = "not finished" if left == set(run.checks) else "partly finished"
        yield whole if left else "finished", run


def next_step(report: Report, setting: Setting) -> tuple[str, str]:
    """Returns the next thing to do, in words, and the command for it."""
    number, options = report.number, setting.options
    if report.status == "broken":
        words = "Please report it to whoever runs your course, with what this prints:"
        return words, f"grade {number} --format json{options}"
    if report.status in {"passed", "pending"}:
        if setting.partial:
            return "Only some of the checks were judged. All of them:", f"grade {number}{options}"
        ours = ""
        if setting.solution and report.status == "passed":
            ours = f"To compare your file with our solution: grade solution {number}{options}\n"
        if setting.following is None:
            return f"{ours}That was the last exercise. See all of them:", f"grade list{options}"
        return f"{ours}Next:", f"grade start {setting.following}{options}"
    if not setting.started:
        return "To begin:", f"grade start {number}{options}"
    if not report.attempted:
        return f"Edit {setting.path or report.submission.name}, then:", f"grade {number}{options}"
    price = f" ({points(setting.price)})" if setting.price else ""
    return f"For a hint{price}:", f"grade hint {number}{options}"
