# SPDX-License-Identifier: MIT
"""Complementarity problems, verifications, drawings."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from ._answer import Answer, Floats, frozen, optional

if TYPE_CHECKING:
    from ._task import Part


class LcpSolution(Answer):
    """``pawl lcp`` of one problem."""

    __slots__ = ()

    @property
    def verdict(self) -> str:
        """"solved", "none" (proved) or "undecided"."""
        return str(self.results[0]["status"])

    @property
    def z(self) -> Optional[Floats]:
        return optional(self.results[0]["z"])

    @property
    def residual(self) -> float:
        return float(self.results[0]["residual"])

    @property
    def pivots(self) -> int:
        return int(self.results[0]["pivots"])

    @property
    def method(self) -> str:
        return str(self.results[0]["method"])

    @property
    def solutions(self) -> tuple[Floats, ...]:
        """Where all were asked."""
        return tuple(frozen(z) for z in self.results[0].get("solutions", []))

    @property
    def complete(self) -> Optional[bool]:
        """Whether ``solutions`` are all."""
        found: Optional[bool] = self.results[0].get("complete")
        return found


class Verification(Answer):
    """``pawl verify``."""

    __slots__ = ()

    @property
    def accepted(self) -> bool:
        return bool(self.results["accepted"])

    @property
    def checked(self) -> tuple[str, ...]:
        return tuple(self.results["checked"])

    @property
    def unchecked(self) -> tuple[str, ...]:
        """Pointers to the fields that cannot be computed again without a search."""
        return tuple(self.results.get("unchecked", ()))

    @property
    def refused(self) -> Optional[str]:
        """What is wrong, and where."""
        found: Optional[str] = self.results["refused"]
        return found

    @property
    def depth(self) -> Optional[float]:
        """That a certificate proves, N m for a load of 1 N."""
        found: Optional[float] = self.results.get("depth")
        return found

    @property
    def part(self) -> Optional[dict[str, Any]]:
        """That an accepted certificate is about: its name, digest, mass, centre of mass and radius of gyration."""
        found: Optional[dict[str, Any]] = self.results.get("part")
        return found

    def __bool__(self) -> bool:
        return self.accepted


class DrawingReport(Answer):
    """``pawl part``: a part, and what was read of its drawing."""

    __slots__ = ()

    @property
    def part(self) -> Part:
        from ._task import Part

        return Part(self.to_dict()["part"])

    @property
    def units(self) -> tuple[str, str]:
        units = self.to_dict()["units"]
        return units["length"], units["angle"]

    @property
    def report(self) -> dict[str, Any]:
        found: dict[str, Any] = self.to_dict()["report"]
        return found

    @property
    def results(self) -> Any:
        return self.report

    @property
    def stopped(self) -> bool:
        return False

    @property
    def certified(self) -> bool:
        return True
