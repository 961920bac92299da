# SPDX-License-Identifier: MIT
"""Plans, and what comes of them: trials, replays, scenes."""
from __future__ import annotations

import json
from typing import Any, NamedTuple, Optional

from . import _pawl
from ._answer import Answer, Floats, frozen, optional, states


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
        """"found", "none" (proved), "stopped", or "undecided" (none was found, but the answer changes within rounding)."""
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
        return optional(self.results["seated_pose"])

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
                frozen(one["wrench"]),
                one["margin_deg"],
                one["margin_full_deg"],
                states(one["before"]),
                states(one["after"]),
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
        return frozen([one["wrench"] for one in self.results["steps"]], -1, 3)


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
                frozen(one["start"]),
                tuple(one["friction"]),
                frozen(one["end"]),
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
        return frozen(self.results["start"])

    @property
    def end(self) -> Floats:
        return frozen(self.results["end"])

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
        return frozen([body["pose"] for body in self.results["bodies"]], -1, 3)

    @property
    def twists(self) -> Floats:
        return frozen([body["twist"] for body in self.results["bodies"]], -1, 3)

    @property
    def energy(self) -> float:
        return float(self.results["energy"])

    @property
    def worst_penetration(self) -> float:
        return float(self.results["worst_penetration"])
