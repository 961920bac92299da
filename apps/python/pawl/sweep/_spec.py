# SPDX-License-Identifier: MIT
"""What a sweep is: its file, its points, its hash."""
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

MOST = 2**31 - 1  # trials: each is a start that a task's scatter can have, so that it can be run again
MOST_CHUNKS = 100_000  # files in one folder, of names with five digits
_KEYS = ("pawl-sweep", "task", "fixtures", "grid", "sample", "starts", "same_starts", "seed", "chunk")
_OWN = ("/scatter/starts", "/scatter/seed")
_LARGEST_SEED = 2**31 - 1  # of a task's scatter
_LARGEST_SAMPLE_SEED = 2**32 - 1
Value = Any  # of JSON


class Point(NamedTuple):
    """Values of a sweep's axes, and of the fixture."""

    fixture: str
    values: dict[str, Value]  # by axis
    edits: dict[str, Value]  # all that is put into the task


class Faults:
    """Collected, then raised at once."""

    def __init__(self) -> None:
        self.all: list[tuple[str, str, str]] = []

    def add(self, pointer: str, value: Value, message: str) -> None:
        shown = json.dumps(value, default=str)
        self.all.append((pointer, shown if len(shown) <= 60 else shown[:57] + "...", message))

    def finish(self) -> None:
        if self.all:
            raise InputError(self.all)


def escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _is_number(value: Value) -> bool:
    """Finite as a double. An integer of any length is compared as it is."""
    most = sys.float_info.max
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -most <= value <= most


def _is_count(value: Value, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_unicode(text: str) -> bool:
    """Not half of a surrogate pair, which no table could hold."""
    return not any("\ud800" <= one <= "\udfff" for one in text)


def _spaced(low: float, high: float, count: int) -> list[float]:
    """Evenly, the numbers as they are written: from 0.1 to 0.3 the middle is 0.2."""
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
                self.faults.add(f"{pointer}/{escaped(key)}", value[key], f"is no key here; there are {', '.join(keys)}")
        missing = [key for key in need if key not in value]
        for key in missing:
            self.faults.add(f"{pointer}/{key}", None, "is missing")
        return not missing

    def count(self, key: str, default: Optional[int], least: int, most: int) -> int:
        value = self.document.get(key, default)
        if not _is_count(value, least, most):
            self.faults.add(f"/{key}", value, f"must be an integer from {least} to {most}")
            return least
        return int(value)

    def places(self, pointer: str, value: Value) -> dict[str, Value]:
        """Values by JSON pointers into the task."""
        if not isinstance(value, dict):
            self.faults.add(pointer, value, "must be an object of values by JSON pointers into the task")
            return {}
        for place in value:
            here = f"{pointer}/{escaped(place)}"
            if not place.startswith("/"):
                self.faults.add(here, place, 'must be a JSON pointer into the task, as "/friction"')
            if place in _OWN or place == "/scatter":
                self.faults.add(here, value[place], 'is set by "starts" and "seed" of the sweep')
        return value

    def fixtures(self) -> list[dict[str, Value]]:
        given = self.document.get("fixtures", [{"name": "", "set": {}}])
        if not isinstance(given, list) or not given:
            self.faults.add("/fixtures", given, "must be an array that is not empty")
            return []
        for i, one in enumerate(given):
            if self.object_at(f"/fixtures/{i}", one, ("name", "set"), ("name",)):
                if not isinstance(one["name"], str) or not _is_unicode(one["name"]):
                    self.faults.add(f"/fixtures/{i}/name", one["name"], "must be a string of Unicode")
                self.places(f"/fixtures/{i}/set", one.get("set", {}))
        names = [json.dumps(one.get("name")) for one in given if isinstance(one, dict)]
        for i, name in enumerate(names):
            if name in names[:i]:
                self.faults.add(f"/fixtures/{i}/name", json.loads(name), "is another fixture's name, too")
        return given

    def hides_nothing(self, here: str, place: str, axes: Iterable[str]) -> None:
        """An axis is put in after a fixture's values and after other axes: one of those at or below its place would
        never be seen."""
        for other in axes:
            if other.startswith(place + "/"):
                self.faults.add(here, place, f"would take the place of the axis {other}: leave one of them out")
                return
        fixtures = self.document.get("fixtures")
        for i, one in enumerate(fixtures if isinstance(fixtures, list) else []):
            values = one.get("set") if isinstance(one, dict) else None
            for other in values if isinstance(values, dict) else ():
                if other == place or other.startswith(place + "/"):
                    said = f"would take the place of what fixture {i} sets at {other}: leave one of them out"
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
                self.faults.add(here, law, "is an axis of the grid, too")
            self.hides_nothing(here, place, [*grid, *before])
            before.append(place)
            if isinstance(law, dict) and "mean" in law:
                if self.object_at(here, law, ("mean", "deviation"), ("mean", "deviation")):
                    self.numbers(here, law, ("mean", "deviation"))
            elif self.object_at(here, law, ("from", "to"), ("from", "to")):
                self.numbers(here, law, ("from", "to"))
        return dict(given)


def _drawn(seed: int, axis: int, k: int, law: dict[str, float]) -> float:
    """Number k of an axis, by counter (Philox 4x64 [Salmon et al. 2011])."""
    raw = int(numpy.random.Philox(key=[seed, axis], counter=[k, 0, 0, 0]).random_raw())
    uniform = ((raw >> 12) + 0.5) * 2.0**-52
    if "mean" in law:
        return law["mean"] + law["deviation"] * NormalDist().inv_cdf(uniform)
    return law["from"] + (law["to"] - law["from"]) * uniform


class Sweep:
    """A sweep without a fault of form. ``document``: as :attr:`canonical` of another."""

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
        self.chunk = reader.count("chunk", 0, 0, 10_000_000)  # 0: to be chosen
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
        """Of all that decides the results: within the keys the order, too, by which points are counted and values put
        in one after the other."""
        decides = {key: self.canonical[key] for key in sorted(self.canonical) if not key.startswith("x-")}
        return hashlib.sha256(json.dumps(decides).encode()).hexdigest()

    @property
    def axes(self) -> list[str]:
        return [*self.grid, *(self.sample["values"] if self.sample else {})]

    def point(self, p: int) -> Point:
        """Fixtures, then the grid with its last axis fastest, then samples within."""
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
        """The task of a point. InputError names the point, too."""
        point = self.point(p)
        try:
            return self.task.edit(point.edits)
        except InputError as error:
            values = {"fixture": point.fixture, **point.values}
            where = f"(point {p}: {json.dumps(values)})"
            raise InputError([(f.pointer, f.value, f"{f.message} {where}") for f in error.faults])

    def start(self, trial: int) -> int:
        """Which start of its point's scatter a trial has: ``pawl simulate --replay`` of that task runs it again."""
        return trial % self.starts if self.same_starts else trial

    def checked_points(self, most: int = 1000) -> Iterator[int]:
        """All points, or so many of them evenly."""
        step = max(1, -(-self.points // most))
        yield from range(0, self.points, step)

    def validate(self, told: Callable[[int], None] = lambda p: None) -> None:
        """Whether points are tasks that can be tried: InputError of the first that is none."""
        for p in self.checked_points():
            told(p)
            task = self.task_at(p)
            if not _scattered(task) and self.starts > 1:
                said = 'is missing in the task: "starts" above 1 would all be the same'
                raise InputError([("/scatter", "null", said)])


def _scattered(task: Task) -> bool:
    given = task.to_dict().get("scatter", {})
    return any(key not in ("starts", "seed", "distribution") and not key.startswith("x-") for key in given)


def _no_duplicates(pairs: list[tuple[str, Value]]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for key, value in pairs:
        if key in found:
            raise InputError([(f"/{escaped(key)}", json.dumps(key), "is there twice")])
        found[key] = value
    return found


def _inlined(task: Task) -> str:
    """The task's text, with the outline of a drawing in it: other machines have no such file."""
    document = task.to_dict()
    if isinstance(document.get("part"), dict) and "drawing" in document["part"]:
        said = "names a drawing, which workers elsewhere have not; `pawl part` makes an outline of it"
        raise InputError([("/task", "drawing", said)])
    return task.to_json()


def _task_named(given: Value, folder: str) -> Task:
    """Of a spec. Its faults are at /task, and name its file where it has one."""
    if not isinstance(given, (str, dict)):
        raise InputError([("/task", json.dumps(given), "must be a task file's name or a task")])
    source: Union[str, dict[str, Value]] = os.path.join(folder, given) if isinstance(given, str) else given
    if isinstance(source, str) and not os.path.exists(source):
        raise InputError([("/task", json.dumps(source), "there is no such file")])
    try:
        return read_task(source)
    except InputError as error:
        if not isinstance(source, str):
            raise InputError([(f"/task{f.pointer}", f.value, f.message) for f in error.faults])
        shown = json.dumps(source)
        raise InputError([(f"/task{f.pointer}", f.value or shown, f"{f.message} (in {shown})" if f.value else f.message)
                          for f in error.faults])


def read_spec(path: str) -> Sweep:
    """A sweep from its file; a task that it names is found from the file's folder."""
    try:
        with open(path, encoding="utf-8") as file:
            document = json.loads(file.read(10_000_001), object_pairs_hook=_no_duplicates)
    except InputError:
        raise
    except (ValueError, RecursionError) as error:  # of the text, of JSON, of an integer with thousands of digits
        raise InputError([("", path, f"is no JSON: {error}")])
    if not isinstance(document, dict):
        raise InputError([("", path, "must hold an object")])
    task = _task_named(document.get("task"), os.path.dirname(path))
    return Sweep({**document, "task": _inlined(task)})
