# SPDX-License-Identifier: MIT
"""What callers give as JSON: numbers of numpy, arrays, parts and tasks among it."""
from __future__ import annotations

import json
import os
from typing import Any, Mapping, Union

from ._errors import InputError

#: A file, by str or PathLike; a dict; or the JSON text itself, which begins with "{".
Source = Union[str, bytes, "os.PathLike[str]", Mapping[str, Any]]


def _plain(value: Any) -> Any:
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def text_of(value: Any, pointer: str = "") -> str:
    """The JSON of a value. Numbers that are not finite are left for the reader to refuse."""
    try:
        return json.dumps(value, default=_plain)
    except (ValueError, RecursionError) as error:  # integers of thousands of digits, cycles, depth
        raise InputError([(pointer, "", f"has no JSON form: {error}")]) from None


def parsed(text: str, pointer: str) -> Any:
    """The value that a JSON text has."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError([(pointer, text[:80], f"is no JSON: {error}")]) from None


def key(value: Any) -> Any:
    """To be hashed: the same of values that are equal, as 1 and 1.0, whatever the order of a dict."""
    if isinstance(value, dict):
        return frozenset((name, key(one)) for name, one in value.items())
    return tuple(map(key, value)) if isinstance(value, list) else value


def read(source: Source) -> tuple[str, bool]:
    """(text or path, whether it is a path)."""
    if isinstance(source, Mapping):
        return text_of(source), False
    text = os.fspath(source)
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            raise InputError([("", "", "bytes must be JSON in UTF-8, or a file's name in it")]) from None
    bare = text.lstrip("\ufeff \t\r\n")
    if bare[:1] == "{":
        return text.lstrip("\ufeff"), False
    if not bare:
        raise InputError([("", text, 'is empty; expected a file, a dict, or JSON text, which begins with "{"')])
    return text, True


def content(source: Source, pointer: str) -> tuple[str, str]:
    """(JSON text, the name of its file or nothing)."""
    text, is_path = read(source)
    if not is_path:
        return text, ""
    try:
        with open(text, encoding="utf-8-sig") as file:
            return file.read(), text
    except (OSError, ValueError) as error:  # ValueError: no UTF-8, or a name with a null byte
        raise InputError([(pointer, text, f"cannot be read: {getattr(error, 'strerror', None) or error}")]) from None
