# SPDX-License-Identifier: MIT
"""Draws tasks, plans and cones into axes of matplotlib, as artists in the units of their data."""
from __future__ import annotations

import importlib
import math
from typing import TYPE_CHECKING, Any, Optional, Sequence

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ._mode_answers import Cone
    from ._plan_answers import Plan
    from ._task import Task

_Rows = Sequence[tuple[float, float, float]]
_Pose = tuple[float, float, float]
_LINE_WIDTH = 1.2


def _module(name: str) -> Any:
    return importlib.import_module(f"matplotlib.{name}")


def _flat_axes(ax: Optional[Any], units: tuple[str, str]) -> Any:
    """Returns the given axes or, for None, the axes of a new figure. Sets equal scales and the labels of the axes."""
    if ax is None:
        ax = _module("pyplot").figure().add_subplot()
    if not hasattr(ax, "set_aspect") or hasattr(ax, "get_zlim"):
        raise ValueError(f"ax: {type(ax).__name__}: a picture in the plane; expected axes of matplotlib with two dimensions")
    # Axes that share both directions with other axes cannot change their limits.
    shared = all(len(group.get_siblings(ax)) > 1 for group in (ax.get_shared_x_axes(), ax.get_shared_y_axes()))
    ax.set_aspect("equal", adjustable="box" if shared else "datalim")
    ax.set_xlabel(f"x, {units[0]}")
    ax.set_ylabel(f"y, {units[0]}")
    return ax


def _placed(points: npt.ArrayLike, pose: _Pose) -> npt.NDArray[np.float64]:
    x, y, theta = pose
    turn = np.array([[math.cos(theta), -math.sin(theta)], [math.sin(theta), math.cos(theta)]])
    placed: npt.NDArray[np.float64] = np.asarray(points, dtype=float) @ turn.T + (x, y)
    return placed


def _loop(rows: _Rows) -> tuple[list[tuple[float, float]], list[int]]:
    """Returns the vertices and codes of a closed path, which consists of lines and of cubic curves. Each cubic curve
    replaces an arc of at most a quarter turn."""
    codes = _module("path").Path
    points: list[tuple[float, float]] = [rows[0][:2]]
    kinds: list[int] = [codes.MOVETO]
    for (x, y, bulge), (x_to, y_to, _) in zip(rows, [*rows[1:], rows[0]]):
        if bulge == 0:
            points.append((x_to, y_to))
            kinds.append(codes.LINETO)
            continue
        ahead = (1 - bulge * bulge) / (4 * bulge)
        center = complex((x + x_to) / 2 - (y_to - y) * ahead, (y + y_to) / 2 + (x_to - x) * ahead)
        sweep = 4 * math.atan(bulge)
        count = math.ceil(abs(sweep) / (math.pi / 2) - 1e-9)
        turn = sweep / count
        arm = complex(x, y) - center
        for _ in range(count):
            end = arm * complex(math.cos(turn), math.sin(turn))
            reach = 4 / 3 * math.tan(turn / 4) * 1j
            for point in (center + arm + reach * arm, center + end - reach * end, center + end):
                points.append((point.real, point.imag))
                kinds.append(codes.CURVE4)
            arm = end
    points.append(points[0])
    kinds.append(codes.CLOSEPOLY)
    return points, kinds


def _reversed(rows: _Rows) -> _Rows:
    """Returns the same loop in the opposite direction."""
    return [(x, y, -before[2]) for (x, y, _), before in zip(reversed(rows), reversed([rows[-1], *rows[:-1]]))]


def _area(points: Sequence[tuple[float, float]]) -> float:
    """Returns the signed area of a polygon, which is positive if the polygon is counterclockwise."""
    x, y = np.asarray(points).T
    return 0.5 * float(x @ np.roll(y, -1) - y @ np.roll(x, -1))


def _body(ax: Any, loops: Sequence[_Rows], pose: _Pose, **style: Any) -> None:
    """Adds the patch of an outline, which is the first loop, with holes, which are the other loops.

    Matplotlib leaves a hole empty only if its direction is opposite to that of the outline.
    """
    points: list[tuple[float, float]] = []
    kinds: list[int] = []
    for number, rows in enumerate(loops):
        more_points, more_kinds = _loop(rows)
        if (_area(more_points) > 0) != (number == 0):
            more_points, more_kinds = _loop(_reversed(rows))
        points += more_points
        kinds += more_kinds
    path = _module("path").Path(_placed(points, pose), kinds)
    ax.add_patch(_module("patches").PathPatch(path, linewidth=_LINE_WIDTH, **style))


def _size(task: Task) -> float:
    """Returns the largest distance of a vertex of the part, or of a contact, from the centre of mass. Returns 1 if this
    distance is 0."""
    shapes = task._held.shapes()
    points = [row[:2] for row in shapes["part"][0]] if shapes["part"] else _contacts(task)[0]
    if len(points) == 0:
        return 1.0
    return float(np.linalg.norm(np.asarray(points) - shapes["center_of_mass"], axis=1).max()) or 1.0


def _contacts(task: Task) -> tuple[Any, Any, list[tuple[float, float]]]:
    """Returns the points and unit normals of the contacts, world frame, and their friction."""
    from ._ask import contacts

    found = contacts(task).contacts
    points = np.array([one.point for one in found]).reshape(-1, 2)
    normals = np.array([one.normal for one in found]).reshape(-1, 2)
    return points, normals, [one.friction for one in found]


def _first(label: str, index: int) -> str:
    """Returns the label of the artist with this index. Only the first artist of a kind has an entry in the legend."""
    return label if index == 0 else "_nolegend_"


def plot_task(task: Task, ax: Optional[Any]) -> Any:
    ax = _flat_axes(ax, task.units)
    patches = _module("patches")
    shapes = task._held.shapes()
    size = _size(task)
    for number, (loops, pose) in enumerate(shapes["walls"]):
        _body(ax, loops, pose, facecolor="0.85", edgecolor="0.35", hatch="////", label=_first("wall", number))
    if shapes["part"]:
        _body(ax, shapes["part"], shapes["pose"], facecolor=(0.12, 0.47, 0.71, 0.15), edgecolor="0.15", label="part")
    for number, (x, y, rows) in enumerate(shapes["fixels"], start=1):
        label = _first("fixel", number - 1)
        if rows:
            _body(ax, [rows], (0.0, 0.0, 0.0), facecolor="0.6", edgecolor="0.2", label=label)
        else:
            ax.plot([x], [y], marker="o", color="0.2", markersize=4, linestyle="none", label=label)
        ax.annotate(str(number), (x, y), xytext=(-9, -9), textcoords="offset points", fontsize="small")
    points, normals, frictions = _contacts(task)
    for number, place in enumerate(points[len(shapes["fixels"]) :], start=len(shapes["fixels"]) + 1):
        ax.annotate(str(number), place, xytext=(-9, -9), textcoords="offset points", fontsize="small")
    reach = 0.25 * size
    for number, ((x, y), normal, (_, friction)) in enumerate(zip(points, normals, frictions)):
        middle, half = math.degrees(math.atan2(normal[1], normal[0])), math.degrees(math.atan(friction))
        label = _first("friction cone", number)
        ax.add_patch(
            patches.Wedge(
                (x, y), reach, middle - half, middle + half, facecolor="tab:orange", alpha=0.3, linewidth=0, label=label
            )
        )
    if len(points):
        ax.quiver(
            *points.T, *normals.T, angles="xy", scale_units="xy", scale=1 / reach, width=0.004, color="tab:blue",
            label="normal",
        )
    center = _placed([shapes["center_of_mass"]], shapes["pose"])
    ax.plot(*center.T, marker="P", color="0.15", linestyle="none", label="centre of mass")
    ax.autoscale_view()
    return ax


def plot_plan(plan: Plan, ax: Optional[Any]) -> Any:
    task = plan.task
    assert task is not None
    ax = plot_task(task, ax)
    patches = _module("patches")
    shapes = task._held.shapes()
    size = _size(task)
    seat: _Pose = shapes["pose"]
    if plan.seated_pose is not None:
        x, y, angle = plan.seated_pose
        seat = (x, y, math.radians(angle) if task.units[1] == "deg" else angle)
        if shapes["part"]:
            _body(ax, shapes["part"], seat, fill=False, edgecolor="tab:green", linestyle="--", label="seated part")
    center = _placed([shapes["center_of_mass"]], seat)[0]
    windows = [step.get("window_deg") for step in plan.results["steps"]]
    for number, (wrench, window) in enumerate(zip(plan.wrenches, windows), start=1):
        color = f"C{number}"
        if window is not None:
            ax.add_patch(patches.Wedge(center, 0.8 * size, *window, facecolor=color, alpha=0.2, linewidth=0))
        force, torque = wrench[:2], wrench[2]
        if not force.any():
            turn = r"$\circlearrowleft$" if torque > 0 else r"$\circlearrowright$"
            ax.plot(*center, linestyle="none", marker=turn, markersize=18, color=color, label=f"torque of step {number}")
            ax.annotate(str(number), center, xytext=(8 + 6 * number, 8), textcoords="offset points", color=color)
            continue
        # The point of the line of force that is nearest to the centre of mass.
        near = center + np.array([force[1], -force[0]]) * torque / (force @ force)
        along = 0.8 * size * force / np.linalg.norm(force)
        ax.annotate("", near, near - along, arrowprops={"arrowstyle": "-|>", "color": color, "linewidth": 2})
        # This line lies below the arrow. It extends the limits of the axes and has the arrow's entry in the legend.
        ax.plot(*np.array([near - along, near]).T, color=color, linewidth=1, label=f"force of step {number}")
        ax.annotate(str(number), near - along, color=color)
    ax.autoscale_view()
    return ax


def _facets(cone: Cone) -> list[npt.NDArray[np.float64]]:
    """Returns polygons of unit vectors, one per face of the cone. A flat cone is its own face. If a face is pointed, or
    is bounded by a line, its polygon contains the origin.
    """
    if cone.dimension < 2:
        return []
    spanning = np.vstack([cone.rays, cone.lines, -cone.lines])
    facets = []
    for normal in cone.faces if cone.dimension == 3 else cone.equalities:
        inside = spanning[np.abs(spanning @ normal) < 1e-9]
        angles = np.arctan2(inside @ np.cross(normal, inside[0]), inside @ inside[0])
        order = np.argsort(angles)
        gaps = np.diff(angles[order], append=angles[order[0]] + 2 * math.pi)
        widest = int(np.argmax(gaps))
        polygon = np.roll(inside[order], -(widest + 1), axis=0)
        facets.append(np.vstack([np.zeros((1, 3)), polygon]) if gaps[widest] > math.pi - 1e-9 else polygon)
    return facets


def plot_cone(cone: Cone, ax: Optional[Any]) -> Any:
    art = importlib.import_module("mpl_toolkits.mplot3d.art3d")
    if ax is None:
        ax = _module("pyplot").figure().add_subplot(projection="3d")
    if not hasattr(ax, "get_zlim"):
        raise ValueError('ax: a cone has three dimensions; expected axes with projection="3d"')
    facets = _facets(cone)
    if facets:
        ax.add_collection3d(art.Poly3DCollection(facets, facecolor=(0.12, 0.47, 0.71, 0.3), edgecolor="0.3"))
    for ray in np.vstack([cone.rays, cone.lines, -cone.lines]):
        ax.plot(*np.vstack([np.zeros(3), ray]).T, color="tab:blue")
    torque = "torque" if cone._of is None else f"torque, N {cone._of[0].units[0]}"
    ax.set(xlim=(-1, 1), ylim=(-1, 1), zlim=(-1, 1), xlabel="fx, N", ylabel="fy, N", zlabel=torque)
    ticks = (-1, -0.5, 0, 0.5, 1)
    ax.set(xticks=ticks, yticks=ticks, zticks=ticks)
    ax.set_box_aspect((1, 1, 1), zoom=0.85)  # the sphere looks round, and the label of the torque is within the figure
    return ax
