#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Tests tools/inkscape with Debian's Inkscape: extension_test.py PAWL SOURCE_DIR.

Each case is a part in a document with other units, another viewBox or other transforms. The expected pins are those of the command
for the same part, written in mm without any transform."""
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

MM_PER_PX = 25.4 / 96
INKEX = "/usr/share/inkscape/extensions"
NAMES = 'xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:xlink="http://www.w3.org/1999/xlink"'
BRACKET = "M 0 0 H 60 V 12 H 14 V 40 H 0 Z"
PLATE = "M 6 0 H 54 A 6 6 0 0 1 60 6 V 34 A 6 6 0 0 1 54 40 H 6 A 6 6 0 0 1 0 34 V 6 A 6 6 0 0 1 6 0 Z M 20 20 m -5 0 a 5 5 0 1 0 10 0 a 5 5 0 1 0 -10 0 Z"
LEVER = "M 20 5 A 15 15 0 1 0 20 35 L 75 28 A 8 8 0 0 0 75 12 Z"

# Each case has a name, the attributes of the root element, content with an object whose id is "part", the part as a
# path, and the transform of the path to mm (y down).
CASES = [
    ("mm and a viewBox", 'width="210mm" height="297mm" viewBox="0 0 210 297"',
     f'<g inkscape:groupmode="layer" inkscape:label="Cut"><path id="part" d="{BRACKET}" fill="none"/></g>', BRACKET, ""),
    ("px and nested transforms", 'width="800" height="600"',
     f'<g transform="translate(100 50)"><g transform="scale(1.5) rotate(30)"><path id="part" fill-rule="evenodd" d="{PLATE}"/></g></g>', PLATE,
     "scale(.264583333333333333) translate(100 50) scale(1.5) rotate(30)"),
    ("a scaled page with an offset, and a mirrored part", 'width="8in" height="4in" viewBox="10 20 400 200"',
     f'<rect id="other" x="20" y="20" width="9" height="9"/><g transform="matrix(-1 0 0 1 200 90)"><path id="part" fill="none" d="{LEVER}"/></g>', LEVER,
     "scale(.508) matrix(-1 0 0 1 200 90)"),
]


def expected(pawl, path, transform, folder):
    plain = folder / "plain.svg"
    plain.write_text(f'<svg {NAMES} width="100mm" height="100mm" viewBox="0 0 100 100"><path id="part" fill-rule="evenodd" transform="{transform}" d="{path}"/></svg>')
    best = folder / "best.json"
    subprocess.run([pawl, "fixture", plain, "--tray", "--friction", "0.1,0.2", "--top", "1", "--limit", "60", "--task-out", best, "--quiet"],
                   check=True, stdout=subprocess.DEVNULL)
    return [(*one["at"], one.get("radius", 0)) for one in json.loads(best.read_text())["fixels"]]


def box_of(file, name):
    """Returns left, top, width and height of an object in px, as Inkscape measures them."""
    seen = subprocess.run(["inkscape", "--query-all", file], capture_output=True, text=True, check=True).stdout
    return [float(one) for one in re.search(rf"^{name},(.*)$", seen, re.M)[1].split(",")]


def drawn(file, millimetres):
    """Returns pins in mm with y up. Their layer must have no transform, nor any group around it."""
    root = xml.parse(file).getroot()
    svg = "{http://www.w3.org/2000/svg}"
    layers = [one for one in root.findall(f"{svg}g") if one.get("data-pawl-part")]
    assert len(layers) == 1, f"{len(layers)} layers of pins"
    assert not layers[0].get("transform"), "the layer of the pins has a transform"
    circles = layers[0].findall(f"{svg}circle")
    arrows = [one for one in layers[0].findall(f"{svg}path") if one.get("data-pawl-push")]
    return [tuple(float(one.get(key)) * millimetres * sign for key, sign in (("cx", 1), ("cy", -1), ("r", 1))) for one in circles], len(arrows)


def in_program(pawl, source, folder):
    """Runs the extension in Inkscape without a display. The extension is installed in a separate user profile."""
    profile = folder / "profile"
    (profile / "extensions").mkdir(parents=True)
    for file in (*Path(source).glob("tools/inkscape/pawl_pins.*"), Path(source, "tools/cad/pawl_fixture.py")):
        shutil.copy(file, profile / "extensions")
    environment = {**os.environ, "PAWL_COMMAND": pawl, "PAWL_NO_MESSAGE": "1", "INKSCAPE_PROFILE_DIR": str(profile)}
    title, root, content, _, _ = CASES[0]
    (folder / "program.svg").write_text(f"<svg {NAMES} {root}>{content}</svg>")
    made = folder / "made.svg"
    actions = f"select-by-id:part;org.pawl.pins.noprefs;export-filename:{made};export-do"
    subprocess.run(["xvfb-run", "-a", "inkscape", "--batch-process", f"--actions={actions}", folder / "program.svg"],
                   env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300, check=True)
    pins, arrows = drawn(made, 1)
    assert len(pins) == 3 and arrows == 1, f"{title}, in Inkscape: {pins}"
    assert (folder / "program-part-setup.pdf").exists(), "the setup sheet is not beside the document"
    print(f"{title}: the extension runs in Inkscape")


def main():
    pawl, source = sys.argv[1:]
    tool = Path(source) / "tools/inkscape/pawl_pins.py"
    if not Path(INKEX, "inkex").is_dir():
        print("skipped: Inkscape is not installed")
        return
    environment = {**os.environ, "PAWL_COMMAND": pawl, "PYTHONPATH": INKEX, "PYTHONDONTWRITEBYTECODE": "1"}
    scales = (1, MM_PER_PX, 0.508)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for (title, root, content, path, transform), scale in zip(CASES, scales):
            document, sheet = folder / "in.svg", folder / "sheet.pdf"
            sheet.unlink(missing_ok=True)
            document.write_text(f"<svg {NAMES} {root}>{content}</svg>")
            done = subprocess.run([sys.executable, tool, "--id=part", f"--sheet={sheet}", f"--output={folder / 'out.svg'}", document],
                                  env=environment, capture_output=True, text=True, check=False)
            assert done.returncode == 0, f"{title}: {done.stderr}"
            assert "fixture" in done.stderr and sheet.read_bytes()[:4] == b"%PDF", f"{title}: no sheet: {done.stderr}"
            pins, arrows = drawn(folder / "out.svg", scale)
            wanted = expected(pawl, path, transform, folder)
            assert len(pins) == len(wanted) == 3 and arrows >= 1, f"{title}: {pins}"
            worst = max(math.dist(a, b) for a, b in zip(pins, wanted))
            assert worst < 1e-6, f"{title}: the pins are {worst} mm away: {pins}, expected {wanted}"
            # A second run with other pins must replace the layer of the first run.
            again = subprocess.run([sys.executable, tool, "--id=part", "--diameter=1", f"--sheet={sheet}", f"--output={folder / 'again.svg'}", folder / "out.svg"],
                                   env=environment, capture_output=True, text=True, check=False)
            assert again.returncode == 0, again.stderr
            drawn(folder / "again.svg", scale)
            # The part in the document must be at the same position as in the plain drawing in mm, as Inkscape computes
            # it.
            offset = [float(one) for one in (re.search(r'viewBox="([^"]*)"', root) or [0, "0 0"])[1].split()[:2]]
            box, plain = box_of(folder / "out.svg", "part"), box_of(folder / "plain.svg", "part")
            box[:2] = [one + shift * scale / MM_PER_PX for one, shift in zip(box, offset)]
            assert max(abs(a - b) for a, b in zip(box, plain)) < 0.01, f"{title}: {box}, expected {plain}"
            print(f"{title}: 3 pins, at most {worst:.1g} mm from those of the command")
        none = subprocess.run([sys.executable, tool, "--id=part", "--friction=much", document], env=environment, capture_output=True, text=True, check=False)
        assert none.returncode != 0 and "friction" in none.stderr, none.stderr
        empty = subprocess.run([sys.executable, tool, document], env=environment, capture_output=True, text=True, check=False)
        assert empty.returncode != 0 and "Select the path" in empty.stderr, empty.stderr
        in_program(pawl, source, folder)
    print("passed")


if __name__ == "__main__":
    main()
