"""A course: course.yaml, the folders of its exercises, and which of them a word means."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, UnsetType

from grader.course.convert import Reader, fields_of
from grader.course.errors import CourseError, NoCourseError, NoExerciseError, Problem, Problems
from grader.course.exercise import FOLDER, read_exercise
from grader.course.lateness import read_late
from grader.course.limits import read_limits
from grader.course.strict_yaml import Node, read_yaml
from grader.model.exercise import Course, Limits, Platform, Tier
from grader.model.spelling import nearest

__all__ = ["Summary", "find_exercise", "find_named", "means", "read_course", "summaries"]


class _Hints(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of ``hints``."""

    cost: Annotated[float, Meta(ge=0, le=1000)] = 0.0


class _Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of course.yaml."""

    title: str
    accelerator: Platform = "cpu"
    isolation: Tier = "limits"
    limits: Limits = Limits()
    late: dict[str, float] = {}
    hints: _Hints = _Hints()
    solution: Literal["after a pass", "always", "never"] = "after a pass"


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """What a list of exercises shows of one: either its title and points, or why it cannot be read."""

    number: int
    slug: str
    folder: Path
    title: str = ""
    points: float = 0.0
    error: CourseError | None = None


def read_course(start: Path) -> Course:
    """Reads the course whose course.yaml lies in this folder or one above it.

    Raises NoCourseError where there is none, CourseError where it is wrong.
    """
    folder = _folder(start)
    problems = Problems("course.yaml")
    root = read_yaml((folder / "course.yaml").read_bytes(), problems)
    readers: dict[str, Reader] = {
        "limits": lambda node, path: read_limits(node, path, Limits(), problems),
        "late": lambda node, path: read_late(node, path, problems),
        "hints": lambda node, path: _hints(node, path, problems),
    }
    found = fields_of(_Settings, root, owner="a course", path="", problems=problems, readers=readers)
    if isinstance(found, UnsetType):
        raise problems.error()
    settings = _Settings(**found)
    if not settings.title.strip():
        problems.add(root.at("title"), "title", "title must not be empty")
    if len(problems):
        raise problems.error()
    return Course(
        title=settings.title,
        folder=folder,
        exercises=_exercises(folder / "exercises"),
        accelerator=settings.accelerator,
        isolation=settings.isolation,
        limits=settings.limits,
        late=settings.late,
        show_solution=settings.solution,
        hint_cost=settings.hints.cost,
    )


def _hints(node: Node, path: str, problems: Problems) -> _Hints | UnsetType:
    found = fields_of(_Hints, node, owner=path, path=path, problems=problems)
    return found if isinstance(found, UnsetType) else _Hints(**found)


def _folder(start: Path) -> Path:
    try:
        first = start.resolve()
        for folder in (first, *first.parents):
            if (folder / "course.yaml").is_file():
                return folder
    except (OSError, RuntimeError):
        pass
    message = (
        f"there is no course.yaml in '{start}' or any folder above it; "
        "go to a course's folder, name it with --course, or get the course with `grade init`"
    )
    raise NoCourseError([Problem(message=message)])


def _exercises(folder: Path) -> tuple[Path, ...]:
    """Returns the exercises' folders by number; other folders are none of ours."""
    found = [path for path in folder.iterdir() if FOLDER.fullmatch(path.name)] if folder.is_dir() else []
    return tuple(sorted((path for path in found if path.is_dir()), key=lambda path: (_number(path), path.name)))


def _number(path: Path) -> int:
    return int(path.name.partition("_")[0])


def find_exercise(course: Course, word: str) -> Path:
    """Returns the folder that ``exercise3``, ``3``, ``abs_static``, ``03_abs_static`` or a path means.

    Raises NoExerciseError, naming the nearest, where none or more than one is meant.
    """
    said = word.strip()
    found = [path for path in course.exercises if means(said, path)] if said else []
    if not found and (folder := _path(said)):
        return next((path for path in course.exercises if path.resolve() == folder), folder)
    if len(found) == 1:
        return found[0]
    if found:
        names = " and ".join(path.name for path in found)
        raise NoExerciseError([Problem(message=f"'{said}' means {names}; say which by its whole name")])
    raise NoExerciseError([Problem(message=_unknown(said, course))])


def find_named(course: Course, word: str) -> Path | None:
    """Returns the folder of the one exercise that a word means by name or number; a path never means any here.

    For words that others chose, such as the name of a file that was handed in.
    """
    found = [path for path in course.exercises if means(word.strip(), path)]
    return found[0] if len(found) == 1 else None


def means(word: str, path: Path) -> bool:
    """Says whether a word is the name or the number of the exercise in this folder, or of a file that is called so."""
    number, _, slug = path.name.partition("_")
    word = re.sub(r"\.(?:py|ipynb|zip)$", "", word, flags=re.IGNORECASE)
    if word in (path.name, slug):
        return True
    counted = re.fullmatch(r"(?:exercise[ _-]?)?(\d{1,3})", word, re.IGNORECASE)
    return counted is not None and int(counted[1]) == int(number)


def _path(word: str) -> Path | None:
    """Returns the folder of an exercise that a path to it, or to its exercise.yaml, names."""
    try:
        path = Path(word).resolve() if word else None
        if path is None or not path.exists():
            return None
        folder = path.parent if path.name == "exercise.yaml" else path
        return folder if FOLDER.fullmatch(folder.name) and (folder / "exercise.yaml").is_file() else None
    except (OSError, RuntimeError, ValueError):
        return None


def _unknown(word: str, course: Course) -> str:
    if not course.exercises:
        return f"there is no exercise '{word}': the course '{course.title}' has none yet"
    slugs = {path.name.partition("_")[2]: path for path in course.exercises}
    words = dict(slugs) | {path.name: path for path in course.exercises}
    near = nearest(word, words) or next((slug for slug in slugs if len(word) > 2 and word.lower() in slug), None)  # noqa: PLR2004 - two letters are in too many words
    if near is not None:
        return f"there is no exercise '{word}'; did you mean '{near}' (exercise{_number(words[near])})?"
    first, last = _number(course.exercises[0]), _number(course.exercises[-1])
    return f"there is no exercise '{word}'; there are exercise{first} to exercise{last}, which `grade list` shows"


def summaries(course: Course) -> tuple[Summary, ...]:
    """Returns every exercise's number, slug, title and points; one that is broken does not hide the others."""
    return tuple(_summary(folder, course) for folder in course.exercises)


def _summary(folder: Path, course: Course) -> Summary:
    slug = folder.name.partition("_")[2]
    try:
        exercise = read_exercise(folder, course)
    except CourseError as error:
        return Summary(number=_number(folder), slug=slug, folder=folder, error=error)
    return Summary(number=exercise.number, slug=slug, folder=folder, title=exercise.title, points=exercise.points)
