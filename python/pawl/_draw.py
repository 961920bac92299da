# SPDX-License-Identifier: MIT
"""Pictures and pages of what has them."""
from __future__ import annotations

import os
import tempfile
from typing import Any, Optional, Union

_SIZE = (1280.0, 800.0)


def write(path: Union[str, "os.PathLike[str]"], data: bytes) -> None:
    """Whole or not at all: aside in the same folder, then put in place."""
    folder = os.path.dirname(os.path.abspath(path))
    handle, aside = tempfile.mkstemp(prefix=".pawl-", suffix=".part", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(aside, 0o666 & ~mask)
        os.replace(aside, path)
    except BaseException:
        os.unlink(aside)
        raise


class Drawn:
    """What has a picture."""

    __slots__ = ()

    def _picture(self, form: str, size: tuple[float, float], theme: str) -> bytes:
        raise NotImplementedError

    def _page(self) -> str:
        raise NotImplementedError

    def to_json(self) -> str:
        raise NotImplementedError

    def svg(self, *, size: tuple[float, float] = _SIZE, theme: str = "light") -> str:
        """The picture; theme: light, dark or print."""
        return self._picture("svg", size, theme).decode()

    def png(self, *, size: tuple[float, float] = _SIZE, theme: str = "light") -> bytes:
        return self._picture("png", size, theme)

    def pdf(self, *, size: tuple[float, float] = _SIZE, theme: str = "light") -> bytes:
        return self._picture("pdf", size, theme)

    def html(self) -> str:
        """The page that plays, one file that needs no other."""
        return self._page()

    def _repr_svg_(self) -> str:
        return self.svg(size=(960.0, 600.0))

    def save(
        self,
        path: Union[str, "os.PathLike[str]"],
        *,
        size: tuple[float, float] = _SIZE,
        theme: str = "light",
    ) -> None:
        """Writes a file by the end of its name: .json, .html, .svg, .png or .pdf."""
        form = os.path.splitext(os.fspath(path))[1][1:].lower()
        if form == "json":
            data = self.to_json().encode()
        elif form in ("html", "htm"):
            data = self._page().encode()
        elif form in ("svg", "png", "pdf"):
            data = self._picture(form, size, theme)
        else:
            raise ValueError(f"{os.fspath(path)}: must end in .json, .html, .svg, .png or .pdf")
        write(path, data)

    def plot(self, ax: Optional[Any] = None, *, theme: str = "light") -> Any:
        """The picture in axes of matplotlib, which must be installed; the axes."""
        from ._plot import show_in

        return show_in(self, ax, theme)
