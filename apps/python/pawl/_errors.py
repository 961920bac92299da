# SPDX-License-Identifier: MIT
"""Errors and warnings about inputs."""
from __future__ import annotations

from typing import Iterable, NamedTuple


class Fault(NamedTuple):
    """One error in an input."""

    pointer: str  #: JSON pointer, which counts from 0, or the name of an argument; empty for the whole input
    value: str  #: the wrong value, at most 80 characters
    message: str  #: the reason why it is wrong, and the expected value

    def __str__(self) -> str:
        return ": ".join(part for part in self if part)


class InputError(ValueError):
    """Raised for bad input, with all faults of the input at once."""

    faults: tuple[Fault, ...]  #: all faults of the input

    def __init__(self, faults: Iterable[tuple[str, str, str]]) -> None:
        self.faults = tuple(Fault(*fault) for fault in faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))

    def __reduce__(self) -> tuple[type[InputError], tuple[tuple[Fault, ...]]]:
        return InputError, (self.faults,)


class Warned(NamedTuple):
    """A warning: something valid in a task or an answer that is probably not intended."""

    code: str  #: name of the kind of warning, such as "form-closure"
    pointer: str  #: JSON pointer to its place
    message: str  #: explanation
