# SPDX-License-Identifier: MIT
"""Functions to write files that appear, or are replaced, only when they are complete."""
from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from typing import Union


def write_whole(path: Union[str, "os.PathLike[str]"], data: bytes, *, follow_link: bool = True) -> None:
    """Writes a private temporary file in the same folder as ``path`` and renames it to ``path``.

    If ``path`` is a symbolic link, ``follow_link`` determines which file is replaced. If it is true, the file to which the link
    points is replaced; otherwise the link itself.
    """
    place = os.path.realpath(path) if follow_link else os.path.abspath(path)
    try:
        handle, temporary = tempfile.mkstemp(prefix=".pawl-", suffix=".part", dir=os.path.dirname(place))
    except OSError as error:  # the error then names the file, not the temporary file
        raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        put_in_place(temporary, place)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
        raise


def put_in_place(temporary: str, path: str) -> None:
    """Synchronises a complete file with the disk and renames it to ``path``.

    The file gets the owner, group and mode of the file that it replaces. If no such file exists, the umask decides the mode.
    Raises PermissionError if the owner cannot be kept.
    """
    with open(temporary, "rb") as file:
        _take_mode(file.fileno(), path)
        os.fsync(file.fileno())
    os.replace(temporary, path)
    opened = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _take_mode(descriptor: int, replaced: str) -> None:
    try:
        old = os.lstat(replaced)
    except FileNotFoundError:
        old = None
    if old is None or not stat.S_ISREG(old.st_mode):
        mask = os.umask(0)
        os.umask(mask)
        os.fchmod(descriptor, 0o666 & ~mask)
        return
    own = os.fstat(descriptor)
    if (own.st_uid, own.st_gid) != (old.st_uid, old.st_gid):
        os.fchown(descriptor, old.st_uid, old.st_gid)
    os.fchmod(descriptor, stat.S_IMODE(old.st_mode) & 0o777)
