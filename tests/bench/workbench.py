#!/usr/bin/env python3
"""./dev bench workbench: what the workbench asks of a file that stays open, request by request, and what each costs.

usage: workbench.py [--record SECONDS] [--captures FOLDER] [--runs N] [--samples N] [--bin PROGRAM] [--perf PROGRAM]

The first N (1,000,000) samples of a busy system (busy.data of --captures, or recorded: record.py) are opened in one process
(requests.c over lib/remote/bridge.h, which `view --web` and the page are built on), drawn as a flame graph, drawn again, for ranges of time,
and searched. Seconds of processor time of all threads, and bytes of the answer; the run of least counts."""
import argparse, os, shutil, subprocess, sys, tempfile

import cut
from record import ROOT, record

GRAPH = "report --no-children --sort=comm --call-graph=caller,0"
SEARCH = "report --no-children --call-graph=none --sort=parent --exclude-other --parent="
LEAST = 0.0004      # of all, the narrowest box that a window 1400 pixels wide shows
PERIOD = 83333      # of a sample of record.py's, ns
ASKED = 0.1         # seconds that a change of what is shown may take


def options():
    ap = argparse.ArgumentParser(usage=__doc__)
    ap.add_argument("--record", type=float, default=60)
    ap.add_argument("--captures")
    ap.add_argument("--runs", type=int, default=3)
    ap.add_argument("--samples", type=int, default=1000000)
    ap.add_argument("--bin", default=os.path.join(ROOT, "build", "perfolio"))
    ap.add_argument("--perf", default=shutil.which("perf"))
    return ap.parse_args()


def main():
    a = options()
    build = os.path.dirname(os.path.abspath(a.bin))
    with tempfile.TemporaryDirectory(prefix="perfolio-bench-") as scratch:
        folder = os.path.abspath(a.captures) if a.captures else scratch
        home, whole, part = os.path.join(folder, "home"), os.path.join(folder, "busy.data"), os.path.join(scratch, "some.data")
        os.makedirs(home, exist_ok=True)
        if not os.path.exists(whole) and not (a.perf and record(a.perf, a.record, whole, home)):
            print("SKIPPED: perf may not record here")
            return 77
        subprocess.run(["cmake", "--build", build, "--target", "requests"], stdout=subprocess.DEVNULL, check=True)
        n = cut.main(whole, part, a.samples)
        boxes = f"top {int(n * PERIOD * LEAST)} 400"
        steps = [("open", f"open {part} --home={home}"), ("flame graph", f"ask 1 0 {GRAPH}"), ("its boxes", f"flame 1 0 {boxes}"),
                 ("again", f"ask 1 0 {GRAPH}"), ("its boxes", f"flame 2 0 {boxes}"),
                 ("80 % of the time", f"ask 1 0 {GRAPH} --time=10%-90%"), ("its boxes", f"flame 3 0 {boxes}"),
                 ("20 % of the time", f"ask 1 0 {GRAPH} --time=30%-50%"), ("its boxes", f"flame 4 0 {boxes}"),
                 ("a search", f"ask 1 0 {SEARCH}alloc"), ("a search in 80 %", f"ask 1 0 {SEARCH}alloc --time=10%-90%"),
                 ("samples over time", "ask 1 0 report --no-children --sort=time --call-graph=none --time-quantum=500ms"), ("doctor", "ask 1 0 doctor")]
        runs = []
        for _ in range(a.runs):
            p = subprocess.run([os.path.join(build, "tests", "requests"), *(words for _, words in steps)], stdout=subprocess.PIPE, check=True, text=True)
            runs.append([line.rsplit(": ", 1)[1].split() for line in p.stdout.splitlines()])
        print(f"{n} samples; s of processor time, and bytes of the answer")
        for i, (name, _) in enumerate(steps):
            cpu = min(float(run[i][0]) for run in runs)
            print(f"{name:20} {cpu:8.3f} {int(runs[0][i][2]):10}" + ("" if i < 3 or i == len(steps) - 1 or cpu <= ASKED else f"  {cpu / ASKED:.1f}x"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
