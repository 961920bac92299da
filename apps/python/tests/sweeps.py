# SPDX-License-Identifier: MIT
"""Functions and data shared by the tests of sweeps."""
import gzip
import hashlib
import json
import subprocess
import sys
import time

import pytest
from conftest import ROOT

from pawl.sweep import _chunk
from pawl.sweep._directory import Directory
from pawl.sweep._spec import read_spec

TASK = ROOT / "data/tasks/ratchet_pawl_trials.json"
SPEC = {
    "pawl-sweep": 1, "task": str(TASK),
    "fixtures": [{"name": "as drawn"}, {"name": "closer", "set": {"/fixels/2/at": [0.018, 0]}}],
    "grid": {"/friction": [0.1, 0.3]},
    "sample": {"points": 2, "values": {"/scatter/rotation": {"from": 0.01, "to": 0.05}}},
    "starts": 10, "seed": 3, "chunk": 16,
}


@pytest.fixture
def spec(tmp_path):
    """Returns a function that writes the file of a sweep with changed keys; None removes a key."""
    def write(**changes):
        changed = {key: value for key, value in {**SPEC, **changes}.items() if value is not None}
        (tmp_path / "spec.json").write_text(json.dumps(changed))
        return tmp_path / "spec.json"
    return write


def sweep(*words, **options):
    command = [sys.executable, "-m", "pawl.sweep", *map(str, words)]
    return subprocess.run(command, text=True, capture_output=True, timeout=300, **options)


def sha256(directory):
    digest = hashlib.sha256()
    for part in sorted(directory.glob("part-*.jsonl.gz")):
        digest.update(part.name.encode() + part.read_bytes())
    return digest.hexdigest()


def made_here(path, directory):
    """Returns the SHA-256 of a sweep that runs in this process. If the sweep runs in any other way, the SHA-256 must be the
    same."""
    made = read_spec(str(path))
    there = Directory(str(directory))
    directory.mkdir()
    there.begin(made, made.chunk)
    for chunk in range(there.chunks):
        runner, lines = _chunk.TrialRunner(made), []
        first, last = there.trials_of(chunk)
        for n in range(first, last):
            lines += runner.lines(n, 1)
        there.keep(chunk, lines)
    return sha256(directory)


def lines_of(directory):
    return [json.loads(line) for part in sorted(directory.glob("part-*")) for line in gzip.open(part)]


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("timed out")
