# SPDX-License-Identifier: MIT
"""Answers about one instant: contacts, modes, wrench cones, checks, the forward problem."""
from __future__ import annotations

import json
from typing import Any, Callable, Iterator, NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from . import _json, _pawl
from ._answer import Answer, Floats, frozen, optional, sealed, states


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
                frozen(one["point"]),
                frozen(one["normal"]),
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
        return optional(self.results["seated_pose"])

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
            FeasibleMode(one["mode"], frozen(one["acceleration"]), one["motion_dimension"])
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
        return frozen(self._document["rays"], -1, 3)

    @property
    def lines(self) -> Floats:
        return frozen(self._document["lines"], -1, 3)

    @property
    def faces(self) -> Floats:
        return frozen(self._document["faces"], -1, 3)

    @property
    def equalities(self) -> Floats:
        return frozen(self._document["equalities"], -1, 3)

    def to_dict(self) -> dict[str, Any]:
        result: dict[str, Any] = json.loads(json.dumps(self._document))
        return result

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cone) and self._document == other._document

    def __hash__(self) -> int:
        return hash(_json.key(self._document))

    def __repr__(self) -> str:
        return f"<pawl.Cone of dimension {self.dimension}, {len(self.rays)} rays>"


def _of_rows(decide: Callable[[npt.ArrayLike], Any], wrenches: npt.ArrayLike) -> Any:
    """In parts, between which an interrupt is looked for: an array is copied for each with the interpreter's lock."""
    most = 100_000
    if not isinstance(wrenches, np.ndarray) or wrenches.ndim != 2 or len(wrenches) <= most:
        return sealed(decide(wrenches))
    parts = [decide(wrenches[k : k + most]) for k in range(0, len(wrenches), most)]
    return sealed(np.concatenate(parts))


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
            self._cone = _pawl.wrench_cones(task, {"mode": self.mode})[1][0]
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
        return frozen([] if document is None else document[name], -1, 3)

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
        return states(self.results[0]["excluded"])

    @property
    def margin_deg(self) -> Optional[float]:
        """Of the widest wrench."""
        widest = self.results[0].get("widest")
        return None if widest is None else float(widest["margin_deg"])

    @property
    def widest(self) -> Optional[Floats]:
        """The wrench farthest from every face."""
        widest = self.results[0].get("widest")
        return None if widest is None else frozen(widest["wrench"])

    def contains(self, wrenches: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Whether each wrench (n, 3), world frame, is in the closed cone: exactly, for the numbers given."""
        found: npt.NDArray[np.bool_] = _of_rows(self._asked().contains, wrenches)
        return found

    def admits(self, wrenches: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """The same of the mode itself: without the faces that are excluded."""
        found: npt.NDArray[np.bool_] = _of_rows(self._asked().admits, wrenches)
        return found

    def margins(self, wrenches: npt.ArrayLike) -> Floats:
        """Angle of each wrench to the nearest face in (fx, fy, tau / rho), rad, negative outside."""
        found: Floats = _of_rows(self._asked().margins, wrenches)
        return found


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
        return optional(self.results.get("wrench"))

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
            SafePiece(Cone(one["cone"]), frozen(one["wrench"]), one["margin_deg"])
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
                frozen(one["acceleration"]),
                one["acceleration_rank_deficiency"],
                frozen(one["forces"]),
                one["force_rank_deficiency"],
                one["residual"],
            )
            for one in self.results["solutions"]
        )
