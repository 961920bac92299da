# SPDX-License-Identifier: MIT
"""The answers of ``pawl plan``, ``pawl orient`` and ``pawl simulate``."""
from __future__ import annotations

import json
from typing import Any, NamedTuple, Optional, Union

from . import _pawl
from ._answer import Advised, Answer, Floats, comparable, frozen, optional, states


@comparable
class Step(NamedTuple):
    """One step of a plan: a wrench that is applied until the part rests."""

    wrench: Floats  #: (fx, fy, tau), world frame, unit length
    margin_deg: float  #: angle to the nearest wrench of the actuator with which the step may fail
    margin_full_deg: Optional[float]  #: angle to the nearest wrench of any kind with which the step may fail; None if unknown
    before: tuple[tuple[int, ...], ...]  #: possible contact states before the step; each is the tuple of touching fixels,
                                         #: numbered from 1
    after: tuple[tuple[int, ...], ...]  #: possible contact states after the step
    window_deg: Optional[tuple[float, float]]  #: range of the actuator's direction; None for free wrenches
    impact: str  #: "keeps" if no plastic impact during the step makes the part lose a contact, otherwise "may bounce off"
    energy: dict[str, Any]  #: the energy conditions of this wrench, as in the JSON
    radius: Optional[dict[str, float]]  #: largest displacement of the part from the seat, before the step, with which
                                        #: the step ends as stated; None unless ``certify`` found it


@comparable
class RegionStep(NamedTuple):
    """One step of a plan with proved rest regions, in the task's units."""

    wrench: Floats  #: (fx, fy, tau), world frame, unit length
    displacement: float  #: largest displacement of any point of the part from its reference pose, after the step
    translation: tuple[tuple[float, float], tuple[float, float]]  #: ranges of the displacements of the centre of mass in x and y
    rotation_deg: tuple[float, float]  #: range of the rotations


class Plan(Advised):
    """The answer of ``pawl plan``: a sensorless plan, or a proof that the model has none."""

    __slots__ = ("_certificate", "_graph")

    def __init__(
        self, held: _pawl.Answer, certificate: Optional[str] = None, graph: Optional[str] = None
    ) -> None:
        super().__init__(held)
        self._certificate = certificate
        self._graph = graph

    def _more(self) -> tuple[Any, ...]:
        return self._certificate, self._graph

    @property
    def certificate(self) -> Optional[str]:
        """The certificate of the depth or of the rest regions, which is an input of :func:`verify`. None if neither was
        requested or nothing was proved."""
        return self._certificate

    @property
    def graph(self) -> Optional[str]:
        """The contact states reached under the first wrench, as text for Graphviz; None if it was not requested."""
        return self._graph

    @property
    def status(self) -> str:
        """"found", "none" (proved), "stopped" or "undecided". With a start region: "found", "may leave", "not found" or
        "stopped".

        "undecided" means that no plan was found, but that a change of the geometry within its rounding may change this
        answer.
        """
        return str(self.results["status"])

    @property
    def stopped(self) -> bool:
        """Whether the search was stopped before its end."""
        return self.status == "stopped"

    @property
    def found(self) -> bool:
        """Whether a plan was found."""
        return bool(self.results["found"])

    @property
    def guarantee(self) -> Optional[str]:
        """The guarantee of the weakest step: "energy", "keeps" or "at rest", or "region" for a plan with a start region. None
        without a plan.
        """
        found: Optional[str] = self.results["guarantee"]
        return found

    @property
    def reason(self) -> str:
        """The plan's guarantee as a sentence, or the reason why a plan was not found."""
        return str(self.results["reason"])

    @property
    def seated_pose(self) -> Optional[Floats]:
        """The pose (x, y, theta) in which all fixels of the goal touch, in the task's units; None for stated contacts."""
        return optional(self.results.get("seated_pose"))

    @property
    def located(self) -> Optional[bool]:
        """Whether the normals of the goal's contacts determine the pose of the part; None with a start region."""
        found: Optional[bool] = self.results.get("located")
        return found

    @property
    def loadable(self) -> Optional[bool]:
        """Whether the part can leave its fixture in the plane; None if this was not requested or not decided."""
        found: Optional[bool] = self.results.get("loadable")
        return found

    @property
    def loading(self) -> Optional[dict[str, Any]]:
        """The way out of the fixture, or the cage that the part cannot leave, as in the JSON; None if it was not requested."""
        found: Optional[dict[str, Any]] = self.results.get("loading")
        return found

    @property
    def obstacle(self) -> Optional[dict[str, Any]]:
        """A contact state in which the most promising wrench fails, if no plan exists. None if it is not known."""
        found: Optional[dict[str, Any]] = self.results.get("obstacle")
        return found

    @property
    def friction_limit(self) -> Optional[dict[str, Any]]:
        """The largest safe deviation of friction, for this plan and for any plan; None if it was not requested."""
        found: Optional[dict[str, Any]] = self.results.get("friction_limit")
        return found

    @property
    def displacement(self) -> Optional[float]:
        """With a start region, the largest distance of any point of the resting part from its place at the reference
        pose; None if unknown. The reference pose is the seated pose or, without a seat, the task's pose."""
        found: Optional[float] = self.results.get("displacement")
        return found

    @property
    def leaves(self) -> Optional[dict[str, Any]]:
        """With a start region: the step in which the part may leave the region that is examined, as in the JSON; otherwise None."""
        found: Optional[dict[str, Any]] = self.results.get("leaves")
        return found

    @property
    def region_steps(self) -> tuple[RegionStep, ...]:
        """With a start region, the steps whose rest region is proved, in order; empty otherwise."""
        def region(one: dict[str, Any]) -> RegionStep:
            x, y = one["rest_region"]["translation"]
            low, high = one["rest_region"]["rotation_deg"]
            return RegionStep(frozen(one["wrench"]), one["displacement"], ((x[0], x[1]), (y[0], y[1])), (low, high))

        return tuple(region(one) for one in self.results["steps"] if "rest_region" in one)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of the plan, in order; empty without a plan, and with a start region (see :attr:`region_steps`)."""
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
            if "before" in one
        )

    @property
    def wrenches(self) -> Floats:
        """The wrenches (fx, fy, tau) of the steps, (n, 3), world frame, of unit length; N, N, and N times the task's unit of
        length."""
        return frozen([one["wrench"] for one in self.results["steps"]], -1, 3)

    def plot(self, ax: Optional[Any] = None) -> Any:
        """Draws the task and the plan into axes of matplotlib, which must be installed. Positions are in the task's unit of
        length.

        The artists are those of :meth:`Task.plot` and the seated part (dashed). For each step, there are also an arrow on the
        line of force, or a circular arrow for a torque without force, and the window of directions about the centre of mass.
        The artists have labels for ``ax.legend()``.

        Parameters
        ----------
        ax : Axes, optional
            None makes a new figure.

        Returns
        -------
        Axes
            The axes.

        Raises
        ------
        ValueError
            ``ax`` does not have two dimensions.

        Examples
        --------
        >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
        ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
        >>> axes = pawl.plan(block).plot()
        >>> axes.get_ylabel()
        'y, m'
        """
        from ._plot import plot_plan

        return plot_plan(self, ax)


@comparable
class Failure(NamedTuple):
    """A trial that did not seat the part. Poses (x, y, theta) are in the task's units."""

    start: Floats  #: pose at the start
    friction: tuple[Union[float, dict[str, float]], ...]  #: friction drawn for each fixel and wall; if static and kinetic
                                                          #: friction differ, {"static": ..., "kinetic": ...}
    end: Floats  #: pose at the end
    contacts: tuple[int, ...]  #: fixels, from 1, that touch at the end
    outcome: str  #: "jammed", "bounced", "escaped", "timed out" or "unsolved"
    why: str  #: the reason, in words
    replay: int  #: number of the start, for the argument ``replay`` of :func:`simulate`


class OrientationStep(NamedTuple):
    """One squeeze or push of a plan that orients a part."""

    angle_deg: float  #: closing direction of a jaw, or direction from the part to the fence, world frame
    turn_deg: float  #: angle minus the angle of the previous step; 0 for the first step
    margin_deg: Optional[float]  #: largest error of the angle with which this step still succeeds if all other steps
                                 #: are exact; None if it succeeds with any angle
    left: int  #: number of orientations after the step
    orientations_deg: tuple[tuple[float, float], ...]  #: intervals of orientations, modulo the symmetry


class Orientation(Answer):
    """The answer of ``pawl orient``: a plan that brings the part from any orientation to a single orientation."""

    __slots__ = ()

    @property
    def outcome(self) -> str:
        """"found", "none" (proved that no plan exists), "not found" (neither), or "stopped"."""
        return str(self.results["status"])

    @property
    def steps(self) -> tuple[OrientationStep, ...]:
        """The squeezes or pushes, in the order in which they are made."""
        return tuple(
            OrientationStep(
                step["angle_deg"],
                step["turn_deg"],
                step["margin_deg"],
                step["left"],
                tuple((low, high) for low, high in step["orientations_deg"]),
            )
            for step in self.results["steps"]
        )

    @property
    def shortest(self) -> bool:
        """Whether it is proved that no plan has fewer steps."""
        return bool(self.results["shortest"])

    @property
    def symmetry(self) -> Optional[int]:
        """Number of final orientations that plans cannot distinguish; None if no squeeze or push turns the part."""
        found: Optional[int] = self.results["symmetry"]
        return found

    @property
    def final_deg(self) -> tuple[float, ...]:
        """All final orientations of the part, degrees, world frame, ascending."""
        return tuple(self.results["final_deg"])

    @property
    def pose(self) -> Optional[Floats]:
        """The task's pose with the final orientation, in the task's units; None without a plan."""
        return optional(self.results["pose"])


class Trials(Advised):
    """The answer of ``pawl simulate`` to a task: outcomes of a plan from many starts."""

    __slots__ = ()

    @property
    def starts(self) -> int:
        """The number of finished trials."""
        return int(self.results.get("starts", 0))

    @property
    def seated(self) -> int:
        """The number of trials that seated the part, or ended with the part rolling at the seat."""
        return int(self.results.get("seated", 0))

    @property
    def fraction(self) -> float:
        """:attr:`seated` divided by :attr:`starts`."""
        return float(self.results.get("fraction", 0))

    @property
    def interval95(self) -> tuple[float, float]:
        """The Clopper-Pearson interval of the probability to be seated, at 95 % confidence."""
        low, high = self.results.get("interval95", (0.0, 1.0))
        return low, high

    @property
    def outcomes(self) -> dict[str, int]:
        """The number of trials per outcome. Here "seated" does not include "rolling"."""
        return dict(self.results.get("outcomes", {}))

    @property
    def displacement(self) -> dict[int, float]:
        """For each of the percentages 50, 90, 99 and 100, the displacement that this share of the trials does not
        exceed, in the task's unit of length. The displacement of a trial is the largest distance between a point of the
        part at the end and the place of this point at the seat.
        """
        return {int(share): value for share, value in self.results.get("displacement", {}).items()}

    @property
    def choices(self) -> int:
        """The number of contact problems in all trials for which several solutions were found and one was taken."""
        return int(self.results.get("choices", 0))

    @property
    def redrawn(self) -> int:
        """The number of starts that were drawn again because the part overlapped a fixel or intersected itself."""
        return int(self.results.get("redrawn", 0))

    @property
    def failures(self) -> tuple[Failure, ...]:
        """The failed trials that the JSON lists."""
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


class TrialsOfBoth(Answer):
    """The answer of ``pawl simulate --both``. If a time step has several solutions, the simulation chooses one.
    Contains the outcomes of a plan for two ways to choose."""

    __slots__ = ()

    def _with(self, choices: str) -> Trials:
        document = self.to_dict()
        document["results"] = results = document["results"].get(choices, {})
        status = 0 if results.get("seated", 0) == results.get("starts", -1) else 1
        if self._held.status == 3 and (not results or results.get("stopped") or results.get("certified") is False):
            status = 3
        message = self.message if status == 3 else ""
        return Trials(_pawl.saved_answer(json.dumps(document), status, message, self._held.task, None))

    @property
    def random(self) -> Trials:
        """The trials with random choices."""
        return self._with("random")

    @property
    def adversarial(self) -> Trials:
        """The trials with adversarial choices; without starts if the call was stopped before them."""
        return self._with("adversarial")


class _Traced(Answer):
    __slots__ = ("_lines",)

    def __init__(self, held: _pawl.Answer, lines: tuple[str, ...] = ()) -> None:
        super().__init__(held)
        self._lines = tuple(lines)

    def _more(self) -> tuple[Any, ...]:
        return (self._lines,)

    @property
    def trace(self) -> tuple[dict[str, Any], ...]:
        """One dict per time step; empty unless ``trace`` was requested.

        For a scene, another dict with the outlines and units precedes these dicts.
        """
        return tuple(json.loads(line) for line in self._lines)


class Replay(_Traced):
    """The answer of ``pawl simulate --replay``: the trial of one start."""

    __slots__ = ()

    @property
    def outcome(self) -> str:
        """"seated", "rolling", "jammed", "bounced", "escaped", "timed out" or "unsolved"."""
        return str(self.results["outcome"])

    @property
    def why(self) -> str:
        """The reason of the outcome, in words."""
        return str(self.results["why"])

    @property
    def start(self) -> Floats:
        """The pose (x, y, theta) at the start, in the task's units."""
        return frozen(self.results["start"])

    @property
    def end(self) -> Floats:
        """The pose (x, y, theta) at the end, in the task's units."""
        return frozen(self.results["end"])

    @property
    def contacts(self) -> tuple[int, ...]:
        """The fixels, from 1, that touch at the end."""
        return tuple(self.results["contacts"])

    @property
    def friction(self) -> tuple[Union[float, dict[str, float]], ...]:
        """The friction drawn for each fixel and wall; if static and kinetic friction differ, {"static": ..., "kinetic": ...}."""
        return tuple(self.results["friction"])

    @property
    def displacement(self) -> Optional[float]:
        """The largest distance between a point of the part at the end and the place of this point at the seat, in the
        task's unit of length; None if unknown."""
        found: Optional[float] = self.results.get("displacement")
        return found

    @property
    def choices(self) -> int:
        """The number of contact problems for which several solutions were found and one was taken."""
        return int(self.results.get("choices", 0))

    @property
    def time(self) -> float:
        """The simulated time, s."""
        return float(self.results["time"])


class SceneForward(Answer):
    """The answer of ``pawl forward`` to a scene: the motions of all bodies at its initial state, with their forces."""

    __slots__ = ()

    @property
    def verdict(self) -> str:
        """The number of motions: "one", "many", "none" or "undecided"."""
        return str(self.results["verdict"])

    @property
    def contacts(self) -> list[dict[str, Any]]:
        """The contacts: bodies, point, normal, friction and state. If static and kinetic friction of a contact differ,
        its friction is {"static": ..., "kinetic": ...}."""
        found: list[dict[str, Any]] = self.results["contacts"]
        return found

    @property
    def solutions(self) -> list[dict[str, Any]]:
        """The motions, with contact forces, efforts of joints and forces of pins."""
        found: list[dict[str, Any]] = self.results["solutions"]
        return found

    @property
    def friction_bounds(self) -> Optional[dict[str, Any]]:
        """Two bounds on friction. If the friction is below the first one, a motion exists; if it is below the second
        one, only one motion exists. None if no bounds are known, or if static and kinetic friction of a contact at
        rest differ."""
        found: Optional[dict[str, Any]] = self.results.get("friction_bounds")
        return found


class SceneRun(_Traced):
    """The answer of ``pawl simulate`` to a scene: the state of its bodies at the end."""

    __slots__ = ()

    @property
    def time(self) -> float:
        """The simulated time, s."""
        return float(self.results["time"])

    @property
    def steps(self) -> int:
        """The number of time steps."""
        return int(self.results["steps"])

    @property
    def poses(self) -> Floats:
        """The poses (x, y, theta) of the bodies at the end, (bodies, 3), in the scene's units."""
        return frozen([body["pose"] for body in self.results["bodies"]], -1, 3)

    @property
    def twists(self) -> Floats:
        """The twists (vx, vy, omega) of the bodies at the end, (bodies, 3), in the scene's units per s."""
        return frozen([body["twist"] for body in self.results["bodies"]], -1, 3)

    @property
    def efforts(self) -> Floats:
        """The effort of each joint in the last step, N times the scene's unit of length, or N for a prismatic joint. It is NaN if
        the equations of motion do not determine it.

        Examples
        --------
        A crank of 0.5 m turns at 1 rad/s and lifts 2 kg.

        >>> crank = {"kind": "revolute", "anchor": [0, 0], "velocity": 1, "acceleration": 0,
        ...          "mass": 2, "inertia": 0.01, "center_of_mass": [0.5, 0]}
        >>> scene = pawl.read_scene({"pawl": 1, "duration": 1, "bodies": [], "joints": [crank], "simulate": {"step": 0.001}})
        >>> run = pawl.simulate(scene, trace=True)
        >>> round(float(run.efforts[0]), 3), round(2 * 9.81 * 0.5 * np.cos(1), 3)
        (5.304, 5.3)
        >>> [round(run.trace[step]["efforts"][0], 3) for step in (1, 500, 1000)]
        [9.81, 8.611, 5.304]
        """
        joints = self.results.get("joints", [])
        return frozen([joint["effort"] for joint in joints])

    @property
    def energy(self) -> float:
        """The kinetic and potential energy at the end, N times the scene's unit of length: J for metres, mJ for millimetres."""
        return float(self.results["energy"])

    @property
    def energies(self) -> Floats:
        """Pairs of a time, s, and the energy at this time, in the unit of :attr:`energy`, (n, 2): for the start, and for at most
        200 evenly spaced steps."""
        return frozen(self.results["energies"], -1, 2)

    @property
    def pins(self) -> list[dict[str, Any]]:
        """The force of each pin in the last step, N, as in the JSON; empty for a scene without pins."""
        found: list[dict[str, Any]] = self.results.get("pins", [])
        return found

    @property
    def worst_penetration(self) -> float:
        """The largest penetration in all time steps, in the scene's unit of length."""
        return float(self.results["worst_penetration"])
