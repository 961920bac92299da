# SPDX-License-Identifier: MIT
"""What callers give as JSON: numbers of numpy, arrays, parts and tasks among it."""
from __future__ import annotations

import json
import os
from typing import Any, Mapping, Union

#: A file, by str or PathLike; a dict; or the JSON text itself, which begins with "{".
Source = Union[str, "os.PathLike[str]", Mapping[str, Any]]


def _plain(value: Any) -> Any:
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def text_of(value: Any) -> str:
    """The JSON of a value. Numbers that are not finite are left for the reader to refuse."""
    return json.dumps(value, default=_plain)


def is_text(source: Source) -> bool:
    return isinstance(source, str) and source.lstrip()[:1] == "{"


def read(source: Source) -> tuple[str, bool]:
    """(text or path, whether it is a path)."""
    if isinstance(source, Mapping):
        return text_of(source), False
    if is_text(source):
        return str(source), False
    return os.fspath(source), True
