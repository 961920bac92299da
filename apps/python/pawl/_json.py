# SPDX-License-Identifier: MIT
"""Conversion of JSON from callers. It may contain numbers and arrays of numpy, parts, and tasks."""
from __future__ import annotations

import json
import os
from typing import Any, Mapping, Union

from ._errors import InputError, MissingFileError

#: The source of a task or problem: a file name (str, bytes or PathLike), a dict, or JSON text that begins with "{".
Source = Union[str, bytes, "os.PathLike[str]", Mapping[str, Any]]


def _plain(value: Any) -> Any:
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} cannot be converted to JSON")


def text_of(value: Any, pointer: str = "") -> str:
    """Returns the JSON text of a value. Does not reject infinities and NaN; the reader of the text does."""
    try:
        return json.dumps(value, default=_plain)
    except (ValueError, RecursionError) as error:  # raised for integers with thousands of digits, cyclic references, or too deep
                                                   # nesting
        raise InputError([(pointer, "", f"cannot be converted to JSON: {error}")]) from None


def parsed(text: str, pointer: str) -> Any:
    """Returns the value of a JSON text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError([(pointer, text[:80], f"not valid JSON: {error}")]) from None


def key(value: Any) -> Any:
    """Returns a hashable form of a value. The forms of equal values are equal; for example, the forms of 1 and 1.0 are
    equal, and so are the forms of dicts whose items have different orders."""
    if isinstance(value, dict):
        return frozenset((name, key(one)) for name, one in value.items())
    return tuple(map(key, value)) if isinstance(value, list) else value


def read(source: Source) -> tuple[str, bool]:
    """Returns the JSON text of a source, or the path of its file, and whether the result is a path."""
    if isinstance(source, Mapping):
        return text_of(source), False
    if not isinstance(source, (str, bytes, os.PathLike)):
        kind = type(source).__name__
        raise TypeError(f'{kind}: not an input; expected a file name, a dict, or JSON text that begins with "{{"')
    text: Union[str, bytes] = os.fspath(source)
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            raise InputError([("", "", "bytes that are not UTF-8; expected JSON text or a file name in UTF-8")]) from None
    bare = text.lstrip("\ufeff \t\r\n")
    if bare[:1] == "{":
        return text.lstrip("\ufeff"), False
    if not bare:
        raise InputError([("", text, 'empty; expected a file name, a dict, or JSON text that begins with "{"')])
    return text, True


def content(source: Source, pointer: str) -> tuple[str, str]:
    """Returns the JSON text of a source, and the name of its file ("" without a file)."""
    text, is_path = read(source)
    if not is_path:
        return text, ""
    try:
        with open(text, encoding="utf-8-sig") as file:
            return file.read(), text
    except (OSError, ValueError) as error:  # ValueError: the file is not UTF-8, or its name contains a null byte
        kind = MissingFileError if isinstance(error, FileNotFoundError) else InputError
        raise kind([(pointer, text, f"cannot be read: {getattr(error, 'strerror', None) or error}")], text) from None
