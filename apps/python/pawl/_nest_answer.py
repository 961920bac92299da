# SPDX-License-Identifier: MIT
"""The answer of ``pawl nest``."""
from __future__ import annotations

from typing import Any, Optional

from ._answer import Answer


class Nest(Answer):
    """The answer of ``pawl nest``: a pocket for a part, and how the part fits and moves in it."""

    __slots__ = ()

    @property
    def outcome(self) -> str:
        """"found", or "none" if no pocket exists with these arguments."""
        return str(self.results["status"])

    @property
    def reason(self) -> Optional[str]:
        """The reason why no pocket exists; None if one exists."""
        found: Optional[str] = self.results["reason"]
        return found

    @property
    def fits(self) -> bool:
        """Whether it is proved that every part within its tolerance fits."""
        return bool(self.results.get("fits", False))

    @property
    def gap(self) -> Optional[float]:
        """Proved lower bound of the distance between the stated part and the wall of its pocket, in the task's unit of length;
        None if no pocket exists."""
        found: Optional[float] = self.results.get("gap")
        return found

    @property
    def clearance(self) -> Optional[float]:
        """The distance between the part and the wall that was aimed at, in the task's unit of length."""
        found: Optional[float] = self.results.get("clearance")
        return found

    @property
    def tightest(self) -> Optional[dict[str, Any]]:
        """The point and the edge of the part that are nearest to the wall; None if no pocket exists."""
        found: Optional[dict[str, Any]] = self.results.get("tightest")
        return found

    @property
    def loading(self) -> Optional[dict[str, Any]]:
        """How the part can be put into its pocket, as in the JSON; None if no pocket exists."""
        found: Optional[dict[str, Any]] = self.results.get("loading")
        return found

    @property
    def change(self) -> Optional[dict[str, Any]]:
        """The smallest change found with which the pocket accepts no wrong placement. None without the argument
        ``foolproof``, if no change is needed, and if none was found."""
        found: Optional[dict[str, Any]] = self.results.get("change")
        return found

    @property
    def pocket(self) -> Optional[dict[str, Any]]:
        """The outline of the pocket, as in a task; None if no pocket exists."""
        found: Optional[dict[str, Any]] = self.results.get("pocket")
        return found

    @property
    def plate(self) -> Optional[dict[str, Any]]:
        """The outline of the plate, as in a task; None if no pocket exists. A closed pocket is a hole of the plate. An
        open pocket is a part of the plate's outer outline."""
        found: Optional[dict[str, Any]] = self.results.get("plate")
        return found

    @property
    def reliefs(self) -> tuple[dict[str, Any], ...]:
        """The slots of the cutter at corners."""
        return tuple(self.results.get("reliefs", []))

    @property
    def play(self) -> Optional[float]:
        """Upper bound of the displacement of any point of the part in its pocket, in the task's unit of length; None if the
        part is not caged."""
        found: Optional[float] = self.results.get("play", {}).get("displacement")
        return found

    @property
    def accuracy(self) -> Optional[float]:
        """After the tilt, the part may rest at any pose of a region. This is the largest displacement of any point of
        the part from its place at the middle of the region, in the task's unit of length. None without a tilt or a proof."""
        found: Optional[float] = (self.results.get("rest") or {}).get("accuracy")
        return found

    @property
    def wrong_placements(self) -> tuple[dict[str, Any], ...]:
        """The wrong placements in which the pocket also accepts the part, as in the JSON."""
        return tuple(self.results.get("foolproof", {}).get("wrong", []))
