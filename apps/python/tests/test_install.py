# SPDX-License-Identifier: MIT
"""Tests `pip install .` as in docs/python.md, without a network, from an existing build (PAWL_BUILD)."""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

from conftest import ROOT


def test_pip_installs_it(tmp_path):
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
