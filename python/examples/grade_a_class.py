"""Grade a class: each file of a directory is what a student handed in, and a table of points comes out.

    python grade_a_class.py PROBLEM HANDED_IN > grades.csv
"""

import csv
import sys
from pathlib import Path

import grundy

problem = grundy.Problem.open(sys.argv[1])
handed_in = sorted(path for path in Path(sys.argv[2]).iterdir() if not path.name.startswith("."))
outcomes = grundy.judge(grundy.Submission(problem, path=path, id=path.stem) for path in handed_in)

table = csv.writer(sys.stdout, lineterminator="\n")
table.writerow(["student", "verdict", "passed", "tests", "remark"])
for outcome in outcomes:
    student = outcome.submission.id
    if isinstance(outcome, grundy.Failure):
        table.writerow([student, "", "", "", outcome.error])  # look at it by hand: this is not a mark
    else:
        table.writerow([student, outcome.verdict, outcome.passed, outcome.tests, outcome.reason])
