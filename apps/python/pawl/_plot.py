# SPDX-License-Identifier: MIT
"""Draws pictures into axes of matplotlib."""
from __future__ import annotations

import importlib
import io
from typing import TYPE_CHECKING, Any, Optional

if TYPE_CHECKING:
    from ._draw import Drawn


def show_in(drawn: Drawn, ax: Optional[Any], theme: str) -> Any:
    image: Any = importlib.import_module("matplotlib.image")
    pyplot: Any = importlib.import_module("matplotlib.pyplot")
    pixels = image.imread(io.BytesIO(drawn.png(theme=theme)))
    if ax is None:
        height, width = pixels.shape[:2]
        figure = pyplot.figure(figsize=(width / 128, height / 128), dpi=128)
        ax = figure.add_axes((0, 0, 1, 1))
    ax.imshow(pixels)
    ax.set_axis_off()
    return ax
