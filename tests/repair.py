#!/usr/bin/env python3
"""What perfolio repair keeps of damaged captures: usage: repair.py --bin PROGRAM [--served PROGRAM] [--few] [--seed N] CAPTURE...

A sound capture loses nothing, and prints what it printed; perf 6.1, where it is installed, reads what it read. Then each capture is
damaged: cut off, never finished by its recorder, bits flipped, parts removed, doubled, overwritten, features of the header overwritten. Of
each damaged file

- bytes read are bytes kept, left out and lost, the same for records, and the losses that are listed add up;
- what is written reads without problems, loses nothing when it is repaired again, and is then the same, byte for byte;
- the records that `dump` shows of the damaged file are in it (where their sizes are damaged, without what they had swallowed);
- nothing else is in it than records of the sound file, but for the records whose own bytes were damaged. Compressed data have no
  checksums: damaged ones may decompress to other records, here as in any reader;
- perf 6.1, if it reads the sound file, prints of it the samples that we print.

If the header's size of the records is wrong, nothing is lost, and what is written is what the sound capture gives, byte for byte."""
import argparse, collections, json, os, random, re, shutil, subprocess, sys, tempfile

from program import Program

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--served", help="tests/program.py")
ap.add_argument("--few", action="store_true")
ap.add_argument("--seed", type=int, default=1)
ap.add_argument("--times", type=int, default=2, help="how often a capture is damaged in each way")
ap.add_argument("captures", nargs="*")
a = ap.parse_args()
program = Program(a.bin, a.served)
ENV = dict(os.environ, LC_ALL="C", HOME="/dev/null", PERF_PAGER="cat", PERF_CONFIG="/dev/null", DEBUGINFOD_URLS="")
version = subprocess.run(["perf", "--version"], stdout=subprocess.PIPE, text=True).stdout if shutil.which("perf") else ""
HAS_PERF = version.startswith("perf version 6.1") and not a.few
GROWN = ("KSYMBOL", "BPF_EVENT", "TEXT_POKE")       # the kernel counts their sample_id several times: docs/perfdata.md
WITH_FILES = "kcore.data"                           # names come from files beside the records, which are left out
BY_REPAIR_ALONE = "stack-overfilled.data"             # damaged in what perf and repair refuse, and other commands do not need
# Problems of a file, as opposed to those of the recording
DAMAGE = {"truncated", "unfinished", "bad-records", "unknown-records", "unknown-events", "bad-features", "bad-compression", "mid-stream", "missing-streams"}
# Without these perf reads no samples of tracepoints, and no counts
NEEDED = {"TRACING_DATA", "STAT", "CPU_MAP", "THREAD_MAP"}
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
    return good


def problems(path):
    return {p["key"] for p in json.loads(run("info", "--json", "-i", path))["problems"]} & DAMAGE


OWN = ("at", "object", "address", "symbol", "level")    # of a record's place, or from other records
OF_SAMPLES = ("comm", "event")                          # names, which come from records and from the header


def records(file, path, chains=False):
    """Multiset of the records of a capture (`path`), or of a file made from it, as their members. hiperf has call chains in its header, which
    may be damaged: only with `chains` they are members, too."""
    lines = []
    for line in run("dump", "--json", "--isolated", "-i", file).splitlines():
        r = json.loads(line)
        if "type" not in r:
            continue
        for key in OWN + (OF_SAMPLES if r["type"] == "SAMPLE" else ()):
            r.pop(key, None)
        for regs in "uregs", "iregs":                   # whose names come from the header
            if isinstance(r.get(regs), dict):
                r[regs] = sorted(r[regs].values(), key=str)
        if "hiperf" in path:
            r.pop("prot", None)                         # of which its header says that it has three bits
            if not chains:
                r.pop("chain", None)
        if r["type"] not in ("COMPRESSED", "COMPRESSED2", "FINISHED_ROUND"):
            lines.append(json.dumps(r, sort_keys=True))
    return collections.Counter(lines)


def script(path):
    return [line for line in run("script", "-i", path, "--isolated").splitlines() if line]


def rows(path):
    answer = json.loads(run("report", "--json", "--isolated", "--sort", "comm,tid,dso,sym", "-i", path))
    return {e["event"]: [json.dumps(r, sort_keys=True) for r in e["rows"]] for e in answer["events"]}


def perf(path, fields):
    p = subprocess.run(["perf", "script", "-f", "--no-demangle", "-F", fields, "-i", path],
                       env=ENV, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=temp)
    if p.returncode < 0:                                # its own fault
        counts["perf crashed"] += 1
        return []
    return None if p.returncode else p.stdout.decode(errors="replace").splitlines()


def size_of(path):
    if not os.path.isdir(path):
        return os.path.getsize(path)
    return sum(os.path.getsize(os.path.join(path, n)) for n in os.listdir(path) if re.fullmatch(r"data(\.\d+)?", n))


def adds_up(what, path, answer):
    f, d = answer["file"], answer["decompressed"]
    for name, n in ("file", f), ("decompressed", d):
        check(f"{what}: {name}", n["read"] == n["kept"] + n["left_out"] + n["lost"], n)
        listed = sum(l["bytes"] for l in answer["losses"] if l["decompressed"] == (name == "decompressed"))
        check(f"{what}: losses of {name}", listed == n["lost"] or answer["losses_not_listed"], listed, n)
    check(f"{what}: size", f["read"] == size_of(path), f, size_of(path))
    for r in answer["records"]:
        check(f"{what}: records", r["read"] == r["kept"] + r["left_out"] + r["lost"], r)
    check(f"{what}: samples", sum(r["kept"] for r in answer["records"] if r["type"] == "SAMPLE") == answer["samples"])
    check(f"{what}: others", sum(r["kept"] for r in answer["records"] if r["type"] != "SAMPLE") == answer["other_records"])
    spans = sorted((l.get("stream", -1) if l.get("stream") is not None else -1, l["offset"], l["bytes"]) for l in answer["losses"] if not l["decompressed"])
    check(f"{what}: overlaps", all(x[0] != y[0] or x[1] + x[2] <= y[1] for x, y in zip(spans, spans[1:])), spans[:4])


def repair(path, to):
    """The answer; None: the file is refused."""
    if os.path.exists(to):
        os.remove(to)
    p = program.run("repair", "-i", path, "-o", to, "--json")
    if p.returncode:
        assert p.returncode == 1 and not os.path.exists(to), f"{path}: status {p.returncode}: {p.stderr.decode()}"
        return None
    return json.loads(p.stdout)


def test_sound(path):
    answer = repair(path, fixed)
    adds_up(path, path, answer)
    lost = [l for l in answer["losses"] if l["why"] != "bytes behind its fields" or l["what"] not in GROWN]
    if lost and not problems(path):
        lost = [l for l in lost if l["why"] != "the header leads to no part of them"]
        check(f"{path}: losses", not lost, lost[:3])
    if problems(path):
        return
    check(f"{path}: problems", not problems(fixed), problems(fixed))
    check(f"{path}: script", script(path) == script(fixed))
    check(f"{path}: report", rows(path) == rows(fixed))
    sound, kept = records(path, path), records(fixed, path)
    check(f"{path}: records", sound == kept, list((sound - kept).keys())[:2], list((kept - sound).keys())[:2])
    theirs = HAS_PERF and perf(os.path.abspath(path), "comm,pid,tid,time,event,ip,sym,dso,period")
    if theirs:
        counts["by perf"] += 1
        check(f"{path}: perf script", theirs == perf(fixed, "comm,pid,tid,time,event,ip,sym,dso,period"))


def data_of(b):
    """Where the records of a file are: offset, end."""
    order = "little" if b[:8] in (b"PERFILE2",) else "big"
    if int.from_bytes(b[8:16], order) == 16:
        return 16, len(b), order
    at, size = (int.from_bytes(b[i:i + 8], order) for i in (40, 48))
    return at, at + size, order


def features_of(b):
    """How many features the header of a file says that it has."""
    order = data_of(b)[2]
    return 0 if b[8:16] == (16).to_bytes(8, order) or int.from_bytes(b[8:16], order) < 104 else sum(x.bit_count() for x in b[72:104])


def damaged_headers(b, rng):
    """The same as damaged(), but the records are sound."""
    at, end, order = data_of(b)
    if not features_of(b) or end >= len(b):
        return
    for n in 1, 8:
        x = bytearray(b)
        for _ in range(n):
            x[rng.randrange(end, len(b))] ^= 1 << rng.randrange(8)
        yield f"{n} bits of features", bytes(x), n
    for noise in rng.randbytes, bytes:
        i, n = rng.randrange(end, len(b)), rng.randrange(1, 256)
        yield f"{n} bytes of features", b[:i] + noise(min(n, len(b) - i)) + b[i + n:], 2
    for size in 0, rng.randrange(8, max(end - at, 9)), end - at + 8, rng.randrange(end - at, len(b) - at) + 1, len(b) - at + 1, 1 << 40:
        yield f"size {size}", b[:48] + size.to_bytes(8, order) + b[56:], 0


def damaged(b, rng):
    """(name, bytes, number of records whose bytes may have changed) of each kind of damage."""
    at, end, order = data_of(b)
    if end - at < 64:
        return
    yield "cut", b[:rng.randrange(at, len(b))], 0
    if at != 16:
        yield "unfinished", b[:48] + bytes(8) + b[56:end], 0
        yield "unfinished and cut", b[:48] + bytes(8) + b[56:rng.randrange(at, end)], 0
    for n in 1, 20:
        x = bytearray(b)
        for _ in range(n):
            x[rng.randrange(at, end)] ^= 1 << rng.randrange(8)
        yield f"{n} bits", bytes(x), n
    for unit in 1, 8:
        i = at + rng.randrange(0, end - at) // unit * unit
        n = rng.randrange(1, 4096) // unit * unit + unit
        yield f"removed {n}", b[:i] + b[min(i + n, end):], 2
        j = at + rng.randrange(0, end - at) // unit * unit
        yield f"doubled {n}", b[:i] + b[j:j + n] + b[i:], 2 + n // 8
        yield f"zeros {n}", b[:i] + bytes(min(n, end - i)) + b[min(i + n, end):], 2
        yield f"noise {n}", b[:i] + rng.randbytes(min(n, end - i)) + b[min(i + n, end):], 2 + n // 1000
    yield from damaged_headers(b, rng)


def test_size(what, answer):
    """The same as of the sound capture, which is in `whole`."""
    check(f"{what}: losses", not answer["losses"] or answer["losses"] == whole_answer["losses"], answer["losses"][:2])
    with open(whole, "rb") as x, open(fixed, "rb") as y:
        check(f"{what}: differs", x.read() == y.read())


def features_in(path):
    """Names of the features of a file's header, and of records of processors and threads."""
    lines = run("dump", "--isolated", "-i", path).splitlines()
    return {m.group(1) or m.group(2) for line in lines if (m := re.match(r"header: feature \d+ (\w+) |0x[0-9a-f]+ [0-9.]+ (?=CPU_MAP|THREAD_MAP)(\w+)", line))}


def test_damaged(path, kind, b, changed, sound, compressed, by_perf, needed):
    with open(broken, "wb") as f:
        f.write(b)
    what = f"{path}: {kind}"
    readable = not program.run("info", "-i", broken).returncode
    answer = repair(broken, fixed)
    if not answer:
        counts["refused"] += 1
        check(f"{what}: refused", not readable or sum((records(broken, path) & sound).values()) <= changed)
        return
    counts["repaired"] += 1
    adds_up(what, broken, answer)
    if kind.startswith("size"):
        test_size(what, answer)
    check(f"{what}: problems", not problems(fixed), problems(fixed))
    ours, before = records(fixed, path), records(broken, path)
    invented = sum((ours - sound).values())
    if not compressed:
        check(f"{what}: invented", invented <= changed, invented, list((ours - sound).keys())[:2])
        chains = not any(l["what"].startswith("HIPERF") for l in answer["losses"])
        known = records(broken, path, chains) & records(path, path, chains)
        gone = collections.Counter({k: n for k, n in known.items() if '"type": "SAMPLE"' in k}) - records(fixed, path, chains)
        unfilled = sum("do not fill" in l["why"] for l in answer["losses"])     # report believes those samples
        check(f"{what}: fewer samples", sum(gone.values()) <= unfilled, list(gone.keys())[:2])
        counts["more than dump"] += sum((ours - before).values())
    counts["samples"] += answer["samples"]
    counts["samples read without repair"] += sum(n for k, n in before.items() if '"type": "SAMPLE"' in k)
    again = repair(fixed, fixed + ".again")
    if check(f"{what}: again", again is not None):
        lost = [l for l in again["losses"] if l["what"] not in GROWN]
        check(f"{what}: again loses", not lost, lost[:2])
        with open(fixed, "rb") as x, open(fixed + ".again", "rb") as y:
            check(f"{what}: again differs", x.read() == y.read())
    fields = "tid,time,event" if any('"read"' in r for r in sound) else "tid,time,event,period"    # damaged counters make other periods
    if by_perf and "EVENT_DESC" in features_in(path) - features_in(fixed):
        fields = fields.replace("event,", "").replace(",event", "")     # perf takes names of tracepoints from the tracing data
    theirs = by_perf and not kind.endswith("bits") and perf(fixed, fields)
    if by_perf and not kind.endswith("bits"):
        check(f"{what}: perf reads it", theirs is not None or not needed <= features_in(fixed))
    if theirs and "STAT" not in needed:                 # of which it prints counts
        mine = run("script", "-i", fixed, "--isolated", "-F", fields).splitlines()
        theirs, mine = (sorted(x for x in lines if re.match(r" *-?[0-9]+ +[0-9]", x)) for lines in (theirs, mine))    # of streams it prints chains, too
        counts["by perf"] += 1
        check(f"{what}: perf", theirs == mine, *[x for x in zip(theirs, mine) if x[0] != x[1]][:1], len(theirs), len(mine))


def order_of_host(b):
    return (b[:8] == b"PERFILE2") == (sys.byteorder == "little")


with tempfile.TemporaryDirectory(prefix="perfolio-repair-") as temp:
    broken, fixed, whole = (os.path.join(temp, f"{name}.data") for name in ("broken", "fixed", "whole"))
    for path in a.captures:
        if path.endswith((WITH_FILES, BY_REPAIR_ALONE)):
            continue
        if program.run("info", "-i", path).returncode:
            check(f"{path}: refused", repair(path, fixed) is None)
            continue
        test_sound(path)
        if os.path.isdir(path) or problems(path):
            continue
        with open(path, "rb") as f:
            b = f.read()
        if b[:8] not in (b"PERFILE2", b"2ELIFREP"):
            continue
        rng = random.Random(f"{a.seed} {os.path.basename(path)}")
        sound = records(path, path)
        compressed = '"type": "COMPRESSED' in run("dump", "--json", "--isolated", "-i", path)
        # perf writes beyond its memory when it reads hiperf's command line
        by_perf = HAS_PERF and order_of_host(b) and "hiperf" not in path and perf(os.path.abspath(path), "tid,time,event") is not None
        needed = by_perf and NEEDED & features_in(path)
        whole_answer = repair(path, whole)
        for _ in range(1 if a.few else a.times):
            for kind, x, changed in damaged(b, rng):
                test_damaged(path, kind, x, changed, sound, compressed, by_perf, needed)
for fault in faults:
    print(fault)
print(f"{asked} questions about {len(a.captures)} captures: {len(faults)} wrong; " + ", ".join(f"{k}: {n}" for k, n in counts.items()))
sys.exit(bool(faults) or not asked)
