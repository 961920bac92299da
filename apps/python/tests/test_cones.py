# SPDX-License-Identifier: MIT
"""The algebra of cones, the scenes of forward, and the finger of figure 4b."""
import numpy as np
import pytest

import pawl

QUADRANT = pawl.ExactCone.from_rays([[1, 0, 0], [0, 1, 0]])
OCTANT = pawl.ExactCone.from_rays(np.eye(3))


def test_algebra_of_octants() -> None:
    up = pawl.ExactCone.from_faces([[0, 0, -1]])
    assert (OCTANT & up) == OCTANT
    assert OCTANT.dimension == 3 and QUADRANT.dimension == 2
    assert up.contains_cone(OCTANT) and not OCTANT.contains_cone(up)
    # The plane x = y divides the octant into two parts. `low` is the half-space on one side of the plane, and `rest` is
    # the other part.
    low = pawl.ExactCone.from_faces([[-1, 1, 0]])
    rest = OCTANT.difference(low)
    assert len(rest) == 1
    assert rest[0] + (OCTANT & low) == OCTANT
    assert rest[0].union(OCTANT & low) == OCTANT
    assert OCTANT.polar() == pawl.ExactCone.from_rays(-np.eye(3))
    assert OCTANT.projection((0, 0, 1)) == QUADRANT
    # Two rays that are not opposite have no convex union.
    assert pawl.ExactCone.from_rays([[1, 0, 0]]).union(pawl.ExactCone.from_rays([[0, 1, 0]])) is None


def test_membership_is_exact() -> None:
    # 0.3 means 3/10: the ray (1, 0.3, 0) lies exactly on the face 3 x = 10 y.
    cone = pawl.ExactCone.from_faces([[-3, 10, 0]])
    assert cone.contains((1, 0.3, 0))
    assert not cone.contains((1, 0.3000001, 0))
    assert cone.contains([[1, 0, 5], [0, 1, 0]]).tolist() == [True, False]


def test_bad_cones_are_refused() -> None:
    with pytest.raises(pawl.InputError):
        pawl.ExactCone.from_rays([[float("nan"), 0, 0]])
    with pytest.raises(pawl.InputError):
        OCTANT.projection((0, 0, 0))


def test_the_finger_regions_of_figure_4b() -> None:
    task = {
        "pawl": 1, "friction": 0.3, "fixels": [[-0.03, -0.03], [0.03, -0.03]],
        "part": {"outline": {"polygon": [[-0.05, -0.03], [0.05, -0.03], [0.05, 0.02], [-0.05, 0.04]]}},
    }
    found = pawl.contacts(task, finger="force-closure").finger
    assert found is not None and [edge["edge"] for edge in found["edges"]] == [3]
    interval = found["edges"][0]["intervals"][0]
    assert (interval["from_exact"], interval["to_exact"]) == ("5/52", "35/52")


def test_the_letter_k_stands_for_l_n_and_r() -> None:
    task = {"pawl": 1, "friction": 0.2, "contacts": [{"point": [0, -1], "normal": [0, 1]}],
            "part": {"mass": 1, "inertia": 0.5, "center_of_mass": [0, 0]}}
    assert pawl.wrench_cones(task, mode="k").modes == ("l", "n", "r")
    assert pawl.check(task, mode="k").results["union"]["convex"]
    assert not pawl.check(task, mode="[lr]").results["union"]["convex"]


def test_forward_of_a_scene() -> None:
    scene = pawl.read_scene({"pawl": 1, "gravity": [0, -10], "bodies": [
        {"outline": {"polygon": [[-9, -1], [9, -1], [9, 0], [-9, 0]]}, "fixed": True, "friction": 0.5},
        {"outline": {"polygon": [[-1, 0], [1, 0], [1, 1], [-1, 1]]}, "mass": 2, "friction": 0.5, "twist": [3, 0, 0]}]})
    found = pawl.forward_scene(scene)
    assert found.verdict == "one"
    assert np.allclose(found.solutions[0]["bodies"][1], (-5, 0, 0))
    assert sum(one["force"][0] for one in found.solutions[0]["contacts"]) == pytest.approx(20)
