# SPDX-License-Identifier: MIT
"""Chunks on Dask distributed: handed out, written down as they come, handed out again where a scheduler was lost."""
from __future__ import annotations

import contextlib
import importlib
import ipaddress
import signal
import sys
import time
from multiprocessing import resource_tracker
from typing import Any, Callable, ContextManager, Iterator
from urllib.parse import urlsplit

from .. import __version__
from ._chunk import run_chunk
from ._directory import Directory
from ._spec import Sweep

Connect = Callable[[], ContextManager[Any]]
_AHEAD = 2  # chunks a worker, beside the one that it runs


class Lost(Exception):
    """The scheduler is gone."""


class NotKept(Exception):
    """A file of the sweep could not be written."""


def distributed() -> Any:
    try:
        return importlib.import_module("distributed")
    except ImportError as error:
        raise SystemExit(f"pawl.sweep: needs Dask distributed (python3-distributed): {error}")


def is_loopback(address: str) -> bool:
    host = urlsplit(address if "//" in address else f"tcp://{address}").hostname or ""
    if host == "localhost":
        return True
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


@contextlib.contextmanager
def _interrupts_later() -> Iterator[None]:
    """Threads and processes that start meanwhile never see Ctrl-C, which a terminal sends to all processes: they are
    ended by this one, without a traceback each. This thread sees it at the end."""
    resource_tracker.ensure_running()  # where it starts a thread's signals are no longer held
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def local(workers: int) -> Connect:
    """Workers on this machine, a process each, reached by loopback only."""

    @contextlib.contextmanager
    def connect() -> Iterator[Any]:
        dask = distributed()
        with contextlib.ExitStack() as stack:
            with _interrupts_later():
                cluster = stack.enter_context(dask.LocalCluster(
                    n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None,
                    memory_limit=0, silence_logs=50))
                client = stack.enter_context(dask.Client(cluster))
            yield client

    return connect


def remote(address: str, security: Any, patience: float) -> Connect:
    @contextlib.contextmanager
    def connect() -> Iterator[Any]:
        dask = distributed()
        try:
            client = dask.Client(address, security=security, timeout=patience, set_as_default=False)
        except OSError as error:
            raise Lost(f"no scheduler at {address}: {error}")
        try:
            yield client
        finally:
            with contextlib.suppress(Exception):
                client.close(timeout=5)

    return connect


class Progress:
    """A line on the terminal, with how long it may take yet."""

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


def _workers(client: Any) -> int:
    return len(client.scheduler_info().get("workers", {}))


class Runner:
    def __init__(self, sweep: Sweep, directory: Directory, retries: int = 5) -> None:
        self._sweep, self._directory, self._retries = sweep, directory, retries
        self._waiting = list(directory.missing())[::-1]
        self.failed: dict[int, str] = {}
        self._progress = Progress(directory, directory.chunks - len(self._waiting))

    def run(self, connect: Connect) -> None:
        """Until every chunk is there or failed. A lost scheduler is looked for again while there is progress."""
        left, lost = len(self._waiting), 0
        try:
            while self._waiting:
                try:
                    with connect() as client:
                        self._work(client)
                except Lost:
                    lost = 1 if len(self._waiting) < left else lost + 1
                    left = len(self._waiting)
                    if lost > self._retries:
                        raise
        finally:
            self._progress.end()
            self._directory.keep_failed(self.failed)

    def _submit(self, client: Any) -> tuple[Any, int]:
        chunk = self._waiting.pop()
        first, last = self._directory.trials_of(chunk)
        key = f"pawl-{self._sweep.sha256[:16]}-{chunk}-{time.time_ns()}"  # a failed one may be asked for again
        future = client.submit(run_chunk, self._sweep.canonical, __version__, first, last, key=key)
        return future, chunk

    def _work(self, client: Any) -> None:
        running: dict[Any, int] = {}
        completed = distributed().as_completed([], loop=client.loop)
        try:
            while self._waiting or running:
                while self._waiting and len(running) < max(1, _workers(client)) * (1 + _AHEAD):
                    future, chunk = self._submit(client)
                    running[future] = chunk
                    completed.add(future)
                future = next(completed)
                if future.status in ("cancelled", "lost"):
                    raise Lost("the scheduler was lost")
                self._take(future, running.pop(future))
                self._progress.show(_workers(client), len(self.failed))
        except OSError as error:  # of the connection; what was not written is NotKept
            raise Lost(f"the scheduler was lost: {error}")
        finally:
            self._waiting += sorted(running.values(), reverse=True)

    def _take(self, future: Any, chunk: int) -> None:
        try:
            if future.status == "error":
                self.failed[chunk] = f"{type(future.exception()).__name__}: {future.exception()}"
                self._directory.keep_failed(self.failed)
            else:
                lines = future.result()
                self._directory.keep(chunk, lines)
                self._progress.add()
        except OSError as error:
            self._waiting.append(chunk)
            raise NotKept(f"{self._directory.path}: could not be written: {error.strerror}")
