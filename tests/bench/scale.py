#!/usr/bin/env python3
"""./dev bench scale: what more workers and more samples do to views of a busy system.

usage: scale.py [--capture FILE] [--record SECONDS] [--samples N] [--runs N] [--workers N,...] [--rows NAME,...] [--bin PROGRAM]
                [--with-workers PROGRAM] [--perf PROGRAM]

Of each view with 1, 2, 4 and 8 workers (tests/workers.c, of the same build): wall clock and processor time. Then what is serial,
which neither the number of processors nor what else they do changes: with the most workers, all on one processor, what the
first thread takes while it is the only one, and what it takes beside the others, of whom it goes behind all: that is what only
it may do, and what they wait for; but not its own pieces of what all share. The serial share is both by all processor time with one worker; beside it is how
many times as fast as with one worker 16 processors could be (Amdahl).

Then what samples cost: an eighth, a quarter, half and all of the capture. CPU and memory grow as the number of samples to the
power that is printed, which is that of the last doubling: before it, what the objects cost weighs more than samples do. The capture is one recorded
here (30 s) or --capture. It judges nothing: below 8 % serial and a power of 1.05 are the aims."""
import argparse, math, os, shutil, subprocess, sys, tempfile

import measure
from record import ROOT, record, samples
from run import FLAT, TREE, cut_to

VIEWS = {"flat": FLAT, "children": TREE, "script": "script -F comm,tid,time,ip,sym -G", "chains": "script -F comm,tid,time,ip,sym",
         "folded": "export folded", "pprof": "export pprof", "firefox": "export firefox"}

ap = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
ap.add_argument("--capture")
ap.add_argument("--record", type=float, default=30)
ap.add_argument("--samples", type=int, default=0, help="of those that more workers share; 0: all")
ap.add_argument("--runs", type=int, default=3)
ap.add_argument("--workers", default="1,2,4,8")
ap.add_argument("--rows", default=",".join(VIEWS))
ap.add_argument("--bin", default=os.path.join(ROOT, "build", "perfolio"))
ap.add_argument("--with-workers")
ap.add_argument("--perf", default=shutil.which("perf"))
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)
a.workers = [int(n) for n in a.workers.split(",")]
program = os.path.abspath(a.with_workers or os.path.join(os.path.dirname(a.bin), "tests", "workers"))


def with_workers(n, words, capture, home):
    """(a Cost, the last line of the errors) of the run of least processor time."""
    best = None
    for _ in range(a.runs):
        cost = measure.run([program, str(n), "0", *words.split(), "-i", capture], home, os.devnull)
        if isinstance(cost, str):
            sys.exit(f"{program} {n} 0 {words}: {cost}")
        with open(os.path.join(home, "err")) as err:
            last = err.read().splitlines()[-1:]
        if not best or cost.cpu < best[0].cpu:
            best = cost, last
    return best


def serial(words, capture, home):
    """Seconds of the first thread: while there are no others, and while there are."""
    here = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(here)})
    os.environ["PERFOLIO_CPU"] = "1"
    _, last = with_workers(max(a.workers), words, capture, home)
    del os.environ["PERFOLIO_CPU"]
    os.sched_setaffinity(0, here)
    return [float(word) for word in last[0].split()]


def workers(capture, home):
    print(f"\n{samples(a.bin, capture):,} samples, N workers on {os.cpu_count()} processors (wall s / CPU s), and what is serial (s)")
    print(f"{'':10}" + "".join(f"{f'N = {n}':>15}" for n in a.workers) + f"{'alone':>9}{'beside':>8}{'share':>8}{'of 16':>8}")
    for name in a.rows.split(","):
        seen = {n: with_workers(n, VIEWS[name], capture, home)[0] for n in a.workers}
        alone, beside = serial(VIEWS[name], capture, home)
        share = (alone + beside) / seen[min(seen)].cpu
        print(f"{name:10}" + "".join(f"{c.wall:8.2f} {c.cpu:6.2f}" for c in seen.values()) +
              f"{alone:9.3f}{beside:8.3f}{100 * share:6.1f} %{1 / (share + (1 - share) / 16):7.1f}x", flush=True)


def growth(capture, whole, home, scratch):
    parts = [(n, capture if n == whole else os.path.join(scratch, f"{n}.data")) for n in (whole // 8, whole // 4, whole // 2, whole)]
    for n, path in parts:
        if path != capture:
            cut_to(capture, path, n)
    print(f"\n{'':10}" + "".join(f"{f'{n / 1e6:.2f} M':>16}" for n, _ in parts) + f"{'CPU':>9}{'memory':>9}   (CPU s, MiB; power of n)")
    for name in a.rows.split(","):
        costs = [measure.in_turn({"": ([a.bin, *VIEWS[name].split(), "-i", path], os.devnull)}, a.runs, home, measure.least).get("")
                 for _, path in parts]
        if not all(costs):
            continue
        powers = [math.log2(costs[-1].cpu / costs[-2].cpu), math.log2(costs[-1].mib / costs[-2].mib)]
        print(f"{name:10}" + "".join(f"{c.cpu:9.2f} {c.mib:6.0f}" for c in costs) + "".join(f"{'n^%.2f' % p:>9}" for p in powers), flush=True)


def main(scratch):
    capture, home = a.capture and os.path.abspath(a.capture), os.path.join(os.path.dirname(os.path.abspath(a.capture or scratch)), "home")
    if not os.path.isdir(home):
        home = scratch
    if not capture:
        capture = os.path.join(scratch, "busy.data")
        if not a.perf or not record(a.perf, a.record, capture, home):
            print("perf may not record here")
            return 77
    whole = samples(a.bin, capture)
    part = os.path.join(scratch, "part.data")
    cut = 0 < a.samples < whole
    if cut:
        cut_to(capture, part, a.samples)
    workers(part if cut else capture, home)
    growth(capture, whole, home, scratch)
    return 0


with tempfile.TemporaryDirectory(prefix="perfolio-scale-") as folder:
    status = main(folder)
sys.exit(status)
