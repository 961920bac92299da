# SPDX-License-Identifier: MIT
"""Tests the answers to a table of requests, which must equal those of the command, and the keywords of the command's options.
Tests of the command and of the web library use the same table."""
from __future__ import annotations

import inspect
import json
import pathlib
import re
import subprocess

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
# For each command, its functions in Python. Together, these functions have all keywords of the command.
FUNCTIONS = {
    "contacts": [pawl.contacts], "modes": [pawl.modes], "cone": [pawl.wrench_cones], "check": [pawl.check],
    "forward": [pawl.forward, pawl.forward_scene], "plan": [pawl.plan], "nest": [pawl.nest], "orient": [pawl.orient],
    "simulate": [pawl.simulate], "fixture": [pawl.fixture], "part": [pawl.read_drawing], "lcp": [pawl.lcp],
    "verify": [pawl.verify],
}
# For each command that has no function in Python, the reason.
WITHOUT_FUNCTION = {
    "draw": "tasks and answers have the methods svg(), png(), pdf() and html()",
    "report": "the functions for its sections, such as contacts() and plan(), give its content",
    "help": "help() of Python prints the docstrings",
    "man": "the manual pages belong to the command",
    "completion": "the completions belong to the command",
}
# For each option without a keyword, what Python provides instead. The key "" applies to all commands.
WITHOUT_KEYWORD = {
    "plan": {
        "require-impact-safe": 'require="keeps" is the same',
        "certificate": "Plan.certificate is the text of the certificate",
    },
    "fixture": {"task-out": "Fixture.task is the task"},
    "nest": dict.fromkeys(["task-out", "plate", "sheet", "paper", "date"], "Nest.plate and Nest.pocket are the outlines"),
    "orient": {"task-out": "task.replace(pose=orientation.pose) is the task"},
    "": {
        **dict.fromkeys(
            ["mass", "density", "thickness", "part-tolerance", "friction", "tray", "actuator", "pin", "pins", "scatter", "set"],
            "Task.replace and Task.edit change these values",
        ),
        "task-out": "Task.save writes the task",
        **dict.fromkeys(
            ["layer", "not-layer", "unit", "join", "deviation", "loop"], "read_drawing and Part.from_dxf have these keywords"
        ),
        "help": "help() of Python prints the docstrings",
        "format": "str() and to_json() have both formats",
        "pretty": "to_json(pretty=True)",
        "out": "save() writes a file",
        "no-timing": "answers of the module do not contain the elapsed time",
        "quiet": "nothing is printed",
        "no-warn": "nothing is printed; Answer.warnings have codes",
        "verbose": "nothing is printed; the reports of drawings are complete",
        **dict.fromkeys(["svg", "png", "pdf", "html"], "methods of tasks and answers have these names"),
        "theme": "a keyword of the methods that draw",
        "picture-size": 'the keyword "size" of the methods that draw',
    },
}


def source_of(row) -> pathlib.Path:
    if "drawing" in row:
        return ROOT / "data/drawings" / row["drawing"]
    return ROOT / (f"data/scenes/{row['scene']}.scene.json" if "scene" in row else f"data/tasks/{row['task']}.json")


def subject_of(row) -> object:
    """Returns the argument of the function: a file, a scene, or a task with changed values."""
    path = source_of(row)
    if "scene" in row:
        return pawl.read_scene(path)
    return pawl.read_task(path).edit(row["set"]) if "set" in row else path


def words_of(row, folder: pathlib.Path) -> list[str]:
    """Returns the arguments of the command."""
    words = [row["command"], str(source_of(row))]
    for place, value in row.get("set", {}).items():
        words += ["--set", f"{place}={json.dumps(value)}"]
    for name, value in row["options"].items():
        if isinstance(value, dict):
            file = folder / f"{name}.json"
            file.write_text(json.dumps(value))
            words += [f"--{name}", str(file)]
        elif name == "clamp-at":
            words += [word for place in value for word in ("--clamp-at", ",".join(map(str, place)))]
        elif value is True:
            words.append(f"--{name}")
        else:
            words += [f"--{name}", ",".join(map(str, value)) if isinstance(value, list) else str(value)]
    return words


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row['command']} {row['options']}")
def test_a_request_has_the_answer_of_the_command(row, printed, tmp_path):
    keywords = {DECLARED[row["command"]][name]: value for name, value in row["options"].items()}
    assert "" not in keywords
    function = FUNCTIONS[row["command"]][-1 if "scene" in row else 0]
    text, status = printed(*words_of(row, tmp_path))
    assert status == row["status"]
    if status == 2:
        with pytest.raises(pawl.InputError) as caught:
            function(subject_of(row), **keywords)
        assert caught.value.faults[0].pointer == DECLARED[row["command"]].get(row["fault"], row["fault"])
        return
    answer = function(subject_of(row), **keywords)
    if row["command"] != "part":
        assert STATUS[pawl.Answer(answer._held).status] == row["status"]
    assert answer.to_json() == text
    for pointer, expected in row["answer"].items():
        value = json.loads(text)
        for key in pointer.split("/")[1:]:
            value = value[int(key) if isinstance(value, list) else key]
        assert value == expected


def keywords_of(command: str) -> set[str]:
    return {name for function in FUNCTIONS[command] for name in inspect.signature(function).parameters}


@pytest.mark.parametrize("command", FUNCTIONS)
def test_functions_have_the_keywords_that_are_declared(command):
    missing = {keyword for keyword in DECLARED[command].values() if keyword} - keywords_of(command)
    assert not missing


@pytest.mark.parametrize("command", FUNCTIONS)
def test_functions_have_no_other_keywords_of_the_command(command):
    others = {re.sub("-", "_", option) for option, keyword in DECLARED[command].items() if not keyword}
    assert not others & keywords_of(command)


def helped(command: str, *words: str) -> str:
    done = subprocess.run([command, *words], capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


def options_in(text: str) -> set[str]:
    """Returns the long options in the help of a command."""
    return set(re.findall(r"^  (?:-\w,)?--([a-z][a-z-]*)", text, flags=re.M))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_option_of_the_command_has_a_keyword_or_a_reason(name, command):
    found = options_in(helped(command, name, "--help"))
    assert len(found) >= 10
    reasons = {**WITHOUT_KEYWORD[""], **WITHOUT_KEYWORD.get(name, {})}
    without = {option for option in found if not DECLARED[name].get(option)}
    assert without - set(reasons) == set()


def test_every_reason_applies(command):
    """A reason must be about an option that exists and has no keyword."""
    found = {name: options_in(helped(command, name, "--help")) for name in FUNCTIONS}
    for name, reasons in WITHOUT_KEYWORD.items():
        exists = found[name] if name else set.union(*found.values())
        assert set(reasons) <= exists
    assert not {option for name in FUNCTIONS for option in WITHOUT_KEYWORD.get(name, {}) if DECLARED[name].get(option)}


def test_every_command_has_a_function_or_a_reason(command):
    listed = re.search(r"^Subcommands:\n((?:  .*\n)+)", helped(command, "--help"), flags=re.M)
    assert listed
    names = set(re.findall(r"^  (\w[\w-]*)", listed.group(0), flags=re.M))
    assert names == set(FUNCTIONS) | set(WITHOUT_FUNCTION)
