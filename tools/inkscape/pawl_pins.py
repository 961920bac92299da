# SPDX-License-Identifier: MIT
"""An Inkscape extension that draws the pins of a fixture, which the command pawl finds for the selected part.

The extension writes the selected objects, with all groups around them, as an SVG file. The command reads that file, applies the
file's transforms and viewBox in rational numbers, and answers in millimetres, with y up. The pins are drawn on a layer that is a
child of the root. Therefore the coordinates of the layer differ from those of the command only by the document's scale and by the
y axis, which points down in the document."""
import copy
import math
import os
import sys
import tempfile
from pathlib import Path

import inkex

here = Path(__file__).resolve().parent
for folder in (here, here.parent / "cad"):
    if (folder / "pawl_fixture.py").is_file():
        sys.path.insert(0, str(folder))
        break
import pawl_fixture  # noqa: E402

MM_PER_PX = 25.4 / 96
PART = "data-pawl-part"  # attribute of a layer of pins: the objects whose fixture it shows
STATES_LENGTH = ("mm", "cm", "in", "pt", "pc", "q")


def states_length(text):
    """Returns whether `text`, the width or height of the root element, ends with an absolute unit that the command reads (mm, cm,
    in, pt, pc or q)."""
    return (text or "").strip().lower().endswith(STATES_LENGTH)


def mm_per_unit(svg):
    """Returns the length of a user unit of the document in mm, as browsers and Inkscape scale it (preserveAspectRatio meet)."""
    box = svg.get_viewbox()
    if not (box[2] > 0 and box[3] > 0):
        return MM_PER_PX
    return MM_PER_PX * min(svg.viewport_width / box[2], svg.viewport_height / box[3])


def part_document(document, chosen):
    """Returns a copy of the document with only the chosen objects and the groups around them."""
    made = copy.deepcopy(document)
    root = made.getroot()
    kept = [root.getElementById(one) for one in chosen]
    kept = [one.unlink() if isinstance(one, inkex.Use) else one for one in kept]
    for one in kept:
        for clone in list(one.iterdescendants("{http://www.w3.org/2000/svg}use")):
            clone.unlink()
    nodes = list(root.iter())  # the list keeps the nodes' Python objects alive, so that the numbers of id() stay valid
    inside = {id(node) for one in kept for node in one.iter()}
    around = {id(node) for one in kept for node in one.iterancestors()}
    for node in nodes:
        parent = node.getparent()
        if parent is None or id(node) in inside or id(node) in around or node.tag == "{http://www.w3.org/2000/svg}style":
            continue
        if id(parent) in around:
            parent.remove(node)
    # For the command, a px has no known length. Therefore the size of the document is written in points instead. A
    # point is exactly 4/3 px.
    svg = document.getroot()
    if not (states_length(root.get("width")) and states_length(root.get("height"))):
        box = svg.get_viewbox()
        width, height = svg.viewport_width or 100, svg.viewport_height or 100
        if not (box[2] > 0 and box[3] > 0):
            root.set("viewBox", f"0 0 {width!r} {height!r}")
        root.set("width", f"{0.75 * width!r}pt")
        root.set("height", f"{0.75 * height!r}pt")
    elif not root.get("viewBox"):
        root.set("viewBox", f"0 0 {svg.viewport_width!r} {svg.viewport_height!r}")
    return made


class Pins(inkex.EffectExtension):
    """Draws the pins of the selected part."""

    def add_arguments(self, pars):
        pars.add_argument("--friction", default="0.1,0.2")
        pars.add_argument("--drive", default="tray", choices=("tray", "free"))
        pars.add_argument("--diameter", type=float, default=0)
        pars.add_argument("--limit", type=float, default=60)
        pars.add_argument("--sheet", default="")

    def sheet(self, name):
        """Returns the path of the setup sheet."""
        given = self.options.sheet.strip()
        if given and not os.path.isdir(given):
            path = given if given.lower().endswith(".pdf") else given + ".pdf"
            return path if os.path.isabs(path) else os.path.join(self.svg_path() or os.path.expanduser("~"), path)
        document = self.document_path() or ""
        folder = given or os.path.dirname(document) or os.path.expanduser("~")
        return pawl_fixture.optional_sheet(folder, f"{Path(document).stem}-{name}" if document else name) or ""

    def effect(self):
        chosen = [one.get_id() for one in self.svg.selection if not isinstance(one, (inkex.TextElement, inkex.Image))]
        if not chosen:
            raise inkex.AbortExtension("Select the path of the part, with the paths of its holes if they are separate, and run the extension again.")
        name = self.svg.getElementById(chosen[0]).label or chosen[0]
        request = pawl_fixture.Request(
            friction=self.options.friction, tray=self.options.drive == "tray", pin_diameter=self.options.diameter,
            limit=self.options.limit, sheet=self.sheet(name))
        with tempfile.TemporaryDirectory(prefix="pawl-") as folder:
            safe = "".join(c if c.isalnum() or c in "-_" else "-" for c in name).strip("-") or "part"
            drawing = os.path.join(folder, f"{safe}.svg")
            part_document(self.document, chosen).write(drawing, encoding="utf-8", xml_declaration=True)
            try:
                fixture = pawl_fixture.find_fixture(drawing, request)
            except pawl_fixture.NoAnswer as error:
                hint = "\nSelect only the path of one part and of its holes." if "outlines" in str(error) else ""
                raise inkex.AbortExtension(f"{error}{hint}") from error
        if not fixture.pins:
            raise inkex.AbortExtension(fixture.text)
        self.draw(name, chosen, fixture)
        sheet = f"Setup sheet: {request.sheet}\n" if request.sheet and os.path.exists(request.sheet) else ""
        if os.environ.get("PAWL_NO_MESSAGE"):
            return
        self.msg(f"{fixture.text.rstrip()}\n\n{sheet}Coordinates of this text and of the sheet are in mm from the upper left corner of the page, with y up.")

    def draw(self, name, chosen, fixture):
        """Draws a layer with the pins and with an arrow for each push. Replaces the layer of an earlier run for this part."""
        key = " ".join(chosen)
        for layer in self.svg.xpath(f"./svg:g[@{PART}]"):
            if layer.get(PART) == key:
                layer.getparent().remove(layer)
        scale = mm_per_unit(self.svg)
        layer = inkex.Layer.new(f"Pins of {name}")
        layer.set(PART, key)
        self.svg.append(layer)
        size = max(pin.radius for pin in fixture.pins) or 2
        line = max(0.2, size / 12) / scale
        for number, pin in enumerate(fixture.pins, 1):
            x, y, radius = pin.x / scale, -pin.y / scale, pin.radius / scale
            layer.append(self.pin(x, y, radius or line, line, number))
            layer.append(self.words(str(number), x, y + 0.35 * size / scale, size / scale))
        middle = [sum(values) / len(fixture.pins) for values in zip(*((pin.x, pin.y) for pin in fixture.pins))]
        for number, (dx, dy) in enumerate(fixture.pushes, 1):
            words = "tilt downhill" if len(fixture.pushes) == 1 else f"tilt downhill, step {number}"
            for one in self.arrow(middle[0] / scale, -middle[1] / scale, dx, -dy, 5 * size / scale, line, words):
                layer.append(one)

    @staticmethod
    def pin(x, y, radius, line, number):
        circle = inkex.Circle(cx=repr(x), cy=repr(y), r=repr(radius))
        circle.set("data-pawl-pin", str(number))
        circle.style = inkex.Style({"fill": "#f2b134", "fill-opacity": "0.6", "stroke": "#7a4b00", "stroke-width": f"{line:.6g}"})
        return circle

    @staticmethod
    def words(text, x, y, size):
        element = inkex.TextElement(x=f"{x:.6g}", y=f"{y:.6g}")
        element.text = text
        element.style = inkex.Style({"font-size": f"{size:.6g}px", "font-family": "sans-serif", "text-anchor": "middle", "fill": "#000000"})
        return element

    def arrow(self, x, y, dx, dy, length, line, words):
        """Returns an arrow with its middle at (x, y), and the words beside it. The direction (dx, dy) is in the axes of the
        document, with y down."""
        x0, y0, x1, y1 = x - length / 2 * dx, y - length / 2 * dy, x + length / 2 * dx, y + length / 2 * dy
        head = 0.2 * length
        sides = [(x1 - head * (dx * math.cos(a) - dy * math.sin(a)), y1 - head * (dx * math.sin(a) + dy * math.cos(a))) for a in (0.4, -0.4)]
        path = inkex.PathElement(d=f"M {x0:.6f} {y0:.6f} L {x1:.6f} {y1:.6f} M {sides[0][0]:.6f} {sides[0][1]:.6f} L {x1:.6f} {y1:.6f} L {sides[1][0]:.6f} {sides[1][1]:.6f}")
        path.set("data-pawl-push", f"{dx!r} {dy!r}")
        path.style = inkex.Style({"fill": "none", "stroke": "#c03000", "stroke-width": f"{1.5 * line:.6g}"})
        return path, self.words(words, x0 - 0.15 * length * dx, y0 - 0.15 * length * dy, 0.14 * length)


if __name__ == "__main__":
    Pins().run()
