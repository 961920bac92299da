# SPDX-License-Identifier: MIT
"""What is wrong with an input."""
from __future__ import annotations

from typing import Iterable, NamedTuple


class Fault(NamedTuple):
    """One thing wrong with an input."""

    pointer: str  #: JSON pointer, counted from 0; empty: the whole input
    value: str  #: what stood there, at most 80 characters
    message: str  #: what is wrong and what is expected

    def __str__(self) -> str:
        return ": ".join(part for part in self if part)


class InputError(ValueError):
    """Bad input: all its faults, at once."""

    faults: tuple[Fault, ...]

    def __init__(self, faults: Iterable[tuple[str, str, str]]) -> None:
        self.faults = tuple(Fault(*fault) for fault in faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))

    def __reduce__(self) -> tuple[type[InputError], tuple[tuple[Fault, ...]]]:
        return InputError, (self.faults,)


class Warned(NamedTuple):
    """What in a task or an answer is seldom meant, though it is no fault."""

    code: str
    pointer: str
    message: str
