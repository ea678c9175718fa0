"""Text in, nouns out: the course, its exercises, array specs and submissions, each wrong word told with its place."""

from grader.course.course import Summary, find_exercise, find_named, read_course, summaries
from grader.course.drawing import arguments, draw
from grader.course.errors import CourseError, NoCourseError, NoExerciseError, Problem, SubmissionError
from grader.course.exercise import read_exercise
from grader.course.fingerprint import fingerprint
from grader.course.json_schema import schema
from grader.course.reference import reference
from grader.course.submissions import attempted, raw_bytes, read_submission

__all__ = [
    "CourseError",
    "NoCourseError",
    "NoExerciseError",
    "Problem",
    "SubmissionError",
    "Summary",
    "arguments",
    "attempted",
    "draw",
    "find_exercise",
    "find_named",
    "fingerprint",
    "raw_bytes",
    "read_course",
    "read_exercise",
    "read_submission",
    "reference",
    "schema",
    "summaries",
]
