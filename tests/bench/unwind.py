#!/usr/bin/env python3
"""./dev bench unwind: what the callers out of stack dumps cost, beside perf's and samply's.

usage: unwind.py [--runs N] [--frequency HZ] [--samples N] [--capture FILE] [--keep] [--bin PROGRAM] [--perf PROGRAM]

Records compilers, python3, sort and xz here with 8 KiB of stack in every sample, at least 79,000 of them by default
(--capture: one of yours; --home: the home it was recorded with), and gives the same file and the same objects to all.
Every figure is of the whole program: reading, ordering, unwinding, naming, counting, printing. Only samply's import names
nothing, and is compared with what names everything all the same. Programs run in turn; medians are printed: processor
time (user and system) and peak memory. What unwinding alone costs is the difference to the report that needs no callers.
It judges nothing; the aims are printed beside the ratios."""
import argparse, gzip, json, os, re, shutil, subprocess, tempfile

import beside, measure
from record import ROOT, record_stacks, samples

OFF, CHILDREN = "no callers", "callers"
VIEWS = [(OFF, "report --stdio --no-children -g none --sort comm,dso,symbol"),
         (CHILDREN, "report --stdio --children --no-inline -g none --sort comm,dso,symbol"),
         ("call graph", "report --stdio --no-children --no-inline -g caller --sort comm,dso,symbol"),
         ("script", "script --no-inline -F comm,tid,time,ip,sym,dso")]
FRAME = re.compile(rb"^\s+[0-9a-f]+ .*\)$", re.M)
AIMS = {"perf": 1 / 6, "samply": 1 / 2}

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--runs", type=int, default=3)
ap.add_argument("--frequency", type=int, default=6000)
ap.add_argument("--samples", type=int, default=79000)
ap.add_argument("--capture")
ap.add_argument("--home", default=os.environ.get("HOME", "/"))
ap.add_argument("--keep", action="store_true", help="leave everything where it is and say where")
ap.add_argument("--bin", default=os.path.join(ROOT, "build", "perfolio"))
ap.add_argument("--perf", default=shutil.which("perf"))
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)


def not_unwound(capture, home):
    """{why: how many stack dumps our report did not unwind to the outermost frame}"""
    p = subprocess.run([a.bin, "report", "--json", "--children", "-g", "none", "-i", capture], stdout=subprocess.PIPE,
                       stderr=subprocess.DEVNULL, env=dict(os.environ, HOME=home, LC_ALL="C"))
    return {x["sentence"]: x["count"] for x in json.loads(p.stdout)["problems"] if re.match("not-unwound|stack-", x["key"])}


def frames_of_samply(path):
    """All frames of all samples of a profile: its stacks are rows that name their caller's row, which comes before them."""
    total = 0
    with gzip.open(path) as f:
        for thread in json.load(f)["threads"]:
            depth = []
            for caller in thread["stackTable"]["prefix"]:
                depth.append(1 if caller is None else depth[caller] + 1)
            total += sum(depth[s] for s in thread["samples"]["stack"] if s is not None)
    return total


def frames(name, view, command, result, home):
    """All frames it prints, where it prints every sample."""
    if name == "samply":
        return frames_of_samply(result)
    if view == "script" and not isinstance(measure.run(command, home), str):
        with open(os.path.join(home, "out"), "rb") as f:
            return len(FRAME.findall(f.read()))
    return None


def ratio(cost, other, name):
    return "" if not cost or not other else f"  {cost.cpu / other.cpu:6.3f} of {name} (aim {AIMS[name]:.3f})"


def compare(capture, home, profile):
    n = samples(a.bin, capture)
    print(f"{n:,} samples with {os.path.getsize(capture) >> 20} MiB; medians of {a.runs} runs on {os.cpu_count()} processors\n")
    print(f"{'view':12} {'program':9} {'CPU s':>7} {'us/sample':>10} {'MiB':>7} {'frames/sample':>14}")
    costs = {}
    importer, why = beside.command(os.path.join(os.path.dirname(a.bin), "samply"))
    every = [("import", {"samply": ([*importer, "import", capture, "--save-only", "-o", profile], profile)})] if importer else []
    programs = [("perfolio", a.bin)] + ([("perf", a.perf)] if a.perf else [])
    every += [(view, {name: ([program, *words.split(), "-i", capture], None) for name, program in programs}) for view, words in VIEWS]
    for view, commands in every:
        costs[view] = measure.in_turn(commands, a.runs, home)
        for name, c in costs[view].items():
            depth = frames(name, view, *commands[name], home)
            ratios = "" if name != "perfolio" or view == OFF else \
                ratio(c, costs[view].get("perf"), "perf") + ratio(c, costs.get("import", {}).get("samply"), "samply")
            print(f"{view:12} {name:9} {c.cpu:7.2f} {1e6 * c.cpu / n:10.2f} {c.mib:7.1f} "
                  f"{f'{depth / n:.2f}' if depth else '':>14}{ratios}", flush=True)
    for name, _ in programs:
        off, on = costs[OFF].get(name), costs[CHILDREN].get(name)
        if off and on:
            print(f"unwinding and what follows from it, {name}: {1e6 * (on.cpu - off.cpu) / n:.2f} us/sample, "
                  f"{100 * (on.cpu - off.cpu) / on.cpu:.0f}% of the report with callers")
    left = not_unwound(capture, home)
    for sentence, count in left.items():
        print(f"perfolio: {count:,} {sentence}")
    if 2 * sum(left.values()) > n:
        print("NOT UNWOUND: the ratios above say nothing")
    if why:
        print("no comparison with samply:", why)
    if not a.perf:
        print("perf is not installed: no comparison with it")


def record(capture, home):
    """Whether there are that many samples: how long they take depends on who else is busy here."""
    seconds, n = 2.0, 0
    for _ in range(4):
        if not record_stacks(a.perf, a.frequency, seconds, capture, home):
            return False
        n = samples(a.bin, capture)
        if n >= a.samples:
            break
        seconds *= min(10, 1.1 * a.samples / max(n, 1))
    return n > 0


folder = tempfile.mkdtemp(prefix="perfolio-bench-")
try:
    capture, home = os.path.join(folder, "stacks.data"), folder
    if a.capture:
        capture, home = os.path.abspath(a.capture), os.path.join(folder, "home")
        os.mkdir(home)
        os.symlink(os.path.join(a.home, ".debug"), os.path.join(home, ".debug"))
    if a.capture or a.perf and record(capture, home):
        compare(capture, home, os.path.join(folder, "samply.json.gz"))
    else:
        print("perf may not record here: there are no stack dumps to unwind")
finally:
    if a.keep:
        print(f"\nkept in {folder}")
    else:
        shutil.rmtree(folder)
