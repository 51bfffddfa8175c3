"""Problems that are published as JSON lines, read as data: nothing of them is run or unpickled.

>>> for task in datasets.read("test.jsonl", datasets.code_contests):
...     outcomes = grundy.judge(task.submissions())

A reader takes a row as a dictionary, so it also reads those of other sources, such as a Parquet file.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import pickle
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ._types import Case, Checker, Options, Problem, Submission

MAX_DECOMPRESSED = 1 << 30
"""How many bytes compressed test cases may have, at most."""


class Solution(NamedTuple):
    """A source, and whether the data set says that it is right."""

    source: str
    language: str
    right: bool


@dataclass(frozen=True)
class Task:
    """A row of a data set."""

    name: str
    problem: Problem
    solutions: Sequence[Solution] = ()
    """What the data set labels as right or as wrong, in languages that it names."""

    def submissions(self, options: Options = Options()) -> Iterator[Submission]:
        """Yield the labelled solutions. Their IDs are the task's name, the label and a number."""
        for number, solution in enumerate(self.solutions, 1):
            label = "right" if solution.right else "wrong"
            yield Submission(self.problem, solution.source, solution.language, id=f"{self.name}/{label}/{number}", options=options)

    def line(self) -> str:
        """Return the task as a line for ``grundy audit``, which looks for what is wrong with it."""
        fields = {"id": self.name, "solutions": [solution._asdict() for solution in self.solutions]}
        return f'{json.dumps(fields)[:-1]}, "problem": {self.problem._line}}}\n'


def read(
    path: str | os.PathLike[str],
    reader: Callable[[Mapping[str, Any]], Task],
    faulty: Callable[[ValueError], object] | None = None,
) -> Iterator[Task]:
    """Yield the tasks of a file of JSON lines, which may be compressed with gzip. A row without a name gets the number of its line.

    A row that cannot be read is a ``ValueError``. With ``faulty`` it is left out, and ``faulty`` is called with the error.
    """
    opener = gzip.open if os.fspath(path).endswith(".gz") else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                task = reader(json.loads(line))
            except (KeyError, TypeError, ValueError) as error:
                reason = f"no field {error}" if isinstance(error, KeyError) else error
                named = ValueError(f"{os.fspath(path)}:{number}: {reason}")
                if faulty is None:
                    raise named from error
                faulty(named)
                continue
            yield task if task.name else replace(task, name=str(number))


def apps(row: Mapping[str, Any]) -> Task:
    """Read a row of APPS or TACO.

    ``input_output`` is a JSON text with ``inputs``, ``outputs`` and, for problems that ask for a function, ``fn_name``; then an
    input is the list of the arguments. Results are wrapped in a list in most rows: if each output is a list with one element,
    the element is the answer.
    """
    data = _decoded(row["input_output"] or "{}")
    inputs, outputs = data.get("inputs", []), data.get("outputs", [])
    if len(inputs) != len(outputs):
        raise ValueError(f"input_output: {len(inputs)} inputs and {len(outputs)} outputs")
    function = data.get("fn_name")
    if function:
        if all(isinstance(output, list) and len(output) == 1 for output in outputs):
            outputs = [output[0] for output in outputs]
        cases = [Case("".join(_value(argument) for argument in inputs[i]), _value(output)) for i, output in enumerate(outputs)]
    else:
        cases = [Case(_text(given), _text(wanted)) for given, wanted in zip(inputs, outputs)]
    return Task(
        name=str(row.get("problem_id") or row.get("id") or row.get("name") or ""),
        problem=Problem(
            cases=_some(cases),
            function=function,
            time_limit=_measure(row.get("time_limit"), {"second": 1}),
            memory_limit=_size(_measure(row.get("memory_limit"), {"byte": 1, "kilobyte": 10**3, "megabyte": 10**6, "gigabyte": 10**9})),
        ),
        solutions=[Solution(source, "python3", True) for source in _decoded(row.get("solutions") or "[]")],
    )


taco = apps

_CODE_CONTESTS_LANGUAGES = {1: "python2", 2: "cpp", 3: "python3", 4: "java", "PYTHON": "python2", "CPP": "cpp", "PYTHON3": "python3", "JAVA": "java"}


def code_contests(row: Mapping[str, Any]) -> Task:
    """Read a row of CodeContests: ``public_tests``, ``private_tests`` and ``generated_tests``, ``solutions`` and ``incorrect_solutions``.

    Lists of objects and, as ``datasets`` has them, objects of lists are both read. Solutions in an unknown language are left out.
    """
    if row.get("input_file") or row.get("output_file"):
        raise ValueError("the problem reads or writes a named file, which a line cannot say")
    cases = [
        Case(case["input"], case["output"]) for field in ("public_tests", "private_tests", "generated_tests") for case in _records(row.get(field))
    ]
    solutions = []
    for field, right in (("solutions", True), ("incorrect_solutions", False)):
        for solution in _records(row.get(field)):
            language = _CODE_CONTESTS_LANGUAGES.get(solution.get("language"))
            if language:
                solutions.append(Solution(solution["solution"], language, right))
    limit = row.get("time_limit")
    if isinstance(limit, Mapping):
        limit = float(limit.get("seconds") or 0) + float(limit.get("nanos") or 0) / 1e9
    return Task(
        name=row.get("name", ""),
        problem=Problem(
            cases=_some(cases),
            time_limit=_measure(limit, {"s": 1}),
            memory_limit=_size(row.get("memory_limit_bytes")),
        ),
        solutions=solutions,
    )


def live_code_bench(row: Mapping[str, Any]) -> Task:
    """Read a row of LiveCodeBench: ``public_test_cases``, and ``private_test_cases``, which may be compressed.

    With ``testtype`` ``functional``, the submissions define the function that ``metadata`` names.
    """
    tests = [*_decoded(row["public_test_cases"]), *_live_code_bench_private(row.get("private_test_cases") or "[]")]
    if not all(isinstance(test, Mapping) for test in tests):
        raise ValueError("the test cases are not a list of objects")
    functional = any(test.get("testtype") == "functional" for test in tests)
    function = _decoded(row.get("metadata") or "{}").get("func_name") if functional else None
    if functional and not function:
        raise ValueError("metadata: want func_name for functional test cases")
    return Task(
        name=str(row.get("question_id", "")),
        problem=Problem(cases=_some([Case(test["input"], test["output"]) for test in tests]), function=function),
    )


def codeforces(row: Mapping[str, Any]) -> Task:
    """Read a row of open-r1's codeforces: ``official_tests`` and ``generated_checker``.

    The checker is a program in Python that prints the part of the points. It gets the input, the right output and the one to judge.
    """
    if row.get("input_mode") == "file":
        raise ValueError("the problem reads or writes a named file, which a line cannot say")
    if row.get("interaction_format"):
        raise ValueError("the problem is interactive, and the row has no interactor")
    program = row.get("generated_checker")
    memory = row.get("memory_limit")
    return Task(
        name=row.get("id", ""),
        problem=Problem(
            cases=_some([Case(test["input"], test["output"]) for test in row.get("official_tests") or []]),
            checker=Checker(source=program, language="python3", dialect="cms") if program else None,
            time_limit=row.get("time_limit"),
            memory_limit=_size(memory and memory * 2**20),
        ),
    )


def _some(cases: list[Case]) -> list[Case]:
    if not cases:
        raise ValueError("the row has no test cases")
    return cases


def _decoded(value: Any) -> Any:
    """Return a value that may be JSON within a text."""
    return json.loads(value) if isinstance(value, str) else value


def _value(value: Any) -> str:
    return json.dumps(value) + "\n"


def _text(value: Any) -> str:
    """Return the text of an input or output, which may be a list of lines."""
    if isinstance(value, list):
        return "".join(f"{line}\n" for line in value)
    return value if isinstance(value, str) else str(value)


def _records(value: Any) -> Iterator[Mapping[str, Any]]:
    """Yield objects from a list of them, or from an object of lists."""
    if isinstance(value, Mapping):
        for fields in zip(*value.values(), strict=True):
            yield dict(zip(value.keys(), fields))
    else:
        yield from value or ()


def _measure(value: Any, units: Mapping[str, float]) -> float | None:
    """Return a limit: a number in the first unit, or a text such as ``2.0 seconds``; None without one."""
    if value is None or value == "":
        return None
    if isinstance(value, (int, float)):
        return value * next(iter(units.values())) or None
    parts = re.fullmatch(r"\s*([0-9.]+)\s*([a-z]*?)s?\s*", value)
    if not parts or parts[2] and parts[2] not in units:
        raise ValueError(f"want a limit such as 2.0 {list(units)[-1]}s, got {value!r}")
    return float(parts[1]) * units[parts[2] or next(iter(units))] or None


def _size(value: float | None) -> int | None:
    return int(value) if value else None


def _live_code_bench_private(value: Any) -> Any:
    """Return the private test cases: JSON, or JSON in a pickle that is compressed and written in base 64."""
    try:
        return _decoded(value)
    except json.JSONDecodeError:
        pass
    inflate = zlib.decompressobj()
    try:
        data = inflate.decompress(base64.b64decode(value, validate=True), MAX_DECOMPRESSED)
    except zlib.error as error:
        raise ValueError(f"private_test_cases: {error}") from error
    if not inflate.eof:
        raise ValueError(f"private_test_cases: the data is cut off, or larger than {MAX_DECOMPRESSED} bytes")
    return _decoded(_Unpickler(io.BytesIO(data)).load_data())


class _Unpickler(pickle.Unpickler):
    """Reads texts, numbers, lists and dictionaries; a pickle that names anything to import or to call is refused."""

    def load_data(self) -> Any:
        try:
            return self.load()
        except (pickle.UnpicklingError, EOFError, IndexError, AttributeError, OverflowError) as error:
            raise ValueError(f"private_test_cases: {error}") from error

    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError(f"the pickle asks for {module}.{name}, which data does not need")

    def persistent_load(self, pid: Any) -> Any:
        raise pickle.UnpicklingError("the pickle refers to an object outside of it")
