# SPDX-License-Identifier: MIT
"""Runs chunks: consecutive trials, each of which gives one line of JSON.

A chunk runs in a separate process, so that a crash affects only the trial that crashed. After a crash, the process is
started again and runs the next trials one by one. A trial that ends its process twice gets the outcome "crashed". The lines
of a chunk depend only on the sweep and on the numbers of the trials."""
from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from typing import Any, Iterator, Optional

from .. import InputError, Task, __version__, _pawl
from ._spec import MOST_CHUNKS, Sweep

_BATCH = 100  # trials per call; if the process dies during a call, the trials of this call run again one by one
_STOPPED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class TrialRunner:
    """Runs trials of a sweep in this process."""

    def __init__(self, sweep: Sweep) -> None:
        self._sweep = sweep
        self._point: Optional[int] = None
        self._task: Optional[Task] = None
        self._plan: list[tuple[float, float, float]] = []
        self._fault = ""

    def lines(self, first: int, count: int) -> list[str]:
        """Returns the lines of consecutive trials, which must belong to one point."""
        point = first // self._sweep.starts
        if point != self._point:
            self._point, self._fault = point, ""
            try:
                self._task = self._sweep.task_at(point)
                self._plan = _pawl.plan_to_try(self._task._held, None)
            except InputError as error:
                self._task, self._fault = None, str(error)
        if self._task is None:
            return [self._refused(n, self._fault) for n in range(first, first + count)]
        try:
            ended = _pawl.outcomes(self._task._held, self._plan, self._sweep.start(first), count, None)
        except InputError as error:
            if count == 1:
                return [self._refused(first, str(error))]
            return [line for n in range(first, first + count) for line in self.lines(n, 1)]
        return [self._line(first + i, one) for i, one in enumerate(ended)]

    def _head(self, trial: int) -> dict[str, Any]:
        return {"trial": trial, "point": trial // self._sweep.starts, "start": self._sweep.start(trial)}

    def _refused(self, trial: int, why: str) -> str:
        return json.dumps({**self._head(trial), "outcome": "refused", "why": why})

    def _line(self, trial: int, ended: tuple[str, Any, Any, float, str]) -> str:
        outcome, start, end, time, why = ended
        line = {**self._head(trial), "outcome": outcome, "from": start, "to": end, "time": time}
        return json.dumps({**line, "why": why} if why else line)


def _batches(sweep: Sweep, first: int, last: int, most: int) -> Iterator[tuple[int, int]]:
    """Yields ranges (first, count) that cover the trials first to last - 1. Each range belongs to one point and has at most
    ``most`` trials."""
    while first < last:
        end = min(last, first + most, (first // sweep.starts + 1) * sweep.starts)
        yield first, end - first
        first = end


def child() -> None:
    """Runs the process of a chunk: reads a job from the first line of standard input, and writes lines of trials."""
    job = json.loads(sys.stdin.readline())
    # Standard input closes when the worker that started this process ends. This process must then end, too.
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(1)), daemon=True).start()
    runner = TrialRunner(Sweep(job["sweep"]))
    for first, count in _batches(runner._sweep, job["first"], job["last"], job["batch"]):
        sys.stdout.write("".join(line + "\n" for line in runner.lines(first, count)))
        sys.stdout.flush()


class Ended(Exception):
    """The exception if Children.end() killed the processes before the chunk was done."""


class Children:
    """The child processes that run trials.

    The child processes have their own sessions, so that an interrupt from the terminal reaches only this process. This
    process then kills them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[str]] = set()
        self._ended = False

    @contextlib.contextmanager
    def started(self, command: list[str]) -> Iterator[subprocess.Popen[str]]:
        pipe = subprocess.PIPE
        with self._lock:
            if self._ended:
                raise Ended
            process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
            self._running.add(process)
        try:
            with process:
                yield process
        finally:
            with self._lock:
                self._running.discard(process)
        if self._ended:
            raise Ended

    def end(self) -> None:
        """Kills all child processes, and prevents new ones."""
        with self._lock:
            self._ended = True
            for process in self._running:
                process.kill()


def _run_child(
    document: dict[str, Any], first: int, last: int, batch: int, children: Children
) -> tuple[list[str], int]:
    """Runs trials first to last - 1 in a child process. Returns its complete lines, and its exit status."""
    command = [sys.executable, "-c", "from pawl.sweep._chunk import child; child()"]
    job = json.dumps({"sweep": document, "first": first, "last": last, "batch": batch}) + "\n"
    with children.started(command) as process:
        assert process.stdin and process.stdout and process.stderr
        errors: list[str] = []
        heard = process.stderr
        reader = threading.Thread(target=lambda: errors.append(heard.read()), daemon=True)
        reader.start()
        try:
            process.stdin.write(job)
            process.stdin.flush()
        except BrokenPipeError:  # the process has died
            with contextlib.suppress(BrokenPipeError):
                process.stdin.close()  # close() tries to write the rest again and fails again
        text = process.stdout.read()
        status = process.wait()
        reader.join()
    if status > 0 or -status in _STOPPED:
        said = "".join(errors)[-2000:]
        raise RuntimeError(f"the process of trials {first} to {last - 1} ended with status {status}: {said}")
    return text.split("\n")[:-1], status


def _crashed(sweep: Sweep, trial: int, status: int) -> str:
    head = {"trial": trial, "point": trial // sweep.starts, "start": sweep.start(trial)}
    return json.dumps({**head, "outcome": "crashed", "why": signal.Signals(-status).name})


def run_chunk(
    document: dict[str, Any], version: str, first: int, last: int, children: Optional[Children] = None
) -> list[str]:
    """Returns the lines of trials first to last - 1.

    ``version``: the sweep's version of pawl. A Dask worker with another version is refused, because its results may differ.
    Through ``children``, the caller can kill the processes; then Ended is raised.
    """
    children = children or Children()
    if version != __version__:
        raise RuntimeError(f"this worker has pawl {__version__}; expected {version}, the version of the sweep")
    sweep = Sweep(document)
    lines: list[str] = []
    deaths = 0  # how often in succession a process died while it ran the next trial alone
    singly = 0  # all trials before the trial with this number are run one by one
    while first + len(lines) < last:
        at = first + len(lines)
        alone = at < singly
        found, status = _run_child(document, at, min(last, singly) if alone else last, 1 if alone else _BATCH,
                                   children)
        lines += found
        if status == 0:
            deaths = 0
            continue
        deaths = 0 if not alone else 1 if found else deaths + 1
        at = first + len(lines)
        singly = max(singly, min(last, at + _BATCH))
        if alone and deaths >= 2:
            lines.append(_crashed(sweep, at, status))
            deaths = 0
    if len(lines) != last - first:
        raise RuntimeError(f"trials {first} to {last - 1} gave {len(lines)} lines; expected one line per trial")
    return lines


STEPS = 1_500_000  # time steps per chunk: about 15 s if each solves about one contact problem
_MOST = 20_000  # trials per chunk


def chunk_size(sweep: Sweep) -> int:
    """Returns the default number of trials per chunk.

    The number is estimated from the time steps of a few trials. (An estimate by a clock would give different files on different
    machines.) The number is large enough that there are at most MOST_CHUNKS files.
    """
    least = -(-sweep.trials // MOST_CHUNKS)
    step = 1e-3
    steps, counted = 0.0, 0
    for i in range(8):
        trial = i * (sweep.trials - 1) // 7
        document = sweep.task.edit(sweep.point(trial // sweep.starts).edits).to_dict()
        step = float(document.get("simulate", {}).get("step", 1e-3))
        line = json.loads(run_chunk(sweep.canonical, __version__, trial, trial + 1)[0])
        if "time" in line:
            steps += float(line["time"]) / step
            counted += 1
    if not counted:
        return max(least, 100)
    return max(1, least, min(_MOST, round(STEPS * counted / max(1.0, steps))))
