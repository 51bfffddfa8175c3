"""Judge programs: compile them, run them in a sandbox on test cases, and check their output.

>>> import grundy
>>> double = grundy.Problem(cases=[grundy.Case("3\\n", "6\\n")])
>>> right = grundy.Submission(double, source="print(2 * int(input()))", language="python3")
>>> grundy.judge([right])[0].verdict
'AC'

``judge`` returns a list, ``stream`` yields results as they come, and ``grundy.datasets`` reads problems that are published as JSON lines.
The package starts the program ``grundy judge`` for each call and ends it afterwards.
"""

from ._judge import GrundyError, executable, judge, stream
from ._types import Case, Checker, Failure, Options, Problem, Result, Submission

__all__ = [
    "Case",
    "Checker",
    "Failure",
    "GrundyError",
    "Options",
    "Problem",
    "Result",
    "Submission",
    "executable",
    "judge",
    "stream",
]
