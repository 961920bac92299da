# SPDX-License-Identifier: MIT
"""Makes random tasks and contact problems as texts. In many of them, numbers that an algorithm compares are
exactly equal. The same seed makes the same text."""
import json
import math
import random


def number(rng, low, high):
    """Returns a decimal with few digits, which is often a round number. Drawings contain such numbers, and such numbers
    cause ties."""
    return round(rng.uniform(low, high), rng.choice([0, 1, 1, 2, 2, 3, 6, 17]))


def polygon(rng):
    if rng.random() < .4:
        w, h = rng.choice([.5, 1, 1.5, 2]), rng.choice([.5, 1, 2])
        return [[-w, -h], [w, -h], [w, h], [-w, h]]
    count = rng.randint(3, 8)
    angles = sorted(rng.uniform(0, 2 * math.pi) for _ in range(count))
    digits = rng.choice([1, 2, 4])
    return [[round(r * math.cos(a), digits), round(r * math.sin(a), digits)]
            for a, r in ((a, rng.uniform(.5, 2)) for a in angles)]


def on_outline(rng, outline):
    if "disc" in outline:
        a = rng.choice([rng.uniform(0, 2 * math.pi), rng.randint(0, 3) * math.pi / 2])
        return [outline["disc"]["radius"] * math.cos(a), outline["disc"]["radius"] * math.sin(a)]
    vertices = outline["polygon"]
    k = rng.randrange(len(vertices))
    (x, y), (u, v) = vertices[k], vertices[(k + 1) % len(vertices)]
    t = rng.choice([.25, .5, .75, rng.uniform(.02, .98)])
    return [x + t * (u - x), y + t * (v - y)]


def outlined(rng, task):
    outline = {"disc": {"radius": number(rng, .5, 2) or 1}} if rng.random() < .15 else {"polygon": polygon(rng)}
    task["part"] = {"outline": outline}
    pose = [0, 0, 0]
    if rng.random() < .4:
        angle = rng.choice([math.pi / 2, math.pi, -math.pi / 2, .3, rng.uniform(-3, 3)])
        task["pose"] = pose = [number(rng, -1, 1), number(rng, -1, 1), angle]
    c, s = math.cos(pose[2]), math.sin(pose[2])
    task["fixels"] = []
    for _ in range(rng.randint(1, 5)):
        x, y = on_outline(rng, outline)
        gap = rng.choice([0, 0, 0, 1e-3, .01])
        x, y = x * (1 + gap), y * (1 + gap)
        at = [pose[0] + c * x - s * y, pose[1] + s * x + c * y]
        task["fixels"].append({"at": [round(v, 9) for v in at] if rng.random() < .5 else at})
    return len(task["fixels"])


def stated(rng, task):
    task["part"] = {"mass": rng.choice([1, 2, .3]), "inertia": rng.choice([1, .5, .3333333333333333])}
    task["contacts"] = []
    for _ in range(rng.randint(1, 5)):
        contact = {"point": [number(rng, -1, 1), number(rng, -1, 1)], "normal": [number(rng, -1, 1), number(rng, -1, 1)]}
        if contact["normal"] == [0, 0]:
            contact["normal"] = [0, 1]
        if rng.random() < .3:
            contact["friction"] = number(rng, 0, 1)
        if rng.random() < .3:
            contact["gap"] = rng.choice([0, 1e-3, .01])
        task["contacts"].append(contact)
    return len(task["contacts"])


def random_task(seed):
    rng = random.Random(seed)
    task = {"pawl": 1, "name": f"random {seed}"}
    count = stated(rng, task) if rng.random() < .3 else outlined(rng, task)
    task["friction"] = rng.choice([0, .2, .5, 1, number(rng, 0, 1.5), [.1, .3]])
    task["modes"] = ["".join(rng.choice("alnrs**") for _ in range(count)) for _ in range(rng.randint(1, 2))]
    task["actuator"] = rng.choice([
        {"free": {}}, {"free": {}}, {"tray": {}}, {"push": {"at": [number(rng, -1, 1), number(rng, -1, 1)], "from": -2, "to": -1}},
        {"spring": {"at": [0, 0], "anchor": [number(rng, -2, 2), -2], "anchor_tolerance": rng.choice([0, .05])}}])
    if rng.random() < .3:
        task["twist"] = [number(rng, -1, 1), number(rng, -1, 1), number(rng, -1, 1)]
    if rng.random() < .2:
        task["goal"] = sorted(rng.sample(range(1, count + 1), rng.randint(1, count)))
    if rng.random() < .1:
        task["colour"] = -1  # an unknown key
    return json.dumps(task)


def random_contacts(seed):
    """Returns a contact problem with few bodies (docs/lcp.md). The bodies are often at rest under gravity, and directions
    are often equal."""
    rng = random.Random(seed)
    bodies, contacts, step = rng.randint(1, 3), rng.randint(1, 6), rng.choice([0, 0, .01])
    lines = [f"pc1 {'st' if step else 'acc'} random_{seed}", f"{bodies} {contacts} {rng.choice([0, .2, .5, 1, 1.5])} {step}"]
    lines += [f"{rng.choice([1, .5, 3, 1e-3])} {rng.choice([1, 2, .3, 1e-3])}" for _ in range(bodies)]
    for _ in range(contacts):
        b = rng.randrange(bodies)
        a = rng.choice([body for body in range(-1, bodies) if body != b])
        angle = rng.choice([rng.randint(0, 3) * math.pi / 2, rng.uniform(-math.pi, math.pi)])
        arms = [number(rng, -1, 1) for _ in range(4)]
        mode = 0 if step else rng.choice([0, 0, 0, 1, -1])
        biases = [rng.choice([0, -9.81, number(rng, -10, 10)]), rng.choice([0, number(rng, -10, 10)])]
        values = [a, b, round(math.cos(angle), 15), round(math.sin(angle), 15), *arms, mode, *biases]
        lines.append(" ".join(str(value) for value in values))
    return "\n".join(lines) + "\n"
