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
from typing import Any, Iterator, Optional

from .. import InputError, __version__
from ._spec import Sweep


class DirectoryError(Exception):
    """The folder cannot be had: it is of another sweep, in use, read-only."""


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
        except (OSError, ValueError) as error:
            raise DirectoryError(f"{self.path}/manifest.json: {error}")
        if not isinstance(found, dict) or found.get("pawl-sweep") != 1:
            raise DirectoryError(f"{self.path}/manifest.json: is none of a sweep")
        self.manifest = found
        return found

    def resume(self, sweep: Sweep) -> bool:
        """Whether there is a manifest; refused where it is of another sweep or version."""
        found = self.read_manifest()
        if found is None:
            if any(name.startswith("part-") for name in os.listdir(self.path)):
                raise DirectoryError(f"{self.path}: has parts, but no manifest.json that says what of")
            return False
        for key, wanted, word in (("sha256", sweep.sha256, "sweep"), ("version", __version__, "version of pawl")):
            if found.get(key) != wanted:
                raise DirectoryError(f"{self.path}: is of another {word}: {key} {found.get(key)}, not {wanted}")
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

    def lines(self, chunk: int) -> Iterator[tuple[bytes, dict[str, Any]]]:
        """Of a part, each with what it says. DirectoryError where it is damaged."""
        first, last = self.trials_of(chunk)
        expected = first
        try:
            with gzip.open(self.part(chunk), "rb") as file:
                for line in file:
                    read = json.loads(line)
                    if read["trial"] != expected:
                        raise ValueError(f"trial {read['trial']} where {expected} should be")
                    expected += 1
                    yield line, read
            if expected != last:
                raise ValueError(f"ends before trial {expected}")
        except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
            raise DirectoryError(f"{self.part(chunk)}: {error}; without that file, sweep again makes it again")


def sweep_of(directory: Directory) -> Sweep:
    """The sweep that a folder is of."""
    found = directory.read_manifest()
    if found is None:
        raise DirectoryError(f"{directory.path}: has no manifest.json")
    try:
        sweep = Sweep(found["spec"])
    except (KeyError, InputError) as error:
        raise DirectoryError(f"{directory.path}/manifest.json: {error}")
    if found.get("sha256") != sweep.sha256:
        raise DirectoryError(f"{directory.path}/manifest.json: its spec was changed: sha256 {sweep.sha256}")
    return sweep
