# SPDX-License-Identifier: MIT
"""Builds the extension module with CMake, for `pip install .`: without cddlib, and only what the module needs.

The environment variable CMAKE_ARGS can contain more options for CMake.
"""
import os
import pathlib
import shlex
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = pathlib.Path(__file__).resolve().parent


class BuildByCMake(build_ext):
    def build_extension(self, extension: Extension) -> None:
        target = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        folder = pathlib.Path(os.environ.get("PAWL_BUILD", ROOT / "build/python")).resolve()
        options = [
            "-DCMAKE_BUILD_TYPE=Release", "-DPAWL_PYTHON=ON", "-DPAWL_WITH_CDDLIB=OFF", "-DPAWL_TESTS=OFF",
            "-DBUILD_SHARED_LIBS=OFF", f"-DPython3_EXECUTABLE={sys.executable}",
        ]
        # A build named by PAWL_BUILD is not configured again (CI uses the build of the tests).
        if "PAWL_BUILD" not in os.environ:
            subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", *options], check=True)
        subprocess.run(["cmake", "--build", str(folder), "--target", "pawl_python"], check=True)
        built = next((folder / "apps/python/pawl").glob("_pawl.*.so"))
        target.parent.mkdir(parents=True, exist_ok=True)
        self.copy_file(str(built), str(target))


def version() -> str:
    """Returns the version from lib/include/pawl/version.h, the only place that states it."""
    header = (ROOT / "lib/include/pawl/version.h").read_text()
    numbers = [line.split()[2] for line in header.splitlines() if line.startswith("#define PAWL_VERSION_")]
    return ".".join(numbers)


setup(
    version=version(),
    ext_modules=[Extension("pawl._pawl", sources=[])],
    cmdclass={"build_ext": BuildByCMake},
)
