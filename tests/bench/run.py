#!/usr/bin/env python3
"""./dev bench: what the flat report and the lines of script cost of millions of samples, beside perf's when perf is installed.

usage: run.py [--samples N] [--runs N] [--record SECONDS] [--capture FILE] [--keep] [--bin PROGRAM] [--perf PROGRAM]

The captures are one recorded here, system-wide with call chains (--record 0: not), where perf may record, and
fixtures/amd64/sysg.data multiplied to N samples and to a quarter of them (--capture: only one of yours). Programs run
in turn; medians are printed: processor time (user and system) and peak memory
of the process. It judges nothing: compare ratios."""
import argparse, os, shutil, subprocess, tempfile

import measure, multiply
from record import ROOT, record, samples

VIEWS = [("flat report", "report --stdio -g none --sort comm,dso,symbol"),      # callers counted too, as is perf's default
         ("self only", "report --stdio --no-children -g none --sort comm,dso,symbol"),
         ("by command", "report --stdio --no-children -g none --sort comm"),
         ("script", "script --no-inline"),
         ("flat script", "script --no-inline -F comm,tid,cpu,time,period,event,ip,sym,dso -G")]

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--samples", type=int, default=3000000)
ap.add_argument("--runs", type=int, default=3)
ap.add_argument("--record", type=float, default=60)
ap.add_argument("--capture")
ap.add_argument("--keep", action="store_true", help="leave the captures where they are and say where")
ap.add_argument("--bin", default=os.path.join(ROOT, "build", "perfolio"))
ap.add_argument("--perf", default=shutil.which("perf"))
a = ap.parse_args()


def prepare(folder):
    """[(words, path)]: the capture, and one of a quarter of its samples, to see what grows."""
    if a.capture:
        return [(a.capture, a.capture)]
    whole, quarter, here = (os.path.join(folder, n) for n in ("whole.data", "quarter.data", "here.data"))
    source = os.path.join(ROOT, "fixtures", "amd64", "sysg.data")
    made = [(f"{multiply.main(source, path, n):,} samples, {os.path.getsize(path) >> 20} MiB, multiplied", path)
            for path, n in ((quarter, a.samples // 4), (whole, a.samples))]
    if not a.record or not a.perf:
        return made
    if not record(a.perf, a.record, here):
        print("perf may not record here: only the multiplied fixture is measured")
        return made
    return [(f"{samples(a.bin, here):,} samples, {os.path.getsize(here) >> 20} MiB, recorded here", here)] + made


folder = tempfile.mkdtemp(prefix="perfolio-bench-")
try:
    captures = prepare(folder)
    home = tempfile.mkdtemp(dir=folder)
    objects = os.path.join(os.environ.get("PERFOLIO_SHARED", os.path.join(ROOT, "..", "shared")), "captures/amd64/buildid-cache.tar.xz")
    if os.path.exists(objects):
        subprocess.run(["tar", "-xJf", objects, "-C", home], check=True)     # ~/.debug, where both look
    else:
        print(f"{objects} is not there: reports without symbols, which are cheaper for perf above all")
    programs = [("perfolio", os.path.abspath(a.bin))]
    if a.perf:
        version = subprocess.run([a.perf, "--version"], stdout=subprocess.PIPE, text=True).stdout.strip()
        programs.append((version or "perf", a.perf))
    else:
        print("perf is not installed: no comparison")
    print(f"medians of {a.runs} runs on {os.cpu_count()} processors\n")
    print(f"{'view':12} {'program':22} {'CPU s':>8} {'MiB':>8} {'CPU ratio':>10} {'memory ratio':>13}   capture")
    for words, path in captures:
        for title, view in VIEWS:
            commands = {name: ([program, *view.split(), "-i", path], None) for name, program in programs}
            results = measure.in_turn(commands, a.runs, home)
            ours = results.get("perfolio")
            for name, c in results.items():
                other = ours and name != "perfolio"
                ratio = f"{c.cpu / ours.cpu:9.1f}x {c.mib / ours.mib:12.1f}x" if other else " " * 24
                print(f"{title:12} {name:22} {c.cpu:8.2f} {c.mib:8.1f} {ratio}   {words}", flush=True)
finally:
    if a.keep:
        print(f"\nkept in {folder}")
    else:
        shutil.rmtree(folder)
