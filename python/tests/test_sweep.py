# SPDX-License-Identifier: MIT
"""Sweeps: the same bytes whoever made them, and what goes wrong on the way costs what it must and no more."""
import csv
import fcntl
import gzip
import hashlib
import json
import os
import subprocess
import sys
import time

import pytest

import pawl
from pawl.sweep import _chunk, _collect
from pawl.sweep._directory import Directory, DirectoryError, sweep_of
from pawl.sweep._spec import Sweep, read_spec

from conftest import ROOT

psutil = pytest.importorskip("psutil")
pytest.importorskip("distributed")
TASK = ROOT / "data/tasks/ratchet_pawl_trials.json"
SPEC = {
    "pawl-sweep": 1, "task": str(TASK), "fixtures": [{"name": "as drawn"}, {"name": "closer", "set": {"/fixels/2/at": [0.018, 0]}}],
    "grid": {"/friction": [0.1, 0.3]}, "sample": {"points": 2, "values": {"/scatter/rotation": {"from": 0.01, "to": 0.05}}},
    "starts": 10, "seed": 3, "chunk": 16,
}


long = pytest.mark.skipif(not os.environ.get("PAWL_TEST_LONG"), reason="for scripts/full-check: PAWL_TEST_LONG is not set")


@pytest.fixture
def spec(tmp_path):
    """Writes a spec, with changes; None takes a key away."""
    def write(**changes):
        changed = {key: value for key, value in {**SPEC, **changes}.items() if value is not None}
        (tmp_path / "spec.json").write_text(json.dumps(changed))
        return tmp_path / "spec.json"
    return write


def sweep(*words, **options):
    return subprocess.run([sys.executable, "-m", "pawl.sweep", *map(str, words)], text=True, capture_output=True, timeout=300, **options)


def sha256(directory):
    digest = hashlib.sha256()
    for part in sorted(directory.glob("part-*.jsonl.gz")):
        digest.update(part.name.encode() + part.read_bytes())
    return digest.hexdigest()


def made_here(path, directory):
    """The sweep's files without any worker: what every other way must come to."""
    made = read_spec(str(path))
    there = Directory(str(directory))
    directory.mkdir()
    there.begin(made, made.chunk)
    for chunk in range(there.chunks):
        runner, lines = _chunk.TrialRunner(made), []
        first, last = there.trials_of(chunk)
        for n in range(first, last):
            lines += runner.lines(n, 1)
        there.keep(chunk, lines)
    return sha256(directory)


def lines_of(directory):
    return [json.loads(line) for part in sorted(directory.glob("part-*")) for line in gzip.open(part)]


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("waited in vain")


def busy_worker(process):
    """A worker of a local sweep that has a chunk under way: a child with a child of its own that runs trials."""
    def find():
        for worker in psutil.Process(process.pid).children():
            try:
                if any("_chunk" in " ".join(child.cmdline()) for child in worker.children()):
                    return worker
            except psutil.Error:
                pass
        return None
    return wait_for(find)


def test_a_killed_worker_costs_nothing_and_changes_nothing(spec, tmp_path):
    path = spec(starts=40, chunk=40)
    expected = made_here(path, tmp_path / "here")
    command = [sys.executable, "-m", "pawl.sweep", str(path), "--out", str(tmp_path / "two"), "--local", "2"]
    with subprocess.Popen(command) as process:
        busy_worker(process).kill()
        assert process.wait(timeout=120) == 0
    assert sha256(tmp_path / "two") == expected


def test_points_are_what_the_spec_says_and_trials_are_those_of_the_command(spec):
    made = read_spec(str(spec()))
    assert made.points == 8 and made.trials == 80
    assert [made.point(p).fixture for p in (0, 3, 4)] == ["as drawn", "as drawn", "closer"]
    assert [made.point(p).values["/friction"] for p in (0, 1, 2, 3)] == [0.1, 0.1, 0.3, 0.3]
    drawn = [made.point(p).values["/scatter/rotation"] for p in range(8)]
    assert drawn[:2] == drawn[2:4] == drawn[4:6] and 0.01 < drawn[0] < 0.05 and drawn[0] != drawn[1]
    line = json.loads(_chunk.TrialRunner(made).lines(57, 1)[0])
    assert (line["point"], line["start"]) == (5, 57)
    task = made.task_at(5).edit({"/scatter/starts": 100})
    replay = json.loads(pawl.simulate(task, replay=57).to_json())["results"]
    assert line["outcome"] == replay["outcome"] and line["to"] == replay["end"]


def test_evenly_spaced_numbers_are_as_written(spec):
    made = read_spec(str(spec(grid={"/friction": {"from": 0.1, "to": 1, "count": 10}})))
    assert made.grid["/friction"] == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]


def test_normal_samples_are_normal(spec):
    law = {"/scatter/rotation": {"mean": 1, "deviation": 0.25}}
    made = read_spec(str(spec(sample={"points": 2000, "seed": 9, "values": law}, fixtures=None, grid=None)))
    drawn = [made.point(p).values["/scatter/rotation"] for p in range(2000)]
    mean = sum(drawn) / 2000
    assert abs(mean - 1) < 5 * 0.25 / 2000**0.5
    assert abs((sum((x - mean) ** 2 for x in drawn) / 2000) ** 0.5 - 0.25) < 0.02


@pytest.fixture
def crashing(tmp_path, monkeypatch):
    """Processes that die in trial n, by a module that Python loads as it starts."""
    def arrange(*starts):
        folder = tmp_path / "site"
        folder.mkdir()
        (folder / "sitecustomize.py").write_text(f"""
import os, signal, sys
if "_chunk" in " ".join(sys.orig_argv):
    from pawl import _pawl
    run = _pawl.outcomes
    def outcomes(task, plan, first, count, seconds):
        if any(first <= n < first + count for n in {starts!r}):
            os.kill(os.getpid(), signal.SIGSEGV)
        return run(task, plan, first, count, seconds)
    _pawl.outcomes = outcomes
""")
        monkeypatch.setenv("PYTHONPATH", f"{folder}:{os.environ.get('PYTHONPATH', '')}")
    return arrange


def test_a_trial_that_crashes_costs_itself_alone(spec, crashing):
    made = read_spec(str(spec()))
    expected = _chunk.run_chunk(made.canonical, pawl.__version__, 5, 45)
    crashing(5, 17, 18, 44)
    found = _chunk.run_chunk(made.canonical, pawl.__version__, 5, 45)
    lost = [i for i in range(40) if found[i] != expected[i]]
    assert lost == [0, 12, 13, 39]
    assert all(json.loads(found[i])["outcome"] == "crashed" and json.loads(found[i])["why"] == "SIGSEGV" for i in lost)
    assert [json.loads(line)["trial"] for line in found] == list(range(5, 45))


def test_a_process_that_dies_for_once_costs_nothing(spec, tmp_path, monkeypatch):
    """As the system kills one for its memory: once in a batch, once in a trial alone."""
    made = read_spec(str(spec()))
    expected = _chunk.run_chunk(made.canonical, pawl.__version__, 0, 12)
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(f"""
import os, signal, sys
if "_chunk" in " ".join(sys.orig_argv):
    from pawl import _pawl
    run = _pawl.outcomes
    def outcomes(task, plan, first, count, seconds):
        mark = {str(tmp_path)!r} + ("/single" if count == 1 else "/batch")
        if first <= 5 < first + count and not os.path.exists(mark):
            open(mark, "x").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return run(task, plan, first, count, seconds)
    _pawl.outcomes = outcomes
""")
    monkeypatch.setenv("PYTHONPATH", f"{folder}:{os.environ.get('PYTHONPATH', '')}")
    assert _chunk.run_chunk(made.canonical, pawl.__version__, 0, 12) == expected
    assert (tmp_path / "single").exists() and (tmp_path / "batch").exists()


def test_a_chunk_that_fails_is_listed_and_the_rest_is_made_and_it_is_made_later(spec, tmp_path, monkeypatch):
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text("""
import sys
if "_chunk" in " ".join(sys.orig_argv):
    from pawl import _pawl
    run = _pawl.outcomes
    def outcomes(task, plan, first, count, seconds):
        if first == 32: raise MemoryError("for the test")
        return run(task, plan, first, count, seconds)
    _pawl.outcomes = outcomes
""")
    path, out = spec(), tmp_path / "out"
    environment = {**os.environ, "PYTHONPATH": f"{folder}:{os.environ.get('PYTHONPATH', '')}"}
    run = sweep(path, "--out", out, "--local", 1, env=environment)
    assert run.returncode == 3 and "for the test" in run.stderr
    failed = json.loads((out / "failed.json").read_text())["chunks"]
    assert [(f["chunk"], f["first"], f["last"]) for f in failed] == [(2, 32, 47)]
    assert len(list(out.glob("part-*"))) == 4
    collected = sweep("collect", out)
    assert collected.returncode == 3 and json.loads(collected.stdout.splitlines()[-1])["missing_chunks"] == 1
    assert sweep(path, "--out", out, "--local", 1).returncode == 0
    assert not (out / "failed.json").exists() and sha256(out) == made_here(path, tmp_path / "here")


@pytest.mark.parametrize("changes, pointer", [
    ({"pawl-sweep": 2}, "/pawl-sweep"), ({"task": None}, "/task"), ({"task": "none.json"}, "/task"), ({"task": 3}, "/task"),
    ({"start": 3}, "/start"), ({"starts": 0}, "/starts"), ({"starts": 10**12}, "/starts"), ({"seed": -1}, "/seed"),
    ({"grid": {"/friction": []}}, "/grid/~1friction"), ({"grid": {"friction": [1]}}, "/grid/friction"),
    ({"grid": {"/friction": {"from": 0, "to": "x", "count": 2}}}, "/grid/~1friction/to"),
    ({"grid": {"/friction": {"from": 0, "to": 1}}}, "/grid/~1friction/count"), ({"grid": {"/scatter/seed": [1]}}, "/grid/~1scatter~1seed"),
    ({"sample": {"points": 2, "values": {"/friction": {"from": 0, "to": 1}}}}, "/sample/values/~1friction"),
    ({"sample": {"points": 0, "values": {}}}, "/sample/points"), ({"fixtures": []}, "/fixtures"),
    ({"fixtures": [{"name": "a"}, {"name": "a"}]}, "/fixtures/1/name"), ({"grid": {"/friction": [-1]}}, "/friction"),
    ({"grid": {"/fixels/7/at": [[0, 0]]}}, "/fixels/7"), ({"same_starts": 1}, "/same_starts"),
])
def test_bad_specs_have_faults_with_pointers(spec, tmp_path, changes, pointer):
    with pytest.raises(pawl.InputError) as caught:
        read_spec(str(spec(**changes))).validate()
    assert any(fault.pointer.startswith(pointer) for fault in caught.value.faults), caught.value


def test_the_command_line_says_faults_and_makes_nothing(spec, tmp_path):
    run = sweep(spec(starts=0, seed=-1), "--out", tmp_path / "out")
    assert run.returncode == 2 and "/starts: 0 must be" in run.stderr and "/seed: -1 must be" in run.stderr
    assert not (tmp_path / "out").exists()
    broken = tmp_path / "broken.json"
    for text in ("", "{", "[1]", '{"seed": 1, "seed": 2}'):
        broken.write_text(text)
        assert sweep(broken, "--out", tmp_path / "out").returncode == 2
    for words in (("--scheduler", "tcp://192.0.2.1:8786"), ("--scheduler", "tls://127.0.0.1:1"), ("--local", "0")):
        assert sweep(spec(), "--out", tmp_path / "out", *words).returncode == 2
    assert "--insecure" in sweep(spec(), "--out", tmp_path / "out", "--scheduler", "tcp://192.0.2.1:8786").stderr


def test_two_sweeps_do_not_share_a_directory_and_another_one_is_refused(spec, tmp_path):
    path, out = spec(), tmp_path / "out"
    made_here(path, out)
    with open(out / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = sweep(path, "--out", out)
        assert run.returncode == 2 and "another sweep writes there" in run.stderr
    before = sha256(out)
    assert sweep(path, "--out", out, "--local", 1).returncode == 0
    run = sweep(spec(seed=4), "--out", out)
    assert run.returncode == 2 and "is of another sweep" in run.stderr and sha256(out) == before


@long
def test_where_files_cannot_grow_what_is_finished_is_kept(spec, tmp_path):
    """A limit on the size of files stands for a full disk: parts beyond it cannot be written, smaller ones can."""
    path, out = spec(), tmp_path / "out"
    expected = made_here(path, out)
    sizes = [part.stat().st_size for part in sorted(out.glob("part-*"))]
    for part in out.glob("part-*"):
        part.unlink()
    limit = max(max(sizes) - 1, (out / "manifest.json").stat().st_size)
    if limit >= max(sizes):
        limit = max(sizes) - 1
    program = (f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, {limit})); "
               f"from pawl.sweep.__main__ import main; sys.exit(main([{str(path)!r}, '--out', {str(out)!r}, '--local', '1']))")
    run = subprocess.run([sys.executable, "-c", f"if __name__ == '__main__':\n    {program}"], text=True, capture_output=True, timeout=120)
    assert run.returncode == 3 and "could not be written" in run.stderr, run.stderr
    assert not list(out.glob(".*.tmp"))
    assert sweep(path, "--out", out, "--local", 1).returncode == 0
    assert sha256(out) == expected


def test_tables_have_every_trial(spec, tmp_path):
    h5py = pytest.importorskip("h5py")
    path, out = spec(), tmp_path / "out"
    made_here(path, out)
    assert sweep("collect", out, "--out", tmp_path / "t.csv").returncode == 0
    run = sweep("collect", out, "--out", tmp_path / "t.h5")
    summary = [json.loads(line) for line in run.stdout.splitlines()]
    lines = lines_of(out)
    with open(tmp_path / "t.csv") as file:
        rows = list(csv.DictReader(file))
    assert [row["outcome"] for row in rows] == [line["outcome"] for line in lines]
    assert [float(row["to_x"]) for row in rows] == [line["to"][0] for line in lines]
    assert {row["/friction"] for row in rows} == {"0.1", "0.3"}
    with h5py.File(tmp_path / "t.h5") as file:
        assert list(file["trial"][:]) == list(range(80)) and file["to"][5].tolist() == lines[5]["to"]
        assert [file.attrs["outcomes"][k] for k in file["outcome"][:]] == [line["outcome"] for line in lines]
        assert list(file["points/friction"][:]) == [0.1, 0.1, 0.3, 0.3] * 2
    seated = sum(line["outcome"] == "seated" for line in lines)
    assert summary[-1]["seated"] == seated and summary[-1]["starts"] == 80
    assert len(summary) == 9 and sum(point["seated"] for point in summary[:8]) == seated
    low, high = summary[-1]["interval95"]
    assert low < seated / 80 <= high
    text = b"".join(gzip.open(part).read() for part in sorted(out.glob("part-*")))
    assert summary[-1]["sha256"] == hashlib.sha256(text).hexdigest()


def test_a_damaged_part_is_named(spec, tmp_path):
    path, out = spec(), tmp_path / "out"
    made_here(path, out)
    there, part = Directory(str(out)), out / "part-00001.jsonl.gz"
    whole = part.read_bytes()
    text = gzip.decompress(whole)
    lines = text.splitlines(True)
    for damaged in (whole[:-9], gzip.compress(b"".join(lines[:-1])), gzip.compress(b"".join(lines[1:])), gzip.compress(text + b"{"),
                    gzip.compress(text + lines[-1])):
        part.write_bytes(damaged)
        with pytest.raises(DirectoryError, match="part-00001"):
            _collect.read(there, sweep_of(there), lambda trial: None)
    run = sweep("collect", out, "--out", tmp_path / "t.csv")
    assert run.returncode == 2 and "part-00001" in run.stderr and not (tmp_path / "t.csv").exists()


def test_points_that_cannot_be_tried_are_refused_and_counted_apart(spec):
    """Without a plan in the task one is made; where there is none, nothing is tried."""
    task = json.loads(TASK.read_text())
    task["plan"]["steps"] = []
    made = Sweep({**SPEC, "task": json.dumps(task)})
    assert json.loads(_chunk.TrialRunner(made).lines(0, 1)[0])["outcome"] == "refused"


def dask(*words):
    return subprocess.Popen([sys.executable, "-m", "distributed.cli." + words[0], *words[1:]], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL)


class Cluster:
    """A scheduler and two workers on loopback, to be killed."""

    def __init__(self, port, *tls):
        self.address = f"{'tls' if tls else 'tcp'}://127.0.0.1:{port}"
        self._scheduler = ("dask_scheduler", "--host", self.address.rpartition(":")[0], "--port", str(port), "--no-dashboard", *tls)
        self._worker = ("dask_worker", self.address, "--nthreads", "1", "--no-dashboard", "--death-timeout", "30", *tls)
        self.started = []

    def start(self):
        self.started += [dask(*self._scheduler), dask(*self._worker), dask(*self._worker)]

    def kill(self):
        for process in self.started:
            process.kill()
            process.wait()


@long
def test_a_scheduler_that_is_killed_and_started_again_keeps_what_is_finished(spec, tmp_path):
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
def test_without_its_scheduler_a_sweep_ends_and_goes_on_later(spec, tmp_path):
    path, out, cluster = spec(), tmp_path / "out", Cluster(18788)
    run = sweep(path, "--out", out, "--scheduler", cluster.address, "--patience", 1)
    assert run.returncode == 3 and "no scheduler at" in run.stderr and "the same command goes on" in run.stderr
    assert sweep(path, "--out", out, "--local", 1).returncode == 0
    assert sha256(out) == made_here(path, tmp_path / "here")


@long
def test_over_tls_the_results_are_the_same_and_who_has_no_certificate_is_not_heard(spec, tmp_path):
    certificate, key = tmp_path / "pawl.pem", tmp_path / "pawl.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=pawl", "-days", "2",
                    "-keyout", key, "-out", certificate], check=True, capture_output=True)
    tls = [word for pair in zip(("--tls-ca-file", "--tls-cert", "--tls-key"), (certificate, certificate, key)) for word in pair]
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
def test_a_full_disk_and_a_read_only_one(spec, tmp_path, options, status):
    path, out = spec(starts=60), tmp_path / "out"
    out.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(out)], capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
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
