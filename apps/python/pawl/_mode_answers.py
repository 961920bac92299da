# SPDX-License-Identifier: MIT
"""Answers for one instant: contacts, modes, wrench cones, checks, and the forward problem."""
from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Callable, Iterator, NamedTuple, Optional, SupportsIndex, Union, overload

import numpy as np
import numpy.typing as npt

from . import _json, _pawl
from ._answer import Answer, Floats, comparable, frozen, optional, sealed, states, vectors

if TYPE_CHECKING:
    from ._task import Task


@comparable
class Contact(NamedTuple):
    """A contact, or possible contact, between the part and a fixel or a wall. Lengths are in the task's unit."""

    fixel: int  #: number of the contact, from 1; contacts with walls follow the fixels
    touching: bool  #: whether the gap counts as closed
    point: Floats  #: point of the part, (x, y), world frame
    normal: Floats  #: unit vector from the fixel or wall into the part, world frame
    gap: float  #: distance of the part from the fixel or wall along the normal
    feature: str  #: the part's feature: "edge 3", "arc 0", "vertex 2" or "disc"; "stated" for a stated contact
    friction: tuple[float, float]  #: smallest (kinetic) and largest (static) friction coefficient
    #: the feature if each curve of the outline counts as one edge; None for an outline without curves
    whole_feature: Optional[str] = None
    wall: Optional[int] = None  #: number of the wall, from 1; None for a fixel or a stated contact
    wall_feature: Optional[str] = None  #: the wall's feature; None for a fixel or a stated contact


class _Locating(Answer):
    """The data on the fixture that the answers of ``contacts`` and ``check`` may contain, as in the JSON."""

    __slots__ = ()

    @property
    def accuracy(self) -> Optional[dict[str, Any]]:
        """The displacements of the part and of its points for locator errors within the tolerance; None without the argument
        ``tolerance``."""
        found: Optional[dict[str, Any]] = self.results.get("tolerance")
        return found

    @property
    def clamps(self) -> Optional[dict[str, Any]]:
        """The edges on which a clamp can press; None without the argument ``clamp``."""
        found: Optional[dict[str, Any]] = self.results.get("clamps")
        return found

    @property
    def clamp_forces(self) -> Optional[dict[str, Any]]:
        """The forces of clamps that hold the part; None if they were not requested."""
        found: Optional[dict[str, Any]] = self.results.get("clamp_forces")
        return found


class Contacts(_Locating):
    """The answer of ``pawl contacts``."""

    __slots__ = ()

    @property
    def play(self) -> Optional[dict[str, Any]]:
        """The limits of the part's motion in its fixture; None without the argument ``play``."""
        found: Optional[dict[str, Any]] = self.results.get("play")
        return found

    @property
    def foolproof(self) -> Optional[dict[str, Any]]:
        """Wrong placements of the part that the fixture accepts; None without the argument ``foolproof``."""
        found: Optional[dict[str, Any]] = self.results.get("foolproof")
        return found

    @property
    def compliance(self) -> Optional[dict[str, Any]]:
        """Forces and displacements of contacts that are springs; None without the argument ``compliance``."""
        found: Optional[dict[str, Any]] = self.results.get("compliance")
        return found

    @property
    def finger(self) -> Optional[dict[str, Any]]:
        """Where one more finger has the requested effect; None without the argument ``finger``."""
        found: Optional[dict[str, Any]] = self.results.get("finger")
        return found

    @property
    def contacts(self) -> tuple[Contact, ...]:
        """The contacts: first the contacts with fixels, in the order of the fixels, then the contacts with walls."""
        def friction(value: Any) -> tuple[float, float]:
            if isinstance(value, dict):
                return (friction(value["kinetic"])[0], friction(value["static"])[1])
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
                one.get("whole_feature"),
                one.get("wall"),
                one.get("wall_feature"),
            )
            for one in self.results["contacts"]
        )

    @property
    def rank(self) -> int:
        """The rank of the Jacobian of the goal's contact normals, 0 to 3."""
        return int(self.results["rank"])

    @property
    def located(self) -> bool:
        """Whether the normals of the goal's contacts determine the pose of the part."""
        return bool(self.results["located"])

    @property
    def gyration_radius(self) -> float:
        """The part's radius of gyration, sqrt(inertia / mass), in the task's unit of length."""
        return float(self.results["gyration_radius"])

    @property
    def mass(self) -> float:
        """The mass of the part, kg."""
        return float(self.results["mass"])

    @property
    def seated_pose(self) -> Optional[Floats]:
        """The pose (x, y, theta) in which all fixels of the goal touch, in the task's units; None for stated contacts."""
        return optional(self.results["seated_pose"])

    @property
    def pose_error(self) -> Optional[dict[str, Any]]:
        """The error of the seated part's pose per unit error of its locators; None if it is not defined."""
        found: Optional[dict[str, Any]] = self.results["pose_error"]
        return found


@comparable
class FeasibleMode(NamedTuple):
    """A feasible contact mode."""

    mode: str  #: one letter of "alnrs" per contact
    acceleration: Floats  #: an acceleration of the part that has this mode, world frame, in the task's units per s^2
    motion_dimension: int  #: dimension of the set of accelerations of this mode, 0 to 3


def _listed(entries: Any) -> list[dict[str, Any]]:
    """Returns the entries of an answer. Raises ValueError if the answer has only their number."""
    if isinstance(entries, list):
        return entries
    raise ValueError("the modes were only counted; leave out count=True to get them")


class Modes(Answer):
    """The answer of ``pawl modes``: the feasible modes, sorted. It can be iterated over, and has a length."""

    __slots__ = ()

    @property
    def modes(self) -> tuple[FeasibleMode, ...]:
        """The feasible modes, sorted. Raises ValueError if they were only counted."""
        return tuple(
            FeasibleMode(one["mode"], frozen(one["acceleration"]), one["motion_dimension"])
            for one in _listed(self.results.get("modes"))
        )

    def __iter__(self) -> Iterator[FeasibleMode]:
        return iter(self.modes)

    def __len__(self) -> int:
        return int(self.results["count"])


class Cone:
    """A polyhedral cone of wrenches (fx, fy, tau), world frame.

    The cone is the set spanned by rays and lines. It is also the set of all g with
    ``faces @ g <= 0`` and ``equalities @ g == 0``. The arrays are rounded to doubles.
    """

    __slots__ = ("_document", "_of", "_exact")

    def __init__(self, document: dict[str, Any], of: Optional[tuple[Task, str]] = None) -> None:
        """Makes a cone from its JSON. If the cone is the wrench cone of a mode, ``of`` contains the task and the mode."""
        self._document = document
        self._of = of
        self._exact: Optional[_pawl.Cone] = None

    @property
    def mode(self) -> Optional[str]:
        """The mode to which the cone belongs, one letter per contact; None for a set of safe wrenches."""
        return None if self._of is None else self._of[1]

    @property
    def dimension(self) -> int:
        """The dimension of the cone's linear hull, 0 to 3."""
        return int(self._document["dimension"])

    @property
    def rays(self) -> Floats:
        """Extreme rays as unit vectors, (n, 3)."""
        return frozen(self._document["rays"], -1, 3)

    @property
    def lines(self) -> Floats:
        """Basis of the lines in the cone as unit vectors, (n, 3)."""
        return frozen(self._document["lines"], -1, 3)

    @property
    def faces(self) -> Floats:
        """Outward normals of the faces, (n, 3): ``faces @ g <= 0``."""
        return frozen(self._document["faces"], -1, 3)

    @property
    def equalities(self) -> Floats:
        """Normals of the planes that contain the cone, (n, 3): ``equalities @ g == 0``."""
        return frozen(self._document["equalities"], -1, 3)

    def contains(self, wrenches: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Decides whether each wrench is in the closed cone.

        For the cone of a mode the decision is exact for the given doubles. A set of safe wrenches has only rounded faces. For
        such a set, a wrench also counts as inside if its distance outside a face is at most 1e-12 times its size.

        Parameters
        ----------
        wrenches : array_like of shape (n, 3) or (3,)
            Wrenches (fx, fy, tau) in the world frame; N, N, and N times the task's unit of length.

        Returns
        -------
        array of bool, of shape (n,)
            One entry per wrench, also for a single wrench of shape (3,).

        Raises
        ------
        InputError
            An array of another shape, or entries that are not finite real numbers.

        Examples
        --------
        >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
        ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
        >>> pawl.wrench_cones(block)["ssa"].contains([[1, 0, 0], [-1, 0, 0]])
        array([False,  True])
        """
        if self._of is not None:
            if self._exact is None:
                task, mode = self._of
                self._exact = _pawl.wrench_cones(task._held, {"mode": mode})[1][0]
            found: npt.NDArray[np.bool_] = _of_rows(self._exact.contains, wrenches)
            return found
        rows = np.atleast_2d(vectors(wrenches, "wrenches"))
        most = 1e-12 * np.linalg.norm(rows, axis=-1, keepdims=True)
        inside: npt.NDArray[np.bool_] = sealed(
            (rows @ self.faces.T <= most).all(axis=-1) & (np.abs(rows @ self.equalities.T) <= most).all(axis=-1)
        )
        return inside

    def plot(self, ax: Optional[Any] = None) -> Any:
        """Draws the part of the cone within the unit sphere into three-dimensional axes of matplotlib, which must be installed.

        Forces are in N, and torques in N times the task's unit of length.

        Parameters
        ----------
        ax : Axes3D, optional
            Axes with ``projection="3d"``; None makes a new figure.

        Returns
        -------
        Axes3D
            The axes.

        Raises
        ------
        ValueError
            Axes of two dimensions.

        Examples
        --------
        >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
        ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
        >>> axes = pawl.wrench_cones(block)["ssa"].plot()
        >>> len(axes.lines)
        3
        """
        from ._plot import plot_cone

        return plot_cone(self, ax)

    def to_dict(self) -> dict[str, Any]:
        """Returns the cone as in the JSON answer."""
        result: dict[str, Any] = json.loads(json.dumps(self._document))
        return result

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cone) and self._document == other._document

    def __hash__(self) -> int:
        return hash(_json.key(self._document))

    def __reduce__(self) -> tuple[Any, ...]:
        return Cone, (self._document, self._of)

    def __repr__(self) -> str:
        return f"<pawl.Cone of dimension {self.dimension}, {len(self.rays)} rays>"


def _of_rows(decide: Callable[[npt.ArrayLike], Any], wrenches: npt.ArrayLike) -> Any:
    """Applies ``decide`` to an array of wrenches, in parts of at most 100,000 rows.

    ``decide`` copies its array while it holds the interpreter's lock. Between parts, Ctrl-C can interrupt the call.
    """
    most = 100_000
    if not isinstance(wrenches, np.ndarray) or wrenches.ndim != 2 or len(wrenches) <= most:
        return sealed(decide(wrenches))
    parts = [decide(wrenches[k : k + most]) for k in range(0, len(wrenches), most)]
    return sealed(np.concatenate(parts))


class WrenchCone(Answer):
    """The answer of ``pawl cone --mode``: the wrench cone of one mode.

    If the mode is not feasible, the arrays have no rows and no wrench is in the cone.
    """

    __slots__ = ("_cone",)

    def __init__(self, held: _pawl.Answer, cone: Optional[_pawl.Cone] = None) -> None:
        super().__init__(held)
        self._cone = cone

    def _asked(self) -> _pawl.Cone:
        if self._cone is None:  # a pickle does not contain the cone
            task = self._held.task
            assert task is not None
            self._cone = _pawl.wrench_cones(task, {"mode": self.mode})[1][0]
        return self._cone

    @property
    def mode(self) -> str:
        """The mode, one letter per contact."""
        return str(self.results[0]["mode"])

    @property
    def feasible(self) -> bool:
        """Whether some acceleration has the signs of the mode."""
        return bool(self.results[0]["feasible"])

    @property
    def cone(self) -> Optional[Cone]:
        """The wrench cone; None if the mode is not feasible."""
        return _cone_of(self, self.results[0])

    def _rows(self, name: str) -> Floats:
        document = self.results[0]["cone"]
        return frozen([] if document is None else document[name], -1, 3)

    @property
    def rays(self) -> Floats:
        """Extreme rays as unit vectors, (n, 3)."""
        return self._rows("rays")

    @property
    def lines(self) -> Floats:
        """Basis of the lines in the cone as unit vectors, (n, 3)."""
        return self._rows("lines")

    @property
    def faces(self) -> Floats:
        """Outward normals of the faces, (n, 3): ``faces @ g <= 0``."""
        return self._rows("faces")

    @property
    def equalities(self) -> Floats:
        """Normals of the planes that contain the cone, (n, 3): ``equalities @ g == 0``."""
        return self._rows("equalities")

    @property
    def excluded(self) -> tuple[tuple[int, ...], ...]:
        """Sets of indices of faces. A wrench that lies on all faces of a set is not consistent with the mode."""
        return states(self.results[0]["excluded"])

    @property
    def consistent(self) -> Optional[bool]:
        """Whether the argument ``wrench`` is consistent with the mode; None without it."""
        found: Optional[bool] = self.results[0].get("wrench", {}).get("consistent")
        return found

    @property
    def in_cone(self) -> Optional[bool]:
        """Whether the argument ``wrench`` is in the closed cone; None without it."""
        found: Optional[bool] = self.results[0].get("wrench", {}).get("in_cone")
        return found

    @property
    def matrices(self) -> dict[str, Floats]:
        """The matrices of the published method by name, such as "J"; empty without the argument ``matrices``."""
        return {name: frozen(rows) for name, rows in self.results[0].get("matrices", {}).items()}

    @property
    def margin_deg(self) -> Optional[float]:
        """The angle from :attr:`widest` to the nearest face, degrees; None without :attr:`widest`."""
        widest = self.results[0].get("widest")
        return None if widest is None else float(widest["margin_deg"])

    @property
    def widest(self) -> Optional[Floats]:
        """The wrench of the cone that is farthest from all faces, of unit length; None if the answer has none."""
        widest = self.results[0].get("widest")
        return None if widest is None else frozen(widest["wrench"])

    def contains(self, wrenches: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Decides exactly, for the given doubles, whether each wrench is in the closed cone.

        Parameters
        ----------
        wrenches : array_like of shape (n, 3) or (3,)
            Wrenches (fx, fy, tau) in the world frame; N, N, and N times the task's unit of length.

        Returns
        -------
        array of bool, of shape (n,)
            One entry per wrench, also for a single wrench of shape (3,).

        Raises
        ------
        InputError
            An array of another shape, or entries that are not finite real numbers.

        Examples
        --------
        >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
        ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
        >>> pawl.wrench_cone(block, "ssa").contains([[1, 0, 0], [-1, 0, 0]])
        array([False,  True])
        """
        found: npt.NDArray[np.bool_] = _of_rows(self._asked().contains, wrenches)
        return found

    def admits(self, wrenches: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Decides exactly whether each wrench is consistent with the mode, that is, in the cone but on no excluded faces.

        Parameters
        ----------
        wrenches : array_like of shape (n, 3) or (3,)
            Wrenches (fx, fy, tau) in the world frame; N, N, and N times the task's unit of length.

        Returns
        -------
        array of bool, of shape (n,)
            One entry per wrench, also for a single wrench of shape (3,).

        Raises
        ------
        InputError
            An array of another shape, or entries that are not finite real numbers.

        Examples
        --------
        >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
        ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
        >>> pawl.wrench_cone(block, "ssa").admits([[1, 0, 0], [-1, 0.1, 0]])
        array([False,  True])
        """
        found: npt.NDArray[np.bool_] = _of_rows(self._asked().admits, wrenches)
        return found

    def margins(self, wrenches: npt.ArrayLike) -> Floats:
        """Returns the angle from each wrench to the nearest face, negative outside the cone.

        Angles are measured in (fx, fy, tau / rho), where rho is the radius of gyration.

        Parameters
        ----------
        wrenches : array_like of shape (n, 3) or (3,)
            Wrenches (fx, fy, tau) in the world frame; N, N, and N times the task's unit of length.

        Returns
        -------
        array of float, of shape (n,)
            One angle per wrench, rad.

        Raises
        ------
        InputError
            An array of another shape, or entries that are not finite real numbers.

        Examples
        --------
        >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
        ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
        >>> bool(pawl.wrench_cone(block, "ssa").margins([1, 0, 0])[0] < 0)
        True
        """
        found: Floats = _of_rows(self._asked().margins, wrenches)
        return found


def _cone_of(answer: Answer, entry: dict[str, Any]) -> Optional[Cone]:
    """Returns the cone of a mode in an answer; None if the mode is not feasible."""
    document, task = entry["cone"], answer.task
    assert task is not None
    return None if document is None else Cone(document, (task, entry["mode"]))


class WrenchCones(Answer):
    """The answer of ``pawl cone``: the wrench cones of several modes.

    It is a sequence of cones in the order of :attr:`modes`, with None for a mode that is not feasible. An index is a
    number, or a mode: ``cones["lra"]``. A slice is a tuple of cones. ``"lra" in cones`` is true if the answer has the mode.
    """

    __slots__ = ()

    @property
    def modes(self) -> tuple[str, ...]:
        """The modes, in the order of the answer. Raises ValueError if they were only counted."""
        return tuple(one["mode"] for one in _listed(self.results))

    def __len__(self) -> int:
        results = self.results
        return len(results) if isinstance(results, list) else int(results["count"])

    def __iter__(self) -> Iterator[Optional[Cone]]:
        return (_cone_of(self, one) for one in _listed(self.results))

    def __contains__(self, item: object) -> bool:
        if isinstance(item, str):
            return item in self.modes
        return any(cone == item for cone in self)

    @overload
    def __getitem__(self, index: Union[SupportsIndex, str]) -> Optional[Cone]: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Optional[Cone], ...]: ...

    def __getitem__(self, index: Union[SupportsIndex, str, slice]) -> Union[None, Cone, tuple[Optional[Cone], ...]]:
        """Returns the cone of a mode, or a tuple for a slice. Raises IndexError or KeyError for a number or mode that is not in
        the answer."""
        entries = _listed(self.results)
        if isinstance(index, slice):
            return tuple(_cone_of(self, one) for one in entries[index])
        if not isinstance(index, str):
            if not hasattr(index, "__index__"):
                raise TypeError(f"{type(index).__name__}: not an index of wrench cones; expected a number, a mode or a slice")
            return _cone_of(self, entries[index])
        for one in entries:
            if one["mode"] == index:
                return _cone_of(self, one)
        raise KeyError(index)

    def cone(self, mode: str) -> Optional[Cone]:
        """Returns the cone of a mode; also ``cones[mode]``.

        Parameters
        ----------
        mode : str
            One letter per contact.

        Returns
        -------
        Cone or None
            The cone, or None if the mode is not feasible.

        Raises
        ------
        KeyError
            The mode is not in the answer.

        Examples
        --------
        >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
        ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
        >>> pawl.wrench_cones(block).cone("ssa").dimension
        3
        """
        return self[mode]


class Rival(NamedTuple):
    """Another mode that is consistent with wrenches of the desired mode."""

    mode: str  #: one letter per contact
    jam: bool  #: whether the only acceleration of the rival is zero
    covers: str  #: how much of the desired mode's wrench cone the rival covers: "all", "part" or only the "boundary"


@comparable
class SafePiece(NamedTuple):
    """A convex set of wrenches with which only the desired mode is consistent."""

    cone: Cone  #: the set
    wrench: Floats  #: the wrench with the largest margin, world frame, unit length
    margin_deg: float  #: angle from ``wrench`` to the nearest wrench outside the piece


class Check(_Locating):
    """The answer of ``pawl check``: whether a mode, or a wrench, is ambiguous or can jam."""

    __slots__ = ()

    @property
    def verdict(self) -> Optional[str]:
        """The verdict; None if the call was stopped.

        For a mode: "determinate", "partly ambiguous", "wholly ambiguous" or "infeasible". For a wrench: "determinate"
        or "ambiguous". For both: "undecided" if rounding may change the answer.
        """
        found: Optional[str] = self.results.get("verdict")
        return found

    @property
    def determinate(self) -> bool:
        """Whether the verdict is "determinate"."""
        return self.verdict == "determinate"

    @property
    def mode(self) -> Optional[str]:
        """The desired mode; None if a wrench was checked without one."""
        found: Optional[str] = self.results.get("mode")
        return found

    @property
    def wrench(self) -> Optional[Floats]:
        """The wrench that was checked, (fx, fy, tau); N, N, and N times the task's unit of length. None if a mode was checked."""
        return optional(self.results.get("wrench"))

    @property
    def cone(self) -> Optional[Cone]:
        """The wrench cone of the checked mode.

        None for a wrench, for an infeasible mode, and for a pattern that several modes match.
        """
        return None if self.results.get("cone") is None else _cone_of(self, self.results)

    @property
    def feasible(self) -> Optional[bool]:
        """For a mode: whether some acceleration has the signs of the mode. None for a wrench."""
        found: Optional[bool] = self.results.get("feasible")
        return found

    @property
    def desired(self) -> Optional[bool]:
        """For a wrench and a mode: whether each mode that is consistent with the wrench is the given one. None otherwise."""
        found: Optional[bool] = self.results.get("desired") if "wrench" in self.results else None
        return found

    @property
    def desired_cones(self) -> dict[str, Optional[Cone]]:
        """For a pattern: the modes that match, with their wrench cones. Empty otherwise."""
        if "wrench" in self.results:
            return {}
        return {one["mode"]: _cone_of(self, one) for one in self.results.get("desired", ())}

    @property
    def union(self) -> Optional[dict[str, Any]]:
        """For a pattern: whether the union of the wrench cones is "convex", and this union as "cone" if it is. None otherwise."""
        found: Optional[dict[str, Any]] = self.results.get("union")
        return found

    @property
    def strongly_stable(self) -> Optional[bool]:
        """For a wrench: whether the part can only rest under it, with all touching contacts kept. None for a mode."""
        found: Optional[bool] = self.results.get("strongly_stable")
        return found

    @property
    def rivals(self) -> tuple[Rival, ...]:
        """The rivals of the mode that was checked."""
        return tuple(Rival(one["mode"], one["jam"], one["covers"]) for one in self.results.get("rivals", []))

    @property
    def safe(self) -> tuple[SafePiece, ...]:
        """The sets of wrenches with which only the checked mode is consistent, largest margin first."""
        return tuple(
            SafePiece(Cone(one["cone"]), frozen(one["wrench"]), one["margin_deg"])
            for one in self.results.get("safe", [])
        )

    @property
    def jam(self) -> Optional[bool]:
        """For a wrench: whether the part may stay at rest under it. None for a mode."""
        found: Optional[bool] = self.results.get("jam")
        return found

    @property
    def modes(self) -> tuple[str, ...]:
        """For a wrench: all modes consistent with it. Empty for a mode."""
        return tuple(self.results.get("modes", []))

    @property
    def distance_deg(self) -> Optional[float]:
        """For a wrench: the angle to the nearest wrench for which the answer differs, degrees. None for a mode."""
        found: Optional[float] = self.results.get("distance_deg")
        return found

    @property
    def force_closure(self) -> Optional[bool]:
        """For a mode: whether the contact forces can balance every wrench. None for a wrench."""
        found: Optional[bool] = self.results.get("force_closure")
        return found

    @property
    def form_closure(self) -> Optional[bool]:
        """For a mode: whether the contact forces can balance every wrench without friction. None for a wrench."""
        found: Optional[bool] = self.results.get("form_closure")
        return found

    @property
    def closure_contacts(self) -> tuple[int, ...]:
        """For a mode: a minimal set of contacts, from 1, whose forces can balance every wrench; empty without force closure."""
        return tuple(self.results.get("closure_contacts", ()))

    @property
    def form_closure_contacts(self) -> tuple[int, ...]:
        """For a mode: the same as :attr:`closure_contacts` for contacts without friction."""
        return tuple(self.results.get("form_closure_contacts", ()))

    @property
    def wedging(self) -> tuple[tuple[int, ...], ...]:
        """For a mode: pairs of contacts, from 1, in which each contact lies inside the friction cone of the other."""
        return states(self.results.get("wedging", ()))


@comparable
class Solution(NamedTuple):
    """One solution of the forward problem."""

    mode: str  #: one letter per contact
    acceleration: Floats  #: acceleration of the part, world frame, in the task's units of length and angle per s^2
    acceleration_rank_deficiency: int  #: dimension of the set of all accelerations of this mode
    forces: Floats  #: normal forces of all contacts, then tangential forces, N
    force_rank_deficiency: int  #: dimension of the set of all forces of this mode
    residual: float  #: relative residual of the equation of motion
    #: least and greatest value of each entry of the acceleration, None if unbounded; None for a unique acceleration
    acceleration_range: Optional[tuple[tuple[Optional[float], ...], ...]] = None


class Forward(Answer):
    """The answer of ``pawl forward``: all solutions of the forward problem."""

    __slots__ = ()

    @property
    def verdict(self) -> Optional[str]:
        """"none", "one" or "many" solutions, or "undecided" if rounding may change the answer.

        None if the call was stopped.
        """
        found: Optional[str] = self.results["verdict"]
        return found

    @property
    def wrench(self) -> Floats:
        """The wrench (fx, fy, tau), world frame; N, N, and N times the task's unit of length."""
        return frozen(self.results["wrench"])

    @property
    def twist(self) -> Floats:
        """The velocity of the part, (vx, vy, omega), in the task's units of length and angle per s."""
        return frozen(self.results["twist"])

    @property
    def solutions(self) -> tuple[Solution, ...]:
        """The solutions, one entry per consistent mode."""
        return tuple(
            Solution(
                one["mode"],
                frozen(one["acceleration"]),
                one["acceleration_rank_deficiency"],
                frozen(one["forces"]),
                one["force_rank_deficiency"],
                one["residual"],
                None if one["acceleration_range"] is None else states(one["acceleration_range"]),
            )
            for one in self.results["solutions"]
        )
