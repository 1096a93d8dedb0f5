#!/usr/bin/env python3
"""What is unpacked is what was packed: usage: unpack.py --bin PROGRAM [--served PROGRAM] [--perf [--all]]

Packs the captures of fixtures/ at every level, unpacks them, and wants the captures back byte for byte and the report
on them, with the unpacked objects, to be the one on the folio. Then made recordings: listings of a kernel that moved,
modules, perf maps; and folios that are damaged or have names that are traps.

--perf: the same with perf itself, which reads the unpacked build-id cache and the original one of the captures beside
the repository (tests/conformance.sh says where); --all: every capture at every level. Skipped (77) without perf 6.1,
these captures, or the right to hide this machine's own debug files from perf (unshare -m)."""
import argparse, collections, difflib, filecmp, glob, json, os, re, shutil, struct, subprocess, sys, tarfile, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixture"))
from perfwrite import *
from program import Program

ap = argparse.ArgumentParser(usage=__doc__)
ap.add_argument("--bin", default="build/perfolio")
ap.add_argument("--served", help="tests/program.py")
ap.add_argument("--perf", action="store_true")
ap.add_argument("--all", action="store_true")
a = ap.parse_args()
a.bin = os.path.abspath(a.bin)
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
LEVELS = ["min", "symbols", "code", "full"]
temp = tempfile.mkdtemp(prefix="perfolio-unpack-")
checks = collections.Counter()
program = Program(a.bin, a.served)
ENV = dict(os.environ, LC_ALL="C", HOME="/dev/null")


def run(*command, status=0):
    """(stdout, stderr) of the program."""
    p = program.run(*command)
    out, err = p.stdout.decode("utf-8", "replace"), p.stderr.decode("utf-8", "replace")
    assert p.returncode == status, (command, p.returncode, out, err)
    return out, err


def check(what, got, wanted):
    if got != wanted:
        lines = lambda x: x if isinstance(x, list) else x.splitlines() if isinstance(x, str) else [str(x)]
        raise SystemExit(f"{what}:\n" + "\n".join(difflib.unified_diff(lines(wanted), lines(got), "wanted", "got", lineterm="")))
    checks[what.split(",")[0]] += 1


def files(folder):
    """{path: bytes, or what a link says} of all that is in a folder."""
    found = {}
    for at, folders, names in os.walk(folder):
        for name in names + folders:
            path = os.path.join(at, name)
            if os.path.islink(path):
                found[os.path.relpath(path, folder)] = os.readlink(path)
            elif os.path.isfile(path):
                with open(path, "rb") as f:
                    found[os.path.relpath(path, folder)] = f.read()
    return found


def same(one, other):
    return files(one) == files(other) if os.path.isdir(one) else filecmp.cmp(one, other, shallow=False)


def new(name):
    return os.path.join(tempfile.mkdtemp(dir=temp), name)


def packed(level, captures, *options):
    folio = new("x.folio")
    run("pack", *captures, "-o", folio, "--level", level, "--isolated", *options)
    return folio


def unpacked(folio, *options):
    folder = new("out")
    run("unpack", folio, "-d", folder, *options)
    return folder


def report(capture, *options):
    return run("report", "--stdio", "-n", "--sort", "comm,dso,symbol", "--isolated", "-i", capture, *options)[0]


def objects(folder):
    """The options that name what was unpacked."""
    return sum((["--objects", p] for p in [folder + "/.debug"] + glob.glob(folder + "/perf-*.map") if os.path.exists(p)), [])


def links_hold(folder):
    """Every link leads to a folder of the tree that is named by the same id; returns how many there are."""
    found = glob.glob(folder + "/.debug/.build-id/*/*")
    for link in found:
        assert os.path.basename(os.readlink(link)) == link.split("/")[-2] + link.split("/")[-1], link
        assert os.path.isdir(link) and os.path.realpath(link).startswith(os.path.realpath(folder) + "/.debug/"), link
    return len(found)


def fixtures():
    for capture in sorted(glob.glob("fixtures/*/*.data")):
        machine = os.path.dirname(capture)
        if machine.endswith("/bad"):
            continue
        cache = machine + "/debug"
        options, levels = (["--objects", cache], LEVELS) if os.path.isdir(cache) else ([], ["code"])
        for level in levels:
            folio = packed(level, [capture], *options)
            folder = unpacked(folio)
            back = os.path.join(folder, os.path.basename(capture))
            assert same(capture, back), capture
            links_hold(folder)
            if "/stat" not in capture:
                check(f"reports of fixtures, {capture} at {level}", report(back, *objects(folder)), report(folio))
            before = files(folder)
            run("unpack", folio, "-d", folder)
            check("repeated", files(folder) == before, True)
            if level == "full":  # whole files, as they were
                for path, bytes in before.items():
                    original = os.path.join(cache, path[len(".debug/"):])
                    if path.endswith("/elf") and os.path.exists(original):
                        with open(original, "rb") as f:
                            check("whole files", f.read() == bytes, True)


def several():
    captures = ["fixtures/amd64/fp.data", "fixtures/amd64/dir.data", "fixtures/hppa/user.data", "fixtures/hppa/pipe.data"]
    folio = packed("code", captures, "--objects", "fixtures/amd64/debug", "--objects", "fixtures/hppa/debug")
    folder = unpacked(folio)
    for c in captures:
        assert same(c, os.path.join(folder, os.path.basename(c))), c
        check("several captures", report(os.path.join(folder, os.path.basename(c)), *objects(folder)),
              report(folio, "--capture", os.path.basename(c)))
    one = unpacked(folio, "--capture", "user.data")
    check("one capture", sorted(os.listdir(one)), [".debug", "user.data"])
    check("one capture, its objects", sorted(os.listdir(one + "/.debug")), [".build-id", "bin", "lib"])
    answer = json.loads(run("unpack", folio, "-d", one, "--capture", "3", "--json")[0])
    check("json", [c["name"] for c in answer["captures"]], ["user.data"])
    for row in answer["captures"] + answer["objects"]:
        check("json, sizes", row["bytes"], os.path.getsize(row["path"]))
    check("json, ids", sorted(o["build_id"] for o in answer["objects"]),
          sorted(os.readlink(l).split("/")[-1] for l in glob.glob(one + "/.debug/.build-id/*/*")))
    run("unpack", folio)                           # beside it, with another suffix
    check("where to", files(folio[:-len(".folio")] + ".d") == files(folder), True)
    os.rename(folio, folio + "X")
    run("unpack", folio + "X")
    check("where to, without a suffix", files(folio + "X.d") == files(folder), True)


# --- made recordings ----------------------------------------------------------------------------------------------

KERNEL_ID, LINKED, MOVED, MODULE = bytes(range(20)), 0xffffffff81000000, 0x1c600000, 0xffffffffc0400000
CODE = [("_text", 0), ("early", 0x100), ("middle", 0x400), ("late", 0x800), ("__ia32_alias", 0xa00), ("last", 0xc00)]


def listing(by, module_at):
    rows = ["0000000000000000 A fixed_percpu_data"] + [f"{LINKED + by + at:016x} T {name}" for name, at in CODE] \
        + [f"{module_at + at:016x} t {name}\t[ext9]" for name, at in [("ext9_first", 0), ("ext9_second", 0x80)]]
    return "".join(row + "\n" for row in rows).encode()


def vmlinux():
    """An ELF file with these symbols, where they are linked, and per-CPU data from 0 on."""
    names, symbols = b"\0", bytes(24)
    for name, at, type, section in [("fixed_percpu_data", 0, 1, 3), ("cpu_info", 0x1000, 1, 3)] + [(n, LINKED + at, 2, 2) for n, at in CODE]:
        symbols += struct.pack("<IBBHQQ", len(names), 1 << 4 | type, 0, section, at, 0x100)
        names += name.encode() + b"\0"
    note = struct.pack("<III", 4, 20, 3) + b"GNU\0" + KERNEL_ID
    strings = b"\0.note.gnu.build-id\0.text\0.data..percpu\0.symtab\0.strtab\0.shstrtab\0"
    body, rows = bytes(64), [(0,) * 10]
    for name, type, flags, address, bytes_, link, info, size in [
            (".note.gnu.build-id", 7, 2, LINKED - 0x1000, note, 0, 0, 0), (".text", 1, 6, LINKED, b"\x90" * 0x1000, 0, 0, 0),
            (".data..percpu", 1, 3, 0, bytes(0x2000), 0, 0, 0), (".symtab", 2, 0, 0, symbols, 5, 1, 24),
            (".strtab", 3, 0, 0, names, 0, 0, 0), (".shstrtab", 3, 0, 0, strings, 0, 0, 0)]:
        rows.append((strings.index(name.encode() + b"\0"), type, flags, address, len(body), len(bytes_), link, info, 8, size))
        body += pad(bytes_, 8)
    head = b"\x7fELF\2\1\1" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 2, 62, 1, LINKED, 0, len(body), 0, 64, 56, 0, 64, len(rows), 6)
    return head + body[64:] + b"".join(struct.pack("<IIQQQQIIQQ", *r) for r in rows)


def kernel_recording(moved):
    """A capture with samples in the kernel, in a module that has no build-id, and in code that a process made."""
    r = Recording([Event(sample_type=IDENTIFIER | IP | TID | TIME | CPU | PERIOD, ids=[1])], {6: string("x86_64")},
                  [(-1, KERNEL, KERNEL_ID, "[kernel.kallsyms]")])
    start = LINKED + moved
    r.add(mmap2(-1, 0, start, 0x1000, start, "[kernel.kallsyms]_text", misc=KERNEL),
          mmap2(-1, 0, MODULE, 0x1000, 0, "/lib/modules/6.1/kernel/fs/ext9.ko", misc=KERNEL),
          comm(67, 67, "p", exec=True, time=1), mmap2(67, 67, 0x7f0000000000, 0x1000, 0, "//anon", time=2))
    for i, ip in enumerate([start + at + 0x10 for _, at in CODE] + [MODULE + 0x10, MODULE + 0x90]):
        r.add(sample(misc=KERNEL, ip=ip, pid=67, tid=67, time=10 + i))
    for i in range(3):
        r.add(sample(ip=0x7f0000000010 + i * 0x100, pid=67, tid=67, time=20 + i))
    path = new("made.data")
    with open(path, "wb") as f:
        f.write(r.add(finished_round()).encode(Encoding()))
    return path


def write(path, bytes):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(bytes)
    return path


def read(path):
    with open(path, "rb") as f:
        return f.read()


def symbols(text):
    return sorted(re.findall(r"\[[.k]\] +(\S+)", text))


def made():
    """(folder of the unpacked, name of the capture) for each way to know a kernel, at each level."""
    perf_map = write(new("perf-67.map"), b"7f0000000000 80 first\n7f0000000100 80 second one\n7f0000000200 80 third\n")
    elf = write(new("vmlinux"), vmlinux())
    for by in 0, MOVED:
        capture = kernel_recording(by)
        cache = os.path.dirname(new("x"))
        list_ = listing(by, MODULE)
        write(f"{cache}/[kernel.kallsyms]/{KERNEL_ID.hex()}/kallsyms", list_)
        for level in LEVELS:
            for kernel, options in ("listing", ["--objects", cache]), ("vmlinux", ["--vmlinux", elf]), \
                    ("both", ["--vmlinux", elf, "--objects", cache]):
                what = f"{kernel} at {level}, moved by {by:#x}"
                folio = packed(level, [capture], *options, "--objects", perf_map)
                folder = unpacked(folio)
                assert same(capture, folder + "/made.data")
                wanted = [n for n, _ in CODE] + ["first", "second", "third"] \
                    + (["ext9_first", "ext9_second"] if kernel != "vmlinux" else [n for n in symbols(report(folio)) if n.startswith("0x")])
                check(f"made recordings, {what}", symbols(report(folio)), sorted(wanted))
                check(f"made recordings, {what}", report(folder + "/made.data", *objects(folder)), report(folio))
                place = f"{folder}/.debug/[kernel.kallsyms]/{KERNEL_ID.hex()}/"
                there = sorted(os.listdir(place))
                check(f"files of a kernel, {what}", there, ["kallsyms"] if kernel == "listing" or level in ("min", "symbols")
                      else ["elf", "kallsyms"] if kernel == "vmlinux" else ["debug", "kallsyms"])
                if level == "full":
                    check(f"made recordings, {what}", read(folder + "/perf-67.map"), read(perf_map))
                    check(f"made recordings, {what}", read(place + there[0]), list_ if kernel == "listing" else read(elf))
                else:
                    check(f"made recordings, {what}", read(folder + "/perf-67.map"), read(perf_map))
                yield what, kernel, folder, wanted


# --- traps --------------------------------------------------------------------------------------------------------


def refused():
    """Names of captures that pack takes, for they are files here, and unpack does not."""
    small = "fixtures/hppa/data.data"
    for name, bad in ("a\nb.data", True), ("\x1b[31mred", True), (".debug", True), ("'; rm -rf x; '", False), ("-i", False), ("...", False):
        capture = new(name)
        shutil.copy(small, capture)
        folio = packed("min", [small, capture])
        folder = new("out")
        out, err = run("unpack", folio, "-d", folder, status=1 if bad else 0)
        check("names", sorted(n for n in os.listdir(folder) if n != ".debug" or not bad), sorted(["data.data"] + [name] * (not bad)))
        assert bad == ("perfolio unpack: " in err) and not re.search(r"[\x00-\x09\x0b-\x1f]", out + err), (out, err)
        answer = json.loads(run("unpack", folio, "-d", folder, "--json", status=1 if bad else 0)[0])
        check("names, json", len(answer["refused"]), int(bad))
        if not bad:                                 # the hint is one command, whatever the name
            hint = [l for l in out.splitlines() if l.startswith("perf ")][1]
            words = subprocess.run(["sh", "-c", f"printf '%s\\n' {hint}"], stdout=subprocess.PIPE, check=True, cwd=temp).stdout.decode()
            check("names, hints", words.splitlines()[-1], os.path.join(folder, name))


def damaged():
    """One flipped bit is refused, and nothing of what it is in is written."""
    folio = packed("code", ["fixtures/hppa/user.data"], "--objects", "fixtures/hppa/debug")
    bytes, whole = read(folio), files(unpacked(folio))
    for at in range(0, len(bytes), max(1, len(bytes) // 97)):
        folder = new("out")
        bad = write(new("bad.folio"), bytes[:at] + struct.pack("B", bytes[at] ^ 0x10) + bytes[at + 1:])
        p = program.run("unpack", bad, "-d", folder)
        there = files(folder)
        assert p.returncode == (0 if there == whole else 1), (at, p.returncode, p.stderr)
        assert all(whole.get(path) == there[path] for path in there), at
        checks["damaged"] += 1
    check("cut off", run("unpack", write(new("cut.folio"), bytes[:-1]), status=1)[0], "")
    check("no folio", run("unpack", "fixtures/hppa/user.data", "-d", new("out"), status=1)[0], "")


# --- perf ---------------------------------------------------------------------------------------------------------


def perf(capture, cache, *options):
    """Lines of its report, blanks folded. What this machine has in /usr/lib/debug is hidden."""
    p = subprocess.run(["unshare", "-m", "sh", "-c", 'mount -t tmpfs none /usr/lib/debug && exec perf --buildid-dir "$@"', "sh",
                        cache, "report", "-f", "-i", capture, "--stdio", *options], stdin=subprocess.DEVNULL,
                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=300,
                       env=dict(ENV, PERF_PAGER="cat", PERF_CONFIG="/dev/null", DEBUGINFOD_URLS=""))
    lines = p.stdout.decode("utf-8", "replace").splitlines()
    return [re.sub(r"[ .]+", " ", l).rstrip() for l in lines if not l.startswith("# (Tip") and l.strip(" #.|")]


def without_plt(lines):
    """perf 6.1 takes slots of a PLT in the order of relocations, of i386 as 4 bytes each, so it names slots that are others or
    none; out of a folio it has the names that the slots have (docs/differences.md)."""
    return [l for l in lines if "@plt" not in l and not re.search(r"\b0x[0-9a-f]{8,}", l)]


def with_perf():
    shared = os.path.join(os.environ.get("PERFOLIO_SHARED", "../shared"), "captures")
    version = subprocess.run(["perf", "--version"], stdout=subprocess.PIPE).stdout.decode() if shutil.which("perf") else "none"
    hides = shutil.which("unshare") and not subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/usr/lib/debug"],
                                                           stderr=subprocess.DEVNULL).returncode
    if not version.startswith("perf version 6.1.") or not os.path.isdir(shared) or not hides:
        print(f"SKIPPED: perf is {version.strip()}, wanted 6.1; {shared} is {'' if os.path.isdir(shared) else 'not '}there; "
              f"{'' if hides else 'no '}right to hide /usr/lib/debug")
        sys.exit(77)
    for what, kernel, folder, wanted in made():
        got = symbols("\n".join(perf(folder + "/made.data", folder + "/.debug", "--sort", "comm,dso,symbol")))
        names = {n for n in wanted if not n.startswith("0x") and n not in ("first", "second", "third")}
        check(f"perf on made recordings, {what}", sorted(names & set(got)), sorted(names))
    views = ["-g", "none", "-n", "--sort", "comm,dso,symbol"], []
    for arch in "amd64", "i386":
        cache = new(arch)
        with tarfile.open(f"{shared}/{arch}/buildid-cache.tar.xz") as t:
            t.extractall(cache)
        cache = next(p for p, folders, _ in os.walk(cache) if ".build-id" in folders)
        for capture in sorted(glob.glob(f"{shared}/{arch}/*.data")):
            name = os.path.basename(capture)
            if name.startswith("stat") or not a.all and name not in ("dwarf.data", "sysg.data", "dir.data"):
                continue                            # of stat record: no samples
            original = {}
            for level in LEVELS:
                if not a.all and level == "symbols":
                    continue
                folder = unpacked(packed(level, [capture], "--objects", cache))
                assert same(capture, f"{folder}/{name}")
                for view in views:
                    # who was inlined stands in DWARF, which is there at `full` only
                    view = tuple(view + ["--no-inline"] * (name == "dwarf.data" and level != "full"))
                    original[view] = original.get(view) or perf(capture, cache, *view)
                    assert len(original[view]) > 1, capture
                    check(f"perf on {arch}, {name} at {level} {view}", without_plt(perf(f"{folder}/{name}",
                          folder + "/.debug", *view)), without_plt(original[view]))


try:
    if a.perf:
        with_perf()
    else:
        fixtures()
        several()
        for _ in made():
            pass
        refused()
        damaged()
    print(", ".join(f"{what}: {n}" for what, n in checks.items()))
finally:
    shutil.rmtree(temp)
