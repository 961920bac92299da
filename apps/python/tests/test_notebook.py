# SPDX-License-Identifier: MIT
"""The tutorial notebook and the Python programs in README.md and docs/python.md must run without changes."""
from __future__ import annotations

import re

import pytest

from conftest import ROOT


def test_the_tutorial_runs():
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    path = ROOT / "apps/python/notebooks/tutorial.ipynb"
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs are not kept in the repository"
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(path.parent)}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert sum("image/svg+xml" in output.get("data", {}) for output in shown) >= 3


@pytest.mark.parametrize("page", ["docs/python.md"])
def test_programs_of_the_pages_run(page, monkeypatch, tmp_path):
    (tmp_path / "data").symlink_to(ROOT / "data")
    monkeypatch.chdir(tmp_path)
    programs = re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), flags=re.M | re.S)
    assert len(programs) >= 3
    known: dict[str, object] = {}
    for program in programs:
        exec(compile(program, page, "exec"), known)
