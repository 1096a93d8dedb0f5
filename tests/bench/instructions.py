#!/usr/bin/env python3
"""How many instructions a sample costs, held to recorded numbers: usage: instructions.py [--bin PROGRAM] [--save] [--view NAME]

valgrind counts what the program executes for each view of a small multiplied fixture, of few samples and of more, which are
too few for more workers than one; the difference is what samples cost. Each has to be within 3 % of what instructions.tsv has for this build: compiler and
its version, kind of build, architecture. More is a loss; less is a gain that is to be recorded, with --save. Skipped (77) where
valgrind is missing or nothing is recorded for this build."""
import argparse, os, re, shutil, subprocess, sys, tempfile

import multiply

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
TABLE = os.path.join(ROOT, "tests", "bench", "instructions.tsv")
MARGIN, FEW, MORE = 0.03, 16000, 80000
VIEWS = {"flat": ("sysg", "report --stdio --no-children -g none --sort comm,dso,sym"),
         "children": ("sysg", "report --stdio --children -g caller --sort comm,dso,sym --percent-limit 0.5"),
         "moments": ("hw", "report --stdio --no-children -g caller --sort time --time-quantum 1ns --percent-limit 50"),
         "script": ("sysg", "script -F comm,tid,time,ip,sym -G"),
         "chains": ("sysg", "script -F comm,tid,time,ip,sym"),
         "folded": ("sysg", "export folded"),
         "pprof": ("sysg", "export pprof"),
         "latency": ("sched", "sched latency"),
         "kmem": ("kmem", "kmem stat")}
# What the C library copies with is the same on all machines of an architecture.
ENVIRONMENT = {"PATH": os.environ["PATH"], "LC_ALL": "C", "TZ": "UTC", "HOME": "/nonexistent",
               "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX,-ERMS,-FSRM,-SSSE3,-SSE4_1,-SSE4_2,-BMI2,-LZCNT,-MOVBE"}
FIXTURES = {"sysg": "amd64/sysg.data", "hw": "amd64/hw.data", "sched": "amd64/sched.data", "kmem": "synthetic/kmem.data"}

ap = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
ap.add_argument("--bin", default=os.path.join(ROOT, "build", "perfolio"))
ap.add_argument("--save", action="store_true")
ap.add_argument("--view", choices=VIEWS, action="append")
a = ap.parse_args()
with open(os.path.join(os.path.dirname(a.bin), "tests", "build.txt")) as f:                       # tests/CMakeLists.txt
    build = f.read().strip()


def recorded():
    """[(build, view, instructions)]"""
    with open(TABLE) as f:
        rows = [l.rstrip("\n").split("\t") for l in f if not l.startswith("#")]
    return [(b, view, float(n)) for b, view, n in rows]


def instructions(words, capture):
    p = subprocess.run(["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", os.path.abspath(a.bin),
                        *words.split(), "--isolated", "--objects", "fixtures/amd64/debug", "-i", capture],
                       cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                       env=ENVIRONMENT)
    found = re.search(rb"I +refs: +([\d,]+)", p.stderr)
    if p.returncode or not found:
        sys.exit(f"{words}: status {p.returncode}: {p.stderr.decode(errors='replace')[-300:]}")
    return int(found.group(1).replace(b",", b""))


def main(scratch):
    rows = recorded()
    want = {view: n for b, view, n in rows if b == build}
    if not shutil.which("valgrind"):
        print("SKIPPED: valgrind is not installed: no instructions are counted")
        return 77
    if not want and not a.save:
        print(f"SKIPPED: nothing is recorded for {build}, but for: {', '.join(sorted({r[0] for r in rows})) or 'no build'}")
        return 77
    captures, counts, faults = {}, {}, 0
    for name, path in FIXTURES.items():
        for least in FEW, MORE:
            out = os.path.join(scratch, f"{name}-{least}.data")
            captures[name, least] = out, multiply.main(os.path.join(ROOT, "fixtures", path), out, least)
    for view in a.view or VIEWS:
        name, words = VIEWS[view]
        (few, nfew), (more, nmore) = captures[name, FEW], captures[name, MORE]
        counts[view] = n = (instructions(words, more) - instructions(words, few)) / (nmore - nfew)
        off = n / want[view] - 1 if view in want else None
        good = a.save or off is not None and abs(off) <= MARGIN
        faults += not good
        print(f"{view:10} {n:9.1f} instructions a sample" + ("" if off is None else f", {want[view]:.1f} recorded: {100 * off:+.1f} %") +
              ("" if good else "  NOT RECORDED" if off is None else "  SLOWER" if off > 0 else "  FASTER: record it"), flush=True)
    if a.save:
        kept = [r for r in rows if r[0] != build or r[1] not in counts]
        rows = sorted(kept + [(build, view, n) for view, n in counts.items()])
        with open(TABLE, "w") as f:
            f.write("# build, view, instructions a sample: ./dev bench instructions --save\n")
            f.writelines(f"{b}\t{view}\t{n:.1f}\n" for b, view, n in rows)
    elif faults:
        print("the numbers are in tests/bench/instructions.tsv; `./dev bench instructions --save` records those of this build")
    return int(bool(faults))


with tempfile.TemporaryDirectory(prefix="perfolio-instructions-") as folder:
    status = main(folder)
sys.exit(status)
