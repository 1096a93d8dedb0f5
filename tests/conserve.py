#!/usr/bin/env python3
"""The conservation law: usage: conserve.py --bin PROGRAM CAPTURE...

Whatever the rows are sorted by, with or without callers, the samples of an event's rows add up to the samples that
`report --stats` counts of it; and finer rows add up, command by command, to those of --sort comm: those that ask for
places are counted along another way (core/profile/hot.h)."""
import argparse, collections, os, re, subprocess, sys

KEYS = ["comm", "dso", "sym", "comm,dso", "comm,dso,sym", "pid", "tid", "cpu", "time", "comm,time"]

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("captures", nargs="+")
a = ap.parse_args()


def ask(path, *options):
    """The lines of a report; none when it cannot be made of this capture (no event has a CPU)."""
    p = subprocess.run([a.bin, "report", "-i", path, "--isolated", *options], stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE, universal_newlines=True, timeout=120,
                       env=dict(os.environ, LC_ALL="C", HOME="/nonexistent"))
    if p.returncode == 1 and "recorded the CPU" in p.stderr:
        return []
    assert p.returncode == 0, f"{path}: {options}: status {p.returncode}: {p.stderr}"
    return p.stdout.splitlines()


def stats(path):
    """Counter of samples by event, as --stats has them."""
    out, event = collections.Counter(), None
    for line in ask(path, "--stats"):
        if line.endswith(" stats:"):
            event = line[:-len(" stats:")]
        elif m := re.match(r" *SAMPLE events: +(\d+)", line):
            out[event] += int(m.group(1))
    del out["Aggregated"]
    return +out


def rows(lines):
    """Counters of samples by event, and by event and first key; numbers stand in front of keys."""
    by_event, by_key, event = collections.Counter(), collections.Counter(), None
    for line in lines:
        if m := re.match(r"# Samples: .* of events? '(.*)'$", line):
            event = m.group(1)
        elif line and not line.startswith("#"):
            n, key = re.match(r"(?:[\d.]+%\t)+ *(\d+)\t([^\t]*)", line).groups()
            by_event[event] += int(n)
            by_key[event, key.strip()] += int(n)
    return +by_event, +by_key


faults = asked = 0
for path in a.captures:
    want, commands = stats(path), None
    for key in KEYS:
        for children in ("--no-children", "--children"):
            lines = ask(path, "-n", "-t", "\t", "--no-group", "-g", "none", "--sort", key, children)
            by_event, by_key = rows(lines)
            if lines and by_event != want:
                faults += 1
                print(f"{path}: --sort {key} {children}: the rows hold {dict(by_event)}, there are {dict(want)}")
            if key == "comm":
                commands = by_key
            elif key.startswith("comm,") and by_key != commands:
                faults += 1
                print(f"{path}: --sort {key} {children}: not the samples per command of --sort comm")
            asked += 1
print(f"{asked} reports over {len(a.captures)} captures" + (f", {faults} faults" if faults else " hold every sample"))
sys.exit(bool(faults or not asked))
