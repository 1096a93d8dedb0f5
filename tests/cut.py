#!/usr/bin/env python3
"""What perfolio cut keeps: usage: cut.py --bin PROGRAM [--served PROGRAM] [--few] CAPTURE...

What `cut` writes without a filter prints what its capture prints. With a filter (time, process, thread, command, CPU) `script` and
`report` print of the part what they print of the whole with that filter; and so does perf 6.1, where it is installed. A part by
event has that event's rows. A part of a part by the same filter is the same part, byte for byte."""
import argparse, json, os, shutil, subprocess, sys, tempfile

from program import Program

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--served", help="tests/program.py")
ap.add_argument("--few", action="store_true")
ap.add_argument("captures", nargs="*")
a = ap.parse_args()
program = Program(a.bin, a.served)
ENV = dict(os.environ, LC_ALL="C", HOME="/dev/null", PERF_PAGER="cat", PERF_CONFIG="/dev/null", DEBUGINFOD_URLS="")
version = subprocess.run(["perf", "--version"], stdout=subprocess.PIPE, text=True).stdout if shutil.which("perf") else ""
HAS_PERF = version.startswith("perf version 6.1") and not a.few
PID_OF_COMM = "lockdep.data"    # its samples and COMM records name other processes: perf goes by the latter
WITH_FILES = "kcore.data"       # names come from files beside the records, which are left out
faults, asked, by_perf = [], 0, 0


def run(*words, status=0):
    p = program.run(*words)
    assert p.returncode == status, f"{words}: status {p.returncode}: {p.stderr.decode()}"
    return p.stdout.decode(errors="replace")


def samples(path, *filters):
    """The lines of script without what depends on where a capture lies in its file."""
    return [line for line in run("script", "-i", path, "--isolated", *filters).splitlines() if line]


def rows(path, *filters):
    """{event: rows} of a report by thread and address; rows without their shares, which a filter changes."""
    answer = json.loads(run("report", "--json", "--isolated", "--sort", "comm,tid,dso,sym", "-i", path, *filters))
    return {e["event"]: [json.dumps({k: v for k, v in r.items() if "percent" not in k}) for r in e["rows"]] for e in answer["events"]}


def perf(path, *filters):
    p = subprocess.run(["perf", "script", "-f", "--no-demangle", "-F", "comm,pid,tid,time,event,ip,sym,dso,period", "-i", path, *filters],
                       env=ENV, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=temp)
    return None if p.returncode else p.stdout.decode(errors="replace").splitlines()


def equal(what, whole, part):
    global asked
    asked += 1
    if whole == part:
        return
    at = 0
    whole, part = (sorted(x.items()) if isinstance(x, dict) else x for x in (whole, part))
    while whole and part and at < min(len(whole), len(part)) and whole[at] == part[at]:
        at += 1
    faults.append(f"{what}: differs at {at}: {whole and whole[at:at + 2]} {part and part[at:at + 2]}")


def chosen(path):
    """Filters that choose some of a capture's samples: options of cut, and of script."""
    lines = [json.loads(l) for l in run("script", "--json", "--isolated", "-i", path).splitlines()]
    found = [l for l in lines if "event" in l and l.get("type", "SAMPLE") == "SAMPLE"]
    if not found:
        return
    middle = found[len(found) // 2]
    times = sorted(int(l["time"].replace(".", "")) for l in found if l.get("time"))
    if len(times) == len(found) and times[0]:       # samples without a time are not chosen by one
        first, last = times[len(times) // 4], times[len(times) // 2]
        yield ["--time", f"{first // 10**9}.{first % 10**9:09},{last // 10**9}.{last % 10**9:09}"]
    for option, key in ("--pid", "pid"), ("--tid", "tid"), ("--comms", "comm"), ("--cpu", "cpu"):
        value = middle.get(key)
        if value not in (None, "", -1) and "," not in str(value) and not str(value).startswith(":"):
            yield [option, str(value)]


with tempfile.TemporaryDirectory(prefix="perfolio-cut-") as temp:
    part, again = os.path.join(temp, "part.data"), os.path.join(temp, "again.data")
    for path in a.captures:
        if path.endswith(WITH_FILES):
            continue
        if program.run("info", "-i", path).returncode:   # no capture: nothing is written
            assert program.run("cut", "-i", path, "-o", part).returncode == 1 and not os.path.exists(part), path
            continue
        run("cut", "-i", path, "-o", part)
        equal(f"{path}: script", samples(path), samples(part))
        equal(f"{path}: report", rows(path), rows(part))
        theirs = HAS_PERF and perf(os.path.abspath(path))
        if theirs:
            by_perf += 1
            equal(f"{path}: perf script", theirs, perf(part))
        for filters in chosen(path):
            run("cut", "-i", path, "-o", part, *filters)
            equal(f"{path} {filters}: script", samples(path, *filters), samples(part))
            equal(f"{path} {filters}: report", rows(path, *filters), rows(part))
            of_perf = theirs and not (filters[0] == "--pid" and path.endswith(PID_OF_COMM)) and perf(os.path.abspath(path), *filters)
            if of_perf:                                # it refuses --cpu of some streams
                equal(f"{path} {filters}: perf script", of_perf, perf(part))
            p = program.run("cut", "-i", part, "-o", again, *filters)
            if p.returncode:
                faults.append(f"{path} {filters}: again: {p.stderr.decode()}")
                continue
            with open(part, "rb") as x, open(again, "rb") as y:
                equal(f"{path} {filters}: again", x.read(), y.read())
        whole = rows(path)
        for event in sorted(whole)[-1:]:
            if whole[event] and "," not in event:
                run("cut", "-i", path, "-o", part, "--event", event)
                equal(f"{path} --event {event}", whole[event], rows(part).get(event))
        if os.path.exists(part):
            os.remove(part)
for fault in faults:
    print(fault)
print(f"{asked} comparisons of {len(a.captures)} captures, {by_perf} of them by perf, {len(faults)} differ")
sys.exit(bool(faults) or not asked)
