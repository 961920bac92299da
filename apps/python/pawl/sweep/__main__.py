# SPDX-License-Identifier: MIT
"""The command line of sweeps.

Exit status 0: all trials have run. 2: bad input or command line. 3: some chunks are missing or damaged. If the same command
is run again, it makes the missing chunks."""
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
    """The exception for an invalid command line."""


class _Parser(argparse.ArgumentParser):
    def _print_message(self, message: str, file: Optional[IO[str]] = None) -> None:
        super()._print_message(visible(message), file)


def _say(text: str) -> None:
    print(visible(text), file=sys.stderr)


def _arguments() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python3 -m pawl.sweep",
        description="Runs trials of many variants of a task, on one machine or many, and writes one line per trial to "
        "DIR/part-NNNNN.jsonl.gz. Run the same command again to make missing files. `python3 -m pawl.sweep collect DIR` "
        "makes a table and a summary.")
    parser.add_argument("spec", metavar="SPEC.json", help="the file of the sweep; its format is in docs/sweep.md")
    parser.add_argument("--out", required=True, metavar="DIR", help="the folder of the sweep, new or to continue")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--local", type=int, metavar="N", help="use N processes on this machine (default: one per core)")
    where.add_argument("--scheduler", metavar="ADDRESS", help="use the workers of a Dask scheduler, such as tls://node1:8786")
    parser.add_argument("--tls-ca", metavar="FILE", help="TLS certificate of the authority that signed the scheduler's")
    parser.add_argument("--tls-cert", metavar="FILE", help="TLS certificate of this client")
    parser.add_argument("--tls-key", metavar="FILE", help="key of --tls-cert")
    parser.add_argument("--insecure", action="store_true",
                        help="allow a connection without TLS: anyone on the network can then run code on all workers")
    parser.add_argument("--patience", type=float, default=60, metavar="S",
                        help="how long to try to reach the scheduler, s (default 60)")
    return parser


def _collect_arguments() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python3 -m pawl.sweep collect",
        description="Prints a summary of the trials in DIR: one line of JSON per point, and one for the whole sweep. With "
        "--out it also writes a table of all trials.")
    parser.add_argument("directory", metavar="DIR", help="the folder of a sweep")
    parser.add_argument("--out", metavar="FILE", help="write a table of all trials: .h5 (needs h5py) or .csv")
    return parser


def _security(arguments: argparse.Namespace) -> Any:
    files = (arguments.tls_ca, arguments.tls_cert, arguments.tls_key)
    secure = arguments.scheduler.startswith("tls://")
    if secure != all(files) or any(files) != all(files):
        raise _Refused("--scheduler: TLS needs a tls:// address together with --tls-ca, --tls-cert and --tls-key")
    if secure:
        for file in files:
            if not os.access(file, os.R_OK):
                raise _Refused(f"{file}: cannot be read")
        return _run.distributed().security.Security(
            tls_ca_file=files[0], tls_client_cert=files[1], tls_client_key=files[2], require_encryption=True)
    if not _run.is_loopback(arguments.scheduler) and not arguments.insecure:
        raise _Refused(f"--scheduler: {arguments.scheduler}: not on this machine: without TLS, anyone who can reach it "
                       "can run code on all its machines. Use a tls:// address, or accept the risk with --insecure")
    return None


def _connect(arguments: argparse.Namespace) -> _run.Connect:
    if arguments.scheduler:
        return _run.remote(arguments.scheduler, _security(arguments), arguments.patience)
    workers = arguments.local if arguments.local is not None else os.cpu_count() or 1
    if not 1 <= workers <= 1024:
        raise _Refused(f"--local: {workers}: out of bounds; expected 1 to 1024 workers")
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
        _say(f"{len(runner.failed)} chunks failed (see {arguments.out}/failed.json); run the same command to try again")
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
        raise _Refused(f"--out: {arguments.out}: unknown format of table; expected a name in .h5, .hdf5 or .csv")
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
            _say(f"{fault.pointer or '/'}: {fault.value}: {fault.message}")
        return 2
    except (DirectoryError, _collect.NotWritten, _Refused) as error:
        _say(f"pawl.sweep: {error}")
        return 3 if isinstance(error, Damaged) else 2
    except (_run.Lost, _run.NotKept) as error:
        _say(f"pawl.sweep: {error}; finished chunks are kept; run the same command to continue")
        return 3
    except KeyboardInterrupt:
        _say("pawl.sweep: interrupted; finished chunks are kept; run the same command to continue")
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
