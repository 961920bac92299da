# SPDX-License-Identifier: MIT
"""Makes texts safe to print on a terminal."""
from __future__ import annotations

import unicodedata

_DIRECTIONS = set("\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def visible(text: str) -> str:
    """Returns the text with unsafe characters escaped, such as ``\\x1b`` or ``\\u202e``.

    Unsafe characters are control characters except line ends, characters that change the direction of writing, and bytes of
    file names that are not UTF-8. Texts from arguments and files may contain such characters.
    """

    def spelled(one: str) -> str:
        code = ord(one)
        if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8
            return f"\\x{code - 0xDC00:02x}"
        if one in _DIRECTIONS or unicodedata.category(one) == "Cs" or 0x80 <= code < 0xA0:
            return f"\\u{code:04x}"
        return f"\\x{code:02x}" if unicodedata.category(one) == "Cc" and one != "\n" else one

    return "".join(map(spelled, text))
