# SPDX-License-Identifier: MIT
"""Measures the overhead of Python: 10,000 checks in a loop, compared with the same loop in C++, and one call of
`contains` with a million wrenches.

Usage: loops.py CHECK_LOOP TASK. CHECK_LOOP is the target python_check_loop of a build with -DPAWL_PYTHON=ON."""
import subprocess
import sys
import time

import numpy as np

import pawl

COUNT = 10_000


def best_of(runs, work):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main(program, path):
    task = pawl.read_task(path)

    def checks():
        for _ in range(COUNT):
            assert pawl.check(task, "arr").verdict

    native = float(subprocess.run([program, path, str(COUNT)], capture_output=True, text=True, check=True).stdout)
    loop = best_of(3, checks)
    print(f"{COUNT} checks: C++ {native:.3f} s, Python {loop:.3f} s, ratio {loop / native:.2f}")
    cone = pawl.wrench_cone(task, "arr")
    wrenches = np.random.default_rng(1).normal(size=(1_000_000, 3))
    contains = best_of(3, lambda: cone.contains(wrenches))
    print(f"contains of a million wrenches: {contains:.3f} s")


if __name__ == "__main__":
    main(*sys.argv[1:])
