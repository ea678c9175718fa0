"""The author's proof: starters fail, solutions pass with room, wrong answers are caught for their reason.

What holds may be weak nevertheless; that is told beside the proof and breaks none.
"""

from grader.lint.proof import Proof
from grader.lint.proving import lint

__all__ = ["Proof", "lint"]
