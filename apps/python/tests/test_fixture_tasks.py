# SPDX-License-Identifier: MIT
"""The task of a returned fixture must give the same numbers as the fixture. PAWL_TEST_COUNT is the number of random parts."""
from __future__ import annotations

import math
import os
import random

import pawl


def plate(seed: int) -> dict:
    """Returns a task of a convex plate without symmetry, with one to three round holes."""
    rng = random.Random(seed)
    corners = rng.randint(4, 6)
    polygon = []
    for k in range(corners):
        angle = 2 * math.pi * (k + rng.uniform(-.25, .25)) / corners
        polygon.append([round(60 * math.cos(angle), 3) + 70, round(45 * math.sin(angle), 3) + 50])
    holes = []
    for k in range(rng.randint(1, 3)):  # the holes are in separate sectors, so that they do not meet
        angle = 2 * math.pi * (k + rng.uniform(.2, .8)) / 3
        center = [round(70 + 18 * math.cos(angle), 3), round(50 + 14 * math.sin(angle), 3)]
        holes.append({"disc": {"center": center, "radius": round(rng.uniform(2, 6), 3)}})
    return {
        "pawl": 1, "units": {"length": "mm", "angle": "deg"}, "friction": [.1, .2], "actuator": {"tray": {}},
        "part": {"outline": {"polygon": polygon, "holes": holes}, "density": 2.7e-5},
        "pose": [round(rng.uniform(-20, 20), 3), 5, rng.choice([0, 90, 17])],
        "fixture": {"candidates": {"points": {"total": 12}}, "depth_for": 1, "tolerance": .05,
                    "thresholds": {"guarantee": "energy"}},
    }


def test_the_task_of_a_fixture_gives_the_numbers_of_the_fixture_again():
    compared = 0
    for seed in range(int(os.environ.get("PAWL_TEST_COUNT", "6"))):
        found = pawl.fixture(plate(seed), top=1)
        if found.best is None or not found.best.values["measured"]:
            continue
        compared += 1
        values, task = found.best.values, found.best.task
        planned = pawl.plan(task, friction_limit=True, certify=True, loadable=True, limit_boxes=50000)
        results = planned.results
        step = results["steps"][0]
        assert results["guarantee"] == values["guarantee"]
        assert step["wrench"] == values["plan"]["steps"][0]["wrench"]
        for key in ("margin_deg", "margin_full_deg", "window_deg"):
            assert step[key] == values[key], (seed, key)
        assert step["energy"]["kappa"] == values["kappa"]
        assert results["friction_limit"]["this_plan"] == values["friction_limit"]["this_plan"]
        if values["complete"]:
            assert step["energy"]["depth"] == (values["depth"] or 0)
            assert results["loadable"] == values["loadable"]
        assert pawl.contacts(task).results["pose_error"] == values["pose_error"]
        if planned.certificate is not None:
            assert pawl.verify(planned.certificate, task).accepted
            other = task.edit({"/part/outline/holes/0/disc/radius": 1.5})
            assert not pawl.verify(planned.certificate, other).accepted
    assert compared > 0


def test_fixtures_with_pins_in_holes_have_tasks():
    part = {
        "pawl": 1, "units": {"length": "mm"}, "friction": .2, "actuator": {"tray": {}},
        "part": {"outline": {"polygon": [[0, 0], [80, 0], [80, 40], [0, 40]],
                             "holes": [{"disc": {"center": [15, 20], "radius": 5}},
                                       {"disc": {"center": [65, 20], "radius": 5}}]}, "density": 2.7e-5},
        "fixture": {"thresholds": {"pins_in_holes": 2}},
    }
    found = pawl.fixture(part)
    assert (found.status, found.fixtures) == ("found", ())
    assert len(found.in_holes) == 2 and found.best == found.in_holes[0]
    assert found.best.values["fixels"][1]["diamond_width"] > 0
    contacts = pawl.contacts(found.best.task).results["contacts"]
    assert [one["state"] for one in contacts] == ["apart", "apart"]
