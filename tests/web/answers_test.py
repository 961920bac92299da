#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the replies of the web's library with the output of the command, byte for byte, for all kinds of requests.

Usage: answers_test.py PAWL PAWL_WEB_ANSWERS SOURCE_DIR SCRATCH_DIR DRAWS. DRAWS is 1 if the command can write pictures.
"""
import html
import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

PAWL, WEB, SOURCE, SCRATCH, DRAWS = sys.argv[1:]
TASKS = sorted((Path(SOURCE) / "data/tasks").glob("*.json"))
DRAWINGS = sorted(p for p in (Path(SOURCE) / "data/drawings").iterdir() if p.suffix in (".dxf", ".svg"))
ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "80", "NO_COLOR": "1"}
failures = 0
compared = 0


def fail(what, *lines):
    global failures
    failures += 1
    print(f"FAILED: {what}", *(str(line)[:1000] for line in lines), sep="\n  ")


class Library:
    """One process answers all requests. If this process ends, the test fails."""

    def __init__(self):
        self.process = subprocess.Popen([WEB], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask_bytes(self, request):
        self.process.stdin.write(request.replace(b"\n", b" ") + b"\n")
        self.process.stdin.flush()
        reply = self.process.stdout.readline()
        if not reply:
            print("FAILED: the library died of", request[:300])
            sys.exit(1)
        return reply.decode("utf-8").rstrip("\n")

    def ask(self, **request):
        return self.ask_bytes(json.dumps(request).encode())


library = Library()


def command(arguments):
    done = subprocess.run([PAWL, *arguments], capture_output=True, env=ENVIRONMENT, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def member(reply, name):
    """Returns the text of a member of the reply, unchanged."""
    decoder, at = json.JSONDecoder(), 1
    while reply[at] == '"':
        key, at = decoder.raw_decode(reply, at)
        begin = at + 1
        _, at = decoder.raw_decode(reply, begin)
        if key == name:
            return reply[begin:at]
        if reply[at] == "}":
            return None
        at += 1
    return None


def as_arguments(options):
    arguments = []
    for name, value in options.items():
        if value is True:
            arguments.append(f"--{name}")
        elif name == "clamp-at":
            for edge, share in value:
                arguments += ["--clamp-at", f"{edge},{share}"]
        elif name in ("wrench", "finger-wrench", "load"):
            arguments += [f"--{name}", ",".join(str(entry) for entry in value)]
        elif isinstance(value, dict):
            file = Path(SCRATCH) / f"{name}.json"
            file.write_text(json.dumps(value))
            arguments += [f"--{name}", str(file)]
        else:
            arguments += [f"--{name}", str(value)]
    return arguments


def fault_lines(reply, file):
    lines = []
    for fault in json.loads(reply)["faults"]:
        at = fault["at"].replace("/options/", "--")
        parts = [at, fault.get("value", ""), fault["message"]]
        lines.append(": ".join(([] if at.startswith("--") else [file]) + [part for part in parts if part]))
    return lines


def compare(name, file, options=None):
    """Runs a command on a task file with both programs. Compares the documents, texts, faults and exit statuses."""
    global compared
    compared += 1
    options = options or {}
    what = f"{name} {Path(file).name} {options}"
    text = Path(file).read_text()
    reply = library.ask(command=name, text=text, options=options, words=True)
    status, printed, said = command([name, str(file), "--format", "json", "--no-timing", *as_arguments(options)])
    if json.loads(reply)["exit"] != status:
        return fail(what, f"exit {status}: {said}", reply)
    if status == 2:
        if fault_lines(reply, str(file)) != said.splitlines():
            fail(what, said, reply)
        return None
    if member(reply, "answer") != printed.rstrip("\n"):
        fail(what, printed, member(reply, "answer"))
    if status == 3 and f"pawl: {json.loads(reply)['message']}" not in said.splitlines():
        fail(what, said, reply[-300:])
    words = command([name, str(file), "--format", "text", "--no-timing", *as_arguments(options)])[1]
    if name in ("plan", "simulate") and "bodies" not in json.loads(text):  # the texts of the command contain advice; the texts
                                                                           # of a reply contain advice only if it is requested
        advised = library.ask(command=name, text=text, options={**options, "advice": True}, words=True)
    else:
        advised = reply
    if json.loads(advised)["words"] != words:
        fail(f"{what}: text", words, json.loads(advised)["words"])
    return reply


def few_starts(file):
    """Returns the task with few starts, for trials."""
    task = json.loads(Path(file).read_text())
    if "scatter" in task:
        task["scatter"]["starts"] = 3
    few = Path(SCRATCH) / Path(file).name
    few.write_text(json.dumps(task))
    return few


def texts_of(svg):
    """Returns the horizontal texts of a picture that the command wrote, with their positions."""
    found = re.findall(r'<text x="([^"]*)" y="([^"]*)" [^>]*>([^<]*)</text>', svg)
    return sorted((html.unescape(text), float(x), float(y)) for x, y, text in found)


def compare_picture(name, file, reply):
    """Compares the strokes of a reply with the file that the command writes. Both must have the same number of lines, and
    the same texts at the same positions."""
    items = [item for panel in json.loads(reply)["picture"]["panels"] for item in panel["items"]]
    texts = sorted((i["text"], i["x"], i["y"]) for i in items if i["kind"] == "label" and i["turn"] == 0)
    out = Path(SCRATCH) / "picture.svg"
    size = ["--picture-size", "640x480"]
    command([name, str(file), "--svg", str(out), *size] + (["--no-timing", "--out", "/dev/null"] if name != "draw" else []))
    svg = out.read_text()
    expected = texts_of(svg)
    same = [text for text, _, _ in texts] == [text for text, _, _ in expected]
    if not same or any(abs(a[1] - b[1]) + abs(a[2] - b[2]) > 0.15 for a, b in zip(texts, expected)):
        fail(f"{name} {Path(file).name}: texts", texts[:5], expected[:5])
    lines = sum(
        (i["stroke"] is not None) + (i["fill"] is not None and i["fill"]["hatch"] != "none")
        for i in items
        if i["kind"] == "path"
    )
    if lines != svg.count("stroke-width:"):
        fail(f"{name} {Path(file).name}: lines", lines, svg.count("stroke-width:"))


def check_picture(what, reply):
    picture = json.loads(reply)["picture"]
    inks = set(json.loads(library.ask(command="theme"))["light"])
    for panel in picture["panels"]:
        for item in panel["items"]:
            marks = [item] if item["kind"] == "label" else [item["fill"] or {}, item["stroke"] or {}]
            if any(mark.get("ink", "text") not in inks for mark in marks):
                fail(what, "an ink without a colour", item)
    if not any(panel["items"] for panel in picture["panels"]):
        fail(what, "an empty picture")


def compare_tasks():
    for file in TASKS:
        for name in ("contacts", "modes", "check", "plan"):
            compare(name, file)
        compare("cone", file, {"exact": True})
        compare("cone", file, {"mode": "*" * 40})
        compare("forward", file)
        compare("forward", file, {"wrench": [0.25, -1, 0.125]})
        compare("check", file, {"wrench": [0.25, -1, 0.125]})
        compare("modes", file, {"count": True})
        compare("contacts", file, {"tolerance": 0.125, "clamp": True, "clamp-at": [[1, 0.5]]})
        compare("contacts", file, {"clamp-at": [[1000, 0.5]]})
        compare("simulate", few_starts(file))
        for name in ("plan", "draw", "cone", "modes"):
            for of in ("answer", "task"):
                reply = library.ask(command=name, text=file.read_text(), picture={"width": 640, "height": 480, "of": of})
                if json.loads(reply)["exit"] != 2:
                    check_picture(f"{name} {file.name} {of}", reply)
                    if of == "answer" and DRAWS == "1":
                        compare_picture(name, file, reply)


def compare_options():
    bracket = Path(SOURCE) / "data/tasks/bracket.json"
    compare("plan", bracket, {"certify": True, "limit-boxes": 200, "loadable": True, "tolerance-friction": 0.01})
    compare("plan", bracket, {"require": "keeps", "friction-limit": True})
    compare("plan", bracket, {"by-graph": True, "limit-cells": 1})
    compare("plan", bracket, {"tolerance-fixels": 0.1})
    compare("plan", bracket, {"limit-boxes": 3})
    compare("plan", bracket, {"by-graph": True, "require": "energy"})
    compare("modes", bracket, {"limit": 0})
    compare("cone", bracket, {"limit": 0, "mode": "***"})
    compare("cone", bracket, {"matrices": True, "mode": "lra", "wrench": [1, 0, 0]})
    compare("check", bracket, {"mode": "lra", "wrench": [0, -1, 0], "tolerance": 0.5})
    compare("orient", bracket)
    compare("orient", bracket, {"jaw-friction": "0.05,0.1", "to": 30})
    compare("orient", bracket, {"by": "fence", "angle-step": 5, "center-error": 1})
    compare("orient", bracket, {"limit": 0})
    compare("fixture", bracket, {"top": 3})
    compare("simulate", few_starts(bracket), {"both": True})
    compare("simulate", few_starts(bracket), {"replay": 9})


def compare_trace():
    file = few_starts(Path(SOURCE) / "data/tasks/ratchet_pawl_trials.json")
    trace = Path(SCRATCH) / "trace"
    reply = library.ask(command="simulate", text=file.read_text(), options={"replay": 1, "trace": True})
    printed = command(["simulate", str(file), "--replay", "1", "--trace", str(trace), "--format", "json", "--no-timing"])
    if member(reply, "answer") != printed[1].rstrip("\n"):
        fail("replay", printed, reply)
    if member(reply, "trace") != "[" + ",".join(trace.read_text().splitlines()) + "]" or trace.stat().st_size < 1000:
        fail("trace", trace.read_text()[:300], member(reply, "trace"))


def compare_scenes():
    for file in sorted((Path(SOURCE) / "data/scenes").glob("*.json")):
        scene = json.loads(file.read_text())
        scene["duration"] = 0.05
        short = Path(SCRATCH) / file.name
        short.write_text(json.dumps(scene))
        compare("simulate", short)
        trace = Path(SCRATCH) / "trace"
        command(["simulate", str(short), "--trace", str(trace)])
        reply = library.ask(command="simulate", text=short.read_text(), options={"trace": True}, picture={})
        if json.loads(member(reply, "trace")) != [json.loads(line) for line in trace.read_text().splitlines()]:
            fail(f"trace of {file.name}", trace.read_text()[:300], member(reply, "trace"))
        check_picture(file.name, reply)


def compare_drawings():
    global compared
    for file in DRAWINGS:
        compared += 1
        part = {"drawing": file.read_text(errors="replace"), "kind": file.suffix[1:]}
        reply = library.ask(command="part", name=file.stem, part=part, picture={"width": 400, "height": 400})
        status, printed, said = command(["part", str(file), "--format", "json", "--no-timing"])
        if json.loads(reply)["exit"] != status:
            fail(file.name, said, reply)
        elif status == 2 and fault_lines(reply, str(file)) != said.splitlines():
            fail(file.name, said, reply)
        elif status == 0:
            check_picture(file.name, reply)
            if json.dumps(json.loads(reply)["answer"]) != json.dumps(json.loads(printed)):
                fail(file.name, printed, reply)


def compare_drawings_of_programs():
    """Tests boards, options of layers, and open chains. The reply must equal the answer of the command, or must be a refusal
    that names an option with which the file can be read."""
    global compared
    folder = Path(SOURCE) / "tests/data/drawings"
    for name, options, expected in (
            ("board.kicad_pcb", {}, '"count": 1'), ("board.kicad_pcb", {"not-layer": "Edge.Cuts"}, None),
            ("two_layers.dxf", {"not-layer": "ENGRAVE"}, '"area": 1200.0'), ("two_layers.dxf", {}, '"layer": "CUT"'),
            ("two_layers.dxf", {"layer": "CUT,ENGRAVE", "not-layer": "ENGRAVE"}, '"area": 1200.0'),
            ("drill_crosses.dxf", {}, '"open_chains"'), ("bend_lines.dxf", {"layer": "BEND"}, '"layer": "CUT"'),
            ("bend_lines.dxf", {"layer": "CUT"}, '"area": 1200.0'), ("outline_with_gap.dxf", {}, '"join": 0.05'),
            ("outline_with_gap.dxf", {"join": 0.05}, '"joined"'), ("two_parts.dxf", {}, '"loop": 1')):
        compared += 1
        file = folder / name
        part = {"drawing": file.read_text(), "kind": file.suffix[1:].removesuffix("_pcb"), **options}
        reply = json.loads(library.ask(command="part", name=file.stem, part=part))
        given = [word for key, value in options.items() for word in (f"--{key}", str(value))]
        status, printed, said = command(["part", str(file), "--format", "json", "--no-timing", *given])
        if reply["exit"] != status:
            fail(f"{name} {options}", said, reply)
        elif status == 0 and (json.dumps(reply["answer"]) != json.dumps(json.loads(printed)) or expected not in printed):
            fail(f"{name} {options}: expected {expected}", printed, reply)
        elif status == 2 and expected and expected not in reply["faults"][-1]["message"]:
            fail(f"{name} {options}: expected {expected}", said, reply)


def refused(request, pointer, message):
    """Checks that an invalid request gives a fault at this place with this message."""
    global compared
    compared += 1
    raw = request if isinstance(request, bytes) else json.dumps(request).encode()
    faults = [(fault["at"], fault["message"]) for fault in json.loads(library.ask_bytes(raw)).get("faults", [])]
    if not any(at == pointer and message in text for at, text in faults):
        fail(f"{raw[:200]}: expected a fault at {pointer!r}: {message}", faults)


def refuse_requests():
    task = json.loads(TASKS[0].read_text())
    plan = {"command": "plan", "task": task}
    refused(b"", "", "not valid JSON")
    refused(b"{", "", "not valid JSON")
    refused(b"\xff\xfe", "", "not valid JSON")
    refused(b"[]", "", "must be an object")
    refused(b"[" * 100_000, "", "nested deeper than 64")
    refused(b'{"command": "plan", "task": ' + b'{"a": ' * 1000 + b"1" + b"}" * 1001, "", "nested deeper than 64")
    refused(b"1e400", "", "not valid JSON")
    refused(b'"' + b"x" * (9 << 20) + b'"', "", "at most")
    refused({}, "/command", "missing")
    refused({"command": 3}, "/command", "must be a text")
    refused({"command": "lcp"}, "/command", "must be one of plan, check")
    refused({"command": "plan"}, "/task", "missing")
    refused({"command": "plan", "task": 3}, "", "must be an object")
    refused({**plan, "text": "{}"}, "/task", "beside")
    refused({**plan, "what/ever~": 1}, "/what~1ever~0", "unknown key")
    refused({**plan, "options": []}, "/options", "must be an object")
    refused({**plan, "options": {"certfy": True}}, "/options/certfy", "unknown key")
    refused({**plan, "options": {"certify": 1}}, "/options/certify", "must be true or false")
    refused({**plan, "options": {"limit-cells": -1}}, "/options/limit-cells", "must be a whole number of at least 0")
    refused({**plan, "options": {"limit-cells": 1.5}}, "/options/limit-cells", "must be a whole number of at least 0")
    refused({**plan, "options": {"certify-depth": -1}}, "/options/certify-depth", "must be a finite number of at least 0")
    refused({**plan, "options": {"require": "all"}}, "/options/require", "must be keeps or energy")
    refused({**plan, "picture": {"width": 1e9}}, "/picture/width", "must be from 300 to 16384 px")
    refused({**plan, "picture": {"height": "1"}}, "/picture/height", "must be a finite number")
    refused({**plan, "picture": {"of": "all"}}, "/picture/of", "must be answer or task")
    refused({**plan, "words": "yes"}, "/words", "must be true or false")
    refused({**plan, "columns": 0}, "/columns", "must be a whole number from 1")
    forward = {"command": "forward", "task": task}
    for wrench in (3, [1, 2], [1, 2, "3"], [1, 2, 3, 4], {"0": 1}):
        refused({**forward, "options": {"wrench": wrench}}, "/options/wrench", "must be three finite numbers")
    refused({**forward, "options": {"wrench": [1e101, 0, 0]}}, "/options/wrench", "must be from -1e100 to 1e100")
    contacts = {"command": "contacts", "task": task}
    refused({**contacts, "options": {"clamp-at": "1,2"}}, "/options/clamp-at", "must be a list")
    refused({**contacts, "options": {"clamp-at": [[1]]}}, "/options/clamp-at", "must be an edge (counted from 1)")
    refused({"command": "cone", "task": task, "options": {"mode": "x"}}, "/options/mode", "")
    trials = {"command": "simulate", "task": task}
    refused({**trials, "options": {"trace": True}}, "/options/trace", "single trial")
    refused({**trials, "options": {"plan": {"steps": 3}}}, "/plan", "has no steps")
    refused({"command": "part", "part": {}}, "/part/drawing", "missing")
    refused({"command": "part", "part": {"drawing": "<svg", "kind": "gif"}}, "/part/kind", "must be dxf, svg or kicad")
    refused({"command": "part", "part": {"drawing": "<svg"}}, "line 1", "XML")
    scene = sorted((Path(SOURCE) / "data/scenes").glob("*.json"))[0]
    refused({"command": "plan", "text": scene.read_text()}, "/bodies", "this is a scene")
    refused({"command": "plan", "task": {**task, "part": {"drawing": "/etc/passwd"}}}, "/part/drawing", "")


def value_at(document, pointer):
    for key in pointer.split("/")[1:]:
        document = document[int(key) if isinstance(document, list) else key]
    return document


def set_arguments(row):
    return [word for place, value in row.get("set", {}).items() for word in ("--set", f"{place}={json.dumps(value)}")]


def edited_text(file, changes):
    """Returns the text of a JSON file with changed values, by JSON pointers."""
    if not changes:
        return file.read_text()
    document = json.loads(file.read_text())
    for place, value in changes.items():
        *path, last = place.split("/")[1:]
        value_at(document, "".join(f"/{key}" for key in path))[last] = value
    return json.dumps(document)


def reply_to_row(row, file):
    """Returns the reply of the library, or None if requests do not have the command or one of its options."""
    options = row["options"]
    if row["command"] == "part":
        return json.loads(library.ask(command="part", part={"drawing": file.read_text(), **options}))
    reply = json.loads(library.ask(command=row["command"], text=edited_text(file, row.get("set")), options=options))
    unknown = row["command"] == "fixture" or (row["command"] == "forward" and "scene" in row)
    if unknown and reply["exit"] != 2:
        fail(row, "requests have this command now; extend this test", reply)
    return None if unknown else reply


def answer_the_table():
    """Checks tests/data/requests.json, which the Python module also answers: status, values, and places of faults."""
    global compared
    folders = {"task": ("data/tasks", ".json"), "scene": ("data/scenes", ".scene.json"), "drawing": ("data/drawings", "")}
    for row in json.loads((Path(SOURCE) / "tests/data/requests.json").read_text()):
        compared += 1
        what = f"{row['command']} {row['options']}"
        kind = next(kind for kind in folders if kind in row)
        file = Path(SOURCE) / folders[kind][0] / f"{row[kind]}{folders[kind][1]}"
        reply = reply_to_row(row, file)
        arguments = [row["command"], str(file), "--format", "json", *set_arguments(row), *as_arguments(row["options"])]
        status, printed, said = command(arguments)
        if status != row["status"] or (reply and reply["exit"] != row["status"]):
            fail(what, f"expected {row['status']}", f"command {status}: {said}", f"library: {reply}")
        elif row["status"] == 2:
            fault = row["fault"]
            places = [fault] if fault.startswith("/") else [f"/options/{fault}", f"/part/{fault}"]
            if (reply and reply["faults"][0]["at"] not in places) or (fault if fault[0] == "/" else f"--{fault}") not in said:
                fail(what, fault, said, reply)
        else:
            for document in [json.loads(printed)] + ([reply["answer"]] if reply else []):
                for pointer, value in row["answer"].items():
                    if value_at(document, pointer) != value:
                        fail(what, pointer, value, value_at(document, pointer))


def survive_noise():
    """Checks that the reply to randomly cut and changed requests is an object. The random sequence is always the same."""
    noise = random.Random(20)
    whole = json.dumps({"command": "contacts", "task": json.loads(TASKS[0].read_text()), "words": True}).encode()
    for _ in range(600):
        request = bytearray(whole)
        for _ in range(noise.randrange(1, 4)):
            request[noise.randrange(len(request))] = noise.randrange(256)
        request = bytes(request[: noise.randrange(len(request))] if noise.random() < 0.2 else request)
        reply = json.loads(library.ask_bytes(request))
        if not ("answer" in reply or reply["faults"]):
            fail("noise", request[:300], reply)


compare_tasks()
compare_options()
compare_trace()
compare_scenes()
compare_drawings()
compare_drawings_of_programs()
answer_the_table()
refuse_requests()
survive_noise()
print(f"{compared} questions to both programs, {failures} answers that differ")
sys.exit(failures > 0)
