# SPDX-License-Identifier: MIT
"""Measures the overhead of Python: 10,000 checks in a loop, compared with the same loop in C++, and one call of
`contains` with a million wrenches.

Usage: loops.py CHECK_LOOP TASK [COUNT]. CHECK_LOOP is the target python_check_loop of a build with -DPAWL_PYTHON=ON.

Both loops run alternately, in five parts each. The ratio is that of the fastest parts. On a machine that runs other programs too,
trust the ratio of the CPU times, which include all threads."""
import subprocess
import sys
import time

import numpy as np

import pawl

PARTS = 5


def timed(work):
    """Returns the elapsed time and the CPU time, s."""
    start, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - start, time.process_time() - cpu


def main(program, path, count="10000"):
    task = pawl.read_task(path)
    part = int(count) // PARTS

    def checks():
        for _ in range(part):
            assert pawl.check(task, "arr").verdict

    native, python = [], []
    for _ in range(PARTS):
        done = subprocess.run([program, path, str(part)], capture_output=True, text=True, check=True)
        native.append([float(number) for number in done.stdout.split()])
        python.append(timed(checks))
    for kind, first, second in zip(("elapsed", "CPU"), np.min(native, axis=0), np.min(python, axis=0)):
        print(f"{part * PARTS} checks, {kind}: C++ {PARTS * first:.3f} s, Python {PARTS * second:.3f} s, ratio {second / first:.2f}")
    cone = pawl.wrench_cone(task, "arr")
    wrenches = np.random.default_rng(1).normal(size=(1_000_000, 3))
    contains = min(timed(lambda: cone.contains(wrenches))[0] for _ in range(3))
    print(f"contains of a million wrenches: {contains:.3f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
