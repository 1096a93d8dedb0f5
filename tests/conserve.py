#!/usr/bin/env python3
"""The conservation law: usage: conserve.py --bin PROGRAM [--served PROGRAM] CAPTURE...

Whatever the rows are sorted by, with or without callers, the samples of an event's rows add up to the samples that
`report --stats` counts of it; and finer rows add up, command by command, to those of --sort comm: those that ask for
places are counted along another way (core/profile/places/row_cache.h). What `diff` shows of two captures adds up to what each of them has."""
import argparse, collections, json, re, sys

from program import Program

KEYS = ["comm", "dso", "sym", "comm,dso", "comm,dso,sym", "pid", "tid", "cpu", "time", "comm,time"]

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--served", help="tests/program.py")
ap.add_argument("captures", nargs="+")
a = ap.parse_args()
program = Program(a.bin, a.served)


def run(*words):
    """(status, stdout, stderr)"""
    p = program.run(*words, "--isolated")
    return p.returncode, p.stdout.decode(), p.stderr.decode()


def ask(path, *options):
    """The lines of a report; none when it cannot be made of this capture (no event has a CPU)."""
    status, out, err = run("report", "-i", path, *options)
    if status == 1 and "recorded the CPU" in err:
        return []
    assert status == 0, f"{path}: {options}: status {status}: {err}"
    return out.splitlines()


def lost(old, new, key):
    """What the rows of a diff lack of what each file has, by event; with a filter, so that some of it is hidden."""
    status, answer, err = run("diff", "--json", "-s", key, "--dsos", "workload,libc.so.6,[kernel.kallsyms]", old, new)
    assert status == 0, f"{old} {new}: status {status}: {err}"
    out = []
    for event in json.loads(answer)["events"]:
        for i, total in enumerate(event["totals"]):
            sums = [sum((row["baseline"], *row["others"])[i][n] for row in event["rows"]) for n in ("samples", "period")]
            if total and sums != [total["samples"] - total["hidden_samples"], total["period"] - total["hidden_period"]]:
                out.append((event["event"], i, sums, total))
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
