#!/usr/bin/env python3
"""Where all of a program's time went: usage: live_waits.py --bin PROGRAM --cc COMPILER

Records a program that burns and sleeps for known times, and says itself how long it lived: by threads and by CPUs. What
`report --off-cpu` and `--wall-clock` count has to be that. Skipped (77) where perf may not record tracepoints."""
import argparse, json, os, subprocess, sys, tempfile

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--cc", default="cc")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)
TURNS, BURN, NAP = 10, 20_000_000, 30_000_000            # ns
PROGRAM = r"""
#include <stdint.h>
#include <stdio.h>
#include <time.h>
static uint64_t now(clockid_t c) { struct timespec t; clock_gettime(c, &t); return t.tv_sec * 1000000000ull + t.tv_nsec; }
__attribute__((noinline)) void burn(void) { uint64_t end = now(CLOCK_THREAD_CPUTIME_ID) + BURN; while (now(CLOCK_THREAD_CPUTIME_ID) < end) for (volatile int i = 0; i < 1000; i++); }
__attribute__((noinline)) void doze(void) { struct timespec t = { 0, NAP }; nanosleep(&t, 0); }
int main(void)
{
    uint64_t begin = now(CLOCK_MONOTONIC);
    for (int i = 0; i < TURNS; i++) { burn(); doze(); }
    printf("%llu\n", (unsigned long long)(now(CLOCK_MONOTONIC) - begin));
}
"""
faults = 0


def check(what, right, detail):
    global faults
    if not right:
        faults += 1
        print(f"wrong: {what}: {detail}")


def states(part, path):
    """ns and entries of the program's rows, by state."""
    p = subprocess.run([a.bin, "report", part, "--sort=state", "--comms=burner", "--json", "--isolated", "-i", path], capture_output=True, text=True)
    if p.returncode:
        sys.exit(p.stderr)
    return {r["state"]: (r["period"], r["samples"]) for e in json.loads(p.stdout)["events"] for r in e["rows"]}


with tempfile.TemporaryDirectory() as d:
    source, program = os.path.join(d, "burner.c"), os.path.join(d, "burner")
    with open(source, "w") as f:
        f.write(PROGRAM)
    subprocess.run([a.cc, "-O1", f"-DTURNS={TURNS}", f"-DBURN={BURN}", f"-DNAP={NAP}", source, "-o", program], check=True)
    for how in (["--switch-events"], ["-a", "-e", "sched:sched_wakeup"]):
        path = os.path.join(d, "perf.data")
        try:
            p = subprocess.run(["perf", "record", "-q", "-g", "-o", path, "-e", "cpu-clock", "-e", "sched:sched_switch", *how, "--", program], capture_output=True, text=True)
        except FileNotFoundError:
            p = None
        if not p or p.returncode or not os.path.exists(path):
            print("SKIPPED: perf may not record tracepoints here")
            sys.exit(77)
        lived, waits, both = int(p.stdout), states("--off-cpu", path), states("--wall-clock", path)
        # A thread that is preempted between the start of its timer and its sleep is blocked for less than it asked for.
        check(f"{how}: naps", waits["S"][0] > 0.9 * TURNS * NAP and waits["S"][1] >= TURNS, waits)
        check(f"{how}: waits are those of --off-cpu", {k: v for k, v in both.items() if k != "on CPU"} == waits, (both, waits))
        check(f"{how}: burning", abs(both["on CPU"][0] - TURNS * BURN) < 0.1 * TURNS * BURN, both)
        check(f"{how}: all of its life", abs(sum(v[0] for v in both.values()) - lived) < 0.2 * lived, (both, lived))
        print(how[0], lived, both)
sys.exit(faults > 0)
