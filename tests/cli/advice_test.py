# SPDX-License-Identifier: MIT
"""Runs every change that `pawl` advises, and checks that the change has the announced effect. Collects the advice after
answers of `plan`, `simulate` and `fixture` for all shipped tasks and drawings, as they are and with changes that make them
fail. advice_test.py PAWL SOURCE_DIR"""
import collections
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

PAWL, SOURCE = sys.argv[1], pathlib.Path(sys.argv[2])
TASKS = sorted((SOURCE / "data/tasks").glob("*.json"))
failures = []
kinds = collections.Counter()  # number of changes by command and first option


def run(arguments):
    done = subprocess.run([PAWL, *map(str, arguments)], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def answer(arguments):
    """Returns the exit status and the answer, or None for invalid input."""
    status, output, _ = run([*arguments, "--quiet", "--no-timing", "--format", "json"])
    return status, json.loads(output) if output.startswith("{") else None


def with_change(arguments, options):
    """Returns the arguments with the advised options, which replace options of the same name."""
    if options.startswith("without "):
        removed, options = {options.removeprefix("without ")}, []
    else:
        options = shlex.split(options)
        removed = {word for word in options if word.startswith("--") and word != "--set"}
    kept, skip = [], False
    for word in map(str, arguments):
        if skip or word in removed:
            skip = word in removed
            continue
        kept.append(word)
    return kept + options


def steps_promise(match, status, after, _):
    results = after["results"]
    return status in (0, 3) and results["found"] and len(results["steps"]) == int(match[1]) and results["guarantee"] == match[2]


def failed_promise(match, _, after, before):
    still = {failure["replay"] for failure in after["results"]["failures"]}
    tried = [failure["replay"] for failure in before["results"]["failures"]][: int(match[1])]
    return len(tried) == int(match[1]) and not still & set(tried)


def first_promise(match, _, after, before):
    return not any(failure["replay"] < int(match[1]) for failure in after["results"]["failures"])


def within_promise(match, status, after, _):
    return status == 0 and after["results"]["displacement"] <= float(match[1]) * 1.001


PROMISES = [
    (r"(?:.*, )?(\d+) steps? seats? it, guarantee ([a-z ]+)$", steps_promise),
    (r"(\d+) of the starts that failed end at the goal$", failed_promise),
    (r"the first (\d+) starts end at the goal$", first_promise),
    (r"(\d+) of the starts are tried within half of the time limit$",
     lambda match, status, after, _: status in (0, 1) and after["results"]["starts"] == int(match[1])),
    (r"a depth is proved$", lambda _, status, after, __: status == 0 and after["results"]["steps"][0]["energy"]["depth"] > 0),
    (r"a way out is found$", lambda _, status, after, __: status == 0 and after["results"]["loadable"] is True),
    (r"the part is caged$", lambda _, status, after, __: status == 0 and after["results"]["loadable"] is False),
    (r"every point of the part comes to rest within (\S+) \S+ of its place$", within_promise),
    (r"(\d+) fixtures? (?:is|are) found by a complete search$",
     lambda match, status, after, _: status == 0 and len(after["results"]["fixtures"]) == int(match[1])),
]


def check(arguments, least=0):
    """Runs a command, and then every change that the command advises. `least` is the smallest accepted number of advised
    changes."""
    status, before = answer([*arguments, "--advice"])
    name = " ".join(map(str, arguments))
    if before is None:
        if least:
            failures.append(f"{name}: status {status}, no answer")
        return
    advice = before["results"].get("advice", [])
    if status == 0 and advice:
        failures.append(f"{name}: a yes with advice {advice}")
    if len(advice) > 3 or len(advice) < least:
        failures.append(f"{name}: status {status}, advice {advice}, expected {least} to 3 changes")
    for one in advice:
        kinds[kind_of(arguments[0], one["options"])] += 1
        changed = with_change(arguments, one["options"])
        # The elapsed time depends on other programs, so a longer time limit is granted here.
        if "time limit" in one["effect"] or (changed[0] == "plan" and "--limit" in changed):
            changed = with_change(changed, "without --limit")
        after_status, after = answer(changed)
        for pattern, keeps in PROMISES:
            match = re.match(pattern, one["effect"])
            if match and (after is None or not keeps(match, after_status, after, before)):
                failures.append(f"{' '.join(changed)}: status {after_status}, not: {one['effect']}")
            if match:
                break
        else:
            failures.append(f"{name}: unknown promise: {one['effect']}")


def kind_of(command, options):
    """Returns the command and the first option of a change; for --set, also the pointer, as in "plan --set /start/states"."""
    words = options.split()
    of_two_words = words[0] in ("--set", "without")
    return f"{command} {words[0]}" + (" " + words[1].strip("'").split("=")[0] if of_two_words else "")


def task_file(name, task):
    path = pathlib.Path(scratch) / name
    path.write_text(json.dumps(task))
    return path


scratch_folder = tempfile.TemporaryDirectory()
scratch = scratch_folder.name

# Tries every shipped task: without a change, with large friction, with limits, and with starts far from the seat.
for task in TASKS:
    # A search for wrenches by rest regions takes up to a minute. A task that needs such a search is run only with a
    # limit of cells.
    searches_regions = "goal_tolerance" in task.read_text()
    for change in ([["--limit-cells", "5"]] if searches_regions else [[], ["--friction", "3"], ["--friction", "0.8,1.5"], ["--require", "energy"], ["--limit-cells", "5"],
                   ["--certify", "--limit-boxes", "5"], ["--loadable", "--limit-boxes", "1"]]):
        check(["plan", task, *change])
    for change in ([], ["--scatter", "5mm,10deg,20"], ["--scatter", "20mm,40deg,20", "--friction", "0.6"]):
        check(["simulate", task, *change])

named = {task.stem: task for task in TASKS}
# Tries plans that do not exist, plans with a weaker guarantee than required, and limits of cells, boxes and seconds.
check(["plan", named["figure4c_peg_lra"]], 3)
check(["plan", named["ratchet_pawl_tray"], "--require", "energy"], 3)
check(["plan", named["ratchet_pawl_tray"], "--limit-cells", "10"], 3)
check(["plan", named["ratchet_pawl_tray"], "--friction-limit", "--limit-cells", "30"], 1)
check(["plan", named["ratchet_pawl_tray"], "--limit", "0.0001"], 1)
check(["plan", named["bracket_tray"], "--certify", "--limit-boxes", "3"], 1)
check(["plan", named["bracket_tray"], "--certify", "--limit", "0.0005"])
# Tries rest regions: too large a start region, wrenches under which the part leaves, too small a tolerance, and a limit
# of boxes.
check(["plan", named["peg_above_socket"], "--limit-boxes", "3"], 1)
check(["plan", named["ratchet_pawl_tray"], "--from", "0.05mm,0.06deg", "--within", "0.0001"], 1)
check(["plan", named["ratchet_pawl_tray"], "--from", "0.05mm,0.06deg"], 1)
check(["plan", named["bracket_tray"], "--from", "20,20"], 1)
# Tries trials that fail: too small a tilt, too much friction, and starts that are too far away. Also tries a time
# limit.
tray = json.loads(named["bracket_tray"].read_text())
tray["simulate"] = {"tray": {"tilt": 15}, "support": {"law": "ellipsoid", "friction": 0.1}}
tray["scatter"] = {"starts": 30, "translation": 1, "rotation": 2}
check(["simulate", task_file("tray.json", tray)], 1)
check(["simulate", named["bracket_tray"], "--scatter", "20,50,40"], 1)
check(["simulate", named["ratchet_pawl_trials"], "--scatter", "0.002,0.03,100000", "--limit", "1"], 1)
# Tries fixture searches whose thresholds exclude all candidates, and time limits.
check(["fixture", named["plate_fixture"], "--set", '/fixture/thresholds={"pose_error":0.5}'], 1)
check(["fixture", named["plate_fixture"], "--set", '/fixture/thresholds={"margin_deg":70}'], 1)
check(["fixture", named["plate_fixture"], "--set", '/fixture/thresholds={"friction_limit":0.9}'])
check(["fixture", named["plate_fixture"], "--limit", "0.01"])
drawn = ["--tray", "--friction", ".1,.2", "--pins", "6mm", "--limit", "0.01"]
for drawing in ("crank.dxf", "gear.dxf", "lever.svg", "plate.dxf"):
    check(["fixture", SOURCE / "data/drawings" / drawing, *(["--layer", "OUTLINE"] if drawing == "plate.dxf" else []), *drawn])

# Each of these kinds of advice must have been checked at least once.
for kind in ("plan --friction", "plan --actuator", "plan --set /fixels/0", "plan --set /start/states", "plan --limit-cells",
             "plan --limit-boxes", "plan --limit", "plan without --require", "plan --within", "simulate --set /scatter/translation",
             "simulate --set /scatter/starts", "simulate --set /simulate/tray/tilt", "fixture --set /fixture/thresholds/pose_error"):
    if not any(one.startswith(kind) for one in kinds):
        failures.append(f"no advice of the kind {kind!r} was given: {dict(kinds)}")

# The text and the JSON answer must list the same changes. --replay must accept the failed starts.
for arguments in (["plan", named["figure4c_peg_lra"]], ["plan", named["ratchet_pawl_tray"], "--limit-cells", "10"],
                  ["simulate", named["bracket_tray"], "--scatter", "20,50,40"]):
    text = " ".join(run([*arguments, "--quiet", "--format", "text"])[1].split())
    for one in answer([*arguments, "--advice"])[1]["results"]["advice"]:
        if f"{one['options']}: {one['effect']}" not in text:
            failures.append(f"the text has no {one}: {text}")
    for number in re.findall(r"see it with --replay (\d+)", text):
        status, replay = answer([*arguments, "--replay", number])
        if status != 1 or replay["results"]["outcome"] in ("seated", "rolling"):
            failures.append(f"--replay {number} of {arguments} ends {replay}")
# Tries the options that the text about a plan mentions.
for options in (["--certify"], ["--friction-limit"]):
    if answer(["plan", named["bracket_tray"], *options])[0] != 0:
        failures.append(f"plan {options} of the bracket has no answer")

if not sum(kinds.values()) >= 60:
    failures.append(f"only {sum(kinds.values())} changes were checked")
print("\n".join(failures) or f"{sum(kinds.values())} changes do what was promised: {dict(kinds)}")
sys.exit(1 if failures else 0)
