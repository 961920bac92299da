# SPDX-License-Identifier: MIT
"""Tests sweeps with failing schedulers, disks and networks. scripts/full-check runs the long tests."""
import os
import subprocess
import sys
import time

import pytest
from sweeps import made_here, sha256, spec, sweep, wait_for  # noqa: F401 (spec is a fixture)

long = pytest.mark.skipif(not os.environ.get("PAWL_TEST_LONG"), reason="long test: set PAWL_TEST_LONG, as scripts/full-check does")


@long
def test_finished_parts_are_kept_if_a_larger_part_cannot_be_written(spec, tmp_path):
    """A limit on the size of files has the effect of a full disk: larger parts cannot be written, but smaller parts can."""
    path, out = spec(), tmp_path / "out"
    expected = made_here(path, out)
    sizes = [part.stat().st_size for part in sorted(out.glob("part-*"))]
    for part in out.glob("part-*"):
        part.unlink()
    limit = max(max(sizes) - 1, (out / "manifest.json").stat().st_size)
    if limit >= max(sizes):
        limit = max(sizes) - 1
    words = [str(path), "--out", str(out), "--local", "1"]
    program = (f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit})); "
               f"from pawl.sweep.__main__ import main; sys.exit(main({words!r}))")
    command = [sys.executable, "-c", f"if __name__ == '__main__':\n    {program}"]
    run = subprocess.run(command, text=True, capture_output=True, timeout=120)
    assert run.returncode == 3 and "could not be written" in run.stderr, run.stderr
    assert not list(out.glob(".*.tmp"))
    assert sweep(path, "--out", out, "--local", 1).returncode == 0
    assert sha256(out) == expected


def dask(*words):
    command = [sys.executable, "-m", "distributed.cli." + words[0], *words[1:]]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Cluster:
    """A scheduler and two workers on loopback, which tests can kill."""

    def __init__(self, port, *tls):
        self.address = f"{'tls' if tls else 'tcp'}://127.0.0.1:{port}"
        host = self.address.rpartition(":")[0]
        self._scheduler = ("dask_scheduler", "--host", host, "--port", str(port), "--no-dashboard", *tls)
        self._worker = ("dask_worker", self.address, "--nthreads", "1", "--no-dashboard", "--death-timeout", "30", *tls)
        self.started = []

    def start(self):
        self.started += [dask(*self._scheduler), dask(*self._worker), dask(*self._worker)]

    def kill(self):
        for process in self.started:
            process.kill()
            process.wait()


@long
def test_finished_chunks_are_kept_if_the_scheduler_is_killed_and_started_again(spec, tmp_path):
    path, out, cluster = spec(starts=200, chunk=25), tmp_path / "out", Cluster(18786)
    expected = made_here(path, tmp_path / "here")
    command = [sys.executable, "-m", "pawl.sweep", str(path), "--out", str(out), "--scheduler", cluster.address]
    cluster.start()
    process = subprocess.Popen(command)
    try:
        wait_for(lambda: len(list(out.glob("part-*"))) > 5)
        cluster.started[0].kill()
        cluster.started[0].wait()
        kept = {part: part.stat().st_mtime_ns for part in out.glob("part-*")}
        time.sleep(1)
        cluster.start()
        assert process.wait(timeout=240) == 0
        assert all(part.stat().st_mtime_ns == when for part, when in kept.items()) and len(kept) < 64
        assert sha256(out) == expected
    finally:
        process.kill()
        process.wait()
        cluster.kill()


@long
def test_a_sweep_that_loses_its_scheduler_ends_and_can_be_continued_later(spec, tmp_path):
    path, out, cluster = spec(), tmp_path / "out", Cluster(18788)
    run = sweep(path, "--out", out, "--scheduler", cluster.address, "--patience", 1)
    assert run.returncode == 3 and "no scheduler at" in run.stderr and "run the same command to continue" in run.stderr
    assert sweep(path, "--out", out, "--local", 1).returncode == 0
    assert sha256(out) == made_here(path, tmp_path / "here")


@long
def test_a_sweep_over_tls_has_the_same_results_and_clients_without_a_certificate_are_refused(spec, tmp_path):
    certificate, key = tmp_path / "pawl.pem", tmp_path / "pawl.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=pawl", "-days", "2",
                    "-keyout", key, "-out", certificate], check=True, capture_output=True)
    tls = ["--tls-ca-file", certificate, "--tls-cert", certificate, "--tls-key", key]
    cluster, path, out = Cluster(18787, *map(str, tls)), spec(), tmp_path / "out"
    ours = ("--tls-ca", certificate, "--tls-cert", certificate, "--tls-key", key)
    cluster.start()
    try:
        run = sweep(path, "--out", out, "--scheduler", cluster.address, *ours)
        assert run.returncode == 0, run.stderr
        assert sha256(out) == made_here(path, tmp_path / "here")
        plain = cluster.address.replace("tls", "tcp")
        assert sweep(path, "--out", tmp_path / "no", "--scheduler", plain, "--patience", 3).returncode == 3
    finally:
        cluster.kill()


@long
@pytest.mark.skipif(os.geteuid() != 0, reason="mounts a small file system")
@pytest.mark.parametrize("options, status", [("size=20k", 3), ("ro", 2)])
def test_a_full_or_read_only_disk_ends_the_sweep_with_a_message(spec, tmp_path, options, status):
    path, out = spec(starts=60), tmp_path / "out"
    out.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(out)], capture_output=True).returncode:
        pytest.skip("cannot mount a file system")
    try:
        run = sweep(path, "--out", out, "--local", 2)
        assert run.returncode == status, run.stderr
        if status == 3:
            kept = list(out.glob("part-*"))
            assert kept and "No space left" in run.stderr and not list(out.glob(".*.tmp"))
            subprocess.run(["mount", "-o", "remount,size=10m", str(out)], check=True)
            assert sweep(path, "--out", out, "--local", 2).returncode == 0
            assert sha256(out) == made_here(path, tmp_path / "here")
    finally:
        subprocess.run(["umount", str(out)], check=True)
