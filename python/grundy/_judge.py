"""The program ``grundy judge`` as a child process."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import os
import shutil
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Literal

from ._types import Failure, Result, Submission

Detail = Literal["verdict", "cases", "full"]

_CHUNK = 1 << 16
_COMPLAINT = 1 << 14


class GrundyError(Exception):
    """The program cannot be started, or it ended before everything was judged."""


def executable() -> str:
    """Return the path of the program: that of the package, or what ``GRUNDY_EXECUTABLE`` names, or ``grundy`` of the path."""
    own = Path(__file__).with_name("bin") / ("grundy.exe" if os.name == "nt" else "grundy")
    found = os.environ.get("GRUNDY_EXECUTABLE") or (str(own) if own.exists() else shutil.which("grundy"))
    if not found:
        raise GrundyError("the program grundy is missing: install the wheel for this system, or set GRUNDY_EXECUTABLE")
    return found


def judge(
    submissions: Iterable[Submission], *, detail: Detail = "verdict", stop: bool = False, on: str | os.PathLike[str] | None = None
) -> list[Result | Failure]:
    """Judge submissions side by side, and return what became of each, in their order.

    See ``stream`` for the arguments. It works where an event loop runs, too, as in a notebook.
    """

    async def collect() -> list[Result | Failure]:
        return [outcome async for outcome in _outcomes(submissions, detail=detail, stop=stop, on=on, ordered=True)]

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, collect()).result()


async def stream(
    submissions: Iterable[Submission] | AsyncIterable[Submission],
    *,
    detail: Detail = "verdict",
    stop: bool = False,
    on: str | os.PathLike[str] | None = None,
) -> AsyncGenerator[Result | Failure, None]:
    """Judge submissions side by side, and yield what becomes of each as soon as it is known.

    Submissions are taken only as fast as they are judged, so there may be any number of them.
    ``detail`` says how much a result has: ``verdict``, ``cases`` or ``full``, which includes what programs printed. ``stop``
    leaves out the cases of a submission that cannot change its result once one has failed. ``on`` names the file of a hub whose
    workers judge.
    """
    async with contextlib.aclosing(_outcomes(submissions, detail=detail, stop=stop, on=on)) as outcomes:
        async for outcome in outcomes:
            yield outcome


async def _outcomes(
    submissions: Iterable[Submission] | AsyncIterable[Submission],
    *,
    detail: Detail,
    stop: bool,
    on: str | os.PathLike[str] | None,
    ordered: bool = False,
) -> AsyncGenerator[Result | Failure, None]:
    command = [executable(), "judge", "--detail", detail]
    command += ["--stop"] * stop + ["--ordered"] * ordered + (["--on", os.fspath(on)] if on else [])
    try:
        process = await asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE, stderr=PIPE)
    except OSError as error:
        raise GrundyError(f"start {command[0]}: {error}") from error
    waiting: dict[str, Submission] = {}
    failures = False
    writer = asyncio.create_task(_write(process, submissions, waiting))
    complaint = asyncio.create_task(_tail(process))
    try:
        async for row in _rows(process):
            fields = json.loads(row)
            submission = waiting.pop(fields.pop("id"))
            known = Result if "verdict" in fields else Failure
            names = {field.name for field in dataclasses.fields(known)}
            failures = failures or known is Failure
            yield known(submission=submission, **{name: value for name, value in fields.items() if name in names})
        code = await process.wait()
        if writer.done():
            writer.result()
        if waiting or code != 0 and not failures:
            raise GrundyError(f"grundy judge ended with the exit code {code}\n{await complaint}".rstrip())
        await writer
    finally:
        writer.cancel()
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
        await asyncio.gather(writer, complaint, process.wait(), return_exceptions=True)


async def _write(process: Process, submissions: Iterable[Submission] | AsyncIterable[Submission], waiting: dict[str, Submission]) -> None:
    """Write a line for each submission. A mistake of the caller's ends the process."""
    lines = process.stdin
    assert lines is not None
    try:
        number = 0
        async for submission in _each(submissions):
            number += 1
            line = submission._line(number)
            waiting[str(number)] = submission
            lines.write(line.encode())
            await lines.drain()
    except (BrokenPipeError, ConnectionResetError):
        pass  # the reader says why the process ended
    except BaseException:
        waiting.clear()
        if process.returncode is None:
            process.kill()
        raise
    finally:
        lines.close()


async def _each(submissions: Iterable[Submission] | AsyncIterable[Submission]) -> AsyncIterator[Submission]:
    if isinstance(submissions, AsyncIterable):
        async for submission in submissions:
            yield submission
    else:
        for submission in submissions:
            yield submission


async def _rows(process: Process) -> AsyncIterator[bytes]:
    """Yield the lines of the output, of any length; a slow consumer slows the process down."""
    rows = process.stdout
    assert rows is not None
    parts: list[bytes] = []
    while chunk := await rows.read(_CHUNK):
        first, *rest = chunk.split(b"\n")
        parts.append(first)
        for more in rest:
            yield b"".join(parts)
            parts = [more]


async def _tail(process: Process) -> str:
    """Return the end of what the process says on standard error."""
    errors = process.stderr
    assert errors is not None
    text = b""
    while chunk := await errors.read(_CHUNK):
        text = (text + chunk)[-_COMPLAINT:]
    return text.decode(errors="replace")
