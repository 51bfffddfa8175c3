"""Calls the function of a submission: a JSON value a line in, its result as JSON out."""

import json
import os
import sys

PRELUDE = """
import bisect, collections, copy, functools, heapq, itertools, math, operator, random, re, string
from bisect import *
from collections import *
from functools import *
from heapq import *
from itertools import *
from math import *
from typing import *
"""


def main():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "{{file}}")
    names = {"__name__": "solution", "__file__": path}
    exec(PRELUDE, names)
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), names)
    function = getattr(names["Solution"](), "{{function}}") if "Solution" in names else names["{{function}}"]
    arguments = [json.loads(line) for line in sys.stdin if line.strip()]
    result = function(*arguments)
    if result is None and arguments and getattr(function, "__annotations__", {}).get("return", 0) is None:
        result = arguments[0]  # it is changed in place
    return json.dumps(result, ensure_ascii=False, default=list)


sys.setrecursionlimit(1000000)
answers, sys.stdout = sys.stdout, sys.stderr
print(main(), file=answers)
