# SPDX-License-Identifier: MIT
"""Tasks, parts and scenes: what questions are asked of. They never change."""
from __future__ import annotations

import json
import os
from typing import Any, Mapping, Optional, Sequence, Union

from . import _draw, _json, _pawl
from ._errors import InputError, Warned
from ._visible import visible

_Edits = list[tuple[str, str]]


def _edits(values: Mapping[str, Any]) -> _Edits:
    return [(place, _json.text_of(value, place)) for place, value in values.items()]


class Part:
    """A part of a task: its outline, and mass, inertia and centre of mass where it states them."""

    __slots__ = ("_document",)

    def __init__(self, document: Mapping[str, Any]) -> None:
        """``document``: the ``part`` of a task file, as ``{"outline": {"disc": {"radius": 1}}}``."""
        self._document = json.loads(_json.text_of(document))

    @staticmethod
    def from_drawing(
        path: Union[str, "os.PathLike[str]"],
        *,
        layer: str = "",
        not_layer: str = "",
        unit: Optional[str] = None,
        join: Optional[float] = None,
        deviation: Optional[float] = None,
        loop: int = 0,
    ) -> Part:
        """The part that a DXF or SVG drawing or a KiCad board shows. Its numbers are in ``unit``, or in the unit that the
        drawing states."""
        return read_drawing(
            path,
            layer=layer,
            not_layer=not_layer,
            unit=unit,
            join=join,
            deviation=deviation,
            loop=loop,
        ).part

    from_dxf = from_drawing
    from_svg = from_drawing

    @property
    def outline(self) -> Any:
        """As a task file has it."""
        return self.to_dict().get("outline")

    def to_dict(self) -> dict[str, Any]:
        result: dict[str, Any] = json.loads(json.dumps(self._document))
        return result

    def to_json(self) -> str:
        return json.dumps(self._document)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and self._document == other._document

    def __hash__(self) -> int:
        return hash(_json.key(self._document))

    def __repr__(self) -> str:
        outline = self._document.get("outline", {})
        return f"<pawl.Part {', '.join(outline) or 'without an outline'}>"


class Task(_draw.Drawn):
    """A task without a fault. Made by :func:`read_task`, and by :meth:`replace` from another."""

    __slots__ = ("_held",)

    def __init__(self, held: _pawl.Task) -> None:
        self._held = held

    @property
    def name(self) -> str:
        return self._held.name

    @property
    def units(self) -> tuple[str, str]:
        """Of lengths and of angles, as ``("mm", "deg")``."""
        return self._held.units

    @property
    def part(self) -> Optional[Part]:
        """Nothing where the task states its contacts alone."""
        document = self._held.part
        return Part(document) if document is not None else None

    @property
    def contacts(self) -> int:
        """How many fixels (or stated contacts) it has."""
        return self._held.contacts

    @property
    def warnings(self) -> tuple[Warned, ...]:
        return tuple(Warned(*one) for one in self._held.warnings)

    def validate(self) -> tuple[Warned, ...]:
        """The warnings. There are no faults: what makes a task raises InputError for them."""
        return self.warnings

    def replace(self, **values: Any) -> Task:
        """The task with other values of its keys. Raises InputError for what is then wrong, with all faults."""
        return self.edit(values)

    def edit(self, values: Mapping[str, Any]) -> Task:
        """As :meth:`replace`, by JSON pointers too: ``task.edit({"/fixels/0/at": [0, 1]})``."""
        return Task(_pawl.replace(self._held, _edits(values)))

    def to_json(self) -> str:
        """The task's file, with what was replaced in it."""
        return self._held.text

    def to_dict(self) -> dict[str, Any]:
        result: dict[str, Any] = json.loads(self._held.text)
        return result

    def __reduce__(self) -> tuple[Any, tuple[str, Optional[str]]]:
        return _read_text, (self._held.text, self._held.folder)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Task):
            return NotImplemented
        return (self._held.text, self._held.folder) == (other._held.text, other._held.folder)

    def __hash__(self) -> int:
        return hash(self._held.text)

    def __repr__(self) -> str:
        return f"<pawl.Task {self.name!r}, {self.contacts} contacts>"

    def _picture(self, form: str, size: tuple[float, float], theme: str) -> bytes:
        return _pawl.task_picture(self._held, form, *size, theme)

    def _page(self) -> str:
        return _pawl.task_page(self._held)


class Scene:
    """A scene of many bodies without a fault, which :func:`simulate` steps. Made by :func:`read_scene`."""

    __slots__ = ("_held",)

    def __init__(self, held: _pawl.Scene) -> None:
        self._held = held

    @property
    def name(self) -> str:
        return self._held.name

    @property
    def units(self) -> tuple[str, str]:
        return self._held.units

    @property
    def warnings(self) -> tuple[Warned, ...]:
        return tuple(Warned(*one) for one in self._held.warnings)

    def replace(self, **values: Any) -> Scene:
        return self.edit(values)

    def edit(self, values: Mapping[str, Any]) -> Scene:
        """Other values, by keys or JSON pointers."""
        return Scene(_pawl.replace_in_scene(self._held, _edits(values)))

    def to_json(self) -> str:
        return self._held.text

    def to_dict(self) -> dict[str, Any]:
        result: dict[str, Any] = json.loads(self._held.text)
        return result

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return _read_scene_text, (self._held.text,)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Scene):
            return NotImplemented
        return self._held.text == other._held.text

    def __hash__(self) -> int:
        return hash(self._held.text)

    def __repr__(self) -> str:
        return f"<pawl.Scene {self.name!r}>"


def _read_text(text: str, folder: Optional[str]) -> Task:
    return Task(_pawl.read_task(text, folder, False))


def _read_scene_text(text: str) -> Scene:
    return Scene(_pawl.read_scene(text, False))


def read_task(source: _json.Source) -> Task:
    """A task from a file, a dict, or its JSON text. Drawings are found from the file's folder; a dict and a text name
    none. Raises InputError with all faults."""
    text, is_path = _json.read(source)
    if not is_path:
        return Task(_pawl.read_task(text, None, False))
    path = os.fsencode(text)  # names of files need not be UTF-8
    return Task(_pawl.read_task(path, os.path.dirname(path), True))


def read_scene(source: _json.Source) -> Scene:
    """A scene from a file, a dict, or its JSON text. Raises InputError with all faults."""
    text, is_path = _json.read(source)
    return Scene(_pawl.read_scene(os.fsencode(text) if is_path else text, is_path))


from ._other_answers import DrawingReport  # noqa: E402  (a report holds a part, and a part is read by one)


def read_drawing(
    path: Union[str, "os.PathLike[str]"],
    *,
    layer: str = "",
    not_layer: str = "",
    unit: Optional[str] = None,
    join: Optional[float] = None,
    deviation: Optional[float] = None,
    loop: int = 0,
) -> DrawingReport:
    """A DXF or SVG drawing or a KiCad board as the part of a task, with a report of what was read: ``pawl part``.

    ``layer`` and ``not_layer`` name layers, separated by commas. ``join`` is the largest gap between ends that are
    joined; by default 1e-6 of the drawing's diameter."""
    name = visible(os.path.splitext(os.path.basename(os.fspath(path)))[0])
    keywords = {
        "layer": layer,
        "not_layer": not_layer,
        "unit": unit,
        "join": join,
        "deviation": deviation,
        "loop": loop,
    }
    return DrawingReport(_pawl.part(os.fsencode(path), True, name, keywords))
