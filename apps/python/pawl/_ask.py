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
import math
import operator
import os
from typing import Any, Callable, Literal, Mapping, Optional, Sequence, SupportsIndex, Union, overload

import numpy as np
import numpy.typing as npt

from . import _errors, _files, _json, _pawl
from ._answer import Answer
from ._errors import InputError
from ._fixture_answers import Fixtures
from ._mode_answers import Check, Contacts, Forward, Modes, WrenchCone, WrenchCones
from ._nest_answer import Nest
from ._other_answers import LcpSolution, Verification
from ._plan_answers import Orientation, Plan, Replay, SceneForward, SceneRun, Trials, TrialsOfBoth
from ._task import Part, Scene, Task, read_task

TaskLike = Union[Task, _json.Source]
FileName = Union[str, "os.PathLike[str]"]
PlanLike = Union[Plan, npt.ArrayLike, Mapping[str, Any], str, "os.PathLike[str]"]


def _held(task: TaskLike) -> _pawl.Task:
    return (task if isinstance(task, Task) else read_task(task))._held


Places = Sequence[tuple[float, float]]


def _limit(seconds: Any) -> Optional[float]:
    """Returns a time limit in s, or None."""
    if seconds is None:
        return None
    try:
        limit = float(seconds) if not isinstance(seconds, (str, bytes)) else math.nan
    except (TypeError, ValueError, OverflowError):
        limit = math.nan
    if not 0 <= limit < math.inf:
        raise InputError([("seconds", str(seconds)[:80], "must be a finite number of seconds of at least 0, such as 12 or 0.5")])
    return limit


def _joined(value: Any, separator: str, name: str) -> Any:
    """Returns numbers as a text with separators, such as "0.1,0.3". Returns a text or None unchanged."""
    if value is None or isinstance(value, str):
        return value
    try:
        numbers = [value] if np.ndim(value) == 0 else list(value)
        return separator.join(str(one) if isinstance(one, (int, np.integer)) else repr(float(one)) for one in numbers)
    except (TypeError, ValueError, OverflowError):
        raise InputError([(name, str(value)[:80], "must be a text, a number, or a sequence of numbers")]) from None


def _threads(threads: Any) -> int:
    """Returns a number of threads; 0 means one per processor."""
    try:
        count = operator.index(threads)
    except TypeError:
        count = -1
    if not 0 <= count <= 1024:
        raise InputError([("threads", str(threads)[:80], "must be a whole number from 0 (one per processor) to 1024")])
    return count


def contacts(
    task: TaskLike,
    *,
    tolerance: Optional[float] = None,
    clamp: bool = False,
    clamp_at: Places = (),
    play: bool = False,
    finger: Optional[str] = None,
    finger_friction: Optional[Union[str, float, Sequence[float]]] = None,
    finger_replaces: Optional[int] = None,
    finger_wrench: Optional[npt.ArrayLike] = None,
    foolproof: bool = False,
    misfit: Optional[float] = None,
    compliance: bool = False,
    stiffness: Optional[float] = None,
    clamp_force: Optional[float] = None,
    load: Optional[npt.ArrayLike] = None,
) -> Contacts:
    """Returns the contacts of a task: points, normals and gaps, and whether they locate the part.

    Parameters
    ----------
    task : Task, dict or str
        A task, a dict, a file name, or JSON text.
    tolerance : float, optional
        Largest error of each locator along its normal, in the task's unit of length, at least 0. Adds
        :attr:`Contacts.accuracy`, the displacements of the part's points for such errors.
    clamp : bool
        Adds :attr:`Contacts.clamps`, the ranges of positions on each edge at which one clamp without friction loads
        all locators.
    clamp_at : sequence of (int, float)
        Adds :attr:`Contacts.clamp_forces`, the forces with which a clamp holds the part. Each clamp is a pair of an
        edge, counted from 1, and a fraction of its length: ``[(3, 0.5)]`` is the middle of the third edge.
    play : bool
        Adds :attr:`Contacts.play`: the limits of the part's motion, or the result that the part is not caged.
    finger : str, optional
        Adds :attr:`Contacts.finger`, the stretches of the outline where one more finger gives "force-closure",
        "form-closure" or "strongly-stable" (the part can only rest), or where a given mode is the only possible one. A mode has
        one letter per contact; the last letter is that of the finger.
    finger_friction : float, (float, float) or str, optional
        Friction coefficient of the finger, or an interval (low, high); default 0. A text is "MU" or "LOW,HIGH".
    finger_replaces : int, optional
        Number of the contact that the finger replaces, from 1.
    finger_wrench : sequence of 3 floats, optional
        Wrench for "strongly-stable" and modes; default the process wrenches of the task's fixture.
    foolproof : bool
        Adds :attr:`Contacts.foolproof`, the wrong placements of the part, as it is or turned over, that the fixture
        accepts, or the proof that none exists.
    misfit : float, optional
        With ``foolproof``, the largest misfit (overlap or missing contact) of an accepted placement, in the task's
        unit of length; default a 500th of the part's diameter.
    compliance : bool
        Adds :attr:`Contacts.compliance`: the forces and displacements if every contact is a spring without friction.
        The forces are unique, even if the fixture has more contacts than statics can determine.
    stiffness : float, optional
        With ``compliance``, stiffness of each contact in N/m; default 1e7.
    clamp_force : float, optional
        With ``compliance`` and ``clamp_at``, force in N with which each clamp presses before it is locked.
    load : sequence of 3 floats, optional
        With ``compliance``, the wrench; default the process wrenches of the task's fixture.

    Returns
    -------
    Contacts
        The contacts, and the parts that were requested.

    Raises
    ------
    InputError
        A bad task, an argument out of bounds, or a clamp on an edge that does not exist.

    Examples
    --------
    >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
    ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
    >>> found = pawl.contacts(block, tolerance=0.01)
    >>> found.rank, [contact.feature for contact in found.contacts]
    (3, ['edge 0', 'edge 0', 'edge 3'])
    >>> found.accuracy["tolerance"]
    0.01
    >>> pawl.contacts(block, foolproof=True, misfit=0.03).foolproof["foolproof"]
    False
    >>> [edge["edge"] for edge in pawl.contacts(block, finger="force-closure").finger["edges"]]
    [2, 3]
    >>> loads = pawl.contacts(block, compliance=True, load=[0, -6, 0]).compliance["loads"]
    >>> [round(force, 6) for force in loads[0]["forces"]]
    [3.06, 2.94, 0.0]
    """
    keywords = {"tolerance": tolerance, "clamp": clamp, "clamp_at": _places(clamp_at), "play": play, "finger": finger,
                "finger_friction": _joined(finger_friction, ",", "finger_friction"), "finger_replaces": finger_replaces, "finger_wrench": finger_wrench,
                "foolproof": foolproof, "misfit": misfit, "compliance": compliance, "stiffness": stiffness,
                "clamp_force": clamp_force, "load": load}
    return Contacts(_pawl.contacts(_held(task), keywords))


def _places(clamps: Any) -> Any:
    """Returns a list of pairs of an edge and a fraction. The given pairs may also be rows of an array."""
    if clamps is None:
        return []
    try:
        return [tuple(clamp) for clamp in clamps] if isinstance(clamps, (tuple, np.ndarray)) else clamps
    except TypeError:
        raise InputError([("clamp_at", str(clamps)[:80], "must be a list of clamps, such as [(3, 0.5)]")]) from None


def modes(task: TaskLike, *, count: bool = False, seconds: Optional[float] = None) -> Modes:
    """Returns all feasible contact modes, each with an acceleration that has this mode.

    Parameters
    ----------
    task : Task, dict or str
        A task, a dict, a file name, or JSON text.
    count : bool
        Only counts the modes. The answer then has a length, but no modes.
    seconds : float, optional
        Time limit, s; None means no limit.

    Returns
    -------
    Modes
        The modes, sorted. The object can be iterated over.

    Raises
    ------
    InputError
        A bad task.

    Examples
    --------
    >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
    ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
    >>> [one.mode for one in pawl.modes(block)][:3]
    ['lla', 'lsa', 'nns']
    >>> len(pawl.modes(block, count=True))
    13
    """
    return Modes(_pawl.modes(_held(task), {"count": count, "seconds": seconds}))


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

    Parameters
    ----------
    task : Task, dict or str
        A task, a dict, a file name, or JSON text.
    mode : str
        One letter of ``a l n r s`` per fixel, such as "lra"; for patterns with ``*`` see :func:`wrench_cones`.
    wrench : array_like of 3, optional
        Also reports whether this wrench is consistent with the mode.
    matrices : bool
        Adds the matrices J, A, B, C, E, N, R, S, V, K and P to the JSON.
    exact : bool
        Adds the unrounded integer vectors to the JSON, as strings.
    route : str
        "sum" computes in R^3. "enrsv" computes the published matrices with exact cddlib; this package is built
        without cddlib and rejects it.

    Returns
    -------
    WrenchCone
        The cone, with ``contains``, ``admits`` and ``margins``.

    Raises
    ------
    InputError
        A bad task, or a mode that does not fit its contacts.

    Examples
    --------
    >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
    ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
    >>> cone = pawl.wrench_cone(block, "ssa")
    >>> cone.rays.shape
    (3, 3)
    >>> cone.contains([[1, 0, 0], [-1, 0, 0]])
    array([False,  True])
    """
    if not isinstance(mode, str):
        raise InputError([("mode", str(mode)[:80], "must be a str")])
    if any(letter in mode for letter in "*k["):
        raise InputError([("mode", mode, "must be a single mode, without *, k and sets; use wrench_cones for patterns")])
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
    count: bool = False,
    seconds: Optional[float] = None,
) -> WrenchCones:
    """Returns the wrench cones of several modes.

    Parameters
    ----------
    task : Task, dict or str
        A task, a dict, a file name, or JSON text.
    mode : str, optional
        A pattern in which ``*`` stands for any letter. Default: the task's list of modes; without such a list, all
        feasible modes.
    wrench, matrices, exact, route : array_like of 3, optional or bool or str
        As for :func:`wrench_cone`, for every mode.
    count : bool
        Only counts the modes that match. The answer then has a length, but no cones.
    seconds : float, optional
        Time limit, s; None means no limit.

    Returns
    -------
    WrenchCones
        A sequence of cones; an index is a number or a mode.

    Raises
    ------
    InputError
        A bad task, or a pattern that does not fit its contacts.

    Examples
    --------
    >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
    ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
    >>> cones = pawl.wrench_cones(block, "ss*")
    >>> cones.modes
    ('ssa', 'sss')
    >>> cones["ssa"].contains([-1, 0, 0])
    array([ True])
    """
    keywords = {"mode": mode, "wrench": wrench, "matrices": matrices, "exact": exact, "route": route, "count": count,
                "seconds": seconds}
    return WrenchCones(_pawl.wrench_cones(_held(task), keywords)[0])


def check(
    task: TaskLike,
    mode: Optional[str] = None,
    *,
    wrench: Optional[npt.ArrayLike] = None,
    tolerance: Optional[float] = None,
    clamp: bool = False,
    clamp_at: Places = (),
    seconds: Optional[float] = None,
) -> Check:
    """Checks whether a mode, or a wrench, is ambiguous or can jam.

    Parameters
    ----------
    task : Task, dict or str
        A task, a dict, a file name, or JSON text.
    mode : str, optional
        The desired mode. Default: the task's mode, if it lists exactly one.
    wrench : array_like of 3, optional
        Checks this wrench instead of a mode, and lists the modes that are consistent with it. If a mode is given
        too, checks whether only that mode is consistent with the wrench.
    tolerance, clamp, clamp_at : float, optional or bool or sequence of (int, float)
        As for :func:`contacts`. If one of these is given, both the mode and the wrench may be left out.
    seconds : float, optional
        Time limit, s; None means no limit.

    Returns
    -------
    Check
        The verdict, with the rivals of a mode or the modes of a wrench.

    Raises
    ------
    InputError
        Neither a mode nor a wrench is given, and the task does not list exactly one mode.

    Examples
    --------
    >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
    ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
    >>> pawl.check(block, "lla").verdict
    'determinate'
    >>> pawl.check(block, wrench=(0, -1, 0)).modes
    ('nns',)
    """
    held = _held(task)
    if mode is not None and not isinstance(mode, str):
        raise InputError([("mode", str(mode)[:80], "must be a str")])
    seconds, places = _limit(seconds), _places(clamp_at)
    if tolerance is not None or clamp or places != []:
        fixture_checks = {"tolerance": tolerance, "clamp": clamp, "clamp_at": places}
        return Check(_pawl.check_fixture(held, {"mode": mode, "wrench": wrench, "seconds": seconds, **fixture_checks}))
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

    Parameters
    ----------
    task : Task, dict or str
        A task, a dict, a file name, or JSON text.
    wrench : array_like of 3
        Wrench (fx, fy, tau) in the world frame; N, N, and N times the task's unit of length.
    seconds : float, optional
        Time limit, s; None means no limit.

    Returns
    -------
    Forward
        The solutions, one entry per consistent mode.

    Raises
    ------
    InputError
        A bad task or wrench.

    Examples
    --------
    >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
    ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
    >>> found = pawl.forward(block, (1, 0, 0))
    >>> found.verdict, found.solutions[0].mode
    ('one', 'rrs')
    """
    return Forward(_pawl.forward(_held(task), wrench, _limit(seconds)))


def forward_scene(scene: Scene, *, quasistatic: bool = False, seconds: Optional[float] = None) -> SceneForward:
    """Returns the accelerations and forces of all bodies of a scene at its initial state.

    Parameters
    ----------
    scene : Scene
        A scene, made by :func:`read_scene`.
    quasistatic : bool
        Neglects inertia: forces balance, and the motions are velocities.
    seconds : float, optional
        Time limit, s; None means no limit.

    Returns
    -------
    SceneForward
        One motion, several, none (proved), or an undecided answer.

    Raises
    ------
    InputError
        A scene with support friction, or with touching bodies that approach each other.

    Examples
    --------
    >>> falling = pawl.read_scene({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 0.1}}, "mass": 1}]})
    >>> found = pawl.forward_scene(falling)
    >>> found.verdict, found.solutions[0]["bodies"]
    ('one', [[0.0, -9.81, 0.0]])
    """
    if not isinstance(scene, Scene):
        raise TypeError(f"scene: {type(scene).__name__}: not a scene; expected the result of read_scene, or forward() for a task")
    return SceneForward(_pawl.forward_scene(scene._held, bool(quasistatic), _limit(seconds)))


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
    whole_graph: bool = False,
    start_region: str = "",
    within: Optional[float] = None,
    swept: bool = False,
    residual_energy: Optional[float] = None,
    tolerance_direction: float = 0,
    tolerance_center: float = 0,
    plan: Optional[PlanLike] = None,
    advice: bool = False,
    progress: Optional[Callable[[str], object]] = None,
    seconds: Optional[float] = None,
) -> Plan:
    """Finds a sensorless insertion plan, or proves that the model has none.

    Lengths are in the task's unit.

    Parameters
    ----------
    task : Task, dict or str
        A task, a dict, a file name, or JSON text.
    require : str
        The weakest guarantee that is accepted, "keeps" or "energy"; "" accepts any.
    by_graph : bool
        Uses only the graph of contact states, without the energy conditions. Cannot be combined with
        ``require="energy"``.
    limit_cells : int, optional
        Stops after this number of cells of wrenches; None means no limit.
    limit_boxes : int, optional
        Stops ``certify`` and ``loadable`` after this number of boxes. Default: 200000 for ``certify``.
    friction_limit : bool
        Also finds the largest deviation of friction from its nominal values, for this plan and for any plan.
    certify : bool
        Also proves the depth of a plan with the guarantee "energy": the energy up to which the plan holds.
        The energy certificate is :attr:`Plan.certificate`.
    certify_depth : float, optional
        As ``certify``, but the search ends at this depth, N times the task's unit of length, for a wrench of 1 N.
    loadable : bool
        Also finds whether the part can leave its fixture in the plane.
    tolerance_friction : float
        ``certify`` proves the depth also for friction coefficients that are larger by up to this amount, which is at least 0.
    tolerance_fixels : float
        The largest error of a fixel's position for ``certify``, at least 0.
    tolerance_outline : float
        The largest error of the outline for ``certify``, at least 0.
    graphviz : bool
        Also returns the contact states reached under the first wrench, as :attr:`Plan.graph`.
    whole_graph : bool
        With ``graphviz``, returns every contact state and every move that some wrench causes.
    start_region : str
        Proves where the part comes to rest from every start within these half-widths of the seat, as in "1mm,2deg",
        or "1mm,2deg,1e-3" with a kinetic energy in J. The results are :attr:`Plan.region_steps`. "" means the
        task's start region, if it has one.
    within : float, optional
        With a start region, searches for wrenches after which no point of the part is farther than this from its
        place. None means the task's ``goal_tolerance``; without one, the plan found with contact states is used.
    swept : bool
        With a start region, each wrench changes gradually into the next one.
    residual_energy : float, optional
        With a start region, the kinetic energy, J, that the part may have when the next wrench is applied. None
        means that the part is then at rest.
    tolerance_direction : float
        With a start region, the largest error of the force's direction, degrees.
    tolerance_center : float
        With a start region, the largest error of the centre of mass, in the task's unit of length.
    plan : Plan, dict, str or array_like, optional
        With a start region, the plan whose rest regions are proved: a :class:`Plan`, a saved answer (a dict or a file),
        or wrenches as an array (n, 3). None means that a plan is searched for.
    advice : bool
        If no plan exists, or a limit stopped the search, also looks for changes of the task with which a plan exists. This second
        search has the same time limit ``seconds``. The results are :attr:`Plan.advice`.
    progress : callable, optional
        Called from time to time with one line of text. An exception that it raises ends the call.
    seconds : float, optional
        Time limit, s; None means no limit.

    Returns
    -------
    Plan
        The plan, or the proof that none exists; see :attr:`Plan.status`.

    Raises
    ------
    InputError
        A bad task, an argument out of bounds, or options that exclude each other.

    Examples
    --------
    >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
    ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
    >>> plan = pawl.plan(block)
    >>> plan.status, plan.guarantee, len(plan.steps)
    ('found', 'energy', 1)
    """
    held = _held(task)
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
        "whole_graph": whole_graph,
        "start_region": start_region or None,
        "within": within,
        "swept": swept,
        "residual_energy": residual_energy,
        "tolerance_direction": tolerance_direction or None,
        "tolerance_center": tolerance_center or None,
        "plan": _wrenches(plan, held),
        "advice": advice,
        "seconds": seconds,
    }
    return Plan(*_pawl.plan(held, keywords, progress))


def nest(
    task: TaskLike,
    *,
    clearance: Optional[float] = None,
    accuracy: Optional[float] = None,
    cutter_radius: Optional[float] = None,
    relief: Optional[str] = None,
    open_side: Optional[str] = None,
    margin: Optional[float] = None,
    lead_in: Optional[float] = None,
    tilt: Optional[float] = None,
    array: Optional[Union[str, Sequence[int]]] = None,
    pitch: Optional[Union[str, Sequence[float]]] = None,
    plate_size: Optional[Union[str, Sequence[float]]] = None,
    foolproof: bool = False,
    seconds: Optional[float] = None,
) -> Nest:
    """Makes the pocket in which a part lies, and proves how the part fits and moves in it.

    Each argument replaces the key of the same name in the task's ``"nest"``. Lengths are in the task's unit.

    Parameters
    ----------
    task : Task, dict or str
        A task, a dict, a file name, or JSON text. The part must have an outline.
    clearance : float, optional
        Distance between the part and the wall of its pocket. None means a 500th of the part's diameter, or twice its
        tolerance if that is larger.
    accuracy : float, optional
        Largest permitted displacement of any point of the part: with a tilt, at rest, from the middle of the region of its
        possible poses; without a tilt, anywhere in the play, from the task's pose.
        The clearance is chosen such that this bound holds, and must not be given.
    cutter_radius : float, optional
        Radius of the cutter that mills the pocket. None means 0: corners can be sharp.
    relief : str, optional
        Shape of inner corners that the cutter cannot reach: "dogbone", "tbone", "round" or "none".
    open_side : str, optional
        Side of the plate on which the pocket is open, so that the part can be moved in within the plane: "left", "right",
        "bottom" or "top". None means a closed pocket.
    margin : float, optional
        Least distance between a pocket and the plate's edge or another pocket. None means a tenth of the diameter.
    lead_in : float, optional
        Width of the chamfer around the upper edge of the pocket.
    tilt : float, optional
        Direction towards which the tray is tilted, degrees counterclockwise from x.
    array : (int, int) or str, optional
        Number of columns and rows of pockets, such as (3, 2) or "3x2".
    pitch : (float, float) or str, optional
        Distances between the pockets in x and y, such as (50, 40) or "50,40".
    plate_size : (float, float) or str, optional
        Width and height of the plate, such as (200, 150) or "200,150", with the pockets in its middle. None means a plate that is as small as the
        margin permits.
    foolproof : bool
        Whether a nest that also accepts the part in a wrong placement is refused.
    seconds : float, optional
        Time limit, s; None means no limit.

    Returns
    -------
    Nest
        The pocket and its properties; see :attr:`Nest.fits`.

    Raises
    ------
    InputError
        A bad task, or an argument out of bounds.

    Examples
    --------
    >>> block = {"pawl": 1, "units": {"length": "mm"}, "part": {"outline": {"polygon": [[0, 0], [40, 0], [40, 25], [0, 25]]}}}
    >>> nest = pawl.nest(block, clearance=0.2, cutter_radius=2)
    >>> nest.fits, len(nest.reliefs), len(nest.wrong_placements)
    (True, 4, 0)
    """
    keywords = {
        "clearance": clearance,
        "accuracy": accuracy,
        "cutter_radius": cutter_radius,
        "relief": relief,
        "open_side": open_side,
        "margin": margin,
        "lead_in": lead_in,
        "tilt": tilt,
        "array": _joined(array, "x", "array"),
        "pitch": _joined(pitch, ",", "pitch"),
        "plate_size": _joined(plate_size, ",", "plate_size"),
        "foolproof": foolproof,
        "seconds": seconds,
    }
    return Nest(_pawl.nest(_held(task), keywords))


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
    """Finds the shortest plan of squeezes or pushes that brings the part from any orientation to a single orientation.

    Parameters
    ----------
    task : Task, dict or str
        A task, a dict, a file name, or JSON text. The part must have an outline.
    by : str
        "squeeze" for a parallel-jaw gripper, or "fence" for pushes by a straight edge along its normal.
    jaw_friction : float or (float, float)
        Friction coefficient at the jaws, or an interval (low, high), from 0 to 1000. Only for squeezes.
    angle_step : float, optional
        Uses only angles that are multiples of this angle, degrees, which must divide 360. None means any angle.
    to : float, optional
        Final orientation of the part, from -360 to 360 degrees. None means the orientation of the task's pose.
    center_error : float
        Radius of a disc that contains the centre of mass, in the task's unit of length, at least 0. Only for a
        fence; it affects the margins of the stable poses, not the plan.
    seconds : float, optional
        Time limit, s; None means no limit.

    Returns
    -------
    Orientation
        The plan; see :attr:`Orientation.outcome`.

    Raises
    ------
    InputError
        A bad task, an argument out of bounds, or, for a fence, a centre of mass outside the convex hull.

    Examples
    --------
    >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
    ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
    >>> plan = pawl.orient(block)
    >>> plan.outcome, len(plan.steps), plan.final_deg
    ('found', 2, (0.0, 180.0))
    """
    interval = jaw_friction if isinstance(jaw_friction, (Sequence, np.ndarray)) else (jaw_friction,)
    try:
        frictions = jaw_friction if isinstance(jaw_friction, str) else ",".join(repr(float(mu)) for mu in interval)
    except (TypeError, ValueError, OverflowError):
        raise InputError([("jaw_friction", str(jaw_friction)[:80], "must be a number or an interval (low, high)")]) from None
    keywords = {
        "by": by,
        "jaw_friction": frictions,
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
    refine: Optional[SupportsIndex] = None,
    optimal: str = "",
    all: bool = False,
    advice: bool = False,
    plate: Optional[FileName] = None,
    holes: Optional[FileName] = None,
    sheet: Optional[FileName] = None,
    plate_margin: Optional[float] = None,
    plate_size: Union[str, Sequence[float]] = "",
    hole_fit: str = "",
    hole_depth: Optional[float] = None,
    datum: Union[str, Sequence[int]] = "",
    paper: str = "",
    date: str = "",
    threads: SupportsIndex = 0,
    progress: Optional[Callable[[str, int, int], object]] = None,
    seconds: Optional[float] = None,
) -> Fixtures:
    """Finds fixtures for a part and returns them best first.

    Parameters
    ----------
    part : Part, Task, dict or str
        A :class:`Part`, or a task with an outline, whose part is used.
    actuator : str or dict, optional
        "free", "tray", or an actuator as in a task file. Default: the task's.
    friction : float or (float, float), optional
        One coefficient for all contacts, or an interval (low, high). Default: the task's.
    options : dict, optional
        The member "fixture" of a task file. Default: the task's.
    units : dict, optional
        The units of a :class:`Part`, such as ``{"length": "mm"}``. Default: m and rad. Not allowed for a task.
    top : int, optional
        The number of fixtures that are returned. Default: the task's, otherwise 10.
    limit_plans : int, optional
        The number of candidates for which a plan is searched for although they have no one-step plan with the guarantee
        "energy". The most precise candidates come first. Default: 500, or 100 for points with neither ``per_edge`` nor ``pitch``.
    refine : int, optional
        The number of best fixtures whose pins are moved along their edges to minimize the pose error. The fixtures that
        result compete with the others. They have the member "refined" in :attr:`Fixture.values`, with a lower bound of
        the error on these edges.
    optimal : str
        "pose_error", "point_error" or "margin": also bounds the best value of this measure for three pins anywhere on the edges
        that carry points, to within 1 %; see :attr:`Fixtures.optimal`. The margin needs a tray. "" means none.
    all : bool
        Also returns all candidates with their outcomes, as :attr:`Fixtures.candidates`.
    advice : bool
        If no fixture exists, or ``seconds`` stopped the search, also looks for changes that give a complete answer. The
        results are :attr:`Fixtures.advice`.
    plate, holes, sheet : str or path, optional
        Files for the workshop, which are written for the best fixture, if there is one: the plate at scale 1:1 (.dxf or
        .svg), the holes of the pins (CSV), and the drawing on paper (PDF).
    plate_margin : float, optional
        Least distance of the part and the pins from the plate's edge, mm. Default: 10 mm or two pin diameters,
        whichever is larger.
    plate_size : (float, float) or str
        Width and height of the plate in mm, such as (200, 150) or "200x150", instead of a margin.
    hole_fit : str
        Fit of the holes; "" means "H7".
    hole_depth : float, optional
        Depth of the holes, mm. Default: 1.5 pin diameters.
    datum : (int, int) or str
        Straight edges (A, B) or "A,B" of the part from which ``holes`` and ``sheet`` measure; "" means the task's coordinates.
    paper : str
        Paper of the sheet, "A4" or "A3"; "" means A4, or A3 if the scale on A4 is below 1:1 and smaller than on A3.
    date : str
        Date or other text in the title of the sheet.
    threads : int
        The number of threads, 1 to 1024; 0 means one per processor. The answer does not depend on it.
    progress : callable, optional
        Called from time to time with (stage, done, approximate total). An exception that it raises ends the call.
    seconds : float, optional
        Time limit, s; None means no limit.

    Returns
    -------
    Fixtures
        The fixtures, best first; see :attr:`Fixtures.status`.

    Raises
    ------
    InputError
        A bad part or task, an argument out of bounds, or an option that has no effect.
    OSError
        A file cannot be written.

    Examples
    --------
    >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
    ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
    >>> found = pawl.fixture(block, top=3)
    >>> found.status, len(found.fixtures)
    ('found', 3)
    >>> proved = pawl.fixture(block, top=1, optimal="pose_error").optimal
    >>> proved["complete"], round(proved["value"], 2)
    (True, 1.84)
    """
    if isinstance(part, Part):
        part = read_task({"pawl": 1, "part": part, **({"units": units} if units is not None else {})})
    elif units is not None:
        raise InputError([("units", "", "not allowed with a task, which states its own; expected a Part")])
    task = part if isinstance(part, Task) else read_task(part)
    named = {actuator: {}} if isinstance(actuator, str) else actuator
    edits = {"actuator": named, "friction": friction, "fixture": options}
    edits = {place: value for place, value in edits.items() if value is not None}
    if edits:
        task = task.edit(edits)
    names = {name: os.fspath(file) for name, file in [("plate", plate), ("holes", holes), ("sheet", sheet)] if file is not None}
    keywords = {
        "top": top,
        "limit_plans": limit_plans,
        "refine": refine,
        "optimal": optimal or None,
        "all": all,
        "advice": advice,
        **names,
        "plate_margin": plate_margin,
        "plate_size": _joined(plate_size, "x", "plate_size") or None,
        "hole_fit": hole_fit or None,
        "hole_depth": hole_depth,
        "datum": _joined(datum, ",", "datum") or None,
        "paper": paper or None,
        "date": date or None,
        "seconds": seconds,
    }
    held, texts, in_holes, candidates, contents = _pawl.fixture(task._held, keywords, _threads(threads), progress)
    for name, content in zip(names.values(), contents):
        if content is not None:
            _files.write_whole(name, content)
    return Fixtures(held, texts, in_holes, candidates)


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
    both: Literal[False] = ...,
    trace: bool = ...,
    advice: bool = ...,
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
    replay: None = ...,
    both: Literal[True],
    trace: bool = ...,
    advice: bool = ...,
    threads: SupportsIndex = ...,
    progress: Optional[Callable[[int, int], object]] = ...,
    seconds: Optional[float] = ...,
) -> TrialsOfBoth: ...


@overload
def simulate(
    task: TaskLike,
    plan: Optional[PlanLike] = ...,
    *,
    starts: Optional[SupportsIndex] = ...,
    seed: Optional[SupportsIndex] = ...,
    replay: SupportsIndex,
    both: Literal[False] = ...,
    trace: bool = ...,
    advice: bool = ...,
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
    both: bool = False,
    trace: bool = False,
    advice: bool = False,
    threads: SupportsIndex = 0,
    progress: Optional[Callable[[int, int], object]] = None,
    seconds: Optional[float] = None,
) -> Answer:
    """Simulates a plan from many random starts, or steps a scene through its duration.

    Parameters
    ----------
    task : Task, Scene, dict or str
        A task, a dict, a file name or JSON text, or a :class:`Scene`.
    plan : Plan, dict, str or array_like, optional
        A :class:`Plan`, a saved answer (a dict or a file), or wrenches as an array (n, 3). Default: the task's
        plan; without one, a plan is found first. For tasks only.
    starts : int, optional
        The number of starts. Default: that of the task's ``scatter``. For tasks only.
    seed : int, optional
        The seed of the starts. Default: that of the task's ``scatter``. For tasks only.
    replay : int, optional
        Simulates only this start, counted from 0. For tasks only.
    both : bool
        Simulates every start twice: with random and with adversarial choices where a time step has several solutions.
        For tasks only.
    trace : bool
        Keeps every time step in the answer's ``trace``. With a task, it needs ``replay``.
    advice : bool
        If starts fail, also looks for changes of the task with which these starts end at the goal. The results are
        :attr:`Trials.advice`. For tasks only.
    threads : int
        The number of threads, 1 to 1024; 0 means one per processor. The answer does not depend on it.
    progress : callable, optional
        Called from time to time with (done, total). An exception that it raises ends the call.
    seconds : float, optional
        Time limit, s; None means no limit.

    Returns
    -------
    Trials, TrialsOfBoth, Replay or SceneRun
        :class:`Trials` for a task, :class:`TrialsOfBoth` with ``both``, :class:`Replay` with ``replay``,
        :class:`SceneRun` for a scene.

    Raises
    ------
    InputError
        Bad input, or an argument that does not apply to ``task``.

    Examples
    --------
    >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
    ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
    >>> pawl.simulate(block, pawl.plan(block), starts=20, seed=1).fraction
    1.0
    """
    if isinstance(task, Scene):
        if plan is not None or starts is not None or seed is not None or replay is not None or both or advice:
            raise InputError([("", "", "plan, starts, seed, replay, both and advice do not apply to a scene; expected a task")])
        return SceneRun(*_pawl.step_scene(task._held, bool(trace), progress, _limit(seconds)))
    asked = task if isinstance(task, Task) else read_task(task)
    edits = {"/scatter/starts": starts, "/scatter/seed": seed}
    edits = {place: value for place, value in edits.items() if value is not None}
    if edits:
        asked = asked.edit(edits)
    if trace and replay is None:
        raise InputError([("trace", "", "traces a single trial; choose one with replay, or pass a scene")])
    keywords = {"plan": _wrenches(plan, asked._held), "replay": replay, "both": both, "trace": trace, "advice": advice,
                "seconds": seconds}
    held, lines = _pawl.trials(asked._held, keywords, _threads(threads), progress)
    if replay is not None:
        return Replay(held, tuple(lines))
    return TrialsOfBoth(held) if both else Trials(held)


def lcp(
    problem: _json.Source,
    *,
    all: bool = False,
    proof: bool = False,
    method: str = "search",
    seconds: float = 20,
) -> LcpSolution:
    """Solves a linear complementarity problem, or proves that it has no solution.

    The problem is to find z with w = M z + q, w >= 0, z >= 0 and z'w = 0.

    Parameters
    ----------
    problem : dict or str
        A dict ``{"M": ..., "q": ...}`` of arrays, a file name, or JSON text.
    all : bool
        Finds all solutions.
    proof : bool
        If no solution exists, adds the proof to the JSON: a tree with Farkas multipliers.
    method : str
        "search": pivoting, and branch and bound; or "interior-point": only the feasible interior point method of
        Trinkle, Pang, Sudarsky and Lo, which never proves that no solution exists.
    seconds : float
        Time limit, s.

    Returns
    -------
    LcpSolution
        The solution, or a proof that none exists.

    Raises
    ------
    InputError
        A problem that cannot be read.

    Examples
    --------
    >>> pawl.lcp({"M": [[2, 1], [1, 2]], "q": [-5, -6]}).z
    array([1.33333333, 2.33333333])
    """
    if isinstance(problem, Mapping):
        problem = {"pawl": 1, **problem}
    text, is_path = _json.read(problem)
    keywords = {"all": all, "proof": proof, "method": method, "seconds": seconds}
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

    Parameters
    ----------
    answer : Answer, dict or str
        An :class:`Answer`, a dict, a file name, or JSON text.
    task : Task, dict or str, optional
        The task of the answer. Default: the task of an :class:`Answer`. Not needed for certificates.
    problem : dict or str, optional
        The complementarity problem of an answer of :func:`lcp`, instead of a task.
    partial : bool
        Accepts an answer even if some of its fields cannot be recomputed without a search;
        :attr:`Verification.unchecked` lists these fields.

    Returns
    -------
    Verification
        The result of the check, with the fields that were not checked.

    Raises
    ------
    InputError
        An input that cannot be read, or a missing task or problem. A wrong answer raises nothing; see
        :attr:`Verification.accepted`.

    Examples
    --------
    >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
    ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
    >>> pawl.verify(pawl.plan(block)).accepted
    True
    """
    name = ""
    if isinstance(answer, Answer):
        text = answer.to_json()
        task = answer.task if task is None else task
    else:
        text, name = _json.content(answer, "answer")
    given = "" if problem is None else _json.content(problem, "problem")[0]
    return Verification(_pawl.verify(text, _held(task) if task is not None else None, given, name, bool(partial)))
