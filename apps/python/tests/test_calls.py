# SPDX-License-Identifier: MIT
"""Tests long calls: interrupts, callbacks that raise exceptions, and threads."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import pawl
from conftest import ROOT

PATH = ROOT / "data/tasks/ratchet_pawl_trials.json"


def many_trials() -> pawl.Task:
    return pawl.read_task(PATH).edit({"/scatter/starts": 1_000_000})


def hard_lcp() -> dict:
    """Returns a problem with 2^40 solutions: w = 1 - z, so each z is 0 or 1."""
    return {"M": (-np.eye(40)).tolist(), "q": [1.0] * 40}


def long_scene() -> pawl.Scene:
    return pawl.read_scene(sorted((ROOT / "data/scenes").glob("*.json"))[0]).replace(duration=100000)


def wide_cone() -> tuple[pawl.WrenchCone, np.ndarray]:
    cone = pawl.wrench_cone(ROOT / "data/tasks/ratchet_pawl.json", "arr")
    return cone, np.broadcast_to(cone.rays[0], (30_000_000, 3))


def many_gaps(n: int) -> dict:
    """Returns a task whose number of modes grows with the square of the number of open gaps."""
    return {
        "pawl": 1,
        "part": {},
        "contacts": [
            {"point": [np.cos(k), np.sin(k)], "normal": [-np.cos(k * 1.1), -np.sin(k * 1.1)], "gap": 1}
            for k in range(n)
        ],
    }


LONG = {
    "trials": lambda: (lambda task: lambda: pawl.simulate(task))(many_trials()),
    "scene": lambda: (lambda scene: lambda: pawl.simulate(scene))(long_scene()),
    "lcp": lambda: (lambda problem: lambda: pawl.lcp(problem, all=True))(hard_lcp()),
    "modes": lambda: (lambda task: lambda: pawl.modes(task))(pawl.read_task(many_gaps(1600))),
    "cones": lambda: (lambda task: lambda: pawl.wrench_cones(task))(pawl.read_task(many_gaps(1600))),
    "check": lambda: (lambda task: lambda: pawl.check(task, "s" * 1600))(pawl.read_task(many_gaps(1600))),
}


@pytest.mark.parametrize("kind", LONG)
def test_an_interrupt_ends_a_long_call(kind):
    """Interrupts end calls within 0.2 s on an idle machine. The test allows four times as much."""
    call = LONG[kind]()
    sent = [0.0]

    def interrupt() -> None:
        sent[0] = time.monotonic()
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.4, interrupt)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
            pytest.fail("the call ended before it was interrupted")
    finally:
        timer.cancel()
    assert time.monotonic() - sent[0] < 0.8


def test_a_call_that_cannot_be_stopped_is_abandoned():
    """Calls that draw pictures cannot be stopped. They are abandoned, and the process must still end normally."""
    program = f"""
import os, signal, sys, threading, time
sys.path.insert(0, {str(ROOT / "apps/python/tests")!r})
import pawl, test_calls
task = pawl.read_task(test_calls.many_gaps(3000))
sent = []
def interrupt():
    sent.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.3, interrupt).start()
try:
    while True:
        task.png()
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 0.8


def test_a_call_that_reaches_its_time_limit_returns_a_partial_answer():
    report = pawl.simulate(many_trials(), seconds=0.3)
    assert report.stopped and report.status == "failed"
    run = pawl.simulate(long_scene(), seconds=0.3)
    assert run.stopped and run.steps > 0
    assert pawl.lcp(hard_lcp(), all=True, seconds=0.3).complete is False


class Refused(Exception):
    pass


@pytest.mark.parametrize("ask", [lambda told: pawl.simulate(many_trials(), progress=told),
                                 lambda told: pawl.simulate(long_scene(), progress=told)], ids=["trials", "scene"])
def test_an_exception_in_a_callback_ends_the_call(ask):
    def told(done: int, all: int) -> None:
        assert 0 < done < all
        raise Refused

    with pytest.raises(Refused):
        ask(told)


def test_a_callback_runs_on_the_calling_thread_and_may_make_calls_itself():
    seen = []

    def told(done: int, all: int) -> None:
        seen.append((done, all, threading.get_ident(), pawl.check(PATH.with_name("ratchet_pawl.json"), "arr").verdict))

    pawl.simulate(pawl.read_task(PATH).edit({"/scatter/starts": 20}), progress=told)
    assert seen[-1][:2] == (20, 20)
    assert {one[2] for one in seen} == {threading.get_ident()}


def test_the_interpreter_lock_is_released_during_a_call():
    """Other Python threads can run during a call."""
    counted = [0]
    done = threading.Event()

    def count() -> None:
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    pawl.simulate(many_trials(), seconds=0.4)
    done.set()
    thread.join()
    assert counted[0] > 20


def test_threads_get_the_same_answers():
    task = pawl.read_task(PATH.with_name("ratchet_pawl.json"))
    expected = pawl.plan(task).to_json()
    found = []
    threads = [threading.Thread(target=lambda: found.append(pawl.plan(task).to_json())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_one_thread_and_several_threads_give_the_same_answer():
    task = pawl.read_task(PATH).edit({"/scatter/starts": 12})
    assert len({pawl.simulate(task, threads=k).to_json() for k in (1, 2, 8)}) == 1


def test_a_forked_process_can_call():
    program = (
        "import os, pawl, sys\n"
        f"task = pawl.read_task({str(PATH.with_name('ratchet_pawl.json'))!r})\n"
        "pawl.check(task, 'arr').to_json()\n"
        "child = os.fork()\n"
        "if child == 0:\n"
        "    os._exit(0 if pawl.check(task, 'arr').verdict else 1)\n"
        "sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    assert subprocess.run([sys.executable, "-c", program], timeout=60).returncode == 0


def test_an_interrupt_ends_a_call_with_millions_of_wrenches_at_once():
    """Large arrays of wrenches are split, because each part is copied while the interpreter's lock is held."""
    cone = pawl.wrench_cone(PATH.with_name("ratchet_pawl.json"), "arr")
    rows = np.tile(np.random.default_rng(1).normal(size=(1000, 3)), (6000, 1))
    for call in (cone.contains, cone.margins):
        start = time.monotonic()
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        signal.setitimer(signal.ITIMER_REAL, 0.02)
        with pytest.raises(KeyboardInterrupt):
            call(rows)
        assert time.monotonic() - start < 0.3
