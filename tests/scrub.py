#!/usr/bin/env python3
"""What perfolio scrub leaves of a capture: usage: scrub.py --bin PROGRAM [--served PROGRAM] [--few] CAPTURE...

Secrets are planted in every part of recordings of both byte orders and word sizes, as files and streams, compressed or not. Of each
kind none is in the result of a level that removes the kind, and each is in that of a level that keeps it. Of the captures named, and
at every level, the result has the samples and weights of the capture, of each thread and object; perf 6.1, where it is there, prints
of it what Perfolio prints; the same key gives the same bytes, and another key other names; unscrub brings the names back. Captures with
stack dumps beside the repository (../shared, or PERFOLIO_SHARED) give the same folded stacks but for names of threads, and shrink by more than 90%."""
import argparse, glob, json, os, re, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "fixture"))
from perfwrite import *
from program import Program

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--served", help="tests/program.py")
ap.add_argument("--few", action="store_true")
ap.add_argument("captures", nargs="*")
a = ap.parse_args()
program = Program(a.bin, a.served)
LEVELS = ["team", "vendor", "public", "nothing"]
SHARED = os.path.join(os.environ.get("PERFOLIO_SHARED", "../shared"), "captures")
ENV = dict(os.environ, LC_ALL="C", HOME="/dev/null", PERF_PAGER="cat", PERF_CONFIG="/dev/null", DEBUGINFOD_URLS="")
version = subprocess.run(["perf", "--version"], stdout=subprocess.PIPE, text=True).stdout if shutil.which("perf") else ""
HAS_PERF = version.startswith("perf version 6.1") and not a.few
faults, checks, planted_in_all = [], 0, 0


def expect(good, *what):
    global checks
    checks += 1
    if not good:
        faults.append(" ".join(str(w) for w in what))


def run(*words, status=0):
    p = program.run(*words)
    expect(p.returncode == status, words, "status", p.returncode, p.stderr.decode(errors="replace")[-300:])
    return p.stdout.decode(errors="replace")


# ---- planted secrets ----

# the first level that removes them
PLANTED = {"stack": "team", "registers": "team", "interrupted": "team", "aux": "team", "argument": "team", "unknown": "team",
           "feature": "team", "trace": "team", "http://site": "team", "raw": "vendor", "host": "vendor", "folder": "vendor",
           "table": "vendor", "huge": "vendor", "inode": "vendor", "group": "vendor", "poke": "vendor",
           "file": "public", "thread": "public", "mapped": "public", "watched": "public",
           "probe": "public", "chosen": "public", "grouped": "public",
           "system": "nothing", "function": "nothing"}


def secret(kind, number):
    """A text of 8 bytes or more that occurs nowhere else."""
    if kind == "watched":  # an address, in the name of an event
        return f"ffffffffabc{number:05x}"
    return f"{kind}Q{number:03}x".ljust(8, "z")


def planted(number, order):
    """A recording with a secret of each kind."""
    def s(kind): return secret(kind, number)
    sample_type = (1 << 25) - 1 & ~(WEIGHT | READ | BRANCH_STACK)
    byte_order = "little" if order == "<" else "big"
    def register(kind): return int.from_bytes(s(kind).encode()[:8], byte_order)
    e = Event(sample_type=sample_type, ids=[5], sample_regs_user=0b11, sample_regs_intr=0b11, sample_stack_user=64, name="cpu-clock")
    features = {3: string(s("host")), 4: string("6.1.0"), 5: string("6.1"), 6: string("x86_64"), 7: u32(2, 2), 8: string("A CPU"),
                11: u32(2) + string("perf") + string("--password=" + s("argument")), 100: string(s("feature"))}
    watch = f"mem:0x{s('watched')}:w"
    events = [e, Event(type=5, config1=int(s("watched"), 16), sample_type=sample_type, ids=[6], name=watch),
              Event(type=4, config=1, sample_type=sample_type, ids=[7], name="probe_app:" + s("probe")),
              Event(type=4, config=2, sample_type=sample_type, ids=[8], name=s("chosen"))]
    features[17] = u32(1) + string(s("grouped")) + u32(2, 2)
    r = Recording(events, features, [(-1, USER, bytes(range(20)), f"/home/{s('table')}/app")])
    for event in (1, 2, 3):
        r.add(Record(78, u64(2, 5 + event) + text(events[event].name)))
    r.add(mmap(-1, 0, 0xffffffff81000000, 1 << 24, 0xffffffff81000000, "[kernel.kallsyms]_text", misc=KERNEL),
          Record(73, u64(1, 5) + raw(pad(s("mapped").encode(), 16))), Record(201, raw(pad(s("unknown").encode(), 16))),
          Record(71, u64(16, 0, 1) + u32(0, 1, 0, 0), after=pad(s("trace").encode(), 16)),
          comm(1, 1, s("thread")[:15], time=1), comm(2, 2, s("http://site")[:15], time=1),
          mmap2(1, 1, 0x400000, 0x9000, 0, f"/home/{s('folder')}/{s('file')}", time=2),
          mmap2(1, 1, 0x600000, 0x9000, 0, f"/dev/hugepages/{s('huge')}/ram", time=2),
          mmap2(1, 1, 0x700000, 0x9000, 0, f"anon_inode:[{s('inode')}]", time=2),
          mmap2(1, 1, 0x500000, 0x9000, 0, f"/usr/lib/{s('system')}.so", time=2),
          kernel(17, u64(0xffffffffc0000000) + u32(0x80) + u16(1, 0) + text(s("function")), misc=KERNEL, time=3),
          kernel(19, u64(1) + text("/user.slice/" + s("group")), time=4),
          kernel(20, u64(0xffffffff81000010) + u16(12, 12) + raw(pad(s("poke").encode(), 12) * 2) + raw(bytes(4)), misc=KERNEL, time=4))
    for i in range(6):
        r.add(sample(ip=0x400100 + i, pid=1, tid=1 + i % 2, time=10 + i, cpu=1, addr=0, period=100, chain=[-512, 0x400100 + i, 0x500200],
                     raw=pad(s("raw").encode(), 12), user_regs=(2, [register("registers"), 1]), intr_regs=(2, [register("interrupted"), 1]),
                     stack=(b"PASS=" + s("stack").encode() + b"\0" + bytes(64))[:64], stack_used=64, weights=(1, 2, 3), cgroup=1,
                     aux=pad(s("aux").encode(), 16)))
    return r.add(finished_round())


def plant(folder):
    global planted_in_all
    number = 0
    for encoding in [Encoding(o, c, w, zstd=z) for o, w in (("<", 64), (">", 64), (">", 32)) for c in ("file", "pipe") for z in (0, 81, 83)][::2 if a.few else 1]:
        number += 1
        path = os.path.join(folder, "planted.data")
        with open(path, "wb") as f:
            f.write(planted(number, encoding.order).encode(encoding))
        planted_in_all += len(PLANTED)
        for level in LEVELS:
            out = os.path.join(folder, "scrubbed.data")
            run("scrub", "-i", path, "--for", level, "-o", out, "--isolated")
            with open(out, "rb") as f:
                there = f.read()
            os.remove(out)
            for kind, first in PLANTED.items():
                text = secret(kind, number)
                text = text[:8] if kind in ("registers", "interrupted") else text[:15] if kind in ("http://site", "thread") else text
                removed = LEVELS.index(level) >= LEVELS.index(first)
                expect((text.encode() in there) != removed, encoding, level, text, "is there" if removed else "is gone")
        names_back(folder, path, number)


def names_back(folder, path, number):
    """The key brings names of events and groups back; --keep keeps those that it names."""
    out, other, names = (os.path.join(folder, name) for name in ("scrubbed.data", "back.data", "names"))
    chosen = secret("chosen", number)
    run("scrub", "-i", path, "-o", out, "--isolated", "--write-key", names)
    run("unscrub", "-i", out, "-o", other, "--key", names)
    expect(run("evlist", "-g", "-i", other) == re.sub("0x[0-9a-f]*:w", "w", run("evlist", "-g", "-i", path)), path, "unscrub brings no names of events back")
    with open(names, "w") as f:
        f.write(chosen + "\n")
    run("scrub", "-i", path, "-o", out, "--isolated", "--keep", names)
    with open(out, "rb") as f:
        there = f.read()
    expect(chosen.encode() in there and secret("probe", number).encode() not in there, path, "--keep keeps other events")
    for name in out, other, names:
        os.remove(name)


# ---- words of its own ----

def own_words(folder):
    """Processes have the names of words that scrub, pack and headers have: these are no leaks, and the names are gone."""
    names = ["perfolio", "scrub", *LEVELS, "software", "tracepoint", "capture", "PERFILE2", "host-", "path-"]
    e = Event(sample_type=IDENTIFIER | IP | TID | TIME | CPU | PERIOD, ids=[5], name="cpu-clock")
    pmus = u32(2) + u32(1) + string("software") + u32(2) + string("tracepoint")
    r = Recording([e], {3: string("machine"), 4: string("6.1.0"), 5: string("6.1"), 6: string("x86_64"), 8: string("A CPU"), 16: pmus})
    for i, name in enumerate(names):
        r.add(comm(i + 1, i + 1, name, exec=True, time=1), mmap2(i + 1, i + 1, 0x400000, 0x9000, 0, f"/home/{name}/{name}", time=2),
              sample(ip=0x400100 + i, pid=i + 1, tid=i + 1, time=10 + i, cpu=0, period=100))
    r.add(finished_round())
    path, out, folio = (os.path.join(folder, name) for name in ("words.data", "out.data", "out.folio"))
    for encoding in Encoding("<"), Encoding(">", "pipe"):
        with open(path, "wb") as f:
            f.write(r.encode(encoding))
        for level in LEVELS:
            run("scrub", "-i", path, "--for", level, "-o", out, "--isolated")
            run("pack", path, "--for", level, "-o", folio, "--isolated")
            for written in out, folio:
                comms = script(written, "-F", "comm").split()
                expect(comms == names if level in ("team", "vendor") else all(c.startswith("cmd-") for c in comms), encoding, level, comms)
                os.remove(written)


# ---- captures ----

def script(path, *options):
    return run("script", "-i", path, "--isolated", *options)


def sums(path):
    """{event: (samples, weight)}, and samples by thread."""
    answer = json.loads(run("report", "--json", "--isolated", "--sort", "tid", "-i", path))
    return {e["event"]: sorted((r["tid"]["tid"], r["samples"], r["period"]) for r in e["rows"]) for e in answer["events"]}


def by_object(path, back):
    """{event: samples and weights by object, with the names that pseudonyms stand for}."""
    answer = json.loads(run("report", "--json", "--isolated", "--sort", "dso", "-g", "none", "-i", path))
    counts = {}
    for e in answer["events"]:
        for r in e["rows"]:
            count = counts.setdefault((e["event"], back.get(r["dso"], r["dso"])), [0, 0])
            count[:] = count[0] + r["samples"], count[1] + r["period"]
    return counts


def pseudonyms(path):
    """{last part of a pseudonym: the object's name}, of a key file, which is removed: none is replaced."""
    with open(path) as f:
        rows = [line.split(" ", 1) for line in f.read().split("\n")[2:-1]]
    os.remove(path)
    def shown(file): return f"[{file.split('.ko')[0].replace('-', '_')}]" if re.search(r"\.ko(\.\w+)?$", file) else file
    return {pseudonym.rsplit("/", 1)[-1]: shown(name.rsplit("/", 1)[-1]) for pseudonym, name in rows}


def by_symbol(path, objects):
    """{event: samples and weights by symbol}; None if objects are found by their paths, which are renamed."""
    answer = json.loads(run("report", "--json", "--isolated", "--objects", objects, "--sort", "sym", "-g", "none", "-i", path))
    if any(p["key"] == "name-only" for p in answer["problems"]):
        return None
    return {e["event"]: sorted((r["symbol"]["name"], r["samples"], r["period"]) for r in e["rows"] if r["symbol"]["name"]) for e in answer["events"]}


def by_perf(path):
    p = subprocess.run(["perf", "script", "-f", "-F", "comm,pid,tid,time,event,ip", "-i", os.path.abspath(path)], env=ENV, cwd=temp,
                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return None if p.returncode else p.stdout


def capture(path):
    out, other = os.path.join(temp, "out.data"), os.path.join(temp, "other.data")
    timed = not program.run("script", "-i", path, "--isolated", "-F", "comm,pid,tid,time,event,ip").returncode
    theirs, ours = HAS_PERF and timed and by_perf(path), timed and script(path, "-F", "comm,pid,tid,time,event,ip")
    agree = theirs and theirs.decode(errors="replace") == ours
    of_simpleperf = "simpleperf" in path        # it names files inside of files in features of its own, which are dropped
    whole, objects_of, names = sums(path), by_object(path, {}), os.path.join(temp, "names")
    for level in LEVELS[1 if a.few else 0::2 if a.few else 1]:
        run("scrub", "-i", path, "--for", level, "-o", out, "--isolated", "--key", key, "--write-key", names)
        back = pseudonyms(names)
        expect(sums(out) == whole, path, level, "other samples or weights")
        found = by_object(out, back)
        expect(found == objects_of or of_simpleperf, path, level, "other samples by object",
               *[(k, objects_of.get(k), found.get(k)) for k in objects_of.keys() | found.keys() if objects_of.get(k) != found.get(k)])
        if agree:
            expect(by_perf(out) == script(out, "-F", "comm,pid,tid,time,event,ip").encode(), path, level, "perf prints something else")
    objects = os.path.join(os.path.dirname(path), "debug")
    if os.path.isdir(objects):
        run("scrub", "-i", path, "-o", other, "--isolated", "--objects", objects)
        named = by_symbol(path, objects)
        expect(not named or named == by_symbol(other, objects), path, "other symbols")
    run("scrub", "-i", path, "-o", other, "--for", level, "--isolated", "--key", key)
    with open(out, "rb") as x, open(other, "rb") as y:
        expect(x.read() == y.read(), path, "the same key gives other bytes")
    if of_simpleperf:
        return
    run("scrub", "-i", path, "-o", out, "--for", "vendor", "--isolated", "--write-key", names)
    run("unscrub", "-i", out, "-o", other, "--key", names)
    os.remove(names)
    shown = "comm,tid,time,ip,dso" if timed else "comm,tid,ip,dso"
    expect(script(other, "-F", shown) == script(path, "-F", shown), path, "unscrub brings back something else")


def folded(path, objects, names={}):
    lines = []
    for line in run("export", "folded", "--inline", "-i", path, "--isolated", "--objects", objects).splitlines():
        comm, rest = line.split(";", 1) if ";" in line else (line.rsplit(" ", 1)[0], " " + line.rsplit(" ", 1)[1])
        lines.append((names.get(comm, comm), rest))
    return sorted(lines)


def shared():
    n = 0
    for path in sorted(glob.glob(os.path.join(SHARED, "*", "dwarf*.data"))):
        objects = os.path.join(os.path.dirname(path), "buildid-cache.tar.xz")
        if not os.path.exists(objects):
            continue
        n += 1
        out, names = os.path.join(temp, "out.data"), os.path.join(temp, "names")
        if os.path.exists(names):
            os.remove(names)
        run("scrub", "-i", path, "-o", out, "--objects", objects, "--isolated", "--write-key", names)
        with open(names) as f:
            back = dict(line.rstrip("\n").split(" ", 1) for line in f.read().splitlines()[2:])
        os.remove(names)
        expect(folded(path, objects) == folded(out, objects, back), path, "other stacks")
        expect(os.path.getsize(out) < 0.1 * os.path.getsize(path), path, "shrinks from", os.path.getsize(path), "to", os.path.getsize(out))
    return n


with tempfile.TemporaryDirectory(prefix="perfolio-scrub-") as temp:
    key = os.path.join(temp, "key")
    with open(key, "w") as f:
        f.write("perfolio key 1\n" + bytes(range(16)).hex() + "\n")
    plant(temp)
    own_words(temp)
    for path in a.captures:
        capture(path)
    dumped = shared()
for fault in faults:
    print(fault)
print(f"{planted_in_all} secrets planted; {len(a.captures)} captures, {dumped} with stack dumps; {checks} checks, {len(faults)} faults")
sys.exit(bool(faults) or not checks)
