# SPDX-License-Identifier: MIT
"""One function per command of ``pawl``.

Arguments that many functions share:

``task``: a :class:`Task`, a file name, a dict, or JSON text that begins with "{".
``seconds``: time limit, s, at least 0; None means no limit. At the limit the call returns what it has found so far, and
the answer's ``stopped`` is true.
``wrench``: three numbers (fx, fy, tau) in the world frame, with the torque about the centre of mass.

Every function raises :class:`InputError` for bad input. Ctrl-C raises KeyboardInterrupt.
"""
from __future__ import annotations

import json
import operator
import os
from typing import Any, Callable, Mapping, Optional, Sequence, SupportsIndex, Union, overload

import numpy.typing as npt

from . import _errors, _json, _pawl
from ._answer import Answer
from ._errors import InputError
from ._fixture_answers import Fixtures
from ._mode_answers import Check, Contacts, Forward, Modes, WrenchCone, WrenchCones
from ._other_answers import LcpSolution, Verification
from ._plan_answers import Orientation, Plan, Replay, SceneRun, Trials
from ._task import Part, Scene, Task, read_task

TaskLike = Union[Task, _json.Source]
PlanLike = Union[Plan, npt.ArrayLike, Mapping[str, Any], str, "os.PathLike[str]"]


def _held(task: TaskLike) -> _pawl.Task:
    return (task if isinstance(task, Task) else read_task(task))._held


def contacts(task: TaskLike) -> Contacts:
    """Returns the contacts of a task: points, normals and gaps, and whether they locate the part."""
    return Contacts(_pawl.contacts(_held(task)))


def modes(task: TaskLike, *, seconds: Optional[float] = None) -> Modes:
    """Returns all feasible contact modes, each with an acceleration that has it."""
    return Modes(_pawl.modes(_held(task), seconds))


def wrench_cone(
    task: TaskLike,
    mode: str,
    *,
    wrench: Optional[npt.ArrayLike] = None,
    matrices: bool = False,
    exact: bool = False,
    route: str = "sum",
) -> WrenchCone:
    """Returns the cone of the external wrenches that are consistent with one mode.

    Args:
        task: see the module's documentation.
        mode: one letter of ``a l n r s`` per fixel, such as "lra"; for patterns with ``*`` see :func:`wrench_cones`.
        wrench: also reports whether this wrench is consistent with the mode.
        matrices: adds the matrices J, A, B, C, E, N, R, S, V, K and P to the JSON.
        exact: adds the unrounded integer vectors to the JSON, as strings.
        route: "sum" computes in R^3. "enrsv" computes the published matrices with exact cddlib; this package is built
            without cddlib and rejects it.

    Raises:
        InputError: a bad task, or a mode that does not fit its contacts.
    """
    if "*" in mode:
        raise InputError([("mode", mode, "must be a single mode without *; use wrench_cones for patterns")])
    keywords = {"mode": mode, "wrench": wrench, "matrices": matrices, "exact": exact, "route": route}
    found, cones = _pawl.wrench_cones(_held(task), keywords)
    return WrenchCone(found, cones[0])


def wrench_cones(
    task: TaskLike,
    mode: Optional[str] = None,
    *,
    wrench: Optional[npt.ArrayLike] = None,
    matrices: bool = False,
    exact: bool = False,
    route: str = "sum",
    seconds: Optional[float] = None,
) -> WrenchCones:
    """Returns the wrench cones of several modes.

    Args:
        task: see the module's documentation.
        mode: a pattern in which ``*`` stands for any letter. Default: the task's list of modes; without such a list,
            all feasible modes.
        wrench, matrices, exact, route: as for :func:`wrench_cone`, for every mode.
        seconds: time limit, s; None means no limit.
    """
    keywords = {"mode": mode, "wrench": wrench, "matrices": matrices, "exact": exact, "route": route, "seconds": seconds}
    return WrenchCones(_pawl.wrench_cones(_held(task), keywords)[0])


def check(
    task: TaskLike,
    mode: Optional[str] = None,
    *,
    wrench: Optional[npt.ArrayLike] = None,
    seconds: Optional[float] = None,
) -> Check:
    """Checks whether a mode, or a wrench, is ambiguous or can jam.

    Args:
        task: see the module's documentation.
        mode: the desired mode. Default: the task's mode, if it lists exactly one.
        wrench: checks this wrench instead, and lists the modes that are consistent with it. With a mode as well, checks
            whether the wrench gives that mode alone.
        seconds: time limit, s; None means no limit.

    Raises:
        InputError: neither a mode nor a wrench, and the task does not list exactly one mode.
    """
    held = _held(task)
    if wrench is not None:
        return Check(_pawl.check_wrench(held, wrench, mode, seconds))
    if mode is None:
        listed = json.loads(held.text).get("modes", [])
        if len(listed) != 1:
            raise InputError(
                [("mode", "", f"missing; expected one mode or a wrench, because the task lists {len(listed)} modes")]
            )
        mode = str(listed[0])
    return Check(_pawl.check_mode(held, mode, seconds))


def forward(task: TaskLike, wrench: npt.ArrayLike, *, seconds: Optional[float] = None) -> Forward:
    """Returns all solutions of the forward problem: the accelerations and contact forces that a wrench can cause.

    ``wrench``: (fx, fy, tau) in the world frame.
    """
    return Forward(_pawl.forward(_held(task), wrench, seconds))


def plan(
    task: TaskLike,
    *,
    require: str = "",
    by_graph: bool = False,
    limit_cells: Optional[SupportsIndex] = None,
    limit_boxes: Optional[SupportsIndex] = None,
    friction_limit: bool = False,
    certify: bool = False,
    certify_depth: Optional[float] = None,
    loadable: bool = False,
    tolerance_friction: float = 0,
    tolerance_fixels: float = 0,
    tolerance_outline: float = 0,
    graphviz: bool = False,
    start_region: str = "",
    within: Optional[float] = None,
    swept: bool = False,
    residual_energy: Optional[float] = None,
    tolerance_direction: float = 0,
    tolerance_center: float = 0,
    progress: Optional[Callable[[str], object]] = None,
    seconds: Optional[float] = None,
) -> Plan:
    """Finds a sensorless insertion plan, or proves that the model has none.

    Lengths are in the task's unit.

    Args:
        task: see the module's documentation.
        require: the weakest guarantee that is accepted, "keeps" or "energy"; "" accepts any.
        by_graph: uses the graph of contact states alone, without the energy conditions. Cannot be combined with
            ``require="energy"``.
        limit_cells: stops after this number of cells of wrenches; None means no limit.
        limit_boxes: stops ``certify`` and ``loadable`` after this number of boxes. Default: 200000 for ``certify``.
        friction_limit: also finds the largest deviation of friction from its nominal values, for this plan and for any plan.
        certify: also proves how far from the goal, and how fast, the part may be for a plan of guarantee "energy" to
            hold. The energy certificate is :attr:`Plan.certificate`.
        certify_depth: as ``certify``, but ends at this depth of energy, N times the task's length, for a wrench of
            size 1 N.
        loadable: also finds whether the part can leave its fixture in the plane.
        tolerance_friction: added to the friction coefficients for which ``certify`` proves the depth, at least 0.
        tolerance_fixels: the largest error of a fixel's position for ``certify``, at least 0.
        tolerance_outline: the largest error of the outline for ``certify``, at least 0.
        graphviz: also returns the contact states reached under the first wrench, as :attr:`Plan.graph`.
        start_region: proves where the part comes to rest from every start within these half-widths of the seat, as in
            "1mm,2deg", or "1mm,2deg,1e-3" with a kinetic energy in J. The results are :attr:`Plan.region_steps`. "" means
            the task's start region, if it has one.
        within: with a start region, searches for wrenches after which no point of the part is farther than this from its
            place; None means the task's ``goal_tolerance``, or the plan of contact states.
        swept: with a start region, wrenches change gradually into the next ones.
        residual_energy: with a start region, kinetic energy that the part may have when the next wrench is applied, J;
            None means that it is at rest.
        tolerance_direction: with a start region, largest error of the force's direction, degrees.
        tolerance_center: with a start region, largest error of the centre of mass.
        progress: called from time to time with one line of text. An exception that it raises ends the call.
        seconds: time limit, s; None means no limit.

    Raises:
        InputError: a bad task, an argument out of bounds, or options that exclude each other.
    """
    keywords = {
        "require": require or None,
        "by_graph": by_graph,
        "limit_cells": limit_cells,
        "limit_boxes": limit_boxes,
        "friction_limit": friction_limit,
        "certify": certify,
        "certify_depth": certify_depth,
        "loadable": loadable,
        "tolerance_friction": tolerance_friction or None,
        "tolerance_fixels": tolerance_fixels or None,
        "tolerance_outline": tolerance_outline or None,
        "graphviz": graphviz,
        "start_region": start_region or None,
        "within": within,
        "swept": swept,
        "residual_energy": residual_energy,
        "tolerance_direction": tolerance_direction or None,
        "tolerance_center": tolerance_center or None,
        "seconds": seconds,
    }
    return Plan(*_pawl.plan(_held(task), keywords, progress))


def orient(
    task: TaskLike,
    *,
    by: str = "squeeze",
    jaw_friction: Union[float, Sequence[float]] = 0,
    angle_step: Optional[float] = None,
    to: Optional[float] = None,
    center_error: float = 0,
    seconds: Optional[float] = None,
) -> Orientation:
    """Finds the shortest plan of squeezes or pushes that brings the part from any orientation to a single one.

    Args:
        task: see the module's documentation. The part must have an outline.
        by: "squeeze" for a parallel-jaw gripper, or "fence" for pushes by a straight edge along its normal.
        jaw_friction: friction coefficient at the jaws, or an interval (low, high), from 0 to 1000. Only for squeezes.
        angle_step: degrees; uses only angles that are multiples of this one. It must divide 360. None means any angle.
        to: final orientation of the part, from -360 to 360 degrees; None means that of the task's pose.
        center_error: radius of a disc that contains the centre of mass, in the task's unit of length, at least 0. Only
            for a fence; it affects the margins of the stable poses, not the plan.
        seconds: time limit, s; None means no limit.

    Raises:
        InputError: a bad task, an argument out of bounds, or a fence and a centre of mass outside the convex hull.
    """
    interval = jaw_friction if isinstance(jaw_friction, Sequence) else (jaw_friction,)
    keywords = {
        "by": by,
        "jaw_friction": jaw_friction if isinstance(jaw_friction, str) else ",".join(repr(float(mu)) for mu in interval),
        "angle_step": angle_step,
        "to": to,
        "center_error": center_error or None,
        "seconds": seconds,
    }
    if by == "fence" and keywords["jaw_friction"] == "0.0":
        keywords["jaw_friction"] = None
    return Orientation(_pawl.orient(_held(task), keywords))


def fixture(
    part: Union[Part, TaskLike],
    *,
    actuator: Optional[Union[str, Mapping[str, Any]]] = None,
    friction: Optional[Union[float, Sequence[float]]] = None,
    options: Optional[Mapping[str, Any]] = None,
    units: Optional[Mapping[str, str]] = None,
    top: Optional[SupportsIndex] = None,
    limit_plans: Optional[SupportsIndex] = None,
    threads: SupportsIndex = 0,
    progress: Optional[Callable[[str, int, int], object]] = None,
    seconds: Optional[float] = None,
) -> Fixtures:
    """Finds fixtures for a part and returns them best first.

    Args:
        part: a :class:`Part`, or a task with an outline, whose part is used.
        actuator: "free", "tray", or an actuator as in a task file. Default: the task's.
        friction: one coefficient for all contacts, or an interval (low, high). Default: the task's.
        options: the member "fixture" of a task file. Default: the task's.
        units: the units of a :class:`Part`, such as ``{"length": "mm"}``. Default: m and rad. Not allowed for a task.
        top: the number of fixtures that are returned. Default: the task's, otherwise 10.
        limit_plans: the number of candidates without a one-step plan by energy for which a plan is searched, most
            precise first. Default: 500, or 100 for points by total.
        threads: 0 (one per processor) to 1024. The answer does not depend on it.
        progress: called from time to time with (stage, done, approximate total). An exception that it raises ends the call.
        seconds: time limit, s; None means no limit.

    Raises:
        InputError: a bad part or task, or an argument out of bounds.
    """
    if isinstance(part, Part):
        part = read_task({"pawl": 1, "part": part, **({"units": units} if units is not None else {})})
    elif units is not None:
        raise InputError([("units", "", "not allowed with a task, which states its own; expected a Part")])
    task = part if isinstance(part, Task) else read_task(part)
    named = {actuator: {}} if isinstance(actuator, str) else actuator
    edits = {"actuator": named, "friction": friction, "fixture": options, "/fixture/top": top}
    edits = {place: value for place, value in edits.items() if value is not None}
    if edits:
        task = task.edit(edits)
    keywords = {"limit_plans": limit_plans, "seconds": seconds}
    return Fixtures(*_pawl.fixture(task._held, keywords, threads, progress))


def _wrenches(plan: Optional[PlanLike], task: _pawl.Task) -> Any:
    """Returns the wrenches of a plan or of a saved answer (a dict or a file). Returns an array unchanged."""
    if plan is None:
        return None
    if isinstance(plan, (str, bytes, os.PathLike)):
        plan = _json.parsed(_json.content(plan, "plan")[0], "plan")
    if isinstance(plan, Plan):
        if not plan.found:
            raise InputError([("plan", plan.status, "has no steps to simulate; expected a plan whose status is found")])
        plan = plan.to_dict()
    if not isinstance(plan, Mapping):
        return plan
    try:
        holder = plan.get("results") or plan.get("plan") or plan
        wrenches = [[float(entry) for entry in step["wrench"]] for step in holder["steps"]]
    except (KeyError, TypeError, ValueError, OverflowError):
        raise InputError(
            [("plan", "", 'has no steps; expected {"steps": [{"wrench": [fx, fy, tau]}, ...]}, or an answer of plan')]
        ) from None
    if "pawl" in plan:  # a saved answer has its own unit of length, in which its torques are expressed
        metres = {"m": 1.0, "mm": 1e-3, "cm": 1e-2, "in": 0.0254}
        units = plan.get("units", {})
        if not isinstance(units, Mapping):
            raise InputError([("/units", str(units)[:80], "must be an object")])
        length = units.get("length", "m")
        if not isinstance(length, str) or length not in metres:
            raise InputError([("/units/length", str(length)[:80], "must be m, mm, cm or in")])
        ratio = metres[length] / metres[task.units[0]]
        for wrench in wrenches:
            wrench[2] *= ratio
    return wrenches


@overload
def simulate(
    task: Scene,
    *,
    trace: bool = ...,
    progress: Optional[Callable[[int, int], object]] = ...,
    seconds: Optional[float] = ...,
) -> SceneRun: ...


@overload
def simulate(
    task: TaskLike,
    plan: Optional[PlanLike] = ...,
    *,
    starts: Optional[SupportsIndex] = ...,
    seed: Optional[SupportsIndex] = ...,
    replay: None = ...,
    trace: bool = ...,
    threads: SupportsIndex = ...,
    progress: Optional[Callable[[int, int], object]] = ...,
    seconds: Optional[float] = ...,
) -> Trials: ...


@overload
def simulate(
    task: TaskLike,
    plan: Optional[PlanLike] = ...,
    *,
    starts: Optional[SupportsIndex] = ...,
    seed: Optional[SupportsIndex] = ...,
    replay: SupportsIndex,
    trace: bool = ...,
    threads: SupportsIndex = ...,
    progress: Optional[Callable[[int, int], object]] = ...,
    seconds: Optional[float] = ...,
) -> Replay: ...


def simulate(
    task: Union[TaskLike, Scene],
    plan: Optional[PlanLike] = None,
    *,
    starts: Optional[SupportsIndex] = None,
    seed: Optional[SupportsIndex] = None,
    replay: Optional[SupportsIndex] = None,
    trace: bool = False,
    threads: SupportsIndex = 0,
    progress: Optional[Callable[[int, int], object]] = None,
    seconds: Optional[float] = None,
) -> Answer:
    """Simulates a plan from many random starts, or steps a scene through its duration.

    Args:
        task: a task (see the module's documentation), or a :class:`Scene`.
        plan: a :class:`Plan`, a saved answer (a dict or a file), or wrenches as an array (n, 3). Default: the task's
            plan; without one, a plan is found first. For tasks only.
        starts: the number of starts. Default: that of the task's ``scatter``. For tasks only.
        seed: the seed of the starts. Default: that of the task's ``scatter``. For tasks only.
        replay: simulates this start alone, counted from 0. For tasks only.
        trace: keeps every time step in the answer's ``trace``. With a task, it needs ``replay``.
        threads: 0 (one per processor) to 1024. The answer does not depend on it.
        progress: called from time to time with (done, total). An exception that it raises ends the call.
        seconds: time limit, s; None means no limit.

    Returns:
        :class:`Trials` for a task, :class:`Replay` with ``replay``, :class:`SceneRun` for a scene.

    Raises:
        InputError: bad input, or an argument that does not apply to ``task``.
    """
    if isinstance(task, Scene):
        if plan is not None or starts is not None or seed is not None or replay is not None:
            raise InputError([("", "", "plan, starts, seed and replay do not apply to a scene; expected a task")])
        return SceneRun(*_pawl.step_scene(task._held, trace, progress, seconds))
    asked = task if isinstance(task, Task) else read_task(task)
    edits = {"/scatter/starts": starts, "/scatter/seed": seed}
    edits = {place: value for place, value in edits.items() if value is not None}
    if edits:
        asked = asked.edit(edits)
    wrenches = _wrenches(plan, asked._held)
    if replay is not None:
        number = operator.index(replay)
        if number < 0:
            raise InputError([("replay", str(number), "must be at least 0: starts are counted from 0")])
        return Replay(*_pawl.replay(asked._held, wrenches, number, trace, seconds))
    if trace:
        raise InputError([("trace", "", "traces a single trial; choose one with replay, or pass a scene")])
    return Trials(_pawl.trials(asked._held, wrenches, threads, progress, seconds))


def lcp(
    problem: _json.Source, *, all: bool = False, proof: bool = False, seconds: float = 20
) -> LcpSolution:
    """Solves a linear complementarity problem, or proves that it has no solution.

    The problem is to find z with w = M z + q, w >= 0, z >= 0 and z'w = 0.

    Args:
        problem: a dict ``{"M": ..., "q": ...}`` of arrays, a file name, or JSON text.
        all: finds all solutions.
        proof: if no solution exists, adds the proof to the JSON: a tree with Farkas multipliers.
        seconds: time limit, s.
    """
    if isinstance(problem, Mapping):
        problem = {"pawl": 1, **problem}
    text, is_path = _json.read(problem)
    keywords = {"all": all, "proof": proof, "seconds": seconds}
    with _errors.reading(text if is_path else None):
        return LcpSolution(_pawl.lcp(text, is_path, text if is_path else "", keywords))


def verify(
    answer: Union[Answer, str, "os.PathLike[str]", Mapping[str, Any]],
    task: Optional[TaskLike] = None,
    *,
    problem: Optional[_json.Source] = None,
    partial: bool = False,
) -> Verification:
    """Checks an answer field by field, or an energy certificate, without repeating the search that found it.

    Args:
        answer: an :class:`Answer`, a dict, a file name, or JSON text.
        task: the task that it answers. Default: that of an :class:`Answer`. Not needed for certificates.
        problem: the complementarity problem of an answer of :func:`lcp`, instead of a task.
        partial: accepts an answer even if some of its fields cannot be recomputed without a search;
            :attr:`Verification.unchecked` lists these fields.

    Raises:
        InputError: an input that cannot be read, or a missing task or problem. A wrong answer raises nothing; see
            :attr:`Verification.accepted`.
    """
    name = ""
    if isinstance(answer, Answer):
        text = answer.to_json()
        task = answer.task if task is None else task
    else:
        text, name = _json.content(answer, "answer")
    given = "" if problem is None else _json.content(problem, "problem")[0]
    return Verification(_pawl.verify(text, _held(task) if task is not None else None, given, name, partial))
