# SPDX-License-Identifier: MIT
"""Sweeps must give the same bytes for any workers, and an error must not lose more trials than necessary."""
import contextlib
import csv
import fcntl
import gzip
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tracemalloc

import h5py
import psutil
import pytest

import pawl
from pawl.sweep import _chunk, _collect
from pawl.sweep.__main__ import main
from pawl.sweep._directory import Directory, DirectoryError, sweep_of
from pawl.sweep._spec import Sweep, read_spec

from sweeps import SPEC, TASK, lines_of, made_here, sha256, spec, sweep, wait_for  # noqa: F401 (spec is a fixture)


def busy_child(process):
    """Finds a process that runs trials of a local sweep."""
    def find():
        for child in psutil.Process(process.pid).children():
            with contextlib.suppress(psutil.Error):
                if "_chunk" in " ".join(child.cmdline()):
                    return child
        return None
    return wait_for(find)


def test_a_sweep_with_a_killed_process_has_the_same_results(spec, tmp_path):
    path = spec(starts=40, chunk=40)
    expected = made_here(path, tmp_path / "here")
    command = [sys.executable, "-m", "pawl.sweep", str(path), "--out", str(tmp_path / "two"), "--local", "2"]
    with subprocess.Popen(command) as process:
        busy_child(process).kill()
        assert process.wait(timeout=120) == 0
    assert sha256(tmp_path / "two") == expected


def test_a_process_that_dies_before_it_receives_its_trials_is_started_again(spec, tmp_path, monkeypatch):
    sweep_file, deaths = read_spec(spec(starts=4, chunk=4)), []

    class Dying(subprocess.Popen):
        """Kills the first process that is started, and waits until it is dead."""
        def __init__(self, *arguments, **keywords):
            super().__init__(*arguments, **keywords)
            if not deaths:
                deaths.append(self.pid)
                self.kill()
                os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)

    expected = _chunk.run_chunk(sweep_file.canonical, pawl.__version__, 0, 4)
    monkeypatch.setattr(_chunk.subprocess, "Popen", Dying)
    assert _chunk.run_chunk(sweep_file.canonical, pawl.__version__, 0, 4) == expected
    assert len(deaths) == 1


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_an_interrupt_ends_all_processes_with_one_message_and_the_same_command_continues(spec, tmp_path, sent):
    """An interrupt from a terminal reaches all processes of the command."""
    path, out = spec(starts=400, chunk=1000), tmp_path / "out"
    command = [sys.executable, "-m", "pawl.sweep", str(path), "--out", str(out), "--local", "2"]
    # The process that runs the tests may ignore the signal, and a child process would inherit this.
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True,
                          preexec_fn=lambda: signal.signal(sent, signal.SIG_DFL)) as process:
        begun = process.stderr.readline()
        child = busy_child(process)
        os.killpg(process.pid, sent)
        said = process.communicate(timeout=60)[1]
    assert process.returncode == 3 and "4 to be made" in begun
    assert said == "pawl.sweep: interrupted; finished chunks are kept; run the same command to continue\n"
    assert not child.is_running() and not list(out.glob(".*"))
    assert sweep(path, "--out", out, "--local", 2).returncode == 0


def test_a_local_sweep_does_not_listen_on_a_network(spec, tmp_path):
    """A local sweep must not listen on a network, because other users could otherwise run code through its scheduler or
    workers."""
    command = [sys.executable, "-m", "pawl.sweep", str(spec(starts=60)), "--out", str(tmp_path / "out"), "--local", "2"]
    with subprocess.Popen(command) as process:
        child = busy_child(process)
        for one in (psutil.Process(process.pid), child):
            assert not one.connections(kind="inet")
        assert process.wait(timeout=120) == 0


def test_points_follow_the_spec_and_trials_equal_those_of_the_command(spec):
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


def test_evenly_spaced_numbers_are_the_nearest_doubles_of_their_decimals(spec):
    made = read_spec(str(spec(grid={"/friction": {"from": 0.1, "to": 1, "count": 10}})))
    assert made.grid["/friction"] == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0]


def test_normal_samples_have_a_normal_distribution(spec):
    law = {"/scatter/rotation": {"mean": 1, "deviation": 0.25}}
    made = read_spec(str(spec(sample={"points": 2000, "seed": 9, "values": law}, fixtures=None, grid=None)))
    drawn = [made.point(p).values["/scatter/rotation"] for p in range(2000)]
    mean = sum(drawn) / 2000
    assert abs(mean - 1) < 5 * 0.25 / 2000**0.5
    assert abs((sum((x - mean) ** 2 for x in drawn) / 2000) ** 0.5 - 0.25) < 0.02


@pytest.fixture
def crashing(tmp_path, monkeypatch):
    """Returns a function that makes processes end when they run given trials. It uses a module that Python imports when it
    starts."""
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


def test_a_trial_that_crashes_does_not_affect_other_trials(spec, crashing):
    made = read_spec(str(spec()))
    expected = _chunk.run_chunk(made.canonical, pawl.__version__, 5, 45)
    crashing(5, 17, 18, 44)
    found = _chunk.run_chunk(made.canonical, pawl.__version__, 5, 45)
    lost = [i for i in range(40) if found[i] != expected[i]]
    assert lost == [0, 12, 13, 39]
    assert all(json.loads(found[i])["outcome"] == "crashed" and json.loads(found[i])["why"] == "SIGSEGV" for i in lost)
    assert [json.loads(line)["trial"] for line in found] == list(range(5, 45))


def test_a_process_that_dies_once_loses_no_trial(spec, tmp_path, monkeypatch):
    """The system may kill a process, for example one that uses too much memory. This test kills one process while it runs a
    batch, and one process while it runs a single trial."""
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


def test_a_chunk_that_fails_is_listed_and_a_later_run_makes_it(spec, tmp_path, monkeypatch):
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
    ({"pawl-sweep": 2}, "/pawl-sweep"), ({"task": None}, "/task"), ({"task": "none.json"}, "/task"),
    ({"task": 3}, "/task"), ({"task": "."}, "/task"), ({"task": {"pawl": 1, "more": 2}}, "/task/more"),
    ({"task": "spec.json"}, "/task/starts"),
    ({"start": 3}, "/start"), ({"starts": 0}, "/starts"), ({"starts": 10**12}, "/starts"), ({"seed": -1}, "/seed"),
    ({"grid": {"/friction": []}}, "/grid/~1friction"), ({"grid": {"friction": [1]}}, "/grid/friction"),
    ({"grid": {"/friction": {"from": 0, "to": "x", "count": 2}}}, "/grid/~1friction/to"),
    ({"grid": {"/friction": {"from": 0, "to": 1}}}, "/grid/~1friction/count"),
    ({"grid": {"/scatter/seed": [1]}}, "/grid/~1scatter~1seed"),
    ({"sample": {"points": 2, "values": {"/friction": {"from": 0, "to": 1}}}}, "/sample/values/~1friction"),
    ({"sample": {"points": 0, "values": {}}}, "/sample/points"), ({"fixtures": []}, "/fixtures"),
    ({"fixtures": [{"name": "a"}, {"name": "a"}]}, "/fixtures/1/name"), ({"grid": {"/friction": [-1]}}, "/friction"),
    ({"fixtures": [{"name": "\ud800"}]}, "/fixtures/0/name"),
    ({"grid": {"/fixels/0/at": [[0, 0]], "/fixels/0": [{"at": [0.018, 0]}]}}, "/grid/~1fixels~10"),
    ({"sample": {"points": 2, "values": {"/fixels/0/at/0": {"from": 0, "to": 1}, "/fixels/0": {"from": 0, "to": 1}}}},
     "/sample/values/~1fixels~10"),
    ({"grid": {"/fixels/7/at": [[0, 0]]}}, "/fixels/7"), ({"same_starts": 1}, "/same_starts"),
    ({"starts": 2**31 // 8}, "/starts"), ({"starts": 10**6, "chunk": 1}, "/chunk"), ({"seed": 2**31}, "/seed"),
    ({"grid": {"/friction": {"from": 10**400, "to": 1, "count": 2}}}, "/grid/~1friction/from"),
    ({"grid": {"/fixels/2/at": [[0.018, 0]]}}, "/grid/~1fixels~12~1at"),
    ({"grid": {"/fixels/2": [{"at": [0.018, 0]}]}}, "/grid/~1fixels~12"),
    ({"sample": {"points": 2, "values": {"/fixels/2/at": {"from": 0, "to": 1}}}}, "/sample/values/~1fixels~12~1at"),
])
def test_faults_of_invalid_specs_have_pointers(spec, tmp_path, changes, pointer):
    with pytest.raises(pawl.InputError) as caught:
        read_spec(str(spec(**changes))).validate()
    assert any(fault.pointer.startswith(pointer) for fault in caught.value.faults), caught.value


def test_the_command_line_reports_faults_and_writes_no_files(spec, tmp_path):
    run = sweep(spec(starts=0, seed=-1), "--out", tmp_path / "out")
    assert run.returncode == 2 and "/starts: 0: must be" in run.stderr and "/seed: -1: must be" in run.stderr
    assert not (tmp_path / "out").exists()
    broken = tmp_path / "broken.json"
    for text in ("", "{", "[1]", '{"seed": 1, "seed": 2}', '{"seed": 1' + "0" * 5000 + "}", "[" * 100_000):
        broken.write_text(text)
        run = sweep(broken, "--out", tmp_path / "out")
        assert run.returncode == 2 and "Traceback" not in run.stderr
    for words in (("--scheduler", "tcp://192.0.2.1:8786"), ("--scheduler", "tls://127.0.0.1:1"), ("--local", "0")):
        assert sweep(spec(), "--out", tmp_path / "out", *words).returncode == 2
    assert "--insecure" in sweep(spec(), "--out", tmp_path / "out", "--scheduler", "tcp://192.0.2.1:8786").stderr


def test_a_folder_is_refused_if_it_is_in_use_or_belongs_to_another_sweep(spec, tmp_path):
    path, out = spec(), tmp_path / "out"
    made_here(path, out)
    with open(out / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run = sweep(path, "--out", out)
        assert run.returncode == 2 and "another sweep writes there" in run.stderr
    before = sha256(out)
    assert sweep(path, "--out", out, "--local", 1).returncode == 0
    run = sweep(spec(seed=4), "--out", out)
    assert run.returncode == 2 and "belongs to another sweep" in run.stderr and sha256(out) == before


@pytest.mark.parametrize("key, given", [
    ("grid", {"/friction": [0.1, 0.3], "/scatter/translation": [0.0002, 0.0004]}),
    ("fixtures", [{"name": "a", "set": {"/fixels/2": {"at": [0.02, 0]}, "/fixels/2/at/0": 0.018}}]),
    ("sample", {"points": 2, "values": {"/scatter/rotation": {"from": 0.01, "to": 0.05},
                                        "/scatter/translation": {"from": 0.0001, "to": 0.0004}}}),
])
def test_a_changed_order_of_axes_makes_another_sweep_but_a_changed_order_of_keys_does_not(spec, tmp_path, key, given):
    def turned(value):
        if isinstance(value, list):
            return [turned(one) for one in value]
        return {k: turned(v) for k, v in reversed(list(value.items()))} if isinstance(value, dict) else value

    first = read_spec(str(spec(**{key: given})))
    there = Directory(str(tmp_path))
    there.begin(first, 16)
    with pytest.raises(DirectoryError, match="another sweep"):
        there.resume(read_spec(str(spec(**{key: turned(given)}))))
    same = {name: first.canonical[name] for name in reversed(list(first.canonical))}
    assert there.resume(Sweep({**same, "x-note": 1}))


def test_the_default_chunk_size_keeps_the_number_of_files_within_its_limit(spec, monkeypatch):
    made = read_spec(str(spec(starts=2 * 10**8, chunk=None)))
    monkeypatch.setattr(_chunk, "STEPS", 1)
    assert made.trials == 16 * 10**8 and _chunk.chunk_size(made) == 16_000


def test_tables_have_every_trial(spec, tmp_path):
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


@pytest.mark.parametrize("name", ["t.csv", "t.h5"])
def test_the_message_names_the_table_that_cannot_be_written(spec, tmp_path, capsys, name):
    made_here(spec(), tmp_path / "out")
    (tmp_path / name).mkdir()
    for there, why in ((tmp_path / "none" / name, "No such file or directory"), (tmp_path / name, "Is a directory")):
        assert main(["collect", str(tmp_path / "out"), "--out", str(there)]) == 2
        assert capsys.readouterr().err == f"pawl.sweep: {there}: cannot be written: {why}\n"
    assert not list(tmp_path.glob(".pawl-*"))


def name_of_damaged(there):
    """Returns the damaged chunks. Requires that none of their trials are read, and that messages name their files."""
    taken = set()
    _, gaps = _collect.read(there, sweep_of(there), lambda trial: taken.add(trial["trial"] // 16))
    assert taken == set(range(5)) - set(gaps.damaged) and not gaps.missing
    assert all(f"part-{chunk:05}" in why for chunk, why in gaps.damaged.items())
    return set(gaps.damaged)


@pytest.mark.parametrize("arrange", [
    lambda out, other: (out / "lock").symlink_to(other), lambda out, other: (out / "lock").hardlink_to(other),
    lambda out, other: (out / "lock").write_text("notes"), lambda out, other: (out / "notes.tmp").write_text("x"),
    lambda out, other: (out / ".notes.tmp").write_text("x"), lambda out, other: os.mkfifo(out / "lock"),
    lambda out, other: (out / "manifest.json").write_text("{}"), lambda out, other: (out / "manifest.json").symlink_to(other),
    lambda out, other: (out / "part-00000.jsonl.gz").write_text("x"), lambda out, other: (out / "lock").mkdir(),
])
def test_a_folder_that_does_not_belong_to_a_sweep_is_refused_and_not_changed(spec, tmp_path, arrange):
    out, other = tmp_path / "out", tmp_path / "other"
    out.mkdir()
    other.write_text("a file of another user")
    arrange(out, other)
    before = sorted((path.name, path.lstat().st_mtime_ns, path.lstat().st_size) for path in tmp_path.rglob("*")
                    if path.is_file() and path.name != "spec.json")
    run = sweep(spec(), "--out", out, "--local", 1)
    assert run.returncode == 2 and run.stderr.startswith("pawl.sweep: ") and "Traceback" not in run.stderr
    after = sorted((path.name, path.lstat().st_mtime_ns, path.lstat().st_size) for path in tmp_path.rglob("*")
                   if path.is_file() and path.name != "spec.json")
    assert before == after


def test_a_sweep_removes_only_its_own_temporary_files_from_its_folder(spec, tmp_path):
    path, out = spec(), tmp_path / "out"
    made_here(path, out)
    (out / "part-00002.jsonl.gz").unlink()
    (out / "part-00002.jsonl.gz").symlink_to(tmp_path / "elsewhere")
    for name in (".notes.tmp", "notes.txt", ".pawl-a1_b2c3d.part", ".part-00002.jsonl.gz.tmp"):
        (out / name).write_text("x")
    assert sweep(path, "--out", out, "--local", 1).returncode == 0
    assert sorted(one.name for one in out.glob("*.tmp")) == [".notes.tmp"] and (out / "notes.txt").exists()
    assert not list(out.glob(".pawl-*")) and not (tmp_path / "elsewhere").exists()
    (out / ".notes.tmp").unlink()
    assert sha256(out) == made_here(path, tmp_path / "here")


def test_the_message_names_a_damaged_part(spec, tmp_path):
    path, out = spec(), tmp_path / "out"
    made_here(path, out)
    there, part = Directory(str(out)), out / "part-00001.jsonl.gz"
    whole = part.read_bytes()
    text = gzip.decompress(whole)
    lines = text.splitlines(True)
    bomb = gzip.compress(b"[" + bytes(200_000_000), compresslevel=9)
    for damaged in (whole[:-9], gzip.compress(b"".join(lines[:-1])), gzip.compress(b"".join(lines[1:])),
                    gzip.compress(text + b"{"), gzip.compress(text + lines[-1]), b"", bomb,
                    gzip.compress(b"".join(lines[:3]) + b"{" + b" " * 200_000_000), gzip.compress(text + b"\n" * 10**8)):
        part.write_bytes(damaged)
        tracemalloc.start()
        assert name_of_damaged(there) == {1}
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
        tracemalloc.stop()
    run = sweep("collect", out, "--out", tmp_path / "t.csv")
    assert run.returncode == 3 and "part-00001" in run.stderr
    with open(tmp_path / "t.csv") as file:
        assert [int(row["trial"]) for row in csv.DictReader(file)] == [*range(16), *range(32, 80)]
    last = json.loads(run.stdout.splitlines()[-1])
    assert last["damaged_chunks"] == 1 and last["missing_chunks"] == 0 and last["starts"] == 64


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e400", "1" + "0" * 400, "1" * 5000])
@pytest.mark.parametrize("key", ["from", "to", "time"])
def test_a_number_that_is_not_finite_damages_its_part_and_no_other(spec, tmp_path, key, number):
    out = tmp_path / "out"
    made_here(spec(), out)
    part = out / "part-00002.jsonl.gz"
    lines = gzip.decompress(part.read_bytes()).decode().splitlines(True)
    line = json.loads(lines[3])
    line[key] = "here" if key == "time" else [0, "here", 0]
    lines[3] = json.dumps(line).replace('"here"', number) + "\n"
    part.write_bytes(gzip.compress("".join(lines).encode()))
    assert name_of_damaged(Directory(str(out))) == {2}


@pytest.mark.parametrize("change", [
    lambda line: line.pop("outcome"), lambda line: line.pop("point"), lambda line: line.update(point=77),
    lambda line: line.update(point=2), lambda line: line.update(start=3), lambda line: line.update({"from": 1.0}),
    lambda line: line.update(to=[0, 0]), lambda line: line.update(to=[0, 0, "x"]), lambda line: line.update(time=None),
    lambda line: line.update(outcome="won"), lambda line: line.update(outcome=["seated"]),
    lambda line: line.update(outcome="refused"), lambda line: line.update(more=1), lambda line: line.update(why=3),
])
def test_the_message_names_a_part_with_a_line_that_does_not_belong_to_the_sweep(spec, tmp_path, change):
    out = tmp_path / "out"
    made_here(spec(), out)
    part = out / "part-00001.jsonl.gz"
    lines = gzip.decompress(part.read_bytes()).splitlines(True)
    line = json.loads(lines[2])
    change(line)
    lines[2] = json.dumps(line).encode() + b"\n"
    part.write_bytes(gzip.compress(b"".join(lines)))
    there = Directory(str(out))
    _, gaps = _collect.read(there, sweep_of(there), lambda trial: None)
    assert list(gaps.damaged) == [1] and re.search("part-00001.*trial 18", gaps.damaged[1])


def test_parts_with_overwritten_bytes_or_lines_that_are_not_objects_count_as_damaged(spec, tmp_path):
    out = tmp_path / "out"
    made_here(spec(), out)
    there, part = Directory(str(out)), out / "part-00001.jsonl.gz"
    whole = part.read_bytes()
    for at in range(10, len(whole) - 16, 97):
        part.write_bytes(whole[:at] + b"\xff" * 16 + whole[at + 16:])
        assert name_of_damaged(there) == {1}
    for text in (b"[]\n", b"3\n", b"[" * 100_000, b"\xff\n"):
        part.write_bytes(gzip.compress(text))
        assert name_of_damaged(there) == {1}


@pytest.mark.parametrize("change", [
    lambda found: found.update(chunks=3), lambda found: found.pop("chunks"), lambda found: found.update(chunks="5"),
    lambda found: found.update(chunk=80), lambda found: found.update(chunk=0), lambda found: found.update(trials=79),
    lambda found: found.update(points=9), lambda found: found.update(chunk=None),
])
def test_a_manifest_whose_counts_differ_from_those_of_its_sweep_is_refused(spec, tmp_path, change):
    path, out = spec(), tmp_path / "out"
    made_here(path, out)
    found = json.loads((out / "manifest.json").read_text())
    change(found)
    (out / "manifest.json").write_text(json.dumps(found))
    with pytest.raises(DirectoryError, match="manifest.json"):
        sweep_of(Directory(str(out)))
    with pytest.raises(DirectoryError, match="manifest.json"):
        Directory(str(out)).resume(read_spec(str(path)))


@pytest.mark.parametrize("change", [
    lambda found: found.update(version="9"), lambda found: found.update(spec=[]), lambda found: found.pop("spec"),
    lambda found: found["spec"].update(task="none.json"), lambda found: found["spec"].update(task=3),
    lambda found: found["spec"].pop("task"), lambda found: found["spec"].update(grid=[1]),
    lambda found: found["spec"].update(starts=9), lambda found: found["spec"].update(fixtures={}),
])
def test_a_manifest_of_another_version_or_without_its_spec_is_refused(spec, tmp_path, change):
    out = tmp_path / "out"
    made_here(spec(), out)
    found = json.loads((out / "manifest.json").read_text())
    change(found)
    (out / "manifest.json").write_text(json.dumps(found))
    with pytest.raises(DirectoryError, match="manifest.json"):
        sweep_of(Directory(str(out)))


def test_trials_of_a_point_without_a_plan_have_the_outcome_refused(spec):
    """If the task states no plan, the sweep first searches for a plan. If no plan exists, the trials are refused."""
    task = json.loads(TASK.read_text())
    task["plan"]["steps"] = []
    made = Sweep({**SPEC, "task": json.dumps(task)})
    assert json.loads(_chunk.TrialRunner(made).lines(0, 1)[0])["outcome"] == "refused"


def test_file_names_that_are_not_utf_8_are_accepted_and_printed_in_a_safe_form(spec, tmp_path):
    odd = os.fsdecode(os.path.join(os.fsencode(tmp_path), b"caf\xe9\x1b[2J"))
    os.mkdir(odd)
    with open(spec(), encoding="utf-8") as given, open(os.path.join(odd, "spec.json"), "w") as copied:
        copied.write(given.read().replace(str(TASK), "task.json"))
    with open(os.path.join(odd, "task.json"), "w") as task:
        task.write(TASK.read_text())
    command = [sys.executable, "-m", "pawl.sweep"]
    made = subprocess.run([*command, os.path.join(odd, "spec.json"), "--out", os.path.join(odd, "out"), "--local", "1"],
                          capture_output=True, timeout=120)
    assert made.returncode == 0, made.stderr
    collected = subprocess.run([*command, "collect", os.path.join(odd, "out"), "--out", os.path.join(odd, "t.csv")],
                               capture_output=True, timeout=120)
    assert collected.returncode == 0 and os.path.exists(os.path.join(odd, "t.csv")), collected.stderr
    for words in (["none", "--out", odd], ["collect", odd], ["--" + odd], ["collect", "x", "--out", odd]):
        run = subprocess.run([*command, *words], capture_output=True, timeout=120)
        assert run.returncode == 2 and b"Traceback" not in run.stderr
        assert not re.search(rb"[\x00-\x09\x0b-\x1f\x7f-\xff]", run.stderr), run.stderr
