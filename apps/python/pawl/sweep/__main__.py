# SPDX-License-Identifier: MIT
"""The command line of sweeps. Exit statuses are those of the command pawl: 0 all trials were made, 2 bad input or
command line, 3 cut short: what is missing is made by the same command again."""
from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from typing import IO, Any, Optional, Sequence

from .. import InputError
from .._visible import visible
from . import _collect, _run
from ._chunk import chunk_size
from ._directory import Damaged, Directory, DirectoryError, sweep_of
from ._spec import read_spec


class _Refused(Exception):
    """The command line cannot be followed."""


class _Parser(argparse.ArgumentParser):
    def _print_message(self, message: str, file: Optional[IO[str]] = None) -> None:
        super()._print_message(visible(message), file)


def _say(text: str) -> None:
    print(visible(text), file=sys.stderr)


def _arguments() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python3 -m pawl.sweep",
        description="Trials of many tasks, on one machine or many: a line for each in DIR/part-NNNNN.jsonl.gz. The "
        "same command again makes what is missing. `python3 -m pawl.sweep collect DIR` makes a table and a summary.")
    parser.add_argument("spec", metavar="SPEC.json", help="the sweep: docs/sweep.md")
    parser.add_argument("--out", required=True, metavar="DIR", help="where its files are, and go")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--local", type=int, metavar="N", help="N processes on this machine (default: one per core)")
    where.add_argument("--scheduler", metavar="ADDRESS", help="workers of a Dask scheduler, as tls://node1:8786")
    parser.add_argument("--tls-ca", metavar="FILE", help="certificate authority of the scheduler's TLS")
    parser.add_argument("--tls-cert", metavar="FILE", help="our certificate")
    parser.add_argument("--tls-key", metavar="FILE", help="its key")
    parser.add_argument("--insecure", action="store_true", help="no TLS: anyone on the network runs code here")
    parser.add_argument("--patience", type=float, default=60, metavar="S",
                        help="how long a scheduler is looked for (default 60)")
    return parser


def _collect_arguments() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python3 -m pawl.sweep collect",
        description="A table of the trials in DIR, and a summary: a line of JSON a point, and one of all.")
    parser.add_argument("directory", metavar="DIR")
    parser.add_argument("--out", metavar="FILE", help="the table: .h5 (needs h5py) or .csv")
    return parser


def _security(arguments: argparse.Namespace) -> Any:
    files = (arguments.tls_ca, arguments.tls_cert, arguments.tls_key)
    secure = arguments.scheduler.startswith("tls://")
    if secure != all(files) or any(files) != all(files):
        raise _Refused("TLS takes a tls:// address and --tls-ca, --tls-cert and --tls-key")
    if secure:
        for file in files:
            if not os.access(file, os.R_OK):
                raise _Refused(f"{file}: cannot be read")
        return _run.distributed().security.Security(
            tls_ca_file=files[0], tls_client_cert=files[1], tls_client_key=files[2], require_encryption=True)
    if not _run.is_loopback(arguments.scheduler) and not arguments.insecure:
        raise _Refused(f"{arguments.scheduler} is not on this machine: without TLS whoever reaches it runs code on all "
                       "of them. Use tls://, or say --insecure")
    return None


def _connect(arguments: argparse.Namespace) -> _run.Connect:
    if arguments.scheduler:
        return _run.remote(arguments.scheduler, _security(arguments), arguments.patience)
    workers = arguments.local if arguments.local is not None else os.cpu_count() or 1
    if not 1 <= workers <= 1024:
        raise _Refused("--local takes 1 to 1024 workers")
    return _run.local(workers)


def _sweep(arguments: argparse.Namespace) -> int:
    connect = _connect(arguments)
    sweep = read_spec(arguments.spec)
    directory = Directory(arguments.out)
    with directory.locked():
        if not directory.resume(sweep):
            sweep.validate()
            directory.begin(sweep, sweep.chunk or chunk_size(sweep))
        missing = sum(1 for _ in directory.missing())
        _say(f"{sweep.trials} trials of {sweep.points} points in {directory.chunks} chunks, {missing} to be made")
        runner = _run.Runner(sweep, directory)
        runner.run(connect)
    for chunk, why in sorted(runner.failed.items()):
        _say(f"chunk {chunk} failed: {why}")
    if runner.failed:
        _say(f"{len(runner.failed)} chunks failed ({arguments.out}/failed.json); the same command tries them again")
        return 3
    return 0


def _collected(arguments: argparse.Namespace) -> int:
    directory = Directory(arguments.directory)
    sweep = sweep_of(directory)
    if arguments.out is None:
        summary, gaps = _collect.read(directory, sweep, lambda trial: None)
    elif arguments.out.endswith((".h5", ".hdf5", ".csv")):
        summary, gaps = _collect.write_table(arguments.out, directory, sweep)
    else:
        raise _Refused(f"--out {arguments.out}: is neither .h5 nor .csv")
    for point in summary.points():
        print(json.dumps(point))
    print(json.dumps(summary.whole(gaps)))
    for why in gaps.damaged.values():
        _say(f"pawl.sweep: {why}")
    return 3 if gaps else 0


def main(given: Optional[Sequence[str]] = None) -> int:
    words = list(sys.argv[1:] if given is None else given)
    try:
        if words[:1] == ["collect"]:
            return _collected(_collect_arguments().parse_args(words[1:]))
        return _sweep(_arguments().parse_args(words))
    except InputError as error:
        for fault in error.faults:
            _say(f"{fault.pointer or '/'}: {fault.value} {fault.message}")
        return 2
    except (DirectoryError, _collect.NotWritten, _Refused) as error:
        _say(f"pawl.sweep: {error}")
        return 3 if isinstance(error, Damaged) else 2
    except (_run.Lost, _run.NotKept) as error:
        _say(f"pawl.sweep: {error}; finished chunks are kept, the same command goes on")
        return 3
    except KeyboardInterrupt:
        _say("pawl.sweep: interrupted; finished chunks are kept, the same command goes on")
        return 3
    except OSError as error:
        _say(f"pawl.sweep: {error.filename or ''}: {error.strerror}")
        return 2


def _interrupt(signal_number: int, frame: Any) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _interrupt)
    sys.exit(main())
