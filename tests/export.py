#!/usr/bin/env python3
"""What perfolio export writes, as its readers read it: usage: export.py --bin PROGRAM [--served PROGRAM] [--few] CAPTURE...

Every format of every capture is read by its own grammar; what it adds up to must be what report counts, and stacks must
be those of script. Files are the same with one processor as with several. Of a folio of several captures all are there, each
as it is alone."""
import argparse, collections, gzip, json, os, re, shutil, subprocess, sys, tempfile

from program import Program

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--served", help="tests/program.py")
ap.add_argument("--few", action="store_true", help="one processor is not tried")
ap.add_argument("captures", nargs="+")
a = ap.parse_args()
program = Program(a.bin, a.served)
MARKERS = (1 << 64) - 4095         # PERF_CONTEXT_MAX: no addresses
UNTIMED = "shows samples over time"
checked = collections.Counter()


def run(command, *arguments, capture, before=()):
    """With the names that lie beside the capture, and no others."""
    objects = os.path.join(os.path.dirname(capture), "debug")
    where = ["--isolated", *(["--objects", objects] if os.path.isdir(objects) else []), "-i", capture]
    p = subprocess.run([*before, program.path, command, *arguments, *where], stdout=subprocess.PIPE, stderr=subprocess.PIPE) \
        if before else program.run(command, *arguments, *where)
    assert p.returncode in (0, 1), (command, capture, p.returncode)
    return p.stdout if not p.returncode else None, p.stderr.decode("utf-8", "replace")


def export(name, capture, *options):
    """The bytes, or None where a capture without times cannot be shown over time."""
    out, err = run("export", name, *options, capture=capture)
    assert out is not None or UNTIMED in err, (name, capture, err)
    return out


def counted(capture):
    """[(event, samples, period, {comm: (samples, period)})] of the events that have samples, by report."""
    out, _ = run("report", "--json", "--no-children", "-g", "none", "--sort", "comm", capture=capture)
    return [(e["event"], e["samples"], e["period"], {r["comm"]: (r["samples"], r["period"]) for r in e["rows"]})
            for e in json.loads(out)["events"] if e["samples"]]


def whole(events):
    """The first event, and what counts the same on CPUs of another kind: those of one name less the PMU's."""
    of = lambda e: re.sub(r"^cpu_[a-z]+/", "/", e[0])
    sums = {}
    for e in events:
        sums.setdefault(of(e), []).append(e)
    return sums[of(events[0])] if events and events[0][0][0:4] == "cpu_" else events[:1]


def folded(text):
    out = collections.Counter()
    for line in text.decode("utf-8", "replace").splitlines():
        m = re.fullmatch(r"(.+) (\d+)", line)
        assert m, line
        out[tuple(m[1].split(";"))] += int(m[2])
    return out


def check_folded(capture, events):
    by_samples = folded(export("folded", capture, "--weight", "samples"))
    assert sum(by_samples.values()) == sum(e[1] for e in whole(events)), capture
    by_comm = collections.Counter()
    for stack, n in folded(export("folded", capture)).items():
        by_comm[stack[0]] += n
    want = collections.Counter()
    for comm, (_, period) in (row for e in whole(events) for row in e[3].items()):
        want[comm.replace(" ", "_").replace(";", ":")] += period
    assert by_comm == want, (capture, by_comm, want)
    return len(by_samples)


def check_stacks(capture, events):
    """folded's are those of script, frame by frame; what has no name is called by its object here."""
    out, _ = run("script", "--json", capture=capture)
    want = collections.Counter()
    for line in out.decode("utf-8").splitlines():
        s = json.loads(line)
        if s.get("type") != "SAMPLE" or s["event"] not in (e[0] for e in whole(events)):
            continue
        frames = [f for f in s.get("chain", []) if int(f["ip"], 16) < MARKERS or f.get("symbol")] or [s]
        names = (name.replace(";", ":") for f in reversed(frames)
                 for name in [f.get("symbol") or "?", *reversed(f.get("inlined", []))])
        want[(s["comm"].replace(" ", "_"), *names)] += 1
    got = collections.Counter()
    for stack, n in folded(export("folded", capture, "--weight", "samples")).items():
        got[(stack[0], *("?" if name[0] == "[" else name for name in stack[1:]))] += n
    assert got == want, (capture, got - want, want - got)
    return len(got)


def fields(data):
    """(number, value) of a message of Protocol Buffers."""
    at = 0

    def varint():
        nonlocal at
        v = shift = 0
        while True:
            b = data[at]
            at += 1
            v |= (b & 0x7f) << shift
            shift += 7
            if b < 0x80:
                return v

    while at < len(data):
        key = varint()
        if key & 7 == 0:
            yield key >> 3, varint()
        else:
            assert key & 7 == 2, key
            n = varint()
            yield key >> 3, data[at:at + n]
            at += n
            assert at <= len(data)


def varints(data):
    out = []
    v = shift = 0
    for b in data:
        v |= (b & 0x7f) << shift
        shift += 7
        if b < 0x80:
            out.append(v)
            v = shift = 0
    return out


def check_pprof(capture, events):
    profile = collections.defaultdict(list)
    for number, value in fields(gzip.decompress(export("pprof", capture))):
        profile[number].append(value)
    texts = [t.decode("utf-8") for t in profile[6]]
    assert texts[0] == "" and len(set(texts)) == len(texts)
    types = [tuple(texts[v] for _, v in sorted(fields(t))) for t in profile[1]]
    assert [t[0] for t in types[1::2]] == [e[0] for e in events], types
    ids = {kind: [dict(fields(m))[1] for m in profile[kind]] for kind in (3, 4, 5)}
    for v in ids.values():
        assert v == list(range(1, len(v) + 1))
    mappings = [dict(fields(m)) for m in profile[3]]
    for message in profile[4]:
        for number, value in fields(message):
            if number == 4:
                assert dict(fields(value))[1] <= len(ids[5])
        location = dict(fields(message))
        if 2 in location:
            m = mappings[location[2] - 1]
            assert m.get(2, 0) <= location.get(3, 0) < m[3], (capture, location, m)
            assert m.get(4, 0) == 0 or m[2] % 4096 == m[4] % 4096 == 0 and m[2] != m[4], (capture, m)
    sums = [0] * len(types)
    for sample in profile[2]:
        s = collections.defaultdict(list)
        for number, value in fields(sample):
            s[number].append(value)
        assert all(1 <= i <= len(ids[4]) for i in varints(s[1][0]))
        for i, v in enumerate(varints(s[2][0])):
            sums[i] += v
        label = dict(fields(s[3][0]))
        assert texts[label[1]] == "comm" and texts[label[2]]
    assert sums == [n for e in events for n in e[1:3]], (capture, sums)
    return len(profile[2])


def check_speedscope(capture, events):
    text = export("speedscope", capture)
    if text is None:
        return 0
    j = json.loads(text)
    sums, before = collections.Counter(), {}
    for p in j["profiles"]:
        event = next(e[0] for e in events if p["name"].endswith(" " + e[0]))
        assert len(p["samples"]) == len(p["weights"]) and sum(p["weights"]) == p["endValue"]
        assert all(0 <= f < len(j["shared"]["frames"]) for s in p["samples"] for f in s)
        assert p["endValue"] <= before.get(event, p["endValue"]), (capture, p["name"], "a heavier one stands behind it")
        before[event] = p["endValue"]
        sums[event] += p["endValue"]
    assert sums == {e[0]: e[2] for e in events}, (capture, sums)
    return len(j["profiles"])


def check_firefox(capture, events):
    text = export("firefox", capture)
    if text is None:
        return 0
    j, n = json.loads(text), 0
    for t in j["threads"]:
        frames, stacks, samples = (t[k]["data"] for k in ("frameTable", "stackTable", "samples"))
        assert all(0 <= f[0] < len(t["stringTable"]) and f[7] < len(j["meta"]["categories"]) for f in frames)
        assert all((s[0] is None or s[0] < i) and s[1] < len(frames) for i, s in enumerate(stacks))
        assert all(s[0] is None or s[0] < len(stacks) for s in samples)
        assert all(x[1] <= y[1] for x, y in zip(samples, samples[1:])), capture
        n += len(samples)
    threads = collections.Counter((t["pid"], t["tid"]) for t in j["threads"])
    assert n == sum(e[1] for e in whole(events)) and (len(whole(events)) < 2 or max(threads.values()) == 1), (capture, n)
    return len(j["threads"])


def check_callgrind(capture, events):
    text, named = export("callgrind", capture).decode("utf-8", "replace"), collections.defaultdict(set)
    head, body = text.split("\nsummary:", 1)
    want = [e[2] for e in events] or [0] * (head.count("\nevent: "))
    rows = body.split("\n")
    assert [int(n) for n in rows[0].split()] == want, capture
    sums, call = [0] * len(want), False
    for row in rows[1:]:
        m = re.fullmatch(r"(?:c?(ob|f[lin]|fn))=\((\d+)\)(?: (.+))?", row)
        if m:
            space = "f" if m[1] in ("fl", "fi") else m[1]
            assert m[3] or m[2] in named[space], row
            named[space].add(m[2])
        elif re.fullmatch(r"calls=\d+ 0", row):
            call = True
        elif row:
            numbers = [int(n) for n in re.fullmatch(r"\d+((?: \d+)+)", row)[1].split()]
            sums = sums if call else [x + y for x, y in zip(sums, numbers)]
            call = False
    assert sums == want, (capture, sums, want)
    return len(rows)


def check_html(capture, events):
    out, err = run("export", "html", capture=capture)
    text = out.decode("utf-8")
    data = re.search(r"^const D = (.*);$", text, re.M)[1]
    assert "<" not in data, capture
    j = json.loads(data)
    told = [line.removeprefix("perfolio: ") for line in err.splitlines() if " has no samples" not in line]
    assert j["problems"] == told, (capture, j["problems"], told)
    assert [(e["name"], e["samples"]) for e in j["events"]] == [e[:2] for e in events], capture
    added = whole(events)
    assert [[events[e][0] for e in sum] for sum in j["sums"]][:1] == ([[e[0] for e in added]] if len(added) > 1 else []), capture
    for e, (_, _, period, _) in enumerate(events):
        values, below = j["values"][e], collections.Counter()
        assert values[0] == period and sum(j["self"][e]) == period, capture
        for i in range(1, len(values)):
            assert j["parents"][i] < i and j["nodes"][i] < len(j["frames"])
            below[j["parents"][i]] += values[i]
        own = j["own"][e]
        assert all(below[i] + own[i] <= v for i, v in enumerate(values)), capture
        assert sum(own) + j["events"][e]["hidden"] == period, capture
    return len(j["nodes"])


def check_workers(name, capture):
    """One processor, several workers' worth or not: the same bytes."""
    one, _ = run("export", name, capture=capture, before=("taskset", "-c", "0"))
    assert one == export(name, capture), (name, capture)


CHECKS = {"folded": check_folded, "pprof": check_pprof, "speedscope": check_speedscope, "firefox": check_firefox,
          "callgrind": check_callgrind, "html": check_html}
offered = {line.split("\t")[0] for line in program.run("complete", "export", "").stdout.decode().splitlines()}
assert offered == {*CHECKS, "--help"}, offered
for capture in a.captures:
    events = counted(capture)
    for name, check in CHECKS.items():
        checked[name] += check(capture, events)
        if shutil.which("taskset") and not a.few:
            check_workers(name, capture)
    if events:
        checked["stacks of script"] += check_stacks(capture, events)


def check_several(folio, names):
    """Formats with room for all events have those of each capture, "NAME: EVENT"; the others have a root, or processes, for
    each."""
    out, _ = run("report", "--json", "--no-children", "-g", "none", "--sort", "comm", capture=folio)
    told = json.loads(out)["captures"]
    assert [c["name"] for c in told] == names
    events = [(f"{c['name']}: {e['event']}", e["samples"], e["period"], {})
              for c in told for e in c["answer"]["events"] if e["samples"]]
    for check in check_pprof, check_speedscope, check_callgrind, check_html:
        check(folio, events)
    want, threads = collections.Counter(), 0
    for i, name in enumerate(names, 1):
        alone = folded(export("folded", folio, "--capture", str(i)))
        want += collections.Counter({(name, *stack): n for stack, n in alone.items()})
        threads += len(json.loads(export("firefox", folio, "--capture", name))["threads"])
    assert folded(export("folded", folio)) == want
    j = json.loads(export("firefox", folio))
    assert len(j["threads"]) == threads and {t["processName"].split(": ")[0] for t in j["threads"]} == set(names)
    assert {t["pid"].split(": ")[0] for t in j["threads"]} == set(names)
    for name in CHECKS:
        check_workers(name, folio) if shutil.which("taskset") and not a.few else None


with tempfile.TemporaryDirectory() as temp:
    folio = os.path.join(temp, "several.folio")
    captures = [f"fixtures/{c}.data" for c in ("amd64/multi", "hppa/user", "amd64/fp", "s390x/multi")]
    p = program.run("pack", *captures, "--objects", "fixtures/hppa/debug", "--objects", "fixtures/amd64/debug", "-o", folio)
    assert p.returncode == 0, p.stderr
    check_several(folio, ["multi.data", "user.data", "fp.data", "multi.data-2"])
assert all(checked[c] for c in CHECKS), checked
print(f"{len(a.captures)} captures:", ", ".join(f"{n} {what}" for what, n in checked.items()))
