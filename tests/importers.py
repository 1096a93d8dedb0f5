#!/usr/bin/env python3
"""script's text as other programs read it: usage: importers.py --bin PROGRAM [--served PROGRAM]

Reads the text of every fixture by the grammar that FlameGraph, speedscope and the Firefox Profiler share (a line with
thread, time, period and event, a line for each frame, an empty one), and records and branch stacks by that of perf2bolt
and llvm-profgen. No line may be left over, stacks must be those of `report -g folded`, and all else must be what --json
says. docs/script.md has the programs themselves."""
import argparse, collections, glob, json, os, re, subprocess, sys, tempfile

from program import Program

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--served", help="tests/program.py")
a = ap.parse_args()
program = Program(a.bin, a.served)
CALLCHAIN, BRANCH_STACK = 1 << 5, 1 << 11       # of linux/perf_event.h
MARKERS = (1 << 64) - 4095         # PERF_CONTEXT_MAX: report leaves out frames from here on, script does not
SAMPLE = re.compile(r"(\S.*?)\s+(?:(-?\d+)/)?(-?\d+)\s+(?:\[\d+\]\s+)?(?:(\d+\.\d+):\s+)?(?:(\d+)\s+)?(\S+?):\s(.*)")
FRAME = re.compile(r"\t\s*([0-9a-f]+) (.+?)(?:\+0x[0-9a-f]+)? (?:\((.*)\)|\(inlined\))")
FLAT = re.compile(r"\s*(\S.*?)\s+(-?\d+)\s+(?:\[\d+\]\s+)?(?:(\d+\.\d+):\s+)?(?:(\d+)\s+)?(\S+?):\s(.*)")
OTHER = re.compile(r"CPU  |\s*-?\d+ +-?\d+ |\s+BPF (?:output|string): |\s+[0-9a-f]{4}: ")      # of perf stat, of BPF
MMAP = re.compile(r".*PERF_RECORD_MMAP2 (-?\d+)/(-?\d+): \[(0x[0-9a-f]+)\((0x[0-9a-f]+)\) @ (0x[0-9a-f]+|0) "
                  r"(?:<([0-9a-f]*)>|([0-9a-f]+):([0-9a-f]+) (\d+) (\d+))\]: [r-][w-][x-][sp] (.*)")
COMM = re.compile(r".*PERF_RECORD_COMM( exec)?: (.*):(-?\d+)/(-?\d+)")
FORK = re.compile(r".*PERF_RECORD_FORK\((-?\d+):(-?\d+)\):\((-?\d+):(-?\d+)\)")
BRANCH = re.compile(r"0x([0-9a-f]+)/0x([0-9a-f]+)/([PM-])/([X-])/([A-])/(\d+)/(\w*)")


def run(*arguments):
    return program.run(*arguments).stdout.decode("utf-8", "replace")


def match(pattern, line, what):
    m = pattern.fullmatch(line)
    if not m:
        sys.exit(f"{what}: no importer can read the line {line!r}")
    return m


def known(name):
    return "?" if name == "[unknown]" or re.fullmatch(r"0x[0-9a-f]+|0", name) else name.replace(" (inlined)", "")


def stacks_of_script(capture, where):
    """{(event, comm, frames from the outermost on): period} by the lines of text."""
    out, head, frames = collections.Counter(), None, []
    for line in run("script", *where, "-i", capture).split("\n"):
        if head and line:
            m = match(FRAME, line, capture)
            if int(m[1], 16) < MARKERS:
                frames.insert(0, known(m[2]))
        elif head:
            out[head[0], head[1], tuple(frames)] += head[2]
            head, frames = None, []
        elif line:
            m = match(SAMPLE, line, capture)
            head = m[6], m[1], int(m[5] or 1)
    return out


def stacks_of_report(capture, where):
    """The same by `report`: each thread's period, and that of its chains. What is left had none."""
    out, event = collections.Counter(), None
    for line in run("report", *where, "--stdio", "--no-children", "--no-group", "-F", "period,comm", "-w", "20,40", "-g",
                    "folded,0,callee,function,period", "-i", capture).split("\n"):
        m = re.match(r"# Samples: .* of events? '(.*)'", line)
        if m:
            event = m[1]
        elif line.startswith(" "):
            period, comm = line.split(None, 1)
            comm = comm.rstrip()
            out[event, comm, ()] += int(period)
        elif line and not line.startswith("#"):
            period, frames = line.split(" ", 1)
            out[event, comm, tuple(known(f.strip()) for f in reversed(frames.split(";")))] += int(period)
            out[event, comm, ()] -= int(period)
    return out


def same(got, expected, what):
    got, expected = ({k: v for k, v in x.items() if v} for x in (got, expected))
    different = [k for k in {**got, **expected} if got.get(k) != expected.get(k)]
    for k in different[:5]:
        print(f"{what}: {k}: {got.get(k)}, not {expected.get(k)}")
    if different:
        sys.exit(1)


def records_of_script(capture):
    out = []
    for line in run("script", "--isolated", "-G", "--show-mmap-events", "--show-task-events", "-i", capture).split("\n"):
        if "PERF_RECORD_MMAP2" in line:
            m = match(MMAP, line, capture)
            out.append(("MMAP2", int(m[1]), int(m[2]), int(m[3], 16), int(m[4], 16), int(m[5], 16), m[6] or None, m[11]))
        elif "PERF_RECORD_COMM" in line:
            m = match(COMM, line, capture)
            out.append(("COMM", int(m[3]), int(m[4]), m[2], bool(m[1])))
        elif "PERF_RECORD_FORK" in line:
            m = match(FORK, line, capture)
            out.append(("FORK",) + tuple(int(m[i]) for i in (1, 2, 3, 4)))
    return out


def records_of_json(objects):
    out = []
    for o in objects:
        if o.get("type") == "MMAP2":
            out.append(("MMAP2", o["pid"], o["tid"], int(o["start"], 16), int(o["length"], 16), int(o["offset"], 16),
                        o["build_id"], o["path"]))
        elif o.get("type") == "COMM":
            out.append(("COMM", o["pid"], o["tid"], o["comm"], o["exec"]))
        elif o.get("type") == "FORK":
            out.append(("FORK", o["pid"], o["tid"], o["ppid"], o["ptid"]))
    return out


def check_branches(capture, objects):
    """perf2bolt and llvm-profgen ask for these fields."""
    lines = run("script", "--isolated", "-G", "-F", "pid,ip,brstack", "-i", capture).split("\n")[:-1]
    samples = [o for o in objects if o.get("type") == "SAMPLE"]
    assert len(lines) == len(samples), f"{capture}: {len(lines)} lines of {len(samples)} samples"
    for line, o in zip(lines, samples):
        pid, ip, *entries = line.split()
        found = [match(BRANCH, e, capture).groups() for e in entries]
        said = [(b["from"][2:], b["to"][2:], "P" if b["predicted"] else "M" if b["mispredicted"] else "-",
                 "X" if b["in_transaction"] else "-", "A" if b["abort"] else "-", str(b["cycles"]), b["kind"])
                for b in o["branches"]]
        assert (int(pid), int(ip, 16), found) == (o["pid"], int(o["ip"], 16), said), f"{capture}: {line!r}: {o}"
    return sum(len(o["branches"]) for o in samples)


stacks = records = branches = 0
with tempfile.TemporaryDirectory() as scratch:
    made = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixture", "make.py")
    subprocess.run([sys.executable, "-B", made, scratch, "le-file-64-attr128", "be-pipe-32-attr128"], check=True, stdout=subprocess.DEVNULL)
    captures = sorted(glob.glob("fixtures/*/*.data") + glob.glob("fixtures/*/*.folio") + glob.glob(scratch + "/*/*.data"))
    for capture in captures:
        if "/bad/" in capture:
            continue
        objects = [json.loads(line) for line in run("script", "--json", "--isolated", "-G", "-i", capture).split("\n") if line]
        found, said = records_of_script(capture), records_of_json(objects)
        assert found == said, f"{capture}: {[x for x in zip(found, said) if x[0] != x[1]][:2]}"
        records += len(said)
        if any("branches" in o for o in objects):
            branches += check_branches(capture, objects)
        debug = os.path.dirname(capture) + "/debug"
        where = ["--isolated"] + (["--objects", debug] if os.path.isdir(debug) else [])
        has = [int(e["sample_type"], 16) for e in json.loads(run("evlist", "--json", "--isolated", "-i", capture))["events"]]
        if any(bits & BRANCH_STACK for bits in has):    # report has them in its chains
            continue
        if not has or not all(bits & CALLCHAIN for bits in has):
            for line in run("script", *where, "-i", capture).split("\n"):
                if line and not OTHER.match(line) and not FRAME.fullmatch(line):
                    match(FLAT, line, capture)
            continue
        stacks_here = stacks_of_script(capture, where)
        same(stacks_here, stacks_of_report(capture, where), capture)
        stacks += len(stacks_here)
print(f"{stacks} stacks, {records} records and {branches} branches of {len(captures)} captures are read as they are meant")
sys.exit(not (stacks and records and branches))
