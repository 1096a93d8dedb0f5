#!/usr/bin/env python3
"""What perfolio join makes of parts: usage: join.py --bin PROGRAM [--served PROGRAM] [--few] CAPTURE...

Captures are cut into parts by time and by CPU. Joined again, in any order, they print what the whole prints: script, report by thread
and symbol, perf script where perf 6.1 is installed. The report of the joined capture is the sum of the reports of the parts. A series of
`perf record --switch-output` is recorded, if perf may record here, plain and compressed. Captures that do not belong together are refused.
Captures are also cut into parts whose records are one zstd stream (tests/series.py): joined in order, they print what the whole prints; a
later part alone says what it is, and does not join without those before it, nor in another order."""
import argparse, collections, glob, json, os, shutil, subprocess, sys, tempfile

import series
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
WITH_FILES = "kcore.data"       # names come from files beside the records, which are left out
# Made by tests/fixture/make.py as no kernel writes them: samples of a CPU go back in time, or are of one that the header does not count.
OF_NO_KERNEL = ("synthetic/contention.data", "synthetic/hybrid.data")
faults, asked, counts = [], 0, collections.Counter()


def run(*words):
    p = program.run(*words)
    assert p.returncode == 0, f"{words}: status {p.returncode}: {p.stderr.decode()}"
    return p.stdout.decode(errors="replace")


def check(what, good, *said):
    global asked
    asked += 1
    if not good:
        faults.append(f"{what}: {' '.join(map(str, said))}")


def script(path, fields="comm,pid,tid,time,event,ip,sym,dso,period"):
    return sorted(line for line in run("script", "-i", path, "--isolated", "-F", fields).splitlines() if line)


def rows(path, sort="comm,tid,dso,sym"):
    """Samples and periods of a report, by event and row."""
    found = collections.Counter()
    for e in json.loads(run("report", "--json", "--isolated", "--sort", sort, "-i", path))["events"]:
        for r in e["rows"]:
            if sort == "pid":
                r = dict(r, pid=r["pid"]["tid"])            # without its name, which a part may lack
            key = json.dumps([e["event"], *(r.get(k) for k in ("pid", "comm", "tid", "dso", "symbol", "sym"))])
            found[key, "samples"] += r["samples"]
            found[key, "period"] += r["period"]
    return found


def perf(path):
    p = subprocess.run(["perf", "script", "-f", "--no-demangle", "-F", "comm,pid,tid,time,event,ip,sym,dso,period", "-i", path],
                       env=ENV, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=temp)
    return None if p.returncode else sorted(p.stdout.decode(errors="replace").splitlines())


def samples(path):
    return [r for r in map(json.loads, run("dump", "--json", "--isolated", "--stage", "records", "-i", path).splitlines()) if r.get("type") == "SAMPLE"]


def are_timed(found):
    return all(s.get("time") and not s["time"].startswith("0.000") for s in found)


def cuts(path):
    """Options of cut that give parts."""
    found = samples(path)
    if len(found) < 9 or any("read" in s for s in found):   # cut lets counters begin anew in each part: they cannot be joined
        return
    if are_timed(found):
        yield [["--time", f"{i * 100 / 3:.4f}%-{(i + 1) * 100 / 3:.4f}%"] for i in range(3)]
    cpus = sorted({s["cpu"] for s in found if s.get("cpu") is not None})
    if 1 < len(cpus) < 9:
        yield [["--cpu", str(c)] for c in cpus]


def late(found):
    """How many samples are earlier than one before them: the kernel wrote them after the round in which they belong."""
    last, n = 0, 0
    for s in found:
        n += float(s["time"] or 0) < last
        last = max(last, float(s["time"] or 0))
    return n


def as_shown(path):
    """The samples of a capture in the order in which it is read."""
    return [r for r in map(json.loads, run("script", "--json", "--isolated", "-i", path).splitlines()) if "event" in r and "time" in r]


def answer_of(*words):
    p = program.run("join", *words)
    return p.returncode, p.stderr.decode()


def join(parts, to):
    return json.loads(run("join", "--json", "-o", to, *parts))


def same_as_whole(what, path, parts):
    both, back = os.path.join(temp, "joined.data"), os.path.join(temp, "back.data")
    said = join(parts, both)
    join(parts[::-1], back)
    with open(both, "rb") as x, open(back, "rb") as y:
        check(f"{what}: order of parts", x.read() == y.read())
    check(f"{what}: samples", said["samples"] == sum(p["samples"] for p in said["parts"]) == sum(len(samples(p)) for p in parts))
    # A process that began when one part ended has its mappings in that part alone: the joined capture knows more names.
    sort, fields = ("comm,tid,dso,sym", "comm,pid,tid,time,event,ip,sym,dso,period") if path else ("pid", "pid,tid,time,event,ip,period")
    sum_of_parts, whole = collections.Counter(), rows(both, sort)
    for p in parts:
        sum_of_parts += rows(p, sort)
    check(f"{what}: sum of reports", sum_of_parts == whole, list((sum_of_parts - whole).items())[:2], list((whole - sum_of_parts).items())[:2])
    check(f"{what}: order of time", not late(samples(both)) or (path and late(as_shown(path))))
    lines, joined = sorted(sum((script(p, fields) for p in parts), [])), script(both, fields)
    check(f"{what}: script of the parts", lines == joined, [x for x in zip(lines, joined) if x[0] != x[1]][:1])
    if path:
        check(f"{what}: script", script(path) == script(both))
        check(f"{what}: report", rows(path) == rows(both))
        theirs = HAS_PERF and perf(os.path.abspath(path))
        if theirs:
            counts["by perf"] += 1
            check(f"{what}: perf script", theirs == perf(both))


def read_problems(path):
    return {p["key"]: p["count"] for p in json.loads(run("info", "--json", "-i", path))["problems"]}


def same_in_stream(what, path, parts):
    """Parts of one zstd stream; `path` None: they were recorded so."""
    both = os.path.join(temp, "stream.data")
    said = join(parts, both)
    check(f"{what}: samples", said["samples"] == sum(p["samples"] for p in said["parts"]) == len(samples(both)) > 0)
    check(f"{what}: problems", not {"mid-stream", "bad-compression", "truncated"} & set(read_problems(both)), read_problems(both))
    for part in parts[1:]:
        alone = read_problems(part)
        check(f"{what}: {part} alone", alone.get("mid-stream") and "bad-compression" not in alone, alone)
    status, why = answer_of(*parts[1:], parts[0], "-o", os.path.join(temp, "no.data"))
    check(f"{what}: without the first before it", status == 1 and "name that before it" in why, why)
    if not path:
        return
    in_order = not late(samples(path))                      # else the parts are no stretches of time, as perf's are
    fields = "comm,pid,tid,time,event,ip,sym,dso,period" if in_order else "pid,tid,time,event,ip,period"
    check(f"{what}: script", script(path, fields) == script(both, fields))
    theirs = HAS_PERF and in_order and perf(os.path.abspath(path))
    if theirs:
        counts["by perf"] += 1
        check(f"{what}: perf script", theirs == perf(both))


def test_stream(path):
    """Parts of one zstd stream that are made of a capture, if it is a file of plain records with samples."""
    if os.path.isdir(path) or path.endswith(OF_NO_KERNEL):
        return
    with open(path, "rb") as f:
        made = series.parts_of(f.read(), 3)
    found = samples(path)
    if not made or len(found) < 9 or not are_timed(found):
        return
    parts = [os.path.join(temp, f"stream{i}.data") for i in range(len(made))]
    for part, b in zip(parts, made):
        with open(part, "wb") as f:
            f.write(b)
    counts["streams"] += 1
    same_in_stream(f"{path} as one stream", path, parts)


def test_gaps(path):
    """Parts of small records that are like one another: zstd makes such records of a part without the one before it, too."""
    with open(path, "rb") as f:
        made = series.parts_of(f.read(), 24)
    parts = [os.path.join(temp, f"gap{i}.data") for i in range(5)]
    for part, b in zip(parts, made):
        with open(part, "wb") as f:
            f.write(b)
    join(parts, os.path.join(temp, "whole.data"))
    for order, fault in [((0, 2), 2), ((0, 2, 3), 2), ((0, 1, 3), 3), ((0, 2, 1, 3), 2), ((0, 1, 3, 2), 3)]:
        to = os.path.join(temp, "no.data")
        status, said = answer_of(*(parts[i] for i in order), "-o", to)
        before = order[order.index(fault) - 1]
        counts["gaps"] += 1
        check(f"{path}: parts {order}", status == 1 and not os.path.exists(to) and
              f"{parts[fault]}: its compressed records do not continue those of {parts[before]}: a part between them is missing" in said, said)


def recorded(*options):
    """A series of perf record --switch-output; []: perf may not record here."""
    for old in glob.glob(os.path.join(temp, "series.data.*")):
        os.remove(old)
    busy = "for i in 1 2 3; do j=0; while [ $j -lt 60000 ]; do j=$((j+1)); done; sh -c :; done"
    p = subprocess.run(["perf", "record", "-q", "-e", "cpu-clock:u", "-F", "500", "--switch-output=1s", *options, "-o", "series.data", "--", "sh", "-c",
                        f"for k in 1 2 3 4; do {busy}; done"], cwd=temp, env=ENV, stdin=subprocess.DEVNULL, capture_output=True)
    return [] if p.returncode else sorted(glob.glob(os.path.join(temp, "series.data.*")))


with tempfile.TemporaryDirectory(prefix="perfolio-join-") as temp:
    for path in a.captures:
        if path.endswith(WITH_FILES) or program.run("info", "-i", path).returncode:
            continue
        test_stream(path)
        for options in cuts(path):
            parts = []
            for i, filters in enumerate(options):
                part = os.path.join(temp, f"part{i}.data")
                if program.run("cut", "-i", path, "-o", part, *filters).returncode == 0:
                    parts.append(part)
            if len(parts) > 1:
                counts["wholes"] += 1
                same_as_whole(f"{path} {options[0][0]}", path, parts)
    test_gaps("fixtures/s390x/trace.data")
    parts = recorded() if shutil.which("perf") and not a.few else []
    if len(parts) > 1:
        counts["recorded parts"] += len(parts)
        same_as_whole("perf record --switch-output", None, parts)
    parts = recorded("-z") if parts else []
    if len(parts) > 1:
        counts["recorded parts of one stream"] += len(parts)
        same_in_stream("perf record -z --switch-output", None, parts)
    for x, y, why in [("hppa/user.data", "amd64/fp.data", "byte order"), ("hppa/user.data", "hppa/jit.data", "in place of"),
                      ("hppa/user.data", "hppa/user.data", "the same samples"), ("hppa/pipe.data", "hppa/bidmmap.data", "a stream"),
                      ("amd64/fp.data", "amd64/sysg.data", "events, not"), ("amd64/stat.data", "amd64/stat.data", "counts of perf stat"),
                      ("hppa/user.data", "bad/text.data", "not a perf.data file")]:
        to = os.path.join(temp, "no.data")
        status, said = answer_of("fixtures/" + x, "fixtures/" + y, "-o", to)
        check(f"{x} and {y}", status == 1 and why in said and not os.path.exists(to), said)
for fault in faults:
    print(fault[:600])
print(f"{asked} questions: {len(faults)} wrong; " + ", ".join(f"{k}: {n}" for k, n in counts.items()))
sys.exit(bool(faults) or not counts["wholes"] or not counts["streams"])
