# SPDX-License-Identifier: MIT
"""scripts/wheel must make a wheel that works in a fresh environment, with its own copies of libraries."""
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys

import pytest

from conftest import ROOT

PROGRAM = """
import pawl
plan = pawl.plan({"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}},
    "friction": 0.2, "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"})
assert plan.found and plan.png().startswith(b"\\x89PNG")
print(pawl.__file__)
for line in open("/proc/self/maps"):
    if ".so" in line:
        print(line.split()[-1])
"""


def test_a_wheel_works_in_a_fresh_environment(tmp_path):
    if "PAWL_BUILD" not in os.environ or shutil.which("patchelf") is None:
        pytest.skip("needs an existing build, PAWL_BUILD, and patchelf")
    clean = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "MPLCONFIGDIR": str(tmp_path)}
    with_build = {**clean, "PAWL_BUILD": os.environ["PAWL_BUILD"]}
    made = subprocess.run(
        [sys.executable, ROOT / "scripts/wheel", tmp_path / "wheels"],
        env=with_build, capture_output=True, text=True, check=True, timeout=300,
    ).stdout.strip()
    assert made.endswith("-manylinux_2_36_x86_64.whl")
    fresh = tmp_path / "fresh"
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", fresh], check=True)
    python = fresh / "bin/python"
    install = ["install", "--quiet", "--no-deps", "--no-index", made]
    subprocess.run([sys.executable, "-m", "pip", "--python", python, *install], env=clean, check=True, timeout=300)
    run = {"env": clean, "cwd": tmp_path, "capture_output": True, "text": True, "timeout": 300}
    shown = subprocess.run([python, "-c", PROGRAM], check=True, **run).stdout.split()
    assert shown[0].startswith(str(fresh))
    own = {pathlib.Path(name).name.partition("-")[0] for name in shown if "/pawl.libs/" in name}
    assert own >= {"libgmp", "libtbb", "libcairo", "libfmt", "libpugixml", "libfreetype"}
    assert not [name for name in shown if name.startswith(("/lib/", "/usr/lib/")) and "libcairo" in name]
    # Also tests the examples of the docstrings in the environment with the wheel.
    shutil.copy(ROOT / "apps/python/tests/test_docstrings.py", tmp_path)
    tested = subprocess.run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_docstrings.py"], **run)
    assert tested.returncode == 0, tested.stdout + tested.stderr
    # Also converts the notebooks to HTML pages in this environment.
    pytest.importorskip("nbconvert")
    pages = tmp_path / "pages"
    exported = subprocess.run([python, ROOT / "scripts/notebooks", "--html", pages], **{**run, "timeout": 900})
    assert exported.returncode == 0, exported.stdout + exported.stderr
    assert sorted(page.name for page in pages.iterdir()) == ["figures.html", "sweep.html", "tutorial.html"]
    assert all("data:image/png;base64," in page.read_text() for page in pages.iterdir())
