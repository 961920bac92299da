# SPDX-License-Identifier: MIT
"""Groups the sources of a CMake target so that each group can be compiled as one file, which takes less time.

Usage: unity_groups.py MOST SOURCE_DIR SOURCE... The output is code for CMake. A group has at most MOST sources, and no two sources
of a group define the same name at the beginning of a line. Two such definitions can be in anonymous namespaces, and then collide
in one file.
"""
from __future__ import annotations

import pathlib
import re
import sys

# The name in a definition at the beginning of a line: of a constant, a type, or a function or variable.
DEFINITION = re.compile(
    r"^(?:(?:template\s*<.*>\s*)?(?:class|struct|enum(?: class)?|union|using|namespace)\s+(\w+)"
    r"|(?:[\w:<>,&*\[\]]+\s+)+[&*]*(\w+)\s*(?:[({=;]|\[))",
    flags=re.M,
)


def names_in(text: str) -> set[str]:
    """Returns the names that a source defines, without namespaces that several sources may have."""
    found = set()
    for match in DEFINITION.finditer(text):
        name = match.group(1) or match.group(2)
        if not match.group(0).startswith(("namespace", "using namespace", "return", "#")):
            found.add(name)
    return found


def grouped(sources: dict[str, set[str]], most: int) -> list[list[str]]:
    """Puts each source into the first group that has room and none of its names."""
    groups: list[tuple[list[str], set[str]]] = []
    for source, names in sources.items():
        for members, taken in groups:
            if len(members) < most and not names & taken:
                members.append(source)
                taken |= names
                break
        else:
            groups.append(([source], set(names)))
    return [members for members, _ in groups]


def main() -> None:
    most, folder, *sources = sys.argv[1:]
    files = {source: pathlib.Path(folder, source) for source in sources if source.endswith(".cpp")}
    for number, group in enumerate(grouped({source: names_in(file.read_text()) for source, file in files.items()}, int(most))):
        listed = " ".join(f'"{files[source]}"' for source in group)
        print(f'set_source_files_properties({listed} DIRECTORY "{folder}" PROPERTIES UNITY_GROUP group_{number})')


if __name__ == "__main__":
    main()
