# SPDX-License-Identifier: MIT
"""The base class of all answers. The properties of answers have the values of the command's JSON, and arrays are immutable."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, TypeVar

import numpy as np
import numpy.typing as npt

from . import _draw, _json, _pawl
from ._errors import InputError, Warned

if TYPE_CHECKING:
    from ._task import Task

Floats = npt.NDArray[np.float64]


def frozen(numbers: Any, *shape: int) -> Floats:
    array = np.array(numbers, dtype=np.float64)
    found: Floats = sealed(array.reshape(shape) if shape else array)
    return found


def sealed(array: Any) -> Any:
    """Returns an immutable copy. Its buffer is a bytes object, so the copy cannot be made writeable again."""
    return np.ndarray(array.shape, array.dtype, buffer=array.tobytes())


def optional(numbers: Any) -> Optional[Floats]:
    return None if numbers is None else frozen(numbers)


def reals(numbers: Any, name: str) -> Floats:
    """Returns an array of doubles. Raises InputError for texts, complex numbers, and lists of unequal lengths."""
    try:
        array = np.asarray(numbers)
        if array.dtype.kind not in "biufO":
            raise TypeError
        found: Floats = array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise InputError([(name, "", "must be an array of real numbers")]) from None
    return found


def vectors(numbers: Any, name: str) -> Floats:
    """Returns an array whose last dimension has three entries, which are finite."""
    found = reals(numbers, name)
    if found.ndim == 0 or found.shape[-1] != 3:
        raise InputError([(name, f"shape {found.shape}", "must be an array of shape (3,) or (n, 3)")])
    bad = ~np.isfinite(found)
    if bad.any():
        place = "".join(f"/{index}" for index in np.argwhere(bad)[0])
        raise InputError([(name + place, str(found[bad][0]), "must be a finite number")])
    return found


def _entry_key(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.shape, tuple(value.ravel().tolist())
    if isinstance(value, tuple):
        return tuple(map(_entry_key, value))
    return _json.key(value)


_Tuple = TypeVar("_Tuple", bound=type)


def comparable(kind: _Tuple) -> _Tuple:
    """Gives a named tuple with arrays or dicts a hash, and a comparison that compares all entries.

    The comparison of tuples fails for arrays, because the truth value of a comparison of arrays is not defined.
    """

    def equal(self: Any, other: object) -> bool:
        return type(other) is kind and bool(_entry_key(self) == _entry_key(other))

    def unequal(self: Any, other: object) -> bool:
        return not equal(self, other)

    setattr(kind, "__eq__", equal)
    setattr(kind, "__ne__", unequal)
    setattr(kind, "__hash__", lambda self: hash(_entry_key(self)))
    return kind


def states(lists: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(one) for one in lists)


class Answer(_draw.Drawn):
    """The answer of one command.

    A negative answer ("this mode jams", "a plan does not exist") is a value, not an exception: see :attr:`status`. Answers
    never change and can be pickled. Two answers are equal if their JSON is equal.
    """

    __slots__ = ("_held",)

    def __init__(self, held: _pawl.Answer) -> None:
        self._held = held

    @property
    def status(self) -> str:
        """"yes", "no" or "failed", for the command's exit statuses 0, 1 and 3.

        "failed" means that the answer is not certified, that the problem is not solved, or that the call was stopped.
        """
        return ("yes", "no", "bad input", "failed")[self._held.status]

    @property
    def message(self) -> str:
        """The reason, if the status is "failed"; otherwise empty."""
        return self._held.message

    @property
    def results(self) -> Any:
        """The member "results" of the JSON, as dicts, lists, strings and numbers."""
        return self._held.results

    @property
    def stopped(self) -> bool:
        """Whether the call was stopped before its answer was complete. Lists then hold the entries found so far."""
        document = self._held.document
        results = document["results"]
        return document.get("stopped") is True or (isinstance(results, dict) and results.get("stopped") is True)

    @property
    def certified(self) -> bool:
        """Whether the answer is robust to the rounding of the geometry. Always false if the call was stopped."""
        results = self._held.results
        return not self.stopped and (
            all(one.get("certified", True) for one in results)
            if isinstance(results, list)
            else results.get("certified", True) is True
        )

    @property
    def warnings(self) -> tuple[Warned, ...]:
        """The warnings of the task and of the answer."""
        found = self._held.document.get("warnings", [])
        return tuple(Warned(one["code"], one["pointer"], one["message"]) for one in found)

    @property
    def task(self) -> Optional[Task]:
        """The task that the answer belongs to; None for scenes, complementarity problems, drawings and verifications."""
        from ._task import Task

        return Task(self._held.task) if self._held.task is not None else None

    def to_json(self, *, pretty: bool = False) -> str:
        """Returns the text that the command prints with ``--no-timing``, including the final newline.

        Parameters
        ----------
        pretty : bool
            Whether the JSON is indented, as with ``--pretty``.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
        ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
        >>> pawl.check(block, "lla").to_json()[:27]
        '{"pawl":1,"command":"check"'
        """
        return self._held.json(pretty)

    def to_dict(self) -> dict[str, Any]:
        """Returns the whole JSON answer as a new dict."""
        return self._held.document

    def __str__(self) -> str:
        return self._held.text(80)

    def __repr__(self) -> str:
        document = self._held.document
        return f"<pawl.{type(self).__name__} {document.get('name', '')!r}: {self.status}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answer) and self._held.document == other._held.document

    def __hash__(self) -> int:
        return hash(_json.key(self._held.document))

    def __reduce__(self) -> tuple[Any, ...]:
        from ._task import Scene, Task

        held = self._held
        task = Task(held.task) if held.task is not None else None
        scene = Scene(held.scene) if held.scene is not None else None
        return _restored, (type(self), self.to_json(), held.status, held.message, task, scene, self._more())

    def _more(self) -> tuple[Any, ...]:
        return ()

    def _picture(self, form: str, size: tuple[float, float], theme: str) -> bytes:
        return self._held.picture(form, *size, theme)

    def _page(self) -> str:
        return self._held.page()


class Advised(Answer):
    """An answer that may contain advice."""

    __slots__ = ()

    @property
    def advice(self) -> tuple[dict[str, str], ...]:
        """Changes of the task or of the search that lead to a better answer. For each change, "options" are the options
        of the command that make it, and "effect" is the result with these options. Empty without the argument
        ``advice``, and if the answer is already yes.
        """
        return tuple(self._held.results.get("advice", ()))


def _restored(
    kind: type[Answer], document: str, status: int, message: str, task: Any, scene: Any, more: tuple[Any, ...]
) -> Answer:
    held = _pawl.saved_answer(
        document, status, message, task._held if task is not None else None, scene._held if scene is not None else None
    )
    return kind(held, *more)
