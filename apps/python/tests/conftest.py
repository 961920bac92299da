# SPDX-License-Identifier: MIT
from __future__ import annotations

import os
import pathlib
import shutil
import signal
import subprocess

import pytest

# What is started in the background may have been told to ignore interrupts, and hands that on.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = pathlib.Path(__file__).resolve().parents[3]
TASKS = sorted((ROOT / "data/tasks").glob("*.json"))
SCENES = sorted((ROOT / "data/scenes").glob("*.json"))


@pytest.fixture(scope="session")
def command() -> str:
    """The command that answers are compared with: PAWL_COMMAND, else that of the build."""
    found = os.environ.get("PAWL_COMMAND") or str(ROOT / "build/release/apps/cli/pawl")
    assert shutil.which(found), f"{found}: no command to compare with; set PAWL_COMMAND"
    return found


@pytest.fixture(scope="session")
def printed(command):
    """What a command prints, and its exit status."""

    def run(*arguments: object) -> tuple[str, int]:
        done = subprocess.run(
            [command, *map(str, arguments), "--no-timing", "--format", "json", "--quiet"],
            capture_output=True, text=True, timeout=300,
        )
        return done.stdout, done.returncode

    return run
