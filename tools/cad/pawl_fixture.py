# SPDX-License-Identifier: MIT
"""Runs the command `pawl fixture` for the Inkscape extension and the FreeCAD macro.

Needs only Python 3.8. The command is PAWL_COMMAND of the environment, `pawl` of the path, or `pawl` in ~/.local/bin."""
import json
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import List, Optional, Tuple

EXTRA_SECONDS = 120  # time, s, for reading, advice and the sheet, in addition to the time limit of the search


class NoAnswer(Exception):
    """The exception for a command that gave no answer. Its text is for the user."""


@dataclass
class Request:
    """The options of a search for a fixture of the part in a drawing."""

    friction: str = "0.1,0.2"  # Coulomb friction coefficient, or an interval LOW,HIGH
    tray: bool = True  # a tilting tray moves the part; otherwise any wrench
    pin_diameter: float = 0  # mm; 0 stands for the diameter that the command chooses
    limit: float = 60  # largest duration of the search, s
    sheet: str = ""  # PDF file of the setup sheet, or ""


@dataclass
class Pin:
    """A round pin."""

    x: float  # mm
    y: float  # mm
    radius: float  # mm; 0 for a point contact


@dataclass
class Fixture:
    """An answer of the command."""

    pins: List[Pin]  # empty if no fixture was found
    pushes: List[Tuple[float, float]]  # directions of the forces that seat the part, unit vectors; y is up
    text: str  # the answer in words, with advice if no fixture was found


def command_path():
    """Returns the path of the command. Raises NoAnswer if the command is not installed."""
    given = os.environ.get("PAWL_COMMAND")
    found = given or shutil.which("pawl")
    if not found:
        for folder in (Path.home() / ".local" / "bin", Path("/usr/local/bin"), Path("/opt/pawl/bin")):
            for name in ("pawl", "pawl.exe"):
                if (folder / name).is_file():
                    return str(folder / name)
        raise NoAnswer("The command pawl is not installed, or not in a folder of PATH. The environment variable PAWL_COMMAND may state its path.")
    return found


def run(arguments):
    """Runs the command. Returns the exit status, the output and the messages."""
    seconds = next((float(b) for a, b in zip(arguments, arguments[1:]) if a == "--limit"), 60)
    try:
        done = subprocess.run(
            [command_path(), *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            encoding="utf-8", errors="replace", timeout=2 * seconds + EXTRA_SECONDS, check=False)
    except subprocess.TimeoutExpired as error:
        raise NoAnswer(f"The command pawl did not end within {error.timeout:.0f} s.") from error
    except OSError as error:
        raise NoAnswer(f"The command pawl could not be run: {error}") from error
    return done.returncode, done.stdout, done.stderr


def options_of(request):
    """Returns the options of `pawl fixture` for a request."""
    options = ["--friction", request.friction.replace(" ", ""), "--limit", f"{request.limit:g}"]
    options += ["--tray"] if request.tray else ["--actuator", "free"]
    if request.pin_diameter > 0:
        options += ["--pins", f"{request.pin_diameter:.12g}mm"]
    return options


def find_fixture(drawing, request):
    """Searches for a fixture of the part in a drawing file. Lengths of the result are in mm, in the drawing's axes with y up.

    Raises NoAnswer if the drawing or an option is refused."""
    with tempfile.TemporaryDirectory(prefix="pawl-") as folder:
        task_file = os.path.join(folder, "best.json")
        arguments = ["fixture", drawing, *options_of(request), "--unit", "mm", "--top", "1", "--task-out", task_file,
                     "--format", "text", "--quiet"]
        if request.sheet:
            arguments += ["--sheet", request.sheet]
        status, text, messages = run(arguments)
        if status not in (0, 1, 3) or (status != 1 and not text):
            raise NoAnswer(refusal(messages, drawing))
        # The task has fixels only if a fixture was found.
        task = json.loads(Path(task_file).read_text(encoding="utf-8")) if os.path.exists(task_file) else {}
        fixels = task.get("fixels", []) if status != 1 else []
        if not fixels:
            return Fixture([], [], text or refusal(messages, drawing))
        # If the search has moved the part, the axes of the drawing are no longer those of the task.
        if any(task.get("pose", [0, 0, 0])):
            raise NoAnswer("The search moved the part, which this button does not draw.")
        pins = [Pin(one["at"][0], one["at"][1], one.get("radius", 0)) for one in fixels]
        pushes = pushes_of(task_file) if request.tray else []
        if status == 3 and messages.strip():
            text += "\n" + refusal(messages, drawing)
        return Fixture(pins, pushes, text)


def pushes_of(task_file):
    """Returns the directions of the forces of the plan for a task, or none if no plan was found in time."""
    status, text, _ = run(["plan", task_file, "--format", "json", "--quiet", "--limit", "20"])
    if status != 0:
        return []
    wrenches = [step["wrench"] for step in json.loads(text)["results"]["steps"]]
    sizes = [(x * x + y * y) ** 0.5 for x, y, _ in wrenches]
    return [(x / size, y / size) for (x, y, _), size in zip(wrenches, sizes) if size > 0]


def refusal(messages, drawing):
    """Returns the messages of the command without the name of the temporary drawing."""
    lines = [line.replace(drawing + ": ", "").replace(drawing, "the part") for line in messages.splitlines()]
    return "\n".join(lines).strip() or "The command pawl gave no answer."


def optional_sheet(folder, name) -> Optional[str]:
    """Returns the path of a setup sheet in a folder. The file's name is made from `name`: unsafe characters are replaced. Returns
    None if the folder does not exist."""
    safe = "".join(c if c.isalnum() or c in "-_." else "-" for c in name).strip("-.") or "part"
    return os.path.join(folder, f"{safe}-setup.pdf") if folder and os.path.isdir(folder) else None
