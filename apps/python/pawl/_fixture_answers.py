# SPDX-License-Identifier: MIT
"""The answer of ``pawl fixture``."""
from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Optional, Sequence

from . import _pawl
from ._answer import Advised

if TYPE_CHECKING:
    from ._task import Task


class Fixture:
    """One fixture of an answer, with its values and the task that uses the fixture."""

    __slots__ = ("_values", "_text")

    def __init__(self, values: dict[str, Any], text: str) -> None:
        self._values = values
        self._text = text

    @property
    def values(self) -> dict[str, Any]:
        """The fixture's entry in the JSON answer, as a new dict."""
        result: dict[str, Any] = json.loads(json.dumps(self._values))
        return result

    @property
    def why(self) -> str:
        """A summary of the fixture's measures in words."""
        return str(self._values.get("why", ""))

    @property
    def guarantee(self) -> Optional[str]:
        """The guarantee of the plan: "energy", "keeps" or "at rest"; None without a plan."""
        found: Optional[str] = self._values.get("guarantee")
        return found

    @property
    def margin_deg(self) -> Optional[float]:
        """The smallest margin of any step of the plan, degrees; None without a plan."""
        found: Optional[float] = self._values.get("margin_deg")
        return found

    @property
    def pose_error(self) -> Optional[dict[str, Any]]:
        """The error of the seated part's pose per unit error of its locators, as in :attr:`Contacts.pose_error`."""
        found: Optional[dict[str, Any]] = self._values.get("pose_error")
        return found

    @property
    def point_error(self) -> Optional[float]:
        """The largest error of a point of interest, in the task's unit of length; None without a tolerance of the locators."""
        found: Optional[float] = self._values.get("point_error")
        return found

    @property
    def friction_limit(self) -> Optional[dict[str, Any]]:
        """The largest safe deviation of friction, as in :attr:`Plan.friction_limit`; None if it was not measured."""
        found: Optional[dict[str, Any]] = self._values.get("friction_limit")
        return found

    @property
    def depth(self) -> Optional[float]:
        """The proved depth of energy, N times the task's unit of length for a load of 1 N; None without a certificate."""
        found: Optional[float] = self._values.get("depth")
        return found

    @property
    def loadable(self) -> Optional[bool]:
        """Whether the part can be loaded within the plane; None if this was not decided."""
        found: Optional[bool] = self._values.get("loadable")
        return found

    @property
    def clamp_edges(self) -> tuple[int, ...]:
        """The edges, from 1, on which one clamp without friction can press."""
        return tuple(self._values.get("clamp_edges") or ())

    @property
    def task(self) -> Task:
        """The task with this fixture, as an input of plan, simulate and the other functions."""
        from ._task import read_task

        return read_task(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fixture) and (self._values, self._text) == (other._values, other._text)

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return f"<pawl.Fixture of {len(self._values.get('fixels', []))} fixels>"


class Fixtures(Advised):
    """The answer of ``pawl fixture``: fixtures for a part, best first."""

    __slots__ = ("_texts", "_texts_in_holes", "_candidates")

    def __init__(
        self,
        held: _pawl.Answer,
        texts: Sequence[str] = (),
        texts_in_holes: Sequence[str] = (),
        candidates: Sequence[str] = (),
    ) -> None:
        super().__init__(held)
        self._texts = tuple(texts)
        self._texts_in_holes = tuple(texts_in_holes)
        self._candidates = tuple(candidates)

    def _more(self) -> tuple[Any, ...]:
        return (self._texts, self._texts_in_holes, self._candidates)

    @property
    def status(self) -> str:
        """"found", "none", "stopped" or "undecided"."""
        return str(self.results["status"])

    @property
    def reason(self) -> str:
        """The reason of the status, as a sentence."""
        return str(self.results["reason"])

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """The fixtures, best first."""
        return tuple(Fixture(*one) for one in zip(self.results["fixtures"], self._texts))

    @property
    def in_holes(self) -> tuple[Fixture, ...]:
        """The fixtures with pins in holes that were compared with the others, best first; empty for a part without holes."""
        compared = self.results.get("comparison", {"fixtures": ()})["fixtures"]
        entries = [one for one in compared if one["pins_in_holes"] > 0]
        return tuple(Fixture(*one) for one in zip(entries, self._texts_in_holes))

    @property
    def best(self) -> Optional[Fixture]:
        """The first fixture, or the first fixture with pins in holes if these are required. None if no fixture was found."""
        found = self.fixtures or (self.in_holes if self.status == "found" else ())
        return found[0] if found else None

    @property
    def optimal(self) -> Optional[dict[str, Any]]:
        """The proved bound on a measure of fixtures with three pins, and the best value found. None without the
        argument ``optimal``, and if no candidate locates the part."""
        found: Optional[dict[str, Any]] = self.results.get("optimal")
        return found

    @property
    def candidates(self) -> tuple[dict[str, Any], ...]:
        """All candidates with their outcomes, as in the lines of ``--all``; empty without the argument ``all``."""
        return tuple(json.loads(line) for line in self._candidates)
