#!/usr/bin/env python3
"""Runs on two sides of a change that are written here, so that what changed is known: usage: gate_made.py --bin PROGRAM

Of the functions of fixtures/amd64/debug (workload-nopie), with call chains: which call paths are rows, what limits on
them come to, and what diff says why something changed."""
import argparse, json, os, random, subprocess, sys, tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "tests", "fixture"))
from make import BASE, WORKLOAD, workload
from perfwrite import *

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
a = ap.parse_args()
RUNS = 4
AT = dict(main=0x401140, cmp_u32=0x4013c0, hot_loop=0x401440, fib=0x401490, sort_some=0x4014d0, worker_fib=0x401550)   # where they begin


def chain(path):
    """The chain of "main;fib": innermost first, callers by where they go on."""
    names = path.split(";")[::-1]
    return [-512, AT[names[0]] + 2] + [AT[n] + 4 for n in names[1:]]   # nothing is inlined there


def record(path, stacks, seed):
    """A run: so many samples of each call path, give or take a percent."""
    luck = random.Random(seed)
    r = workload(Event(sample_type=BASE | CALLCHAIN, ids=[1], sample_period=1000000))
    samples = [s for s, n in stacks.items() for _ in range(round(n * luck.uniform(0.99, 1.01)))]
    luck.shuffle(samples)
    start = 1000 + luck.randrange(1 << 40)                # no two runs are of one time
    for i, stack in enumerate(samples):
        r.add(sample(ip=chain(stack)[1], pid=30, tid=30, time=start + i * 1000, cpu=0, period=1000000, chain=chain(stack)))
    with open(path, "wb") as f:
        f.write(r.add(finished_round()).encode(Encoding()))


def sides(folder, before, after):
    """Options that name the runs of both sides."""
    out = []
    for side, stacks in (("before", before), ("after", after)):
        out.append("--" + side)
        for run in range(RUNS):
            out.append(os.path.join(folder, f"{side}.{run}.data"))
            record(out[-1], stacks, f"{side} {run}")
    return out


def diff(*options):
    """The exit status and what is printed."""
    p = subprocess.run([a.bin, "diff", "--isolated", "--objects", "fixtures/amd64/debug", *options], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    return p.returncode, p.stdout


def section(answer, name):
    return next(s["rows"] for s in answer["sections"] if s["section"] == name)


def changed(rows):
    return {r["function"]: r["verdict"] for r in rows if r["verdict"] in ("worse", "better")}


def call_paths(folder):
    """hot_loop takes half as long again where sort_some calls it; and nowhere else."""
    before = {"main;sort_some;hot_loop": 400, "main;sort_some;cmp_u32": 300, "main;worker_fib;fib;fib;hot_loop": 300, "main": 200}
    after = {**before, "main;sort_some;hot_loop": 600}
    runs = sides(folder, before, after)
    status, text = diff("--json", *runs)
    answer = json.loads(text)
    rows = section(answer, "call paths")
    assert status == 2 and changed(rows) == {"main;sort_some;hot_loop": "worse"}, rows
    # one path stands for main;sort_some and main, whose change is its own; main;worker_fib has no row beside its callee's
    assert sorted(r["function"] for r in rows) == ["main;sort_some;cmp_u32", "main;sort_some;hot_loop", "main;worker_fib;fib;fib;hot_loop"], rows
    assert [(c["what"], c["callee"]) for r in rows for c in r["callees"]] == [("itself", None)], rows

    rows = {r["function"]: r for r in section(answer, "functions with what they call")}
    assert changed(rows.values()) == {"main": "worse", "sort_some": "worse", "hot_loop": "worse"}, rows
    assert [c["callee"] for c in rows["main"]["callees"]] == ["sort_some"] and rows["main"]["callers"][0]["caller"] == "[outermost]", rows
    assert [c["callee"] for c in rows["sort_some"]["callees"]] == ["hot_loop"] and rows["sort_some"]["callers"][0]["caller"] == "main", rows
    assert [c["what"] for c in rows["hot_loop"]["callees"]] == ["itself"] and rows["hot_loop"]["callers"][0]["caller"] == "sort_some", rows
    whole, part = rows["main"], rows["main"]["callees"][0]
    assert abs(whole["after"] - whole["before"] - (part["after"] - part["before"])) < 0.02, whole

    status, text = diff(*runs)
    assert "# call paths, seconds per run" in text and "main;worker_fib;fib x2;hot_loop" in text, text
    assert " calls hot_loop\n" in text and " in itself\n" in text, text

    limits = ["--fail-over", "path=main;sort_some;hot_loop:+60%", "--fail-over", "path=*;cmp_u32:+10%"]
    status, text = diff("--json", *runs, *limits)
    assert status == 0 and {h["verdict"] for h in json.loads(text)["limits"]} == {"kept"}, text
    status, text = diff(*runs, "--fail-over", "path=main;sort_some:+10%", "--markdown")    # that is no row unless it is asked for
    assert status == 2 and "path=main;sort_some:+10%: broken: main;sort_some +" in text and "#### call paths, seconds" in text, text
    status, text = diff(*runs, "--fail-over", "event=cpu-clock,path=*;hot_loop:+10%", "--on-unknown", "pass")
    assert status == 2 and "hot_loop:+10%: broken: main;sort_some;hot_loop +" in text, text
    status, text = diff(*runs, "--fail-over", "path=main;sort_som:+10%", "--junit")
    assert status == 2 and "no such row" in text and "near it: main;sort_some" in text, text
    status, text = diff(*runs, "--fail-over", "path=main,sym=fib:+10%")                      # it says why
    assert status == 1 and not text, text
    status, text = diff("--json", *runs, "--min-samples", "20000")
    assert not section(json.loads(text), "call paths"), text


with tempfile.TemporaryDirectory() as scratch:
    for test in (call_paths,):
        test(scratch)
        print(f"{test.__name__}: ok")
