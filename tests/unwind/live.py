#!/usr/bin/env python3
"""Chains out of stack dumps beside perf's: usage: live.py --bin PROGRAM [--perf PROGRAM] [--cc CC] [--cxx CXX] [--keep]

Builds stacks.c and stacks.cc in many ways, records each with `perf record --call-graph dwarf`, and lets perf and perfolio
print every sample. Where perf reaches the outermost frame, 99% of the chains have to be perf's, and perfolio has to reach
it as often as perf does. The outermost frame is one whose return address is undefined in the unwind tables of its file, as
_start's and a new thread's are. Skipped (77) where perf may not record."""
import argparse, bisect, collections, functools, os, re, shutil, subprocess, sys, tempfile

from chains import chains, places, show

HERE = os.path.dirname(os.path.abspath(__file__))
RECORD = ["record", "-q", "-e", "cpu-clock", "-F", "1999", "--call-graph", "dwarf"]
SCRIPT = ["script", "--no-inline", "-F", "tid,time,ip,sym,dso"]
SECONDS = "0.5"

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--perf", default="perf")
ap.add_argument("--cc", default="cc")
ap.add_argument("--cxx", default="c++")
ap.add_argument("--keep", action="store_true", help="leave the captures where they are and say where")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)
BUILDS = [("default", a.cc, "stacks.c", ["-O2"]),
          ("frame pointers", a.cc, "stacks.c", ["-O1", "-fno-omit-frame-pointer"]),
          ("no frame pointers, no PIE", a.cc, "stacks.c", ["-O3", "-fomit-frame-pointer", "-no-pie"]),
          ("lazy binding", a.cc, "stacks.c", ["-O2", "-Wl,-z,lazy", "-rdynamic"]),
          ("unwind tables in .debug_frame", a.cc, "stacks.c", ["-O2", "-g", "-fno-asynchronous-unwind-tables"]),
          ("static PIE", a.cc, "stacks.c", ["-O2", "-static-pie"]),
          ("static, no PIE", a.cc, "stacks.c", ["-Os", "-static", "-no-pie"]),
          ("C++", a.cxx, "stacks.cc", ["-O2"]),
          ("C++, not optimised", a.cxx, "stacks.cc", ["-O0"])]
temp = tempfile.mkdtemp(prefix="perfolio-unwind-")
ENV = dict(os.environ, LC_ALL="C", HOME=temp, DEBUGINFOD_URLS="", PERF_PAGER="cat")


def run(*command, statuses=(0,)):
    p = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENV, cwd=temp)
    assert p.returncode in statuses, (command, p.stderr.decode(errors="replace"))
    return p.stdout.decode(errors="surrogateescape")


@functools.lru_cache(maxsize=None)
def outermost_of(path):
    """Where code has no caller: sorted ranges of file offsets."""
    if not os.path.isfile(path):
        return []
    loads = [tuple(int(x, 16) for x in m) for m in re.findall(r"^ +LOAD +(0x\w+) (0x\w+) 0x\w+ (0x\w+)", run("readelf", "-lW", path), re.M)]
    found, undefined = [], set()
    for entry in run("readelf", "--debug-dump=frames", path, statuses=(0, 1)).split("\n\n"):
        m = re.search(r"^(\w+) \w+ \w+ (?:CIE|FDE cie=(\w+) pc=(\w+)\.\.(\w+))", entry, re.M)
        if not m:
            continue
        own, cie, *code = m.groups()
        has = bool(re.search(r"DW_CFA_undefined: r16\b", entry))
        if not cie:                                     # what a CIE says holds for its FDEs
            (undefined.add if has else undefined.discard)(own)
        elif has or cie in undefined:
            start, end = (int(x, 16) for x in code)
            found += [(start - address + offset, end - address + offset) for offset, address, size in loads
                      if address <= start < address + size]
    return sorted(found)


def complete(chain):
    if not chain:
        return False
    ranges = outermost_of(chain[-1].dso)
    i = bisect.bisect_right(ranges, (chain[-1].address, 1 << 64)) - 1
    return i >= 0 and chain[-1].address < ranges[i][1]


def record(number, compiler, source, options):
    """The path of a capture, or why there is none."""
    program = os.path.join(temp, f"stacks-{number}")
    try:
        run(compiler, *options, "-o", program, os.path.join(HERE, source))
    except (OSError, AssertionError) as why:
        return None, f"SKIPPED: not built: {why}"[:200]
    library = [] if "-static" in options or "-static-pie" in options or source != "stacks.c" else [os.path.join(temp, "library.so")]
    run(a.perf, *RECORD, "-o", program + ".data", program, SECONDS, *library)
    return program + ".data", None


def as_perf_has_it(mine, theirs):
    """perf 6.1 takes one off the place where a signal handler returns to, which no call leads to, and so finds no name for it."""
    return [t if m.symbol == "__restore_rt" and t == (m.address - 1, "[unknown]", m.dso) else m for m, t in zip(mine, theirs)] \
        + mine[len(theirs):]


def compare(capture, totals, shown=2):
    theirs, ours = (chains(run(*program, "-i", capture)) for program in ([a.perf, *SCRIPT], [a.bin, *SCRIPT, "--ip=offset"]))
    assert theirs, "perf printed no samples"
    count = collections.Counter(samples=len(theirs))
    for sample, chain in theirs.items():
        mine = ours.get(sample, [])
        count["perf reaches"] += complete(chain)
        count["we reach"] += complete(mine)
        mine = as_perf_has_it(mine, chain)
        if complete(chain):
            count["equal"] += places(mine) == places(chain)
            count["equal, with names"] += mine == chain
            if mine != chain and count["shown"] < shown:
                count["shown"] += 1
                print(f"  thread {sample[0]} at {sample[1]}: perf\n{show(chain)}  and perfolio\n{show(mine)}", end="")
    totals.update(count)
    return count


def line(words, c):
    share = lambda n, of: f"{n:6} {100 * n / of:6.2f}%" if of else f"{n:6}        "
    return (f"{words:32} {c['samples']:7}  {share(c['perf reaches'], c['samples'])}  {share(c['we reach'], c['samples'])}  "
            f"{share(c['equal'], c['perf reaches'])}  {share(c['equal, with names'], c['perf reaches'])}")


totals = collections.Counter()
try:
    try:
        run(a.perf, *RECORD, "-o", "perf.data", "true")
        run(a.cc, "-O1", "-fPIC", "-shared", "-Wl,-z,lazy", "-o", os.path.join(temp, "library.so"), os.path.join(HERE, "library.c"))
        run("readelf", "--version")
    except (OSError, AssertionError) as why:
        print("SKIPPED: perf may not record here, or nothing can be compiled:", why)
        sys.exit(77)
    print(f"{'':32} {'samples':>7}  {'perf reaches':>14}  {'we reach':>14}  {'equal':>14}  {'names, too':>14}")
    for number, (words, compiler, source, options) in enumerate(BUILDS):
        capture, why = record(number, compiler, source, options)
        print(line(words, compare(capture, totals)) if capture else f"{words}: {why}", flush=True)
    print(line("all", totals))
    assert totals["perf reaches"] > totals["samples"] / 2, "perf itself reaches few outermost frames"
    for key in "equal", "equal, with names":
        assert totals[key] >= 0.99 * totals["perf reaches"], f"{key}: fewer than 99%"
    assert totals["we reach"] >= totals["perf reaches"], "perfolio reaches fewer outermost frames than perf"
finally:
    if a.keep:
        print(f"kept in {temp}")
    else:
        shutil.rmtree(temp)
