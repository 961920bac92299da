# SPDX-License-Identifier: MIT
"""Pictures and players of tasks and answers."""
from __future__ import annotations

import os
from typing import Any, Union

from ._errors import InputError
from ._files import write_whole

_SIZE = (1280.0, 800.0)


def _checked(size: Any, theme: Any) -> None:
    """Raises InputError if the size is not a pair of numbers, or the theme is not a text."""
    try:
        width, height = size
        float(width), float(height)
        if isinstance(width, str) or isinstance(height, str):
            raise TypeError
    except (TypeError, ValueError):
        raise InputError([("size", str(size)[:80], "must be (width, height) in px, each from 300 to 16384")]) from None
    if not isinstance(theme, str):
        raise InputError([("theme", str(theme)[:80], "must be light, dark or print")])


class Drawn:
    """The base class of tasks and answers. It contains the methods for drawing and saving.

    Notebooks display the picture.
    """

    __slots__ = ()

    def _picture(self, form: str, size: tuple[float, float], theme: str) -> bytes:
        raise NotImplementedError

    def _page(self) -> str:
        raise NotImplementedError

    def to_json(self) -> str:
        raise NotImplementedError

    def svg(self, *, size: tuple[float, float] = _SIZE, theme: str = "light") -> str:
        """Returns the picture as the text of an SVG file.

        Parameters
        ----------
        size : (float, float)
            Width and height of the picture, px, each from 300 to 16384.
        theme : str
            "light", "dark" or "print".

        Returns
        -------
        str
            The text, which begins with an XML declaration.

        Raises
        ------
        InputError
            A size or theme out of bounds, or an answer that has no picture.

        Examples
        --------
        >>> task = pawl.read_task({"pawl": 1, "part": {"outline": {"disc": {"radius": 1}}}, "fixels": [[0, -1]]})
        >>> 'width="400px"' in task.svg(size=(400, 300))
        True
        """
        _checked(size, theme)
        return self._picture("svg", size, theme).decode()

    def png(self, *, size: tuple[float, float] = _SIZE, theme: str = "light") -> bytes:
        """Returns the picture as the bytes of a PNG file.

        Parameters
        ----------
        size : (float, float)
            Width and height of the picture, px, each from 300 to 16384.
        theme : str
            "light", "dark" or "print".

        Returns
        -------
        bytes
            The content of the file.

        Raises
        ------
        InputError
            A size or theme out of bounds, or an answer that has no picture.

        Examples
        --------
        >>> task = pawl.read_task({"pawl": 1, "part": {"outline": {"disc": {"radius": 1}}}, "fixels": [[0, -1]]})
        >>> task.png(theme="dark")[:4]
        b'\\x89PNG'
        """
        _checked(size, theme)
        return self._picture("png", size, theme)

    def pdf(self, *, size: tuple[float, float] = _SIZE, theme: str = "light") -> bytes:
        """Returns the picture as the bytes of a PDF file.

        Parameters
        ----------
        size : (float, float)
            Width and height of the picture, px, each from 300 to 16384.
        theme : str
            "light", "dark" or "print".

        Returns
        -------
        bytes
            The content of the file.

        Raises
        ------
        InputError
            A size or theme out of bounds, or an answer that has no picture.

        Examples
        --------
        >>> task = pawl.read_task({"pawl": 1, "part": {"outline": {"disc": {"radius": 1}}}, "fixels": [[0, -1]]})
        >>> task.pdf(theme="print")[:4]
        b'%PDF'
        """
        _checked(size, theme)
        return self._picture("pdf", size, theme)

    def html(self) -> str:
        """Returns the player: the text of one self-contained HTML file, which replays the motion."""
        return self._page()

    def _repr_png_(self) -> bytes:
        # Notebooks display this picture. It is a PNG, because nbconvert removes the content of SVG outputs from pages.
        return self.png(size=(960.0, 600.0))

    def save(
        self,
        path: Union[str, "os.PathLike[str]"],
        *,
        size: tuple[float, float] = _SIZE,
        theme: str = "light",
    ) -> None:
        """Writes a file in the format of its name's extension: .json, .html, .svg, .png or .pdf.

        The file appears, or replaces an older file, only when it is complete.

        Parameters
        ----------
        path : str or path
            The file's name.
        size : (float, float)
            Width and height of a picture, px, each from 300 to 16384.
        theme : str
            "light", "dark" or "print"; for pictures.

        Raises
        ------
        ValueError
            Another extension.
        OSError
            The file cannot be written.
        InputError
            A size or theme out of bounds, or an answer that has no picture.

        Examples
        --------
        >>> from pathlib import Path
        >>> import tempfile
        >>> task = pawl.read_task({"pawl": 1, "part": {"outline": {"disc": {"radius": 1}}}, "fixels": [[0, -1]]})
        >>> file = Path(tempfile.mkdtemp()) / "disc.svg"
        >>> task.save(file)
        >>> file.read_text()[:5]
        '<?xml'
        """
        form = os.path.splitext(os.fspath(path))[1][1:].lower()
        if form == "json":
            data = self.to_json().encode()
        elif form in ("html", "htm"):
            data = self._page().encode()
        elif form in ("svg", "png", "pdf"):
            _checked(size, theme)
            data = self._picture(form, size, theme)
        else:
            raise ValueError(f"{os.fspath(path)}: unknown format; expected a name in .json, .html, .svg, .png or .pdf")
        write_whole(path, data)
