#!/usr/bin/env python3
"""What perfolio scrub leaves of a folio: usage: scrub_folio.py --bin PROGRAM [--cc COMPILER] [--issue CAPTURE] CAPTURE|FOLIO...

Secrets are planted in a capture, in the program that it recorded (names, sections, strings, debug information, source), in the code
that this made, in notes and labels. Of each kind none is in a folio that is scrubbed for a level that removes the kind, and each is
in that of a level that keeps it, whether `scrub` makes it of a folio or `pack --for` of the capture. `--keep` keeps names. The new
folios are held to docs/folio.md. Of the captures and folios named, at every level, `export folded` prints the same stacks but for
pseudonyms, and the same key gives the same bytes. `pack --for-issue` keeps its limit, or says that it cannot; it says what it left
out, and if that is no time, the stacks are the same. Without a compiler or zstd nothing is planted."""
import argparse, collections, json, os, re, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, "fixture"), os.path.join(HERE, "folio")]
from perfwrite import *
from program import Program
import reader

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--cc")
ap.add_argument("--issue", action="append", default=[], help="a capture that --for-issue has to cut down")
ap.add_argument("captures", nargs="*")
a = ap.parse_args()
program = Program(a.bin)
LEVELS = ["team", "vendor", "public", "nothing"]
PID = 2 ** 30 + 11                                 # no kernel gives a process that number
KEY = bytes(range(16)).hex()
faults, checks, planted = [], 0, 0


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
PLANTED = {
    # in the capture
    "host": "vendor", "argument": "team", "thread": "public", "stack": "team", "feature": "team", "group": "vendor", "unknown": "team",
    # the path of the program
    "folder": "vendor", "program": "public",
    # in the program
    "function": "nothing", "inlined": "nothing", "datum": "nothing", "other": "nothing", "string": "team", "type": "team",
    "section": "vendor", "buildid": "nothing",
    # in its debug information and source
    "builder": "vendor", "source": "public", "comment": "vendor",
    # in the list of code that it made
    "made": "nothing", "scripts": "vendor", "payroll": "public",
    # written by people
    "note": "public", "label": "public", "capture": "public"}


def secret(kind):
    """A text of 8 bytes or more that occurs nowhere else; as a word of C."""
    return f"{kind}Qx7".ljust(8, "z")


BUILD_ID = secret("buildid").encode().ljust(20, b"i")
SOURCE = f"""
struct {secret("type")} {{ int x; }};
struct {secret("type")} {secret("datum")} = {{ 1 }};
const char *text = "{secret("string")}";
__attribute__((section(".{secret("section")}"))) int sectioned(int x) {{ return x + text[0]; }}
static inline __attribute__((always_inline)) int {secret("inlined")}(volatile int *x) {{ *x += 3; *x *= 5; return *x - 7; }}
__attribute__((noinline)) int {secret("other")}(int x) {{ return x + {secret("datum")}.x; }}
__attribute__((noinline)) int {secret("function")}(volatile int *x) {{ return {secret("inlined")}(x) + *x; }} /* {secret("comment")}, see https://example.org/recorder token=secret(x) */
int main(int c, char **v) {{ volatile int x = c; return {secret("function")}(&x) + {secret("other")}(c) + sectioned(c) + !v; }}
"""


def tool(*words, **options):
    return subprocess.run(words, stdout=subprocess.PIPE, check=True, **options).stdout.decode()


def compile_program():
    """The path of the program, and {function: (its offset in the file, its size)}."""
    builder, folder = os.path.join(temp, secret("builder")), os.path.join(temp, secret("folder"))
    os.mkdir(builder)
    os.mkdir(folder)
    with open(os.path.join(builder, secret("source") + ".c"), "w") as f:
        f.write(SOURCE)
    path = os.path.join(folder, secret("program"))
    subprocess.run([a.cc, "-O2", "-g", "-fPIE", "-pie", "-Wl,-z,noseparate-code", "-Wl,--build-id=0x" + BUILD_ID.hex(), "-o", path,
                    os.path.join(builder, secret("source") + ".c")], check=True)
    segment = next(l.split() for l in tool("readelf", "-lW", path).splitlines() if " R E " in l)
    at, start, length = int(segment[1], 16), int(segment[2], 16), int(segment[4], 16)
    symbols = {}
    for line in tool("nm", "-S", path).splitlines():
        words = line.split()
        if len(words) == 4 and words[2] in "Tt":
            symbols[words[3]] = int(words[0], 16) - start + at, int(words[1], 16)
    return path, at, length, symbols


def recording(path, at, length, symbols):
    base, made = 0x10000000, 0x7f1200001000
    sample_type = IDENTIFIER | IP | TID | TIME | CPU | PERIOD | REGS_USER | STACK_USER | CGROUP
    e = Event(sample_type=sample_type, ids=[5], sample_regs_user=0b11, sample_stack_user=64, name="cpu-clock")
    features = {3: string(secret("host")), 4: string("6.1.0"), 6: string(os.uname().machine), 7: u32(2, 2),
                11: u32(3) + string("perf") + string("--password=" + secret("argument")) + string("recorder"), 100: string(secret("feature"))}
    r = Recording([e], features)
    r.add(Record(201, raw(pad(secret("unknown").encode(), 16))), comm(PID, PID, secret("thread")[:15], exec=True, time=1),
          mmap2(PID, PID, base, length + 4095 & ~4095, at, path, build_id=BUILD_ID, time=2),
          mmap2(PID, PID, made, 0x1000, 0, "//anon", time=2), kernel(19, u64(1) + text("/user.slice/" + secret("group")), time=3))
    start, size = symbols[secret("function")]
    places = [base + start - at + i for i in range(0, size, 2)] + [made + 8, made + 0x108]
    for i, ip in enumerate(places):
        r.add(sample(ip=ip, pid=PID, tid=PID, time=10 + i, cpu=0, period=100, user_regs=(2, [1, 2]), cgroup=1,
                     stack=(b"PASS=" + secret("stack").encode() + b"\0" + bytes(64))[:64], stack_used=64))
    capture = os.path.join(temp, secret("capture"))
    with open(capture, "wb") as f:
        f.write(r.add(finished_round()).encode(Encoding()))
    with open(os.path.join(temp, f"perf-{PID}.map"), "w") as f:
        f.write(f"{made:x} 100 {secret('made')}\n{made + 0x100:x} 100 py::f:/home/{secret('scripts')}/{secret('payroll')}.py\n")
    return capture


def plain(path):
    """All bytes of a folio, decompressed; and what does not hold to docs/folio.md."""
    f = reader.Folio(path)
    found = [f.read(0, f.size)]
    for s in f.sections[1:]:
        if s.flags & reader.COMPRESSED:
            found.append(f.plain(s.number))
    return b"\n".join(found)


def holds(path, level, stays, made_by):
    there = plain(path)
    for kind, first in PLANTED.items():
        gone = LEVELS.index(level) >= LEVELS.index(first) and kind not in stays
        expect((secret(kind).encode() in there) != gone, made_by, level, secret(kind), "is there" if gone else "is gone")
    read = subprocess.run([sys.executable, os.path.join(HERE, "folio", "reader.py"), path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    expect(read.returncode == 0, made_by, level, read.stdout.decode()[-300:])


def plant():
    global planted
    capture = recording(*compile_program())
    own, out, keep = (os.path.join(temp, name) for name in ("own.folio", "out.folio", "keep"))
    more = ["--label", "run=" + secret("label")]
    run("pack", capture, "-o", own, "--trust-paths", "--level", "full", "--source", "--annotate-limit", "0", "--note",
        f"{secret('function')}: {secret('note')}", *more)
    there = plain(own)
    for kind in PLANTED:
        expect(secret(kind).encode() in there, secret(kind), "was not planted")
    for level in LEVELS:
        planted += len(PLANTED)
        run("scrub", own, "-o", out, "--for", level)
        holds(out, level, (), "scrub")
        run("pack", capture, "-o", out, "--trust-paths", "--level", "full", "--for", level, *(["--source"] if level == "team" else []))
        expect(secret("function").encode() in plain(out) or level == "nothing", level, "no function in what pack wrote")
        for kind in ("stack", "argument", "string", "unknown", "feature"):
            expect(secret(kind).encode() not in plain(out), level, secret(kind), "is in what pack wrote")
        os.remove(out)
    with open(keep, "w") as f:
        f.write(f"# names that stay\n{secret('program')}\n{secret('made')}\n")
    run("scrub", own, "-o", out, "--for", "nothing", "--keep", keep)
    holds(out, "nothing", ("folder", "program", "function", "inlined", "datum", "other", "made"), "scrub --keep")
    os.remove(out)
    # a note with what is removed elsewhere is found, and nothing is written
    run("pack", own, "-o", own, "--note", "the host was " + secret("host"))
    run("scrub", own, "-o", out, "--for", "vendor", status=2)
    expect(not os.path.exists(out), "a folio with a host's name in a note was written")


# ---- captures ----

def folded(path, inline="--inline"):
    return run("export", "folded", inline, "--isolated", "-i", path).splitlines()


def named(lines, key):
    """Folded stacks with the names that pseudonyms stand for."""
    with open(key, newline="\n", errors="replace") as f:
        names = dict(row.split(" ", 1) for row in f.read().split("\n")[2:-1])
    shown = {p.rsplit("/", 1)[-1]: n.rsplit("/", 1)[-1] if p.startswith("/path-") else n for p, n in names.items()}
    return sorted(re.sub(r"\b(cmd-|path-|part-)[a-z2-7]{11}\b", lambda m: shown.get(m[0], m[0]).replace(" ", "_"), line) for line in lines)


def weights(lines):
    """How many stacks of each depth have each weight: what stays when functions get other names."""
    return collections.Counter((line.count(";"), line.rsplit(" ", 1)[1]) for line in lines)


def same(path):
    folio, out, other, names = (os.path.join(temp, name) for name in ("folio", "out", "other", "names"))
    objects = [o for o in (os.path.join(os.path.dirname(path), n) for n in ("debug", "buildid-cache.tar.xz")) if os.path.exists(o)]
    run("pack", path, "-o", folio, "--isolated", *(w for o in objects for w in ("--objects", o)))
    whole = folded(folio)
    for level in LEVELS:
        run("scrub", folio, "-o", out, "--for", level, "--key", key, "--write-key", names)
        if not os.path.exists(names):
            return
        if level == "nothing":
            expect(weights(folded(out)) == weights(whole), path, level, "other stacks")
        else:
            given = named(folded(out), names)
            expect(given == sorted(whole), path, level, "other stacks", *[x for x in given if x not in whole][:1])
        os.remove(names)
    run("scrub", folio, "-o", other, "--for", level, "--key", key)
    with open(out, "rb") as x, open(other, "rb") as y:
        expect(x.read() == y.read(), path, "the same key gives other bytes")
    os.remove(folio)


def issue(path):
    """What was left out with each limit: [of so many steps]."""
    out, names, page = (os.path.join(temp, name) for name in ("issue.folio", "names", "page.html"))
    objects = [o for o in (os.path.join(os.path.dirname(path), n) for n in ("debug", "buildid-cache.tar.xz")) if os.path.exists(o)]
    pack = ["pack", path, "--isolated", *(w for o in objects for w in ("--objects", o)), "--json", "--page", page]
    with open(page, "w") as f:
        f.write("<!doctype html>\n<!-- folio -->\n")
    run(*pack[:-3], "-o", out)
    whole = sorted(folded(out, "--no-inline"))
    os.remove(out)
    first, steps = None, []
    for part in (1, 2, 6, 30, 10000):
        limit = 25000000 if part == 1 else first // part + 1
        p = program.run(*pack, f"--for-issue={limit}B", "-o", out, "--write-key", names)
        if p.returncode:
            expect(part > 2 and not os.path.exists(out), path, "does not fit in", limit, p.stderr.decode()[-300:])
            continue
        size, left_out = os.path.getsize(out), [row["what"] for row in json.loads(p.stdout)["left_out"]]
        first = first or size
        steps.append(len(left_out))
        expect(size <= limit, path, "has", size, "bytes, not", limit)
        expect(bool(left_out) == (part > 1), path, limit, "left out:", left_out)
        beside = os.path.join(temp, "issue.html")
        expect(os.path.exists(beside) == (size // 3 * 4 + 100 < limit), path, limit, "page beside it")
        if os.path.exists(beside):
            expect(folded(beside) == folded(out), path, limit, "other stacks in the page")
            os.remove(beside)
        given = named(folded(out, "--no-inline"), names)
        if not any("time" in what for what in left_out):
            expect(given == whole, path, limit, "other stacks", left_out)
        os.remove(names)
        os.remove(out)
    return steps


with tempfile.TemporaryDirectory(prefix="perfolio-scrub-") as temp:
    key = os.path.join(temp, "key")
    with open(key, "w") as f:
        f.write("perfolio key 1\n" + KEY + "\n")
    if a.cc and shutil.which("zstd") and shutil.which("nm"):
        plant()
    for path in a.captures:
        same(path)
    for path in a.issue:
        steps = issue(path)
        expect(max(steps) > 1, path, "no limit cut the time:", steps)
for fault in faults:
    print(fault)
print(f"{planted} secrets planted; {len(a.captures)} captures and folios; {checks} checks, {len(faults)} faults")
sys.exit(bool(faults) or not checks)
