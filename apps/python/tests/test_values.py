# SPDX-License-Identifier: MIT
"""Tests the values of tasks and answers: their contents, that they are immutable, and that they can be pickled."""
from __future__ import annotations

import copy
import gc
import json
import pickle
import xml.etree.ElementTree

import numpy as np
import pytest

import pawl
from conftest import ROOT

PATH = ROOT / "data/tasks/ratchet_pawl.json"


@pytest.fixture(scope="module")
def task() -> pawl.Task:
    return pawl.read_task(PATH)


def test_a_task_is_read_from_a_path_a_dict_and_a_text(task):
    text = PATH.read_text()
    for source in (str(PATH), json.loads(text), text):
        assert pawl.read_task(source).contacts == task.contacts
    assert task.to_json() == text


def test_an_input_error_lists_all_faults_with_their_pointers():
    bad = json.loads(PATH.read_text())
    bad["fricton"] = 1
    bad["pose"] = [0, 0, "x"]
    with pytest.raises(pawl.InputError) as caught:
        pawl.read_task(bad)
    assert {fault.pointer for fault in caught.value.faults} == {"/fricton", "/pose/2"}
    assert isinstance(caught.value, ValueError)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.faults == caught.value.faults and str(again) == str(caught.value)


def test_a_curve_of_a_drawing_is_one_edge():
    drawn = pawl.read_drawing(PATH.parents[2] / "tests/data/drawings/smooth_curves.dxf")
    loop = drawn.report["loops"][0]
    assert loop["edges"] == 4 < loop["segments"]
    path = drawn.part.outline["path"]
    numbers = [entry.get("curve") for entry in path if isinstance(entry, dict)]
    assert set(numbers) == {1, 2}
    task = pawl.read_task({"pawl": 1, "units": {"length": "mm"}, "part": drawn.part.to_dict(),
                           "friction": 0, "fixels": [[30, 0], [72, 19], [0, 15]]})
    assert task.part.outline == drawn.part.outline
    contacts = pawl.contacts(task).contacts
    assert [contact.whole_feature for contact in contacts] == ["edge 0", "edge 1", "edge 3"]
    assert contacts[1].feature != "edge 1"
    assert [contact.wall for contact in contacts] == [None] * 3


def test_contacts_with_walls_name_the_wall():
    task = pawl.read_task(ROOT / "data/tasks/block_in_pocket.json")
    assert task.contacts == 4
    contacts = pawl.contacts(task).contacts
    assert [contact.fixel for contact in contacts] == [1, 2, 3, 4]
    assert {contact.wall for contact in contacts} == {1}
    assert contacts[0].feature == "vertex 0"
    assert contacts[0].wall_feature == "edge 0 of hole 1"
    moved = task.replace(walls=[{"outline": {"disc": {"center": [-5, 10], "radius": 5}}}])
    assert [contact.wall_feature for contact in pawl.contacts(moved).contacts] == ["disc"]


def test_nan_is_refused():
    with pytest.raises(pawl.InputError):
        pawl.read_task({"pawl": 1, "part": {"mass": float("nan")}, "contacts": []})


def test_replace_returns_a_new_task_and_keeps_the_old_one(task):
    other = task.replace(friction=(0.15, np.float64(0.25)), name="other")
    assert other.name == "other" and task.name != "other"
    assert other.to_dict()["friction"] == [0.15, 0.25]
    assert other.validate() == other.warnings
    with pytest.raises(pawl.InputError) as caught:
        task.replace(friction=-1)
    assert caught.value.faults[0].pointer == "/friction"


def test_values_are_edited_by_json_pointers(task):
    other = task.edit({"/scatter/starts": 7})
    assert other.to_dict()["scatter"]["starts"] == 7


def test_the_part_of_a_task_can_be_put_into_a_task(task):
    assert task.replace(part=task.part).part == task.part


def test_tasks_answers_cones_and_parts_can_be_pickled(task):
    again = pickle.loads(pickle.dumps(task))
    assert again == task and hash(again) == hash(task)
    plan = pickle.loads(pickle.dumps(pawl.plan(task)))
    assert plan == pawl.plan(task) and plan.steps[0].margin_deg > 0
    cone = pickle.loads(pickle.dumps(pawl.wrench_cone(task, "arr")))
    assert cone.contains(cone.widest).all() and not cone.contains(-cone.widest).any()
    part = pickle.loads(pickle.dumps(task.part))
    assert part == task.part


def test_arrays_are_read_only_and_outlive_their_owner(task):
    cone = pawl.wrench_cone(task, "arr")
    rays = cone.rays
    kept = rays.copy()
    del cone
    gc.collect()
    assert rays.shape[1] == 3 and rays.dtype == np.float64
    assert (rays == kept).all()
    with pytest.raises(ValueError):
        rays[0, 0] = 1


def test_the_faces_and_margins_of_a_cone_agree_with_its_membership_test(task):
    cone = pawl.wrench_cone(task, "arr")
    assert cone.feasible and cone.certified
    assert (cone.faces @ cone.rays.T <= 1e-12).all()
    rng = np.random.default_rng(1)
    wrenches = rng.normal(size=(2000, 3))
    inside = cone.contains(wrenches)
    margins = cone.margins(wrenches)
    assert inside.any() and not inside.all()
    assert (inside == (margins >= 0)).all()
    assert (inside == (wrenches @ cone.faces.T <= 0).all(axis=1)).all()
    assert cone.contains(cone.widest).tolist() == [True]
    assert cone.margins(cone.widest)[0] == pytest.approx(np.radians(cone.margin_deg))


def test_arrays_that_are_not_finite_wrenches_are_refused(task):
    cone = pawl.wrench_cone(task, "arr")
    for bad in ([1, 2], [[1, 2]], "x", [[1, 2, np.nan]]):
        with pytest.raises(pawl.InputError):
            cone.contains(bad)
    assert cone.contains(np.empty((0, 3))).shape == (0,)


def test_a_negative_answer_is_returned_and_not_raised(task):
    cone = pawl.wrench_cone(task, "ann")  # infeasible: the part cannot approach fixel 1 without sliding
    assert cone.status == "no" and not cone.feasible
    assert cone.cone is None and cone.rays.shape == (0, 3)
    assert not cone.contains([0, -1, 0]).any()
    checked = pawl.check(task, "arr")
    assert checked.verdict in ("determinate", "partly ambiguous")
    assert checked.status == ("yes" if checked.determinate else "no")


def test_a_mode_with_a_wrong_number_of_letters_is_refused(task):
    with pytest.raises(pawl.InputError) as caught:
        pawl.check(task, "lr")
    assert caught.value.faults[0].pointer == "mode"


def test_a_plan_and_its_trials(task):
    plan = pawl.plan(task)
    assert plan.status == "found" and plan.found
    assert plan.steps[0].wrench.shape == (3,)
    assert np.linalg.norm(plan.steps[0].wrench) == pytest.approx(1)
    given = task.replace(scatter={"starts": 4, "translation": 0.001})
    by_plan = pawl.simulate(given, plan)
    assert by_plan == pawl.simulate(given, plan.wrenches) == pawl.simulate(given, plan.to_dict())
    assert by_plan.starts == 4 and 0 <= by_plan.fraction <= 1
    low, high = by_plan.interval95
    assert 0 <= low <= by_plan.fraction <= high <= 1
    assert sum(by_plan.outcomes.values()) == 4
    assert pawl.simulate(given, plan, starts=2).starts == 2


def test_values_that_are_not_a_plan_are_refused(task):
    stopped = pawl.plan(task, by_graph=True, limit_cells=1)
    assert stopped.status == "stopped" and stopped.stopped and not stopped.found
    for bad in (stopped, {"steps": 3}, {"steps": [{"wrench": ["x"]}]}, [[1, 2]], []):
        with pytest.raises(pawl.InputError):
            pawl.simulate(task, bad)


def test_torques_of_a_plan_are_in_the_units_of_the_plan():
    """A plan in metres is converted for the same part in millimetres: N m become N mm."""
    from pawl._ask import _wrenches

    task = pawl.read_task({"pawl": 1, "units": {"length": "mm"}, "part": {}, "contacts": []})
    plan = {"pawl": 1, "results": {"steps": [{"wrench": [1, 2, 3]}]}}
    assert _wrenches(plan, task._held) == [[1, 2, 3000]]
    assert _wrenches({"steps": [{"wrench": [1, 2, 3]}]}, task._held) == [[1, 2, 3]]


def test_trials_that_are_run_in_pieces_have_the_outcomes_of_one_run(task):
    given = pawl.read_task(ROOT / "data/tasks/ratchet_pawl_trials.json").edit({"/scatter/starts": 6})
    wrenches = [step["wrench"] for step in pawl.simulate(given).results["steps"]]
    ended = [one for first in (0, 2, 4) for one in pawl._pawl.outcomes(given._held, wrenches, first, 2, None)]
    counted = {name: count for name, count in pawl.simulate(given).outcomes.items() if count}
    assert {name: [one[0] for one in ended].count(name) for name in {one[0] for one in ended}} == counted


def test_answers_have_texts_and_pictures(task, tmp_path):
    plan = pawl.plan(task)
    assert "pawl.Plan" in repr(plan) and "\n" in str(plan)
    for drawn in (task, plan, pawl.check(task, "arr"), pawl.wrench_cone(task, "arr"), pawl.contacts(task)):
        assert xml.etree.ElementTree.fromstring(drawn.svg()).tag.endswith("svg")
        assert drawn._repr_png_().startswith(b"\x89PNG") and not hasattr(drawn, "_repr_svg_")
    plan.save(tmp_path / "plan.json")
    assert (tmp_path / "plan.json").read_text() == plan.to_json()
    task.save(tmp_path / "task.html")
    assert (tmp_path / "task.html").read_text().startswith("<!")
    with pytest.raises(ValueError):
        plan.save(tmp_path / "plan.xyz")
    assert not list(tmp_path.glob(".pawl*"))


def test_wrench_cones_are_a_sequence_of_cones_that_decide_exactly(task):
    cones = pawl.wrench_cones(task, "***")
    assert len(cones) == len(list(cones)) == len(cones.modes) > 3
    assert [cone.mode for cone in cones] == list(cones.modes)
    assert cones["arr"] == cones.cone("arr") and cones[0] == cones[cones.modes[0]] and cones[-1] == list(cones)[-1]
    assert pawl.wrench_cones(ROOT / "data/tasks/figure4c_peg_lra.json", "lla")[0] is None
    with pytest.raises(KeyError):
        cones["aaaa"]
    with pytest.raises(IndexError):
        cones[len(cones)]
    wrenches = np.random.default_rng(3).normal(size=(300, 3))
    for cone in cones:
        alone = pawl.wrench_cone(task, cone.mode)
        rows = np.vstack([wrenches, cone.rays])
        assert (cone.contains(rows) == alone.contains(rows)).all()
        assert (pickle.loads(pickle.dumps(cone)).contains(rows) == cone.contains(rows)).all()
    checked = pawl.check(task, "arr")
    assert (checked.cone.contains(wrenches) == cones["arr"].contains(wrenches)).all()
    for piece in checked.safe:
        assert piece.cone.mode is None
        assert piece.cone.contains(piece.wrench) and piece.cone.contains([piece.wrench, -piece.wrench]).tolist() == [True, False]
        assert piece.cone.contains(piece.cone.rays).all()
        # Every safe wrench must also belong to the cone of the mode.
        assert (cones["arr"].contains(wrenches) | ~piece.cone.contains(wrenches)).all()


def test_results_of_arguments_are_attributes():
    task = pawl.read_task(ROOT / "data/tasks/ratchet_pawl.json")
    cone = pawl.wrench_cone(task, "arr", wrench=(1, 0, 0), matrices=True)
    assert cone.consistent and cone.in_cone and cone.matrices["J"].shape[0] == 3
    assert pawl.wrench_cone(task, "arr").consistent is None and pawl.wrench_cone(task, "arr").matrices == {}
    checked = pawl.check(task, "arr")
    assert checked.feasible and checked.desired is None and checked.desired_cones == {} and checked.strongly_stable is None
    pattern = pawl.check(task, "***")
    assert pattern.union["convex"] and pattern.desired_cones["arr"] == checked.cone
    held = pawl.check(task, "arr", wrench=(0, -1, 0))
    assert held.strongly_stable and held.desired is False and held.feasible is None
    wedged = pawl.check(ROOT / "data/tasks/figure4d_peg_nn.json", "nn")
    assert wedged.wedging == ((1, 2),) and wedged.closure_contacts == (1, 2) and wedged.form_closure_contacts == ()
    forward = pawl.forward(task, (0, -1, 0))
    assert forward.wrench.tolist() == [0, -1, 0] and forward.twist.shape == (3,) and forward.solutions[0].acceleration_range is None
    plan = pawl.plan(ROOT / "data/tasks/ratchet_pawl_tray.json", loadable=True)
    assert plan.loadable and plan.loading["cage"] is None and plan.located and plan.obstacle is None and plan.leaves is None
    replay = pawl.simulate(plan.task, plan, starts=2, replay=1)
    assert replay.contacts == (1, 2, 3) and replay.friction == (0.2, 0.2, 0.2) and replay.displacement < 1e-9
    best = pawl.fixture(ROOT / "data/tasks/plate_fixture.json", top=1, limit_plans=20).best
    for name in ("why", "guarantee", "margin_deg", "pose_error", "point_error", "friction_limit", "depth", "loadable"):
        assert getattr(best, name) == best.values[name]
    assert best.clamp_edges == tuple(best.values["clamp_edges"])
    nest = pawl.nest(ROOT / "data/tasks/bracket.json")
    assert (nest.clearance, nest.tightest, nest.loading, nest.change) == tuple(
        nest.results[name] for name in ("clearance", "tightest", "loading", "change")
    )


def test_entries_of_answers_can_be_compared_and_copied():
    task = pawl.read_task(ROOT / "data/tasks/ratchet_pawl.json")
    matrices = pawl.WrenchMatrices([[0, 0, 0]], [[0, 0, 1]], 0.3)
    makers = {
        "contact": lambda: pawl.contacts(task).contacts[0], "mode": lambda: pawl.modes(task).modes[0],
        "piece": lambda: pawl.check(task, "arr").safe[0], "solution": lambda: pawl.forward(task, (0, -1, 0)).solutions[0],
        "step": lambda: pawl.plan(task).steps[0], "balance": lambda: matrices.balance([1, 0, -20, 0, 0, 0]),
        "motion": lambda: matrices.motion([1, 0, -20, 0, 0, 0]),
    }
    for name, make in makers.items():
        one, other = make(), make()
        assert one == other and not one != other and hash(one) == hash(other), name
        for copied in (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one)):
            assert copied == one, name
        assert one != tuple(one)[:1] and one != None, name  # noqa: E711
    contacts = pawl.contacts(task).contacts
    assert contacts[0] != contacts[1] and len(set(contacts)) == len(contacts)
    again = pickle.loads(pickle.dumps(matrices))
    assert (again.normal == matrices.normal).all() and repr(again) == "<pawl.WrenchMatrices of 1 contacts>"
    cone = pawl.ExactCone.from_rays([[1, 0, 0]])
    assert copy.copy(cone) == cone == copy.deepcopy(cone)
    with pytest.raises(AttributeError):
        pawl.plan(task).certificate = ""


def test_wrench_cones_have_slices_and_contain_modes():
    cones = pawl.wrench_cones(ROOT / "data/tasks/figure4a_lla.json", "***")
    assert cones[1:3] == (cones[1], cones[2]) and cones[::-1] == tuple(reversed(list(cones)))
    assert "lla" in cones and "aaa" not in cones and cones[0] in cones
    for bad in (1.0, None, (0, 1)):
        with pytest.raises(TypeError, match="not an index of wrench cones"):
            cones[bad]


@pytest.mark.parametrize("bad", [[], np.ones((5, 2)), [1, np.nan, 0], [[1, 0, 0], [0, np.inf, 0]], [1j, 0, 0], "abc", None, [[1, 2], [3]],
                                 np.ones((1, 3)) * 1j, ["1", "2", "3"], [10**400, 0, 0]], ids=repr)
def test_all_kinds_of_cones_refuse_the_same_arrays(bad):
    checked = pawl.check(ROOT / "data/tasks/ratchet_pawl.json", "arr")
    for cone in (pawl.ExactCone.from_rays([[1, 0, 0]]), checked.cone, checked.safe[0].cone):
        with pytest.raises(pawl.InputError):
            cone.contains(bad)
        assert cone.contains(np.zeros((4, 6))[::2, ::2]).tolist() == [True, True]
    assert checked.cone.contains([1, 0, 0]).shape == checked.safe[0].cone.contains([1, 0, 0]).shape == (1,)


@pytest.fixture
def pyplot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


def _part(ax):
    """Returns the first patch of the part, which is drawn before the fixels."""
    from matplotlib.patches import PathPatch

    return next(one for one in ax.patches if isinstance(one, PathPatch))


def test_plots_of_tasks_have_artists_in_the_unit_of_the_task(pyplot):
    bracket = pawl.read_task(ROOT / "data/tasks/bracket.json")
    axes = bracket.plot()
    figure, given = pyplot.subplots()
    assert bracket.plot(given) is given and not given.get_images()
    outline = np.array(bracket.part.outline["polygon"])
    drawn = _part(axes).get_path().vertices
    assert {tuple(point) for point in outline} <= {tuple(point) for point in drawn}
    assert axes.get_xlabel() == "x, mm"
    low, high = axes.dataLim.min, axes.dataLim.max
    assert (low <= outline.min(axis=0)).all() and (high >= outline.max(axis=0)).all()
    figure.canvas.draw()
    moved = bracket.replace(pose=[100, 50, 90]).plot()
    assert np.allclose(_part(moved).get_path().vertices[0], [100 - outline[0][1], 50 + outline[0][0]])


@pytest.mark.parametrize("path", sorted((ROOT / "data/tasks").glob("*.json")), ids=lambda path: path.stem)
def test_every_shipped_task_is_plotted(pyplot, path):
    pawl.read_task(path).plot().figure.canvas.draw()


def test_arcs_in_plots_are_round(pyplot):
    for bulge in (0.4, -0.4, 1, 2.5):
        path = [[1, 0], {"to": [-1, 0], "bulge": 1}, {"to": [1, 0], "bulge": bulge}]
        task = pawl.read_task({"pawl": 1, "part": {"outline": {"path": path}}, "fixels": []})
        drawn = _part(task.plot()).get_path()
        ahead = (1 - bulge**2) / (4 * bulge)
        center, radius = np.array([0, 2 * ahead]), np.hypot(1, 2 * ahead)
        for curve, _ in drawn.iter_bezier():
            for share in (0, 0.25, 0.5, 1):
                point = curve(share)
                assert min(abs(np.hypot(*point) - 1), abs(np.hypot(*(point - center)) - radius)) < 1e-3 * radius
    hole = {"disc": {"radius": 1}}
    plate = {"polygon": [[-2, -2], [2, -2], [2, 2], [-2, 2]], "holes": [hole]}
    task = pawl.read_task({"pawl": 1, "part": {"outline": plate}, "fixels": []})
    curves = [curve for curve, code in _part(task.plot()).get_path().iter_bezier() if code == 4]
    assert len(curves) == 4 and all(np.isclose(np.hypot(*curve(0.3)), 1, atol=1e-3) for curve in curves)


def test_plots_leave_pockets_and_holes_empty(pyplot):
    """The file of the task gives both loops of the pocket the same direction."""
    places = {"block_in_pocket": [(43, 13), (50, 30)], "plate_on_hole": [(41, 20), (5, 35)]}
    for name, (inside, outside) in places.items():
        axes = pawl.read_task(ROOT / f"data/tasks/{name}.json").plot()
        axes.figure.canvas.draw()
        pixels = np.asarray(axes.figure.canvas.buffer_rgba())
        colours = []
        for place in (inside, outside):
            column, row = axes.transData.transform(place).round().astype(int)
            colours.append(pixels[len(pixels) - row, column, :3].min())
        assert colours[0] == 255 > colours[1], name


def test_plots_in_shared_axes_with_a_legend(pyplot):
    """The axes of figures may be shared, and may contain other artists."""
    figure, axes = pyplot.subplots(1, 2, sharex=True, sharey=True)
    axes[0].plot([0, 300], [0, 100], label="data")
    task = pawl.read_task(ROOT / "data/tasks/block_in_pocket.json")
    task.plot(axes[0])
    figure.canvas.draw()
    assert axes[1].get_xlim()[1] >= 300
    assert axes[0].get_legend_handles_labels()[1] == ["data", "wall", "part", "friction cone", "normal", "centre of mass"]
    assert {text.get_text() for text in axes[0].texts} == {"1", "2", "3", "4"}
    torque = pawl.plan(ROOT / "data/tasks/figure4d_peg_nn.json").plot()
    assert "torque of step 1" in torque.get_legend_handles_labels()[1]
    torque.figure.canvas.draw()
    for bad in (figure, "axes", pyplot.figure().add_subplot(projection="3d")):
        with pytest.raises(ValueError, match="two dimensions"):
            task.plot(bad)


def test_plots_of_plans_have_an_arrow_per_step_on_its_line_of_force(pyplot):
    for name in ("bracket", "ratchet_pawl_tray", "block_spring"):
        plan = pawl.plan(ROOT / f"data/tasks/{name}.json")
        axes = plan.plot()
        arrows = [text for text in axes.texts if text.arrow_patch is not None]
        assert len(arrows) == len(plan.steps) > 0
        shapes = plan.task._held.shapes()
        for arrow, step in zip(arrows, plan.steps):
            tip, tail = np.array(arrow.xy), np.array(arrow.xyann)
            along = (tip - tail) / np.linalg.norm(tip - tail)
            force = step.wrench[:2]
            assert np.allclose(along, force / np.linalg.norm(force))
            x, y, angle = plan.seated_pose
            angle = np.deg2rad(angle) if plan.task.units[1] == "deg" else angle
            c, s = np.cos(angle), np.sin(angle)
            center = np.array([[c, -s], [s, c]]) @ shapes["center_of_mass"] + [x, y]
            arm = tip - center
            assert np.isclose(arm[0] * force[1] - arm[1] * force[0], step.wrench[2])
        axes.figure.canvas.draw()


def test_plots_of_cones_have_their_faces(pyplot):
    dimensions = set()
    tasks = [pawl.read_task(ROOT / f"data/tasks/{name}.json") for name in ("ratchet_pawl", "figure4c_peg_lra", "disc_na")]
    for task in [*tasks, tasks[0].replace(friction=0), tasks[2].replace(friction=0)]:
        for cone in pawl.wrench_cones(task, "*" * task.contacts):
            dimensions.add(cone.dimension)
            axes = cone.plot()
            axes.figure.canvas.draw()
            corners = axes.collections[0]._vec[:3].T if axes.collections else np.zeros((0, 3))
            assert (corners @ cone.faces.T <= 1e-9).all() and np.allclose(corners @ cone.equalities.T, 0)
            if cone.dimension > 1 and len(cone.lines) < 2:  # a half-space has two lines and is excluded, because its
                                                            # ray is not in its face
                assert all(np.isclose(corners, ray).all(axis=1).any() for ray in cone.rays)
            assert len(axes.lines) == len(cone.rays) + 2 * len(cone.lines)
            pyplot.close("all")
    assert dimensions == {2, 3}
    x, y, z = np.eye(3).tolist()
    for dimension, rays, lines, equalities, polygons in (
        (1, [x], [], [y, z], 0), (1, [], [x], [y, z], 0), (2, [], [x, y], [z], 1), (2, [y], [x], [z], 1), (3, [], [x, y, z], [], 0)
    ):
        cone = pawl.Cone({"dimension": dimension, "rays": rays, "lines": lines, "faces": [], "equalities": equalities})
        axes = cone.plot()
        axes.figure.canvas.draw()
        assert len(axes.lines) == len(rays) + 2 * len(lines) and len(axes.collections) == polygons
    cones = pawl.wrench_cones(PATH)
    with pytest.raises(ValueError, match="3d"):
        cones.cone("arr").plot(pyplot.subplots()[1])


def test_the_module_works_without_cddlib():
    import subprocess

    needed = subprocess.run(["ldd", pawl._pawl.__file__], capture_output=True, text=True, check=True).stdout
    assert "libgmp" in needed and "libcdd" not in needed
    with pytest.raises(pawl.InputError):
        pawl.wrench_cone(PATH, "arr", route="enrsv")


def test_failures_state_static_and_kinetic_friction():
    square = {"outline": {"polygon": [[0, 0], [1, 0], [1, 1], [0, 1]]}}
    task = pawl.read_task({"pawl": 1, "part": square, "friction": {"static": [0.5, 0.75], "kinetic": 0.25},
                           "fixels": [[0.2, 0], [0.8, 0], {"at": [0, 0.5], "friction": 0.125}],
                           "plan": {"steps": [{"wrench": [1, -1, 0]}]}, "scatter": {"starts": 2, "translation": 0.01}})
    for failure in pawl.simulate(task).failures:
        first, _, third = failure.friction
        assert first["kinetic"] == 0.25 and 0.5 <= first["static"] <= 0.75
        assert third == 0.125
    assert len(pawl.simulate(task).failures) == 2


def test_energies_and_penetrations_have_the_units_of_the_scene():
    runs = []
    for unit, scale in (("m", 1), ("mm", 1000)):
        floor = {"outline": {"polygon": [[-scale, -scale], [scale, -scale], [scale, 0], [-scale, 0]]}, "fixed": True}
        disc = {"outline": {"disc": {"radius": 0.01 * scale}}, "pose": [0, 0.02 * scale, 0], "mass": 1, "twist": [0.1 * scale, 0, 1]}
        scene = {"pawl": 1, "units": {"length": unit}, "duration": 0.1, "bodies": [floor, disc]}
        runs.append(pawl.simulate(pawl.read_scene(scene)))
    metres, millimetres = runs
    assert millimetres.energy == pytest.approx(1000 * metres.energy)
    assert np.allclose(millimetres.energies[:, 1], 1000 * metres.energies[:, 1])
    assert np.allclose(millimetres.twists[1], metres.twists[1] * [1000, 1000, 1], atol=1e-6)
