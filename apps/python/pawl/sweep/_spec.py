# SPDX-License-Identifier: MIT
"""The definition of a sweep: its file, its points and its hash."""
from __future__ import annotations

import hashlib
import json
import math
import os
import sys
from fractions import Fraction
from statistics import NormalDist
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional, Union

import numpy

from .. import InputError, Task, read_task

MOST = 2**31 - 1  # largest number of trials; equal to the largest number of starts in a task, because --replay repeats
                  # a trial as a start of a task
MOST_CHUNKS = 100_000  # largest number of files in one folder; a file's name has a number of five digits
_KEYS = ("pawl-sweep", "task", "fixtures", "grid", "sample", "starts", "same_starts", "seed", "chunk")
_OWN = ("/scatter/starts", "/scatter/seed")
_LARGEST_SEED = 2**31 - 1  # largest seed of a task's scatter
_LARGEST_SAMPLE_SEED = 2**32 - 1
Value = Any  # a JSON value


class Point(NamedTuple):
    """One point of a sweep: a fixture, and one value per axis."""

    fixture: str  # name of the fixture
    values: dict[str, Value]  # values by axis
    edits: dict[str, Value]  # all values that are put into the task, by JSON pointer


class Faults:
    """A list of faults, which are raised together."""

    def __init__(self) -> None:
        self.all: list[tuple[str, str, str]] = []

    def add(self, pointer: str, value: Value, message: str) -> None:
        shown = json.dumps(value, default=str)
        self.all.append((pointer, shown if len(shown) <= 60 else shown[:57] + "...", message))

    def finish(self) -> None:
        if self.all:
            raise InputError(self.all)


def escaped(key: str) -> str:
    """Returns a key as a token of a JSON pointer."""
    return key.replace("~", "~0").replace("/", "~1")


def _is_number(value: Value) -> bool:
    """Returns whether a value is a number whose double is finite. Integers of any length are compared exactly with the largest
    double."""
    most = sys.float_info.max
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -most <= value <= most


def _is_count(value: Value, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_unicode(text: str) -> bool:
    """Returns whether a text has no unpaired surrogates, which tables cannot store."""
    return not any("\ud800" <= one <= "\udfff" for one in text)


def _spaced(low: float, high: float, count: int) -> list[float]:
    """Returns evenly spaced numbers. They are computed in decimal arithmetic, so that the middle of 0.1 and 0.3 is 0.2."""
    if count == 1:
        return [low]
    a, b = Fraction(repr(low)), Fraction(repr(high))
    return [float(a + (b - a) * i / (count - 1)) for i in range(count)]


class _Reader:
    def __init__(self, document: dict[str, Value]) -> None:
        self.document = document
        self.faults = Faults()

    def object_at(self, pointer: str, value: Value, keys: tuple[str, ...], need: tuple[str, ...] = ()) -> bool:
        if not isinstance(value, dict):
            self.faults.add(pointer, value, "must be an object")
            return False
        for key in value:
            if key not in keys and not key.startswith("x-"):
                self.faults.add(f"{pointer}/{escaped(key)}", value[key], f"unknown key; expected {', '.join(keys)} or x-...")
        missing = [key for key in need if key not in value]
        for key in missing:
            self.faults.add(f"{pointer}/{key}", None, "missing")
        return not missing

    def count(self, key: str, default: Optional[int], least: int, most: int) -> int:
        value = self.document.get(key, default)
        if not _is_count(value, least, most):
            self.faults.add(f"/{key}", value, f"must be an integer from {least} to {most}")
            return least
        return int(value)

    def places(self, pointer: str, value: Value) -> dict[str, Value]:
        """Returns the values by JSON pointers into the task. Reports pointers that are not allowed."""
        if not isinstance(value, dict):
            self.faults.add(pointer, value, "must be an object whose keys are JSON pointers into the task")
            return {}
        for place in value:
            here = f"{pointer}/{escaped(place)}"
            if not place.startswith("/"):
                self.faults.add(here, place, 'must be a JSON pointer into the task, such as "/friction"')
            if place in _OWN or place == "/scatter":
                self.faults.add(here, value[place], 'not allowed here; use "starts" and "seed" of the sweep')
        return value

    def fixtures(self) -> list[dict[str, Value]]:
        given = self.document.get("fixtures", [{"name": "", "set": {}}])
        if not isinstance(given, list) or not given:
            self.faults.add("/fixtures", given, "must be a non-empty array")
            return []
        for i, one in enumerate(given):
            if self.object_at(f"/fixtures/{i}", one, ("name", "set"), ("name",)):
                if not isinstance(one["name"], str) or not _is_unicode(one["name"]):
                    self.faults.add(f"/fixtures/{i}/name", one["name"], "must be a string without unpaired surrogates")
                self.places(f"/fixtures/{i}/set", one.get("set", {}))
        names = [json.dumps(one.get("name")) for one in given if isinstance(one, dict)]
        for i, name in enumerate(names):
            if name in names[:i]:
                self.faults.add(f"/fixtures/{i}/name", json.loads(name), "already the name of another fixture")
        return given

    def hides_nothing(self, here: str, place: str, axes: Iterable[str]) -> None:
        """Reports a fault if the values of an axis would overwrite those of a fixture or of an earlier axis.

        The values of an axis are put into the task after those of the fixture and of earlier axes. A value replaces
        everything at and below its pointer.
        """
        for other in axes:
            if other.startswith(place + "/"):
                self.faults.add(here, place, f"would overwrite the axis {other}; remove one of them")
                return
        fixtures = self.document.get("fixtures")
        for i, one in enumerate(fixtures if isinstance(fixtures, list) else []):
            values = one.get("set") if isinstance(one, dict) else None
            for other in values if isinstance(values, dict) else ():
                if other == place or other.startswith(place + "/"):
                    said = f"would overwrite the value that fixture {i} sets at {other}; remove one of them"
                    self.faults.add(here, place, said)
                    return

    def grid(self) -> dict[str, list[Value]]:
        axes: dict[str, list[Value]] = {}
        for place, given in self.places("/grid", self.document.get("grid", {})).items():
            here = f"/grid/{escaped(place)}"
            self.hides_nothing(here, place, axes)
            axes[place] = [0]
            if isinstance(given, list):
                if not given:
                    self.faults.add(here, given, "must not be empty")
                else:
                    axes[place] = given
            elif self.object_at(here, given, ("from", "to", "count"), ("from", "to", "count")):
                numbers = self.numbers(here, given, ("from", "to"))
                if not _is_count(given["count"], 1, 1_000_000):
                    self.faults.add(f"{here}/count", given["count"], "must be an integer from 1 to 1000000")
                elif numbers:
                    axes[place] = _spaced(given["from"], given["to"], given["count"])
        return axes

    def numbers(self, pointer: str, value: dict[str, Value], keys: tuple[str, ...]) -> bool:
        wrong = [key for key in keys if not _is_number(value[key])]
        for key in wrong:
            self.faults.add(f"{pointer}/{key}", value[key], "must be a finite number")
        return not wrong

    def sample(self, grid: dict[str, list[Value]]) -> Optional[dict[str, Value]]:
        given = self.document.get("sample")
        if given is None or not self.object_at("/sample", given, ("points", "seed", "values"), ("points", "values")):
            return None
        if not _is_count(given["points"], 1, MOST):
            self.faults.add("/sample/points", given["points"], f"must be an integer from 1 to {MOST}")
        if not _is_count(given.get("seed", 1), 0, _LARGEST_SAMPLE_SEED):
            self.faults.add("/sample/seed", given["seed"], f"must be an integer from 0 to {_LARGEST_SAMPLE_SEED}")
        before: list[str] = []
        for place, law in self.places("/sample/values", given["values"]).items():
            here = f"/sample/values/{escaped(place)}"
            if place in grid:
                self.faults.add(here, law, "already an axis of the grid; remove one of them")
            self.hides_nothing(here, place, [*grid, *before])
            before.append(place)
            if isinstance(law, dict) and "mean" in law:
                if self.object_at(here, law, ("mean", "deviation"), ("mean", "deviation")):
                    self.numbers(here, law, ("mean", "deviation"))
            elif self.object_at(here, law, ("from", "to"), ("from", "to")):
                self.numbers(here, law, ("from", "to"))
        return dict(given)


def _drawn(seed: int, axis: int, k: int, law: dict[str, float]) -> float:
    """Returns random number k of an axis, computed from seed, axis and k alone with Philox 4x64 [Salmon et al. 2011]."""
    raw = int(numpy.random.Philox(key=[seed, axis], counter=[k, 0, 0, 0]).random_raw())
    uniform = ((raw >> 12) + 0.5) * 2.0**-52
    if "mean" in law:
        return law["mean"] + law["deviation"] * NormalDist().inv_cdf(uniform)
    return law["from"] + (law["to"] - law["from"]) * uniform


class Sweep:
    """A sweep whose file is well formed. Its points are checked by :meth:`validate`."""

    def __init__(self, document: dict[str, Value]) -> None:
        reader = _Reader(document)
        reader.object_at("", document, _KEYS, ("pawl-sweep", "task"))
        if document.get("pawl-sweep") != 1:
            reader.faults.add("/pawl-sweep", document.get("pawl-sweep"), "must be 1: the version of this format")
        self.fixtures = reader.fixtures()
        self.grid = reader.grid()
        self.sample = reader.sample(self.grid)
        self.starts = reader.count("starts", 1, 1, MOST)
        self.seed = reader.count("seed", 1, 0, _LARGEST_SEED)
        self.chunk = reader.count("chunk", 0, 0, 10_000_000)  # 0 if chunk_size() chooses the number
        self.same_starts = document.get("same_starts", False)
        if not isinstance(self.same_starts, bool):
            reader.faults.add("/same_starts", self.same_starts, "must be true or false")
        reader.faults.finish()
        self.samples = int(self.sample["points"]) if self.sample else 1
        self.points = len(self.fixtures) * math.prod(len(v) for v in self.grid.values()) * self.samples
        self.trials = self.points * self.starts
        if self.trials > MOST:
            said = f"makes {self.trials} trials of {self.points} points; at most {MOST}"
            reader.faults.add("/starts", self.starts, said)
        elif self.chunk and -(-self.trials // self.chunk) > MOST_CHUNKS:
            least = -(-self.trials // MOST_CHUNKS)
            said = f"makes more than {MOST_CHUNKS} files of {self.trials} trials: must be {least} or more"
            reader.faults.add("/chunk", self.chunk, said)
        reader.faults.finish()
        self.task: Task = read_task(document["task"])
        self.canonical = {**document, "task": self.task.to_json()}

    @property
    def sha256(self) -> str:
        """The SHA-256 of all data that affect the results.

        The data include the order of the axes, because it determines the numbers of the points and the order in which values
        are put into the task.
        """
        decides = {key: self.canonical[key] for key in sorted(self.canonical) if not key.startswith("x-")}
        return hashlib.sha256(json.dumps(decides).encode()).hexdigest()

    @property
    def axes(self) -> list[str]:
        """The JSON pointers of all axes: those of the grid, then those of the sample."""
        return [*self.grid, *(self.sample["values"] if self.sample else {})]

    def point(self, p: int) -> Point:
        """Returns point p. If p increases, the sample changes fastest, the last axis of the grid next, and the fixture
        slowest."""
        p, k = divmod(p, self.samples)
        values = {}
        for place in reversed(list(self.grid)):
            p, i = divmod(p, len(self.grid[place]))
            values[place] = self.grid[place][i]
        values = {place: values[place] for place in self.grid}
        if self.sample:
            for axis, (place, law) in enumerate(self.sample["values"].items()):
                values[place] = _drawn(self.sample.get("seed", 1), axis, k, law)
        fixture = self.fixtures[p]
        own = {"/scatter/starts": 1, "/scatter/seed": self.seed}
        return Point(fixture["name"], values, {**fixture.get("set", {}), **values, **own})

    def task_at(self, p: int) -> Task:
        """Returns the task of a point. Raises InputError, which also names the point."""
        point = self.point(p)
        try:
            return self.task.edit(point.edits)
        except InputError as error:
            values = {"fixture": point.fixture, **point.values}
            where = f"(point {p}: {json.dumps(values)})"
            raise InputError([(f.pointer, f.value, f"{f.message} {where}") for f in error.faults])

    def start(self, trial: int) -> int:
        """Returns the number of a trial's start in the scatter of its point, for ``pawl simulate --replay``."""
        return trial % self.starts if self.same_starts else trial

    def checked_points(self, most: int = 1000) -> Iterator[int]:
        """Yields all points, or at most ``most`` points with evenly spaced numbers."""
        step = max(1, -(-self.points // most))
        yield from range(0, self.points, step)

    def validate(self, told: Callable[[int], None] = lambda p: None) -> None:
        """Raises InputError for the first of the checked points that is not a valid task.

        Also raises InputError if a point has several starts but no scatter. The callback receives each point before its check.
        """
        for p in self.checked_points():
            told(p)
            task = self.task_at(p)
            if not _scattered(task) and self.starts > 1:
                said = 'missing in the task; without it, all "starts" of a point would be the same'
                raise InputError([("/scatter", "null", said)])


def _scattered(task: Task) -> bool:
    given = task.to_dict().get("scatter", {})
    return any(key not in ("starts", "seed", "distribution") and not key.startswith("x-") for key in given)


def _no_duplicates(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for key, value in pairs:
        if key in found:
            raise InputError([(f"/{escaped(key)}", json.dumps(key), "key occurs twice")])
        found[key] = value
    return found


def _inlined(task: Task) -> str:
    """Returns the task's text. Raises InputError if the task refers to a drawing, because other machines do not have that
    file."""
    document = task.to_dict()
    if isinstance(document.get("part"), dict) and "drawing" in document["part"]:
        said = "names a drawing, which other machines may not have; replace it by the outline that `pawl part` prints"
        raise InputError([("/task", "drawing", said)])
    return task.to_json()


def _task_named(given: Value, folder: str) -> Task:
    """Returns the task to which a sweep's file refers, or which it contains. Faults have pointers below /task and contain
    the name of the task's file."""
    if not isinstance(given, (str, dict)):
        raise InputError([("/task", json.dumps(given), "must be the name of a task file, or a task")])
    source: Union[str, dict[str, Value]] = os.path.join(folder, given) if isinstance(given, str) else given
    if isinstance(source, str) and not os.path.exists(source):
        raise InputError([("/task", json.dumps(source), "file does not exist")])
    try:
        return read_task(source)
    except InputError as error:
        if not isinstance(source, str):
            raise InputError([(f"/task{f.pointer}", f.value, f.message) for f in error.faults])
        shown = json.dumps(source)
        raise InputError([(f"/task{f.pointer}", f.value or shown, f"{f.message} (in {shown})" if f.value else f.message)
                          for f in error.faults])


def read_spec(path: str) -> Sweep:
    """Reads a sweep from its file. The name of a task file is relative to the folder of the sweep's file."""
    try:
        with open(path, encoding="utf-8") as file:
            document = json.loads(file.read(10_000_001), object_pairs_hook=_no_duplicates)
    except InputError:
        raise
    except (ValueError, RecursionError) as error:  # not UTF-8, not JSON, or an integer with thousands of digits
        raise InputError([("", path, f"not valid JSON: {error}")])
    if not isinstance(document, dict):
        raise InputError([("", path, "must contain a JSON object")])
    task = _task_named(document.get("task"), os.path.dirname(path))
    return Sweep({**document, "task": _inlined(task)})
