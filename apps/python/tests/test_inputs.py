# SPDX-License-Identifier: MIT
"""Bad input must raise InputError. It must not give an answer or raise another exception."""
from __future__ import annotations

import math
import pickle
import subprocess
import sys

import numpy as np
import pytest

import pawl
from conftest import ROOT

PATH = ROOT / "data/tasks/ratchet_pawl.json"


@pytest.fixture(scope="module")
def task() -> pawl.Task:
    return pawl.read_task(PATH)


def refused(ask) -> pawl.Fault:
    with pytest.raises(pawl.InputError) as caught:
        ask()
    return caught.value.faults[0]


def test_none_in_place_of_a_wrench_is_refused(task):
    assert refused(lambda: pawl.forward(task, None)).pointer == "wrench"
    with pytest.raises(pawl.InputError):
        pawl._pawl.check_wrench(task._held, None, None, None)


@pytest.mark.parametrize("size", [(20, 20), (0, 0), (-5, 5), (299, 800), (800, 20000), (math.nan, 800), (math.inf, 800)])
def test_picture_sizes_outside_the_bounds_of_the_command_are_refused(task, size, tmp_path):
    plan = pawl.plan(task)
    for ask in (plan.svg, plan.png, plan.pdf, task.svg, lambda size: plan.save(tmp_path / "plan.png", size=size)):
        assert refused(lambda: ask(size=size)).pointer == "size"
    assert not list(tmp_path.iterdir())
    assert plan.svg(size=(300, 300))


@pytest.mark.parametrize("options", [
    {"certify_depth": -1}, {"certify_depth": math.nan}, {"certify": True, "tolerance_friction": -1},
    {"tolerance_friction": 0.1}, {"tolerance_fixels": math.nan}, {"tolerance_outline": -1}, {"limit_boxes": 0},
    {"seconds": -1}, {"seconds": math.nan},
])
def test_options_of_plan_that_the_command_refuses_are_refused(task, options):
    assert refused(lambda: pawl.plan(task, **options)).pointer == [name for name in options if name != "certify"][0]


@pytest.mark.parametrize("threads", [-1, 1025, 10**7, 2**31 - 1])
def test_numbers_of_threads_outside_0_to_1024_are_refused(task, threads):
    assert refused(lambda: pawl.simulate(task, threads=threads)).pointer == "threads"
    assert refused(lambda: pawl.fixture(task, threads=threads)).pointer == "threads"


def test_more_threads_than_processors_give_the_same_answer_as_one_thread(task):
    assert pawl.simulate(task, starts=3, threads=1024).to_json() == pawl.simulate(task, starts=3, threads=1).to_json()


def test_files_that_cannot_be_read_raise_input_error(task, tmp_path):
    half = tmp_path / "half.json"
    half.write_text("{")
    for ask in (lambda: pawl.simulate(task, "nofile.json"), lambda: pawl.verify("nofile.json", task),
                lambda: pawl.lcp("nofile.json"), lambda: pawl.verify(pawl.plan(task), problem="nofile.json"),
                lambda: pawl.simulate(task, half), lambda: pawl.simulate(task, "{"), lambda: pawl.read_task("nofile")):
        refused(ask)
    assert "empty" in refused(lambda: pawl.read_task("")).message


def test_a_missing_file_raises_file_not_found_error_with_its_name(task, tmp_path):
    missing = str(tmp_path / "none.json")
    for ask in (pawl.read_task, pawl.read_scene, pawl.read_drawing, pawl.lcp, lambda path: pawl.simulate(task, path)):
        with pytest.raises(FileNotFoundError) as caught:
            ask(missing)
        error = caught.value
        assert isinstance(error, pawl.InputError) and error.filename == error.file == missing
        assert error.errno == 2 and str(error).startswith(missing + ": ") and error.faults
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is pawl.MissingFileError and again.file == missing and str(again) == str(error)


def test_faults_of_a_file_begin_with_its_name(tmp_path):
    path = tmp_path / "bad.json"
    path.write_text('{"pawl": 1, "fricton": 1}')
    with pytest.raises(pawl.InputError) as caught:
        pawl.read_task(path)
    assert not isinstance(caught.value, FileNotFoundError) and caught.value.file == str(path)
    assert all(line.startswith(f"{path}: /") for line in str(caught.value).splitlines())
    with pytest.raises(pawl.InputError) as caught:
        pawl.read_task(path.read_text())
    assert caught.value.file is None and str(caught.value).startswith("/")


@pytest.mark.parametrize("units", [None, 3, {"length": []}, {"length": "ft"}, {"length": None}])
def test_a_plan_with_invalid_units_is_refused(task, units):
    plan = {"pawl": 1, "units": units, "steps": [{"wrench": [0, -1, 0]}]}
    assert refused(lambda: pawl.simulate(task, plan)).pointer.startswith("/units")


def test_values_that_cannot_be_written_as_json_are_refused(task):
    assert refused(lambda: task.replace(friction=10**5000)).pointer == "friction"
    deep: list = []
    for _ in range(100_000):
        deep = [deep]
    refused(lambda: task.replace(friction=deep))
    ring: dict = {}
    ring["ring"] = ring
    refused(lambda: pawl.read_task(ring))
    refused(lambda: pawl.simulate(task, '{"steps": ' + "[" * 100_000))


def test_complex_numbers_and_texts_are_refused_as_wrenches(task):
    cone = pawl.wrench_cone(task, "arr")
    for wrench in (np.array([1, 1j, 0]), [1, 1j, 0], ["1", "2", "3"], np.array([1, 1j, 0], dtype=object)):
        assert refused(lambda: cone.contains(wrench)).pointer == "wrenches"
        assert refused(lambda: pawl.forward(task, wrench)).pointer == "wrench"
    assert cone.contains([0, -1, 0]).tolist() == cone.contains(np.array([0, -1, 0], dtype=np.int8)).tolist()


def test_json_text_may_have_a_byte_order_mark_and_may_be_bytes(task):
    text = PATH.read_text()
    assert pawl.read_task("\ufeff" + text) == pawl.read_task(text.encode()) == pawl.read_task(text)
    assert pawl.read_task(bytes(PATH)).name == task.name
    refused(lambda: pawl.read_task(b"\xff{}"))


def test_equal_values_have_equal_hashes(task):
    whole, broken = (pawl.Part({"outline": {"disc": {"radius": radius}}}) for radius in (1, 1.0))
    assert whole == broken and hash(whole) == hash(broken)
    turned = pawl.Part({"outline": {"disc": {"radius": 1}}, "mass": 2})
    other = pawl.Part({"mass": 2.0, "outline": {"disc": {"radius": 1}}})
    assert turned == other and hash(turned) == hash(other) != hash(whole)
    cone = pawl.wrench_cone(task, "arr").cone
    again = pawl.Cone(dict(reversed(cone.to_dict().items())))
    assert cone == again and hash(cone) == hash(again)
    plan = pawl.plan(task)
    assert hash(pickle.loads(pickle.dumps(plan))) == hash(plan)


def test_arrays_stay_read_only(task):
    cone = pawl.wrench_cone(task, "arr")
    for array in (cone.rays, cone.lines, cone.widest, cone.contains(cone.rays), cone.margins(cone.rays),
                  cone.admits(np.empty((0, 3)))):
        assert not array.flags.writeable
        with pytest.raises(ValueError):
            array.setflags(write=True)
        assert array.base is None or isinstance(array.base, bytes)


def test_a_large_array_of_wrenches_gives_the_same_results_as_a_small_one(task):
    cone = pawl.wrench_cone(task, "arr")
    few = np.random.default_rng(2).normal(size=(1000, 3))
    many = np.tile(few, (250, 1))
    assert (cone.contains(many) == np.tile(cone.contains(few), 250)).all()
    assert (cone.margins(many) == np.tile(cone.margins(few), 250)).all()


def test_a_warning_is_given_if_all_starts_are_the_same(task):
    alike = [one.code for one in pawl.simulate(task, pawl.plan(task), starts=3).warnings]
    assert "starts-alike" in alike
    given = task.replace(scatter={"starts": 3, "translation": 0.001})
    assert "starts-alike" not in [one.code for one in pawl.simulate(given, pawl.plan(task)).warnings]


@pytest.mark.parametrize("call", [
    "pawl.simulate(task, starts=1000000)", "pawl.simulate(task, starts=1000000, progress=lambda done, all: sum(range(9999)))",
    "[pawl.check(task, 'arr') for _ in range(10**9)]",
])
def test_a_program_can_end_while_a_daemon_thread_is_in_a_call(call):
    trials = PATH.with_name("ratchet_pawl_trials.json")
    program = (
        "import pawl, threading, time\n"
        f"task = pawl.read_task({str(trials)!r})\n"
        f"threading.Thread(target=lambda: {call}, daemon=True).start()\n"
        "time.sleep(0.4)\n"
    )
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")


def test_integers_of_numpy_are_accepted_as_integers(task):
    given, three = task.replace(scatter={"translation": 0.001}), np.int64(3)
    assert pawl.simulate(given, starts=three, seed=three, threads=three) == pawl.simulate(given, starts=3, seed=3)
    assert pawl.simulate(given, replay=three) == pawl.simulate(given, replay=3)
    assert pawl.plan(task, limit_cells=three) == pawl.plan(task, limit_cells=3)


@pytest.mark.parametrize("keywords", [{"clamp_at": (3, 0.5)}, {"seconds": "1"}, {"seconds": float("inf")}, {"seconds": 1j}, {"mode": 5}], ids=repr)
def test_arguments_of_a_wrong_type_name_the_keyword(keywords):
    block = {"pawl": 1, "part": {"outline": {"polygon": [[0, 0], [4, 0], [4, 2], [0, 2]]}}, "friction": 0.2,
             "fixels": [[1, 0], [3, 0], [-0.02, 1]], "actuator": "tray"}
    with pytest.raises(pawl.InputError) as error:
        pawl.check(block, **{"mode": "ssa", **keywords})
    assert error.value.faults[0].pointer == next(iter(keywords))
    assert pawl.check(block, "ssa", clamp_at=None, seconds=np.float32(10)).verdict
    calls = [lambda: pawl.wrench_cone(block, 5), lambda: pawl.orient(block, jaw_friction=None),
             lambda: pawl.fixture(block, threads=1.5), lambda: pawl.simulate(block, threads="2"),
             lambda: pawl.forward(block, (1, 0, 0), seconds=[1])]
    for call in calls:
        with pytest.raises(pawl.InputError):
            call()
    assert pawl.orient(block, jaw_friction=np.array([0.1, 0.2])) == pawl.orient(block, jaw_friction=(0.1, 0.2))


def test_intervals_and_sizes_may_be_numbers(tmp_path):
    plate = ROOT / "data/tasks/bracket.json"
    for numbers, text in ((0.3, "0.3"), ((0.1, 0.3), "0.1,0.3"), (np.array([0.1, 0.3]), "0.1,0.3")):
        found = pawl.contacts(plate, finger="force-closure", finger_friction=numbers)
        assert found == pawl.contacts(plate, finger="force-closure", finger_friction=text)
    nested = pawl.nest(plate, array=(2, 1), pitch=(90.5, 70), plate_size=(300, 200))
    assert nested == pawl.nest(plate, array="2x1", pitch="90.5,70", plate_size="300,200")
    with pytest.raises(pawl.InputError, match="pitch"):
        pawl.nest(plate, array=(2, 1), pitch=[object()])
    with pytest.raises(FileNotFoundError) as error:
        pawl.read_task(plate).save(tmp_path / "missing" / "x.json")
    assert error.value.filename == str(tmp_path / "missing" / "x.json")


def test_objects_of_a_wrong_type_are_named():
    for call in (lambda: pawl.read_task(None), lambda: pawl.Part(5), lambda: pawl.read_scene([])):
        with pytest.raises(TypeError, match="expected a"):
            call()
    task = pawl.read_task(ROOT / "data/tasks/bracket.json")
    for values in (None, {5: 1}):
        with pytest.raises(TypeError, match="expected a dict"):
            task.edit(values)
    for bad in ({"size": 5}, {"size": "ab"}, {"size": (None, 400)}, {"theme": 5}):
        with pytest.raises(pawl.InputError):
            task.png(**bad)
