# SPDX-License-Identifier: MIT
"""Tasks, parts and scenes: the immutable inputs of all functions."""
from __future__ import annotations

import json
import os
from typing import Any, Mapping, Optional, Sequence, Union

from . import _draw, _errors, _json, _pawl
from ._errors import InputError, Warned
from ._visible import visible

_Edits = list[tuple[str, str]]


def _edits(values: Mapping[str, Any]) -> _Edits:
    if not isinstance(values, Mapping) or not all(isinstance(place, str) for place in values):
        raise TypeError("values: not a dict whose keys are texts; expected a dict such as {'/part/tolerance': 0.05}")
    return [(place, _json.text_of(value, place)) for place, value in values.items()]


class Part:
    """The part of a task: its outline and, if given, its mass, inertia and centre of mass."""

    __slots__ = ("_document",)

    def __init__(self, document: Mapping[str, Any]) -> None:
        """Makes a part from the member ``part`` of a task file, such as ``{"outline": {"disc": {"radius": 1}}}``.

        The values are checked when a task is made with the part. Raises TypeError if the argument is not a dict.
        """
        if not isinstance(document, Mapping):
            raise TypeError(f"{type(document).__name__}: not a part; expected a dict, such as {{'outline': ...}}")
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
        """Returns the part in a DXF or SVG drawing or a KiCad board; also ``Part.from_dxf`` and ``Part.from_svg``.

        Parameters
        ----------
        path : str or path
            The file's name.
        layer, not_layer, unit, join, deviation, loop : str, float or int
            As for :func:`read_drawing`.

        Returns
        -------
        Part
            The part. Its numbers are in ``unit`` or, if ``unit`` is not given, in the unit that the drawing states.

        Raises
        ------
        InputError
            The file cannot be read, or it does not have one clear outline.

        Examples
        --------
        >>> from pathlib import Path
        >>> import tempfile
        >>> file = Path(tempfile.mkdtemp()) / "plate.svg"
        >>> size = file.write_text('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H4V2H0Z"/></svg>')
        >>> len(pawl.Part.from_svg(file, unit="mm").outline["polygon"])
        4
        """
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
        """The outline as in a task file; None if the part has none."""
        return self.to_dict().get("outline")

    def to_dict(self) -> dict[str, Any]:
        """Returns the member ``part`` of a task file, as a new dict."""
        result: dict[str, Any] = json.loads(json.dumps(self._document))
        return result

    def to_json(self) -> str:
        """Returns the member ``part`` of a task file, as JSON text."""
        return json.dumps(self._document)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and self._document == other._document

    def __hash__(self) -> int:
        return hash(_json.key(self._document))

    def __repr__(self) -> str:
        outline = self._document.get("outline", {})
        return f"<pawl.Part {', '.join(outline) or 'without an outline'}>"


class Task(_draw.Drawn):
    """A valid task: a part with fixels or contacts. Made by :func:`read_task`, :meth:`replace` and :meth:`edit`."""

    __slots__ = ("_held",)

    def __init__(self, held: _pawl.Task) -> None:
        self._held = held

    @property
    def name(self) -> str:
        """The name that the task states, or ""."""
        return self._held.name

    @property
    def units(self) -> tuple[str, str]:
        """The units of lengths and angles, such as ``("mm", "deg")``."""
        return self._held.units

    @property
    def part(self) -> Optional[Part]:
        """The part; None if the task has stated contacts instead of an outline."""
        document = self._held.part
        return Part(document) if document is not None else None

    @property
    def contacts(self) -> int:
        """The number of contacts with fixels and walls, or the number of stated contacts."""
        return self._held.contacts

    @property
    def warnings(self) -> tuple[Warned, ...]:
        """Warnings about valid values that are probably not intended."""
        return tuple(Warned(*one) for one in self._held.warnings)

    def validate(self) -> tuple[Warned, ...]:
        """Returns the warnings. A task has no faults, because its construction raises InputError for them."""
        return self.warnings

    def replace(self, **values: Any) -> Task:
        """Returns a copy of the task in which the given keys have new values.

        Parameters
        ----------
        **values
            Values of keys of the task file.

        Returns
        -------
        Task
            The new task.

        Raises
        ------
        InputError
            The new task is not valid. The exception lists all faults.

        Examples
        --------
        >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
        ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
        >>> block.replace(friction=0.3).to_dict()["friction"]
        0.3
        """
        return self.edit(values)

    def edit(self, values: Mapping[str, Any]) -> Task:
        """Does the same as :meth:`replace`; the values to change are given by keys or JSON pointers.

        Parameters
        ----------
        values : dict
            Values by key or JSON pointer.

        Returns
        -------
        Task
            The new task.

        Raises
        ------
        InputError
            The new task is not valid. The exception lists all faults.

        Examples
        --------
        >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
        ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
        >>> block.edit({"/fixels/0": [2, 0]}).to_dict()["fixels"][0]
        [2, 0]
        """
        return Task(_pawl.replace(self._held, _edits(values)))

    def to_json(self) -> str:
        """Returns the text of the task file, with all replacements."""
        return self._held.text

    def to_dict(self) -> dict[str, Any]:
        """Returns the task file as a new dict."""
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

    def plot(self, ax: Optional[Any] = None) -> Any:
        """Draws the task into axes of matplotlib, which must be installed. Positions are in the task's unit of length.

        The artists are the part and the walls, the fixels, the normals and friction cones of the contacts with their numbers,
        and the centre of mass. For an interval of friction, the largest cone is drawn. Positions are in the world frame. The
        lengths of normals and cones have no meaning. The artists have labels for ``ax.legend()``.

        Parameters
        ----------
        ax : Axes, optional
            None makes a new figure.

        Returns
        -------
        Axes
            The axes.

        Raises
        ------
        ValueError
            ``ax`` does not have two dimensions.

        Examples
        --------
        >>> block = pawl.read_task({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
        ...     "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
        >>> axes = block.plot()
        >>> axes.get_xlabel()
        'x, m'
        >>> axes.get_legend_handles_labels()[1]
        ['part', 'fixel', 'friction cone', 'normal', 'centre of mass']
        """
        from ._plot import plot_task

        return plot_task(self, ax)

    def _picture(self, form: str, size: tuple[float, float], theme: str) -> bytes:
        return _pawl.task_picture(self._held, form, *size, theme)

    def _page(self) -> str:
        return _pawl.task_page(self._held)


class Scene:
    """A valid scene of many bodies, an input of :func:`simulate`. Made by :func:`read_scene`, replace and edit."""

    __slots__ = ("_held",)

    def __init__(self, held: _pawl.Scene) -> None:
        self._held = held

    @property
    def name(self) -> str:
        """The name that the scene states, or ""."""
        return self._held.name

    @property
    def units(self) -> tuple[str, str]:
        """The units of lengths and angles, such as ``("mm", "deg")``."""
        return self._held.units

    @property
    def warnings(self) -> tuple[Warned, ...]:
        """Warnings about valid values that are probably not intended."""
        return tuple(Warned(*one) for one in self._held.warnings)

    def replace(self, **values: Any) -> Scene:
        """Returns a copy of the scene in which the given keys have new values.

        Parameters
        ----------
        **values
            Values of keys of the scene file.

        Returns
        -------
        Scene
            The new scene.

        Raises
        ------
        InputError
            The new scene is not valid. The exception lists all faults.

        Examples
        --------
        >>> falling = pawl.read_scene({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 0.1}}, "mass": 1}]})
        >>> falling.replace(duration=0.5).to_dict()["duration"]
        0.5
        """
        return self.edit(values)

    def edit(self, values: Mapping[str, Any]) -> Scene:
        """Does the same as :meth:`replace`; the values to change are given by keys or JSON pointers.

        Parameters
        ----------
        values : dict
            Values by key or JSON pointer.

        Returns
        -------
        Scene
            The new scene.

        Raises
        ------
        InputError
            The new scene is not valid. The exception lists all faults.

        Examples
        --------
        >>> falling = pawl.read_scene({"pawl": 1, "bodies": [{"outline": {"disc": {"radius": 0.1}}, "mass": 1}]})
        >>> falling.edit({"/bodies/0/mass": 2}).to_dict()["bodies"][0]["mass"]
        2
        """
        return Scene(_pawl.replace_in_scene(self._held, _edits(values)))

    def to_json(self) -> str:
        """Returns the text of the scene file, with all replacements."""
        return self._held.text

    def to_dict(self) -> dict[str, Any]:
        """Returns the scene file as a new dict."""
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
    """Reads a task from a file name, a dict, or JSON text that begins with "{".

    Names of drawings are relative to the folder of the file. A dict or a text cannot refer to drawings.

    Parameters
    ----------
    source : str, path or dict
        A file name, a dict, or JSON text that begins with "{".

    Returns
    -------
    Task
        The task, which has no faults.

    Raises
    ------
    InputError
        The file cannot be read, or the task is not valid. The exception lists all faults and names the file.
    MissingFileError
        The file does not exist. This is an InputError and a FileNotFoundError.

    Examples
    --------
    >>> task = pawl.read_task({"pawl": 1, "part": {"outline": {"disc": {"radius": 1}}}, "fixels": [[0, -1]]})
    >>> task.contacts
    1
    """
    text, is_path = _json.read(source)
    if not is_path:
        return Task(_pawl.read_task(text, None, False))
    path = os.fsencode(text)  # file names need not be UTF-8
    with _errors.reading(text):
        return Task(_pawl.read_task(path, os.path.dirname(path), True))


def read_scene(source: _json.Source) -> Scene:
    """Reads a scene from a file name, a dict, or JSON text that begins with "{".

    Parameters
    ----------
    source : str, path or dict
        A file name, a dict, or JSON text that begins with "{".

    Returns
    -------
    Scene
        The scene, which has no faults.

    Raises
    ------
    InputError
        The file cannot be read, or the scene is not valid. The exception lists all faults and names the file.
    MissingFileError
        The file does not exist. This is an InputError and a FileNotFoundError.

    Examples
    --------
    >>> scene = pawl.read_scene({"pawl": 1, "duration": 0.1, "bodies": [{"outline": {"disc": {"radius": 0.1}}, "mass": 1}]})
    >>> scene.units
    ('m', 'rad')
    """
    text, is_path = _json.read(source)
    with _errors.reading(text if is_path else None):
        return Scene(_pawl.read_scene(os.fsencode(text) if is_path else text, is_path))


from ._other_answers import DrawingReport  # noqa: E402  (the two modules import each other)


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
    """Reads the part of a task from a DXF or SVG drawing or a KiCad board, as ``pawl part`` does.

    Parameters
    ----------
    path : str or path
        The file's name.
    layer : str
        Reads only these layers, separated by commas; "" reads all visible layers.
    not_layer : str
        Leaves out these layers, separated by commas.
    unit : str, optional
        The unit of the drawing's numbers, "m", "mm", "cm" or "in". A size that an SVG states is converted. Default:
        the unit that the drawing states.
    join : float, optional
        Joins ends of curves whose distance is at most this, in the drawing's unit; 0 joins only equal ends. Default:
        1e-6 of the drawing's diameter.
    deviation : float, optional
        The largest distance of an arc or chord from a spline or an ellipse. Default: 0.001 of the unit.
    loop : int
        Number of the closed curve that is the part, from 1 as in the report; 0 means the outer curve.

    Returns
    -------
    DrawingReport
        The part, and a report with the entities that were left out.

    Raises
    ------
    InputError
        The file cannot be read, or it does not have one clear outline.

    Examples
    --------
    >>> from pathlib import Path
    >>> import tempfile
    >>> file = Path(tempfile.mkdtemp()) / "plate.svg"
    >>> size = file.write_text('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H4V2H0Z"/></svg>')
    >>> pawl.read_drawing(file, unit="mm").part
    <pawl.Part polygon>
    """
    name = visible(os.path.splitext(os.path.basename(os.fspath(path)))[0])
    keywords = {
        "layer": layer,
        "not_layer": not_layer,
        "unit": unit,
        "join": join,
        "deviation": deviation,
        "loop": loop,
    }
    with _errors.reading(os.fsdecode(path)):
        return DrawingReport(_pawl.part(os.fsencode(path), True, name, keywords))
