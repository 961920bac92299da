# SPDX-License-Identifier: MIT
"""Collects the results of a sweep: a table of its trials, and a summary of its points."""
from __future__ import annotations

import contextlib
import csv
import hashlib
import importlib
import json
import os
import tempfile
from dataclasses import dataclass, field
from typing import Any, Callable, Iterator

from .. import _pawl
from .._files import put_in_place
from ._directory import Damaged, Directory
from ._line import OUTCOMES
from ._spec import Sweep

Take = Callable[[dict[str, Any]], None]


@dataclass
class Gaps:
    """The chunks whose trials are missing from a summary."""

    missing: list[int] = field(default_factory=list)  # chunks without a file
    damaged: dict[int, str] = field(default_factory=dict)  # for each damaged chunk, the reason, which names the file

    def __bool__(self) -> bool:
        return bool(self.missing or self.damaged)


class Summary:
    """The numbers of outcomes by point, and the SHA-256 of all lines.

    The SHA-256 does not depend on how the sweep was run.
    """

    def __init__(self, sweep: Sweep) -> None:
        self._sweep = sweep
        self._counts: dict[int, list[int]] = {}
        self._hash = hashlib.sha256()

    def add(self, line: bytes, read: dict[str, Any]) -> None:
        self._hash.update(line)
        counts = self._counts.setdefault(read["point"], [0] * len(OUTCOMES))
        counts[OUTCOMES.index(read["outcome"])] += 1

    @staticmethod
    def _seated(counts: list[int]) -> dict[str, Any]:
        """Returns the counts in the form of the summary. Crashed and refused trials have no result and do not count as
        starts."""
        starts, seated = sum(counts[:7]), counts[0] + counts[1]
        fraction = seated / starts if starts else None
        named = {name: count for name, count in zip(OUTCOMES, counts) if count}
        interval = list(_pawl.success_interval(seated, starts, 0.95))
        return {"starts": starts, "seated": seated, "fraction": fraction, "interval95": interval, "outcomes": named}

    def points(self) -> Iterator[dict[str, Any]]:
        for p in sorted(self._counts):
            point = self._sweep.point(p)
            named = {"fixture": point.fixture} if "fixtures" in self._sweep.canonical else {}
            yield {"point": p, **named, "values": point.values, **self._seated(self._counts[p])}

    def whole(self, gaps: Gaps) -> dict[str, Any]:
        total = [sum(column) for column in zip(*self._counts.values())] or [0] * len(OUTCOMES)
        done = {"trials": self._sweep.trials, "missing_chunks": len(gaps.missing), "damaged_chunks": len(gaps.damaged),
                "sha256": self._hash.hexdigest()}
        return {"pawl": 1, "command": "sweep", **done, **self._seated(total)}


def read(directory: Directory, sweep: Sweep, take: Take) -> tuple[Summary, Gaps]:
    """Calls ``take`` with every trial of the undamaged parts, in order.

    Each part is read twice, and the first pass only looks for damage. A damaged part thus contributes no trials, and no
    part must be kept in memory.
    """
    summary, gaps = Summary(sweep), Gaps()
    for chunk in range(directory.chunks):
        if not os.path.lexists(directory.part(chunk)):
            gaps.missing.append(chunk)
            continue
        try:
            for _ in directory.lines(chunk, sweep):
                pass
        except Damaged as error:
            gaps.damaged[chunk] = str(error)
            continue
        for line, trial in directory.lines(chunk, sweep):
            summary.add(line, trial)
            take(trial)
    return summary, gaps


_NOTHING = (None, None, None)


@contextlib.contextmanager
def csv_table(path: str, sweep: Sweep) -> Iterator[Take]:
    """Writes a CSV file with one row per trial."""
    with open(path, "x", newline="", encoding="utf-8") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["trial", "point", "start", "fixture", *sweep.axes, "outcome",
                        "from_x", "from_y", "from_angle", "to_x", "to_y", "to_angle", "time", "why"])
        last: list[Any] = [None, []]

        def take(trial: dict[str, Any]) -> None:
            if last[0] != trial["point"]:
                point = sweep.point(trial["point"])
                values = [v if isinstance(v, (int, float, str)) else json.dumps(v) for v in point.values.values()]
                last[:] = [trial["point"], [point.fixture, *values]]
            poses = *trial.get("from", _NOTHING), *trial.get("to", _NOTHING)
            table.writerow([trial["trial"], trial["point"], trial["start"], *last[1], trial["outcome"], *poses,
                            trial.get("time"), trial.get("why", "")])

        yield take


_ROWS = 50_000


@contextlib.contextmanager
def hdf5_table(path: str, sweep: Sweep) -> Iterator[Take]:
    """Writes an HDF5 file with one data set per column, all of the same length.

    The group /points has the axes' values, with one row per point. If an axis has a value that is not a number, all values
    of this axis are stored as JSON.
    """
    import numpy

    h5py: Any = importlib.import_module("h5py")
    kinds = {"trial": "u8", "point": "u8", "start": "u8", "outcome": "u1", "from": "f8", "to": "f8", "time": "f8"}
    with h5py.File(path, "x", track_order=True) as file:
        file.attrs["sweep"] = json.dumps(sweep.canonical)
        file.attrs["sha256"] = sweep.sha256
        file.attrs["outcomes"] = list(OUTCOMES)
        sets = {name: file.create_dataset(name, (0, 3) if name in ("from", "to") else (0,), kind, chunks=True,
                                          maxshape=(None, 3) if name in ("from", "to") else (None,), compression="gzip")
                for name, kind in kinds.items()}
        rows: list[tuple[Any, ...]] = []
        nan = float("nan")

        def flush() -> None:
            for column, (name, kind) in enumerate(kinds.items()):
                data = numpy.array([row[column] for row in rows], kind)
                before = sets[name].shape[0]
                sets[name].resize(before + len(rows), axis=0)
                if rows:
                    sets[name][before:] = data
            rows.clear()

        def take(trial: dict[str, Any]) -> None:
            rows.append((trial["trial"], trial["point"], trial["start"], OUTCOMES.index(trial["outcome"]),
                         trial.get("from", [nan] * 3), trial.get("to", [nan] * 3), trial.get("time", nan)))
            if len(rows) >= _ROWS:
                flush()

        yield take
        flush()
        text = h5py.string_dtype()
        points = file.create_group("points", track_order=True)
        made = [sweep.point(p) for p in range(sweep.points)]
        points.create_dataset("fixture", data=[point.fixture for point in made], dtype=text)
        for place in sweep.axes:
            values = [point.values[place] for point in made]
            numbers = all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in values)
            name = place.strip("/").replace("/", ".")
            stored = values if numbers else [json.dumps(v) for v in values]
            points.create_dataset(name, data=stored, dtype="f8" if numbers else text)


class NotWritten(Exception):
    """Raised if the table cannot be written."""


def write_table(out: str, directory: Directory, sweep: Sweep) -> tuple[Summary, Gaps]:
    """Writes the table in a private folder beside ``out`` and then renames it, so that ``out`` is always complete."""
    make = hdf5_table if out.endswith((".h5", ".hdf5")) else csv_table
    try:
        with tempfile.TemporaryDirectory(prefix=".pawl-", dir=os.path.dirname(os.path.realpath(out))) as private:
            temporary = os.path.join(private, "table")
            with make(temporary, sweep) as take:
                found = read(directory, sweep, take)
            put_in_place(temporary, os.path.realpath(out))
    except OSError as error:  # the messages of h5py name the temporary file
        raise NotWritten(f"{out}: cannot be written: {os.strerror(error.errno) if error.errno else error}")
    except ImportError as error:
        raise NotWritten(f"{out}: the format needs h5py (Debian: python3-h5py): {error}")
    return found
