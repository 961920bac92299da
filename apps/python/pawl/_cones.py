# SPDX-License-Identifier: MIT
"""The algebra of polyhedral cones in the space of wrenches."""
from __future__ import annotations

from typing import Optional

import numpy as np
import numpy.typing as npt

from . import _pawl
from ._answer import Floats, frozen, reals, vectors as _vectors


class ExactCone:
    """A closed polyhedral cone of vectors (fx, fy, tau), made by :meth:`from_rays` or :meth:`from_faces`.

    The cone is exact for the given numbers: a number with at most 15 digits means its decimal, so 0.3 is 3/10. All
    operations and comparisons are exact; only the arrays of unit vectors are rounded. ``a & b`` is the intersection,
    ``a + b`` the sum of all pairs of vectors, and ``a == b`` compares the cones as sets.

    Examples
    --------
    >>> quadrant = pawl.ExactCone.from_rays([[1, 0, 0], [0, 1, 0]])
    >>> half = pawl.ExactCone.from_faces([[-1, 1, 0]])
    >>> (quadrant & half).rays.round(3).tolist()
    [[0.707, 0.707, 0.0], [1.0, 0.0, 0.0]]
    >>> quadrant + pawl.ExactCone.from_rays([[-1, 0, 0]]) == pawl.ExactCone.from_faces([[0, -1, 0]], [[0, 0, 1]])
    True
    """

    __slots__ = ("_held",)

    def __init__(self, held: _pawl.ExactCone) -> None:
        """For internal use; see :meth:`from_rays` and :meth:`from_faces`."""
        self._held = held

    @classmethod
    def from_rays(cls, rays: npt.ArrayLike, lines: npt.ArrayLike = ()) -> ExactCone:
        """Returns the cone of all sums of nonnegative multiples of rays and any multiples of lines.

        Parameters
        ----------
        rays, lines : array_like of shape (n, 3)
            Vectors; redundant ones and zeros are accepted. Without any, the cone is {0}.

        Returns
        -------
        ExactCone
            The cone.

        Raises
        ------
        InputError
            An array of another shape, or entries that are not finite.

        Examples
        --------
        >>> pawl.ExactCone.from_rays([[1, 0, 0], [0, 1, 0], [1, 1, 0]]).rays.tolist()
        [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
        """
        return cls(_pawl.ExactCone.from_rays(_rows(rays), _rows(lines)))

    @classmethod
    def from_faces(cls, faces: npt.ArrayLike, equalities: npt.ArrayLike = ()) -> ExactCone:
        """Returns the set of all g with ``faces @ g <= 0`` and ``equalities @ g == 0``.

        Parameters
        ----------
        faces, equalities : array_like of shape (n, 3)
            Normals; redundant ones and zeros are accepted. Without any, the cone is the whole space.

        Returns
        -------
        ExactCone
            The cone.

        Raises
        ------
        InputError
            An array of another shape, or entries that are not finite.

        Examples
        --------
        >>> pawl.ExactCone.from_faces([[-1, 0, 0], [0, -1, 0]], [[0, 0, 1]]).rays.tolist()
        [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]
        """
        return cls(_pawl.ExactCone.from_faces(_rows(faces), _rows(equalities)))

    @property
    def rays(self) -> Floats:
        """Extreme rays as unit vectors, (n, 3)."""
        return frozen(self._held.rows()[0], -1, 3)

    @property
    def lines(self) -> Floats:
        """Basis of the lines in the cone as unit vectors, (n, 3)."""
        return frozen(self._held.rows()[1], -1, 3)

    @property
    def faces(self) -> Floats:
        """Outward normals of the faces, (n, 3): ``faces @ g <= 0``."""
        return frozen(self._held.rows()[2], -1, 3)

    @property
    def equalities(self) -> Floats:
        """Normals of the planes that contain the cone, (n, 3): ``equalities @ g == 0``."""
        return frozen(self._held.rows()[3], -1, 3)

    @property
    def dimension(self) -> int:
        """The dimension of the cone's linear hull, 0 to 3."""
        return self._held.dimension()

    def contains(self, vectors: npt.ArrayLike) -> npt.NDArray[np.bool_]:
        """Decides exactly, for the given doubles, whether each vector is in the cone.

        Parameters
        ----------
        vectors : array_like of shape (n, 3) or (3,)
            The vectors.

        Returns
        -------
        array of bool
            One entry per vector; of shape () for one vector of shape (3,).

        Raises
        ------
        InputError
            An array of another shape, or entries that are not finite real numbers.

        Examples
        --------
        >>> quadrant = pawl.ExactCone.from_rays([[1, 0, 0], [0, 1, 0]])
        >>> quadrant.contains([[1, 1, 0], [1, -1, 0]])
        array([ True, False])
        """
        rows = _vectors(vectors, "vectors")
        found: npt.NDArray[np.bool_] = self._held.contains(rows.reshape(-1, 3))
        return found.reshape(rows.shape[:-1])

    def contains_cone(self, other: ExactCone) -> bool:
        """Returns whether the other cone is a subset.

        Parameters
        ----------
        other : ExactCone
            Another cone.

        Returns
        -------
        bool
            Whether every vector of the other cone is in this cone.

        Examples
        --------
        >>> quadrant = pawl.ExactCone.from_rays([[1, 0, 0], [0, 1, 0]])
        >>> quadrant.contains_cone(pawl.ExactCone.from_rays([[1, 1, 0]]))
        True
        """
        return self._held.contains_cone(other._held)

    def intersection(self, other: ExactCone) -> ExactCone:
        """Returns the vectors that are in both cones; also ``a & b``.

        Parameters
        ----------
        other : ExactCone
            Another cone.

        Returns
        -------
        ExactCone
            The intersection.

        Examples
        --------
        >>> quadrant = pawl.ExactCone.from_rays([[1, 0, 0], [0, 1, 0]])
        >>> (quadrant & pawl.ExactCone.from_faces([[0, 1, 0]])).rays.tolist()
        [[1.0, 0.0, 0.0]]
        """
        return ExactCone(self._held.intersection(other._held))

    def sum(self, other: ExactCone) -> ExactCone:
        """Returns the cone of all sums of a vector of this cone and a vector of the other one; also ``a + b``. It is the convex
        hull of both cones.

        Parameters
        ----------
        other : ExactCone
            Another cone.

        Returns
        -------
        ExactCone
            The sum.

        Examples
        --------
        >>> quadrant = pawl.ExactCone.from_rays([[1, 0, 0], [0, 1, 0]])
        >>> (quadrant + pawl.ExactCone.from_rays([[0, 0, 1]])).dimension
        3
        """
        return ExactCone(self._held.sum(other._held))

    def difference(self, other: ExactCone) -> tuple[ExactCone, ...]:
        """Returns the closure of the vectors that are not in the other cone.

        Parameters
        ----------
        other : ExactCone
            Another cone.

        Returns
        -------
        tuple of ExactCone
            Cones that do not overlap; empty if this cone is a subset of the other one.

        Examples
        --------
        >>> quadrant = pawl.ExactCone.from_rays([[1, 0, 0], [0, 1, 0]])
        >>> [one.rays.round(3).tolist() for one in quadrant.difference(pawl.ExactCone.from_faces([[-1, 1, 0]]))]
        [[[0.0, 1.0, 0.0], [0.707, 0.707, 0.0]]]
        """
        return tuple(ExactCone(one) for one in self._held.difference(other._held))

    def polar(self) -> ExactCone:
        """Returns all f with f . g <= 0 for every g of the cone."""
        return ExactCone(self._held.polar())

    def projection(self, direction: npt.ArrayLike) -> ExactCone:
        """Returns the image under the orthogonal projection along a direction. The direction (0, 0, 1) removes the torque.

        Parameters
        ----------
        direction : array_like of 3
            The direction, of any length except 0.

        Returns
        -------
        ExactCone
            The image.

        Raises
        ------
        InputError
            The direction is 0 or has entries that are not finite.

        Examples
        --------
        >>> quadrant = pawl.ExactCone.from_rays([[1, 0, 0], [0, 1, 0]])
        >>> quadrant.projection((1, 0, 0)).rays.tolist()
        [[0.0, 1.0, 0.0]]
        """
        return ExactCone(self._held.projection(direction))

    def union(self, other: ExactCone) -> Optional[ExactCone]:
        """Returns the union if it is convex.

        Parameters
        ----------
        other : ExactCone
            Another cone.

        Returns
        -------
        ExactCone or None
            The union, or None if it is not convex.

        Examples
        --------
        >>> quadrant = pawl.ExactCone.from_rays([[1, 0, 0], [0, 1, 0]])
        >>> quadrant.union(pawl.ExactCone.from_rays([[1, 0, 0], [1, -1, 0]])).rays.round(3).tolist()
        [[0.0, 1.0, 0.0], [0.707, -0.707, 0.0]]
        >>> print(quadrant.union(pawl.ExactCone.from_rays([[0, 0, 1]])))
        None
        """
        found = self._held.union(other._held)
        return None if found is None else ExactCone(found)

    __and__ = intersection
    __add__ = sum

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExactCone) and self._held.equals(other._held)

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> ExactCone:
        return self  # a cone never changes

    def __deepcopy__(self, known: object) -> ExactCone:
        return self

    def __repr__(self) -> str:
        return f"ExactCone(dimension={self.dimension}, rays={len(self.rays)}, lines={len(self.lines)})"


def _rows(vectors: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Returns vectors as rows, also for an empty list."""
    rows = reals(vectors, "vectors")
    return rows.reshape(0, 3) if rows.size == 0 else rows
