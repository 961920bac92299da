# SPDX-License-Identifier: MIT
"""Every command as a function. ``seconds`` stops a call, whose answer then says so; Ctrl-C raises KeyboardInterrupt."""
from __future__ import annotations

import json
import operator
import os
from typing import Any, Callable, Mapping, Optional, Sequence, SupportsIndex, Union, overload

import numpy.typing as npt

from . import _json, _pawl
from ._answer import Answer
from ._errors import InputError
from ._fixture_answers import Fixtures
from ._mode_answers import Check, Contacts, Forward, Modes, WrenchCone, WrenchCones
from ._other_answers import LcpSolution, Verification
from ._plan_answers import Plan, Replay, SceneRun, Trials
from ._task import Part, Scene, Task, read_task

TaskLike = Union[Task, _json.Source]
PlanLike = Union[Plan, npt.ArrayLike, Mapping[str, Any], str, "os.PathLike[str]"]


def _held(task: TaskLike) -> _pawl.Task:
    return (task if isinstance(task, Task) else read_task(task))._held


def contacts(task: TaskLike) -> Contacts:
    """What the other functions see: contact points, normals, gaps, and what they locate."""
    return Contacts(_pawl.contacts(_held(task)))


def modes(task: TaskLike, *, seconds: Optional[float] = None) -> Modes:
    """Every feasible mode, each with an acceleration that shows it."""
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
    """The cone of external wrenches that are consistent with a mode (a letter of ``a l n r s`` for each fixel)."""
    if "*" in mode:
        raise InputError([("mode", mode, "must be one mode; wrench_cones takes patterns")])
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
    """The cones of the modes of a pattern with ``*``, else of the task's list, else of all feasible ones."""
    keywords = {"mode": mode, "wrench": wrench, "matrices": matrices, "exact": exact, "route": route, "seconds": seconds}
    return WrenchCones(_pawl.wrench_cones(_held(task), keywords)[0])


def check(
    task: TaskLike,
    mode: Optional[str] = None,
    *,
    wrench: Optional[npt.ArrayLike] = None,
    seconds: Optional[float] = None,
) -> Check:
    """Whether a mode is ambiguous or jams (default: the task's only one); with a wrench, what that does for sure."""
    held = _held(task)
    if wrench is not None:
        return Check(_pawl.check_wrench(held, wrench, mode, seconds))
    if mode is None:
        listed = json.loads(held.text).get("modes", [])
        if len(listed) != 1:
            raise InputError(
                [("mode", "", f"check needs one desired mode (or a wrench); the task lists {len(listed)}")]
            )
        mode = str(listed[0])
    return Check(_pawl.check_mode(held, mode, seconds))


def forward(task: TaskLike, wrench: npt.ArrayLike, *, seconds: Optional[float] = None) -> Forward:
    """Every solution of the forward problem under a wrench (fx, fy, tau), world frame."""
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
    progress: Optional[Callable[[str], object]] = None,
    seconds: Optional[float] = None,
) -> Plan:
    """A sensorless insertion plan, or a proof that the model has none. ``require``: "keeps" or "energy".
    ``progress`` is called with a line now and then; what it raises ends the call."""
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
        "seconds": seconds,
    }
    return Plan(*_pawl.plan(_held(task), keywords, progress))


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
    """Fixtures for a part, or for that of a task, ranked. ``actuator``: "free", "tray", or as a task has it;
    ``options``: the task's "fixture"; ``units``: of a part. ``progress`` is called with (stage, done, of about)."""
    if isinstance(part, Part):
        part = read_task({"pawl": 1, "part": part, **({"units": units} if units is not None else {})})
    elif units is not None:
        raise InputError([("units", "", "are those of the task")])
    task = part if isinstance(part, Task) else read_task(part)
    named = {actuator: {}} if isinstance(actuator, str) else actuator
    edits = {"actuator": named, "friction": friction, "fixture": options, "/fixture/top": top}
    edits = {place: value for place, value in edits.items() if value is not None}
    if edits:
        task = task.edit(edits)
    keywords = {"limit_plans": limit_plans, "seconds": seconds}
    return Fixtures(*_pawl.fixture(task._held, keywords, threads, progress))


def _wrenches(plan: Optional[PlanLike], task: _pawl.Task) -> Any:
    """Of a plan, of a saved answer (a dict or a file), or as they are."""
    if plan is None:
        return None
    if isinstance(plan, (str, bytes, os.PathLike)):
        plan = _json.parsed(_json.content(plan, "plan")[0], "plan")
    if isinstance(plan, Plan):
        if not plan.found:
            raise InputError([("plan", plan.status, "has no steps that could be tried")])
        plan = plan.to_dict()
    if not isinstance(plan, Mapping):
        return plan
    try:
        holder = plan.get("results") or plan.get("plan") or plan
        wrenches = [[float(entry) for entry in step["wrench"]] for step in holder["steps"]]
    except (KeyError, TypeError, ValueError, OverflowError):
        raise InputError(
            [("plan", "", 'expected {"steps": [{"wrench": [fx, fy, tau]}, ...]}, or an answer of plan')]
        ) from None
    if "pawl" in plan:  # it says its own units; torques are N times the task's length
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
    """A plan on trial from many starts (default: the task's own plan, else one that is made first), or a scene stepped
    through its duration. ``starts`` and ``seed`` are those of the task's scatter; ``replay`` runs one start alone.
    ``progress`` is called with (done, all)."""
    if isinstance(task, Scene):
        if plan is not None or starts is not None or seed is not None or replay is not None:
            raise InputError([("", "", "plan, starts, seed and replay are for tasks; this is a scene")])
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
            raise InputError([("replay", str(number), "must count starts from 0")])
        return Replay(*_pawl.replay(asked._held, wrenches, number, trace, seconds))
    if trace:
        raise InputError([("trace", "", "is of one trial; with a task it needs replay")])
    return Trials(_pawl.trials(asked._held, wrenches, threads, progress, seconds))


def lcp(
    problem: _json.Source, *, all: bool = False, proof: bool = False, seconds: float = 20
) -> LcpSolution:
    """Solves w = M z + q, w, z >= 0, z'w = 0, or proves that it has no solution. A file, or {"M": ..., "q": ...}."""
    if isinstance(problem, Mapping):
        problem = {"pawl": 1, **problem}
    text, is_path = _json.read(problem)
    keywords = {"all": all, "proof": proof, "seconds": seconds}
    return LcpSolution(_pawl.lcp(text, is_path, text if is_path else "", keywords))


def verify(
    answer: Union[Answer, str, "os.PathLike[str]", Mapping[str, Any]],
    task: Optional[TaskLike] = None,
    *,
    problem: Optional[_json.Source] = None,
    partial: bool = False,
) -> Verification:
    """Checks a saved answer against its task, field by field, one of lcp against its problem, or an energy certificate,
    by code that shares no search with what made them. An answer, a file, or JSON text. ``partial``: an answer with
    fields that cannot be computed again without a search is accepted, too; ``unchecked`` lists them."""
    name = ""
    if isinstance(answer, Answer):
        text = answer.to_json()
        task = answer.task if task is None else task
    else:
        text, name = _json.content(answer, "answer")
    given = "" if problem is None else _json.content(problem, "problem")[0]
    return Verification(_pawl.verify(text, _held(task) if task is not None else None, given, name, partial))
