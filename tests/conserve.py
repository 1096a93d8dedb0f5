#!/usr/bin/env python3
"""The conservation law: usage: conserve.py --bin PROGRAM CAPTURE...

Whatever the rows are sorted by, with or without callers, the samples of an event's rows add up to the samples that
`report --stats` counts of it; and finer rows add up, command by command, to those of --sort comm: those that ask for
places are counted along another way (core/profile/places/row_cache.h). What `diff` shows of two captures adds up to what each of them has."""
import argparse, collections, json, os, re, subprocess, sys

KEYS = ["comm", "dso", "sym", "comm,dso", "comm,dso,sym", "pid", "tid", "cpu", "time", "comm,time"]

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("captures", nargs="+")
a = ap.parse_args()


def run(*words):
    return subprocess.run([a.bin, *words, "--isolated"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          universal_newlines=True, timeout=120, env=dict(os.environ, LC_ALL="C", HOME="/nonexistent"))


def ask(path, *options):
    """The lines of a report; none when it cannot be made of this capture (no event has a CPU)."""
    p = run("report", "-i", path, *options)
    if p.returncode == 1 and "recorded the CPU" in p.stderr:
        return []
    assert p.returncode == 0, f"{path}: {options}: status {p.returncode}: {p.stderr}"
    return p.stdout.splitlines()


def lost(old, new, key):
    """What the rows of a diff lack of what each file has, by event; with a filter, so that some of it is hidden."""
    p = run("diff", "--json", "-s", key, "--dsos", "workload,libc.so.6,[kernel.kallsyms]", old, new)
    assert p.returncode == 0, f"{old} {new}: status {p.returncode}: {p.stderr}"
    out = []
    for event in json.loads(p.stdout)["events"]:
        for i, total in enumerate(event["totals"]):
            sums = [sum((row["baseline"], *row["others"])[i][n] for row in event["rows"]) for n in ("samples", "period")]
            if total and sums != [total["samples"] - total["hidden_samples"], total["period"] - total["hidden_period"]]:
                out.append((event["name"], i, sums, total))
    return out


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
for old, new in zip(a.captures, a.captures[1:]):
    for key in ("dso,symbol", "comm,tid"):
        for event, i, sums, total in lost(old, new, key):
            faults += 1
            print(f"{old} and {new}: diff --sort {key}: the rows of '{event}' hold {sums} of {(old, new)[i]}: {total}")
        asked += 1
print(f"{asked} reports over {len(a.captures)} captures" + (f", {faults} faults" if faults else " hold every sample"))
sys.exit(bool(faults or not asked))
