#!/usr/bin/env python3
"""A deep nest of inlined functions: usage: deep.py --bin PROGRAM [--perf PROGRAM] [--cc CC]

Records a program with 40 functions inlined one into the other, each on a line of its own, and holds the tree of its
report to them. Skipped (77) where perf may not record."""
import argparse, os, re, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--perf", default="perf")
ap.add_argument("--cc", default="cc")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)
DEEP = 40
INLINED = "static inline __attribute__((always_inline)) void"


def run(*command):
    p = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=temp,
                       env=dict(os.environ, LC_ALL="C", HOME=temp, DEBUGINFOD_URLS=""))
    assert p.returncode == 0, (command, p.stderr.decode(errors="replace"))
    return p.stdout.decode(errors="surrogateescape")


with tempfile.TemporaryDirectory(prefix="perfolio-deep-") as temp:
    with open(os.path.join(temp, "deep.c"), "w") as f:
        f.write(f"static volatile unsigned sink; {INLINED} f0(void) {{ for (int i = 0; i < 100000000; i++) sink = sink + 1; }}\n")
        for i in range(1, DEEP):
            f.write(f"{INLINED} f{i}(void) {{ f{i - 1}(); }}\n")
        f.write(f"int main(void) {{ f{DEEP - 1}(); }}\n")
    try:
        run(a.cc, "-O2", "-g", "-o", "program", "deep.c")
        run(a.perf, "record", "-q", "-e", "cpu-clock", "-F", "999", "--call-graph", "dwarf,1024", "-o", "perf.data",
            os.path.join(temp, "program"))
    except (OSError, AssertionError) as why:
        print("SKIPPED: perf may not record here, or nothing can be compiled:", why)
        sys.exit(77)
    tree = run(a.bin, "report", "--no-children", "-g", "callee,srcline", "perf.data")
    told = re.findall(r"\b(\w+) deep\.c:(\d+)", tree)[:DEEP + 1]
    assert told == [(f"f{i}", str(i + 1)) for i in range(DEEP)] + [("main", str(DEEP + 1))], told
