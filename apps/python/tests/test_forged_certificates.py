# SPDX-License-Identifier: MIT
"""The two checkers, `pawl verify` and tools/check_certificate.py, must not accept a forged certificate.

PAWL_TEST_COUNT is the number of forgeries, by default 150. scripts/full-check sets it to 10,000.
"""
from __future__ import annotations

import importlib.util
import json
import os
import random
import subprocess

import pytest

import forgeries
from conftest import ROOT

spec = importlib.util.spec_from_file_location("check_certificate", ROOT / "tools/check_certificate.py")
checker = importlib.util.module_from_spec(spec)
spec.loader.exec_module(checker)

COUNT = int(os.environ.get("PAWL_TEST_COUNT", 150))
FROM = "--from", ".2mm,.2deg"
BASES = [
    ("block_stop", "--certify-depth", ".03"), ("casting_in_pocket", "--certify-depth", "4"),
    ("bracket_tray", "--tolerance-outline", "1e-4", "--certify-depth", ".5"),
    ("block_in_pocket", *FROM), ("bracket_tray", *FROM), ("plate_on_diamond_pin", *FROM), ("plate_on_hole", *FROM),
    ("bracket_tray", "--from", ".1mm,.1deg", "--residual-energy", "1e-7"), ("peg_above_socket", *FROM),
    ("bracket_tray", "--from", ".1mm,.1deg", "--residual-energy", "1e-7", "--plan", "tilts.json", "--swept"),
]
TILTS = {"steps": [{"wrench": [-0.414, -0.910, 0]}, {"wrench": [-0.340, -0.940, 0]}]}


def verdicts(command, value, path):
    """Returns the exit statuses of both checkers, and the message of the Python program."""
    path.write_text(json.dumps(value))
    done = subprocess.run([command, "verify", str(path), "--quiet"], capture_output=True, timeout=300)
    try:
        return done.returncode, 0, checker.check(path)
    except checker.Refused as error:
        return done.returncode, error.args[1], error.args[0]


def known_rest(task, value):
    """Returns the displacement of a rest pose in which the part may start, or 0 if no such pose is known."""
    if task != "peg_above_socket":
        return 0.0
    # The peg stands on the floor of a socket. It has a clearance of 0.2 on each side, and the load points straight
    # down.
    scene = forgeries.Scene(value["problem"])
    assert scene.clearance((0.199, 1e-6, 0)) > 0 and scene.clearance((0.201, 1e-6, 0)) < 0
    assert abs(value["steps"][0]["load"]["force"][0]) < 1e-9 and value["start"]["half"][0] >= 0.199
    return 0.199


@pytest.fixture(scope="module")
def bases(command, tmp_path_factory):
    folder = tmp_path_factory.mktemp("forgeries")
    (folder / "tilts.json").write_text(json.dumps(TILTS))
    found = []
    for task, *options in BASES:
        path = folder / "certificate.json"
        path.unlink(missing_ok=True)
        arguments = [command, "plan", str(ROOT / f"data/tasks/{task}.json"), *options, "--certificate", str(path), "--quiet"]
        done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=300)
        assert path.exists(), done.stderr
        value = json.loads(path.read_text())
        found.append(forgeries.Base(value, known_rest(task, value)))
    return found


def test_the_genuine_certificates_are_accepted(bases, command, tmp_path):
    for base in bases:
        assert verdicts(command, base.value, tmp_path / "genuine.json")[:2] == (0, 0)


def test_both_checkers_refuse_forgeries(bases, command, tmp_path):
    kinds = set()
    for number, (kind, value) in enumerate(forgeries.forge(bases, COUNT, random.Random(COUNT))):
        kinds.add(kind)
        path = tmp_path / f"{number}.json"
        assert verdicts(command, value, path)[:2] == (1, 1), (kind, path)
        path.unlink()
    assert kinds == {kind.__name__ for kind in forgeries.KINDS}


def test_a_certificate_is_accepted_only_for_its_own_task(bases, command, tmp_path):
    tasks = sorted({task for task, *_ in BASES})
    for (own, *_), base in zip(BASES, bases):
        path = tmp_path / "certificate.json"
        path.write_text(json.dumps(base.value))
        for task in tasks:
            arguments = [command, "verify", str(path), "--task", str(ROOT / f"data/tasks/{task}.json"), "--quiet"]
            done = subprocess.run(arguments, capture_output=True, text=True, timeout=300)
            # For a task whose goal cannot have a depth, the status is 2.
            assert done.returncode in ((0,) if task == own else (1, 2)), (own, task, done.stdout, done.stderr)
