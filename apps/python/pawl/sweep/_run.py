# SPDX-License-Identifier: MIT
"""Runs the chunks of a sweep, in processes on this machine or on workers of Dask distributed.

Each chunk is written to its file when it is done. If the connection to the scheduler is lost, unfinished chunks are
submitted again."""
from __future__ import annotations

import contextlib
import importlib
import ipaddress
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, Callable, ContextManager, Iterator, Protocol
from urllib.parse import urlsplit

from .. import __version__
from ._chunk import Children, run_chunk
from ._directory import Directory
from ._spec import Sweep

_AHEAD = 2  # how many chunks wait at each worker, in addition to the running chunk


class Lost(Exception):
    """The exception if the scheduler cannot be reached, or if the connection to it is lost."""


class NotKept(Exception):
    """The exception if a file of the sweep cannot be written."""


def distributed() -> Any:
    """Returns the module distributed. Ends the program with a message if it is not installed."""
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        raise SystemExit(f"pawl.sweep: --scheduler needs Dask distributed (Debian: python3-distributed): {error}")


def is_loopback(address: str) -> bool:
    """Returns whether an address such as tcp://127.0.0.1:8786 is on this machine's loopback interface."""
    host = urlsplit(address if "//" in address else f"tcp://{address}").hostname or ""
    if host == "localhost":
        return True
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


class Workers(Protocol):
    """A group of workers that run chunks."""

    def count(self) -> int: ...
    def submit(self, sweep: Sweep, chunk: int, first: int, last: int) -> Any:
        """Submits trials first to last - 1, and returns a future of their lines."""
    def next_done(self) -> Any:
        """Waits until a future is done and returns it. Raises Lost if the workers were lost."""


class _Local:
    """Workers on this machine: threads that each wait for a process that runs trials. No network is used."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._threads = ThreadPoolExecutor(workers)
        self._children = Children()
        self._done: SimpleQueue[Any] = SimpleQueue()

    def count(self) -> int:
        return self._workers

    def submit(self, sweep: Sweep, chunk: int, first: int, last: int) -> Any:
        future = self._threads.submit(run_chunk, sweep.canonical, __version__, first, last, self._children)
        future.add_done_callback(self._done.put)
        return future

    def next_done(self) -> Any:
        return self._done.get()

    def end(self) -> None:
        self._children.end()
        self._threads.shutdown(cancel_futures=True)


class _Dask:
    """Workers of a Dask scheduler."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._completed = distributed().as_completed([], loop=client.loop)

    def count(self) -> int:
        return len(self._client.scheduler_info().get("workers", {}))

    def submit(self, sweep: Sweep, chunk: int, first: int, last: int) -> Any:
        key = f"pawl-{sweep.sha256[:16]}-{chunk}-{time.time_ns()}"  # the key must be unique, because a chunk may be submitted
                                                                    # again
        future = self._client.submit(run_chunk, sweep.canonical, __version__, first, last, key=key)
        self._completed.add(future)
        return future

    def next_done(self) -> Any:
        future = next(self._completed)
        if future.status in ("cancelled", "lost"):
            raise Lost("the connection to the scheduler was lost")
        return future


Connect = Callable[[], ContextManager[Workers]]


def local(workers: int) -> Connect:
    """Returns a connection to workers on this machine."""

    @contextlib.contextmanager
    def connect() -> Iterator[Workers]:
        there = _Local(workers)
        try:
            yield there
        finally:
            there.end()

    return connect


def remote(address: str, security: Any, patience: float) -> Connect:
    """Returns a connection to the workers of a Dask scheduler. Raises Lost if the connection cannot be made within
    ``patience`` seconds."""

    @contextlib.contextmanager
    def connect() -> Iterator[Workers]:
        dask = distributed()
        try:
            client = dask.Client(address, security=security, timeout=patience, set_as_default=False)
        except OSError as error:
            raise Lost(f"--scheduler: no scheduler at {address}: {error}")
        try:
            yield _Dask(client)
        finally:
            with contextlib.suppress(Exception):
                client.close(timeout=5)

    return connect


class Progress:
    """A line on the terminal with the number of finished chunks and the estimated time left."""

    def __init__(self, directory: Directory, done: int) -> None:
        self._directory, self._before, self._done = directory, done, done
        self._start = time.monotonic()
        self._shown = sys.stderr.isatty()

    def show(self, workers: int, failed: int) -> None:
        if not self._shown:
            return
        all_chunks, passed = self._directory.chunks, time.monotonic() - self._start
        made = self._done - self._before
        left = ""
        if made:
            seconds = round(passed / made * (all_chunks - self._done - failed))
            left = f", {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02} left"
        said = f", {failed} failed" if failed else ""
        sys.stderr.write(f"\r\x1b[Kchunk {self._done} of {all_chunks}{said}, {workers} workers{left}")
        sys.stderr.flush()

    def add(self) -> None:
        self._done += 1

    def end(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")


class Runner:
    """Runs the missing chunks of a sweep. ``failed`` contains the reasons of failures by chunk."""

    def __init__(self, sweep: Sweep, directory: Directory, retries: int = 5) -> None:
        self._sweep, self._directory, self._retries = sweep, directory, retries
        self._waiting = list(directory.missing())[::-1]
        self.failed: dict[int, str] = {}
        self._progress = Progress(directory, directory.chunks - len(self._waiting))

    def run(self, connect: Connect) -> None:
        """Runs until every chunk is written or has failed.

        Connects again if the scheduler was lost. Raises Lost after ``retries`` further connections without progress.
        """
        left, lost = len(self._waiting), 0
        try:
            while self._waiting:
                try:
                    with connect() as workers:
                        self._work(workers)
                except Lost:
                    lost = 1 if len(self._waiting) < left else lost + 1
                    left = len(self._waiting)
                    if lost > self._retries:
                        raise
        finally:
            self._progress.end()
            self._directory.keep_failed(self.failed)

    def _submit(self, workers: Workers) -> tuple[Any, int]:
        chunk = self._waiting.pop()
        first, last = self._directory.trials_of(chunk)
        return workers.submit(self._sweep, chunk, first, last), chunk

    def _work(self, workers: Workers) -> None:
        running: dict[Any, int] = {}
        try:
            while self._waiting or running:
                while self._waiting and len(running) < max(1, workers.count()) * (1 + _AHEAD):
                    future, chunk = self._submit(workers)
                    running[future] = chunk
                future = workers.next_done()
                self._take(future, running.pop(future))
                self._progress.show(workers.count(), len(self.failed))
        except OSError as error:  # this is an error of the connection, because errors of writing files raise NotKept
            raise Lost(f"the connection to the scheduler was lost: {error}")
        finally:
            self._waiting += sorted(running.values(), reverse=True)

    def _take(self, future: Any, chunk: int) -> None:
        try:
            error = future.exception()
            if error is not None:
                self.failed[chunk] = f"{type(error).__name__}: {error}"
                self._directory.keep_failed(self.failed)
            else:
                self._directory.keep(chunk, future.result())
                self._progress.add()
        except OSError as error:
            self._waiting.append(chunk)
            raise NotKept(f"{self._directory.path}: could not be written: {error.strerror}")
