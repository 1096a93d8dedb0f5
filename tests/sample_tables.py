#!/usr/bin/env python3
"""Slices and markers of the Python package, held to what the program says: usage: sample_tables.py --bin PROGRAM --shared LIBRARY [FOLDER]

Of every capture below fixtures (or FOLDER) that records who ran: each run is one of `sched timehist`, and so is each wait that such a run
ended, to the nanosecond, with state, CPU and waker; what is left over are waits of threads that were not seen to leave again, and with these
delays add up to those of `sched latency`. Stacks are those of the samples with which threads left. Markers are the lines of `script`.
What `report --off-cpu` and `export folded --off-cpu` count are the waits."""
import argparse, collections, glob, json, os, re, subprocess, sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", required=True)
ap.add_argument("--shared", required=True)
ap.add_argument("folder", nargs="?", default=os.path.join(ROOT, "fixtures"))
a = ap.parse_args()
os.environ["PERFOLIO_LIBRARY"] = os.path.abspath(a.shared)
sys.path.insert(0, os.path.join(ROOT, "python"))
import perfolio

faults = 0
seen = collections.Counter()


def program(*words):
    p = subprocess.run([a.bin, *words, "--isolated"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return p.stdout.decode("utf-8", "replace") if p.returncode == 0 else None


def ns(time):
    seconds, parts = time.split(".")
    return int(seconds) * 10**9 + int(parts)


def fault(path, what, mine, theirs):
    global faults
    faults += 1
    print(f"{os.path.relpath(path, ROOT)}: {what}: {mine} here, {theirs} by the program")


def hold(path, what, mine, theirs):
    """Whether two Counters are equal."""
    mine, theirs = +collections.Counter(mine), +collections.Counter(theirs)
    seen[what] += sum(1 for _ in mine)
    if mine != theirs:
        fault(path, what, list((mine - theirs).items())[:3], list((theirs - mine).items())[:3])


def history(path):
    """The lines of `sched timehist -w`, with times in ns; None: it does not record who ran."""
    text = program("sched", "timehist", "-w", "--json", "-i", path)
    lines = [json.loads(line) for line in text.splitlines()] if text else None
    return lines and [{k: ns(v) if isinstance(v, str) and re.fullmatch(r"\d+\.\d{9}", v) else v for k, v in line.items()} for line in lines if "type" in line]


def check_slices(path, capture, lines):
    slices = list(capture.slices(stacks=True))
    if [s.start for s in slices] != sorted(s.start for s in slices) or any(s.delay > s.length for s in slices):
        fault(path, "slices", "out of order, or delayed for longer than they wait", "in order")
    switches = [line for line in lines if line["type"] == "switch"]
    halves = any(line["task"]["tid"] == 0 for line in switches) and not any(s.ran and s.thread.tid == 0 for s in slices)
    runs, waits, first, ends = collections.Counter(), collections.Counter(), {}, set()
    for line in switches:
        tid, run, wait, delay = line["task"]["tid"], line["run"], line["sleep"] + line["iowait"] + line["preempt"], line["delay"]
        if run and (tid or not halves):
            runs[tid, line["pid"], line["cpu"], line["time"], run, line["state"] if tid else None] += 1
        # who gets two CPUs, and was not seen to leave the first, waited until then: timehist, as perf, counts it until the second
        got = line["time"] - run
        early = got - first.pop(tid, got)
        if tid and (wait or delay):
            waits[tid, got - early, (wait or delay) - early, delay and delay - early] += 1
            seen["waits of those that got two CPUs"] += early != 0
        first.setdefault(line["next"]["tid"], line["time"])
        ends.add((line["next"]["tid"], line["time"]))
    hold(path, "runs", ((s.thread.tid, s.thread.pid, s.cpu, s.start + s.length, s.length, s.state) for s in slices if s.ran and s.length), runs)
    mine = [s for s in slices if not s.ran]
    last = collections.Counter((s.thread.tid, s.start + s.length, s.length, s.delay) for s in mine if s.length) - waits
    hold(path, "waits", collections.Counter((s.thread.tid, s.start + s.length, s.length, s.delay) for s in mine if s.length) - last, waits)
    if any((tid, end) not in ends for tid, end, _, _ in last.elements()):
        fault(path, "waits that nothing ended", last, "none")
    check_wakeups(path, mine, lines)
    check_delays(path, mine)
    check_states(path, mine, switches)
    check_stacks(path, capture, slices)


def check_wakeups(path, waits, lines):
    """Who was woken was woken by somebody then, and nobody could run again that did not leave ready."""
    wakeups = {(line["task"]["tid"], line["time"], line["by"]["tid"]) for line in lines if line["type"] == "wakeup"}
    for s in waits:
        ready = s.start + s.length - s.delay
        if s.waker and (s.thread.tid, ready, s.waker.tid) not in wakeups and s.waker.tid >= 0:
            fault(path, f"who woke {s.thread} at {ready}", s.waker, "another")
        if not s.waker and s.delay and s.state != "R":
            fault(path, f"who woke {s.thread} at {ready}", "nobody", "somebody")
        seen["wakers"] += bool(s.waker)


def check_states(path, waits, switches):
    """A wait has the state and the CPU of the switch that it begins with."""
    left = {(line["task"]["tid"], line["time"], line["cpu"], line["state"]) for line in switches}
    for s in waits:
        if s.state and (s.thread.tid, s.start, s.cpu, s.state) not in left or not s.state and (s.cpu is not None or s.delay != s.length):
            fault(path, "the state of a wait", s, "another")


def check_delays(path, waits):
    """Delays of a thread add up to those of sched latency, which has no idle tasks."""
    text = program("sched", "latency", "-p", "--json", "-i", path)
    theirs = {row["task"]["tid"]: ns(row["delay"]) for row in json.loads(text)["rows"]} if text else {}
    mine = collections.Counter()
    for s in waits:
        mine[s.thread.tid] += s.delay
    hold(path, "delays", mine, theirs)


def check_stacks(path, capture, slices):
    """A thread leaves with the stack of a sample of that time and CPU; time off the CPU by stack is what these add up to."""
    samples = capture.samples(stacks=True)
    stacks = {(s.time, s.cpu, s.stack) for s in samples if capture.events[s.event].endswith("sched_switch")}
    off = collections.Counter()
    for s in slices:
        at = s.start + s.length if s.ran else s.start
        off[s.stack] += 0 if s.ran else s.length
        if (at, s.cpu, s.stack) not in stacks and (s.stack or (stacks and s.state)):
            fault(path, "the stack of a slice", s, "another")
        seen["stacks"] += s.stack != 0
    sums = capture.slices(stacks=True).by("ran", "stack")
    if any(sums[0, stack] != v for stack, v in off.items()):
        fault(path, "time off the CPU by stack", sums, off)


def check_off_cpu(path, slices):
    """`report --off-cpu` adds up the waits: by thread, state and waker, and by what part of a wait counts."""
    def counted(part):
        text = program("report", f"--off-cpu={part}", "--sort", "tid,state", "--json", "-i", path)
        sums = collections.Counter()
        for row in (row for event in json.loads(text)["events"] for row in event["rows"]):
            sums[row["tid"]["tid"], row["state"]] += row["period"]
        return sums
    weights = {"all": lambda s: s.length, "blocked": lambda s: s.length - s.delay, "runnable": lambda s: s.delay}
    for part, weight in weights.items():
        mine = collections.Counter()
        for s in slices:
            if not s.ran:
                mine[s.thread.tid, s.state] += weight(s)
        hold(path, f"off CPU ({part})", mine, counted(part))
    folded = program("export", "folded", "--off-cpu", "-i", path)
    weight = sum(int(line.rsplit(" ", 1)[1]) for line in folded.splitlines())
    hold(path, "off CPU in stacks", {"all": sum(s.length for s in slices if not s.ran)}, {"all": weight})


def check_markers(path, capture):
    """As of script, but for events that describe nothing."""
    text = program("script", "-F", "trace:tid,time,event,trace", "--ns", "-i", path)
    wanted, markers = collections.Counter(), capture.markers()
    for line in text.splitlines() if text else ():
        m = re.match(r" *(-?\d+) +(\d+\.\d+): +(\S+): ?(.*)$", line)
        if m and m[4].strip():
            wanted[int(m[1]), ns(m[2]), m[3], m[4].strip()] += 1
    mine = [(s.thread.tid, s.time, capture.events[s.event], s.text.strip()) for s in markers if s.thread and s.text.strip() and "\n" not in s.text]
    if [s.time for s in markers] != sorted(s.time for s in markers):
        fault(path, "markers", "out of order", "in order")
    hold(path, "markers", mine, wanted)


for path in sorted(p for p in glob.glob(os.path.join(a.folder, "*", "*.data")) if "/bad/" not in p and os.path.isfile(p)):
    with perfolio.open(path, isolated=True) as capture:
        check_markers(path, capture)
        lines = history(path)
        if lines is None:
            try:
                fault(path, "slices", len(capture.slices()), "none")
            except perfolio.Error as e:
                if e.kind != "usage":
                    fault(path, "slices", e, "usage")
        else:
            seen["captures"] += 1
            check_slices(path, capture, lines)
            check_off_cpu(path, list(capture.slices()))
print(", ".join(f"{n} {what}" for what, n in sorted(seen.items())) + f", {faults} faults")
sys.exit(bool(faults) or min(seen[what] for what in ("captures", "runs", "waits", "delays", "wakers", "stacks", "markers")) < 5)
