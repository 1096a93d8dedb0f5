#!/usr/bin/env python3
"""What stock perf diff prints of two captures, line by line: usage: diff_perf.py --bin PROGRAM --cc COMPILER

Three pairs are recorded here: a program twice; it and a build of it in which one function takes longer and another has
another name; and both as one that has other commands, and a name of its own. Every -c mode, with periods, formulas and other keys,
has to be perf's, but for what docs/differences.md names: what has no name is one row of each object, and its address is not that of all of it.
Blanks at the end of lines are no difference. Skipped (77) without perf 6.1 and a static C
library, or where perf may not record."""
import argparse, os, re, shutil, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--cc", default="cc")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)
ENV = dict(os.environ, LC_ALL="C", HOME="/dev/null", PERF_PAGER="cat", PERF_CONFIG="/dev/null", DEBUGINFOD_URLS="")
PROGRAM = """#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile unsigned long sink;
#define WORK(name, times) __attribute__((noinline)) void name(unsigned long n) {{ for (unsigned long i = 0; i < n * times; i++) sink += i; }}
WORK(first, 3) WORK(second, {times}) WORK({third}, 2)
int main(void)
{{
    static const char *const names[] = {{ "alpha", "{command}", 0 }};
    for (int i = 0; names[i] && !fork(); i++)
        prctl(PR_SET_NAME, names[i]);
    for (int i = 0; i < 200; i++) {{ first(20000); second(20000); {third}(20000); }}
    wait(0);
    return 0;
}}
"""
MODES = ["delta", "delta-abs", "ratio", "wdiff:1,2", "wdiff:3,-1"]
OPTIONS = [[], ["-p"], ["-F"], ["-s", "comm"], ["-s", "dso,sym"], ["-s", "pid"], ["-o", "0"]]
# of what has no name the row of an object, whatever address perf takes for all of it
NAMELESS = re.compile(r"\[(.)\] (?:0x[0-9a-f]{16}|\[unknown\])$", re.M)


def skip(why):
    print("SKIPPED:", why)
    sys.exit(77)


def record(folder, name, *command):
    path = os.path.join(folder, name + ".data")
    p = subprocess.run(["perf", "record", "-q", "-e", "cpu-clock:u", "-F", "5000", "-o", path, *command], env=ENV, stdout=subprocess.DEVNULL,
                       stderr=subprocess.PIPE, text=True)
    if not os.path.exists(path):
        skip(f"perf may not record here: {p.stderr.strip()[-200:]}")
    return path


def lines(*command):
    text = subprocess.run(command, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    return NAMELESS.sub(r"[\1] nameless", re.sub(r" +$", "", text, flags=re.M)).splitlines()


version = subprocess.run(["perf", "--version"], stdout=subprocess.PIPE, text=True).stdout if shutil.which("perf") else ""
if not version.startswith("perf version 6.1"):
    skip("no perf 6.1")
differ = same = 0
with tempfile.TemporaryDirectory(prefix="perfolio-diff-") as folder:
    runs = []
    for build, times, third, command in ("old/one", 4, "third", "beta"), ("new/one", 6, "last", "beta"), ("new/two", 5, "third", "gamma"):
        program = os.path.join(folder, build)
        os.makedirs(os.path.dirname(program), exist_ok=True)
        with open(program + ".c", "w") as f:
            f.write(PROGRAM.format(times=times, third=third, command=command))
        # by itself: perf 6.1 has one name for all slots of a library's PLT
        if subprocess.run([a.cc, "-static", "-O1", "-o", program, program + ".c"]).returncode:
            skip("no static C library")
        runs.append(record(folder, build.replace("/", "-"), program))
    pairs = [(runs[0], record(folder, "again", os.path.join(folder, "old/one"))), (runs[0], runs[1]), (runs[1], runs[2])]
    for pair in pairs:
        for mode in MODES:
            for options in OPTIONS:
                theirs, ours = (lines(program, "diff", "-c", mode, *options, *pair) for program in ("perf", a.bin))
                same += theirs == ours and len(theirs) > 5
                if theirs != ours or len(theirs) <= 5:
                    differ += 1
                    print("\n".join([f"-c {mode} {' '.join(options)} {pair}:"] + [f"  perf: {x}" for x in theirs if x not in ours][:8] +
                                    [f"  here: {x}" for x in ours if x not in theirs][:8]))
print(f"{same} answers about {len(pairs)} pairs are perf's, {differ} are not")
sys.exit(differ > 0)
