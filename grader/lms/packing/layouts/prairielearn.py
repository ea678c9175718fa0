"""PrairieLearn: a question's folder, whose tests/ is the package, and beside it what its image is built of."""

from __future__ import annotations

import json
import uuid
from typing import TYPE_CHECKING, Final

from grader.lms.packing.installing import dockerfile, template
from grader.lms.packing.nouns import File, below, names

if TYPE_CHECKING:
    from grader.lms.packing.nouns import Files, Parts
    from grader.model.exercise import Exercise

__all__ = ["arranged"]

_RUN: Final = "tests/run.sh"
_BRACKETS: Final = (("<%", "%>"), ("<<", ">>"), ("[[", "]]"), ("@@<", ">@@"))
_EDITOR: Final = (
    '<pl-file-editor file-name="{name}" ace-mode="ace/mode/python" source-file-name="{name}" directory="." '
    'auto-resize="true"></pl-file-editor>'
)


def arranged(parts: Parts) -> Files:
    """Returns the folder's files."""
    files = {
        "info.json": File(data=_info(parts)),
        "question.html": File(data=_page(parts.exercises)),
        _RUN: File(data=template("run.sh"), executable=True),
        "image/Dockerfile": dockerfile(f"python:{parts.python}-slim"),
    }
    for name, exercise in zip(names(parts.exercises), parts.exercises, strict=True):
        files[name] = File(data=exercise.starter.data)
    return files | below("tests", parts.graded) | below("image", parts.install)


def _info(parts: Parts) -> bytes:
    """info.json; its uuid is the same for the same exercises of a course of this title."""
    said = " ".join([parts.title, *parts.package.exercises])
    info = {
        "uuid": str(uuid.uuid5(uuid.NAMESPACE_URL, f"jitgrade:{said}")),
        "title": " · ".join(exercise.title for exercise in parts.exercises),
        "topic": parts.title,
        "tags": list(dict.fromkeys(word for exercise in parts.exercises for word in exercise.teaches)),
        "type": "v3",
        "gradingMethod": "External",
        "singleVariant": True,
        "externalGradingOptions": {
            "enabled": True,
            "image": parts.image,
            "entrypoint": f"/grade/{_RUN}",
            "timeout": int(parts.timeout),
            "enableNetworking": False,
        },
    }
    return json.dumps(info, indent=2, ensure_ascii=False).encode() + b"\n"


def _page(exercises: tuple[Exercise, ...]) -> bytes:
    """question.html, in which nothing of a task is taken for one of its own tags."""
    tasks = "\n\n".join(f"<markdown>\n{exercise.task.strip()}\n</markdown>" for exercise in exercises)
    opened, closed = next(pair for pair in _BRACKETS if pair[0] not in tasks)
    editors = "\n".join(_EDITOR.format(name=name) for name in names(exercises))
    return template("question.html", open=opened, close=closed, tasks=tasks, editors=editors)
