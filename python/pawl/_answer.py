# SPDX-License-Identifier: MIT
"""Answers as values. What they say is what the command's JSON says; arrays are read-only and keep their numbers."""
from __future__ import annotations

import json
from typing import Any, Iterator, NamedTuple, Optional, TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from . import _draw, _pawl
from ._errors import Warned

if TYPE_CHECKING:
    from ._task import Part, Task

Floats = npt.NDArray[np.float64]


def _frozen(numbers: Any, *shape: int) -> Floats:
    array = np.array(numbers, dtype=np.float64)
    array = array.reshape(shape) if shape else array
    array.setflags(write=False)
    return array


def _optional(numbers: Any) -> Optional[Floats]:
    return None if numbers is None else _frozen(numbers)


def _states(lists: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(one) for one in lists)


class Answer(_draw.Drawn):
    """What a command answers. "No" is an answer: ``status`` tells, no exception."""

    __slots__ = ("_held",)

    def __init__(self, held: _pawl.Answer) -> None:
        self._held = held

    @property
    def status(self) -> str:
        """"yes", "no", or "failed": not certified, not solved, or cut short (exit status 0, 1 and 3)."""
        return ("yes", "no", "bad input", "failed")[self._held.status]

    @property
    def message(self) -> str:
        """Why it failed; else empty."""
        return self._held.message

    @property
    def results(self) -> Any:
        """"results" of the JSON, as plain Python."""
        return self._held.results

    @property
    def stopped(self) -> bool:
        """Ended before its answer was known."""
        results = self._held.results
        return isinstance(results, dict) and results.get("stopped") is True

    @property
    def certified(self) -> bool:
        results = self._held.results
        return not self.stopped and (
            all(one.get("certified", True) for one in results)
            if isinstance(results, list)
            else results.get("certified", True) is True
        )

    @property
    def warnings(self) -> tuple[Warned, ...]:
        found = self._held.document.get("warnings", [])
        return tuple(Warned(one["code"], one["pointer"], one["message"]) for one in found)

    @property
    def task(self) -> Optional[Task]:
        """What it is an answer to."""
        from ._task import Task

        return Task(self._held.task) if self._held.task is not None else None

    def to_json(self, *, pretty: bool = False) -> str:
        """The command's text, with its line's end; times alone are left out, as by ``--no-timing``."""
        return self._held.json(pretty)

    def to_dict(self) -> dict[str, Any]:
        return self._held.document

    def __str__(self) -> str:
        return self._held.text(80)

    def __repr__(self) -> str:
        document = self._held.document
        return f"<pawl.{type(self).__name__} {document.get('name', '')!r}: {self.status}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._held.document == other._held.document

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __reduce__(self) -> tuple[Any, ...]:
        from ._task import Scene, Task

        held = self._held
        task = Task(held.task) if held.task is not None else None
        scene = Scene(held.scene) if held.scene is not None else None
        return _restored, (type(self), self.to_json(), held.status, held.message, task, scene, self._more())

    def _more(self) -> tuple[Any, ...]:
        return ()

    def _picture(self, form: str, size: tuple[float, float], theme: str) -> bytes:
        return self._held.picture(form, *size, theme)

    def _page(self) -> str:
        return self._held.page()


def _restored(
    kind: type[Answer], document: str, status: int, message: str, task: Any, scene: Any, more: tuple[Any, ...]
) -> Answer:
    held = _pawl.saved_answer(
        document, status, message, task._held if task is not None else None, scene._held if scene is not None else None
    )
    return kind(held, *more)


class Contact(NamedTuple):
    fixel: int  #: from 1
    touching: bool
    point: Floats  #: of the part, world
    normal: Floats  #: from the fixel into the part, unit length
    gap: float
    feature: str  #: "edge 3", "arc 0", "vertex 2", "disc", "stated"
    friction: tuple[float, float]  #: from, to


class Contacts(Answer):
    """``pawl contacts``."""

    __slots__ = ()

    @property
    def contacts(self) -> tuple[Contact, ...]:
        def friction(value: Any) -> tuple[float, float]:
            return (value[0], value[1]) if isinstance(value, list) else (value, value)

        return tuple(
            Contact(
                one["fixel"],
                one["state"] == "touching",
                _frozen(one["point"]),
                _frozen(one["normal"]),
                one["gap"],
                one["feature"],
                friction(one["friction"]),
            )
            for one in self.results["contacts"]
        )

    @property
    def rank(self) -> int:
        return int(self.results["rank"])

    @property
    def located(self) -> bool:
        """Whether the goal's fixels fix the part in the plane."""
        return bool(self.results["located"])

    @property
    def gyration_radius(self) -> float:
        return float(self.results["gyration_radius"])

    @property
    def seated_pose(self) -> Optional[Floats]:
        return _optional(self.results["seated_pose"])

    @property
    def pose_error(self) -> Optional[dict[str, Any]]:
        found: Optional[dict[str, Any]] = self.results["pose_error"]
        return found


class FeasibleMode(NamedTuple):
    mode: str
    acceleration: Floats
    motion_dimension: int


class Modes(Answer):
    """``pawl modes``: the feasible modes, sorted."""

    __slots__ = ()

    @property
    def modes(self) -> tuple[FeasibleMode, ...]:
        return tuple(
            FeasibleMode(one["mode"], _frozen(one["acceleration"]), one["motion_dimension"])
            for one in self.results["modes"]
        )

    def __iter__(self) -> Iterator[FeasibleMode]:
        return iter(self.modes)

    def __len__(self) -> int:
        return int(self.results["count"])


class Cone:
    """A cone of wrenches, world frame: spanned by rays and lines; ``faces @ g <= 0, equalities @ g == 0``."""

    __slots__ = ("_document",)

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document

    @property
    def dimension(self) -> int:
        return int(self._document["dimension"])

    @property
    def rays(self) -> Floats:
        return _frozen(self._document["rays"], -1, 3)

    @property
    def lines(self) -> Floats:
        return _frozen(self._document["lines"], -1, 3)

    @property
    def faces(self) -> Floats:
        return _frozen(self._document["faces"], -1, 3)

    @property
    def equalities(self) -> Floats:
        return _frozen(self._document["equalities"], -1, 3)

    def to_dict(self) -> dict[str, Any]:
        result: dict[str, Any] = json.loads(json.dumps(self._document))
        return result

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cone) and self._document == other._document

    def __hash__(self) -> int:
        return hash(json.dumps(self._document))

    def __repr__(self) -> str:
        return f"<pawl.Cone of dimension {self.dimension}, {len(self.rays)} rays>"


class WrenchCone(Answer):
    """``pawl cone --mode``: the wrenches that are consistent with one mode."""

    __slots__ = ("_cone",)

    def __init__(self, held: _pawl.Answer, cone: Optional[_pawl.Cone] = None) -> None:
        super().__init__(held)
        self._cone = cone

    def _asked(self) -> _pawl.Cone:
        if self._cone is None:  # of a pickle: found again
            task = self._held.task
            assert task is not None
            self._cone = _pawl.wrench_cones(task, self.mode, None, False, False, "sum", None)[1][0]
        return self._cone

    @property
    def mode(self) -> str:
        return str(self.results[0]["mode"])

    @property
    def feasible(self) -> bool:
        return bool(self.results[0]["feasible"])

    @property
    def cone(self) -> Optional[Cone]:
        """Nothing of a mode that is not feasible."""
        document = self.results[0]["cone"]
        return None if document is None else Cone(document)

    def _rows(self, name: str) -> Floats:
        document = self.results[0]["cone"]
        return _frozen([] if document is None else document[name], -1, 3)

    @property
    def rays(self) -> Floats:
        """(n, 3), unit length; of a mode that is not feasible none."""
        return self._rows("rays")

    @property
    def lines(self) -> Floats:
        return self._rows("lines")

    @property
    def faces(self) -> Floats:
        """Outward: ``faces @ g <= 0``."""
        return self._rows("faces")

    @property
    def equalities(self) -> Floats:
        return self._rows("equalities")

    @property
    def excluded(self) -> tuple[tuple[int, ...], ...]:
        """Sets of faces: wrenches that lie on all of one set are not consistent with the mode."""
        return _states(self.results[0]["excluded"])

    @property
    def margin_deg(self) -> Optional[float]:
        """Of the widest wrench."""
        widest = self.results[0].get("widest")
        return None if widest is None else float(widest["margin_deg"])

    @property
    def widest(self) -> Optional[Floats]:
        """The wrench farthest from every face."""
        widest = self.results[0].get("widest")
        return None if widest is None else _frozen(widest["wrench"])

    def contains(self, wrenches: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Whether each wrench (n, 3), world frame, is in the closed cone: exactly, for the numbers given."""
        return self._asked().contains(wrenches)

    def admits(self, wrenches: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """The same of the mode itself: without the faces that are excluded."""
        return self._asked().admits(wrenches)

    def margins(self, wrenches: npt.ArrayLike) -> Floats:
        """Angle of each wrench to the nearest face in (fx, fy, tau / rho), rad, negative outside."""
        return self._asked().margins(wrenches)


class WrenchCones(Answer):
    """``pawl cone``: the cones of a task's modes."""

    __slots__ = ()

    @property
    def modes(self) -> tuple[str, ...]:
        return tuple(one["mode"] for one in self.results)

    def __len__(self) -> int:
        return len(self.results)

    def cone(self, mode: str) -> Optional[Cone]:
        for one in self.results:
            if one["mode"] == mode:
                return None if one["cone"] is None else Cone(one["cone"])
        raise KeyError(mode)


class Rival(NamedTuple):
    mode: str
    jam: bool  #: its only acceleration is none
    covers: str  #: "all", "part" or "boundary" of the desired cone


class SafePiece(NamedTuple):
    cone: Cone
    wrench: Floats  #: the widest, world frame, unit length
    margin_deg: float


class Check(Answer):
    """``pawl check``: whether a mode, or a wrench, is ambiguous or jams."""

    __slots__ = ()

    @property
    def verdict(self) -> Optional[str]:
        """Of a mode "determinate", "partly ambiguous", "wholly ambiguous" or "infeasible"; of a wrench "determinate" or
        "ambiguous"; nothing when stopped."""
        found: Optional[str] = self.results.get("verdict")
        return found

    @property
    def determinate(self) -> bool:
        return self.verdict == "determinate"

    @property
    def mode(self) -> Optional[str]:
        found: Optional[str] = self.results.get("mode")
        return found

    @property
    def wrench(self) -> Optional[Floats]:
        return _optional(self.results.get("wrench"))

    @property
    def cone(self) -> Optional[Cone]:
        document = self.results.get("cone")
        return None if document is None else Cone(document)

    @property
    def rivals(self) -> tuple[Rival, ...]:
        return tuple(Rival(one["mode"], one["jam"], one["covers"]) for one in self.results.get("rivals", []))

    @property
    def safe(self) -> tuple[SafePiece, ...]:
        """Wrenches that give the mode alone, widest first."""
        return tuple(
            SafePiece(Cone(one["cone"]), _frozen(one["wrench"]), one["margin_deg"])
            for one in self.results.get("safe", [])
        )

    @property
    def jam(self) -> Optional[bool]:
        """Of a wrench: whether it may jam."""
        found: Optional[bool] = self.results.get("jam")
        return found

    @property
    def modes(self) -> tuple[str, ...]:
        """Of a wrench: the modes consistent with it."""
        return tuple(self.results.get("modes", []))

    @property
    def distance_deg(self) -> Optional[float]:
        """Of a wrench: to the nearest with another answer."""
        found: Optional[float] = self.results.get("distance_deg")
        return found

    @property
    def force_closure(self) -> Optional[bool]:
        found: Optional[bool] = self.results.get("force_closure")
        return found

    @property
    def form_closure(self) -> Optional[bool]:
        found: Optional[bool] = self.results.get("form_closure")
        return found


class Solution(NamedTuple):
    mode: str
    acceleration: Floats
    acceleration_rank_deficiency: int
    forces: Floats  #: along the normals, then along the tangents, N
    force_rank_deficiency: int
    residual: float


class Forward(Answer):
    """``pawl forward``: every solution of the forward problem."""

    __slots__ = ()

    @property
    def verdict(self) -> Optional[str]:
        """"none", "one" or "many"; nothing when stopped."""
        found: Optional[str] = self.results["verdict"]
        return found

    @property
    def solutions(self) -> tuple[Solution, ...]:
        return tuple(
            Solution(
                one["mode"],
                _frozen(one["acceleration"]),
                one["acceleration_rank_deficiency"],
                _frozen(one["forces"]),
                one["force_rank_deficiency"],
                one["residual"],
            )
            for one in self.results["solutions"]
        )


class Step(NamedTuple):
    """A wrench of a plan, applied until the part rests."""

    wrench: Floats  #: (fx, fy, tau), world frame, unit length
    margin_deg: float
    margin_full_deg: Optional[float]
    before: tuple[tuple[int, ...], ...]  #: contact states, by the fixels that touch
    after: tuple[tuple[int, ...], ...]
    window_deg: Optional[tuple[float, float]]
    impact: str  #: "keeps" or "may bounce off"
    energy: dict[str, Any]
    radius: Optional[dict[str, float]]  #: where the depth was asked and it is known


class Plan(Answer):
    """``pawl plan``: a sensorless plan, or a proof that there is none."""

    __slots__ = ("certificate", "graph")

    #: The proof of the depth, for :func:`verify`, where ``certify`` was asked and there is one.
    certificate: Optional[str]
    #: The states reached under the first wrench, for Graphviz, where it was asked.
    graph: Optional[str]

    def __init__(
        self, held: _pawl.Answer, certificate: Optional[str] = None, graph: Optional[str] = None
    ) -> None:
        super().__init__(held)
        self.certificate = certificate
        self.graph = graph

    def _more(self) -> tuple[Any, ...]:
        return self.certificate, self.graph

    @property
    def status(self) -> str:
        """"found", "none" (proved), or "stopped"."""
        return str(self.results["status"])

    @property
    def stopped(self) -> bool:
        return self.status == "stopped"

    @property
    def found(self) -> bool:
        return bool(self.results["found"])

    @property
    def guarantee(self) -> Optional[str]:
        """"energy", "keeps" or "at rest": of the weakest step."""
        found: Optional[str] = self.results["guarantee"]
        return found

    @property
    def reason(self) -> str:
        return str(self.results["reason"])

    @property
    def seated_pose(self) -> Optional[Floats]:
        return _optional(self.results["seated_pose"])

    @property
    def friction_limit(self) -> Optional[dict[str, Any]]:
        found: Optional[dict[str, Any]] = self.results.get("friction_limit")
        return found

    @property
    def steps(self) -> tuple[Step, ...]:
        def window(value: Any) -> Optional[tuple[float, float]]:
            return None if value is None else (value[0], value[1])

        return tuple(
            Step(
                _frozen(one["wrench"]),
                one["margin_deg"],
                one["margin_full_deg"],
                _states(one["before"]),
                _states(one["after"]),
                window(one["window_deg"]),
                one["impact"],
                one["energy"],
                one.get("radius"),
            )
            for one in self.results["steps"]
        )

    @property
    def wrenches(self) -> Floats:
        """(n, 3): of its steps."""
        return _frozen([one["wrench"] for one in self.results["steps"]], -1, 3)


class Failure(NamedTuple):
    start: Floats  #: pose
    friction: tuple[float, ...]
    end: Floats  #: pose
    contacts: tuple[int, ...]  #: fixels that touch in the end
    outcome: str
    why: str
    replay: int


class Trials(Answer):
    """``pawl simulate`` of a task: a plan on trial from many starts."""

    __slots__ = ()

    @property
    def starts(self) -> int:
        return int(self.results.get("starts", 0))

    @property
    def seated(self) -> int:
        return int(self.results.get("seated", 0))

    @property
    def fraction(self) -> float:
        """Seated of the starts."""
        return float(self.results.get("fraction", 0))

    @property
    def interval95(self) -> tuple[float, float]:
        """Clopper and Pearson's, of the chance to be seated."""
        low, high = self.results.get("interval95", (0.0, 1.0))
        return low, high

    @property
    def outcomes(self) -> dict[str, int]:
        return dict(self.results.get("outcomes", {}))

    @property
    def failures(self) -> tuple[Failure, ...]:
        return tuple(
            Failure(
                _frozen(one["start"]),
                tuple(one["friction"]),
                _frozen(one["end"]),
                tuple(one["contacts"]),
                one["outcome"],
                one["why"],
                one["replay"],
            )
            for one in self.results.get("failures", [])
        )


class _Traced(Answer):
    __slots__ = ("_lines",)

    def __init__(self, held: _pawl.Answer, lines: tuple[str, ...] = ()) -> None:
        super().__init__(held)
        self._lines = tuple(lines)

    def _more(self) -> tuple[Any, ...]:
        return (self._lines,)

    @property
    def trace(self) -> tuple[dict[str, Any], ...]:
        """A dict a step, where ``trace`` was asked; of a scene the first tells its outlines and units."""
        return tuple(json.loads(line) for line in self._lines)


class Replay(_Traced):
    """``pawl simulate --replay``: one start alone."""

    __slots__ = ()

    @property
    def outcome(self) -> str:
        return str(self.results["outcome"])

    @property
    def why(self) -> str:
        return str(self.results["why"])

    @property
    def start(self) -> Floats:
        return _frozen(self.results["start"])

    @property
    def end(self) -> Floats:
        return _frozen(self.results["end"])

    @property
    def time(self) -> float:
        return float(self.results["time"])


class SceneRun(_Traced):
    """``pawl simulate`` of a scene: where its bodies are in the end."""

    __slots__ = ()

    @property
    def time(self) -> float:
        return float(self.results["time"])

    @property
    def steps(self) -> int:
        return int(self.results["steps"])

    @property
    def poses(self) -> Floats:
        """(bodies, 3)."""
        return _frozen([body["pose"] for body in self.results["bodies"]], -1, 3)

    @property
    def twists(self) -> Floats:
        return _frozen([body["twist"] for body in self.results["bodies"]], -1, 3)

    @property
    def energy(self) -> float:
        return float(self.results["energy"])

    @property
    def worst_penetration(self) -> float:
        return float(self.results["worst_penetration"])


class LcpSolution(Answer):
    """``pawl lcp`` of one problem."""

    __slots__ = ()

    @property
    def verdict(self) -> str:
        """"solved", "none" (proved) or "undecided"."""
        return str(self.results[0]["status"])

    @property
    def z(self) -> Optional[Floats]:
        return _optional(self.results[0]["z"])

    @property
    def residual(self) -> float:
        return float(self.results[0]["residual"])

    @property
    def pivots(self) -> int:
        return int(self.results[0]["pivots"])

    @property
    def method(self) -> str:
        return str(self.results[0]["method"])

    @property
    def solutions(self) -> tuple[Floats, ...]:
        """Where all were asked."""
        return tuple(_frozen(z) for z in self.results[0].get("solutions", []))

    @property
    def complete(self) -> Optional[bool]:
        """Whether ``solutions`` are all."""
        found: Optional[bool] = self.results[0].get("complete")
        return found


class Verification(Answer):
    """``pawl verify``."""

    __slots__ = ()

    @property
    def accepted(self) -> bool:
        return bool(self.results["accepted"])

    @property
    def checked(self) -> tuple[str, ...]:
        return tuple(self.results["checked"])

    @property
    def refused(self) -> Optional[str]:
        """What is wrong, and where."""
        found: Optional[str] = self.results["refused"]
        return found

    @property
    def depth(self) -> Optional[float]:
        """That a certificate proves, N m for a load of 1 N."""
        found: Optional[float] = self.results.get("depth")
        return found

    def __bool__(self) -> bool:
        return self.accepted


class DrawingReport(Answer):
    """``pawl part``: a part, and what was read of its drawing."""

    __slots__ = ()

    @property
    def part(self) -> Part:
        from ._task import Part

        return Part(self.to_dict()["part"])

    @property
    def units(self) -> tuple[str, str]:
        units = self.to_dict()["units"]
        return units["length"], units["angle"]

    @property
    def report(self) -> dict[str, Any]:
        found: dict[str, Any] = self.to_dict()["report"]
        return found

    @property
    def results(self) -> Any:
        return self.report

    @property
    def stopped(self) -> bool:
        return False

    @property
    def certified(self) -> bool:
        return True
