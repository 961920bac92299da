# SPDX-License-Identifier: MIT
"""Tests the answers to a table of requests, and the names of keywords. Tests of the command and of the web library use the
same table."""
from __future__ import annotations

import inspect
import json
import re

import pytest

import pawl
from conftest import ROOT

TABLE = json.loads((ROOT / "tests/data/requests.json").read_text())
STATUS = {"yes": 0, "no": 1, "failed": 3}


def declared() -> dict[str, dict[str, str]]:
    """Reads docs/options.md. Returns the keyword of each option by command, or "" if Python does not have the option."""
    commands: dict[str, dict[str, str]] = {}
    for line in (ROOT / "docs/options.md").read_text().splitlines():
        if line.startswith("## "):
            commands[line[3:]] = {}
        elif line.startswith("| `--"):
            option, _, keyword = (cell.strip(" `") for cell in line.split("|")[1:4])
            commands[list(commands)[-1]][option[2:]] = keyword
    return commands


DECLARED = declared()
FUNCTIONS = {
    "contacts": pawl.contacts, "modes": pawl.modes, "cone": pawl.wrench_cones, "check": pawl.check,
    "forward": pawl.forward, "plan": pawl.plan, "orient": pawl.orient, "simulate": pawl.simulate, "fixture": pawl.fixture,
    "part": pawl.read_drawing, "lcp": pawl.lcp, "verify": pawl.verify,
}


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row['command']} {row['options']}")
def test_a_request(row):
    keywords = {DECLARED[row["command"]][name]: value for name, value in row["options"].items()}
    if "" in keywords:
        pytest.skip("Python does not have one of the keywords")
    path = ROOT / "data/drawings" / row["drawing"] if "drawing" in row else ROOT / f"data/tasks/{row['task']}.json"
    if row["status"] == 2:
        with pytest.raises(pawl.InputError) as caught:
            FUNCTIONS[row["command"]](path, **keywords)
        assert caught.value.faults[0].pointer == DECLARED[row["command"]].get(row["fault"], row["fault"])
        return
    answer = FUNCTIONS[row["command"]](path, **keywords)
    document = json.loads(answer.to_json())
    if row["command"] != "part":
        assert STATUS[pawl.Answer(answer._held).status] == row["status"]
    for pointer, expected in row["answer"].items():
        value = document
        for key in pointer.split("/")[1:]:
            value = value[int(key) if isinstance(value, list) else key]
        assert value == expected


@pytest.mark.parametrize("command", FUNCTIONS)
def test_functions_have_the_keywords_that_are_declared(command):
    found = set(inspect.signature(FUNCTIONS[command]).parameters)
    missing = {keyword for keyword in DECLARED[command].values() if keyword} - found
    assert not missing


@pytest.mark.parametrize("command", FUNCTIONS)
def test_functions_have_no_other_keywords_of_the_command(command):
    others = {re.sub("-", "_", option) for option, keyword in DECLARED[command].items() if not keyword}
    assert not others & set(inspect.signature(FUNCTIONS[command]).parameters)
