# SPDX-License-Identifier: MIT
"""The type stub of the extension must have the right names of arguments. stubtest cannot check these names for pybind11."""
from __future__ import annotations

import ast
import re

import pawl
from conftest import ROOT

STUB = ast.parse((ROOT / "apps/python/pawl/_pawl.pyi").read_text())


def arguments_of(function: object) -> list[str]:
    """Returns the names of arguments in the signature, which is the first line of a docstring from pybind11."""
    line = (function.__doc__ or "").splitlines()[0]
    signature = line[line.index("(") + 1 : line.rindex(") ->")]
    while re.search(r"[\[(][^\[\]()]*[\])]", signature):  # removes type arguments
        signature = re.sub(r"[\[(][^\[\]()]*[\])]", "", signature)
    return [part.split(":")[0].strip() for part in signature.split(",") if ":" in part]


def test_functions_have_the_arguments_of_the_stub():
    stubs = {node.name: [one.arg for one in node.args.args] for node in STUB.body if isinstance(node, ast.FunctionDef)}
    found = {name: getattr(pawl._pawl, name) for name in dir(pawl._pawl)}
    functions = {name: arguments_of(one) for name, one in found.items() if type(one).__name__ == "builtin_function_or_method"}
    assert functions == stubs
    assert len(functions) > 15


def test_methods_have_the_arguments_of_the_stub():
    checked = 0
    for kind in (node for node in STUB.body if isinstance(node, ast.ClassDef)):
        for method in (node for node in kind.body if isinstance(node, ast.FunctionDef)):
            if method.decorator_list:
                continue
            runtime = getattr(getattr(pawl._pawl, kind.name), method.name)
            assert arguments_of(runtime)[1:] == [one.arg for one in method.args.args][1:], method.name
            checked += 1
    assert checked >= 7
