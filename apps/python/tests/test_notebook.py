# SPDX-License-Identifier: MIT
"""The notebooks and the Python programs in docs/python.md must run without changes."""
from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from conftest import ROOT


def test_notebooks_run_and_have_the_outputs_that_are_stored(tmp_path):
    pytest.importorskip("nbconvert")
    pytest.importorskip("matplotlib")
    environment = {**os.environ, "MPLCONFIGDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/notebooks", "--check"],
        env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=900,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["figures", "sweep", "tutorial"]


def test_notebooks_are_exported_with_their_pictures():
    """nbconvert removes the content of SVG outputs, so pictures must have another format."""
    exporter = pytest.importorskip("nbconvert").HTMLExporter()
    for path in (ROOT / "apps/python/notebooks").glob("*.ipynb"):
        outputs = [output for cell in json.loads(path.read_text())["cells"] for output in cell.get("outputs", [])]
        pictures = [output["data"]["image/png"] for output in outputs if "image/png" in output.get("data", {})]
        page = exporter.from_filename(str(path))[0]
        assert len(pictures) >= 2 and all(picture.replace("\n", "")[:200] in page.replace("\n", "") for picture in pictures)
        assert not any("image/svg+xml" in output.get("data", {}) for output in outputs)


@pytest.mark.parametrize("page", ["docs/python.md"])
def test_the_programs_in_the_documentation_run(page, monkeypatch, tmp_path):
    (tmp_path / "data").symlink_to(ROOT / "data")
    monkeypatch.chdir(tmp_path)
    programs = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), flags=re.M | re.S)
    assert len(programs) >= 3
    known: dict[str, object] = {}
    for program in programs:
        exec(compile(program, page, "exec"), known)
