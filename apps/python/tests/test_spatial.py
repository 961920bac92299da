# SPDX-License-Identifier: MIT
"""Contacts of a body in space, against closed forms."""
import numpy as np
import pytest

import pawl

LEGS = [[0.1 * np.cos(a), 0.1 * np.sin(a), 0] for a in (0, 2 * np.pi / 3, 4 * np.pi / 3)]


def block(friction: float, height: float = 0.02) -> pawl.WrenchMatrices:
    return pawl.WrenchMatrices(LEGS, [[0, 0, 1]] * 3, friction, mass=2, inertia=(0.01, 0.02, 0.03), center_of_mass=(0, 0, height))


def weight(tilt: float, turn: float) -> np.ndarray:
    return 2 * 9.81 * np.array([np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), -np.cos(tilt), 0, 0, 0])


@pytest.mark.parametrize("turn", [0.0, 0.4, 2.0])
def test_limiting_tilt_of_the_quadratic_cone(turn: float) -> None:
    limit = np.arctan(0.4)
    assert block(0.4).balance(weight(limit - 1e-4, turn)).balanced is True
    assert block(0.4).balance(weight(limit + 1e-3, turn)).balanced is False


@pytest.mark.parametrize("sides", [4, 6, 12])
def test_limiting_tilt_of_a_pyramid_between_its_edges(sides: int) -> None:
    # The polygon has the radius 1 at its vertices, and cos(pi / sides) in the middle of its sides.
    for turn, radius in ((0.0, 1.0), (np.pi / sides, np.cos(np.pi / sides))):
        limit = np.arctan(0.4 * radius)
        assert block(0.4).balance(weight(limit - 1e-4, turn), sides=sides).balanced is True
        assert block(0.4).balance(weight(limit + 1e-3, turn), sides=sides).balanced is False


def test_forces_and_motion() -> None:
    found = block(0.4).balance(weight(0.2, 1.0))
    matrices = [block(0.4).normal, *block(0.4).tangents]
    total = sum(matrix @ found.forces[:, k] for k, matrix in enumerate(matrices))
    assert np.allclose(total + weight(0.2, 1.0), 0, atol=1e-6)
    assert (np.hypot(found.forces[:, 1], found.forces[:, 2]) <= 0.4 * found.forces[:, 0] + 1e-9).all()
    sliding = block(0.4, 0).motion(weight(0.6, 0.3))
    expected = 9.81 * (np.sin(0.6) - 0.4 * np.cos(0.6))
    assert sliding.solved and np.allclose(sliding.acceleration[:2], expected * np.array([np.cos(0.3), np.sin(0.3)]), atol=1e-6)


def test_bad_input_is_refused() -> None:
    for arguments in (
        (LEGS, [[0, 0, 1]] * 2, 0.1),
        (LEGS, [[0, 0, 1], [0, 0, 0], [0, 0, 1]], 0.1),
        (LEGS, [[0, 0, 1]] * 3, -0.1),
        (LEGS, [[0, 0, 1]] * 3, [0.1, 0.1]),
        ([[0, 0]], [[0, 0, 1]], 0.1),
    ):
        with pytest.raises(pawl.InputError):
            pawl.WrenchMatrices(*arguments)
    with pytest.raises(pawl.InputError):
        block(0.1).balance([0, 0, 1])
    with pytest.raises(pawl.InputError):
        block(0.1).motion(weight(0, 0), sides=2)
