# SPDX-License-Identifier: MIT
"""Errors and warnings about inputs."""
from __future__ import annotations

import contextlib
import errno
import os
from typing import Iterable, Iterator, NamedTuple, Optional


class Fault(NamedTuple):
    """One error in an input."""

    pointer: str  #: JSON pointer, which counts from 0, or the name of an argument; empty for the whole input
    value: str  #: the wrong value, at most 80 characters
    message: str  #: the reason why it is wrong, and the expected value

    def __str__(self) -> str:
        return ": ".join(part for part in self if part)


class InputError(ValueError):
    """The exception for bad input. It contains all faults of the input."""

    faults: tuple[Fault, ...]  #: all faults of the input
    file: Optional[str]  #: name of the file with the faults, which begins each line of the message; None if no file was read

    def __init__(self, faults: Iterable[tuple[str, str, str]], file: Optional[str] = None) -> None:
        self.faults = tuple(Fault(*fault) for fault in faults)
        self.file = file
        prefix = "" if file is None else f"{file}: "
        self._message = "\n".join(prefix + str(fault) for fault in self.faults)
        super().__init__(self._message)

    def __str__(self) -> str:
        return self._message

    def __reduce__(self) -> tuple[type[InputError], tuple[tuple[Fault, ...], Optional[str]]]:
        return type(self), (self.faults, self.file)


class MissingFileError(InputError, FileNotFoundError):
    """The exception for a file that does not exist. It is an InputError and a FileNotFoundError, with
    ``errno`` and ``filename``."""

    def __init__(self, faults: Iterable[tuple[str, str, str]], file: Optional[str] = None) -> None:
        super().__init__(faults, file)
        self.errno, self.strerror, self.filename = errno.ENOENT, os.strerror(errno.ENOENT), file


@contextlib.contextmanager
def reading(path: Optional[str]) -> Iterator[None]:
    """Adds the name of a file to the errors that occur while the file is read. Does nothing for None.

    Raises MissingFileError if reading fails and the file does not exist.
    """
    try:
        yield
    except InputError as error:
        if path is None or error.file is not None:
            raise
        missing = "\0" not in path and not os.path.exists(path)
        raise (MissingFileError if missing else InputError)(error.faults, path) from None


class Warned(NamedTuple):
    """A warning about a valid value or result that is probably not intended."""

    code: str  #: name of the kind of warning, such as "form-closure"
    pointer: str  #: JSON pointer to the value
    message: str  #: explanation
