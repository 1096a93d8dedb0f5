#!/usr/bin/env python3
"""What source lines and inlined calls cost where a program has hundreds of MiB of DWARF, beside perf's.

usage: lines.py [--units N] [--seconds N] [--runs N] [--keep] [--bin PROGRAM] [--perf PROGRAM]

Compiles one unit of C++ that is heavy with templates, links N copies of it under other names (200: 330 MiB of DWARF in
as many units, all of them hot), records it, and asks for the reports by source line and with inlined calls: of the
capture, of its folio alone, and of perf, which is given a minute. Prints the medians of wall and processor time and the
peak of memory. Skipped (77) where perf may not record or there is no C++ compiler."""
import argparse, os, shutil, statistics, subprocess, sys, tempfile, time

from record import ROOT, samples

UNIT = """
#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>
namespace {
template <int N> struct step { template <class T> static T run(T x) { return step<N - 1>::run(x * 31 + N) ^ (x >> 3); } };
template <> struct step<0> { template <class T> static T run(T x) { return x + 1; } };
using table = std::map<int, std::vector<unsigned>>;
template <int N> unsigned mix(table &m, unsigned x) {
    auto &v = m[(x + N) & 63];
    v.push_back(step<12>::run(x + N));
    if (v.size() > 64) { std::sort(v.begin(), v.end()); v.resize(8); }
    return v[v.size() / 2] + mix<N - 1>(m, v.back()); }
template <> unsigned mix<0>(table &, unsigned x) { return x; }
}
extern "C" unsigned work(unsigned x)
{
    static table m;
    static std::unordered_map<std::string, std::set<unsigned>> names;
    if ((x & 1023) == 0) { std::ostringstream s; s << x; names[s.str()].insert(x); if (names.size() > 100) names.clear(); }
    if ((x & 0xfffff) == 0) { std::regex r("a(b|c)*d"); x += std::regex_match(std::to_string(x), r); }
    return mix<40>(m, x);
}
"""
REPORTS = [("by source line", "report --stdio -g none --sort srcline"),
           ("self only", "report --stdio --no-children -g none --sort srcline"),
           ("with inlined calls", "report --stdio --no-children --inline --sort symbol")]

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--units", type=int, default=200)
ap.add_argument("--seconds", type=float, default=8)
ap.add_argument("--runs", type=int, default=3)
ap.add_argument("--keep", action="store_true", help="leave the capture where it is and say where")
ap.add_argument("--bin", default=os.path.join(ROOT, "build", "perfolio"))
ap.add_argument("--perf", default=shutil.which("perf"))
a = ap.parse_args()
PATIENCE = 60


def run(*command):
    p = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    if p.returncode:
        raise OSError(f"{' '.join(command[:6])}: {p.stdout[-300:]}")
    return p.stdout


def write(name, text):
    with open(os.path.join(folder, name), "w") as f:
        f.write(text)


def build():
    """The program, and how many bytes of DWARF it has."""
    write("unit.cc", UNIT)
    run("g++", "-g", "-O2", "-c", "unit.cc")
    # What a unit defines, the names of groups of sections among it, which the linker would else keep once.
    names = [l.split()[-1] for l in run("nm", "unit.o").splitlines() if l.split()[-2] in "TWVun"]
    units = range(a.units)
    for i in units:
        write("names", "".join(f"{n} {n}_{i}\n" for n in names))
        run("objcopy", "--redefine-syms=names", "unit.o", f"unit{i}.o")
    write("main.c", "".join(f"unsigned work_{i}(unsigned);\n" for i in units) +
          "int main(void) { unsigned s = 0;\n    for (unsigned i = 0;; i++) {\n" +
          "".join(f"        s += work_{i}(i);\n" for i in units) + "        if (s == i) return 1;\n    } }\n")
    run("gcc", "-g", "-O1", "-c", "main.c")
    run("g++", "-o", "program", "main.o", *(f"unit{i}.o" for i in units))
    for i in units:
        os.remove(os.path.join(folder, f"unit{i}.o"))
    sizes = [l.split() for l in run("size", "-A", "program").splitlines() if l.startswith(".debug")]
    return sum(int(s[1]) for s in sizes)


def measure(command):
    """(wall, processor seconds, MiB at the peak) of one run; a word why not."""
    env = dict(os.environ, HOME=folder, LC_ALL="C", PERF_PAGER="cat", PAGER="cat", DEBUGINFOD_URLS="")
    with open(os.path.join(folder, "out"), "wb") as out:
        start = time.monotonic()
        p = subprocess.Popen(["timeout", str(PATIENCE)] + command, stdin=subprocess.DEVNULL, stdout=out,
                             stderr=subprocess.DEVNULL, env=env)
        _, status, usage = os.wait4(p.pid, 0)
        wall = time.monotonic() - start
        p.returncode = os.WEXITSTATUS(status)
    if p.returncode == 124:
        return f"not done after {PATIENCE} s"
    if p.returncode or not os.path.getsize(os.path.join(folder, "out")):
        return f"status {p.returncode}"
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def show(view, program, command, runs):
    seen = [measure(command) for _ in range(runs)]
    words = next((s for s in seen if isinstance(s, str)), None)
    if words:
        print(f"{view:20} {program:18} {words}", flush=True)
        return
    wall, cpu, mib = (statistics.median(x) for x in zip(*seen))
    print(f"{view:20} {program:18} {wall:8.3f} {cpu:8.3f} {mib:8.1f}", flush=True)


folder = tempfile.mkdtemp(prefix="perfolio-bench-lines-")
capture, folio = (os.path.join(folder, n) for n in ("lines.data", "lines.folio"))
program = os.path.abspath(a.bin)
try:
    try:
        size = build()
        if not a.perf:
            raise OSError("perf is not installed")
        run(a.perf, "record", "-q", "-N", "-g", "-e", "cpu-clock", "-F", "2000", "-o", capture, "--", "sh", "-c",
            f"timeout {a.seconds} {folder}/program; :")
    except OSError as e:
        print("SKIPPED:", e)
        sys.exit(77)
    start = time.monotonic()
    run(program, "pack", "-i", capture, "-o", folio)
    print(f"{size >> 20} MiB of DWARF in {a.units} units, {samples(program, capture):,} samples; packed in "
          f"{time.monotonic() - start:.1f} s to {os.path.getsize(folio) >> 10} KiB; medians of {a.runs} runs\n")
    print(f"{'report':20} {'of':18} {'wall s':>8} {'CPU s':>8} {'MiB':>8}")
    for view, command in REPORTS:
        show(view, "the capture", [program] + command.split() + ["-i", capture], a.runs)
        show(view, "its folio alone", [program] + command.split() + ["--isolated", "-i", folio], a.runs)
        show(view, "perf, the capture", [a.perf] + command.split() + ["-i", capture], 1)
finally:
    if a.keep:
        print(f"\nkept in {folder}")
    else:
        shutil.rmtree(folder)
