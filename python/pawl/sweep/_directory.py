# SPDX-License-Identifier: MIT
"""The folder of a sweep: manifest.json, part-NNNNN.jsonl.gz, failed.json. What is there is whole: files are written
aside, synced and renamed."""
from __future__ import annotations

import contextlib
import fcntl
import gzip
import io
import json
import os
import socket
import zlib
from typing import Any, Iterator, Optional

from .. import InputError, __version__
from ._line import check_line
from ._spec import Sweep


class DirectoryError(Exception):
    """The folder cannot be had: it is of another sweep, in use, read-only."""


class Damaged(DirectoryError):
    """A part is not whole, or not of this sweep; without it, the same command makes it again."""


class Directory:
    def __init__(self, path: str) -> None:
        self.path = path
        self.manifest: dict[str, Any] = {}

    def _file(self, name: str) -> str:
        return os.path.join(self.path, name)

    def part(self, chunk: int) -> str:
        return self._file(f"part-{chunk:05}.jsonl.gz")

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Nobody else sweeps into it meanwhile. The lock goes with its process, whatever ends that."""
        try:
            os.makedirs(self.path, exist_ok=True)
            descriptor = os.open(self._file("lock"), os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise DirectoryError(f"{self.path}: cannot be written: {error.strerror}")
        with os.fdopen(descriptor, "r+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = file.read().strip() or "an unknown process"
                raise DirectoryError(f"{self.path}: another sweep writes there: {holder}")
            file.truncate(0)
            file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
            file.flush()
            for name in os.listdir(self.path):
                if name.startswith(".") and name.endswith(".tmp"):
                    os.unlink(self._file(name))
            yield

    def write(self, name: str, data: bytes) -> None:
        aside = self._file(f".{name}.tmp")
        try:
            with open(aside, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(aside, self._file(name))
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(aside)
            raise
        folder = os.open(self.path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def read_manifest(self) -> Optional[dict[str, Any]]:
        try:
            with open(self._file("manifest.json"), encoding="utf-8") as file:
                found = json.load(file)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as error:
            raise DirectoryError(f"{self.path}/manifest.json: {error}")
        if not isinstance(found, dict) or found.get("pawl-sweep") != 1:
            raise DirectoryError(f"{self.path}/manifest.json: is none of a sweep")
        self.manifest = found
        return found

    def check(self, sweep: Sweep) -> None:
        """That the manifest is of this version of pawl, and its counts of this sweep."""
        here = f"{self.path}/manifest.json"
        if self.manifest.get("version") != __version__:
            said = f"version {self.manifest.get('version')}, not {__version__}"
            raise DirectoryError(f"{here}: is of another version of pawl: {said}")
        size = self.manifest.get("chunk")
        if type(size) is not int or size < 1 or sweep.chunk not in (0, size):
            raise DirectoryError(f"{here}: chunk {size} is none of its sweep")
        for key, wanted in (("points", sweep.points), ("trials", sweep.trials), ("chunks", -(-sweep.trials // size))):
            if type(self.manifest.get(key)) is not int or self.manifest[key] != wanted:
                raise DirectoryError(f"{here}: {key} {self.manifest.get(key)}, though its sweep has {wanted}")

    def resume(self, sweep: Sweep) -> bool:
        """Whether there is a manifest; refused where it is of another sweep or version."""
        found = self.read_manifest()
        if found is None:
            if any(name.startswith("part-") for name in os.listdir(self.path)):
                raise DirectoryError(f"{self.path}: has parts, but no manifest.json that says what of")
            return False
        if found.get("sha256") != sweep.sha256:
            raise DirectoryError(f"{self.path}: is of another sweep: sha256 {found.get('sha256')}, not {sweep.sha256}")
        self.check(sweep)
        return True

    def begin(self, sweep: Sweep, chunk: int) -> None:
        self.manifest = {
            "pawl-sweep": 1, "version": __version__, "sha256": sweep.sha256,
            "points": sweep.points, "trials": sweep.trials, "chunk": chunk,
            "chunks": -(-sweep.trials // chunk), "spec": sweep.canonical,
        }
        self.write("manifest.json", (json.dumps(self.manifest, indent=1) + "\n").encode())

    @property
    def chunks(self) -> int:
        return int(self.manifest["chunks"])

    def trials_of(self, chunk: int) -> tuple[int, int]:
        size = int(self.manifest["chunk"])
        return chunk * size, min(int(self.manifest["trials"]), (chunk + 1) * size)

    def missing(self) -> Iterator[int]:
        return (chunk for chunk in range(self.chunks) if not os.path.exists(self.part(chunk)))

    def keep(self, chunk: int, lines: list[str]) -> None:
        """The same bytes whenever they are written: gzip's header has no name and no time."""
        packed = io.BytesIO()
        with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=packed, mtime=0) as file:
            file.write("".join(line + "\n" for line in lines).encode())
        self.write(os.path.basename(self.part(chunk)), packed.getvalue())

    def keep_failed(self, failed: dict[int, str]) -> None:
        if not failed:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self._file("failed.json"))
            return
        chunks = []
        for chunk, why in sorted(failed.items()):
            first, last = self.trials_of(chunk)
            chunks.append({"chunk": chunk, "first": first, "last": last - 1, "why": why})
        self.write("failed.json", (json.dumps({"chunks": chunks}, indent=1) + "\n").encode())

    def lines(self, chunk: int, sweep: Sweep) -> Iterator[tuple[bytes, dict[str, Any]]]:
        """Of a part, each with what it says."""
        first, last = self.trials_of(chunk)
        expected = first
        try:
            with gzip.open(self.part(chunk), "rb") as file:
                for line in file:
                    if expected == last:
                        raise ValueError(f"goes on after trial {last - 1}")
                    read = json.loads(line)
                    check_line(read, expected, sweep)
                    expected += 1
                    yield line, read
            if expected != last:
                raise ValueError(f"ends before trial {expected}")
        except (OSError, EOFError, ValueError, RecursionError, zlib.error) as error:
            raise Damaged(f"{self.part(chunk)}: {error}; without that file, sweep again makes it again")


def sweep_of(directory: Directory) -> Sweep:
    """The sweep that a folder is of."""
    found = directory.read_manifest()
    if found is None:
        raise DirectoryError(f"{directory.path}: has no manifest.json")
    spec = found.get("spec")
    if not isinstance(spec, dict):
        raise DirectoryError(f"{directory.path}/manifest.json: has no spec")
    try:
        sweep = Sweep(spec)
    except (InputError, OSError, TypeError) as error:
        raise DirectoryError(f"{directory.path}/manifest.json: its spec: {error}")
    if found.get("sha256") != sweep.sha256:
        raise DirectoryError(f"{directory.path}/manifest.json: its spec was changed: sha256 {sweep.sha256}")
    directory.check(sweep)
    return sweep
