# SPDX-License-Identifier: MIT
"""Contacts of a rigid body in space."""
from __future__ import annotations

from typing import Any, NamedTuple, Optional

import numpy as np
import numpy.typing as npt

from . import _pawl
from ._answer import Floats, comparable, frozen, reals
from ._errors import InputError


@comparable
class SpatialBalance(NamedTuple):
    """The contact forces that balance a wrench best."""

    balanced: Optional[bool]  #: whether the forces balance the wrench; None if the solver is not accurate enough to decide
    forces: Floats  #: normal force and forces along the two tangents of each contact, N, (n, 3)
    acceleration: Floats  #: the acceleration that remains, (6,): m/s^2 and rad/s^2


@comparable
class SpatialMotion(NamedTuple):
    """The motion of a body at rest under a wrench."""

    solved: bool  #: whether Coulomb's law holds up to 1e-8
    forces: Floats  #: normal force and forces along the two tangents of each contact, N, (n, 3)
    acceleration: Floats  #: acceleration of the centre of mass and angular acceleration, (6,): m/s^2 and rad/s^2


class WrenchMatrices:
    """The contacts of a rigid body at rest in space, made from points and normals.

    Wrenches and accelerations have six entries, along the axes of the world: a force and a torque about the centre of
    mass, or the acceleration of the centre of mass and the angular acceleration. The methods accept ``sides``, the
    number of sides of a friction pyramid. The edges of the pyramid lie on Coulomb's cone, and the first edge is along
    the first tangent. Without ``sides``, friction is the quadratic cone \\|c_t\\| <= mu c_n, and a second-order cone
    program is solved.

    Parameters
    ----------
    points : array_like of shape (n, 3)
        Contact points, m.
    normals : array_like of shape (n, 3)
        Normals into the body, of any length.
    friction : float or array_like of shape (n,)
        Coulomb coefficients.
    mass : float
        Mass, kg.
    inertia : array_like of shape (3, 3) or (3,)
        Inertia about the centre of mass along the axes of the world, or its diagonal, kg m^2.
    center_of_mass : array_like of shape (3,)
        Centre of mass, m.

    Raises
    ------
    InputError
        If shapes disagree, or values are not valid.

    Examples
    --------
    A block of 2 kg stands on three points, with friction 0.5. It rests on a slope of up to arctan(0.5) = 26.565 degrees. The
    pyramid of four sides is smaller than the cone between its edges: there it holds up to arctan(0.5 cos 45) = 19.471
    degrees.

    >>> legs = [[0.1, 0, 0], [-0.05, 0.0866, 0], [-0.05, -0.0866, 0]]
    >>> block = pawl.WrenchMatrices(legs, [[0, 0, 1]] * 3, 0.5, mass=2, center_of_mass=[0, 0, 0.02])
    >>> def weight(degrees, turn=0):
    ...     tilt, turn = np.radians(degrees), np.radians(turn)
    ...     down = [np.sin(tilt) * np.cos(turn), np.sin(tilt) * np.sin(turn), -np.cos(tilt)]
    ...     return [*(2 * 9.81 * np.array(down)), 0, 0, 0]
    >>> [block.balance(weight(tilt)).balanced for tilt in (26.5, 26.6)]
    [True, False]
    >>> [block.balance(weight(tilt, 45), sides=4).balanced for tilt in (19.4, 19.5)]
    [True, False]
    >>> block.normal.round(4).T[1, :5].tolist()
    [0.0, 0.0, 1.0, 0.0866, 0.05]
    """

    __slots__ = ("_held", "_arguments")

    def __init__(
        self,
        points: npt.ArrayLike,
        normals: npt.ArrayLike,
        friction: npt.ArrayLike = 0.0,
        mass: float = 1.0,
        inertia: npt.ArrayLike = (1.0, 1.0, 1.0),
        center_of_mass: npt.ArrayLike = (0.0, 0.0, 0.0),
    ) -> None:
        places = _array(points, "points", (None, 3))
        tensor = reals(inertia, "/inertia")
        arguments = (
            places,
            _array(normals, "normals", (None, 3)),
            _frictions(friction, len(places)),
            float(_array(mass, "mass", ())),
            _array(np.diag(tensor) if tensor.ndim == 1 else tensor, "inertia", (3, 3)),
            _array(center_of_mass, "center_of_mass", (3,)),
        )
        self._held = _pawl.SpatialContacts(*arguments)
        self._arguments = arguments

    def __reduce__(self) -> tuple[Any, ...]:
        return WrenchMatrices, self._arguments

    def __repr__(self) -> str:
        return f"<pawl.WrenchMatrices of {len(self._arguments[0])} contacts>"

    @property
    def normal(self) -> Floats:
        """The wrench matrix W_n of normal forces, (6, n)."""
        return frozen(self._held.matrices()[0])

    @property
    def tangents(self) -> tuple[Floats, Floats]:
        """The wrench matrices W_t and W_o of the two tangents, (6, n) each.

        The first tangent is the axis of the world that is most nearly perpendicular to the normal, made perpendicular to it.
        """
        matrices = self._held.matrices()
        return frozen(matrices[1]), frozen(matrices[2])

    def balance(self, wrench: npt.ArrayLike, sides: Optional[int] = None) -> SpatialBalance:
        """Decides whether contact forces exist within their friction cones that balance a wrench.

        Parameters
        ----------
        wrench : array_like of shape (6,)
            Force and torque about the centre of mass.
        sides : int, optional
            Number of sides of the friction pyramid, 3 to 64. Without it, friction is the quadratic cone.

        Returns
        -------
        SpatialBalance
            The answer, with the forces.

        Examples
        --------
        A particle on a plane is pressed down by 20 N. With friction 0.3, it withstands a push of up to 6 N along the plane.

        >>> particle = pawl.WrenchMatrices([[0, 0, 0]], [[0, 0, 1]], 0.3)
        >>> [particle.balance([push, 0, -20, 0, 0, 0]).balanced for push in (5.9, 6.1)]
        [True, False]
        """
        balanced, forces, acceleration = self._held.balance(_array(wrench, "wrench", (6,)), sides)
        return SpatialBalance(balanced, frozen(forces), frozen(acceleration))

    def motion(self, wrench: npt.ArrayLike, sides: Optional[int] = None) -> SpatialMotion:
        """Finds an acceleration from rest that obeys Coulomb's law. Where several exist, one is returned.

        Parameters
        ----------
        wrench : array_like of shape (6,)
            Force and torque about the centre of mass.
        sides : int, optional
            Number of sides of the friction pyramid, 3 to 64. Without it, friction is the quadratic cone.

        Returns
        -------
        SpatialMotion
            The acceleration, with the forces.

        Examples
        --------
        A particle with friction 0.3 on a plane is pushed along it by 10 N, and pressed down by 20 N: it accelerates by
        10 - 0.3 * 20 = 4 m/s^2.

        >>> particle = pawl.WrenchMatrices([[0, 0, 0]], [[0, 0, 1]], 0.3)
        >>> particle.motion([10, 0, -20, 0, 0, 0]).acceleration.round(6).tolist()
        [4.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        """
        solved, forces, acceleration = self._held.motion(_array(wrench, "wrench", (6,)), sides)
        return SpatialMotion(solved, frozen(forces), frozen(acceleration))


def _frictions(friction: npt.ArrayLike, count: int) -> list[float]:
    coefficients = reals(friction, "/friction")
    if coefficients.ndim == 0:
        return [float(coefficients)] * count
    return [float(mu) for mu in _array(friction, "friction", (None,))]


def _array(numbers: npt.ArrayLike, name: str, shape: tuple[Optional[int], ...]) -> Floats:
    array = reals(numbers, f"/{name}")
    if array.ndim == len(shape) and all(want is None or size == want for size, want in zip(array.shape, shape)):
        return array
    wanted = "(" + ", ".join("n" if size is None else str(size) for size in shape) + ("," if len(shape) == 1 else "") + ")"
    expected = f"must be an array of shape {wanted}" if shape else "must be one number"
    raise InputError([(f"/{name}", f"shape {array.shape}", expected)])
