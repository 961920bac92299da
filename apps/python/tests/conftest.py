# SPDX-License-Identifier: MIT
from __future__ import annotations

import os
import pathlib
import shutil
import signal
import subprocess

import pytest

# A shell may start this process in the background with interrupts ignored. Its child processes would then ignore
# interrupts, too.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = pathlib.Path(__file__).resolve().parents[3]
TASKS = sorted((ROOT / "data/tasks").glob("*.json"))
SCENES = sorted((ROOT / "data/scenes").glob("*.json"))


@pytest.fixture(scope="session")
def command() -> str:
    """Returns the command with which answers are compared: PAWL_COMMAND, or else the command of the release build."""
    found = os.environ.get("PAWL_COMMAND") or str(ROOT / "build/release/apps/cli/pawl")
    assert shutil.which(found), f"{found}: command not found; set PAWL_COMMAND"
    return found


@pytest.fixture(scope="session")
def printed(command):
    """Returns a function that runs the command, and returns its output and exit status."""

    def run(*arguments: object) -> tuple[str, int]:
        done = subprocess.run(
            [command, *map(str, arguments), "--no-timing", "--format", "json", "--quiet"],
            capture_output=True, text=True, timeout=300,
        )
        return done.stdout, done.returncode

    return run
