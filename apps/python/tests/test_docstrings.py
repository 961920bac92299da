# SPDX-License-Identifier: MIT
"""Docstrings must describe all parameters in numpy's style, and their examples must be true."""
from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import re

import numpy as np
import pytest

import pawl

FUNCTIONS = [name for name in pawl.__all__ if inspect.isfunction(getattr(pawl, name))]
MODULES = [importlib.import_module(f"pawl.{one.name}") for one in pkgutil.iter_modules(pawl.__path__) if one.name.startswith("_") and one.name != "_pawl"]


def sections(text: str) -> dict[str, str]:
    """Returns the sections of a docstring: a title underlined with hyphens, and the text below it."""
    parts = re.split(r"^(\w+)\n-+\n", inspect.cleandoc(text) + "\n", flags=re.M)
    return dict(zip(parts[1::2], parts[2::2]))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_describes_its_parameters_results_and_faults(name):
    function = getattr(pawl, name)
    found = sections(function.__doc__)
    assert list(found) == ["Parameters", "Returns", "Raises", "Examples"]
    entries = re.findall(r"^(\w+(?:, \w+)*) : \S.*$", found["Parameters"], flags=re.M)
    assert [one for entry in entries for one in entry.split(", ")] == list(inspect.signature(function).parameters)
    assert "InputError" in found["Raises"] and f"pawl.{name}(" in found["Examples"]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_examples_are_true(module):
    if module.__name__ in ("pawl._task", "pawl._mode_answers", "pawl._plan_answers"):
        pytest.importorskip("matplotlib").use("Agg")
    finder = doctest.DocTestFinder()
    runner = doctest.DocTestRunner(verbose=False)
    tests = finder.find(module, extraglobs={"pawl": pawl, "np": np})
    for test in tests:
        runner.run(test)
    assert runner.failures == 0


def test_there_are_examples():
    count = sum(bool(test.examples) for module in MODULES for test in doctest.DocTestFinder().find(module))
    assert count >= len(FUNCTIONS) + 8
