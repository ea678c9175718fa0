"""The gradebook of a course folder: read at once, written in one transaction a submission.

nbgrader's API commits in the middle of what belongs together. Here a commit of its session stays within the transaction
of a connection, which is taken for writing from the start: whoever is killed leaves all of a submission or nothing.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from grader.nbgrader.assigned import Assignment, Cell, Notebook
from grader.nbgrader.errors import NbgraderError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grader.nbgrader.classroom import Classroom

__all__ = ["Ledger", "notebook_of"]

_PATIENCE: Final = 60.0
"""Seconds that another program may keep the gradebook to itself."""


class Ledger:
    """The gradebook of ``classroom``; as a context, it is closed. Raises NbgraderError, whatever is done with it."""

    def __init__(self, classroom: Classroom, *, patience: float = _PATIENCE) -> None:
        from nbgrader.api import Gradebook
        from sqlalchemy import event
        from sqlalchemy.engine import make_url

        url = make_url(classroom.url)
        sqlite = url.get_backend_name() == "sqlite"
        self._name = url.database if sqlite else url.render_as_string()
        if sqlite:
            if not Path(str(url.database)).is_file():
                told = "run `nbgrader generate_assignment` there first, or name the folder that has one"
                raise NbgraderError(f"there is no gradebook {url.database}; {told}")
            _look(str(url.database), patience)
            url = url.update_query_dict({"timeout": str(patience)})
        with self._told():
            self._book: Any = Gradebook(url.render_as_string(hide_password=False), classroom.course_id)
            self._book.close()
            if sqlite:
                self._book.engine.dispose()
                event.listen(self._book.engine, "connect", _left_to_us)
                event.listen(self._book.engine, "begin", _begun)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._book.close()
        self._book.engine.dispose()

    @contextlib.contextmanager
    def transaction(self) -> Iterator[Any]:
        """Opens nbgrader's gradebook for one submission: all that is done with it counts at the end, or nothing."""
        from sqlalchemy.orm import scoped_session, sessionmaker

        with self._told(), self._book.engine.connect() as connection, connection.begin():
            self._book.db = scoped_session(sessionmaker(bind=connection, future=True))
            try:
                yield self._book
                self._book.db.commit()
            finally:
                self._book.db.remove()

    def assignments(self) -> tuple[Assignment, ...]:
        """Returns all assignments, by name."""
        with self.transaction() as book:
            return tuple(sorted((_assignment(one) for one in book.assignments), key=lambda one: one.name))

    def students(self) -> tuple[str, ...]:
        """Returns the ids of all students."""
        with self.transaction() as book:
            return tuple(student.id for student in book.students)

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """Says in a sentence what is wrong with a database."""
        from sqlalchemy.exc import SQLAlchemyError

        try:
            yield
        except SQLAlchemyError as error:
            said = str(getattr(error, "orig", None) or error).partition("\n")[0]
            raise NbgraderError(f"the gradebook {self._name} cannot be used: {_reason(said)}") from None


def _look(path: str, patience: float) -> None:
    """Raises NbgraderError where a file is no database."""
    try:
        with contextlib.closing(sqlite3.connect(path, timeout=patience)) as database:
            database.execute("select name from sqlite_master")
    except sqlite3.DatabaseError as error:
        raise NbgraderError(f"the gradebook {path} cannot be used: {_reason(str(error))}") from None


def _reason(said: str) -> str:
    """What to do about what a database said."""
    if "locked" in said:
        return "another program keeps it locked; close formgrader, or wait for it, and run this command again"
    if "no such" in said:
        return f"it is not as this nbgrader has it ({said}); save a copy, then run `nbgrader db upgrade`"
    return said


def _left_to_us(connection: Any, _: object) -> None:  # noqa: ANN401 - the driver's
    """Keeps the driver from beginning transactions of its own, late and for reading."""
    connection.isolation_level = None


def _begun(connection: Any) -> None:  # noqa: ANN401 - SQLAlchemy's
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _assignment(found: Any) -> Assignment:  # noqa: ANN401 - nbgrader has no types
    late = (one for one in found.submissions if one.extension is not None and found.duedate is not None)
    return Assignment(
        name=found.name,
        due=found.duedate,
        extended={one.student.id: _moment(one.duedate) for one in late},
        notebooks=tuple(notebook_of(one) for one in found.notebooks),
    )


def _moment(moment: Any) -> datetime:  # noqa: ANN401
    assert isinstance(moment, datetime)
    return moment


def notebook_of(found: Any) -> Notebook:  # noqa: ANN401
    """Returns a notebook of an assignment as the gradebook has it, of nbgrader's row for it."""
    points = {cell.name: float(cell.max_score) for cell in (*found.grade_cells, *found.task_cells)}
    solutions = {cell.name for cell in found.solution_cells}
    tasks = {cell.name for cell in found.task_cells}
    return Notebook(
        name=found.name,
        kernelspec=json.loads(found.kernelspec) if found.kernelspec else {},
        cells=tuple(
            Cell(
                name=cell.name,
                cell_type=cell.cell_type,
                source=cell.source or "",
                checksum=cell.checksum or "",
                locked=cell.locked,
                solution=cell.name in solutions,
                task=cell.name in tasks,
                points=points.get(cell.name),
            )
            for cell in found.source_cells
        ),
    )
