"""A report each: for machines and as a page, filed by student and exercise."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from grader.batch.whole import OutputError, whole
from grader.course import SubmissionError, read_submission
from grader.reports import renderer
from grader.reports.setting import Setting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from grader.batch.nouns import Graded, Submission
    from grader.model.exercise import Exercise, Source

__all__ = ["Filing"]

_FORMS: Final = ("html", "json")
"""In the order in which they are filed: where the last is there, all are."""


class Filing:
    """Files reports below ``folder``; those for machines are signed with ``key``. Raises OutputError.

    ``source`` reads what was handed in, where that is not simply the file.
    """

    def __init__(
        self,
        folder: Path,
        key: bytes,
        exercise: Callable[[str], Exercise],
        source: Callable[[Submission], Source | None] | None = None,
    ) -> None:
        self._folder = folder
        self._read = source or (lambda _: None)
        self._exercise = exercise
        self._key = key

    def file(self, graded: Graded) -> None:
        """Files a result's report in the place of what was there."""
        submission = graded.submission
        setting = Setting(
            source=self._source(submission), path=Path(submission.path).name, key=self._key, cut=False, width=100
        )
        for form in _FORMS:
            path = self._path(submission, form)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise OutputError(f"{path.parent} cannot be made: {error.strerror}") from None
            with whole(path) as file:
                file.write(renderer(form)(graded.report, setting))

    def complete(self, results: Iterable[Graded]) -> None:
        """Files what is not there as it counts: a run can be killed in between, and an earlier result may count."""
        for graded in results:
            if not self._is_filed(graded):
                self.file(graded)

    def _is_filed(self, graded: Graded) -> bool:
        page, data = (self._path(graded.submission, form) for form in _FORMS)
        text = renderer(data.suffix[1:])(graded.report, Setting(key=self._key))
        try:
            return page.exists() and data.read_bytes() == text.encode("utf-8", "replace")
        except OSError:
            return False

    def _path(self, submission: Submission, form: str) -> Path:
        return self._folder / submission.student / f"{submission.exercise}.{form}"

    def _source(self, submission: Submission) -> Source | None:
        """The file as it was handed in, whose lines the page shows; None where it cannot be read."""
        if (source := self._read(submission)) is not None:
            return source
        try:
            return read_submission(Path(submission.path), self._exercise(submission.exercise))
        except SubmissionError:
            return None
