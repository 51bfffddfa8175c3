"""What is judged, and what the judge says about it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _without_none(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None and value is not False}


@dataclass(frozen=True)
class Case:
    """A test case. Without an answer the program is run and its verdict is empty, unless a checker needs no answer.

    Bytes that are not UTF-8 are lone surrogates, as ``errors="surrogateescape"`` decodes them.
    """

    input: str
    answer: str | None = None
    name: str | None = None


@dataclass(frozen=True)
class Checker:
    """The comparison of outputs with answers, with the flags in ``args``, or a program if there is a ``source`` or a ``path``.

    ``dialect`` says how the program is called: ``testlib`` if it is left out, ``icpc``, ``cms``, ``sinol``, ``oj`` or ``peg``.
    """

    source: str | None = None
    language: str | None = None
    path: str | None = None
    dialect: str | None = None
    args: Sequence[str] = ()
    ignore_case: bool = False


@dataclass(frozen=True)
class Problem:
    """What submissions are judged against: cases, a checker and limits; or a problem of this machine, by ``open`` or ``named``."""

    cases: Sequence[Case] = ()
    checker: Checker | None = None
    time_limit: float | None = None
    """CPU time of a run in seconds; 2 without it."""
    memory_limit: int | None = None
    """Memory of a run in bytes; 256 MiB without it."""
    output_limit: int | None = None
    """Output of a run in bytes; 64 MiB without it."""
    function: str | None = None
    """The function that submissions define in place of a whole program. Inputs and answers are JSON values then, one a line."""
    reference: str | None = None
    """The name or the path of a problem that has all this itself."""

    def __post_init__(self) -> None:
        if bool(self.cases) == (self.reference is not None):
            raise ValueError("a problem has cases, or it is the name or the path of one: see Problem.open and Problem.named")

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> Problem:
        """Return the problem in a directory or an archive of any format that ``grundy test`` reads."""
        return cls(reference=str(Path(path).resolve(strict=True)))

    @classmethod
    def named(cls, name: str) -> Problem:
        """Return a problem of ``grundy list``."""
        return cls(reference=name)

    @cached_property
    def _line(self) -> str:
        if self.reference is not None:
            return _json(self.reference)
        checker = self.checker and _without_none(**vars(self.checker) | {"args": list(self.checker.args) or None})
        return _json(
            _without_none(
                cases=[_without_none(**vars(case)) for case in self.cases],
                checker=checker or None,
                time_limit_seconds=self.time_limit,
                memory_limit_bytes=self.memory_limit,
                output_limit_bytes=self.output_limit,
                entry=self.function and {"function": self.function},
            )
        )


@dataclass(frozen=True)
class Options:
    """Change how a submission is judged; what is left out stays as the problem says. The limits are in seconds and bytes."""

    time_limit: float | None = None
    memory_limit: int | None = None
    output_limit: int | None = None
    checker_args: Sequence[str] = ()
    ignore_case: bool = False
    stop: bool = False
    """Leave out the cases that cannot change the result once one is not accepted."""
    idleness: bool = False
    """Distinguish waiting forever (ILE) from computing for too long (TLE)."""
    no_rerun: bool = False
    """Do not repeat runs that came near the time limit."""
    cases: Sequence[str] = ()
    """The names of the cases to run; none means all."""

    def _fields(self) -> dict[str, Any]:
        return _without_none(
            time_limit_seconds=self.time_limit,
            memory_limit_bytes=self.memory_limit,
            output_limit_bytes=self.output_limit,
            checker_args=list(self.checker_args) or None,
            ignore_case=self.ignore_case,
            stop=self.stop,
            idleness=self.idleness,
            no_rerun=self.no_rerun,
            cases=list(self.cases) or None,
        )


@dataclass(frozen=True)
class Submission:
    """A source and the problem that it solves. The source is one of ``source``, ``files`` (texts by their names) and ``path``."""

    problem: Problem
    source: str | None = None
    language: str | None = None
    """A code of ``grundy languages``; required with ``source``."""
    files: Mapping[str, str] | None = None
    path: str | os.PathLike[str] | None = None
    id: str = ""
    """Whatever the caller knows it by."""
    options: Options = field(default_factory=Options)
    priority: int = 0
    """Of submissions that wait, the one with the smallest number goes first."""

    def __post_init__(self) -> None:
        if sum(given is not None for given in (self.source, self.files, self.path)) != 1:
            raise ValueError("a submission has one of source, files and path")
        if self.source is not None and not self.language:
            raise ValueError("a source needs a language, such as python3")

    def _line(self, number: int) -> str:
        fields = _without_none(
            id=str(number),
            language=self.language,
            source=self.source,
            files=self.files and dict(self.files),
            path=self.path and os.fspath(self.path),
            options=self.options._fields() or None,
            priority=self.priority or None,
        )
        return f'{_json(fields)[:-1]},"problem":{self.problem._line}}}\n'


@dataclass(frozen=True)
class Result:
    """A verdict on a submission."""

    submission: Submission
    verdict: str
    """AC, WA, TLE, MLE, OLE, RTE, ILE or CE; empty if no case has an answer."""
    reason: str
    """The verdict in words."""
    tests: int = 0
    passed: int = 0
    failed: int = 0
    unjudged: int = 0
    not_run: int = 0
    first: str | None = None
    """The first test that was not accepted."""
    score: float | None = None
    max_score: float | None = None
    language: str | None = None
    cpu_seconds: float | None = None
    """The greatest CPU time of a case."""
    wall_seconds: float | None = None
    """The time of the whole judgement."""
    peak_bytes: int | None = None
    """The greatest memory of a case."""
    tier: str | None = None
    """How well the sandbox isolated."""
    machine: str | None = None
    help: str | None = None
    compile_log: str | None = None
    cases: Sequence[Mapping[str, Any]] = ()
    """The event ``test`` of each case, with ``detail="cases"`` or ``"full"``."""

    @property
    def accepted(self) -> bool:
        """Reports whether the verdict is AC."""
        return self.verdict == "AC"


@dataclass(frozen=True)
class Failure:
    """Why a submission has no verdict. It never counts as a rejection."""

    submission: Submission
    error: str
    help: str | None = None
    """What to do about it."""
    judge_failed: bool = False
    """The judge failed, not the submission."""
