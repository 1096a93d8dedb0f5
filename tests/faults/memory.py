#!/usr/bin/env python3
"""Memory that cannot be had: usage: memory.py --bin PROGRAM --allocations LIBRARY [--each N] [NAME...]

The command lines of lines.py run with LIBRARY (allocations.c) in front of the C library's: of the allocations of each line N fail,
spread over all, once alone and once with all that follow; so do maps. lines.py says what must not come of it."""
import argparse, os, random, sys

from lines import Bench

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--allocations", required=True)
ap.add_argument("--each", type=int, default=5)
ap.add_argument("names", nargs="*")
a = ap.parse_args()


def count(bench, name):
    path = os.path.join(bench.folder, "count")
    bench.run(name, LD_PRELOAD=a.allocations, FAULT_COUNT=path)
    words = open(path).read().split()
    return {k: int(v) for k, v in zip(words[::2], words[1::2])}


with Bench(a.bin, a.names) as bench:
    jobs = []
    for name in bench.lines:
        good = bench.good(name)
        for kind, n in count(bench, name).items():
            for more in "", "+":
                which = random.Random(name + kind + more)   # the same in each run
                for at in which.sample(range(1, n + 1), min(n, a.each)):
                    fault = f"{kind}:{at}{more}"
                    jobs.append((name, good, ("memory", "Cannot allocate", "could not be read"), fault, (), {"LD_PRELOAD": a.allocations, "FAULT": fault}))
    sys.exit(bench.judge(jobs, "allocations"))
