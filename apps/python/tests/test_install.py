# SPDX-License-Identifier: MIT
"""Tests `pip install .` as in docs/python.md, without a network, from an existing build (PAWL_BUILD)."""
from __future__ import annotations

import os
import pty
import runpy
import subprocess
import sys

import pytest

from conftest import ROOT


def test_pip_installs_the_package(tmp_path):
    if "PAWL_BUILD" not in os.environ:
        pytest.skip("PAWL_BUILD is not set; without an existing build, this test compiles everything")
    site = tmp_path / "site"
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps", "--no-index",
         "--target", site, ROOT],
        env=environment, check=True, timeout=300,
    )
    program = "import pawl; print(pawl.__file__); print(pawl.check('data/tasks/ratchet_pawl.json', 'arr').verdict)"
    shown = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env={**environment, "PYTHONPATH": str(site)},
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()
    assert shown[0].startswith(str(site))
    assert shown[1] in ("determinate", "partly ambiguous", "wholly ambiguous")
    assert (site / "pawl/py.typed").exists() and (site / "pawl/_pawl.pyi").exists()


def test_a_build_shows_its_steps_on_the_terminal():
    """pip keeps the output of a build to itself, so the steps must appear on the terminal of the process."""
    child, terminal = pty.fork()
    if child == 0:  # this process has the new terminal; its output goes elsewhere, as in pip
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        followed = runpy.run_path(str(ROOT / "setup.py"))["followed"]
        os._exit(followed(["sh", "-c", "echo '[1/2] Building a.o'; echo 'note'; echo '[2/2] Linking'; exit 7"]))
    shown = b""
    while True:
        try:
            part = os.read(terminal, 1000)
        except OSError:  # the process has ended
            break
        if not part:
            break
        shown += part
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
    assert b"step 1 of 2" in shown and b"step 2 of 2" in shown and b"note" not in shown
