# SPDX-License-Identifier: MIT
"""Builds the extension module with CMake, for `pip install .`: without cddlib, and only what the module needs.

The environment variable CMAKE_ARGS can contain more options for CMake.
"""
from __future__ import annotations

import os
import pathlib
import re
import shlex
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


def followed(command: list[str]) -> int:
    """Runs a build, prints its output, and shows the number of finished steps on the terminal. Returns the exit status.

    pip keeps the output of a build to itself, unless -v is given or the build fails. Therefore the number of steps is written to
    the terminal of the process. Its last character is a space, which the turning sign of pip replaces.
    """
    try:
        terminal = None if sys.stdout.isatty() else open("/dev/tty", "w", encoding="utf-8")
    except OSError:  # the process has no terminal
        terminal = None
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            step = re.match(r"\[(\d+)/(\d+)\]", line)
            if step and terminal:
                print(f"\r  Building pawl: step {step[1]} of {step[2]} ...  ", end="", file=terminal, flush=True)
    if terminal:
        terminal.close()
    return process.returncode


class BuildByCMake(build_ext):
    def build_extension(self, extension: Extension) -> None:
        target = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        folder = pathlib.Path(os.environ.get("PAWL_BUILD", ROOT / "build/python")).resolve()
        build = ["cmake", "--build", str(folder), "--target", "pawl_python"]
        # A build named by PAWL_BUILD is not configured again (CI uses the build of the tests).
        if "PAWL_BUILD" in os.environ:
            subprocess.run(build, check=True)
        elif self.configure(folder, grouped=True) + followed(build) != 0:
            # Two sources of a folder can define names that collide. Each source alone compiles in any case.
            print("The build of whole folders failed. Each source is now compiled alone.", flush=True)
            self.configure(folder, grouped=False)
            if followed(build) != 0:
                raise RuntimeError("the build failed; its messages are above")
        built = next((folder / "apps/python/pawl").glob("_pawl.*.so"))
        target.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(built), str(target))

    def configure(self, folder: pathlib.Path, *, grouped: bool) -> int:
        # The analysis for warnings, which -w switches off, takes 8 % of the time.
        options = [
            "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG -w", "-DPAWL_PYTHON=ON", "-DPAWL_WITH_CDDLIB=OFF",
            "-DPAWL_TESTS=OFF", "-DPAWL_COMMAND=OFF", "-DBUILD_SHARED_LIBS=OFF", f"-DPAWL_GROUPED={'ON' if grouped else 'OFF'}",
            f"-DPython3_EXECUTABLE={sys.executable}", *shlex.split(os.environ.get("CMAKE_ARGS", "")),
        ]
        return subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", *options], check=True).returncode


def version() -> str:
    """Returns the version from lib/include/pawl/version.h, the only place that states it."""
    header = (ROOT / "lib/include/pawl/version.h").read_text()
    numbers = [line.split()[2] for line in header.splitlines() if line.startswith("#define PAWL_VERSION_")]
    return ".".join(numbers)


if __name__ == "__main__":
    setup(
        version=version(),
        ext_modules=[Extension("pawl._pawl", sources=[])],
        cmdclass={"build_ext": BuildByCMake},
    )
