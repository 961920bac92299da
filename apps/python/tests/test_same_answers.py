# SPDX-License-Identifier: MIT
"""The module's answers must be equal to those of the command, byte for byte, for all tasks in data/."""
from __future__ import annotations

import json

import pytest

import pawl
from conftest import ROOT, SCENES, TASKS

STATUS = {"yes": 0, "no": 1, "failed": 3}
WRENCH = (0.3, -1, 0.1)


def status_of(answer: pawl.Answer) -> int:
    if isinstance(answer, pawl.Plan):
        answer = pawl.Answer(answer._held)
    return STATUS[answer.status]


def require_same(printed, ask, *arguments: object) -> None:
    """Requires that the command and the module give equal texts and statuses, or that both refuse the input."""
    text, status = printed(*arguments)
    try:
        answer = ask()
    except pawl.InputError:
        assert status == 2, text
        return
    assert (answer.to_json(), status_of(answer)) == (text, status)


@pytest.mark.parametrize("path", TASKS, ids=lambda path: path.stem)
class TestTasks:
    def test_contacts(self, path, printed):
        require_same(printed, lambda: pawl.contacts(path), "contacts", path)

    def test_modes(self, path, printed):
        require_same(printed, lambda: pawl.modes(path), "modes", path)

    def test_cones(self, path, printed):
        require_same(printed, lambda: pawl.wrench_cones(path), "cone", path)

    def test_a_cone_in_full(self, path, printed):
        mode = json.loads(printed("modes", path)[0])["results"]["modes"][0]["mode"]
        require_same(
            printed,
            lambda: pawl.wrench_cone(path, mode, wrench=WRENCH, matrices=True, exact=True),
            "cone", path, "--mode", mode, "--wrench", "0.3,-1,0.1", "--matrices", "--exact",
        )

    def test_check(self, path, printed):
        require_same(printed, lambda: pawl.check(path), "check", path)

    def test_check_of_each_mode(self, path, printed):
        for one in json.loads(printed("modes", path)[0])["results"]["modes"][:5]:
            require_same(printed, lambda: pawl.check(path, one["mode"]), "check", path, "--mode", one["mode"])

    def test_check_of_a_wrench(self, path, printed):
        require_same(
            printed, lambda: pawl.check(path, wrench=WRENCH), "check", path, "--wrench", "0.3,-1,0.1"
        )

    def test_forward(self, path, printed):
        require_same(
            printed, lambda: pawl.forward(path, WRENCH), "forward", path, "--wrench", "0.3,-1,0.1"
        )

    def test_plan(self, path, printed):
        require_same(
            printed, lambda: pawl.plan(path, friction_limit=True), "plan", path, "--friction-limit"
        )

    def test_orient(self, path, printed):
        require_same(printed, lambda: pawl.orient(path), "orient", path)
        require_same(
            printed, lambda: pawl.orient(path, by="fence", angle_step=5), "orient", path, "--by", "fence", "--angle-step", "5"
        )

    def test_simulate(self, path, printed):
        task = json.loads(path.read_text())
        bare = "fixels" not in task and "walls" not in task and "contacts" not in task
        if bare or "plan" not in task and pawl.plan(path).status != "found":
            with pytest.raises(pawl.InputError):
                pawl.simulate(path, starts=2)
            return
        require_same(
            printed, lambda: pawl.simulate(path, starts=5, seed=3),
            "simulate", path, "--set", "/scatter/starts=5", "--set", "/scatter/seed=3",
        )


def test_plans_with_energy_certificates(printed, tmp_path):
    path = ROOT / "data/tasks/ratchet_pawl.json"
    certificate = tmp_path / "certificate.json"
    found = pawl.plan(path, certify=True, loadable=True, limit_boxes=20000, tolerance_friction=0.01)
    text, status = printed(
        "plan", path, "--certify", "--loadable", "--limit-boxes", 20000, "--tolerance-friction", "0.01",
        "--certificate", certificate,
    )
    assert found.to_json() == text
    assert status_of(found) == status
    assert certificate.exists() == (found.certificate is not None)
    if found.certificate is None:
        return
    assert certificate.read_text() == found.certificate
    require_same(printed, lambda: pawl.verify(str(certificate), path), "verify", certificate, "--task", path)
    assert pawl.verify(found.certificate, path).accepted


def test_fixtures(printed, tmp_path):
    path, out = ROOT / "data/tasks/plate_corners.json", tmp_path / "best.json"
    task = json.loads(path.read_text())
    for key in ("fixels", "goal", "start", "modes", "plan", "scatter"):
        task.pop(key, None)
    task["fixture"] = {
        "candidates": {"points": {"per_edge": 3}}, "depth_for": 1, "top": 3, "thresholds": {"guarantee": "energy"}
    }
    asked = tmp_path / "part.json"
    asked.write_text(json.dumps(task))
    text, status = printed("fixture", asked, "--top", 3, "--task-out", out)
    found = pawl.fixture(asked, top=3)
    assert (found.to_json(), found._held.status) == (text, status)
    assert found.best is not None and 1 <= len(found.fixtures) <= 3
    assert found.best.task.to_json() == out.read_text()
    assert pawl.plan(found.best.task).status == "found"
    part = pawl.read_task(asked).part
    again = pawl.fixture(part, units=task.get("units"), friction=task.get("friction"), actuator=task.get("actuator"),
                         options=task["fixture"], top=3)
    assert [one.values for one in again.fixtures] == [one.values for one in found.fixtures]


def test_the_replay_of_one_trial(printed):
    path = ROOT / "data/tasks/ratchet_pawl_trials.json"
    require_same(printed, lambda: pawl.simulate(path, replay=3), "simulate", path, "--replay", 3)


def test_a_trace(printed, tmp_path):
    path = ROOT / "data/tasks/ratchet_pawl_trials.json"
    lines = tmp_path / "trace"
    printed("simulate", path, "--replay", 3, "--trace", lines)
    traced = pawl.simulate(path, replay=3, trace=True).trace
    assert [json.loads(line) for line in lines.read_text().splitlines()] == list(traced)
    assert len(traced) > 10


@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.stem)
def test_scenes(path, printed):
    scene = pawl.read_scene(path).replace(duration=0.05)
    require_same(printed, lambda: pawl.simulate(scene), "simulate", path, "--set", "duration=0.05")


LCPS = {
    "solved": {"M": [[2, 1], [1, 2]], "q": [-5, -6]},
    "none": {"M": [[0, 0], [0, 0]], "q": [-1, 0]},
    "many": {"M": [[0, 1], [1, 0]], "q": [0, 0]},
}


@pytest.mark.parametrize("kind", LCPS)
def test_lcp(kind, printed, tmp_path):
    path = tmp_path / "problem.json"
    path.write_text(json.dumps({"pawl": 1, "name": kind, **LCPS[kind]}))
    require_same(printed, lambda: pawl.lcp(path), "lcp", path)
    require_same(printed, lambda: pawl.lcp(path, all=True, proof=True), "lcp", path, "--all", "--proof")
    answer = tmp_path / "answer.json"
    pawl.lcp(path, proof=True).save(answer)
    require_same(printed, lambda: pawl.verify(answer, problem=path), "verify", answer, "--task", path)


@pytest.mark.parametrize("ask", [pawl.plan, lambda path: pawl.check(path, "arr")], ids=["plan", "check"])
def test_verify(ask, printed, tmp_path):
    path, answer = ROOT / "data/tasks/ratchet_pawl.json", tmp_path / "answer.json"
    ask(path).save(answer)
    require_same(printed, lambda: pawl.verify(answer, path), "verify", answer, "--task", path)
    assert pawl.verify(answer, path).accepted
    changed = json.loads(answer.read_text())
    changed["results"]["verdict"] = "wholly ambiguous"
    for step in changed["results"].get("steps", []):
        step["wrench"] = [0, 1, 0]
    answer.write_text(json.dumps(changed))
    assert not pawl.verify(answer, path).accepted


DRAWINGS = sorted(path for path in (ROOT / "data/drawings").iterdir() if path.suffix in (".dxf", ".svg"))


@pytest.mark.parametrize("path", DRAWINGS, ids=lambda path: path.name)
def test_drawings(path, printed):
    text, status = printed("part", path)
    try:
        read = pawl.read_drawing(path)
    except pawl.InputError:
        assert status == 2
        return
    assert read.to_json() == text
    task = {"pawl": 1, "part": read.part, "fixels": [], "units": {"length": read.units[0]}}
    assert pawl.read_task(task).part == read.part


@pytest.mark.parametrize("form", ["svg", "pdf", "png", "html"])
def test_pictures(form, printed, tmp_path):
    path = ROOT / "data/tasks/ratchet_pawl.json"
    drawn, saved = tmp_path / f"command.{form}", tmp_path / f"module.{form}"
    printed("plan", path, f"--{form}", drawn)
    pawl.plan(path).save(saved)
    assert saved.read_bytes() == drawn.read_bytes()


def test_pretty(printed):
    path = ROOT / "data/tasks/ratchet_pawl.json"
    assert pawl.check(path, "arr").to_json(pretty=True) == printed("check", path, "--mode", "arr", "--pretty")[0]
