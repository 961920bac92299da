# SPDX-License-Identifier: MIT
"""The format of a trial's line."""
from __future__ import annotations

import sys
from typing import Any

from ._spec import Sweep

OUTCOMES = ("seated", "rolling", "jammed", "bounced", "escaped", "timed out", "unsolved", "crashed", "refused")
NOT_RUN = ("crashed", "refused")  # trials with these outcomes have no poses and no time


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and -sys.float_info.max <= value <= sys.float_info.max


def _is_pose(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 3 and all(map(_is_number, value))


def _flaw(read: Any, trial: int, sweep: Sweep) -> str:
    if not isinstance(read, dict):
        return "not a JSON object"
    head = {"trial": trial, "point": trial // sweep.starts, "start": sweep.start(trial)}
    for key, wanted in head.items():
        if type(read.get(key)) is not int or read[key] != wanted:
            return f"{key}: {read.get(key)}: wrong number; expected {wanted}"
    if not isinstance(read.get("outcome"), str) or read["outcome"] not in OUTCOMES:
        return f"outcome: {read.get('outcome')}: unknown; expected {', '.join(OUTCOMES)}"
    kinds = {} if read["outcome"] in NOT_RUN else {"from": _is_pose, "to": _is_pose, "time": _is_number}
    for key, is_one in kinds.items():
        if not is_one(read.get(key)):
            expected = "a finite number" if key == "time" else "three finite numbers"
            return f"{key}: {read.get(key)}: not valid; expected {expected}"
    if not isinstance(read.get("why", ""), str):
        return f"why: {read['why']}: not valid; expected a string"
    more = [key for key in read if key not in (*head, *kinds, "outcome", "why")]
    return f"{more[0]}: unknown key" if more else ""


def check_line(read: Any, trial: int, sweep: Sweep) -> None:
    """Raises ValueError if a parsed line is not a valid line of this trial of this sweep."""
    flaw = _flaw(read, trial, sweep)
    if flaw:
        raise ValueError(f"the line of trial {trial}: {flaw}")
