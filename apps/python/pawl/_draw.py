# SPDX-License-Identifier: MIT
"""Pictures and pages of what has them."""
from __future__ import annotations

import os
from typing import Any, Optional, Union

from ._files import write_whole

_SIZE = (1280.0, 800.0)


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
        write_whole(path, data)

    def plot(self, ax: Optional[Any] = None, *, theme: str = "light") -> Any:
        """The picture in axes of matplotlib, which must be installed; the axes."""
        from ._plot import show_in

        return show_in(self, ax, theme)
