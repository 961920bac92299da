# SPDX-License-Identifier: MIT
"""The folder of a sweep: manifest.json, part-NNNNN.jsonl.gz, failed.json.

Every file in the folder is complete, because files are written under a temporary name, synchronised with the disk and
renamed."""
from __future__ import annotations

import contextlib
import fcntl
import gzip
import io
import json
import os
import re
import socket
import stat
import zlib
from typing import Any, Iterator, Optional

from .. import InputError, __version__
from .._files import write_whole
from ._line import check_line
from ._spec import Sweep


class DirectoryError(Exception):
    """The exception for a folder that cannot be used because it belongs to another sweep, is in use, or is read-only."""


class Damaged(DirectoryError):
    """The exception for a part that is incomplete or does not belong to this sweep. If the part is removed, the sweep makes
    it again."""


_LONGEST_LINE = 1 << 16  # bytes per trial; in practice a few hundred
_LOCK = re.compile(r"(process \d+ on .{0,300}\n)?")
_OURS = re.compile(r"lock|lost\+found|\.pawl-[a-z0-9_]{8}\.part")  # files that may be in the folder of a new sweep
_TEMPORARY = re.compile(r"\.pawl-[a-z0-9_]{8}\.part|\.(manifest\.json|failed\.json|part-\d{5,}\.jsonl\.gz)\.tmp")


def _parsed(line: bytes) -> Any:
    def refused(constant: str) -> None:
        raise ValueError(f"{constant} is not a valid JSON number")

    return json.loads(line, parse_constant=refused)


class Directory:
    """The folder of a sweep, and its manifest after the manifest was read or written."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.manifest: dict[str, Any] = {}

    def _file(self, name: str) -> str:
        return os.path.join(self.path, name)

    def part(self, chunk: int) -> str:
        return self._file(f"part-{chunk:05}.jsonl.gz")

    def _require_own(self) -> None:
        """Requires that the folder is empty or belongs to a sweep. Must be called before any file in it is changed."""
        if os.path.lexists(self._file("manifest.json")):
            self.read_manifest()
            return
        for name in sorted(os.listdir(self.path)):
            if not _OURS.fullmatch(name):
                raise DirectoryError(f"{self.path}: has no manifest.json and is not empty ({name}); expected a new "
                                     "folder, or the folder of a sweep")

    def _open_lock(self) -> int:
        """Opens or creates the lock. Raises DirectoryError if an existing lock is not a regular file made by a sweep."""
        here = self._file("lock")
        descriptor = os.open(here, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, 0o666)
        found = os.fstat(descriptor)
        if stat.S_ISREG(found.st_mode) and found.st_nlink == 1:
            if _LOCK.fullmatch(os.pread(descriptor, 1000, 0).decode(errors="replace")):
                return descriptor
        os.close(descriptor)
        raise DirectoryError(f"{here}: not the lock file of a sweep; remove it, or choose another folder with --out")

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Prevents other sweeps from using the folder. The lock is released when this process ends, even if the process is
        killed."""
        try:
            os.makedirs(self.path, exist_ok=True)
            self._require_own()
            descriptor = self._open_lock()
        except OSError as error:
            raise DirectoryError(f"{error.filename or self.path}: cannot be written: {error.strerror}")
        with os.fdopen(descriptor, "r+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                holder = file.read().strip() or "an unknown process"
                raise DirectoryError(f"{self.path}: another sweep writes there: {holder}")
            file.truncate(0)
            file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
            file.flush()
            yield

    def remove_temporary(self) -> None:
        """Removes temporary files of an interrupted sweep. The folder must be locked and belong to this sweep."""
        for name in os.listdir(self.path):
            if _TEMPORARY.fullmatch(name):
                os.unlink(self._file(name))

    def write(self, name: str, data: bytes) -> None:
        write_whole(self._file(name), data, follow_link=False)

    def read_manifest(self) -> Optional[dict[str, Any]]:
        try:
            with open(self._file("manifest.json"), encoding="utf-8") as file:
                found = json.load(file)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, RecursionError) as error:
            raise DirectoryError(f"{self.path}/manifest.json: {error}")
        if not isinstance(found, dict) or found.get("pawl-sweep") != 1:
            raise DirectoryError(f"{self.path}/manifest.json: not the manifest of a sweep")
        self.manifest = found
        return found

    def check(self, sweep: Sweep) -> None:
        """Requires that the manifest has this version of pawl, and the sweep's numbers of points, trials and chunks."""
        here = f"{self.path}/manifest.json"
        if self.manifest.get("version") != __version__:
            said = f"{self.manifest.get('version')}; expected {__version__}"
            raise DirectoryError(f"{here}: made by another version of pawl: {said}")
        size = self.manifest.get("chunk")
        if type(size) is not int or size < 1 or sweep.chunk not in (0, size):
            raise DirectoryError(f"{here}: chunk: {size}: not the chunk size of its sweep")
        for key, wanted in (("points", sweep.points), ("trials", sweep.trials), ("chunks", -(-sweep.trials // size))):
            if type(self.manifest.get(key)) is not int or self.manifest[key] != wanted:
                raise DirectoryError(f"{here}: {key}: {self.manifest.get(key)}: wrong count; expected {wanted}")

    def resume(self, sweep: Sweep) -> bool:
        """Returns whether a manifest exists. If so, also removes the temporary files of an interrupted sweep.

        Raises DirectoryError if the manifest belongs to another sweep or version, or if the folder has parts but no manifest.
        """
        found = self.read_manifest()
        if found is None:
            if any(name.startswith("part-") for name in os.listdir(self.path)):
                raise DirectoryError(f"{self.path}: has parts, but no manifest.json; choose another folder")
            return False
        if found.get("sha256") != sweep.sha256:
            raise DirectoryError(f"{self.path}: belongs to another sweep: its sha256 is {found.get('sha256')}; expected "
                                 f"{sweep.sha256}")
        self.check(sweep)
        self.remove_temporary()
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
        """Writes the file of a chunk. Its bytes do not depend on the time: the gzip header has no name and no time."""
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
        """Yields each line of a part with its parsed value. The use of memory is bounded even if the file is damaged."""
        first, last = self.trials_of(chunk)
        expected = first
        try:
            with gzip.open(self.part(chunk), "rb") as file:
                while line := file.readline(_LONGEST_LINE + 1):
                    if expected == last:
                        raise ValueError(f"has lines after its last trial {last - 1}")
                    if len(line) > _LONGEST_LINE:
                        raise ValueError(f"the line of trial {expected} has more than {_LONGEST_LINE} bytes")
                    read = _parsed(line)
                    check_line(read, expected, sweep)
                    expected += 1
                    yield line, read
            if expected != last:
                raise ValueError(f"ends before trial {expected}")
        except (OSError, EOFError, ValueError, RecursionError, zlib.error) as error:
            raise Damaged(f"{self.part(chunk)}: {error}; remove the file and run the sweep again to remake it")


def sweep_of(directory: Directory) -> Sweep:
    """Returns the sweep to which a folder belongs. Raises DirectoryError for a missing or damaged manifest."""
    found = directory.read_manifest()
    if found is None:
        raise DirectoryError(f"{directory.path}: has no manifest.json; expected the folder of a sweep")
    spec = found.get("spec")
    if not isinstance(spec, dict):
        raise DirectoryError(f"{directory.path}/manifest.json: has no spec")
    try:
        sweep = Sweep(spec)
    except (InputError, OSError, TypeError) as error:
        raise DirectoryError(f"{directory.path}/manifest.json: spec is not valid: {error}")
    if found.get("sha256") != sweep.sha256:
        raise DirectoryError(f"{directory.path}/manifest.json: spec was changed: its sha256 is {sweep.sha256}; expected "
                             f"{found.get('sha256')}")
    directory.check(sweep)
    return sweep
