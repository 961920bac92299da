# SPDX-License-Identifier: MIT
"""Values of tasks and answers: their contents, and that they are immutable and can be pickled."""
from __future__ import annotations

import gc
import json
import pickle

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


def test_faults_come_all_at_once_with_pointers():
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


def test_nan_is_a_fault():
    with pytest.raises(pawl.InputError):
        pawl.read_task({"pawl": 1, "part": {"mass": float("nan")}, "contacts": []})


def test_a_replaced_task_is_another_one(task):
    other = task.replace(friction=(0.15, np.float64(0.25)), name="other")
    assert other.name == "other" and task.name != "other"
    assert other.to_dict()["friction"] == [0.15, 0.25]
    assert other.validate() == other.warnings
    with pytest.raises(pawl.InputError) as caught:
        task.replace(friction=-1)
    assert caught.value.faults[0].pointer == "/friction"


def test_edits_by_pointer(task):
    other = task.edit({"/scatter/starts": 7})
    assert other.to_dict()["scatter"]["starts"] == 7


def test_a_part_of_one_task_in_another(task):
    assert task.replace(part=task.part).part == task.part


def test_pickles(task):
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


def test_a_cone_is_what_its_two_forms_say(task):
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


def test_wrenches_of_another_form_are_faults(task):
    cone = pawl.wrench_cone(task, "arr")
    for bad in ([1, 2], [[1, 2]], "x", [[1, 2, np.nan]]):
        with pytest.raises(pawl.InputError):
            cone.contains(bad)
    assert cone.contains(np.empty((0, 3))).shape == (0,)


def test_no_is_a_value(task):
    cone = pawl.wrench_cone(task, "ann")  # infeasible: the part cannot approach fixel 1 without sliding
    assert cone.status == "no" and not cone.feasible
    assert cone.cone is None and cone.rays.shape == (0, 3)
    assert not cone.contains([0, -1, 0]).any()
    checked = pawl.check(task, "arr")
    assert checked.verdict in ("determinate", "partly ambiguous")
    assert checked.status == ("yes" if checked.determinate else "no")


def test_a_mode_that_does_not_fit_is_a_fault(task):
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


def test_what_is_no_plan_is_a_fault(task):
    stopped = pawl.plan(task, by_graph=True, limit_cells=1)
    assert stopped.status == "stopped" and stopped.stopped and not stopped.found
    for bad in (stopped, {"steps": 3}, {"steps": [{"wrench": ["x"]}]}, [[1, 2]], []):
        with pytest.raises(pawl.InputError):
            pawl.simulate(task, bad)


def test_torques_of_a_plan_are_of_its_own_units():
    """A plan in metres is converted for the same part in millimetres: N m become N mm."""
    from pawl._ask import _wrenches

    task = pawl.read_task({"pawl": 1, "units": {"length": "mm"}, "part": {}, "contacts": []})
    plan = {"pawl": 1, "results": {"steps": [{"wrench": [1, 2, 3]}]}}
    assert _wrenches(plan, task._held) == [[1, 2, 3000]]
    assert _wrenches({"steps": [{"wrench": [1, 2, 3]}]}, task._held) == [[1, 2, 3]]


def test_trials_by_their_numbers_are_those_of_all(task):
    given = pawl.read_task(ROOT / "data/tasks/ratchet_pawl_trials.json").edit({"/scatter/starts": 6})
    wrenches = [step["wrench"] for step in pawl.simulate(given).results["steps"]]
    ended = [one for first in (0, 2, 4) for one in pawl._pawl.outcomes(given._held, wrenches, first, 2, None)]
    counted = {name: count for name, count in pawl.simulate(given).outcomes.items() if count}
    assert {name: [one[0] for one in ended].count(name) for name in {one[0] for one in ended}} == counted


def test_words_and_pictures(task, tmp_path):
    plan = pawl.plan(task)
    assert "pawl.Plan" in repr(plan) and "\n" in str(plan)
    for drawn in (task, plan, pawl.check(task, "arr"), pawl.wrench_cone(task, "arr"), pawl.contacts(task)):
        assert drawn._repr_svg_().lstrip().startswith("<?xml") or "<svg" in drawn._repr_svg_()
    plan.save(tmp_path / "plan.json")
    assert (tmp_path / "plan.json").read_text() == plan.to_json()
    task.save(tmp_path / "task.html")
    assert (tmp_path / "task.html").read_text().startswith("<!")
    with pytest.raises(ValueError):
        plan.save(tmp_path / "plan.xyz")
    assert not list(tmp_path.glob(".pawl*"))


def test_plots(task):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = pawl.plan(task).plot()
    assert axes.get_images()[0].get_array().shape[1] == 1280


def test_the_module_needs_no_cddlib():
    import subprocess

    needed = subprocess.run(["ldd", pawl._pawl.__file__], capture_output=True, text=True, check=True).stdout
    assert "libgmp" in needed and "libcdd" not in needed
    with pytest.raises(pawl.InputError):
        pawl.wrench_cone(PATH, "arr", route="enrsv")
