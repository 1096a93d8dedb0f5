#!/usr/bin/env python3
"""Chains out of stack dumps of other machines: usage: recorded.py --bin PROGRAM [FOLIO...]

Every fixtures/MACHINE/dwarf.folio holds some samples of a recording of fixtures/workload with what is needed to unwind
them; dwarf.txt beside it is what perf printed of them on that machine. Where perf reached the outermost frame there, our
chain has to be perf's, elsewhere it has to begin as perf's does. As perf on 32-bit ARM reads no unwind tables, a chain has
to make sense by itself, too: whoever calls a function of the workload is one of those that its source says."""
import argparse, collections, glob, os, subprocess, sys

from chains import chains, places, show

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
SCRIPT = ["script", "--no-inline", "-F", "tid,time,ip,sym,dso", "--isolated", "--ip=offset"]
CALLERS = {"fib": {"fib", "worker_fib"}, "sort_some": {"worker_fib"}, "hot_loop": {"main"}, "do_syscalls": {"main"},
           "lib_leaf": {"lib_even", "lib_odd"}, "lib_even": {"lib_odd", "work_entry"}, "lib_odd": {"lib_even"},
           "work_entry": {"worker_lib"}, "cmp_u32": {"libc"}, "worker_fib": {"libc"}, "worker_lib": {"libc"}, "main": {"libc"}}
REACHED = 0.8                                           # of all samples: dumps of 4 KiB hold nearly every stack

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("folios", nargs="*", default=sorted(glob.glob(f"{ROOT}/fixtures/*/dwarf.folio")))
a = ap.parse_args()


def is_libc(frame):
    return os.path.basename(frame.dso).startswith("libc.so")


def complete(chain):
    """Up to _start, or to libc's start of a thread: one or two frames without a name of their own."""
    if not chain or not is_libc(chain[-1]):
        return bool(chain) and chain[-1].symbol == "_start"
    return any(f.symbol.startswith("worker_") for f in chain[-3:-1])


def impossible(chain):
    """The calls in a chain that the source of the workload does not have."""
    return [(f.symbol, by.symbol) for f, by in zip(chain, chain[1:])
            if f.dso.startswith("/opt/wl/") and not {by.symbol, is_libc(by) and "libc"} & CALLERS.get(f.symbol, {by.symbol})]


def begin_of(chain):
    """Without a wrong turn of perf's at its end: frames that lie nowhere."""
    mapped = [i for i, f in enumerate(chain) if f.dso != "[unknown]"]
    return chain[:mapped[-1] + 1] if mapped else []


def check(folio):
    """How often what."""
    with open(folio.replace(".folio", ".txt"), errors="surrogateescape") as f:
        theirs = chains(f.read())
    p = subprocess.run([a.bin, *SCRIPT, "-i", folio], stdout=subprocess.PIPE, check=True, env=dict(os.environ, LC_ALL="C"))
    ours = chains(p.stdout.decode(errors="surrogateescape"))
    count = collections.Counter(samples=len(theirs))
    for sample, chain in theirs.items():
        mine = ours.get(sample, [])
        reaches, begin = complete(chain), begin_of(chain)
        count["perf reaches"] += reaches
        count["we reach"] += complete(mine)
        wrong = mine != chain if reaches else mine[:len(begin)] != begin
        for key, value in (("wrong", wrong), ("impossible", impossible(mine))):
            count[key] += bool(value)
            if value and count[key] == 1:
                print(f"  {folio}: {key} {value}, thread {sample[0]} at {sample[1]}: perf there\n{show(chain)}  and here\n{show(mine)}", end="")
        count["only without names"] += wrong and places(mine)[:len(begin)] == places(begin)
    return count


bad = 0
for folio in a.folios:
    c = check(folio)
    bad += bool(c["wrong"] or c["impossible"] or c["we reach"] < max(c["perf reaches"], REACHED * c["samples"]))
    print(f"{os.path.relpath(folio, ROOT)}: " + ", ".join(f"{key} {c[key]}" for key in
          ("samples", "perf reaches", "we reach", "wrong", "only without names", "impossible")))
assert a.folios, "no fixtures"
print(f"{len(a.folios) - bad} of {len(a.folios)} are as they should be")
sys.exit(bool(bad))
