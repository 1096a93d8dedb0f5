#!/usr/bin/env python3
"""./dev bench session: what questions of a file that stays open cost, beside perf, which opens it anew for each.

usage: session.py [--record SECONDS] [--captures FOLDER] [--runs N] [--samples N] [--bin PROGRAM] [--perf PROGRAM] [--no-peers]

The first N (1,000,000) samples of a busy system (busy.data of --captures, or recorded: record.py) are asked in one process
(session.c over libperfolio.so): a flat report, the same again, one of a range of time and a thread, a call tree; and all of it are read
as columns, beside questions that read the file as deep. Processor time of all threads; the run of least counts. What a
question costs that is the first to ask for symbols, or for stacks, stands in front of what it costs then. Of memory, it is
what the process has more once columns are there."""
import argparse, csv, os, shutil, subprocess, sys, tempfile

import cut, measure
from record import ROOT, record, samples

KEYS = "--sort comm,dso,sym"
FLAT = f"report --no-children -g none {KEYS} --percent-limit 0.05"
TREE = f"report --no-children -g caller {KEYS} --percent-limit 0.5"


def options():
    ap = argparse.ArgumentParser(usage=__doc__)
    ap.add_argument("--record", type=float, default=60)
    ap.add_argument("--captures")
    ap.add_argument("--runs", type=int, default=5)
    ap.add_argument("--samples", type=int, default=1000000)
    ap.add_argument("--bin", default=os.path.join(ROOT, "build", "perfolio"))
    ap.add_argument("--perf", default=shutil.which("perf"))
    ap.add_argument("--no-peers", action="store_true")
    return ap.parse_args()


def build(library, folder):
    path = os.path.join(folder, "session")
    subprocess.run(["cc", "-std=c11", "-D_GNU_SOURCE", "-O2", "-Wall", "-Wextra", "-Werror", "-I", os.path.join(ROOT, "include"), "-o", path,
                    os.path.join(ROOT, "tests", "bench", "session.c"), "-L", library, "-lperfolio", f"-Wl,-rpath,{library}"], check=True)
    return path


def calls(program, home, most, capture, *words):
    """[(CPU s, MiB, how much)] of opening a capture and of calls, one behind the other, of which no more than `most` samples are kept."""
    p = subprocess.run([program, str(most), capture, *words], env=dict(os.environ, HOME=home), stdout=subprocess.PIPE, check=True, text=True)
    lines = [line.split() for line in p.stdout.splitlines()]
    return [(float(cpu), float(mib), int(n)) for cpu, _, mib, n in lines]


def busiest(program, home, capture):
    """The thread with most samples."""
    p = subprocess.run([program, "report", "--no-children", "-g", "none", "--sort", "tid", "--csv", "-i", capture], env=dict(os.environ, HOME=home),
                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True, text=True)
    rows = [(int(row["period"]), row["tid"].split(":")[0]) for row in csv.DictReader(p.stdout.splitlines())]
    return max(row for row in rows if row[1].isdigit() and row[1] != "0")[1]


def line(*cells):
    print("  ".join(str(c).ljust(w) if i == 0 else str(c).rjust(w) for i, (c, w) in enumerate(zip(cells, (38, 12, 12, 22, 12)))).rstrip(), flush=True)



def ask(a, program, home, capture, n):
    some = f"{FLAT} --time 10%-60% --tid {busiest(a.bin, home, capture)}"
    questions = [("flat, by command, object, symbol", FLAT), ("a range of time, a thread", some), ("call tree", TREE)]
    words = [w for _, w in questions for _ in range(2)]
    runs = [calls(program, home, 0, capture, *words)[1:] for _ in range(a.runs)]
    costs = [1000 * min(run[i][0] for run in runs) for i in range(len(words))]
    aims = [costs[0] / 3, 25, 60]
    print(f"{n} samples, one session; ms of processor time")
    line("question", "first", "again", "to reach", "perf")
    for i, (name, words) in enumerate(questions):
        peer = None
        if a.perf and not a.no_peers:
            theirs = [a.perf, *words.replace("report", "report --stdio", 1).split(), "-i", capture]
            peer = measure.run(theirs, home, os.devnull)
        again = costs[2 * i + 1]
        line(name, f"{costs[2 * i]:.1f}", f"{again:.1f}", f"{aims[i]:.0f}" + (" ok" if again <= aims[i] else f", {again / aims[i]:.2f}x"),
             "" if not peer else f"{1000 * peer.cpu:.0f}" if not isinstance(peer, str) else "failed")


def make(a, program, home, capture, n):
    """Both where symbols are there already, which is what the first call of each is for."""
    print(f"\n{n} samples as columns, and the file read for a question; s of processor time")
    line("columns", "made", "file", "to reach", "bytes each")
    with tempfile.TemporaryDirectory() as folder:
        folded = f"export folded -o {folder}/out"
        for name, call, words, most in (("without stacks, beside flat", "samples", FLAT, 1.3), ("with them, beside export folded", "stacks", folded, 1.15)):
            made = [calls(program, home, 0, capture, call, call) for _ in range(a.runs)]
            read = [calls(program, home, 1, capture, words, words, call) for _ in range(a.runs)]
            ours, theirs = min(run[2][0] for run in made), min(run[2][0] for run in read)
            (_, before, _), (_, after, samples) = read[0][2:]
            line(name, f"{ours:.3f}", f"{theirs:.3f}", f"{most}x" + (" ok" if ours <= most * theirs else f", {ours / theirs:.2f}x"),
                 f"{(after - before) * 2**20 / samples:.0f}")


def main():
    a = options()
    library = os.path.dirname(os.path.abspath(a.bin))
    if not os.path.exists(os.path.join(library, "libperfolio.so")):
        print("SKIPPED: no libperfolio.so is built here")
        return 77
    with tempfile.TemporaryDirectory(prefix="perfolio-bench-") as scratch:
        folder = os.path.abspath(a.captures) if a.captures else scratch
        home, whole, part = os.path.join(folder, "home"), os.path.join(folder, "busy.data"), os.path.join(scratch, "some.data")
        os.makedirs(home, exist_ok=True)
        if not os.path.exists(whole) and not (a.perf and record(a.perf, a.record, whole, home)):
            print("SKIPPED: perf may not record here")
            return 77
        program = build(library, scratch)
        ask(a, program, home, part, cut.main(whole, part, a.samples))
        make(a, program, home, whole, samples(a.bin, whole))
    return 0


if __name__ == "__main__":
    sys.exit(main())
