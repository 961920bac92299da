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


CLASSES = [name for name in pawl.__all__ if inspect.isclass(getattr(pawl, name))]


def public_members(kind: type) -> dict[str, object]:
    """Returns the public methods and properties that a class or one of its private base classes defines."""
    classes = [one for one in kind.__mro__ if one is kind or one.__module__.startswith("pawl.") and one.__name__ not in pawl.__all__]
    return {name: inspect.getattr_static(kind, name) for one in classes for name in vars(one) if not name.startswith("_")}


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_describes_its_members(name):
    """A class has a docstring. So does each member, and a method with parameters has sections for them, for its result and for an
    example. A section "Raises" is required if the text of the method raises an exception."""
    kind = getattr(pawl, name)
    assert kind.__doc__ and not kind.__doc__.startswith(f"{name}(")
    for title, member in public_members(kind).items():
        function = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
        if isinstance(member, property):
            assert member.__doc__, title
        if not inspect.isfunction(function):
            continue
        assert function.__doc__, title
        parameters = [one for one in inspect.signature(function).parameters if one not in ("self", "cls")]
        if not parameters:
            continue
        found = sections(function.__doc__)
        entries = re.findall(r"^(?:\*\*)?(\w+(?:, \w+)*)(?: :|$)", found["Parameters"], flags=re.M)
        assert [one for entry in entries for one in entry.split(", ")] == parameters, title
        returns = inspect.signature(function).return_annotation not in (None, "None")
        raises = "raise " in inspect.getsource(function)
        required = ["Parameters"] + ["Returns"] * returns + ["Raises"] * raises + ["Examples"]
        assert [one for one in found if one in required] == required, title


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


def test_the_docstrings_contain_examples():
    count = sum(bool(test.examples) for module in MODULES for test in doctest.DocTestFinder().find(module))
    assert count >= len(FUNCTIONS) + 8
