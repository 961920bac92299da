# SPDX-License-Identifier: MIT
"""The answers of ``pawl lcp``, ``pawl verify`` and ``pawl part``."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._answer import Answer, Floats, frozen, optional

if TYPE_CHECKING:
    from ._task import Part


class LcpSolution(Answer):
    """The answer of ``pawl lcp`` to one problem: w = M z + q, w >= 0, z >= 0, z'w = 0."""

    __slots__ = ()

    @property
    def verdict(self) -> str:
        """"solved", "none" (proved to have no solution) or "undecided"."""
        return str(self.results[0]["status"])

    @property
    def z(self) -> Optional[Floats]:
        """The solution; None if none was found."""
        return optional(self.results[0]["z"])

    @property
    def residual(self) -> float:
        """The largest violation of the problem's conditions by :attr:`z`, or by z = 0 if no solution was found."""
        return float(self.results[0]["residual"])

    @property
    def pivots(self) -> int:
        """The number of pivots."""
        return int(self.results[0]["pivots"])

    @property
    def method(self) -> str:
        """The name of the method that decided the problem."""
        return str(self.results[0]["method"])

    @property
    def iterations(self) -> Optional[int]:
        """The number of iterations of the interior point method; None for the other methods."""
        found: Optional[int] = self.results[0].get("iterations")
        return found

    @property
    def solutions(self) -> tuple[Floats, ...]:
        """All solutions found, if ``all`` was requested; otherwise empty."""
        return tuple(frozen(z) for z in self.results[0].get("solutions", []))

    @property
    def complete(self) -> Optional[bool]:
        """Whether ``solutions`` contains all solutions; None if ``all`` was not requested."""
        found: Optional[bool] = self.results[0].get("complete")
        return found


class Verification(Answer):
    """The answer of ``pawl verify``. Its truth value is :attr:`accepted`."""

    __slots__ = ()

    @property
    def accepted(self) -> bool:
        """Whether the answer or the certificate is right."""
        return bool(self.results["accepted"])

    @property
    def checked(self) -> tuple[str, ...]:
        """The fields that were checked."""
        return tuple(self.results["checked"])

    @property
    def unchecked(self) -> tuple[str, ...]:
        """Pointers to the fields that cannot be computed again without a search."""
        return tuple(self.results.get("unchecked", ()))

    @property
    def refused(self) -> Optional[str]:
        """The first error and its location; None if the answer is accepted."""
        found: Optional[str] = self.results["refused"]
        return found

    @property
    def depth(self) -> Optional[float]:
        """The depth that an energy certificate proves, N times the task's unit of length for a load of 1 N; None for other
        answers."""
        found: Optional[float] = self.results.get("depth")
        return found

    @property
    def displacement(self) -> Optional[float]:
        """The displacement that a certificate of rest regions proves, in the task's unit of length; None for other answers."""
        found: Optional[float] = self.results.get("displacement")
        return found

    @property
    def part(self) -> Optional[dict[str, Any]]:
        """The part to which an accepted certificate applies.

        A dict with its name, digest, mass, centre of mass and radius of gyration; otherwise None.
        """
        found: Optional[dict[str, Any]] = self.results.get("part")
        return found

    def __bool__(self) -> bool:
        return self.accepted


class DrawingReport(Answer):
    """The answer of ``pawl part``: the part in a drawing, and a report about the drawing."""

    __slots__ = ()

    @property
    def part(self) -> Part:
        """The part, with its outline."""
        from ._task import Part

        return Part(self.to_dict()["part"])

    @property
    def units(self) -> tuple[str, str]:
        """The units of the part's numbers, (length, angle), such as ("mm", "rad")."""
        units = self.to_dict()["units"]
        return units["length"], units["angle"]

    @property
    def report(self) -> dict[str, Any]:
        """The member "report" of the JSON: the layers, loops and joins that were read."""
        found: dict[str, Any] = self.to_dict()["report"]
        return found

    @property
    def results(self) -> Any:
        """The same as :attr:`report`."""
        return self.report

    @property
    def stopped(self) -> bool:
        """Always False."""
        return False

    @property
    def certified(self) -> bool:
        """Always True."""
        return True
